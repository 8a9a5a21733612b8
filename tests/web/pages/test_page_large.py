"""Text that is enlarged, and boards whose labels stay large enough to be read."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.browser import NEEDED
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

STARTS: dict[str, Game[Any, Any]] = {
    "9tka": Game.start(NESTORGAMES),
    "Kropki, 39 x 32": Game.start(kropki.STANDARD),
    "9AM": Game.start(morris.NINE_AM),
    "Mills": Game.start(morris.MILLS),
}
LABELS = """
return [...page.board.firstChild.querySelectorAll("text:not(.due)")].map((label) => {
    const { display, fontSize } = getComputedStyle(label);
    const { left, right, top, bottom } = label.getBoundingClientRect();
    const size = parseFloat(fontSize) * label.getScreenCTM().a;
    const isShown = display !== "none";
    return { size, isShown, isName: label.matches(".coordinate"), box: [left, top, right, bottom] };
});"""
OUTSIDE = """
const [root] = arguments;
return [...document.querySelectorAll(`${root} *`)].filter((each) => each.checkVisibility()
    && !each.closest("svg, .heard, #moves") && each.getBoundingClientRect().right > innerWidth + 1
).map((each) => each.id || each.className || each.tagName);"""
"""What is cut off at the side."""


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
@pytest.mark.parametrize("name", STARTS)
def test_labels_are_large_enough_at_any_size(
    page: PlayPage, name: str, size: tuple[int, int]
) -> None:
    page.size(*size)
    page.open(Record(random_game(STARTS[name].state, Random(1), 20)))
    for _ in range(3):
        labels = page.js(LABELS)
        shown = [label for label in labels if label["isShown"]]
        assert min(label["size"] for label in shown) >= 13.99
        assert len([label for label in shown if label["isName"]]) >= 20
        if page.one("#view").is_displayed():
            page.click("#zoom-in")


def test_where_there_is_no_room_there_are_fewer_labels(page: PlayPage) -> None:
    page.size(1280, 800)
    page.open(Record(STARTS["9AM"]))
    assert all(label["isShown"] for label in page.js(LABELS))
    page.size(360, 740)
    page.wait(lambda: not all(label["isShown"] for label in page.js(LABELS)))
    boxes = [each["box"] for each in page.js(LABELS) if each["isShown"] and each["isName"]]
    for at, (left, top, right, bottom) in enumerate(boxes):
        middles = [((other[0] + other[2]) / 2, (other[1] + other[3]) / 2) for other in boxes[:at]]
        assert not [x for x, y in middles if left < x < right and top < y < bottom]


@pytest.mark.parametrize(
    ("width", "height", "pixels"), [(360, 740, 64), (1280, 800, 64), (320, 200, 16)]
)
def test_nothing_is_cut_off_at_400_percent(
    page: PlayPage, width: int, height: int, pixels: int
) -> None:
    page.open(Record(random_game(STARTS["Mills"].state, Random(1), 30)))
    sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)
    page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")
    assert page.js(OUTSIDE, "main") == []
    for menu in ("about", "seating", "library", "files", "settings"):
        page.js("page.more.open = true; page[arguments[0]].open = true;", menu)
        assert page.js("return document.documentElement.scrollWidth <= innerWidth"), menu
        assert page.js(OUTSIDE, "main") == []
    for dialog in ("start", "learn"):
        page.js("page[arguments[0]].showModal()", dialog)
        fits = "return page[arguments[0]].scrollWidth <= page[arguments[0]].clientWidth"
        assert page.js(fits, dialog)
        assert page.js(OUTSIDE, f"#{dialog}") == []
        page.js("page[arguments[0]].close()", dialog)
    page.driver.execute_cdp_cmd("Page.setFontSizes", {"fontSizes": {"standard": 16}})


def test_marks_are_seen_in_forced_colours(page: PlayPage) -> None:
    features = [{"name": "forced-colors", "value": "active"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page.open(Record(Game.start(morris.MILLS).play("d6 a1 f6 a4 b6")))
    stroke = """const probe = document.createElement("i");
        probe.style.color = arguments[1];
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        const marked = page.board.querySelector(arguments[0]);
        return getComputedStyle(marked).stroke === wanted;"""
    page.js("highlight('picked', [...targets.keys()].slice(0, 1))")
    assert page.js(stroke, ".picked", "Highlight")
    fills = page.js(
        """return [...page.board.querySelectorAll(".token")].map((token) =>
            getComputedStyle(token.firstElementChild).fill);"""
    )
    assert len({*fills}) == 2  # tokens keep the colours of their owners
