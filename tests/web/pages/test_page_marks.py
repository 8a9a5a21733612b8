"""Rings and arrows of the user's own: drawn by mouse, finger and keys, and kept in the record."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from support.browser import NEEDED, Keys
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, parse, verify

exceptions = pytest.importorskip("selenium.common.exceptions", reason="selenium is missing")
StaleElementReferenceException = exceptions.StaleElementReferenceException
pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)
KROPKI: Game[Any, Any] = Game.start(attrs.evolve(kropki.STANDARD, columns=39, rows=32))
SHIFT, ALT = 8, 1
SHAPES = """return Array.from(page.board.querySelectorAll(".own > g"), (each) =>
    `${each.getAttribute("class")} ${each.firstChild.localName}`)"""
MIDDLE = """const target = [...page.board.querySelectorAll(".target")].find(
        (each) => each.dataset.place === arguments[0]);
    const { x, y, width, height } = target.getBoundingClientRect();
    return [x + width / 2, y + height / 2]"""


def middle(page: PlayPage, place: str) -> dict[str, float]:
    return dict(zip("xy", page.js(MIDDLE, place), strict=True))


def drag(page: PlayPage, start: str, end: str, button: str = "right", modifiers: int = 0) -> None:
    held = {"button": button, "buttons": 2 if button == "right" else 1, "modifiers": modifiers}
    for kind, place in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
        event = {"type": kind, **held, "clickCount": 1, **middle(page, place)}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)


def swipe(page: PlayPage, start: str, end: str) -> None:
    for kind, places in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        points = [middle(page, place) for place in places]
        page.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )


def comments(page: PlayPage) -> dict[int, str]:
    text = page.record()
    assert [verdict.error for verdict in verify(io.BytesIO(text.encode()))] == [None]
    return dict(parse(text).comments)


def drawn(page: PlayPage) -> str | None:
    """What a screen reader is told of the drawings."""
    found = page.driver.find_elements("css selector", "#board .own")
    try:
        return found[0].accessible_name if found else None
    except StaleElementReferenceException:  # it is drawn anew
        return drawn(page)


@pytest.fixture
def drawing(page: PlayPage) -> Iterator[None]:
    page.js("page.draw.click()")
    assert page.one("#draw").get_attribute("aria-pressed") == "true"
    yield
    page.js("page.draw.click()")


@ON_BOTH_HOSTS
def test_arrows_and_rings_are_drawn_kept_and_erased(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2"), {}, {2: "Hm."}))
    drag(page, "1", "4")
    drag(page, "2", "2", modifiers=SHIFT)
    drag(page, "7", "8", modifiers=ALT)
    drag(page, "5", "5", modifiers=SHIFT | ALT)
    assert drawn(page) == "Drawn: red d6, yellow f6, green g7-g4, blue g1-f4"
    assert page.js(SHAPES) == [
        "ink-R circle", "ink-Y circle", "ink-G path", "ink-B path",
    ]  # fmt: skip
    assert page.one("#note").get_property("value") == "Hm."
    assert comments(page)[2] == "Hm. [%csl Rd6,Yf6] [%cal Gg7-g4,Bg1-f4]"
    page.shows(Record(MILLS.play("1 2"), {}, {2: "Hm."}))  # no move was made
    before = drawn(page)
    page.open(page.record())
    assert drawn(page) == before
    page.click("#back")
    page.wait(lambda: drawn(page) is None)
    page.click("#forward")
    page.wait(lambda: drawn(page) == before)
    drag(page, "1", "4", modifiers=SHIFT)  # in another colour
    assert "red g7-g4" in (drawn(page) or "")
    drag(page, "1", "4", modifiers=SHIFT)
    assert "g7-g4" not in (drawn(page) or "")
    x, y = page.js("const { x, y } = page.board.getBoundingClientRect(); return [x + 4, y + 4]")
    for kind in ("mousePressed", "mouseReleased"):
        event = {"type": kind, "button": "left", "clickCount": 1, "x": x, "y": y}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    assert drawn(page) is None
    assert comments(page) == {2: "Hm."}


def test_drawings_are_made_by_keys(page: PlayPage) -> None:
    page.open(Record(Game.start(NESTORGAMES)))
    page.focus('.target[data-place="C3"]')
    page.press("m")
    said = "From C3: press M here for a ring, elsewhere for an arrow."
    assert page.js("return page.spoken.textContent") == said
    page.press(Keys.ARROW_UP)
    page.press("m")
    assert page.js("return page.spoken.textContent") == "Drawn: green C3-C4"
    page.press("M", "M")
    page.press("m", Keys.ESCAPE, "M", held=Keys.SHIFT)
    assert drawn(page) == "Drawn: red C4, green C3-C4"
    assert comments(page) == {0: "[%csl RC4] [%cal GC3-C4]"}


def test_a_switch_lets_the_mouse_draw(page: PlayPage, drawing: None) -> None:
    page.open(Record(MILLS.play("1 2")))
    assert page.one("#pens").accessible_name == "Draw"
    assert page.one("#ink").accessible_name == "Colour"
    page.js("page.ink.value = 'B'")
    drag(page, "1", "4", "left")
    drag(page, "7", "7", "left")
    assert drawn(page) == "Drawn: blue g1, blue g7-g4"
    page.focus('.target[data-place="2"]')
    page.press(Keys.ENTER, Keys.ENTER)
    assert drawn(page) == "Drawn: blue g1, blue d6, blue g7-g4"
    page.shows(Record(MILLS.play("1 2")))
    page.click("#erase")
    assert drawn(page) is None
    assert page.js("return page.spoken.textContent") == "All drawings are erased."
    page.js("page.ink.value = 'G'")


def test_a_finger_draws_on_a_large_board(page: PlayPage, drawing: None) -> None:
    page.size(360, 740)
    page.open(Record(KROPKI.play("bb cc")))
    swipe(page, "kk", "nk")
    swipe(page, "tt", "tt")
    assert drawn(page) == "Drawn: green tt, green kk-nk"
    page.shows(Record(KROPKI.play("bb cc")))


def test_drawings_follow_their_moves_into_branches(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {}, {3: "so [%csl Ge5]"}))
    for _ in range(2):
        page.click("#undo")
    page.wait(lambda: page.text("#place") == "Ply 1 of 1")
    page.play(["5"])
    drag(page, "5", "6")
    record = parse(page.record())
    assert record.comments[2].startswith("[%cal G")
    (line,) = record.variations[2]
    assert line.comments == {2: "so [%csl Ge5]"}


def test_what_a_record_names_that_the_board_has_not_is_kept(page: PlayPage) -> None:
    text = "[%csl Gzz,Rg7] [%cal Xa-b] [%csl ] [%share 0.5]"
    page.open(Record(MILLS.play("1"), {}, {1: text}))
    assert page.js(SHAPES) == ["ink-R circle"]
    assert page.one("#note").get_property("value") == "[%cal Xa-b] [%csl ] [%share 0.5]"
    assert comments(page) == {1: "[%cal Xa-b] [%csl ] [%share 0.5] [%csl Gzz,Rg7]"}


def test_no_menu_covers_the_board(page: PlayPage) -> None:
    page.open(Record(MILLS))
    prevented = """const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
        return !page.board.querySelector(arguments[0]).dispatchEvent(event)"""
    assert page.js(prevented, ".target") is True
    assert page.js(prevented, "svg") is False
