"""The first board of the built page, which is there before Python is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import canonicalize

import pytest
from support.browser import NEEDED, Tab, chrome
from support.built_page import built_page, served
from support.play_page import CLICK

from ninetka import server

pytestmark = [*NEEDED, pytest.mark.long]

HELD = """
const Real = Worker;
window.held = [];
window.Worker = class {
    sent = [];
    constructor(...given) { this.given = given; held.push(this); }
    postMessage(message) {
        if (this.real) this.real.postMessage(message);
        else this.sent.push(message);
    }
    terminate() { this.real?.terminate(); }
    release() {
        this.real = new Real(...this.given);
        this.real.onmessage = (event) => this.onmessage(event);
        this.real.onerror = (event) => this.onerror(event);
        this.sent.forEach((message) => this.real.postMessage(message));
    }
};
window.shifted = 0;
new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
        shifted += hadRecentInput ? 0 : value;
    }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Holds Python back until it is released; adds up how much the layout shifts."""
FIRST = {
    "9tka": "E5",
    "Kropki": "dd",
    "9AM": "1",
    "Mills": "4",
}


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    """The page without Python, at a first visit."""
    with served(built_page()) as address:
        driver = chrome(tmp_path / "profile", browser="ALL")
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HELD})
        driver.get(address)
        yield Tab(driver)
        log = driver.get_log("browser")
        driver.quit()
    assert log == []


def answered(method: str, params: Any) -> Any:
    request = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
    return json.loads(server.answer(json.dumps(request)) or "")["result"]


@pytest.mark.parametrize("game", FIRST)
def test_a_game_can_be_begun_before_python_is_there(tab: Tab, game: str) -> None:
    tab.wait(lambda: tab.one("#start").is_displayed())
    tab.click(f'[data-game="{game}"]')
    tab.wait(lambda: bool(tab.js("return page.position.value && !page.start.open")))
    tab.wait(lambda: game in tab.driver.title)
    position = tab.js("return page.position.value")
    marks = {"marks": ["legal-moves", *(["legal-chains"] if game == "Kropki" else [])]}
    names = {"names": ["You", *["Computer, easy"] * (2 if game == "9AM" else 1)]}
    here = {"game": game, "position": position}
    drawn = answered("svg", {**here, **marks, **names, "targets": True})["svg"]
    shown = tab.js(
        """const board = page.board.cloneNode(true);
        for (const target of board.querySelectorAll(".target")) {
            for (const name of ["role", "tabindex"]) target.removeAttribute(name);
        }
        for (const label of board.querySelectorAll("text")) {
            label.removeAttribute("style");
            label.classList.remove("crowded");
        }
        board.firstChild.removeAttribute("preserveAspectRatio");
        return new XMLSerializer().serializeToString(board.firstChild);"""
    )
    assert canonicalize(shown) == canonicalize(drawn)
    place = FIRST[game]
    tab.js(f"{CLICK} click(arguments[0])", place)
    assert tab.js("return page.board.querySelector('.planned').dataset.place") == place
    assert tab.js("return page.position.value") == position
    tab.js("held.forEach((worker) => worker.release())")
    tab.wait(lambda: bool(tab.js("return page.position.value") != position))
    tab.wait(lambda: tab.js("return page.slider.max") != "0")
    click = answered("click", {**here, "places": [place]})
    assert tab.js("return page.moves.querySelectorAll('a')[1].textContent") == click["move"]


def test_the_click_before_python_is_there_can_be_changed(tab: Tab) -> None:
    tab.wait(lambda: tab.one("#start").is_displayed())
    tab.click("#close-start")
    tab.wait(lambda: bool(tab.js("return page.position.value")))
    planned = "return [...page.board.querySelectorAll('.planned')].map((it) => it.dataset.place)"
    for places, left in ((["E5", "F6"], ["F6"]), (["F6"], [])):
        for place in places:
            tab.js(f"{CLICK} click(arguments[0])", place)
        assert tab.js(planned) == left


IS_KEPT = """
const [name, position] = arguments;
return caches.match(name).then((found) => found?.text()).then((text) => text?.includes(position));
"""


@pytest.mark.parametrize("game", FIRST)
def test_the_last_game_is_shown_again_before_python_is_there(tab: Tab, game: str) -> None:
    tab.wait(lambda: tab.one("#start").is_displayed())
    tab.js("document.querySelector(`[name=opponent][value='3']`).click()")
    tab.click(f'[data-game="{game}"]')
    tab.wait(lambda: bool(game in tab.driver.title and tab.js("return page.position.value")))
    tab.js("held.forEach((worker) => worker.release())")
    for ply, place in enumerate([FIRST[game], *MOVES[game][:2]], start=1):
        tab.js(f"{CLICK} click(arguments[0])", place)
        tab.wait(lambda: tab.js("return page.slider.value") == str(ply))  # noqa: B023
    shown = "return [page.position.value, page.board.querySelectorAll('*').length]"
    before = tab.js(shown)
    tab.wait(lambda: tab.js(IS_KEPT, "kept-answers.json", before[0]))
    tab.driver.refresh()
    tab.wait(lambda: tab.js("return window.held?.length && page.position.value") == before[0])
    tab.wait(lambda: tab.js(shown) == before)
    assert tab.js("return held.every((worker) => !worker.real)")
    tab.js("held.forEach((worker) => worker.release())")
    tab.js(f"{CLICK} click(arguments[0])", MOVES[game][2])
    tab.wait(lambda: tab.js("return page.slider.value") == "4")


MOVES = {
    "9tka": ["C9", "G8", "H3"],
    "Kropki": ["de", "ed", "ee"],
    "9AM": ["5", "9", "12"],
    "Mills": ["8", "12", "16"],
}
"""Places of the moves after the first, by game."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
@pytest.mark.parametrize("game", FIRST)
def test_nothing_shifts_from_the_start_to_the_first_moves(
    tab: Tab, game: str, width: int, height: int
) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    tab.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    tab.wait(lambda: bool(tab.js("return page.position.value")))  # then its game is kept
    tab.js("sessionStorage.clear(); localStorage.clear(); location.reload()")
    tab.wait(lambda: tab.one("#start").is_displayed())
    tab.js(
        """document.querySelector("[name=opponent][value='3']").click();
        document.querySelector(`[data-game="${arguments[0]}"]`).click();""",
        game,
    )
    tab.wait(lambda: bool(game in tab.driver.title and tab.js("return page.position.value")))
    tab.js("held.forEach((worker) => worker.release())")
    for ply, place in enumerate([FIRST[game], *MOVES[game]], start=1):
        tab.js(f"{CLICK} click(arguments[0])", place)
        tab.wait(lambda: tab.js("return page.slider.value") == str(ply))  # noqa: B023
    assert tab.js("return shifted") < 0.05
