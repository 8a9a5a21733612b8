"""Where the eight symmetries take points; that the game stays the same is law 5."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from ninetka.kropki import STANDARD, TERRITORY, AutomaticState, Board, Point, Start, State, Symmetry
from ninetka.play.playouts import random_game

CORNERS = {
    Symmetry.IDENTITY: "aa", Symmetry.ROTATE_90: "da", Symmetry.ROTATE_180: "cd",
    Symmetry.ROTATE_270: "ac", Symmetry.MIRROR_LEFT_RIGHT: "ca", Symmetry.MIRROR_TOP_BOTTOM: "ad",
    Symmetry.MIRROR_DIAGONAL: "aa", Symmetry.MIRROR_ANTIDIAGONAL: "dc",
}  # fmt: skip
"""Where the top left point of three columns and four rows goes."""


@pytest.mark.parametrize("symmetry", Symmetry)
def test_where_points_go(symmetry: Symmetry) -> None:
    board = attrs.evolve(TERRITORY, columns=3, rows=4).board
    turned = symmetry.board(board)
    assert symmetry.point(Point("aa"), board).name == CORNERS[symmetry]
    assert {symmetry.point(point, board) for point in board.points} == {*turned.points}


@pytest.mark.parametrize(("columns", "rows", "count"), [(4, 4, 8), (5, 3, 4), (1, 3, 4)])
def test_the_canonical_position_is_the_least_of_all_images(
    columns: int, rows: int, count: int
) -> None:
    start = State.start(attrs.evolve(TERRITORY, columns=columns, rows=rows))
    for state in random_game(start, Random(1)).states[::3]:
        images = [state.transform(each) for each in state.symmetries]
        assert len(images) == count
        least = min(image.dot_masks for image in images)
        assert [image.canonical()[0].dot_masks for image in images] == [least] * count


@pytest.mark.parametrize("symmetry", Symmetry)
def test_images_are_positions_as_they_would_be_read(symmetry: Symmetry) -> None:
    helped = attrs.evolve(STANDARD, start=Start.EMPTY, border=True)  # K22
    for ruleset in (TERRITORY, STANDARD, helped):
        start = State.start(attrs.evolve(ruleset, columns=5, rows=4))
        for state in random_game(start, Random(9)).states[::6]:
            image = state.transform(symmetry)
            read = State.from_text(image.to_text(), image.ruleset)
            assert image == read
            assert image.free_mask == read.free_mask
            assert [each.inside for each in image.regions] == [each.inside for each in read.regions]
            assert image.transform(symmetry.inverse) == state
            if isinstance(image, AutomaticState) and isinstance(read, AutomaticState):
                assert (image.closed_masks, image.links) == (read.closed_masks, read.links)


def test_a_region_keeps_what_it_encloses_on_the_board_it_was_drawn_on() -> None:
    (region,) = State.from_text("1x3/xox2/1x3 x territory x:abbccbbaab").regions
    ring = region.ring_on(Board.of(5, 3))
    assert region.ring_on(Board.of(9, 9)).board is Board.of(9, 9)
    assert region.ring_on(Board.of(5, 3)) is ring


def test_regions_decide_between_images_with_equal_dots() -> None:
    """Two regions side by side, drawn in either order."""
    left, right = "x:abbccbbaab", "x:cbdcebdacb"
    states = [
        State.from_text(f"1x1x1/xoxox/1x1x1 x territory {regions}")
        for regions in (f"{left},{right}", f"{right},{left}")
    ]
    assert states[0] != states[1]
    assert states[0].transform(Symmetry.MIRROR_LEFT_RIGHT) == states[1]
    assert states[0].canonical()[0] == states[1].canonical()[0]
