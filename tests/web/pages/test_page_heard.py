"""What screen readers say: each move with what to do next, and answers to keys and typed words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from support.browser import NEEDED, spoken
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

NAMES = {"First": "Ann", "Second": "Ben"}
MILL = Game.start(morris.MILLS).play("d6 a1 f6 a4 b6")


def heard(page: PlayPage) -> str:
    """The live region in which moves are told, as the accessibility tree has it."""
    driver = page.driver
    driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def texts(node: dict[str, Any]) -> Iterator[str]:
        if node.get("role", {}).get("value") == "StaticText":
            yield node["name"]["value"]
        for child in node.get("childIds", []):
            yield from texts(by_id[child]) if child in by_id else ()

    first = page.js("return page.spoken.textContent")
    regions = [node for node in nodes if node.get("role", {}).get("value") == "status"]
    said = [" ".join(texts(node)) for node in regions]
    assert first in said
    return str(first)


def test_moves_are_told_in_sentences_with_what_comes_next(page: PlayPage) -> None:
    page.open(Record(MILL, NAMES))
    assert heard(page).startswith(
        "Ann (a) put a token on b6 and made a mill. You have made a mill: remove a token of"
    )
    state = MILL.state
    page.play(state.places_of(state.parse_move("xa1")))
    assert heard(page).startswith(
        "Ann (a) removed the token of Ben (b) on a1. Put a token on a free field, for example "
    )
    page.click("#back")
    page.wait(lambda: "earlier" in page.text("#instruction"))
    assert heard(page) == "Ann (a) put a token on b6 and made a mill. Ply 5 of 6"


def test_captures_and_slides_are_told(page: PlayPage) -> None:
    ring = Game.start(kropki.TERRITORY).play("bb cb cc jj db kk ca.cabbccdbca")
    page.open(Record(ring, NAMES))
    told = heard(page)
    assert told.startswith("Ann (x) put a dot at ca and surrounded a dot. Place a dot on")
    nine = random_game(Game.start(NESTORGAMES).state, Random(3))
    page.open(Record(nine, NAMES))
    assert " slid from " in heard(page)
    assert ". Won by " in heard(page)


def test_commands_by_key_and_typed(page: PlayPage) -> None:
    page.open(Record(MILL, NAMES))
    own = "Ann (a): b6, d6, f6"
    last = "Ann (a) put a token on b6 and made a mill."
    near = "b6, token of Ann (a), in a mill; a4, token of Ben (b); "
    page.focus("#board .target[tabindex='0']")
    for key, answer in (("l", last), ("p", "There are no points yet."), ("i", "You have made a")):
        page.press(key)
        assert page.js("return page.spoken.textContent").startswith(answer)
    page.press("o")
    said = page.js("return page.spoken.textContent")
    assert {*said.removeprefix("Ann (a): ").split(", ")} == {*own[9:].split(", ")}
    for typed, answer in (
        ("l", last),
        ("n b6", near[:31]),
        ("N D6", "d6, token of Ann (a), in a mill"),
    ):
        page.one("#text").send_keys(typed, Keys.ENTER)
        page.wait(lambda: page.text("#message").startswith(answer))  # noqa: B023
        assert page.position == MILL.state.to_text()
    page.one("#text").send_keys("xa1", Keys.ENTER)
    page.wait(lambda: page.position != MILL.state.to_text())


@pytest.mark.main_path
def test_a_board_is_described_in_french(page: PlayPage) -> None:
    page.js("store('ninetka-language', 'fr'); location.reload()")
    page.begun()
    page.open(Record(MILL, NAMES))
    assert heard(page).startswith(
        "Ann (a) : pion en b6, avec un moulin. Vous avez formé un moulin :"
    )
    assert ("button", "b6, pion de Ann (a), dans un moulin") in spoken(page.driver)
    titles = page.js("return [...page.board.querySelectorAll('title')].map((e) => e.textContent)")
    assert titles[0] == "mills, 2 joueurs, joueur a retire un pion"
    said = page.js(
        "return [...page.board.querySelectorAll('.due, .column')].map((e) => e.textContent)"
    )
    assert said == ["mills : joueur a retire un pion", "main"]
    assert "b6, pion de Ann (a), dans un moulin" in titles
    page.focus("#board .target[tabindex='0']")
    page.press("o")
    own = page.js("return page.spoken.textContent.split(' : ')[1].split(', ')")
    assert {*own} == {"b6", "d6", "f6"}
    page.one("#text").send_keys("d7", Keys.ENTER)
    page.wait(lambda: page.text("#message") != "")
    assert page.text("#message") == "Le joueur a a formé un moulin et doit d'abord retirer un pion"
    page.js("localStorage.removeItem('ninetka-language'); location.reload()")
    page.begun()
