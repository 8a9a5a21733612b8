"""The page for everyone: accessibility rules, screen readers, phones, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from support.browser import NEEDED, spoken
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, write

pytestmark = [*NEEDED, pytest.mark.long]

AXE = Path(__file__).parents[3] / "examples/browser/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RINGED = Game.start(attrs.evolve(kropki.TERRITORY, columns=7, rows=6)).play(
    "bb cc cb aa db ba eb ca ec da ed ea dd fa cd fb bd fc"
)
NAMED = {"First": "Ann", "Second": "Ben", "Event": "Club championship"}
GAMES: dict[str, Game[Any, Any]] = {
    "9tka": Game.start(NESTORGAMES, players=4).play("*C3 *F3 *I3"),
    "Kropki": RINGED,
    "9AM": Game.start(morris.NINE_AM, players=5).play("1 2 3"),
    "Mills": Game.start(morris.MILLS).play("1 2 3"),
}


def look(page: PlayPage, scheme: str, width: int, height: int = 800) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def states(page: PlayPage) -> Any:
    """Brings the page into many states, one after the other; gives a name for each."""
    for name, game in GAMES.items():
        page.open(Record(game, NAMED))
        yield name
    for menu in ("files", "seating", "library", "settings", "about"):
        page.menu(menu)
        yield menu
    page.tidy()
    page.js("showStart()")
    page.menu("setup")
    yield "setup"
    page.tidy()
    page.open(Record(RINGED))
    page.click_place("bc")
    page.wait(lambda: page.picked == ["bc"])
    yield "picks"
    page.click_place("bc")
    page.click_place("cb")
    page.wait(lambda: page.seen["message"] != "" or len(page.picked) > 1)
    yield "more picks"
    page.click("#back")
    page.wait(lambda: page.seen["place"] == "Ply 17 of 18")
    yield "an earlier position"
    page.open(Record(RINGED.resign(), NAMED, {18: "A comment.\nOf two lines."}))
    yield "over"
    page.click_place("aa")
    page.wait(lambda: page.seen["message"] != "")
    yield "a message"
    with page.thinking():
        page.open(Record(GAMES["Mills"]), ["me", "random"])
        yield "the computer thinks"
        page.click("#computer")
        yield "the computer waits"
    page.open(Record(GAMES["Mills"]))
    found = [{"move": "f4", "share": 0.6}, {"move": "b6", "share": 0.5}]
    page.js(
        """rules.thinks = rules.think;
        const result = { analysis: { moves: arguments[0] } };
        rules.think = async () => JSON.stringify({ jsonrpc: "2.0", id: 0, result });""",
        found,
    )
    page.click("#analyse")
    page.wait(lambda: "60 %" in page.text("#best"))
    page.js("rules.think = rules.thinks")
    yield "analysis"
    page.click("#draw")
    page.focus('.target[data-place="1"]')
    page.press("m", "m")
    yield "drawings"
    page.click("#erase")
    page.click("#draw")
    page.open(Record(GAMES["9AM"]))
    page.menu("more")
    page.click("#set-up")
    page.wait(lambda: page.one("#editor").is_displayed())
    page.click_place("1")
    page.wait(lambda: page.one("#problems").is_displayed())
    yield "a position is set up"
    page.click("#leave-editor")
    page.click("#open-learn")
    page.wait(lambda: page.one("#learn").is_displayed())
    yield "lessons and puzzles"
    page.js("page['lesson-list'].querySelector('.row button:last-child').click()")
    page.wait(lambda: page.one("#lesson").is_displayed())
    yield "a puzzle"
    bad = "".join(write([Record(GAMES["9tka"]), Record(GAMES["9tka"])])).replace("*I3", "*G3")
    page.js("return takeFile(new File([arguments[0]], 'games.9tka'))", bad)
    yield "check"
    page.click("#close")


@ON_BOTH_HOSTS
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_of_accessibility_is_broken(page: PlayPage, scheme: str, width: int) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm install in examples/browser")
    look(page, scheme, width)
    page.js(AXE.read_text("utf-8"))
    findings = []
    for state in states(page):
        found = page.js(
            """return axe.run({ runOnly: arguments[0] }).then(({ violations }) =>
                violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
                    `${id}: ${target}: ${failureSummary}`)));""",
            TAGS,
        )
        findings += [f"{state}: {finding}" for finding in found]
    assert findings == []


MEASURED = """
const inputs = "input:not([type=checkbox], [type=radio], [type=range])";
const controls = `a, button, #opponents label, select, summary, textarea, ${inputs}`;
const shown = [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility());
const least = (each) => each.className === "move" ? 24 : 44;
const wrong = (kind, is) => shown.filter((each) => is(each, each.getBoundingClientRect())).map(
    ({ id, className, textContent }) => `${kind}: ${id} ${className} ${textContent.slice(0, 20)}`);
return [
    document.documentElement.scrollWidth > innerWidth ? "the page" : [],
    wrong("low", (each, { height }) => height < least(each)),
    wrong("narrow", (_, { width }) => width < 24),
    wrong("outside", (_, { left, right }) => left < 0 || right > innerWidth),
    wrong("cut", (each) => each.matches("button") && each.scrollWidth > each.clientWidth),
].flat();
"""


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_page_fits_the_screen(page: PlayPage, width: int) -> None:
    look(page, "light", width)
    assert [f"{state}: {each}" for state in states(page) for each in page.js(MEASURED)] == []


def test_a_wide_screen_shows_all_at_once(page: PlayPage) -> None:
    look(page, "light", 1280, 720)
    for game in GAMES.values():
        page.open(Record(game))
        assert page.js("return document.documentElement.scrollHeight") <= 720
        board, moves = page.one("#board svg").rect, page.one("#moves").rect
        assert board["height"] > 500
        assert board["y"] + board["height"] <= 720
        assert moves["height"] >= 90


def test_a_phone_shows_the_board_and_what_to_do_at_once(page: PlayPage) -> None:
    look(page, "light", 360, 740)
    for game in GAMES.values():
        page.open(Record(game, NAMED))
        board = page.one("#board svg").rect
        assert board["width"] >= 320
        assert board["y"] + board["height"] <= 740
        assert page.one("#instruction").rect["y"] <= 740


def test_the_numbers_of_many_turns_stand_in_one_line(page: PlayPage) -> None:
    game = Game.start(kropki.STANDARD)
    while game.ply < 202:
        game = game.apply(game.state.some_moves[0])
    page.open(Record(game))
    heights = page.js(
        """return [...page.moves.querySelectorAll(".turns .turn")].map(
            (each) => Math.round(each.getBoundingClientRect().height));"""
    )
    assert len(heights) == 101
    assert len({*heights}) == 1


def test_in_the_dark_free_fields_are_dark(page: PlayPage) -> None:
    look(page, "dark", 1280)
    page.open(Record(GAMES["Mills"]))
    fill = "return getComputedStyle(page.board.querySelector('circle.legal')).fill"
    assert max(map(int, page.js(fill)[4:-1].split(", "))) < 70


def test_a_name_turns_no_other_text_round(page: PlayPage) -> None:
    names = {"First": "\u202eAnn\u2069", "Second": "\u05d0\u05d1"}
    page.open(Record(GAMES["Mills"], names))
    assert (
        page.js("return page.players.textContent") == "Ann (a) \u2013 \u2068\u05d0\u05d1\u2069 (b)"
    )


def test_the_dark_scheme_is_dark(page: PlayPage) -> None:
    look(page, "dark", 1280)
    light = page.js(
        """const brightness = (text) => Math.max(...text.match(/[\\d.]+/g).slice(0, 3));
        const kinds = "body, button:not(.main, #play, [aria-disabled=true]), summary, #moves";
        return [...document.querySelectorAll(`${kinds}, input, select, textarea`)]
            .filter((each) => each.checkVisibility())
            .map((each) => [each.id, getComputedStyle(each)])
            .filter(([, { backgroundColor }]) => !backgroundColor.endsWith(", 0)"))
            .filter(([, { backgroundColor, color }]) =>
                brightness(backgroundColor) > 70 || brightness(color) < 150)
            .map(([id]) => id);"""
    )
    assert light == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_can_be_read(page: PlayPage, scheme: str) -> None:
    look(page, scheme, 1280)
    for game in GAMES.values():
        page.open(Record(game, NAMED))
        faint = page.js(
            """const light = (value) =>
                value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4;
            const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map(light);
            const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
            const seen = (colour) => colour === "none" ? ground : luminance(parts(colour));
            const look = (element) => getComputedStyle(element);
            const ground = luminance(parts(look(document.querySelector("#board .paper")).fill));
            const contrast = (colour) => {
                const [low, high] = [ground, seen(colour)].sort((one, other) => one - other);
                return high / low;
            };
            const inked = "#board text:not(:is(.token, .stone) *), #board .legal, #board .to-move";
            const others = "#board :is(.dot, .pip), #board :is(.token, .stone) > :first-child";
            return [...document.querySelectorAll(`${inked}, ${others}`)]
                .filter((each) => each.tagName !== "g")
                .filter((each) => Math.max(contrast(look(each).fill), contrast(look(each).stroke))
                    < (each.tagName === "text" ? 4.5 : 3))
                .map((each) => each.outerHTML);"""
        )
        assert faint == []


# Screen readers


def names(page: PlayPage, role: str) -> list[str]:
    return [name for kind, name in spoken(page.driver) if kind == role]


def test_every_control_has_a_name(page: PlayPage) -> None:
    kinds = {"button", "combobox", "textbox", "checkbox", "slider", "link", "spinbutton"}
    for state in states(page):
        unnamed = [role for role, name in spoken(page.driver) if role in kinds and not name.strip()]
        assert unnamed == [], state


def test_places_are_buttons_that_say_what_is_there(page: PlayPage) -> None:
    page.open(Record(GAMES["Mills"], NAMED))
    buttons = names(page, "button")
    assert "g7, token of Ann (a)" in buttons
    assert "g4, free" in buttons


def test_keys_tell_the_board_to_those_who_hear_it(page: PlayPage) -> None:
    page.open(Record(GAMES["Mills"], NAMED))
    page.focus('.target[data-place="1"]')
    for key, said in (
        ("l", "Ann (a) put a token on e5."),
        ("p", "There are no points yet."),
        ("o", "Ben (b): d6"),
        ("n", "g7, token of Ann (a); d7, free; g4, free"),
        ("i", page.js("return page.instruction.textContent")),
    ):
        page.press(key)
        assert page.js("return page.spoken.textContent") == said


def test_moves_are_announced(page: PlayPage) -> None:
    """What changes in regions that screen readers listen to."""
    page.open(Record(GAMES["Mills"], NAMED))
    page.js(
        """window.heard = [];
        for (const region of document.querySelectorAll("[role=status], [role=alert]")) {
            if (region.ariaLive === "off") continue;
            new MutationObserver(() => heard.push(region.innerText)).observe(
                region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.play(["7"])
    heard = {text for text in page.js("return heard") if text}
    assert heard == {f"Ben (b) put a token on g1. {page.text('#instruction')}"}
    page.js("heard.length = 0")
    page.click_place("7")
    page.wait(lambda: page.seen["message"] != "")
    assert page.js("return heard.at(-1)") == page.seen["message"]
