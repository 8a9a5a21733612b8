"""Calls about another game, which can do no more than every game can."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

import attrs
import pytest
from support.server_calls import error, result

from ninetka import InvalidMoveError, NinetkaError, games, protocol
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.tags import StartTags
from ninetka.records import parse


class Shared(protocol.GameOutcome):
    """Both win, the second with more points."""

    scores = (Fraction(1, 2), Fraction(3, 2), 1)
    winners = (1, 0)
    ranking = (1, 0)

    def __str__(self) -> str:
        return "1/2-3/2"


@attrs.frozen
class Heap(protocol.GameState[int]):
    """Take one thing or two."""

    game: ClassVar[str] = "heap"
    players: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (0, 1)

    things: int

    @property
    def to_move(self) -> int:
        return self.things % 2

    @property
    def is_over(self) -> bool:
        return not self.things

    @property
    def outcome(self) -> Shared | None:
        return Shared() if self.is_over else None

    @property
    def some_moves(self) -> tuple[int, ...]:
        return (1, 2)[: self.things]

    def is_legal(self, move: int) -> bool:
        return 0 < move <= min(2, self.things)

    def apply_unchecked(self, move: int) -> Heap:
        return Heap(self.things - move)

    def parse_move(self, text: str) -> int:
        if not (text.isdigit() and self.is_legal(int(text))):
            raise InvalidMoveError(f"{text!r} is not a move")
        return int(text)

    def to_text(self) -> str:
        return str(self.things)


def from_tags(tags: Mapping[str, str]) -> Heap:
    return Heap(int(tags["Position"]))


def start(ruleset: object, players: int) -> Heap:
    raise NinetkaError(f"there is no {ruleset} for {players}")


HEAP: GameEntry[Heap, int] = GameEntry(
    {"heap": {"Position": "3"}},
    "heap",
    start,
    StartTags({"Position"}, from_tags, lambda state: {"Position": state.to_text()}),
)


@pytest.fixture(autouse=True)
def heap_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "heap", HEAP)


def test_any_game_is_played_by_its_name() -> None:
    begun = {"position": "3", "players": 2, "to_move": 1, "is_over": False}
    view = {**begun, "some_moves": ["1", "2"]}
    assert result("start", game="heap") == begun
    ended = {"move": "2", "position": "0", "players": 2, "to_move": 0, "is_over": True}
    assert result("apply", game="heap", position="2", move="2") == ended
    record = result("record", game="heap", moves=["1", "2"])["record"]
    assert parse(record).game.move_texts == ("1", "2")
    assert parse(record).result == "1/2-3/2"
    assert result("some_moves", game="heap", position="1") == {"moves": ["1"]}
    assert result("view", game="heap", position="3") == view
    assert result("start", game="heap", view=True) == {**begun, "view": view}
    (verdict,) = result("check", records=record)["games"]
    assert verdict["result"] == "1/2-3/2"


def test_several_winners_and_points_that_are_fractions() -> None:
    assert result("outcome", game="heap", position="0") == {
        "is_over": True,
        "result": "1/2-3/2",
        "scores": ["1/2", "3/2", 1],
        "winners": [1, 0],
        "ranking": [1, 0],
        "explanation": "",
    }
    going_on = result("outcome", game="heap", position="1")
    assert (going_on["scores"], going_on["winners"]) == (None, [])


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("legal_moves", {}, "the moves of this game cannot all be listed"),
        ("undo", {"move": "1"}, "the moves of this game cannot be taken back without its history"),
        ("svg", {}, "there are no pictures of this game"),
    ],
)
def test_what_a_game_need_not_be_able_to_do(
    method: str, params: dict[str, object], said: str
) -> None:
    refused = error(method, game="heap", position="3", **params)
    assert refused == {"code": 1, "message": said, "data": {"type": "NinetkaError"}}


def test_a_position_of_one_game_is_no_other_s() -> None:
    assert result("apply", game="heap", position="3", move="1")["position"] == "2"
    assert error("legal_moves", game="9tka", position="2")["data"]["type"] == "InvalidPositionError"


# Which game is meant


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ({"game": "9tka", "ruleset": "wiki"}, "E5"),
        ({"game": "kropki", "ruleset": "territory"}, "aa"),
        ({"game": "kropki", "ruleset": "standard"}, "aa"),
        ({"game": "9am", "players": 3}, "4"),
        ({"game": "mills"}, "d6"),
    ],
)
def test_a_position_says_which_game_it_is_of(start: Mapping[str, object], move: str) -> None:
    begun = result("start", **start)
    position = begun["position"]
    made = result("apply", position=position, move=move)
    assert made == result("apply", game=start["game"], position=position, move=move)
    said = {"position": made["position"], "last_move": move, "previous": position}
    assert result("svg", **said) == result("svg", game=start["game"], **said)
    ruleset = position.split()[2 if start["game"] == "kropki" else -1]
    options = {name: value for name, value in start.items() if name != "game"}
    assert result("start", **{**options, "ruleset": ruleset}) == begun


def test_a_ruleset_that_no_game_has_is_the_first_game_s() -> None:
    for ruleset in ("few", ""):
        message = error("start", ruleset=ruleset)["message"]
        assert "nestorgames, wiki and boardgamegeek" in message
    assert "nestorgames" in error("legal_moves", position="hello")["message"]
    assert "nestorgames" in error("legal_moves", position="11/11 a 2 few")["message"]
