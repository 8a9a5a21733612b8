"""Chains, what they enclose and when regions conflict, against plain geometry."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kropki.compare import pair_of
from kropki.naive import Naive, inside_of, tight_chain
from kropki.turns import all_chains
from ninetka.base.errors import NinetkaError
from ninetka.kropki import STANDARD, TERRITORY, Board, Place, Point, Region, Seat, State
from ninetka.kropki.board import LETTERS
from ninetka.kropki.chains import Chain, Ring, canonical, chain_of, chain_text, tight_numbers
from ninetka.kropki.moves import as_chain
from ninetka.kropki.regions import step_across, step_through

BOARD = Board.of(8, 7)
Cell = tuple[int, int]


@st.composite
def groups(draw: st.DrawFn) -> frozenset[Cell]:
    """Orthogonally connected points off the edge, holes and narrow necks among them."""
    rng = Random(draw(st.integers(0, 2**32)))
    size = draw(st.integers(1, 20))
    group = {(rng.randrange(1, 7), rng.randrange(1, 6))}
    while len(group) < size:
        column, row = rng.choice(sorted(group))
        across, down = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if 0 < column + across < 7 and 0 < row + down < 6:
            group.add((column + across, row + down))
    return frozenset(group)


def point(column: int, row: int) -> Point:
    return Point(LETTERS[column] + LETTERS[row])


def tight(group: frozenset[Cell]) -> Chain:
    mask = BOARD.mask_of(point(*cell) for cell in group)
    return chain_of(BOARD, tight_numbers(BOARD, mask))


def triangles(chain: Chain) -> frozenset[tuple[int, int]]:
    """Every square of the grid cut by both diagonals: the parts inside, by four times their middle.

    By casting a ray to the left, as the textbook has it.
    """
    edges = [
        (one.column * 4, one.row * 4, other.column * 4, other.row * 4)
        for one, other in zip(chain, chain[1:] + chain[:1], strict=True)
    ]
    middles = [
        (4 * column + x, 4 * row + y)
        for column in range(7)
        for row in range(6)
        for x, y in [(2, 1), (1, 2), (3, 2), (2, 3)]
    ]
    return frozenset((x, y) for x, y in middles if inside(x, y, edges))


def inside(x: int, y: int, edges: list[tuple[int, int, int, int]]) -> bool:
    crossings = 0
    for x1, y1, x2, y2 in edges:
        if (y1 > y) != (y2 > y):
            at = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            crossings += at < x
    return crossings % 2 == 1


@given(group=groups(), start=st.integers(0, 50), back=st.booleans())
def test_k4_what_a_chain_encloses(group: frozenset[Cell], start: int, back: bool) -> None:
    chain = tight(group)
    at = start % len(chain)
    written = chain[at:] + chain[:at]
    region = Region(Seat.SECOND, written[::-1] if back else written)
    assert region == Region(Seat.SECOND, chain)
    within = {point(*cell) for cell in inside_of(tuple(map(pair_of, chain)))}
    assert {point(*cell) for cell in group} <= region.inside == within
    ring = Ring.of(BOARD, chain)
    assert {*BOARD.points_of(ring.inside)} == within
    assert {*BOARD.points_of(ring.dots)} == {*chain}


RINGS = sorted(
    {
        canonical(tuple(point(*dot) for dot in chain))
        for chain in all_chains({(column, row) for column in range(4) for row in range(4)}, 6)
    },
    key=chain_text,
)
"""All rings of at most six dots in a corner of the board."""


@settings(max_examples=8 * settings().max_examples)
@given(one=st.sampled_from(RINGS), other=st.sampled_from(RINGS))
def test_k7_regions_conflict_unless_they_nest_or_are_apart(one: Chain, other: Chain) -> None:
    old = Region(Seat.FIRST, one)
    assume(not old.inside & {*other})  # those dots would be dead
    ring = Ring.of(BOARD, other)
    across = step_across(other, ring, old)
    conflict = across or step_through(other, ring, old)
    before, after = triangles(one), triangles(other)
    assert (conflict is None) == (before <= after or not before & after)


def test_k15_a_chain_is_written_counter_clockwise_from_its_leftmost_topmost_dot() -> None:
    assert chain_text(as_chain("dececfdgefde")) == "cecfdgefdece"
    assert chain_text(canonical(as_chain("bbcbdbdcddcdbdbcbb"))) == "bbbcbdcddddcdbcbbb"


@pytest.mark.parametrize("text", ["aaaa", "aaaaaa", "bacaba", "bacababa", "bacabadaba"])
def test_a_damaged_chain_reads_back(text: str) -> None:
    assert chain_text(as_chain(text)) == text
    assert as_chain(as_chain(text)) == as_chain(text)


def test_k15_moves_that_differ_in_how_chains_are_written_are_equal() -> None:
    move = Place("de", ["cecfdgefdece"])
    assert move == Place(Point("de"), [tuple(map(Point, ("ef", "dg", "cf", "ce", "de")))])
    assert hash(move) == hash(Place("de", ["dgefdececfdg"]))
    assert str(move) == "de.cecfdgefdece"
    assert repr(move) == "Place('de', ['cecfdgefdece'])"
    assert repr(Place("jk")) == "Place('jk')"
    two = ["cecfdgefdece", "fegffgeffe"]
    assert Place("de", two) != Place("de", two[::-1])


def test_k14_points() -> None:
    assert Point("aZ").row == 51
    assert Point("Za").column == 51
    assert Point("de") is Point("de")
    assert Point("de").index == 52 * 4 + 3
    assert repr(Point("de")) == "Point('de')"


def test_a_region_is_of_a_ring() -> None:
    with pytest.raises(NinetkaError, match="abacadab is not a ring of dots"):
        Region(Seat.FIRST, "abacad")
    assert str(Region(Seat.SECOND, "cdbccbdc")) == "o:bccddccbbc"


def test_k1_the_cross_is_in_the_middle() -> None:
    start = attrs.evolve(STANDARD, columns=5, rows=4).first_dots
    assert [Board.of(5, 4).points_of(own) for own in start] == [
        (Point("bb"), Point("cc")),
        (Point("cb"), Point("bc")),
    ]
    assert TERRITORY.first_dots == (0, 0)


def test_the_middle_of_a_step_along_the_edge_is_inside_of_nothing() -> None:
    board = Board.of(5, 5)
    ring = Ring.of(board, as_chain("baabacbdcddcdbcacbbbba"))
    one, other = (board.numbers[Point(name).index] for name in ("ba", "ca"))
    assert not ring.contains_middle(one, other)
    one, other = (board.numbers[Point(name).index] for name in ("ac", "bd"))
    assert not ring.contains_middle(one, other)


@given(groups())
def test_k10_the_tight_chain_as_the_page_on_the_rules_walks_it(group: frozenset[Cell]) -> None:
    page = (Path(__file__).parents[2] / "docs/kropki/rules.md").read_text("utf-8")
    program = page.partition("```python\ndef tight_chain")[2].partition("\n\n\n")[0]
    names: dict[str, Any] = {}
    exec(f"def tight_chain{program}", names)
    walked = "".join(LETTERS[x] + LETTERS[y] for x, y in names["tight_chain"]({*group}))
    chain = tight(group)
    assert chain_text(chain) == walked + walked[:2]
    assert canonical(chain) == chain


@pytest.mark.parametrize("seed", range(settings().max_examples))
def test_k10_the_tight_chain_is_within_every_other_around_its_group(seed: int) -> None:
    rng = Random(f"tight {seed}")
    points = [(column, row) for column in range(5) for row in range(6)]
    wall = {*rng.sample(points, rng.randint(8, 15))}
    game = Naive.setup(5, 6, True, dict.fromkeys(wall, 0), 1)
    for group in filter(None, (game.closed_group(point, 0) for point in points)):
        inside = inside_of(tight_chain(group, wall))
        assert group <= inside
        for chain in all_chains(wall):
            assert inside <= inside_of(chain) or not group <= inside_of(chain)


@pytest.mark.parametrize(("columns", "rows"), [(5, 4), (7, 9)])
def test_regions_of_one_board_drawn_on_another(columns: int, rows: int) -> None:
    text = "4/1xx1/xoox/1xx1 x territory x:acbdcddccbbbac"
    setup = State.from_text(text).to_setup()
    ruleset = attrs.evolve(setup.ruleset, columns=columns, rows=rows)
    larger = State.from_setup(attrs.evolve(setup, ruleset=ruleset))
    assert larger.scores == (2, 0)
    assert larger.owner_of("bc") is larger.owner_of("cc") is Seat.FIRST
    assert larger.free == tuple(point for point in larger.board.points if point not in larger.dots)
