"""Pictures of Kropki in a browser, as wide as a telephone: every text can be read."""

from __future__ import annotations

from itertools import combinations
from random import Random

import attrs
import pytest
from support.browser import AS_BUTTONS, NAMES, NEEDED, Show, apart, inside, spoken, targets_hit
from support.browser import show as show

from ninetka.kropki import STANDARD, TERRITORY, Ruleset, Start, State

pytestmark = [pytest.mark.long, *NEEDED]

SIZES = [(1, 1), (5, 5), (9, 3), (20, 20), (30, 30), (39, 32), (52, 52), (2, 52), (52, 2)]


def filled(columns: int, rows: int, seed: int = 1) -> State:
    """A finished game, with dots on all edges."""
    ruleset = attrs.evolve(STANDARD, columns=columns, rows=rows, start=Start.EMPTY)
    state, rng = State.start(ruleset), Random(seed)
    while not state.is_over:
        state = state.apply(str(rng.choice(state.free)))
    return state


BOXES = """return Array.from(document.querySelectorAll("svg"), svg => {
    const boxes = (root, what) => Array.from(root.querySelectorAll(what), each => {
        const box = each.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom];
    });
    const own = svg.getBoundingClientRect();
    return {
        picture: [own.left, own.top, own.right, own.bottom],
        coordinates: boxes(svg, ".coordinate"),
        dots: boxes(svg, ".dot[data-place]"),
        seats: Array.from(svg.querySelectorAll(".seat"), seat => [
            boxes(seat, ".box")[0],
            boxes(seat, ".dot, .letter, .score, .name, .to-move, .won"),
        ]),
    };
})"""


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_nothing_overlaps_on_a_telephone(show: Show, names: list[str], direction: str) -> None:
    states = [filled(columns, rows) for columns, rows in SIZES]
    states += [State.start(state.ruleset) for state in states]
    driver = show(*(state.to_svg(names=names) for state in states), direction=direction)
    for state, found in zip(states, driver.execute_script(BOXES), strict=True):
        coordinates = [tuple(box) for box in found["coordinates"]]
        dots = [tuple(box) for box in found["dots"]]
        boxes = [tuple(box) for box, _ in found["seats"]]
        assert len(dots) == len(state.dots)
        assert all(inside(box, tuple(found["picture"])) for box in coordinates + dots + boxes)
        assert all(apart(one, other) for one, other in combinations(coordinates + boxes, 2))
        assert all(apart(one, dot) for one in coordinates + boxes for dot in dots)
        assert all(8 <= box[3] - box[1] <= 30 for box in coordinates)
        for seat, (box, parts) in enumerate(found["seats"]):
            marked = state.to_move if state.outcome is None else state.outcome.winner
            count = 3 + (seat == marked) + bool(names and names[seat])
            assert len(parts) == count
            assert all(inside(tuple(part), tuple(box)) for part in parts)
            assert all(apart(tuple(one), tuple(other)) for one, other in combinations(parts, 2))


def test_a_click_hits_the_point_it_aims_at(show: Show) -> None:
    state = State.start(attrs.evolve(TERRITORY, columns=15, rows=12)).apply("cd")
    driver = show(state.to_svg(targets=True, marks=["legal-moves"]))
    assert targets_hit(driver, 0.45) == {
        str(point): [str(point)] * 3 for point in state.board.points
    }


def test_what_screen_readers_come_upon(show: Show) -> None:
    state = State.start(Ruleset("small", 3, 2)).apply("bb")
    assert ("image", "Board") in spoken(show(state.to_svg(title="Board")))
    heard = spoken(show(state.to_svg(title="Board", targets=True), AS_BUTTONS))
    buttons = ["aa, free", "ba, free", "ca, free", "ab, free", "bb, dot of x", "cb, free"]
    assert ("group", "Board") in heard
    assert [name for role, name in heard if role == "button"] == buttons
    assert {role for role, _ in heard} == {"RootWebArea", "generic", "group", "button"}
