"""Moves as players call them: a dot, and `stop` with the chains that they declare (K5)."""

from __future__ import annotations

import pytest

from ninetka import InvalidMoveError
from ninetka.kropki import IllegalMoveError, Place, Reason, State

TWO = "1x1x3/xoxox2/1x1x3/7/7/7/7 x territory -"
"""Two rings that share the dot on cb, both closed."""
ONE = "7/2x4/1xox3/7/7/7/7 x territory -"
"""One ring, which a dot on cd closes."""


@pytest.mark.parametrize(
    ("position", "text", "meant"),
    [
        (ONE, "cd stop", "cd.bccddccbbc"),
        (ONE, " cd  STOP 1\n", "cd.bccddccbbc"),
        (ONE, "cd stop all", "cd.bccddccbbc"),
        (ONE, "cd stop dccbbccddc", "cd.bccddccbbc"),
        (TWO, "gg stop 1", "gg.abbccbbaab"),
        (TWO, "gg stop 2", "gg.cbdcebdacb"),
        (TWO, "gg stop 2 1", "gg.cbdcebdacb.abbccbbaab"),
        (TWO, "gg stop All", "gg.abbccbbaab.cbdcebdacb"),
        (TWO, "gg", "gg"),
    ],
)
def test_k15_what_is_called(position: str, text: str, meant: str) -> None:
    state = State.from_text(position)
    assert str(state.parse_move(text)) == meant
    assert state.apply(text) == state.apply(meant)


@pytest.mark.parametrize(
    ("position", "text", "said"),
    [
        (ONE, "aa stop", "there is no chain to declare with aa: place the dot alone"),
        (TWO, "gg stop",
         "say which chain you mean: with gg you can declare 1 abbccbbaab, 2 cbdcebdacb; write gg "
         "stop 1, or gg stop all"),
        (TWO, "gg stop 1 3",
         "'3' is not one of the chains: with gg you can declare 1 abbccbbaab, 2 cbdcebdacb; write "
         "gg stop 1, or gg stop all"),
        (TWO, "gg stop 1 one", "'one' is not one of the chains: "),
        (TWO, "gg stop 1 2 1", "chain 1 can be declared only once"),
        (ONE, "cd stop 0", "'0' is not one of the chains: with cd you can declare 1 bccddccbbc; "),
        (ONE, "cd stop bccddc", "the chain 'bccddc' is not closed: "),
        (ONE, "stop", "'stop' is not a move: "),
        (ONE, "c1 stop", "'c1 stop' is not a move: "),
        (ONE, "cd stopper", "'cd stopper' is not a move: "),
    ],
)  # fmt: skip
def test_calls_that_are_not_understood(position: str, text: str, said: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.from_text(position).parse_move(text)
    assert str(caught.value).startswith(said)


def test_where_captures_are_automatic_nobody_calls() -> None:
    state = State.from_text(ONE.replace("territory", "standard"))
    with pytest.raises(InvalidMoveError, match="'cd stop' is not a move"):
        state.parse_move("cd stop")


def test_a_call_with_an_illegal_dot() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        State.from_text(ONE).parse_move("cb stop")
    assert caught.value.reason is Reason.POINT_TAKEN
    assert caught.value.move == Place("cb")


def test_long_chains_are_shown_in_short() -> None:
    ring = "1xxxxxx/xo4ox/1xxxxxx/8/xox5/1x6/1x6/8 x territory -"
    state = State.from_text(ring.replace("1xxxxxx/", "1xxxxxx1/"))
    with pytest.raises(InvalidMoveError, match=r"1 .{20}… \(\d+ dots\)|2 .{20}… \(\d+ dots\)"):
        state.parse_move("bd stop")
