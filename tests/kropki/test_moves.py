"""The moves that states list or offer are sequences, made when they are asked for."""

from __future__ import annotations

from importlib.util import find_spec

import attrs
import pytest

from ninetka.base.errors import IllegalMoveError, InvalidMoveError
from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    DeclaredState,
    Place,
    Region,
    Ruleset,
    Seat,
)
from ninetka.protocol.compiled import kernel_for

RULESET = attrs.evolve(STANDARD, columns=5, rows=4)
CLOSED = "5/2x2/1xox1/2x2/5/5 o territory -"
"""One ring is closed, and o is to move."""
RING = DeclaredState.from_text("1x2/xox1/1x2/4 x ring -", Ruleset("ring", 4, 4))
"""A ring around a dot."""


def test_legal_moves_are_a_sequence() -> None:
    state = AutomaticState.start(RULESET).apply("aa")
    moves = state.legal_moves
    listed = [Place(point) for point in state.free]
    assert list(moves) == listed
    assert len(moves) == len(listed) == 15
    assert [moves[at] for at in range(-15, 15)] == listed + listed
    assert moves[2:-3:4] == tuple(listed[2:-3:4])
    assert moves[0] is Place("ba") or moves[0] == Place("ba")
    assert all(move in moves for move in listed)
    assert Place("aa") not in moves
    assert Place("ba", ["bacbbcabba"]) not in moves
    assert repr(moves) == repr(tuple(listed))
    for beyond in (15, -16):
        with pytest.raises(IndexError, match="there are only 15 moves"):
            moves[beyond]
    again = AutomaticState.start(RULESET).apply("aa").legal_moves
    assert (moves, hash(moves)) == (again, hash(again))
    other = AutomaticState.start(RULESET).legal_moves
    taller = AutomaticState.start(attrs.evolve(RULESET, rows=5)).apply("aa").legal_moves
    assert moves not in (other, taller, tuple(moves))
    assert hash(moves) != hash(other)


def test_declared_games_offer_dots_alone_and_with_what_is_closed_already() -> None:
    state = DeclaredState.from_text(CLOSED)
    assert list(state.some_moves) == [Place(point) for point in state.free]  # not the ring of x
    state = state.apply("aa")
    offered, free = list(state.some_moves), state.free
    assert offered == [Place(point) for point in free] + [
        Place(point, ["bccddccbbc"]) for point in free
    ]
    assert all(map(state.is_legal, offered))
    assert state.some_moves[-2:] == tuple(offered[-2:])
    assert state.some_moves[-1] == offered[-1]
    assert repr(state.some_moves) == repr(tuple(offered))


def test_codes_are_those_of_dots_alone_and_then_with_chains() -> None:
    moves, codes = RING.some_moves, RING.offered_actions
    assert RING.action_count == 32
    assert [*codes] == sorted(codes)
    assert [RING.move(code) for code in codes] == [*moves]
    assert codes[0] == 0
    assert RING.move(16) == Place("aa", ["abbccbbaab"])
    assert not RING.is_legal(RING.move(1))
    assert not RING.is_legal(RING.move(17))
    assert [RING.action(move) for move in moves] == [*codes]
    compiled = find_spec("numpy") and (find_spec("numba") or find_spec("wasmtime"))
    assert (kernel_for(RING) is not None) == (compiled is not None)


def test_chains_that_a_dot_itself_closes_have_no_code() -> None:
    state = DeclaredState.from_text("1x2/xo2/1x2/4 x ring -", RING.ruleset)
    move = Place("cb", state.legal_chains("cb"))
    assert move.chains
    with pytest.raises(IllegalMoveError, match=r"^cb\S* is legal, but not offered here, so it has"):
        state.action(move)
    with pytest.raises(IllegalMoveError, match="ba is taken"):
        state.action(Place("ba"))


@pytest.mark.parametrize(
    ("state", "code", "said"),
    [
        (RING, -1, "-1 is not an action: actions are 0 to 31"),
        (RING, 32, "32 is not an action: actions are 0 to 31"),
        (DeclaredState.start(RING.ruleset), 16, "no chains are offered with a dot on aa"),
    ],
)
def test_numbers_that_are_not_codes(state: DeclaredState, code: int, said: str) -> None:
    with pytest.raises(InvalidMoveError, match=f"^{said}$"):
        state.move(code)


def test_reprs_can_be_pasted() -> None:
    board = TERRITORY.board
    assert repr(board) == "Board.of(30, 30)"
    assert repr(DeclaredState.from_text(CLOSED)) == f"State.from_text({CLOSED!r})"
    assert repr(Region(Seat.SECOND, "bccddccbbc")) == "Region(Seat.SECOND, 'bccddccbbc')"
