"""Numbers that Python does not write, or that are none, are refused by calls.

What fields of values take is in test_fields.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, nan
from typing import Any, TypeAlias

import pytest

from ninetka import NESTORGAMES, NINE, Game, NinetkaError, Setup, State, kropki, morris
from ninetka.kropki import KROPKI
from ninetka.morris import MILLS, MORRIS
from ninetka.play.perft import perft, perft_by_move
from ninetka.players import Search, parse_player
from ninetka.protocol.endings import Ending, EndingKind
from ninetka.records import Record, parse

LONG = 10**5000
STATES: dict[str, Any] = {
    "9tka": State.start(),
    "automatic": kropki.State.start(),
    "declared": kropki.State.start(kropki.TERRITORY),
    "Mills": morris.State.start(MILLS),
}
METHODS = (
    "move", "planes", "stones_left", "mills", "token_at", "connected_mills", "owner_of", "is_dead",
    "apply", "move_text", "action", "undo", "legal_chains", "check_chain",
)  # fmt: skip
BOARD = morris.Board.rings(2)
GAME = Game.start(kropki.TERRITORY)
RECORD = Record(Game.start(NESTORGAMES))


Call: TypeAlias = Callable[[Any], object]


def calls_of(game: str, state: Any) -> Iterator[tuple[str, Call]]:
    for name in METHODS:
        if hasattr(state, name):
            yield f"{game} {name}", getattr(state, name)
    yield f"{game} start", lambda n: type(state).start(state.ruleset, n)
    yield f"{game} Game.start", lambda n: Game.start(state.ruleset, n)
    yield f"{game} Game.play", lambda n: Game.from_state(state).play([n])
    yield f"{game} size", lambda n: state.to_svg(size=n)
    yield f"{game} last move", lambda n: state.to_svg(last_move=n)
    yield f"{game} last move on a board", lambda n: state.to_board(last_move=n)
    yield f"{game} mark", lambda n: state.to_svg(marks=[n])
    yield f"{game} perft", lambda n: perft(state, -abs(n))
    yield f"{game} perft by move", lambda n: perft_by_move(state, -abs(n))


def beginning(entry: Any, option: str, tag: str) -> Iterator[tuple[str, Call]]:
    yield f"{entry.name} {option}", lambda n: entry.begin(**{option: n})
    yield f"{entry.name} {tag}", lambda n: entry.begin({tag: n})


def calls() -> Iterator[tuple[str, Call]]:
    for game, state in STATES.items():
        yield from calls_of(game, state)
    for entry in (NINE, KROPKI, MORRIS):
        for option, each in entry.options.items():
            yield from beginning(entry, option, each.tag)
    yield "arrow", lambda n: STATES["9tka"].to_svg(arrows=[(n, n)])
    yield "resign", GAME.resign
    yield "time out", GAME.time_out
    yield "ending", lambda n: Ending(EndingKind.TIME, n)
    yield "field", morris.Field
    yield "size", lambda n: kropki.Board.of(n, 5)
    yield "rings", morris.Board.rings
    yield "line", lambda n: morris.Board(3, [(1, 2, n)])
    for name in ("neighbours", "lines_through", "name_of", "index_of"):
        yield name, getattr(BOARD, name)
    yield "seat to move", lambda n: Setup({}, n)
    yield "token", lambda n: morris.Setup({n: morris.Seat.FIRST}, (9, 9))
    yield "player", RECORD.player
    yield "seconds", lambda n: Search(seconds=n)
    yield "player by name", lambda n: parse_player(f"mc:{'9' * 5000}")
    start = f'"start": {{"Players": {"9" * 5000}}}'
    yield "JSON", lambda n: parse(f'{{"format": "ninetka-record/1", "game": "9tka", {start}}}')


@pytest.mark.parametrize("number", [LONG, -LONG], ids=["long", "negative"])
def test_a_very_long_number_is_refused_with_a_sentence(number: int) -> None:
    for name, call in calls():
        try:
            call(number)
        except NinetkaError as error:
            assert 0 < len(str(error)) < 500, name
        else:
            pytest.fail(f"{name} takes it")


@pytest.mark.parametrize("depth", [1.5, 2.0, nan, inf, True, "2", None])
def test_a_depth_that_is_not_a_whole_number_is_refused(depth: Any) -> None:
    for count in (perft, perft_by_move):
        with pytest.raises(NinetkaError, match=r"^a depth (by move )?is a whole number"):
            count(State.start(), depth)


@pytest.mark.parametrize("seat", [nan, inf, -inf, 0.0, 1.5, True, "x", -1])
def test_a_seat_that_is_not_a_whole_number_cannot_end_a_game(seat: Any) -> None:
    for end in (GAME.resign, GAME.time_out):
        with pytest.raises(NinetkaError):
            end(seat)
