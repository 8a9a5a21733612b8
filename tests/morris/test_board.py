"""Boards: rings (M1), their numbers and names (M2), those of other games, and any (M16)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import cos, dist, hypot, pi

import attrs
import pytest

from morris.arranged import after, at, mills, texts
from morris.naive import rings
from ninetka.base.errors import NinetkaError
from ninetka.morris import Board, Field, Put, State, Symmetry, symmetries
from ninetka.morris.board import (
    CROSSED_SQUARE,
    FIVE_ROWS,
    SQUARE,
    THREE_RINGS_WITH_DIAGONALS,
    TWO_RINGS,
    TWO_RINGS_WITH_CENTRE,
    WHEEL,
)

FIVE = (
    "56 1 4 7 57 10 13 16 58 19 22 25 59 28 31 34 60 37 40 43",
    "2 5 8 47 11 14 17 48 20 23 26 49 29 32 35 50 38 41 44 46",
    "51 3 6 9 52 12 15 18 53 21 24 27 54 30 33 36 55 39 42 45",
)
"""Each ring of the board for five, from a side's middle round the board (M2)."""
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def numbers(board: Board) -> set[frozenset[int]]:
    return {frozenset(field.number for field in line) for line in board.lines}


def steps(board: Board) -> int:
    """The number of pairs of neighbours."""
    return sum(len(board.neighbours(field)) for field in range(1, board.fields + 1)) // 2


@PLAYERS
def test_m2_the_boards_and_their_numbers(players: int) -> None:
    board = Board.rings(players)
    fields, lines, _ = rings(players)
    assert (board.fields, numbers(board)) == (fields, {*map(frozenset, lines)})
    assert (fields, len(lines), steps(board)) == (12 * players, 8 * players, 16 * players)
    assert all(len(board.lines_through(field)) == 2 for field in range(1, fields + 1))
    found = [[field.number for field in ring] for ring in board.ring_fields]
    assert Board.rings(players, found) == board
    if players == 5:
        assert [" ".join(map(str, ring)) for ring in found] == [*FIVE]


def test_m2_mills_that_the_original_text_names() -> None:
    lines = numbers(Board.rings(5))
    assert {frozenset((1, 4, 7)), frozenset((7, 57, 10)), frozenset((52, 11, 57))} <= lines


def test_m2_names_for_two() -> None:
    board = Board.rings(2)
    rows = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3",
            "b2 d2 f2", "a1 d1 g1"]  # fmt: skip
    columns = ["a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5",
               "f2 f4 f6", "g1 g4 g7"]  # fmt: skip
    named = {
        frozenset(board.fields_by_name[name] for name in line.split()) for line in rows + columns
    }
    assert named == {frozenset(line) for line in board.lines}
    assert board.name_of(23) == "d7"
    assert board.fields_by_name["a1"] == Field(10)
    assert Board.rings(3).name_of(23) == "23"


def test_m2_rings_with_other_numbers() -> None:
    outer, middle, inner = ([field.number for field in ring] for ring in Board.rings(3).ring_fields)
    board = Board.rings(3, [inner, middle, outer])
    assert numbers(board) == numbers(Board.rings(3))
    assert board.ring_fields[0][0] == Field(31)
    swapped = [[{1: 2, 2: 1}.get(number, number) for number in ring]
               for ring in (outer, middle, inner)]  # fmt: skip
    assert Board.rings(3, swapped) != Board.rings(3)
    assert frozenset((34, 2, 25)) in numbers(Board.rings(3, swapped))


@pytest.mark.parametrize(("players", "inner"), [(2, 0.333), (3, 0.373), (4, 0.413), (5, 0.453)])
def test_m1_the_rings_are_regular_and_within_each_other(players: int, inner: float) -> None:
    board = Board.rings(players)
    for ring, size in zip(board.ring_fields, (1, (1 + inner) / 2, inner), strict=True):
        places = [board.places[field] for field in ring]
        assert places[0] == pytest.approx((0, -size * cos(pi / players / 2)), abs=0.001)
        assert places[1][0] > 0
        for side in range(0, 4 * players, 2):
            (x, y), middle, (x2, y2) = places[side - 1], places[side], places[side + 1]
            assert middle == pytest.approx(((x + x2) / 2, (y + y2) / 2))
            assert dist((0, 0), (x2, y2)) == pytest.approx(size, abs=0.001)


def test_m6_neighbours_are_consecutive_in_a_line() -> None:
    board = Board(5, [(4, 1, 5), (2, 3, 4)])
    assert board.neighbours(4) == (Field(1), Field(3))
    assert board.neighbours(5) == (Field(1),)
    assert Board(5, [(1, 2, 3), (4, 3, 5)]).neighbours(3) == (Field(2), Field(4), Field(5))


def test_m16_edges_join_neighbours_that_share_no_line() -> None:
    board = Board(6, [(1, 2, 3)], edges=[(3, 4), (4, 5), (5, 6), (1, 3)])
    assert board.neighbours(3) == (Field(1), Field(2), Field(4))
    assert board.neighbours(5) == (Field(4), Field(6))
    assert board.lines_through(4) == ()
    assert board == Board(6, [(1, 2, 3)], edges=[(3, 4), (4, 5), (5, 6), (1, 3)])
    assert board != Board(6, [(1, 2, 3)], edges=[(3, 4), (4, 5), (5, 6), (1, 4)])
    assert attrs.evolve(Board.rings(2), edges=[(1, 5)]).ring_fields == ()


def test_m16_lines_may_be_long_and_share_fields() -> None:
    board = Board(6, [(1, 2, 3, 4), (2, 3, 4, 5), (1, 5, 6)])
    assert board.neighbours(4) == (Field(3), Field(5))
    assert board.lines_through(2) == board.lines[:2]


def test_m16_only_all_fields_of_a_line_make_a_mill() -> None:
    board = Board(8, [(1, 2, 3, 4), (6, 7, 8)], edges=[(5, 6), (4, 5)])
    state = after(State.start(mills(board)), "1 6 2 7 3")
    assert state.mills(0) == ()
    assert after(state, "5 4").mills(0) == board.lines[:1]
    assert texts(at("aaaa.bbb 0/0 0/0 0 a move", mills(board))) == ["4-5"]


def test_only_rings_has_rings() -> None:
    rings = Board.rings(2)
    assert [len(ring) for ring in rings.ring_fields] == [8, 8, 8]
    same = Board(24, rings.lines)
    assert (same == rings, same.ring_fields) == (True, ())
    assert attrs.evolve(rings, lines=[*rings.lines, (1, 5, 3)]).ring_fields == ()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Board(2, [(1, 2, 3)]), "a board has 3 to 99 fields, not 2"),
        (lambda: Board(100, [(1, 2, 3)]), "a board has 3 to 99 fields, not 100"),
        (lambda: Board(3, [(1, 2, 4)]), "field 4 is not on the board: fields are 1 to 3"),
        (lambda: Board(4, [(1, 2, 3)]), "field 4 is in no line and no edge"),
        (lambda: Board(3, [], edges=[(1, 2), (2, 3)]), "a board has at least one line"),
        (lambda: Board(3, [(1, 2, 3), (1, 3, 2)]), "two lines of the board have the same fields"),
        (lambda: Board(4, [(1, 2, 2)]),
         "a line has three fields or more, all different, as in 1-4-7, not '1-2-2'"),
        (lambda: Board(4, [(1, 2)]),
         "a line has three fields or more, all different, as in 1-4-7, not '1-2'"),
        (lambda: Board(4, [(1, 2, 3)], edges=[(3, 4, 1)]),
         "an edge has two different fields, as in 1-4, not '3-4-1'"),
        (lambda: Board(4, [(1, 2, 3)], edges=[(4, 4)]),
         "an edge has two different fields, as in 1-4, not '4-4'"),
        (lambda: Board(4, [(1, 2, 3)], edges=[(3, 5)]),
         "field 5 is not on the board: fields are 1 to 4"),
        (lambda: Board(4, [(1, 2, 3)], edges=[(3, 4), (2, 1)]),
         "2-1 cannot be an edge: these fields are neighbours already, by a line or by another "
         "edge"),
        (lambda: Board(4, [(1, 2, 3)], edges=[(3, 4), (4, 3)]),
         "4-3 cannot be an edge: these fields are neighbours already, by a line or by another "
         "edge"),
        (lambda: Board(3, [(1, 2, 3)], names={1: "x1"}),
         "a field's name is of lower-case letters and digits, begins with a letter other than x, "
         "and is used once, as in a1, not 'x1'"),
        (lambda: Board(3, [(1, 2, 3)], names={1: "a", 2: "a"}),
         "a field's name is of lower-case letters and digits, begins with a letter other than x, "
         "and is used once, as in a1, not 'a'"),
        *(
            (partial(Board, 3, [(1, 2, 3)], places=places),
             "places are given for all fields or for none: two numbers from -1 to 1 each, and no "
             "two places closer than 0.03")
            for places in (
                {1: (0, 0), 2: (1, 1)},
                {1: (0, 0), 2: (1, 1), 4: (1, 0)},
                {1: (0, 0), 2: (1, 1), 3: (0, 1.1)},
                {1: (0, 0), 2: (1, 1), 3: (-1.1, 0)},
                {1: (0, 0), 2: (1, 1), 3: (0.02, 0)},
                {1: (0, 0), 2: (1, 1), 3: (float("nan"), 0)},
            )
        ),
        (lambda: Symmetry([2, 1]).move(Put(3)), "field 3 is not on the board: fields are 1 to 2"),
        (lambda: Board.rings(6), "boards of rings are for 2 to 5 players, not 6"),
        (lambda: Board.rings(2, [[1, 2], [3], []]),
         "for 2 players there are three rings of 8 different fields"),
        (lambda: Board.rings(2, [range(1, 9), range(1, 9), range(9, 17)]),
         "for 2 players there are three rings of 8 different fields"),
        (lambda: Field(100), "100 is not a field: fields are 1 to 99"),
        (lambda: Field(0), "0 is not a field: fields are 1 to 99"),
    ],
)  # fmt: skip
def test_boards_and_fields_that_cannot_be(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        make()
    assert str(caught.value) == sentence


@pytest.mark.parametrize("ask", [Board.neighbours, Board.lines_through, Board.index_of])
def test_fields_that_a_board_does_not_have(ask: Callable[[Board, int], object]) -> None:
    with pytest.raises(NinetkaError, match="field 25 is not on the board: fields are 1 to 24"):
        ask(Board.rings(2), 25)


def test_the_most_fields_and_the_nearest_places() -> None:
    assert Board(99, [(at, at + 1, at + 2) for at in range(1, 98)]).neighbours(99) == (Field(98),)
    places = {1: (0.0, 0.0), 2: (0.03, 0.0), 3: (-1.0, 1.0)}
    assert Board(3, [(1, 2, 3)], places=places).places == {Field(n): p for n, p in places.items()}


# Boards of other mill games

ALL = {
    "square": SQUARE, "crossed square": CROSSED_SQUARE, "two rings": TWO_RINGS,
    "two rings with centre": TWO_RINGS_WITH_CENTRE,
    "three rings with diagonals": THREE_RINGS_WITH_DIAGONALS, "wheel": WHEEL,
    "five rows": FIVE_ROWS,
}  # fmt: skip
EACH = pytest.mark.parametrize("board", ALL.values(), ids=[*ALL])


def named(board: Board, name: str) -> set[str]:
    """The names of a field's neighbours."""
    return {board.name_of(near) for near in board.neighbours(board.fields_by_name[name])}


@pytest.mark.parametrize(
    ("name", "fields", "lines", "edges", "pairs", "images"),
    [
        ("square", 9, 6, 0, 12, 8),
        ("crossed square", 9, 8, 0, 16, 8),
        ("two rings", 16, 8, 4, 20, 16),
        ("two rings with centre", 17, 14, 0, 24, 8),
        ("three rings with diagonals", 24, 20, 0, 40, 16),
        ("wheel", 9, 4, 8, 16, 16),
        ("five rows", 30, 38, 0, 49, 4),
    ],
)
def test_m16_the_size_of_each(
    name: str, fields: int, lines: int, edges: int, pairs: int, images: int
) -> None:
    """As in the tables of others; docs/morris/variants.md names them."""
    board = ALL[name]
    assert (board.fields, len(board.lines), len(board.edges)) == (fields, lines, edges)
    assert (steps(board), len(symmetries(board))) == (pairs, images)


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
def test_boards_are_drawn_evenly_and_as_large_as_can_be(board: Board) -> None:
    places = board.places
    for line in board.lines:
        (x, y), (x2, y2), (x3, y3) = (places[field] for field in line)
        assert (x2 - x, y2 - y) == pytest.approx((x3 - x2, y3 - y2), abs=1e-6)
    for axis in zip(*places.values(), strict=True):
        assert max(axis) == pytest.approx(-min(axis))
    if board is not THREE_RINGS_WITH_DIAGONALS:  # whose corners are as far away
        assert max(x for x, _ in places.values()) == pytest.approx(1)
    joined = [dist(places[at], places[near]) for at in places for near in board.neighbours(at)]
    apart = [dist(one, other) for one, other in combinations(places.values(), 2)]
    assert min(apart) == pytest.approx(min(joined))


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


def test_twelve_mens_board_is_that_of_mills_and_four_lines() -> None:
    square = Board.rings(2)
    board = THREE_RINGS_WITH_DIAGONALS
    assert board.lines[:16] == square.lines
    assert (board.names, board.places) == (square.names, square.places)
    diagonals = {frozenset(map(board.name_of, line)) for line in board.lines[16:]}
    assert diagonals == {
        frozenset(line.split("-")) for line in ("a7-b6-c5", "g7-f6-e5", "g1-f2-e3", "a1-b2-c3")
    }
