"""How moves feel: motion, where a stone stops, dragging, planned and confirmed moves, the end."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED, webdriver
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, parse
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)
MOVING = Game.start(attrs.evolve(morris.MILLS, tokens=3)).play("g7 d7 a1 a7 d6 b4")
"""A game in which a can move from g7 to g4."""
SLIDING = random_game(Game.start(NESTORGAMES, players=2).state, Random(1), 55)
ANIMATED = """
window.animated = [];
Element.prototype.animates ??= Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
    animated.push([Object.keys(frames)[0], how.duration ?? how]);
    return this.animates(frames, how);
};
"""


def place(page: PlayPage, name: str) -> Any:
    return page.driver.execute_script(
        """return [...document.querySelectorAll("#board .target")].find(
            ({ dataset }) => dataset.place === arguments[0]);""",
        name,
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_token_moves_to_its_place(page: PlayPage, motion: str) -> None:
    features = [{"name": "prefers-reduced-motion", "value": motion}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    page.open(Record(MOVING))
    page.js(ANIMATED)
    way = MOVING.state.places_of(MOVING.state.parse_move("g7-g4"))
    page.play(way)
    page.shows(Record(MOVING.apply("g7-g4")))
    expected = [["translate", 200]] if motion == "no-preference" else []
    assert page.js("return animated") == expected


def test_where_a_stone_stops_is_shown_before_it_is_clicked(page: PlayPage) -> None:
    page.open(Record(SLIDING))
    state: Any = SLIDING.state
    move = state.legal_moves[0]
    webdriver.ActionChains(page.driver).move_to_element(place(page, str(move.square))).perform()
    stops = "return [...page.board.querySelectorAll('.stop')].map((each) => placeOf(each))"
    assert page.js(stops) == [str(state.target(move.square))]
    page.play([str(move.square)])
    assert page.js(stops) == []


def drag(page: PlayPage, start: str, end: str) -> None:
    chain = webdriver.ActionChains(page.driver, duration=50)
    chain.click_and_hold(place(page, start)).move_to_element(place(page, end)).release().perform()


def test_a_token_is_dragged(page: PlayPage) -> None:
    page.open(Record(MOVING))
    drag(page, "1", "4")
    page.shows(Record(MOVING.apply("g7-g4")))


def test_a_stone_is_dragged_in_its_direction(page: PlayPage) -> None:
    state: Any = SLIDING.state
    page.open(Record(SLIDING))
    move = state.legal_moves[0]
    drag(page, str(move.square), str(state.target(move.square)))
    page.shows(Record(SLIDING.apply(str(move))))


def plan(page: PlayPage, *clicks: tuple[str, str]) -> None:
    """Click on places, each with what is planned then."""
    for place, planned in clicks:
        page.click_place(place)
        said = f"Planned: {planned}" if planned else ""
        page.wait(lambda: page.text("#picked") == said)  # noqa: B023


def answer(page: PlayPage, ply: int, move: str) -> None:
    """Have the computer make its move, and wait for the planned one after it."""
    asked = "{ ...positionParams(at), move, facts: { ply: at + 1 } }"
    reply = page.js(f"const [at, move] = arguments; return call('apply', {asked})", ply, move)
    page.js("enqueueSilently(() => answer(lastPly(), { result: arguments[0] }))", reply)
    page.wait(lambda: page.text("#place") == f"Ply {ply + 2} of {ply + 2}")


@pytest.mark.parametrize("ruleset", [kropki.STANDARD, kropki.TERRITORY])
def test_one_click_plans_a_dot(page: PlayPage, ruleset: kropki.Ruleset) -> None:
    start: Game[Any, Any] = Game.start(attrs.evolve(ruleset, columns=7, rows=6))
    with page.thinking():
        page.open(Record(start.apply("aa")), ["me", "random"])
        plan(page, ("cc", "cc"), ("ee", "ee"), ("ee", ""), ("bb", "bb"))
        answer(page, 1, "ff")
    assert parse(page.record()).game.move_texts == ("aa", "ff", "bb")


def test_a_move_of_two_places_is_planned(page: PlayPage) -> None:
    before = MOVING.apply("g7-g4")
    reply = str(before.state.legal_moves[0])
    state: Any = before.apply(reply).state
    move = state.legal_moves[0]
    (start, end), (left, right) = state.places_of(move), str(state.move_text(move)).split("-")
    with page.thinking():
        page.open(Record(before), ["me", "random"])
        plan(page, (start, left), (end, f"{left}, {right}"), (end, left), (start, ""))
        plan(page, (start, left), (end, f"{left}, {right}"))
        answer(page, 7, reply)
    assert parse(page.record()).game.move_texts[-1] == f"{left}-{right}"


def test_a_move_is_planned_while_the_computer_thinks(page: PlayPage) -> None:
    with page.thinking():
        page.open(Record(MILLS.apply("1")), ["me", "random"])
        plan(page, ("10", "a1"), ("10", ""), ("10", "a1"), ("7", "g1"))
        answer(page, 1, "2")
    assert parse(page.record()).game.move_texts == ("g7", "d6", "g1")


def test_moves_are_confirmed_if_wanted(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.menu("settings")
    page.click("#confirm")
    page.js("page.more.open = false")
    page.click_place("1")
    page.wait(lambda: page.text("#picks .main") == "Make the move g7")
    assert page.position == MILLS.state.to_text()
    page.click("#picks .main")
    page.shows(Record(MILLS.apply("1")))
    page.menu("settings")
    page.click("#confirm")


def test_sound_is_made_unless_it_is_switched_off(page: PlayPage) -> None:
    page.js(
        """window.OscillatorNode = class extends OscillatorNode {
            start(at) { window.heard = true; super.start(at); }
        };"""
    )
    for is_on in (False, True):
        page.open(Record(MILLS))
        page.menu("settings")
        if page.one("#sound").is_selected() != is_on:
            page.click("#sound")
        page.js("page.more.open = false; delete window.heard")
        place(page, "1").click()
        page.shows(Record(MILLS.apply("1")))
        assert page.js("return window.heard ?? false") == is_on


DOTS = Game.start(attrs.evolve(kropki.STANDARD, columns=7, rows=6)).play("aa ba")


def test_the_end_says_who_won_and_why(page: PlayPage) -> None:
    names = {"First": "Ann", "Second": "Ben"}
    page.open(Record(DOTS, names))
    assert not page.one("#end").is_displayed()
    page.click("#resign")
    page.wait(lambda: page.text("#won") == "Ben (o) won")
    assert page.text("#why") == "Ann (x) has resigned."
    page.click("#rematch")
    page.shows(Record(Game.from_state(DOTS.initial_state), {"First": "Ben", "Second": "Ann"}))
    assert not page.one("#end").is_displayed()
    page.open(Record(DOTS), ["me", "random"])
    page.click("#resign")
    page.wait(lambda: page.text("#won") == "You lost")


def test_the_end_shows_the_points_over_the_game(page: PlayPage) -> None:
    whole = random_game(Game.start(NESTORGAMES, players=3).state, Random(3))
    page.open(Record(whole))
    page.wait(lambda: page.js("return page.chart.querySelectorAll('path').length") == 3)
    page.click("#share")
    page.wait(lambda: page.text("#shared") != "" or page.seen["message"] != "")
    page.click("#review")
    page.wait(lambda: page.text("#place").startswith("Ply 0 of "))
    assert not page.one("#end").is_displayed()
