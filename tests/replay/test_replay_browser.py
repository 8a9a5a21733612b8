"""The page that replays a game, in a browser: compared with the library's states, ply by ply."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import canonicalize

import attrs
import pytest
from browser import (
    BROWSER,
    DRIVER,
    FLAGS,
    STONES,
    Keys,
    Page,
    Service,
    stones_of,
    webdriver,
)
from test_other_games import NIM

from ninetka import NESTORGAMES, NINE, Game, Move, State
from ninetka import games as registry
from ninetka.records import Record, read
from ninetka.replay import replay_page
from replay.test_replay import Drawn
from replay.test_replay_pictures import PLIES, Wide, expected, long_game

pytestmark = [
    pytest.mark.skipif(not BROWSER, reason="there is no Chromium here"),
    pytest.mark.skipif(not DRIVER, reason="there is no chromedriver here"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = (
    "</script><script>window.hacked=1</script>\"'<img src=x onerror=window.hacked=1> &lt;\u2028x"
)

text_of = cache(replay_page)


@cache
def example(name: str) -> Record[State, Move]:
    with (EXAMPLES / name).open("rb") as file:
        return next(read(file, rules=NINE))


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(DRIVER, log_output=subprocess.DEVNULL)
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture
def open_page(driver: Any, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """What opens the page of records; nothing must come of it in the console or the network."""
    driver.get_log("performance")

    def opened(*records: Record[State, Move], fragment: str = "") -> Page:
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
def page(open_page: Callable[..., Page]) -> Page:
    """A game of two with comments."""
    return open_page(example("two-players.9tka"))


def test_buttons_step_through_the_game(page: Page) -> None:
    page.shows(0)
    assert page.text("#turn") == "Program (a) to move"
    page.click("#forward")
    page.shows(1)
    assert page.address == "#ply=1"
    page.click("#last")
    page.shows(76)
    assert page.text("#turn") == "Won by Program (b)"
    page.click("#forward")
    page.shows(76)
    page.click("#back")
    page.shows(75)
    page.click("#first")
    page.shows(0)
    page.click("#back")
    page.shows(0)


def test_the_board_is_the_librarys(page: Page) -> None:
    for ply in (0, 1, 9, 30, 45, 46, 57, 75, 76):
        page.go(f"#ply={ply}")
        page.shows(ply)


def test_every_ply_forward_and_back(page: Page) -> None:
    shown = page.js(
        "return ['forward', 'back'].flatMap(way => game.plies.slice(1).map(() => {"
        f" page[way].click(); return [ply, {STONES}]; }}))"
    )
    assert [ply for ply, _ in shown] == [*range(1, 77), *range(75, -1, -1)]
    states = list(page.record.game.states())
    for ply, stones in shown:
        assert stones == stones_of(states[ply])
    page.shows(0)


def test_keys(page: Page) -> None:
    page.press(Keys.END)
    page.shows(76)
    page.press(Keys.ARROW_RIGHT)
    page.shows(76)
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.shows(74)
    page.press(Keys.HOME)
    page.shows(0)
    page.press(Keys.ARROW_LEFT)
    page.shows(0)
    for held in (Keys.CONTROL, Keys.ALT, Keys.META, Keys.SHIFT):
        page.press(Keys.ARROW_RIGHT, held=held)
        page.shows(0)


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
    assert not playing(page)
    page.focus("#speed")
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.HOME)
    assert page.ply == 3
    page.focus("#about summary")
    page.press(Keys.SPACE)
    assert page.one("#about").get_property("open")
    assert not playing(page)
    page.shows(3)


def test_the_slider(page: Page) -> None:
    slider = page.one("#slider")
    assert (slider.get_property("min"), slider.get_property("max")) == ("0", "76")
    for ply in (57, 0, 76, 10):
        page.js(f"page.slider.value = {ply}; page.slider.dispatchEvent(new Event('input'))")
        page.shows(ply)
        assert page.address == f"#ply={ply}"
    assert slider.get_attribute("aria-valuetext") == "10 of 76: @K5"
    chain = webdriver.ActionChains(page.driver)
    chain.move_to_element(slider).click().perform()
    page.shows(38)


def test_a_move_of_the_list(page: Page) -> None:
    page.click("a[href='#ply=6']")
    page.wait(lambda: page.ply == 6)
    page.shows(6)
    page.click("a[href='#ply=3']")
    page.wait(lambda: page.ply == 3)
    page.press(Keys.ARROW_RIGHT)
    assert page.js("return document.activeElement.hash") == "#ply=4"
    page.driver.back()
    page.wait(lambda: page.ply == 6)
    page.driver.back()
    page.wait(lambda: page.ply == 0)
    page.driver.forward()
    page.wait(lambda: page.ply == 6)
    page.shows(6)


def test_the_list_has_a_row_a_turn(page: Page) -> None:
    rows = page.js("return [...document.querySelectorAll('li.turn')].map(li => li.innerText)")
    assert len(rows) == 38
    assert [re.sub(r"\(comment\)", "!", row).split() for row in rows[22:24]] == [
        ["@B11", "!", "A10-J10", "!"],
        ["F11-F2", "G1-G7"],
    ]
    marked = page.js("return links.filter(e => e.querySelector('.commented')).map(e => e.hash)")
    assert marked == [f"#ply={ply}" for ply in page.record.comments]


def test_the_current_move_is_in_sight(page: Page) -> None:
    inside = """const box = page.moves.getBoundingClientRect();
        const at = document.querySelector("[aria-current]").getBoundingClientRect();
        return at.top >= box.top && at.bottom <= box.bottom && box.bottom <= innerHeight"""
    for ply in (0, 40, 76, 20):
        page.go(f"#ply={ply}")
        assert page.js(inside)
    page.press(Keys.END)
    assert page.js(inside)
    page.press(Keys.HOME)
    assert page.js(inside)
    page.go("#ply=50")
    page.js("page.moves.style.height = '8rem'")
    page.wait(lambda: bool(page.js(inside)))


def playing(page: Page) -> bool:
    label = page.one("#play").get_attribute("aria-label")
    assert label in ("Play", "Pause")
    return bool(label == "Pause")


def watch(page: Page) -> Callable[[], list[int]]:
    """What tells the plies that have been shown from now on."""
    page.js(
        "window.seen = []; new MutationObserver(() => seen.push(page.place.textContent))"
        ".observe(page.place, {childList: true})"
    )
    return lambda: [int(text.split()[1]) for text in page.js("return window.seen")]


def outlasted(page: Page) -> None:
    """Wait for as long as three plies of the fastest autoplay take."""
    page.js(
        "window.ticks = 0; setInterval(() => { ticks += 1 }, page.speed.lastElementChild.value)"
    )
    page.wait(lambda: bool(page.js("return ticks > 3")))


def test_autoplay_goes_to_the_end_and_stops(page: Page) -> None:
    page.go("#ply=72")
    page.click("#speed option:last-child")
    seen = watch(page)
    page.click("#play")
    page.wait(lambda: not playing(page))
    outlasted(page)
    assert seen() == [73, 74, 75, 76]
    page.shows(76)
    page.click("#play")
    page.wait(lambda: len(seen()) > 6)
    page.click("#play")
    assert seen()[4:7] == [0, 1, 2]
    assert not playing(page)
    stopped = page.ply
    outlasted(page)
    page.shows(stopped)


def test_space_plays_and_anything_else_pauses(page: Page) -> None:
    for stop in (
        lambda: page.press(Keys.SPACE),
        lambda: page.press(Keys.ARROW_LEFT),
        lambda: page.click("#forward"),
        lambda: page.click("[aria-current=step]"),
        lambda: page.js("location.hash = '#ply=40'"),
        lambda: page.js("page.slider.dispatchEvent(new Event('input'))"),
    ):
        page.go("#ply=10")
        page.press(Keys.SPACE)
        assert playing(page)
        stop()
        page.wait(lambda: not playing(page))


def test_the_speed_can_change_on_the_way(page: Page) -> None:
    page.go("#ply=70")
    page.click("#speed option:first-child")
    seen = watch(page)
    page.click("#play")
    page.click("#speed option:last-child")
    page.wait(lambda: not playing(page))
    assert seen() == list(range(71, 77))


def test_deep_links(page: Page) -> None:
    page.go("#ply=57")
    page.shows(57)
    page.js("location.hash = '#ply=12'")
    page.wait(lambda: page.ply == 12)
    page.driver.back()
    page.wait(lambda: page.ply == 57)
    page.shows(57)
    length = page.js("return history.length")
    page.press(Keys.ARROW_RIGHT)
    assert page.address == "#ply=58"
    assert page.js("return history.length") == length


def test_addresses_beyond_the_end_show_the_end(page: Page) -> None:
    for fragment in ("#ply=77", f"#ply={'9' * 400}"):
        page.go(fragment)
        page.shows(76)


def test_addresses_without_sense_show_the_start(page: Page) -> None:
    for ply in ("-1", "", "1e1", "0x10", "%35", "5&x", "\u0665"):
        page.go(f"#ply={ply}")
        page.shows(0)
    for fragment in ("#", "#5", "#x<script>"):
        page.go(fragment)
        page.shows(0)


def test_an_odd_address_changes_nothing_later(page: Page) -> None:
    page.go("#ply=57")
    page.js("window.heard = 0; addEventListener('hashchange', () => { heard += 1 })")
    page.js("location.hash = '#nonsense'")
    page.wait(lambda: bool(page.js("return heard === 1")))
    page.shows(57)


def test_the_header(page: Page) -> None:
    assert page.text("h1") == "Program (a) \u2013 Program (b)"
    assert page.text("#result") == "3-5"
    assert page.driver.title == "Program (a) \u2013 Program (b), 3-5"
    page.click("#about summary")
    assert page.text("#tags").split("\n") == [
        *("Game", "9tka"),
        *("Ruleset", "nestorgames"),
        *("Players", "2"),
        *("Event", "Example"),
        *("First", "Program"),
        *("Second", "Program"),
    ]
    assert page.one("#status").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize(
    ("name", "width"),
    [("two-players.9tka", 360), ("four-players.9tka", 320), ("four-players.9tka", 390)],
)
def test_a_phone(open_page: Callable[..., Page], name: str, width: int) -> None:
    page = open_page(example(name))
    metrics = {"width": width, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    for ply in (0, 46, page.record.game.ply):
        page.go(f"#ply={ply}")
        assert page.js("return innerWidth") == width
        assert page.js("return document.documentElement.scrollWidth") <= width
        assert page.js("return scrollY") == 0
        page.shows(ply)
    board, play = page.one("#board svg").rect, page.one("#play").rect
    assert board["width"] > 0.9 * width
    assert play["y"] + play["height"] < 740
    assert min(play["width"], play["height"]) >= 32
    rows = page.js("return [...document.querySelectorAll('li.turn')].map(e => e.offsetHeight)")
    assert max(rows) < 1.5 * min(rows)
    assert page.js("return page.moves.scrollWidth <= page.moves.clientWidth")


def test_all_is_in_sight_on_a_screen(page: Page) -> None:
    metrics = {"width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    page.go("#ply=46")
    assert page.js("return document.documentElement.scrollHeight") <= 720
    assert page.js("return document.documentElement.scrollWidth") <= 1280
    board, moves = page.one("#board svg").rect, page.one("#moves").rect
    assert board["height"] > 600
    assert board["y"] + board["height"] <= 720
    assert board["x"] + board["width"] < moves["x"]
    assert moves["height"] > 200


def colours(page: Page, scheme: str) -> dict[str, str]:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    return {
        name: page.js(f"return getComputedStyle(document.querySelector('{selector}')).{name}")
        for name, selector in {"backgroundColor": "body", "color": "body", "fill": ".paper"}.items()
    } | {"stone": page.js("return getComputedStyle(document.querySelector('.stone *')).fill")}


def brightness(colour: str) -> float:
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


def test_light_and_dark(page: Page) -> None:
    page.go("#ply=57")
    light, dark = colours(page, "light"), colours(page, "dark")
    assert brightness(light["backgroundColor"]) > 200
    assert brightness(light["fill"]) > 200
    assert brightness(light["color"]) < 60
    assert brightness(dark["backgroundColor"]) < 60
    assert brightness(dark["fill"]) < 60
    assert brightness(dark["color"]) > 200
    assert light["stone"] == dark["stone"]


def test_hostile_texts_stay_texts(open_page: Callable[..., Page]) -> None:
    record = example("two-players.9tka")
    tags = {"First": HOSTILE, "Second": "x" * 5000, "Event": HOSTILE, "Site": "\u0141\u00f3d\u017a"}
    hostile = attrs.evolve(record, tags=tags, comments={0: HOSTILE, 2: "x" * 5000, 76: HOSTILE})
    page = open_page(hostile)
    for ply in (0, 1, 2, 76):
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
    assert page.driver.title.startswith("</script><script>window.hacked=1</script>")


@pytest.mark.parametrize(
    "name", ["four-players.9tka", "three-players.9tka", "from-a-position.9tka", "unfinished.9tka"]
)
def test_other_games(open_page: Callable[..., Page], name: str) -> None:
    page = open_page(example(name))
    last = page.record.game.ply
    for ply in (0, 1, last // 2, last):
        page.go(f"#ply={ply}")
        page.shows(ply)
    turns = page.js("return document.querySelectorAll('li.turn').length")
    assert turns == -(-last // page.record.game.state.players)


@pytest.fixture
def nim_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "nim", NIM)


def picture(page: Page) -> str:
    """What is drawn, in a form to compare."""
    svg = str(
        page.js(
            """const writer = new XMLSerializer();
            const all = Array.from(page.board.childNodes, each => writer.serializeToString(each));
            return all.join("")"""
        )
    )
    return canonicalize(svg.replace(' preserveAspectRatio="xMidYMin"', ""), strip_text=True)


@pytest.mark.usefixtures("nim_registered")
@pytest.mark.parametrize("state", [Wide(PLIES), Drawn(40)], ids=["wide", "changing frame"])
def test_a_ply_looks_the_same_from_wherever_it_is_reached(
    open_page: Callable[..., Page], state: Drawn
) -> None:
    record = long_game(state)
    page = open_page(record)
    assert picture(page) == expected(record, 0)
    chosen = Random(state.heap)
    for _ in range(12):
        page.js(f"page.slider.value = {chosen.randrange(state.heap + 1)}")
        page.js("page.slider.dispatchEvent(new Event('input'))")
        assert picture(page) == expected(record, page.ply)
        for button in chosen.choices(["#back", "#forward"], k=3):
            page.click(button)
            assert picture(page) == expected(record, page.ply)
    for key, ply in ((Keys.END, state.heap), (Keys.HOME, 0)):
        page.press(key)
        assert picture(page) == expected(record, ply)


@pytest.mark.usefixtures("nim_registered")
def test_a_step_touches_only_what_changes(open_page: Callable[..., Page]) -> None:
    page = open_page(long_game(Wide(PLIES)))
    touched = page.js(
        """const observer = new MutationObserver(() => {});
        observer.observe(page.board, {subtree: true, childList: true, attributes: true});
        const count = () => observer.takeRecords()
            .reduce((sum, each) => sum + each.addedNodes.length + each.removedNodes.length
                + (each.type === "attributes"), 0);
        return ["forward", "back"].map(way => game.plies.slice(1, 61).map(() => {
            page[way].click(); return count(); }))"""
    )
    changed = [
        sum(count + len(added) for _, count, *added in each["changes"])
        for each in page.js("return game.plies.slice(1, 61)")
    ]
    assert touched == [changed, changed[::-1]]
    assert max(changed) < 20


def test_a_game_without_moves(open_page: Callable[..., Page]) -> None:
    page = open_page(Record(Game.start(NESTORGAMES, players=2)))
    page.shows(0)
    page.press(Keys.ARROW_RIGHT, Keys.SPACE, Keys.END)
    page.shows(0)
    assert not playing(page)


def test_without_javascript(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.go()
        assert "needs JavaScript" in page.text("body")
        assert not page.one("#replay").is_displayed()
    finally:
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def wide(page: Page, width: int = 1280, height: int = 720, *, mobile: bool = False) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


NAMES = ["two-players.9tka", "three-players.9tka", "unfinished.9tka"]


@cache
def several_records() -> tuple[Record[State, Move], ...]:
    """Three games of their own and seventeen of no moves, to fill a list."""
    empty = Record(Game.start(NESTORGAMES, players=4), {"Event": "Club", "Round": "7"})
    return (*map(example, NAMES), *[empty] * 17)


@pytest.fixture
def several(open_page: Callable[..., Page]) -> Callable[[int], Page]:
    """A page of twenty games, as the page with one of them shown."""
    page = open_page(*several_records())
    wide(page)
    page.go()

    def at(number: int) -> Page:
        return attrs.evolve(page, record=several_records()[number - 1], prefix=f"#game={number}&")

    return at


def chosen(page: Page, number: int) -> None:
    """Wait until a game is shown."""
    page.wait(lambda: page.text("#chosen") == f"Game {number} of 20")


def games(page: Page) -> list[str]:
    """The numbers of the games that are marked as the one shown."""
    return [
        str(each)
        for each in page.js(
            "return choices.filter(e => e.hasAttribute('aria-current')).map(e => e.hash)"
        )
    ]


def test_a_page_of_one_game_has_no_list(page: Page) -> None:
    assert not page.one("#choice").is_displayed()
    assert page.js("return page.games.childElementCount") == 0
    assert page.one("h1").get_attribute("aria-live") is None
    page.go("#game=1&ply=5")
    page.shows(5)
    page.press(Keys.ARROW_RIGHT)
    assert page.address == "#ply=6"


def test_the_list_of_games(several: Callable[[int], Page]) -> None:
    page = several(1)
    page.shows(0)
    assert page.text("#chosen") == "Game 1 of 20"
    assert page.driver.title == "Game 1 of 20: Program (a) \u2013 Program (b), 3-5"
    rows = page.js("return choices.map(e => e.textContent)")
    assert len(rows) == 20
    assert rows[:4] == [
        "1. Program (a) \u2013 Program (b) 3-5 Example",
        "2. Ann (a) \u2013 Ben (b) \u2013 Cleo (c) 2-1-2 Example",
        "3. Seat a \u2013 Seat b \u2013 Seat c unfinished Example",
        "4. Seat a \u2013 Seat b \u2013 Seat c \u2013 Seat d unfinished Club \u00b7 Round 7",
    ]
    assert games(page) == ["#game=1"]
    for number in (2, 3, 4):
        page.click(f"a[href='#game={number}']")
        chosen(page, number)
        now = several(number)
        now.shows(0)
        assert games(page) == [f"#game={number}"]
        assert page.text("h1") == " \u2013 ".join(
            map(now.record.player, now.record.game.state.seats)
        )
        for key, ply in ((Keys.END, now.record.game.ply), (Keys.HOME, 0)):
            page.press(key)
            now.shows(ply)
        assert page.js("return links.length") == now.record.game.ply + 1
    page.driver.back()
    chosen(page, 3)
    assert page.text("#result") == "unfinished"
    page.click("#about summary")
    assert page.text("#tags").split("\n")[:4] == ["Game", "9tka", "Ruleset", "wiki"]


def test_choosing_the_same_game_starts_it_again(several: Callable[[int], Page]) -> None:
    page = several(2)
    page.go("#game=2&ply=40")
    page.shows(40)
    page.click("#play")
    page.click("a[href='#game=2']")
    page.wait(lambda: page.ply == 0)
    page.shows(0)
    assert not playing(page)


def test_another_game_stops_the_autoplay(several: Callable[[int], Page]) -> None:
    page = several(1)
    page.click("#play")
    assert playing(page)
    page.click("a[href='#game=2']")
    page.wait(lambda: not playing(page))
    several(2).shows(0)


def test_deep_links_to_games(several: Callable[[int], Page]) -> None:
    page = several(1)
    for fragment, number, ply in (
        ("#game=2&ply=40", 2, 40),
        ("#game=2", 2, 0),
        ("#ply=12", 1, 12),
        ("#game=0", 1, 0),
        ("#game=21&ply=1", 20, 0),
        (f"#game={'9' * 400}", 20, 0),
        ("#game=3&ply=999", 3, several(3).record.game.ply),
        ("", 1, 0),
        *(
            (odd, 1, 0)
            for odd in ("#game=2&", "#game=", "#game=2ply=3", "#ply=3&game=2", "#&ply=3")
        ),
    ):
        page.go(fragment)
        several(number).shows(ply)
    page.go("#game=2&ply=40")
    length = page.js("return history.length")
    page.press(Keys.ARROW_RIGHT)
    assert page.address == "#game=2&ply=41"
    assert page.js("return history.length") == length
    page.js("location.hash = '#game=nonsense'")
    outlasted(page)
    several(2).shows(41)
    page.js("location.hash = '#game=3&ply=7'")
    page.wait(lambda: page.ply == 7)
    several(3).shows(7)


def test_the_list_of_games_by_keyboard(several: Callable[[int], Page]) -> None:
    page = several(2)
    page.go("#game=2&ply=5")
    focused = "return document.activeElement.getAttribute('href') ?? document.activeElement.id"
    page.press(Keys.TAB)
    assert page.js(focused) == "chosen"
    page.press(Keys.SPACE)
    page.wait(lambda: not page.one("#games").is_displayed())
    page.press(Keys.TAB, Keys.TAB)
    assert page.js(focused) == "slider"
    page.focus("#chosen")
    page.press(Keys.SPACE)
    page.wait(lambda: bool(page.one("#games").is_displayed()))
    page.press(Keys.TAB)
    assert page.js(focused) == "#game=2"
    page.press(Keys.ARROW_UP, Keys.ARROW_UP)
    assert page.js(focused) == "#game=1"
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.js(focused) == "#game=3"
    page.shows(5)
    page.press(Keys.ENTER)
    chosen(page, 3)
    assert page.js(focused) == "#game=3"
    page.press(Keys.ARROW_RIGHT)
    several(3).shows(1)
    assert page.js("return choices.map(e => e.tabIndex).join(' ')") == " ".join(
        "0" if number == 3 else "-1" for number in range(1, 21)
    )
    page.focus("a[href='#game=19']")
    down = """const key = {key: "ArrowDown", bubbles: true, cancelable: true};
        return !document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key))"""
    assert page.js(down)
    assert page.js(focused) == "#game=20"
    assert not page.js(down)
    assert page.js(focused) == "#game=20"


def test_a_screen_reader_is_told_of_the_game(several: Callable[[int], Page]) -> None:
    page = several(1)
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    said = {(each["role"]["value"], each.get("name", {}).get("value")) for each in tree}
    assert {
        ("navigation", "Games"),
        ("navigation", "Moves"),
        ("link", "1. Program (a) \u2013 Program (b) 3-5 Example"),
        ("heading", "Program (a) \u2013 Program (b)"),
        ("DisclosureTriangle", "Game 1 of 20"),
    } <= said
    assert page.one("h1").get_attribute("aria-live") == "polite"
    assert page.one("a[href='#game=1']").get_attribute("aria-current") == "true"


def test_the_game_shown_is_in_sight_in_the_list(several: Callable[[int], Page]) -> None:
    page = several(18)
    inside = """const box = page.games.getBoundingClientRect();
        const at = choices[number].getBoundingClientRect();
        return at.top >= box.top && at.bottom <= box.bottom && box.bottom <= innerHeight"""
    for number in (18, 1):
        page.go(f"#game={number}")
        assert page.js(inside)
    for number in (18, 1):
        page.js(f"location.hash = '#game={number}'")
        chosen(page, number)
        assert page.js(inside)
    page.click("#chosen")
    page.js("location.hash = '#game=18'")
    chosen(page, 18)
    page.click("#chosen")
    page.wait(lambda: bool(page.js(inside)))
    page.js("page.games.scrollTop = 0")
    page.click("#chosen")
    page.click("#chosen")
    page.wait(lambda: bool(page.js(inside)))
    assert page.js("return scrollY") == 0


def test_several_games_on_a_screen(several: Callable[[int], Page]) -> None:
    page = several(1)
    page.go("#game=1&ply=46")
    assert page.js("return document.documentElement.scrollHeight") <= 720
    assert page.one("#games").is_displayed()
    board, list_, moves = (page.one(each).rect for each in ("#board svg", "#games", "#moves"))
    assert board["height"] > 600
    assert board["x"] + board["width"] < list_["x"]
    assert list_["height"] > 120
    assert list_["y"] + list_["height"] < moves["y"]
    assert moves["height"] > 120
    assert page.js("return page.games.scrollWidth <= page.games.clientWidth")


def test_several_games_on_a_phone(several: Callable[[int], Page]) -> None:
    page = several(2)
    wide(page, 360, 740, mobile=True)
    page.go("#game=2&ply=46")
    page.shows(46)
    assert not page.one("#games").is_displayed()
    play = page.one("#play").rect
    assert play["y"] + play["height"] < 740
    page.click("#chosen")
    page.wait(lambda: bool(page.one("#games").is_displayed()))
    assert page.js("return document.documentElement.scrollWidth") <= 360
    assert page.js("return page.games.scrollWidth <= page.games.clientWidth")
    assert page.js("return Math.min(...choices.map(e => e.offsetHeight))") >= 32


def test_hostile_names_of_several_games(open_page: Callable[..., Page]) -> None:
    tags = dict.fromkeys(("First", "Second", "Event", "Round", "Date"), HOSTILE)
    hostile = Record(Game.start(NESTORGAMES), tags)
    long = Record(Game.start(NESTORGAMES), dict.fromkeys(tags, "x" * 5000))
    page = open_page(hostile, long)
    for number in (1, 2):
        page.go(f"#game={number}")
        assert page.js("return window.hacked") is None
        assert page.js("return document.querySelector('img, #games :not(li, a, span)')") is None
        assert page.js("return document.documentElement.scrollWidth <= innerWidth")
        assert page.js("return page.games.scrollWidth <= page.games.clientWidth")
    assert page.js("return choices[0].textContent").startswith(f"1. {HOSTILE[:59]}")
    assert page.js("return choices[1].textContent.length") < 400
