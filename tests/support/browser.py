"""Replay pages and pictures in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from ninetka import Move, Seat, State
from ninetka.nine.board import SQUARES
from ninetka.records import Record
from support.waiting import PATIENCE

WHY = "selenium, which drives the browser, is not installed"
webdriver = pytest.importorskip("selenium.webdriver", reason=WHY)
Keys = pytest.importorskip("selenium.webdriver.common.keys", reason=WHY).Keys
Service = pytest.importorskip("selenium.webdriver.chrome.service", reason=WHY).Service
Wait = pytest.importorskip("selenium.webdriver.support.ui", reason=WHY).WebDriverWait

BROWSER = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), ""
)
DRIVER = shutil.which("chromedriver") or ""
NEEDED = [
    pytest.mark.skipif(not BROWSER, reason="there is no Chromium here"),
    pytest.mark.skipif(not DRIVER, reason="there is no chromedriver here"),
]

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --disable-dev-shm-usage --window-size=1280,720"""


def chrome(profile: Path, **logs: str) -> Any:
    """A browser with an empty profile, and what it is to log: `performance="ALL"`."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", logs)
    service = Service(DRIVER, log_output=subprocess.DEVNULL)
    driver = webdriver.Chrome(options=options, service=service)
    driver.set_script_timeout(100)  # less than the 120 seconds for which selenium waits
    return driver


ELEMENTS = """const page = Object.fromEntries(
    Array.from(document.querySelectorAll("[id]"), (each) => [each.id, each]));
"""
STONES = """Object.fromEntries(
    Array.from(document.querySelectorAll("#board g.stone[data-place]"),
    stone => [stone.dataset.place, stone.getAttribute("class").split(" ")[1]]))"""
SEEN = f"""{{
    stones: {STONES},
    place: page.place.innerText,
    score: page.score.innerText,
    move: page.move.innerText,
    comment: page.comment.innerText,
    slider: page.slider.value,
    most: page.slider.max,
    current: Array.from(document.querySelectorAll("[aria-current=step]"), link => link.hash),
    disabled: Array.from(document.querySelectorAll("[aria-disabled=true]"), each => each.id),
}}"""


def stones_of(state: State) -> dict[str, str]:
    """The stones of a state, by square."""
    placed = {str(square): state.stone_at(square) for square in SQUARES}
    return {square: str(stone) for square, stone in placed.items() if stone is not None}


@attrs.frozen
class Tab:
    """A page in the browser."""

    driver: Any

    def js(self, code: str, *given: Any) -> Any:
        """What a script gives, in which `page` has the elements of the page by their ids."""
        return self.driver.execute_script(ELEMENTS + code, *given)

    def one(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        return str(self.one(selector).text)

    def click(self, selector: str) -> None:
        self.one(selector).click()

    def press(self, *keys: str, held: str = "") -> None:
        chain = webdriver.ActionChains(self.driver, duration=0)
        if held:
            chain.key_down(held)
        chain.send_keys(*keys)
        if held:
            chain.key_up(held)
        chain.perform()

    def focus(self, selector: str) -> None:
        self.driver.execute_script("document.querySelector(arguments[0]).focus()", selector)

    def wait(self, condition: Callable[[], bool]) -> None:
        Wait(self.driver, PATIENCE, poll_frequency=0.02).until(lambda _: condition())


@attrs.frozen
class Page(Tab):
    """A page that replays a record, or several of which that is the one shown."""

    path: Path
    record: Record[State, Move]
    prefix: str = "#"
    """What its addresses begin with: `#game=3&` if there are several games."""

    def go(self, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get(f"{self.path.as_uri()}{fragment}")

    @property
    def ply(self) -> int:
        found = re.fullmatch(r"Ply (\d+) of (\d+)", self.text("#place"))
        assert found is not None
        return int(found[1])

    @property
    def address(self) -> str:
        return str(self.js("return location.hash"))

    def shows(self, ply: int) -> None:
        """Assert that what can be seen is the library's state at a ply."""
        state = self.record.game.states[ply]
        last = self.record.game.ply
        seen = self.js(f"return {SEEN}")
        assert seen["place"] == f"Ply {ply} of {last}"
        assert seen["stones"] == stones_of(state)
        points = [f"{Seat(seat)} {each}" for seat, each in enumerate(state.scores)]
        assert seen["score"] == " \u00b7 ".join(points)
        assert seen["move"] == ["Start", *self.record.game.move_texts][ply]
        assert seen["comment"] == self.record.comments.get(ply, "")
        assert (seen["slider"], seen["most"]) == (str(ply), str(last))
        assert seen["current"] == [f"{self.prefix}ply={ply}"]
        ends = {"first": 0, "back": 0, "forward": last, "last": last}
        assert seen["disabled"] == [name for name, end in ends.items() if ply == end]


Box = tuple[float, float, float, float]
Show = Callable[..., Any]
TELEPHONE = 360


NAMES = {
    "wide": ["W" * 30, "\u5c71\u7530\u592a\u90ce\u5c71\u7530\u592a\u90ce\u5c71\u7530"],
    "short": ["Anna", "@%" * 20],
    "one": ["", "\u0645\u062d\u0645\u062f"],
    "none": [],
}
"""Names of two players, of all widths."""
AS_BUTTONS = """<script>for (const each of document.querySelectorAll('.target')) {
    each.setAttribute('role', 'button'); each.setAttribute('tabindex', '0'); }</script>"""
"""Makes the targets of a picture the controls of a page."""


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Puts pictures on a page as wide as a telephone, and gives the browser."""
    driver = chrome(tmp_path_factory.mktemp("profile"))
    page: Path = tmp_path_factory.mktemp("page") / "pictures.html"

    def shown(*pictures: str, direction: str = "ltr") -> Any:
        page.write_text(
            f"<!doctype html><html dir={direction}><meta charset=utf-8>"
            f"<div style='width: {TELEPHONE}px'>{''.join(pictures)}</div>",
            "utf-8",
        )
        driver.get(page.as_uri())
        return driver

    yield shown
    driver.quit()


def targets_hit(driver: Any, part: float) -> dict[str, list[str]]:
    """By target: what a click hits in its middle, and at a part of its width to both sides."""
    script = """const [share] = arguments, hits = {};
        for (const target of document.querySelectorAll(".target")) {
            target.scrollIntoView({block: "center"});
            const box = target.getBoundingClientRect(), part = share * box.width;
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            hits[target.dataset.place] = [0, -part, part].map(
                (by) => document.elementFromPoint(x + by, y + by)?.dataset.place);
        }
        return hits;"""
    found: dict[str, list[str]] = driver.execute_script(script, part)
    return found


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def inside(one: Box, other: Box) -> bool:
    return all(a >= b for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b for a, b in zip(one[2:], other[2:], strict=True)
    )


def spoken(driver: Any) -> list[tuple[str, str]]:
    """Role and name of all that a screen reader comes upon."""
    driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]
