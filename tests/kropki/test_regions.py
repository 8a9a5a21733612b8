"""Regions by themselves."""

from __future__ import annotations

import attrs
import pytest

from ninetka.kropki import TERRITORY, Point, Region, Ruleset, Seat, State

POSITION = "4/1xx1/xoox/1xx1 x territory x:acbdcddccbbbac"


def sized(columns: int, rows: int) -> Ruleset:
    return attrs.evolve(TERRITORY, columns=columns, rows=rows)


def test_a_region_as_python_writes_it() -> None:
    region = Region(Seat.SECOND, "bccddccbbc")
    assert repr(region) == "Region(Seat.SECOND, 'bccddccbbc')"
    assert eval(repr(region)) == region


@pytest.mark.parametrize("size", [(5, 4), (7, 9)])
def test_regions_of_one_board_drawn_on_another(size: tuple[int, int]) -> None:
    state = State.from_text(POSITION, sized(4, 4))
    assert state.scores == (2, 0)
    setup = attrs.evolve(state.to_setup(), ruleset=sized(*size))
    larger = State.from_setup(setup)
    assert larger.scores == (2, 0)
    assert larger.owner_of(Point("bc")) is larger.owner_of(Point("cc")) is Seat.FIRST
    assert larger.free == tuple(point for point in larger.board.points if point not in larger.dots)
