"""Where the eight symmetries take points; that the game stays the same is law 5."""

from __future__ import annotations

import attrs
import pytest

from ninetka.kropki import TERRITORY, Point, Symmetry

CORNERS = {
    Symmetry.IDENTITY: "aa",
    Symmetry.ROTATE_90: "da",
    Symmetry.ROTATE_180: "cd",
    Symmetry.ROTATE_270: "ac",
    Symmetry.MIRROR_LEFT_RIGHT: "ca",
    Symmetry.MIRROR_TOP_BOTTOM: "ad",
    Symmetry.MIRROR_DIAGONAL: "aa",
    Symmetry.MIRROR_ANTIDIAGONAL: "dc",
}
"""Where the top left point of three columns and four rows goes."""


@pytest.mark.parametrize("symmetry", Symmetry)
def test_where_points_go(symmetry: Symmetry) -> None:
    board = attrs.evolve(TERRITORY, columns=3, rows=4).board
    turned = symmetry.board(board)
    assert symmetry.point(Point("aa"), board).name == CORNERS[symmetry]
    assert {symmetry.point(point, board) for point in board.points} == {*turned.points}
