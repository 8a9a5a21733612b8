"""The library against the naive rules, ply by ply through random games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from kropki.compare import declare_side_by_side, play_side_by_side

GAMES = settings().max_examples
SMALL = [(1, 1), (1, 5), (2, 2), (3, 3), (3, 4), (4, 3), (5, 5), (7, 6), (6, 9), (10, 10)]


@pytest.mark.parametrize("automatic", [False, True], ids=["territory", "standard"])
@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_small_boards(size: tuple[int, int], automatic: bool) -> None:
    for number in range(max(2, GAMES // 10)):
        play_side_by_side(Random(f"{size} {automatic} {number}"), automatic, size)


@pytest.mark.parametrize("automatic", [False, True], ids=["territory", "standard"])
@pytest.mark.parametrize("size", [(20, 20), (39, 32), (52, 3)], ids=["20x20", "39x32", "52x3"])
def test_large_boards(size: tuple[int, int], automatic: bool) -> None:
    play_side_by_side(Random(f"{size} {automatic}"), automatic, size, most=4 * GAMES)


def test_chains_where_there_are_many() -> None:
    for number in range(4 * GAMES):
        declare_side_by_side(Random(f"chains {number}"), attempts=20)
