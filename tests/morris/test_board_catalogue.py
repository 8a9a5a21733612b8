"""The boards of other mill games: their fields, lines and edges, names and places."""

from __future__ import annotations

from math import dist, hypot

import pytest

from morris.positions import symmetries
from ninetka import morris
from ninetka.morris import Board, Symmetry
from ninetka.morris.boards import (
    CROSSED_SQUARE,
    FIVE_ROWS,
    SQUARE,
    THREE_RINGS_WITH_DIAGONALS,
    TWO_RINGS,
    TWO_RINGS_WITH_CENTRE,
    WHEEL,
)

ALL = {
    "square": SQUARE,
    "crossed square": CROSSED_SQUARE,
    "two rings": TWO_RINGS,
    "two rings with centre": TWO_RINGS_WITH_CENTRE,
    "three rings with diagonals": THREE_RINGS_WITH_DIAGONALS,
    "wheel": WHEEL,
    "five rows": FIVE_ROWS,
}
EACH = pytest.mark.parametrize("board", ALL.values(), ids=[*ALL])


def steps(board: Board) -> int:
    """The number of pairs of neighbours."""
    return sum(len(board.neighbours(field)) for field in range(1, board.fields + 1)) // 2


def named(board: Board, name: str) -> set[str]:
    """The names of a field's neighbours."""
    return {board.name_of(near) for near in board.neighbours(board.fields_by_name[name])}


@pytest.mark.parametrize(
    ("name", "fields", "lines", "edges", "pairs"),
    [
        ("square", 9, 6, 0, 12),
        ("crossed square", 9, 8, 0, 16),
        ("two rings", 16, 8, 4, 20),
        ("two rings with centre", 17, 14, 0, 24),
        ("three rings with diagonals", 24, 20, 0, 40),
        ("wheel", 9, 4, 8, 16),
        ("five rows", 30, 38, 0, 49),
    ],
)
def test_m16_the_size_of_each(name: str, fields: int, lines: int, edges: int, pairs: int) -> None:
    """As in the tables of others; docs/morris/variants.md names them."""
    board = ALL[name]
    assert (board.fields, len(board.lines), len(board.edges)) == (fields, lines, edges)
    assert steps(board) == pairs


def test_m16_neighbours_by_name() -> None:
    assert named(SQUARE, "a3") == {"a2", "b3"}
    assert named(SQUARE, "b2") == {"a2", "b1", "b3", "c2"}
    assert named(CROSSED_SQUARE, "c1") == {"b1", "b2", "c2"}
    assert named(CROSSED_SQUARE, "b3") == {"a3", "b2", "c3"}
    assert named(TWO_RINGS, "c5") == {"a5", "c4", "e5"}
    assert named(TWO_RINGS, "b2") == {"b3", "c2"}
    assert named(TWO_RINGS_WITH_CENTRE, "c3") == {"b3", "c2", "c4", "d3"}
    assert named(THREE_RINGS_WITH_DIAGONALS, "b6") == {"a7", "b4", "c5", "d6"}
    assert named(WHEEL, "n") == {"c", "ne", "nw"}
    assert named(WHEEL, "c") == {"n", "ne", "e", "se", "s", "sw", "w", "nw"}
    assert named(FIVE_ROWS, "f5") == {"e5", "f4"}


@EACH
def test_lines_are_straight_and_evenly_spaced(board: Board) -> None:
    for line in board.lines:
        (x, y), (x2, y2), (x3, y3) = (board.places[field] for field in line)
        assert (x2 - x) * (y3 - y2) == pytest.approx((y2 - y) * (x3 - x2), abs=1e-6)
        assert (x2 - x, y2 - y) == pytest.approx((x3 - x2, y3 - y2), abs=1e-6)


@EACH
def test_boards_are_in_the_middle_and_as_large_as_can_be(board: Board) -> None:
    for axis in zip(*board.places.values(), strict=True):
        assert max(axis) == pytest.approx(-min(axis))
    if board is not THREE_RINGS_WITH_DIAGONALS:
        assert max(x for x, _ in board.places.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", [name for name in ALL if "rings with diag" not in name])
def test_fields_are_numbered_as_one_reads(name: str) -> None:
    board = ALL[name]
    if board is WHEEL:
        assert [*board.names.values()] == ["n", "ne", "e", "se", "s", "sw", "w", "nw", "c"]
        assert all(hypot(*place) == pytest.approx(1) for place in [*board.places.values()][:8])
        return
    places = [*board.places.values()]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    assert board.name_of(1)[0] == "a"
    assert board.name_of(board.fields)[1] == "1"


def test_the_seven_mens_board_has_lines_that_share_two_fields() -> None:
    board = TWO_RINGS_WITH_CENTRE
    lines = {"-".join(map(board.name_of, line)) for line in board.lines}
    assert {"a3-b3-c3", "b3-c3-d3", "c3-d3-e3"} <= lines
    assert len(board.lines_through(board.fields_by_name["c3"])) == 6


def test_twelve_mens_board_is_that_of_mills_and_four_lines() -> None:
    square = Board.rings(2)
    board = THREE_RINGS_WITH_DIAGONALS
    assert board.lines[:16] == square.lines
    assert (board.names, board.places) == (square.names, square.places)
    diagonals = {frozenset(map(board.name_of, line)) for line in board.lines[16:]}
    assert diagonals == {
        frozenset(line.split("-")) for line in ("a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3")
    }


@EACH
def test_nothing_is_nearer_than_two_neighbours(board: Board) -> None:
    apart = [
        dist(board.places[one], board.places[other])
        for one in board.places
        for other in board.places
        if one is not other
    ]
    joined = [
        dist(board.places[field], board.places[near])
        for field in board.places
        for near in board.neighbours(field)
    ]
    assert min(apart) == pytest.approx(min(joined))


def test_turning_mirroring_and_swapping_rings_keep_the_board_of_two_rings() -> None:
    found = symmetries(TWO_RINGS)
    assert len({tuple(each) for each in found}) == 16
    for each in found:
        Symmetry(field + 1 for field in each).check(TWO_RINGS)
    assert {Symmetry(field + 1 for field in each) for each in found} == {
        *morris.symmetries(TWO_RINGS)
    }


def test_the_number_of_symmetries_of_each() -> None:
    assert [len(morris.symmetries(board)) for board in ALL.values()] == [8, 8, 16, 8, 16, 16, 4]
