"""Where fields, lines and numbers are in pictures of any board."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, dist, pi, remainder
from xml.etree.ElementTree import Element

import attrs
import pytest

from morris.arranged import SQUARE, mills
from morris.games import SMALL, start
from morris.picture import Point, drawn, numbers, of_class, places, radius_of
from ninetka.morris import MILLS, Board, Field, Ruleset, State

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


@PLAYERS
def test_fields_are_where_the_board_has_them(players: int) -> None:
    board = Board.rings(players)
    found = places(drawn(start(players)))
    assert set(found) == set(board.places)
    one, other = Field(1), Field(10 * players)
    scale = dist(found[one], found[other]) / dist(board.places[one], board.places[other])
    for field, (x, y) in found.items():
        right, below = board.places[field][0] - board.places[one][0], board.places[field][1]
        expected = (
            found[one][0] + scale * right,
            found[one][1] + scale * (below - board.places[one][1]),
        )
        assert (x, y) == pytest.approx(expected, abs=0.2)
    assert min(dist(*pair) for pair in combinations(found.values(), 2)) >= 21.9


def test_fields_without_places_are_on_a_circle() -> None:
    found = places(drawn(State.start(SMALL)))
    center = sum(x for x, _ in found.values()) / 9, sum(y for _, y in found.values()) / 9
    assert found[Field(1)][0] == pytest.approx(center[0], abs=0.1)
    assert found[Field(1)][1] < center[1]
    assert len({round(dist(center, place)) for place in found.values()}) == 1
    ring = [found[Field(number)] for number in (*range(1, 10), 1)]
    assert len({round(dist(*pair)) for pair in pairwise(ring)}) == 1
    assert found[Field(2)][0] > center[0]


EDGED = State.start(mills(Board(9, SQUARE.lines, edges=[(1, 5), (5, 9), (3, 5), (5, 7)])))


@pytest.mark.parametrize("state", [*map(start, (2, 3, 4, 5)), State.start(SMALL), EDGED])
def test_lines_lead_from_field_to_field(state: State) -> None:
    shown = drawn(state)
    (path,) = of_class(shown, "lines")
    strokes = [numbers(stroke) for stroke in path.get("d", "").split("M")[1:]]
    where = {place: field for field, place in places(shown).items()}
    found = [[where[each[0], each[1]] for each in zip(*[iter(s)] * 2)] for s in strokes]  # noqa: B905
    assert [tuple(line) for line in found] == [*state.board.lines, *state.board.edges]


def boxes(shown: Element) -> dict[str, tuple[float, float, float, float]]:
    """What the numbers take up, if digits and letters are 0.6 of their font's size wide."""
    found = {}
    for each in of_class(shown, "coordinate"):
        size, text = float(each.get("font-size", "")), each.text or ""
        x, base = float(each.get("x", "")), float(each.get("y", ""))
        half = 0.3 * size * len(text)
        found[text] = x - half, base - 0.72 * size, x + half, base
    return found


def far(point: Point, box: tuple[float, float, float, float]) -> float:
    """How far a point is from a box."""
    (x, y), (left, top, right, bottom) = point, box
    return dist((0, 0), (max(left - x, x - right, 0), max(top - y, y - bottom, 0)))


@PLAYERS
@pytest.mark.parametrize("marks", [[], ["numbers"]])
def test_numbers_stand_beside_their_fields(players: int, marks: list[str]) -> None:
    state = start(players)
    shown = drawn(state, marks=marks)
    found, where = boxes(shown), places(shown)
    width, height = numbers(shown.get("viewBox"))[2:]
    texts = {str(field) if marks else state.board.name_of(field): field for field in where}
    assert found.keys() == texts.keys()
    radius = middle_radius(state)
    for text, box in found.items():
        away = {field: far(place, box) for field, place in where.items()}
        assert min(away, key=lambda field: away[field]) is texts[text]
        assert all(each > radius for each in away.values())
        nearest = min(away.values())  # with no room left for a longer name
        assert state.board.names or nearest == pytest.approx(1.3 * radius, abs=0.1)
        assert box[0] > 0
        assert box[1] > 0
        assert box[2] < width
        assert box[3] < height
    for (left, top, right, bottom), other in combinations(found.values(), 2):
        assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
    sizes = {float(each.get("font-size", "")) for each in of_class(shown, "coordinate")}
    assert min(sizes) * 360 / width >= 9  # pixels on a telephone
    assert not of_class(drawn(state, coordinates=False), "coordinate")


SCATTERED = {
    1: (0.25, 0), 2: (0.25, -0.75), 3: (1, 0.75), 4: (0.5, -1), 5: (0.5, -0.5), 6: (0.25, -0.25),
    7: (0.75, 0.75), 8: (1, 1), 9: (0.25, -0.5),
}  # fmt: skip
ANYHOW = Board(9, SQUARE.lines, places=SCATTERED)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        *((Board.rings(n), [0] * 6 * n + [2] * 2 * n + [0] * 4 * n) for n in (2, 3, 4, 5)),
        (ANYHOW, [0, 0, 1, 0, 3, 0, 1, 0, 1]),
    ],
    ids=["2", "3", "4", "5", "scattered"],
)
def test_numbers_stand_outward_but_where_lines_and_other_fields_are_near(
    board: Board, expected: list[int]
) -> None:
    """Inward on the inner ring; by how many sixteenths of a turn they are aside."""
    shown = drawn(State.start(Ruleset("any", {2: board}, tokens=3)))
    where, found = places(shown), boxes(shown)
    outer, between, inner = board.ring_fields or (tuple(where), (), ())
    middle_x, middle_y = (sum(axis) / len(where) for axis in zip(*where.values(), strict=True))
    aside = []
    for field in (*outer, *between[1::2], *between[::2], *inner):
        (x, y), (left, top, right, bottom) = where[field], found[board.name_of(field)]
        outward = atan2(y - middle_y, x - middle_x) + pi * (field in inner)
        turn = atan2((top + bottom) / 2 - y, (left + right) / 2 - x) - outward
        aside.append(abs(round(16 * remainder(turn, 2 * pi) / (2 * pi))))
    assert aside == expected


def test_boards_fill_the_picture() -> None:
    radius = 16
    for state in (*map(start, (2, 3)), State.start(SMALL)):
        across = [x for x, _ in places(drawn(state, coordinates=False)).values()]
        assert min(across) == pytest.approx(400 - max(across), abs=0.2)
        assert radius < min(across) < 1.5 * radius
    shown = drawn(State.start(Ruleset("any", {2: ANYHOW}, tokens=3)), legend=False)
    across, down = map(list, zip(*places(shown).values(), strict=True))
    assert min(across) == pytest.approx(400 - max(across), abs=0.2)
    assert min(down) == pytest.approx(400 - max(down), abs=1)
    assert numbers(shown.get("viewBox"))[2:] == [400, 400]


def middle_radius(state: State) -> float:
    """Of tokens in a picture of the same board."""
    return radius_of(drawn(state.apply("1")))


def test_numbers_on_crowded_boards_can_be_read() -> None:
    lines = [(at, at % 99 + 1, (at + 1) % 99 + 1) for at in range(1, 100, 2)]
    state = State.start(Ruleset("ring", {5: Board(99, lines)}))
    shown = drawn(state)
    found = boxes(shown)
    assert found.keys() == {*map(str, range(1, 100))}
    for (left, top, right, bottom), other in combinations(found.values(), 2):
        assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
    width, height = numbers(shown.get("viewBox"))[2:]
    assert width > 400
    size = float(of_class(shown, "coordinate")[0].get("font-size", ""))
    assert size * 360 / width >= 9
    assert size == round(size, 1) != round(size)
    assert middle_radius(state) == round(middle_radius(state), 1)
    across, down = zip(*places(shown).values(), strict=True)
    assert min(across) == pytest.approx(min(down), abs=0.5)
    assert max(across) == pytest.approx(width - min(across), abs=0.5)
    (head,) = of_class(shown, "head")
    assert head.get("transform", "").endswith(f"scale({width / 400:g})")
    tops = [numbers(each.get("transform"))[1] for each in of_class(shown, "seat")]
    for upper, lower in pairwise(tops):
        assert lower - upper == pytest.approx(28 * width / 400, abs=0.1)
    assert 0 < height - tops[-1] - 24 * width / 400 < 24


def test_boards_that_differ_in_places_alone() -> None:
    turned = {number: ((number - 5) / 4, (number % 2) / 2) for number in range(1, 10)}
    boards = SQUARE, Board(9, SQUARE.lines, places=turned)
    assert boards[0] == boards[1]
    one, other = (
        places(drawn(State.start(Ruleset("any", {2: board}, tokens=3)))) for board in boards
    )
    assert one != other
    assert other[Field(5)][0] == pytest.approx((other[Field(1)][0] + other[Field(9)][0]) / 2)


def test_boards_that_differ_in_names_alone() -> None:
    square = Board.rings(2)
    for names in (square.names, {}, {1: "top"}):
        board = Board(24, square.lines, names=names, places=square.places)
        state = State.start(attrs.evolve(MILLS, boards={2: board}))
        texts = of_class(drawn(state), "coordinate")
        assert {each.text for each in texts} == {board.name_of(field) for field in range(1, 25)}
