"""The page to play on in a browser, and games clicked through on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import attrs
import pytest

from ninetka.drawing.options import labels
from ninetka.drawing.svg import readable
from ninetka.records import Record
from ninetka.web import pages
from ninetka.web.server import PageServer
from support.browser import Tab
from support.built_page import built_page, served
from support.waiting import PATIENCE

LONG = pytest.mark.long


ON_BOTH_HOSTS = pytest.mark.parametrize(
    "host", ["server", pytest.param("static", marks=LONG)], indirect=True, scope="module"
)
"""The page as a server of ninetka's sends it, and as files on a static host."""


@contextmanager
def from_server(record: str | None = None, players: Sequence[str] | None = None) -> Iterator[str]:
    """The page's address, while `ninetka play --browser` serves it."""
    with PageServer(record, players) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server.address
        finally:
            server.shutdown()


@contextmanager
def from_files() -> Iterator[str]:
    """The page's address on a static host."""
    with served(built_page()) as address:
        yield address


SEEN = """
function seen() {
    const text = (selector) => document.querySelector(selector).textContent;
    return {
        position: document.querySelector("#position").value,
        picture: new XMLSerializer().serializeToString(document.querySelector("#board").firstChild),
        place: text("#place"),
        move: text("#move"),
        score: text("#score"),
        turn: text("#turn"),
        result: text("#result"),
        message: text("#message"),
        names: JSON.stringify(state.game.seats.map((_, seat) => nameOf(seat))),
    };
}
"""
CLICK = """
function click(place) {
    const targets = [...document.querySelectorAll("#board .target")];
    const target = targets.find(({ dataset }) => dataset.place === place);
    const how = { bubbles: true, cancelable: true, view: window };
    for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
        target.dispatchEvent(new MouseEvent(kind, how));
    }
}
"""
PLAY = f"""
{SEEN}
{CLICK}
const [moves] = arguments;
const picks = document.querySelector("#picks");
let told = 0;
const observer = new MutationObserver(() => {{ told += 1; }});
observer.observe(picks, {{ childList: true }});
const buttons = () => [...picks.querySelectorAll("button")];
const words = (text) => text.split(" ").sort().join(" ");

// Whether a move was made; waits for that, or until the page says what the picks amount to.
async function made(from, before, act) {{
    const [message, position] = ["#message", "#position"].map((id) => document.querySelector(id));
    act();
    for (const end = performance.now() + 90000; performance.now() < end; ) {{
        await new Promise((resolve) => setTimeout(resolve));
        if (message.textContent) throw new Error(message.textContent);
        if (position.value !== from) {{
            await new Promise((resolve) => setTimeout(resolve));
            return true;
        }}
        if (told !== before) return false;
    }}
    throw new Error("nothing came of it");
}}

async function play(move) {{
    const from = document.querySelector("#position").value;
    for (const places of move) {{
        const act = typeof places === "string"
            ? () => click(places)
            : () => buttons().find(({{ textContent }}) =>
                words(textContent.replace("Take ", "")) === words(places.join(" "))).click();
        if (await made(from, told, act)) return;
    }}
    const button = buttons().find(({{ textContent }}) => textContent.startsWith("Make the move"));
    await made(from, told, () => button.click()) || await made(from, told, () => {{}});
}}

return (async () => {{
    const states = [seen()];
    for (const move of moves) {{
        await play(move);
        states.push(seen());
    }}
    observer.disconnect();
    return states;
}})();
"""
MOVES = """
return Array.from(document.querySelectorAll("#moves li.turn"), (turn) =>
    Array.from(turn.children, (link) => [parseInt(link.style.gridColumn) - 2, link.textContent]));
"""

Way = Sequence[str | Sequence[str]]
"""How to make a move: places to pick, and rings to take."""


PAGES = Path(str(files(pages)))
EXPORTED = re.compile(r"^export (?:const|let|class|(?:async )?function) (\w+)", re.MULTILINE)


def importing(code: str) -> str:
    """A script after imports of all that it names of the page's modules, unless it has its own."""
    words, imports = {*re.findall(r"\w+", code)} - {"page"}, ""
    for path in sorted(PAGES.glob("*.js")):
        if path.stem not in ("play", "replay"):
            names = words.intersection(EXPORTED.findall(path.read_text("ascii")))
            if names:
                address = f'new URL("{path.name}", document.baseURI)'
                imports += f"const {{ {', '.join(sorted(names))} }} = await import({address});\n"
    return f"return (async () => {{ {imports} {{ {code}\n}} }})();" if imports else code


@attrs.frozen
class PlayPage(Tab):
    """The page to play on."""

    address: str
    is_static: bool

    def js(self, code: str, *given: Any) -> Any:
        """What a script gives that uses names of the page's modules."""
        return super().js(importing(code), *given)

    def load(self, fragment: str = "") -> None:
        """Load the page as at a first visit."""
        if str(self.driver.current_url).startswith(self.address):
            self.js("sessionStorage.clear(); localStorage.clear(); location = 'about:blank'")
            self.wait(lambda: self.driver.current_url == "about:blank")
        self.driver.get(self.address + fragment)
        self.begun()

    def reload(self, kept: str) -> None:
        """Load the page as at a later visit, once it has kept the game of this one."""
        self.wait(lambda: bool(self.js("return sessionStorage.ninetka")))
        self.js(
            "sessionStorage.clear(); localStorage.ninetka = arguments[0]; location.reload()", kept
        )
        self.begun()

    def begun(self) -> None:
        """Wait until a game is shown, and close the choice of another."""
        shown = "return document.querySelector('#loading').hidden && !page.new.hidden"
        self.wait(lambda: bool(self.js(shown)))
        self.js("page.start.close()")

    @contextmanager
    def speaking(self, code: str) -> Iterator[None]:
        """The page speaks a language, then English again."""
        self._speak(code)
        try:
            yield
        finally:
            self._speak("en")

    def _speak(self, code: str) -> None:
        self.js("store('ninetka-language', arguments[0]); location.reload()", code)
        self.wait(lambda: self.js("return document.documentElement.lang") == code)
        self.begun()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Computer players think for ever."""
        self.js("rules.thinks = rules.think; rules.think = () => new Promise(() => {})")
        yield
        self.js("rules.think = rules.thinks")

    @contextmanager
    def unanswered(self) -> Iterator[None]:
        """The rules answer nothing, as when the server has ended."""
        self.js("rules.asks = rules.ask; rules.ask = () => Promise.reject(new Error('gone'))")
        yield
        self.js("rules.ask = rules.asks")

    def size(self, width: int, height: int) -> None:
        """Give the screen a size, until the end of the test."""
        is_phone = min(width, height) < 500
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def menu(self, name: str) -> None:
        """Open a menu, and the one that it is in."""
        self.js(
            """const opened = [];
            const open = (menu) => {
                if (menu === null) return;
                open(menu.parentElement.closest("details"));
                if (menu.open) return;
                opened.push(new Promise((done) => menu.addEventListener("toggle", done)));
                menu.open = true;
            };
            open(page[arguments[0]]);
            return Promise.all(opened).then(() => queueDone()).then(() => null); // it is filled""",
            name,
        )

    def tidy(self) -> None:
        """Close all that is open, as after loading the page, but for the game."""
        self.js(
            """for (const menu of document.querySelectorAll("details")) menu.open = false;
            page.start.close();
            for (const form of document.forms) form.reset();
            document.activeElement.blur();
            page.message.textContent = page.refusal.textContent = page.said.textContent = "";
            page.kind.dispatchEvent(new Event("change"));
            page.close.click();
            scrollTo(0, 0);"""
        )

    def open(self, record: Record[Any, Any] | str, players: Sequence[str] = ()) -> None:
        """Open a record on the page that is loaded."""
        text = record if isinstance(record, str) else record.to_text()
        self.js("return openRecord(...arguments)", text, list(players))

    def play(self, *moves: Way) -> list[dict[str, str]]:
        """Make moves by clicks; gives what is seen before the first and after each."""
        states: list[dict[str, str]] = self.js(PLAY, moves)
        return states

    def click_place(self, place: str) -> None:
        self.js(f"{CLICK} click(...arguments)", place)

    @property
    def seen(self) -> dict[str, str]:
        state: dict[str, str] = self.js(f"{SEEN} return seen()")
        return state

    @property
    def link(self) -> str:
        """The link to the game, which is made when it can be seen."""
        self.menu("files")
        self.wait(lambda: bool(self.one("#link").get_property("value")))
        return str(self.one("#link").get_property("value"))

    @property
    def position(self) -> str:
        return str(self.one("#position").get_property("value"))

    @property
    def picked(self) -> list[str]:
        """The places that are marked as picked."""
        places: list[str] = self.js(
            "return [...page.board.querySelectorAll('.picked')].map((each) => placeOf(each))"
        )
        return places

    def shows(self, record: Record[Any, Any]) -> None:
        """Wait until the last ply of a game is shown, and nothing else is wrong."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return check(self.seen, record)
            except AssertionError:
                if monotonic() > end:
                    raise

    def says(self, sentence: str) -> None:
        """Wait until the page says it."""
        self.wait(lambda: self.text("#message") == sentence)

    def record(self, form: str = "9tka") -> str:
        """The game as it would be saved."""
        return str(self.js(f"return call('record', recordParams('{form}')).then((r) => r.record)"))

    def requests(self) -> list[str]:
        """What the page has asked for since this was called before."""
        log = self.driver.get_log("performance")
        messages = [json.loads(entry["message"])["message"] for entry in log]
        sent = [each["params"] for each in messages if each["method"].endswith("requestWillBeSent")]
        return [each["request"]["url"] for each in sent]


def check(seen: Mapping[str, str], record: Record[Any, Any]) -> None:
    """Assert that what is seen is the last ply of a game, as the library has it."""
    game = record.game
    state: Any = game.state
    shown = json.loads(seen["names"])
    assert len(shown) == len(record.names)
    assert all(own in ("", name) for own, name in zip(record.names, shown, strict=True))
    players = labels(state.seats, shown, "Player")
    assert seen["position"] == state.to_text()
    assert seen["place"] == f"Ply {game.ply} of {game.ply}"
    assert seen["move"] == (game.move_texts[-1] if game.ply else "Start")
    assert seen["message"] == ""
    scores = game.outcome.scores if game.outcome else state.running_scores
    points = [f"{seat} {each}" for seat, each in zip(state.seats, scores, strict=False)]
    assert seen["score"] == readable(" \u00b7 ".join(points))
    if game.outcome:
        won = " and ".join(players[seat] for seat in game.outcome.winners)
        assert seen["turn"] == (f"Won by {won}" if won else "Nobody has won")
        assert seen["result"] == readable(str(game.outcome))
    else:
        assert seen["turn"] == f"{players[state.to_move]} to move"
        assert seen["result"] == "unfinished"
    marks = () if game.outcome else [mark for mark in state.marks if mark.startswith("legal-")]
    svg = state.to_svg(
        ending=game.ending,
        last_move=game.moves[-1] if game.ply else None,
        marks=marks,
        names=shown,
        targets=True,
    )
    picture = parts(fromstring(seen["picture"]))
    assert picture == parts(fromstring(svg))
    playable = {place for place, kinds in targets(picture) if "playable" in kinds}
    if game.ending is None:
        assert playable == set(() if state.is_over else state.click().next)


Parts = tuple[str, dict[str, str], str | None, tuple[Any, ...]]


def parts(element: Element) -> Parts:
    """An element in a form to compare, without what makes controls of targets and fits labels."""
    added = {"preserveAspectRatio", "tabindex"}
    if element.tag.endswith("}text"):
        added.add("style")
        element.set("class", element.get("class", "").replace(" crowded", ""))
    if "target" in element.get("class", "").split():
        added.add("role")
    attributes = {name: value for name, value in element.items() if name not in added}
    return element.tag, attributes, element.text, tuple(map(parts, element))


def targets(picture: Parts) -> Iterator[tuple[str, list[str]]]:
    """The place of each target, and its classes."""
    for _, attributes, _, _ in picture[3]:
        kinds = attributes.get("class", "").split()
        if "target" in kinds:
            place = next(value for name, value in attributes.items() if name.startswith("data-"))
            yield place, kinds
