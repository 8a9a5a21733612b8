"""Studying a game: lines that nothing deletes, marks on moves, and what the computer expected."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import PlayPage

from ninetka import Game, morris
from ninetka.records import Record, parse, verify
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)


def record_of(page: PlayPage) -> Record[Any, Any]:
    text = page.record()
    assert [verdict.error for verdict in verify(io.BytesIO(text.encode()))] == [None]
    return parse(text)


def lines(page: PlayPage) -> list[str]:
    found: list[str] = page.js("return [...page.lines.children].map((each) => each.textContent)")
    return found


def test_another_move_makes_a_branch(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {}, {3: "so"}))
    page.click("#undo")
    page.click("#undo")
    page.play(["5"])
    page.wait(lambda: lines(page) == ["d6 e5"])
    record = record_of(page)
    assert record.game.move_texts == ("g7", "f6")
    (line,) = record.variations[2]
    assert line.game.move_texts == ("d6", "e5")
    assert line.comments == {2: "so"}


def test_a_branch_takes_the_place_of_the_game_and_back(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {"Event": "Club"}, {1: "first", 3: "so"}))
    for _ in range(2):
        page.click("#undo")
    page.play(["5"], ["6"])
    page.click("#back")
    before = record_of(page)
    page.wait(lambda: lines(page) == ["d6 e5"])
    page.click("#lines button")
    page.wait(lambda: lines(page) == ["f6 e4"])
    assert page.text("#place") == "Ply 2 of 3"
    swapped = record_of(page)
    assert swapped.game == MILLS.play("1 2 3")
    assert swapped.comments == {1: "first", 3: "so"}
    page.click("#lines button")
    page.wait(lambda: lines(page) == ["d6 e5"])
    assert record_of(page) == before


def test_the_same_move_again_goes_on_in_the_old_line(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2 3"), {}, {2: "why"}))
    page.click("#undo")
    page.click("#undo")
    page.play(["2"])
    assert record_of(page) == Record(MILLS.play("1 2"), {}, {2: "why"})
    page.click("#redo")
    page.shows(Record(MILLS.play("1 2 3")))


def test_moves_are_marked(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2")))
    page.js("page.glyph.value = 5; page.glyph.dispatchEvent(new Event('change'))")
    assert record_of(page).glyphs == {2: (5,)}
    page.open(page.record())
    assert page.text("#moves [aria-current]") == "d6!?"


def test_a_finished_game_is_reviewed(page: PlayPage) -> None:
    start: Any = Game.start(attrs.evolve(morris.MILLS, tokens=4, quiet=5)).state
    game = random_game(start, Random(2))
    page.open(Record(game))
    shares = {at: 0.5 if at < 2 else 0.9 for at in range(game.ply)}
    seats = [int(state.to_move) for state in game.states]
    replies = [
        {"analysis": {"moves": [{"share": shares[at] if seats[at] == 0 else 1 - shares[at]}]}}
        for at in range(game.ply)
    ]
    page.js(
        """const [results] = arguments;
        rules.thinks = rules.think;
        let at = 0;
        rules.think = async () => {
            const result = results[at];
            at += 1;
            return JSON.stringify({ jsonrpc: "2.0", id: 0, result });
        };""",
        replies,
    )
    page.click("#review")
    drawn = "return page.curve.querySelector('polyline')?.getAttribute('points').split(' ').length"
    page.wait(lambda: page.js(drawn) == game.ply + 1)
    page.js("rules.think = rules.thinks")
    glyphs = record_of(page).glyphs
    lost = 0.4 if seats[1] == 1 else -0.4  # the second move gave the first seat so much more
    assert glyphs.get(2) == ((4,) if lost >= 0.4 else None)
    assert json.loads(page.record("json"))["moves"] == [*game.move_texts]
