"""The tools serve any game that meets the protocol: here Nim, with draws, passes and fractions."""

from __future__ import annotations

import io
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import ClassVar

import attrs
import pytest

from ninetka import Game, IllegalMoveError, InvalidMoveError, NinetkaError, games, protocol
from ninetka.perft import perft, perft_by_move
from ninetka.records import Record, parse, verify


class Why(Enum):
    TOO_MANY = "too many"


@attrs.frozen
class Take:
    count: int


@attrs.frozen
class Result:
    scores: tuple[Fraction, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return ()

    @property
    def ranking(self) -> tuple[int, ...]:
        return (0, 1)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@attrs.frozen
class Nim:
    """Take one to three; the points are half a point each, minus one, whoever takes."""

    ACTIONS: ClassVar[int] = 3

    heap: int
    to_move: int = 0
    players: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (0, 1)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def outcome(self) -> Result | None:
        return Result((Fraction(1, 2), Fraction(-1))) if self.is_over else None

    @property
    def legal_moves(self) -> tuple[Take, ...]:
        return tuple(Take(count) for count in range(1, min(3, self.heap) + 1))

    def is_legal(self, move: Take) -> bool:
        return move in self.legal_moves

    def apply(self, move: Take) -> Nim:
        if not self.is_legal(move):
            raise IllegalMoveError(f"{move.count} is too many", move, self, Why.TOO_MANY)
        return self.apply_unchecked(move)

    def apply_unchecked(self, move: Take) -> Nim:
        return Nim(self.heap - move.count, 1 - self.to_move)

    def move_text(self, move: Take) -> str:
        return str(move.count)

    def parse_move(self, text: str) -> Take:
        if not text.isdigit():
            raise InvalidMoveError(f"{text} is no number")
        move = Take(int(text))
        self.apply(move)
        return move

    def to_text(self) -> str:
        return f"{self.heap} {self.to_move}"

    @property
    def legal_actions(self) -> tuple[int, ...]:
        return tuple(map(self.action, self.legal_moves))

    def action(self, move: Take) -> int:
        return move.count - 1

    def move(self, action: int) -> Take:
        if action not in range(self.ACTIONS):
            raise InvalidMoveError(f"{action} is no action")
        return Take(action + 1)


@attrs.frozen
class NimRules(protocol.Ruleset[Nim, Take]):
    heap: int


def start(ruleset: protocol.Ruleset[Nim, Take], players: int) -> Nim:
    if not isinstance(ruleset, NimRules) or players != 2:
        raise NinetkaError("nim is for 2")
    return Nim(ruleset.heap)


def from_tags(tags: Mapping[str, str]) -> Nim:
    return Nim(int(tags["Heap"]))


def to_tags(state: Nim) -> dict[str, str]:
    return {"Heap": str(state.heap)}


NIM = protocol.Rules(
    "nim", "nim", NimRules, Nim, frozenset({"Heap"}), {"Heap": "5"}, start, from_tags, to_tags
)


@pytest.fixture(autouse=True)
def nim_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, NIM))


def test_play_undo_and_redo() -> None:
    game = Game.start(NimRules(5), players=2).apply(Take(3)).apply(Take(2))
    assert game.state.is_over
    assert game.undo().state == Nim(2, 1)
    assert game.undo().redo() == game
    with pytest.raises(IllegalMoveError, match="1 is too many"):
        game.apply(Take(1))


def test_records() -> None:
    game = Game.from_state(Nim(5), [Take(3), Take(2)])
    record = Record(game, {"First": "Ann"}, {1: "good"})
    text = record.to_text()
    assert text == (
        '[Game "nim"]\n[Heap "5"]\n[First "Ann"]\n[Result "1/2--1"]\n\n1. 3 {good} 2 1/2--1\n'
    )
    assert parse(text, NIM) == record
    (verdict,) = verify(io.StringIO(text.replace("3 {", "4 {")))
    assert str(verdict.error) == "game 1, line 6, ply 1, '4': 4 is too many"
    assert verdict.error is not None
    assert verdict.error.reason is Why.TOO_MANY
    (verdict,) = verify(io.StringIO(text.replace("1/2--1\n", "0--1\n")))
    assert str(verdict.error).endswith("is said to be '0--1', but the game gives 1/2--1")


def test_perft() -> None:
    assert perft(Nim(5), 2) == 8  # 3 after one is taken, 3 after two, 2 after three
    assert perft_by_move(Nim(2), 2) == {Take(1): 1, Take(2): 0}
