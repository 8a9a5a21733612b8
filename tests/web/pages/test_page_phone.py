"""Small screens: the board enlarged, the loupe under a finger, a page that stays where it is."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

DOTS = Game.start(kropki.STANDARD)
MILLS: Game[Any, Any] = Game.start(morris.MILLS)


def middle(page: PlayPage, place: str) -> dict[str, float]:
    point: dict[str, float] = page.js(
        """const { left, top, width, height } =
            targets.get(arguments[0]).getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };""",
        place,
    )
    return point


def touch(page: PlayPage, kind: str, *points: dict[str, float]) -> None:
    numbered = [{**point, "id": at} for at, point in enumerate(points)]
    given = {"type": kind, "touchPoints": numbered}
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", given)


@pytest.fixture(autouse=True)
def phone(page: PlayPage) -> Any:
    page.size(360, 740)
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_finger_aims_under_the_loupe(page: PlayPage) -> None:
    page.open(Record(DOTS))
    page.wait(lambda: page.js("return page.board.classList.contains('fine')"))
    touch(page, "touchStart", middle(page, "mm"))
    assert page.one("#loupe").is_displayed()
    touch(page, "touchMove", middle(page, "Fp"))
    aimed = page.js("return page.loupe.querySelector('.aimed').dataset.place")
    assert aimed == "Fp"
    touch(page, "touchEnd")
    page.shows(Record(DOTS.apply("Fp")))
    assert not page.one("#loupe").is_displayed()


def test_buttons_enlarge_the_board_and_two_fingers_move_it(page: PlayPage) -> None:
    page.open(Record(DOTS))
    page.wait(lambda: page.one("#view").is_displayed())
    width = page.one("#board svg").rect["width"]
    for _ in range(2):
        page.click("#zoom-in")
    assert page.one("#board svg").rect["width"] == pytest.approx(2.25 * width, rel=0.01)
    assert page.one("#board").rect["width"] == pytest.approx(width, rel=0.01)
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")
    scrolled = page.js("return page.board.scrollLeft")
    touch(page, "touchStart", {"x": 100, "y": 200}, {"x": 200, "y": 200})
    for x in (110, 120, 130):
        touch(page, "touchMove", {"x": x, "y": 200}, {"x": x + 100, "y": 200})
    touch(page, "touchEnd")
    assert page.js("return page.board.scrollLeft") < scrolled - 10
    assert page.position == DOTS.state.to_text()
    for _ in range(2):
        page.click("#zoom-out")
    assert page.one("#board svg").rect["width"] == pytest.approx(width, rel=0.01)


def text_size(page: PlayPage, pixels: int) -> None:
    """Set the size of text that the browser is told to show."""
    sizes = {"fontSizes": {"standard": pixels}}
    page.driver.execute_cdp_cmd("Page.setFontSizes", sizes)


def test_large_text_does_not_shrink_the_board(page: PlayPage) -> None:
    for width, height in ((360, 740), (1280, 800)):
        page.size(width, height)
        page.open(Record(Game.start(morris.MILLS)))
        before = page.one("#board svg").rect
        text_size(page, 64)
        after = page.one("#board svg").rect
        text_size(page, 16)
        assert min(after["width"], after["height"]) >= 0.99 * min(before["width"], before["height"])


def test_the_page_stays_where_it_is_while_moves_are_made(page: PlayPage) -> None:
    starts: list[Any] = [
        Game.start(NESTORGAMES).state,
        Game.start(attrs.evolve(morris.MILLS, tokens=4)).state,
    ]
    for start in starts:
        game = random_game(start, Random(3), 16)
        page.open(Record(Game.from_state(start)))
        page.js(
            """window.shifted = 0;
            new PerformanceObserver((list) => {
                for (const { value } of list.getEntries()) shifted += value;
            }).observe({ type: "layout-shift" });
            const frame = () => new Promise(requestAnimationFrame);
            return frame().then(frame);"""
        )
        ways = zip(game.states, game.moves, strict=False)
        page.play(*[state.places_of(move) for state, move in ways])
        assert page.js("return shifted") < 0.05


def test_on_its_side_all_but_the_board_moves_under_one_finger(page: PlayPage) -> None:
    page.size(740, 360)
    page.open(Record(MILLS.play("1 2")))
    boxes = """return [page.panel.scrollHeight - page.panel.clientHeight,
        page.board.getBoundingClientRect().top, document.documentElement.scrollWidth]"""
    before = page.js(boxes)
    page.js("page.noting.scrollIntoView({ block: 'end' })")
    assert page.js("return scrollY") > 0
    assert page.js(boxes) == before
    assert before[0] == 0
    assert before[2] == 740
    assert not page.one("#result").is_displayed()
    assert not page.one("#board .due").is_displayed()  # the page says it in the user's language


def test_buttons_keep_their_places_while_the_computer_thinks(page: PlayPage) -> None:
    places = "return [page.hint, page.undo].map((each) => each.getBoundingClientRect().left)"
    page.open(Record(MILLS), ["me", "easy"])
    before = page.js(places)
    with page.thinking():
        page.play(["1"])
        page.wait(lambda: page.one("#computer").is_displayed())
        assert page.js(places) == before
        assert page.one("#hint").get_attribute("aria-disabled") == "true"
        page.open(Record(MILLS))


def test_who_looks_back_has_the_board_and_the_steps_in_sight(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3")))
    bottom = "return page.forward.getBoundingClientRect().bottom"
    assert page.js(bottom) > 740
    page.js("return state.steps.show(1)")
    assert page.js("return page.board.getBoundingClientRect().top") >= 0
    assert page.js(bottom) <= 740
    page.click("#forward")
    page.wait(lambda: page.seen["place"] == "Ply 2 of 3")
    assert page.js("return scrollY") == 0
