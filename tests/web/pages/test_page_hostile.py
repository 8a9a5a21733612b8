"""Hostile names, records, files and links: nothing of them runs, and nothing is fetched."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import LONG, ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, kropki
from ninetka.records import Record

pytestmark = [*NEEDED, LONG, ON_BOTH_HOSTS]

RUN = "hacked=1"
HOSTILE = [
    f"<img src=https://example.com/x onerror={RUN}>",
    f"</script><script>{RUN}</script>",
    f"</textarea></title></option></svg><svg onload={RUN}>",
    f"javascript:{RUN}",
    f"\"'><a href='javascript:{RUN}' autofocus onfocus={RUN}>",
    f"${{{RUN}}} `{RUN}` {{{{{RUN}}}}}",
    "&lt;b&gt;&amp;amp;&#0;&nbsp;",
    "\u202egnp.exe\u2066\u200f\u2028\u2029\ufeff\ufffe",
    "\u0301" * 300,
    "x" * 10_000,
    "W" * 300 + " " * 300 + "\U0001f1f5\U0001f1f1" * 300,
    "url(https://example.com/x)",
    "__proto__",
]
GAME: Game[Any, Any] = Game.start(NESTORGAMES).play("*C3 *F3 *I3")
NAMES = ("First", "Second", "Event", "__proto__", "constructor", "toString", "hasOwnProperty")


@pytest.fixture(autouse=True)
def nothing_runs(page: PlayPage) -> Any:
    """Nothing in a test runs, puts elements into the page, or makes it useless."""
    page.js("delete window.hacked")
    yield
    assert page.js("return window.hacked") is None
    own = "return [...document.scripts].every((each) => each.src.startsWith(location.origin))"
    assert page.js(own)
    foreign = "img, iframe, object, embed, base, style, b, foreignObject, [onload], [onerror]"
    assert page.js("return document.querySelectorAll(arguments[0]).length", foreign) == 0
    assert page.js("return [...document.links].every((each) => each.hash.startsWith('#ply='))")
    assert page.js("return ({}).hacked === undefined && Object.keys(Object.prototype).length === 0")
    page.open(Record(GAME))
    page.play(["C6"])
    page.shows(Record(GAME.apply("*C6")))


def everywhere(page: PlayPage) -> None:
    """Show all that the page can show of a game."""
    for menu in ("setup", "files", "seating", "library", "about"):
        page.menu(menu)
    for button in ("first", "forward", "last"):
        page.js("page[arguments[0]].click()", button)
    page.wait(lambda: page.text("#place") == "Ply 3 of 3")
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_tags_and_comments_are_texts(page: PlayPage, text: str) -> None:
    tags = dict.fromkeys(NAMES, text)
    record = Record(GAME, tags, {0: text, 3: text})
    page.open(record)
    everywhere(page)
    assert page.js("return page.note.value").rstrip() == record.comments[3].rstrip()
    values = page.js("return [...page.tags.querySelectorAll('dd')].map((each) => each.textContent)")
    assert values.count(text) >= len(tags)
    shown = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text)  # turns nothing round
    assert page.js("return page.players.textContent").startswith(shown)
    assert page.record("json") == record.to_json()
    assert page.record() == record.to_text()


def test_names_of_files_and_what_is_in_them_are_texts(page: PlayPage) -> None:
    for text in HOSTILE[:8]:
        for contents in (text, f'[Game "{text}"]\n\n*C3 *', f'[Ruleset "{text}"]\n\n{text} *'):
            page.js("page.message.textContent = ''; page.close.click()")
            page.js("return takeFile(new File([arguments[0]], arguments[1]))", contents, text)
            said = page.seen["message"] + str(page.js("return page.checked.textContent"))
            assert text[:12] in said


def test_many_bad_games_are_named_by_texts(page: PlayPage) -> None:
    bad = "".join(f'[Event "x"]\n\n{text} *\n\n' for text in HOSTILE[:5])
    page.js("return takeFile(new File([arguments[0]], 'bad.9tka'))", bad)
    assert page.js("return page.games.options.length") == 5
    page.js("page.games.selectedIndex = 1; renderVerdict(); page.open.click()")
    page.js("page.close.click()")


def test_what_is_filled_in_stays_text(page: PlayPage) -> None:
    page.js("showStart(); page.setup.open = true")
    fill = """const [selector, text] = arguments;
        document.querySelector(selector).value = text;
        page.begin.requestSubmit();"""
    for text in HOSTILE[:6]:
        page.js(fill, "#from", text)
        page.wait(lambda: page.js("return page.refusal.textContent !== ''"))
        page.js("page.from.value = ''")
        page.js("showStart()")
        page.js(fill, "#seats [name=name]", text)
        page.wait(lambda: page.js("return page.players.textContent").startswith(text))  # noqa: B023


def test_typed_texts_are_texts(page: PlayPage) -> None:
    page.open(Record(GAME))
    for text in HOSTILE[:8]:
        page.js("page.text.value = arguments[0]; page.typed.requestSubmit()", text)
        page.wait(lambda: page.seen["message"] != "")
        page.js("page.message.textContent = ''")


def packed(data: bytes) -> str:
    compress = zlib.compressobj(9, wbits=-15)
    deflated = compress.compress(data) + compress.flush()
    return base64.urlsafe_b64encode(deflated).decode().rstrip("=")


LINKS: dict[str, Callable[[], str]] = {
    "garbage": lambda: "!!!",
    "not deflated": lambda: "aGVsbG8",
    "cut": lambda: packed(Record(GAME).to_text().encode())[:-8],
    "not UTF-8": lambda: packed(b"\xff\xfe\x00"),
    "no record": lambda: packed(b"<script>hacked=1</script>"),
    "no move": lambda: packed(Record(GAME).to_text().replace("*I3", "hacked=1").encode()),
    "a bomb": lambda: packed(b"x" * 100_000_000),
    "a bomb of moves": lambda: packed(b'[Players "2"]\n\n' + b"*C3 " * 240_000),
    "deep": lambda: packed(b"(" * 900_000),
    "prototype": lambda: packed(b'[__proto__ "x"]\n[constructor "y"]\n\n*C3 *F3 *I3 *\n'),
}


@pytest.mark.parametrize("name", LINKS)
def test_hostile_links_do_no_harm(page: PlayPage, name: str) -> None:
    page.js("location.hash = arguments[0]", f"#game={LINKS[name]()}")
    opened = "return page.message.textContent !== '' || state.game.tags.constructor === 'y'"
    page.wait(lambda: bool(page.js(opened)))
    assert len(page.seen["message"]) < 1000


def test_hostile_addresses_lead_to_a_ply(page: PlayPage) -> None:
    page.open(Record(GAME))
    for fragment, ply in (("ply=-1", 0), ("ply=1e9", 3), ("ply=%00", 0), ("ply=2<b>", 0), ("x", 0)):
        page.js("location.hash = arguments[0]", fragment)
        page.wait(lambda: page.text("#place") == f"Ply {ply} of 3")  # noqa: B023


def test_names_on_the_board_fit(page: PlayPage) -> None:
    page.open(Record(Game.start(attrs.evolve(kropki.STANDARD, columns=9)), {"First": "W" * 5000}))
    fits = """const { right } = page.board.firstChild.getBoundingClientRect();
        return [...page.board.querySelectorAll("text")].every(
            (each) => each.getBoundingClientRect().right <= right);"""
    assert page.js(fits)
