"""The page that replays games, in a browser: compared with the library's states, ply by ply."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import canonicalize, fromstring, tostring

import attrs
import pytest
from support.browser import NEEDED, STONES, Keys, Page, stones_of, webdriver

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, Variation
from ninetka.records.annotations import with_share
from ninetka.simulate import random_game
from ninetka.web.replay import replay_page
from web.test_replay import ANNOTATED, HOSTILE, example, expected, paths_of

pytestmark = [*NEEDED, pytest.mark.long]

Open = Callable[..., Page]
example = cache(example)
text_of = cache(replay_page)


@pytest.fixture
def open_page(driver: Any, tmp_path: Path) -> Iterator[Open]:
    """What opens the page of records; nothing must come of it in the console or the network."""
    driver.get_log("performance")

    def opened(*records: Record[Any, Any], fragment: str = "") -> Page:
        path = tmp_path / "replay.html"
        path.write_text(text_of(records), "ascii")
        page = Page(driver, path, records[0], "#" if len(records) == 1 else "#game=1&")
        page.go(fragment)
        return page

    yield opened
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert driver.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [each["params"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    address = (tmp_path / "replay.html").as_uri()
    asked = {each["request"]["url"] for each in sent if each["documentURL"].startswith(address)}
    assert {each.partition("#")[0] for each in asked} == {address}


@pytest.fixture
def page(open_page: Open) -> Page:
    """A game of two with comments."""
    return open_page(example("two-players.9tka"))


def test_a_curve_shows_what_the_moves_are_worth(open_page: Open) -> None:
    game = random_game(
        kropki.State.start(attrs.evolve(kropki.STANDARD, columns=5, rows=5)), Random(1)
    )
    shares = {1: 0.5, 2: 0.25, 3: 1.0}
    judged = Record(game, {}, {ply: with_share("", share) for ply, share in shares.items()})
    page = open_page(judged, Record(game))
    assert page.js("return document.querySelector('#curve polyline').getAttribute('points')") == (
        "1,0.5 2,0.25 3,0"
    )
    assert page.text("#curve figcaption") == "Share of the win: Seat x"
    page.driver.find_element("css selector", "#curve svg").click()  # in the middle
    assert abs(page.ply - game.ply / 2) <= 1
    page.go("#game=2")
    assert page.js("return document.querySelector('#curve').hidden")


SHAPES = """return Array.from(document.querySelectorAll("#board .own > g"), (each) => {
    const { x, y, width, height } = each.getBBox();
    return [each.getAttribute("class"), each.firstChild.localName, x + width / 2, y + height / 2];
})"""


@pytest.mark.parametrize(
    ("game", "comment", "middles"),
    [
        (Game.start(NESTORGAMES), "Look. [%csl GC3] [%cal RC3-C3]", [(132, 372), (132, 372)]),
        (Game.start(kropki.STANDARD), "[%csl GNo,Baa]", [(37, 37)]),
        (Game.start(morris.MILLS), "[%csl Yd6]", [(200, 92.9)]),
    ],
    ids=["9tka", "Kropki", "Mills"],
)
def test_what_comments_draw_is_on_the_board(
    open_page: Open, game: Game[Any, Any], comment: str, middles: list[tuple[float, float]]
) -> None:
    page = open_page(Record(game, {}, {0: comment}))
    shown = page.js(SHAPES)
    assert [(round(x), round(y)) for *_, x, y in shown] == [
        (round(x), round(y)) for x, y in middles
    ]


def test_drawings_come_and_go_with_their_plies(open_page: Open) -> None:
    game = Game.start(NESTORGAMES).play("*C3 *F3")
    branch = Variation(Game.from_state(game.states[0]).play("*I3"), {1: "Or [%csl BI3]"})
    page = open_page(
        Record(game, {}, {1: "Well [%csl GC3,RF3] [%cal YC3-F3] done"}, variations={1: [branch]})
    )
    own = "return document.querySelectorAll('#board .own').length"
    assert page.js(own) == 0
    page.click("#forward")
    assert [each[:2] for each in page.js(SHAPES)] == [
        ["ink-G", "circle"],
        ["ink-R", "circle"],
        ["ink-Y", "path"],
    ]
    assert page.one("#board .own").accessible_name == "Drawn: green C3, red F3, yellow C3-F3"
    assert page.text("#comment") == "Well done"
    assert page.one("#moves [aria-current]").get_attribute("title") == "Well done"
    assert page.js(
        """const [board, own] = [".own", "svg:first-child"].map((each) =>
            document.querySelector(`#board ${each}`).getBoundingClientRect());
        return board.x === own.x && board.y === own.y && board.width === own.width"""
    )
    page.click(".variation .move")
    assert [each[:2] for each in page.js(SHAPES)] == [["ink-B", "circle"]]
    assert page.text("#comment") == "Or"
    page.click("#first")
    assert page.js(own) == 0


def resize(page: Page, width: int = 1280, height: int = 720, *, mobile: bool = False) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


# Stepping


def test_buttons_step_through_the_game(page: Page) -> None:
    page.shows(0)
    assert page.text("#turn") == "Program (a) to move"
    for button, ply in (
        *(("#forward", 1), ("#last", 76), ("#forward", 76), ("#back", 75)),
        *(("#first", 0), ("#back", 0)),
    ):
        page.click(button)
        page.shows(ply)
    page.click("#last")
    assert page.text("#turn") == "Won by Program (b)"
    assert page.address == "#ply=76"


def test_every_ply_forward_and_back(page: Page) -> None:
    shown = page.js(
        "return ['forward', 'back'].flatMap(way => Array.from({length: page.slider.max}, () => {"
        f" page[way].click(); return [Number(page.slider.value), {STONES}]; }}))"
    )
    assert [ply for ply, _ in shown] == [*range(1, 77), *range(75, -1, -1)]
    states = page.record.game.states
    assert all(stones == stones_of(states[ply]) for ply, stones in shown)


def test_keys_go_through_the_game(page: Page) -> None:
    for keys, ply in (
        *(([Keys.END], 76), ([Keys.ARROW_RIGHT], 76), ([Keys.ARROW_LEFT, Keys.ARROW_LEFT], 74)),
        *(([Keys.HOME], 0), ([Keys.ARROW_LEFT], 0)),
    ):
        page.press(*keys)
        page.shows(ply)
    for held in (Keys.CONTROL, Keys.ALT, Keys.META, Keys.SHIFT):
        page.press(Keys.ARROW_RIGHT, held=held)
        assert page.ply == 0


def test_keys_are_left_to_the_controls_that_need_them(page: Page) -> None:
    page.focus("#forward")
    page.press(Keys.SPACE)
    assert page.ply == 1
    page.press(Keys.ARROW_RIGHT)
    assert page.ply == 2
    page.focus("#slider")
    page.press(Keys.ARROW_RIGHT)
    assert page.ply == 3
    page.press(Keys.SPACE)
    page.focus("#speed")
    page.press(Keys.ARROW_RIGHT, Keys.HOME)
    page.focus("#about summary")
    page.press(Keys.SPACE)
    assert page.one("#about").get_property("open")
    assert not playing(page)
    page.shows(3)


def test_the_slider_goes_to_a_ply(page: Page) -> None:
    slider = page.one("#slider")
    for ply in (57, 0, 76, 10):
        page.js(f"page.slider.value = {ply}; page.slider.dispatchEvent(new Event('input'))")
        page.shows(ply)
        assert page.address == f"#ply={ply}"
    assert slider.get_attribute("aria-valuetext") == "10 of 76: @K5"
    webdriver.ActionChains(page.driver).move_to_element(slider).click().perform()
    page.shows(38)


def picture(page: Page) -> str:
    """What is drawn, in a form to compare."""
    svg = str(page.js("return new XMLSerializer().serializeToString(page.board.firstChild)"))
    assert page.js("return page.board.childNodes.length") == 1
    shown = fromstring(svg)
    del shown.attrib["preserveAspectRatio"]
    return canonicalize(tostring(shown, encoding="unicode"))


@cache
def wide_game() -> Record[Any, Any]:
    start = kropki.State.start(attrs.evolve(kropki.STANDARD, columns=12, rows=9))
    return Record(random_game(start, Random(1)))


def test_a_ply_looks_the_same_from_wherever_it_is_reached(open_page: Open) -> None:
    record = wide_game()
    page, chosen = open_page(record), Random(1)
    assert picture(page) == expected(record, 0)
    for _ in range(6):
        page.js(f"page.slider.value = {chosen.randrange(record.game.ply + 1)}")
        page.js("page.slider.dispatchEvent(new Event('input'))")
        assert picture(page) == expected(record, page.ply)
        page.click(chosen.choice(["#back", "#forward"]))
        assert picture(page) == expected(record, page.ply)
    for key, ply in ((Keys.END, record.game.ply), (Keys.HOME, 0)):
        page.press(key)
        assert picture(page) == expected(record, ply)


def test_a_step_touches_only_what_changes(open_page: Open) -> None:
    page = open_page(wide_game())
    touched = page.js(
        """const observer = new MutationObserver(() => {});
        observer.observe(page.board, {subtree: true, childList: true, attributes: true});
        const count = () => observer.takeRecords()
            .reduce((sum, each) => sum + each.addedNodes.length + each.removedNodes.length
                + (each.type === "attributes"), 0);
        return ["forward", "back"].map(way => Array.from({ length: 30 }, () => {
            page[way].click(); return count(); }))"""
    )
    changed = [
        sum(count + len(added) for _, count, *added in each["changes"])
        for each in page.js("return JSON.parse(page.data.textContent).games[0].plies.slice(1, 31)")
    ]
    assert touched == [changed, changed[::-1]]


def test_a_game_without_moves_is_shown(open_page: Open) -> None:
    page = open_page(Record(Game.start(NESTORGAMES, players=2)))
    page.press(Keys.ARROW_RIGHT, Keys.SPACE, Keys.END)
    page.shows(0)
    assert not playing(page)


# The list of moves


def test_a_move_of_the_list(page: Page) -> None:
    for ply in (6, 3):
        page.click(f"a[href='#ply={ply}']")
        page.wait(lambda ply=ply: page.ply == ply)  # type: ignore[misc]
        page.shows(ply)
    page.press(Keys.ARROW_RIGHT)
    assert page.js("return document.activeElement.hash") == "#ply=4"
    stops = "[...page.moves.querySelectorAll('a')].filter(e => e.tabIndex === 0)"
    assert page.js(f"return {stops}.map(e => e.hash)") == ["#ply=4"]
    page.driver.back()
    page.wait(lambda: page.ply == 6)
    page.driver.back()
    page.wait(lambda: page.ply == 0)


def test_the_list_has_a_row_a_turn(page: Page) -> None:
    rows = page.js("return [...document.querySelectorAll('li.turn')].map(li => li.innerText)")
    assert len(rows) == 38
    assert [row.split() for row in rows[22:24]] == [["@B11", "A10-J10"], ["F11-F2", "G1-G7"]]
    titled = "[...page.moves.querySelectorAll('a')].filter(e => e.title)"
    marked = page.js(f"return {titled}.map(e => e.hash)")
    assert marked == [f"#ply={ply}" for ply in page.record.comments]


def test_the_current_move_is_in_sight(page: Page) -> None:
    inside = """const box = page.moves.getBoundingClientRect();
        const at = document.querySelector("[aria-current]").getBoundingClientRect();
        return at.top >= box.top && at.bottom <= box.bottom && box.bottom <= innerHeight"""
    for ply in (0, 40, 76):
        page.go(f"#ply={ply}")
        assert page.js(inside)
    for key in (Keys.HOME, Keys.END):
        page.press(key)
        assert page.js(inside)
    page.go("#ply=50")
    page.js("page.moves.style.height = '8rem'")
    page.wait(lambda: bool(page.js(inside)))


# Autoplay


def playing(page: Page) -> bool:
    label = page.text("#play")
    assert label in ("Replay", "Pause")
    return label == "Pause"


def watch(page: Page) -> Callable[[], list[int]]:
    """What tells the plies that have been shown from now on."""
    page.js(
        "window.seen = []; new MutationObserver(() => seen.push(page.place.textContent))"
        ".observe(page.place, {childList: true})"
    )
    return lambda: [int(text.split()[1]) for text in page.js("return window.seen")]


TIMER = """
window.timers = new Map();
window.setInterval = (tick, pause) => {
    const number = (window.last = (window.last ?? 0) + 1);
    timers.set(number, tick);
    window.pause = pause;
    return number;
};
window.clearInterval = (number) => timers.delete(number);
"""
"""Puts timers in the page that go on only when a test has them `tick`."""


def tick(page: Page, times: int) -> None:
    for _ in range(times):
        page.js("[...timers.values()].forEach((tick) => tick())")


def test_autoplay_goes_to_the_end_and_stops(page: Page) -> None:
    page.go("#ply=72")
    page.js(TIMER)
    page.click("#speed option:first-child")
    seen = watch(page)
    page.click("#play")
    assert page.js("return window.pause") == 2000
    assert page.one("#status").get_attribute("aria-live") == "off"
    page.click("#speed option:last-child")  # it goes on at that speed
    assert page.js("return window.pause") == 200
    tick(page, 9)
    assert not playing(page)
    assert seen() == [73, 74, 75, 76]
    assert page.one("#status").get_attribute("aria-live") == "polite"
    page.click("#play")
    tick(page, 2)
    page.click("#play")
    assert seen()[4:] == [0, 1, 2]
    assert not playing(page)


def test_space_plays_and_anything_else_pauses(page: Page) -> None:
    page.js(TIMER)
    for stop in (
        lambda: page.press(Keys.SPACE),
        lambda: page.press(Keys.ARROW_LEFT),
        lambda: page.click("#forward"),
        lambda: page.click("[aria-current=step]"),
        lambda: page.js("location.hash = '#ply=40'"),
        lambda: page.js("page.slider.dispatchEvent(new Event('input'))"),
    ):
        page.js("document.activeElement.blur(); location.hash = '#ply=10'")
        page.wait(lambda: page.ply == 10)
        page.press(Keys.SPACE)
        assert playing(page)
        stop()
        page.wait(lambda: not playing(page))


# Addresses


@pytest.mark.parametrize(
    ("fragment", "ply"),
    [
        ("#ply=57", 57),
        ("#ply=77", 76),
        (f"#ply={'9' * 400}", 76),
        ("#ply=-1", 0),
        ("#x<script>", 0),
    ],
)
def test_addresses_lead_to_plies(page: Page, fragment: str, ply: int) -> None:
    page.go(fragment)
    page.shows(ply)


def test_a_step_changes_the_address_but_adds_nothing_to_go_back_to(page: Page) -> None:
    page.js("location.hash = '#ply=12'")
    page.wait(lambda: page.ply == 12)
    length = page.js("return history.length")
    page.press(Keys.ARROW_RIGHT)
    assert page.address == "#ply=13"
    assert page.js("return history.length") == length
    page.driver.back()
    page.wait(lambda: page.ply == 0)


# Looks and texts


def test_the_header_names_the_game(page: Page) -> None:
    assert page.text("h1") == "Program (a) \u2013 Program (b)"
    assert page.text("#result") == "3-5"
    assert page.driver.title == "Program (a) \u2013 Program (b), 3-5"
    assert not page.one("#games").is_displayed()
    page.click("#about summary")
    assert page.text("#tags").split("\n")[:4] == ["Game", "9tka", "Ruleset", "nestorgames"]


@pytest.mark.parametrize(("name", "width"), [("two-players", 360), ("four-players", 320)])
def test_a_page_fits_on_a_phone(open_page: Open, name: str, width: int) -> None:
    page = open_page(example(f"{name}.9tka"))
    resize(page, width, 740, mobile=True)
    page.go("#ply=46")
    page.shows(46)
    assert page.js("return [innerWidth, scrollY]") == [width, 0]
    assert page.js("return document.documentElement.scrollWidth") <= width
    board, play = page.one("#board svg").rect, page.one("#play").rect
    assert board["width"] > 0.9 * width
    assert play["y"] + play["height"] < 740
    assert min(play["width"], play["height"]) >= 32
    rows = page.js("return [...document.querySelectorAll('li.turn')].map(e => e.offsetHeight)")
    assert max(rows) < 1.5 * min(rows)
    assert page.js("return page.moves.scrollWidth <= page.moves.clientWidth")


def test_all_is_in_sight_on_a_screen(open_page: Open) -> None:
    page = open_page(example("two-players.9tka"), example("unfinished.9tka"))
    resize(page)
    page.go("#game=1&ply=46")
    assert page.js("return document.documentElement.scrollHeight") <= 720
    assert page.js("return document.documentElement.scrollWidth") <= 1280
    board, moves = page.one("#board svg").rect, page.one("#moves").rect
    assert board["height"] > 600
    assert board["y"] + board["height"] <= 720
    assert board["x"] + board["width"] < moves["x"]
    assert moves["height"] > 200


def colours(page: Page, scheme: str) -> dict[str, float]:
    """How bright the page is, from 0 to 255."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    colours = page.js(
        """const look = (selector) => getComputedStyle(document.querySelector(selector));
        return {ground: look("body").backgroundColor, ink: look("body").color,
            paper: look(".paper").fill, stone: look(".stone *").fill}"""
    )
    return {
        name: sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3
        for name, colour in colours.items()
    }


def test_pages_are_light_or_dark(page: Page) -> None:
    page.go("#ply=57")
    light, dark = colours(page, "light"), colours(page, "dark")
    assert min(light["ground"], light["paper"], dark["ink"]) > 200
    assert max(dark["ground"], dark["paper"], light["ink"]) < 60
    assert light["stone"] == dark["stone"]


def test_hostile_texts_stay_texts(open_page: Open) -> None:
    record = example("unfinished.9tka")
    tags = {"First": HOSTILE, "Second": "x" * 5000, "Event": HOSTILE, "Site": "\u0141\u00f3d\u017a"}
    hostile = attrs.evolve(record, tags=tags, comments={0: HOSTILE, 2: "x" * 5000})
    page = open_page(hostile, hostile)
    for ply in (0, 1, 2):
        page.go(f"#ply={ply}")
        assert page.js("return page.comment.textContent") == hostile.comments.get(ply, "")
        assert page.js("return window.hacked") is None
        assert page.js("return document.querySelector('img, #board :not(svg, svg *)')") is None
        assert page.js("return document.scripts.length") == 2
        assert page.js("return document.documentElement.scrollWidth <= innerWidth")
    values = page.js("return [...document.querySelectorAll('dd')].map(dd => dd.textContent)")
    assert values[-len(tags) :] == [*tags.values()]
    assert page.js("return page.players.textContent").startswith(HOSTILE[:59])
    assert page.js("return document.querySelector('#board .name').textContent").startswith("</scri")
    assert page.js("return page.games.options[1].text").startswith(f"2. {HOSTILE[:50]}")


def test_a_page_says_that_it_needs_javascript(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.go()
        assert "needs JavaScript" in page.text("body")
        assert not page.one("#replay").is_displayed()
    finally:
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_screen_reader_is_told_of_the_game(page: Page) -> None:
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    said = {(each["role"]["value"], each.get("name", {}).get("value")) for each in tree}
    assert {
        ("navigation", "Moves"),
        ("heading", "Program (a) \u2013 Program (b)"),
        *(("button", name) for name in ("First", "Back", "Replay", "Forward", "Last")),
        ("combobox", "Speed"),
    } <= said


# Several games


@pytest.fixture
def several(open_page: Open) -> Callable[[int], Page]:
    """A page of three games, as the page with one of them shown."""
    names = ["two-players", "three-players", "unfinished"]
    records = [example(f"{name}.9tka") for name in names]
    page = open_page(*records)
    return lambda number: attrs.evolve(page, record=records[number - 1], prefix=f"#game={number}&")


def test_a_list_leads_to_each_game(several: Callable[[int], Page]) -> None:
    page = several(1)
    assert page.text("#games").split("\n") == [
        "1. Program (a) \u2013 Program (b), 3-5 \u00b7 Example",
        "2. Ann (a) \u2013 Ben (b) \u2013 Cleo (c), 2-1-2 \u00b7 Example",
        "3. Seat a \u2013 Seat b \u2013 Seat c, unfinished \u00b7 Example",
    ]
    assert page.driver.title == "Game 1 of 3: Program (a) \u2013 Program (b), 3-5"
    page.click("#play")
    for number in (2, 3):
        page.click(f"#games option:nth-child({number})")
        page.wait(lambda: page.address == f"#game={number}&ply=0")  # noqa: B023
        now = several(number)
        now.shows(0)
        assert not playing(page)
        page.press(Keys.TAB)  # away from the list, which needs the keys itself
        page.js("document.activeElement.blur()")
        page.press(Keys.END)
        now.shows(now.record.game.ply)
    assert page.text("#result") == "unfinished"
    page.driver.back()
    page.wait(lambda: page.text("#result") == "2-1-2")


@pytest.mark.parametrize(
    ("fragment", "number", "ply"),
    [
        ("#game=2&ply=40", 2, 40),
        ("#game=2", 2, 0),
        ("#ply=12", 1, 12),
        ("#game=0", 1, 0),
        ("#game=21&ply=1", 3, 1),
    ],
)
def test_addresses_lead_to_games(
    several: Callable[[int], Page], fragment: str, number: int, ply: int
) -> None:
    several(1).go(fragment)
    several(number).shows(ply)
    assert several(1).one("#games").get_property("value") == str(number - 1)


# Variations


def at(page: Page) -> tuple[str, str, list[str]]:
    """The place that is said, the address, and the moves of the list that are current."""
    current = page.js("return [...document.querySelectorAll('[aria-current]')].map(e => e.hash)")
    return page.text("#place"), page.address, current


def test_variations_are_listed_below_the_move_that_they_might_replace(open_page: Open) -> None:
    page = open_page(ANNOTATED)
    rows = page.js("return [...page.moves.querySelectorAll('li')].map(li => li.innerText)")
    assert [" ".join(row.split()) for row in rows] == [
        "*C3!? 0:05:00", "1. *D3 *F3 1\u2026 *I3 \u25a1 $99 2. *F3 2. *I3", "1. *E3", "*F3",
        "1\u2026 *G3", "*I3",
    ]  # fmt: skip
    groups = page.js("return [...document.querySelectorAll('.variation')].map(e => e.ariaLabel)")
    assert groups == ["Variation"] * 4


def test_a_variation_is_opened_and_stepped_through(open_page: Open) -> None:
    page = open_page(ANNOTATED)
    page.click("a[href='#line=2&ply=2']")
    page.wait(lambda: page.address == "#line=2&ply=2")
    assert at(page) == ("Ply 2 of 3, variation", "#line=2&ply=2", ["#line=2&ply=2"])
    assert (page.text("#move"), page.text("#remarks")) == ("*I3 \u25a1 $99", "only move")
    assert page.text("#comment") == "or nested"
    page.press(Keys.ARROW_RIGHT)
    assert at(page) == ("Ply 3 of 3, variation", "#line=2&ply=3", ["#line=2&ply=3"])
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert at(page) == ("Ply 1 of 3, variation", "#line=2&ply=1", ["#line=1&ply=1"])
    page.click("#back")
    page.press(Keys.END)
    assert at(page)[0] == "Ply 3 of 3, variation"
    page.click("a[href='#ply=2']")
    page.wait(lambda: page.address == "#ply=2")
    assert at(page) == ("Ply 2 of 3", "#ply=2", ["#ply=2"])
    assert page.text("#remarks") == ""
    page.driver.back()
    page.wait(lambda: page.address == "#line=2&ply=3")
    assert page.text("#move") == "*F3"


def test_every_ply_of_every_variation_looks_as_it_should(open_page: Open) -> None:
    page = open_page(ANNOTATED)
    lines = [ANNOTATED.game, *paths_of(ANNOTATED, ANNOTATED.game)]
    order = [(line, ply) for line, path in enumerate(lines) for ply in range(path.ply + 1)]
    Random(1).shuffle(order)
    for line, ply in order:
        page.js("location.hash = arguments[0]", f"#line={line}&ply={ply}")
        page.wait(lambda ply=ply: page.text("#place").startswith(f"Ply {ply} of"))  # type: ignore[misc]
        record = Record(lines[line], {"First": "Ann"})
        assert picture(page) == expected(record, ply)


def test_a_variation_can_be_opened_by_keyboard(open_page: Open) -> None:
    page = open_page(ANNOTATED)
    stops = "[...page.moves.querySelectorAll('a')].filter(e => e.tabIndex === 0)"
    opening = ["#line=1&ply=1", "#line=2&ply=2", "#line=3&ply=1", "#line=4&ply=2"]
    assert page.js(f"return {stops}.map(e => e.hash)") == ["#ply=0", *opening]
    page.focus("a[href='#line=4&ply=2']")
    page.press(Keys.ENTER)
    page.wait(lambda: page.address == "#line=4&ply=2")
    page.press(Keys.ARROW_LEFT)
    assert page.js(f"return {stops}.map(e => e.hash)") == ["#ply=1", *opening]


@pytest.mark.parametrize(
    ("fragment", "place"),
    [
        ("#line=9&ply=9", "Ply 2 of 2, variation"),
        ("#line=-1&ply=1", "Ply 1 of 3"),
        ("#line=x", "Ply 0 of 3"),
        ("#line=1", "Ply 0 of 3, variation"),
    ],
)
def test_addresses_lead_into_variations(open_page: Open, fragment: str, place: str) -> None:
    assert open_page(ANNOTATED, fragment=fragment).text("#place") == place


def test_variations_fit_on_a_phone(open_page: Open) -> None:
    page = open_page(ANNOTATED)
    resize(page, 320, 740, mobile=True)
    page.go("#line=2&ply=3")
    assert page.js("return document.documentElement.scrollWidth") <= 320
    assert page.js("return page.moves.scrollWidth <= page.moves.clientWidth")
