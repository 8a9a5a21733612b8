"""The codes of the moves that are offered where chains are declared."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ninetka.base.errors import InvalidMoveError
from ninetka.kropki import DeclaredState, Place, Ruleset
from ninetka.protocol.compiled import kernel_for

RING = DeclaredState.from_text("1x2/xox1/1x2/4 x ring -", Ruleset("ring", 4, 4))
"""A ring around a dot."""


def test_codes_are_those_of_dots_alone_and_then_with_chains() -> None:
    moves, codes = RING.some_moves, RING.offered_actions
    assert RING.action_count == 32
    assert [*codes] == sorted(codes)
    assert [RING.move(code) for code in codes] == [*moves]
    assert codes[0] == 0
    assert RING.move(16) == Place("aa", ["abbccbbaab"])


def test_chains_with_a_dot_that_cannot_be_placed_are_illegal() -> None:
    assert not RING.is_legal(RING.move(17))
    assert not RING.is_legal(RING.move(1))


@pytest.mark.parametrize("code", [-1, 32])
def test_other_numbers_are_no_codes(code: int) -> None:
    with pytest.raises(InvalidMoveError, match=f"^{code} is not an action: actions are 0 to 31$"):
        RING.move(code)


def test_without_chains_none_are_offered() -> None:
    start = DeclaredState.start(Ruleset("ring", 4, 4))
    with pytest.raises(InvalidMoveError, match=r"^no chains are offered with a dot on aa$"):
        start.move(16)


def test_there_is_a_kernel_where_numba_is() -> None:
    assert (kernel_for(RING) is not None) == (find_spec("numba") is not None)
