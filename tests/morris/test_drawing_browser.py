"""Pictures of the morris games and a replay page in a browser: every text can be read."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from support.browser import (
    AS_BUTTONS,
    NAMES,
    NEEDED,
    TELEPHONE,
    Box,
    Show,
    apart,
    inside,
    spoken,
    targets_hit,
)
from support.browser import show as show

from morris.games import whole_game
from ninetka.morris import MILLS, NINE_AM, Board, Ruleset, State
from ninetka.play.playouts import random_game
from ninetka.records import Record
from ninetka.web.replay import replay_page

pytestmark = [pytest.mark.long, *NEEDED]

RING = Board(60, [(at, at % 60 + 1, (at + 1) % 60 + 1) for at in range(1, 61, 2)])
STARTS = [
    State.start(MILLS),
    *(State.start(NINE_AM, players) for players in (3, 4, 5)),
    State.start(Ruleset("ring", {5: RING})),
]


def played(state: State, plies: int | None) -> State:
    """The state after some random moves, or at the end."""
    return random_game(state, Random(0), plies).state


BOXES = """return Array.from(document.querySelectorAll("svg"), svg => {
    const boxes = (root, what) => Array.from(root.querySelectorAll(what), each => {
        const box = each.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom];
    });
    const own = svg.getBoundingClientRect();
    return {
        picture: [own.left, own.top, own.right, own.bottom],
        coordinates: boxes(svg, ".coordinate"),
        fields: boxes(svg, ".field"),
        tokens: boxes(svg, ".token[data-place]"),
        head: boxes(svg, ".due, .column"),
        seats: Array.from(svg.querySelectorAll(".seat"), seat => [
            boxes(seat, ".box")[0],
            boxes(seat, ".token, .name, .hand, .pip:first-of-type, .cards, .score, .to-move, .won")
                .filter(box => box[0] < box[2]),
        ]),
    };
})"""


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_nothing_overlaps_on_a_telephone(show: Show, names: list[str], direction: str) -> None:
    states = [played(state, plies) for state in STARTS for plies in (0, 20, None)]
    driver = show(*(state.to_svg(names=names) for state in states), direction=direction)
    for state, found in zip(states, driver.execute_script(BOXES), strict=True):
        numbers = [digits(*box) for box in found["coordinates"]]
        seats = [tuple(box) for box, _ in found["seats"]]
        texts = numbers + [tuple(box) for box in found["head"]]
        assert len(numbers) == state.board.fields
        assert all(inside(box, tuple(found["picture"])) for box in texts + seats)
        assert all(apart(one, other) for one, other in combinations(texts + seats, 2))
        assert all(6 <= box[3] - box[1] <= 12 for box in numbers)
        for tokens in (found["tokens"], found["fields"]):
            assert all(inside(tuple(box), tuple(found["picture"])) for box in tokens)
            assert all(clear(number, tuple(box)) for number in numbers for box in tokens)
        for box, parts in found["seats"]:
            assert len(parts) >= 2
            assert all(inside(tuple(part), tuple(box)) for part in parts)
            assert all(apart(tuple(one), tuple(other)) for one, other in combinations(parts, 2))


def digits(left: float, top: float, right: float, bottom: float) -> Box:
    """What the digits of a text take up, which do not fill its box."""
    fifth = (bottom - top) / 5
    return left, top + fifth, right, bottom - fifth


def clear(text: Box, disc: Box) -> bool:
    """Whether a text leaves a disc free."""
    (left, top, right, bottom), (x, y, x2, y2) = text, disc
    middle_x, middle_y, radius = (x + x2) / 2, (y + y2) / 2, (x2 - x) / 2
    dx = max(left - middle_x, middle_x - right, 0)
    dy = max(top - middle_y, middle_y - bottom, 0)
    return dx * dx + dy * dy > radius * radius


@pytest.mark.parametrize("state", STARTS)
def test_a_click_hits_the_field_it_aims_at(show: Show, state: State) -> None:
    driver = show(played(state, 30).to_svg(targets=True, marks=["legal-moves"]))
    numbers = map(str, range(1, state.board.fields + 1))
    assert targets_hit(driver, 0.33) == {number: [number] * 3 for number in numbers}


def test_what_screen_readers_come_upon(show: Show) -> None:
    small = Ruleset("small", {2: Board(5, [(1, 2, 3), (3, 4, 5)])}, tokens=3)
    state = State.start(small).apply("2")
    assert ("image", "Board") in spoken(show(state.to_svg(title="Board")))
    heard = spoken(show(state.to_svg(title="Board", targets=True), AS_BUTTONS))
    assert ("group", "Board") in heard
    buttons = [name for role, name in heard if role == "button"]
    assert buttons == ["1, free", "2, token of Seat a", "3, free", "4, free", "5, free"]
    assert {role for role, _ in heard} == {"RootWebArea", "generic", "group", "button"}


GAME = whole_game(5, 0)


@pytest.mark.parametrize("width", [TELEPHONE, 1280])
def test_every_player_has_a_column_in_the_list_of_moves(
    show: Show, tmp_path: Path, width: int
) -> None:
    driver, page = show(), tmp_path / "replay.html"
    page.write_text(replay_page(Record(GAME)), "ascii")
    driver.get(page.as_uri())
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width == TELEPHONE},
    )
    boxes = driver.execute_script(
        """return [...document.querySelectorAll("#moves a")].slice(1).map(link => {
            const { left, top, height } = link.getBoundingClientRect();
            return [left, top, height];
        })"""
    )
    columns: dict[int, set[int]] = {}
    for state, (left, _, _) in zip(GAME.states, boxes, strict=False):
        columns.setdefault(int(state.to_move), set()).add(round(left))
    places = [columns[seat] for seat in sorted(columns)]
    assert all(len(each) == 1 for each in places)
    assert sorted(places, key=min) == places
    heights = {round(height) for _, _, height in boxes}
    assert max(heights) - min(heights) <= 1, "no move is broken into lines"
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    for removal, (_, top, _) in enumerate(boxes):
        if GAME.move_texts[removal].startswith("x"):
            assert top > boxes[removal - 1][1]
