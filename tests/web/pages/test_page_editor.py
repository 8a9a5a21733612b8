"""Positions set up on the board, in every game, by clicks and keys; games begin from them."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED, Keys
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, State, kropki, morris
from ninetka.records import Record, parse, verify
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)
SMALL = attrs.evolve(kropki.TERRITORY, columns=6, rows=5)
WORDS = "return [...page.problems.children].map((each) => each.textContent)"


def arranged(page: PlayPage) -> str:
    return str(page.one("#arrangement").get_property("value"))


def edit(page: PlayPage) -> None:
    page.menu("more")
    page.click("#set-up")
    page.wait(lambda: page.one("#editor").is_displayed())


def choose(page: PlayPage, name: str) -> None:
    """Press the button of that name, for the piece that clicks put."""
    buttons = page.driver.find_elements("css selector", "#kinds button")
    (chosen,) = [each for each in buttons if each.accessible_name == name]
    chosen.click()
    pressed = '#kinds [aria-pressed="true"]'
    page.wait(lambda: page.one(pressed).accessible_name == name)


def put(page: PlayPage, *places: str) -> None:
    for place in places:
        before = arranged(page)
        page.click_place(place)
        page.wait(lambda: arranged(page) != before)  # noqa: B023


def set_fact(page: PlayPage, name: str, value: str) -> None:
    labels = page.driver.find_elements("css selector", "#facts :is(select, input)")
    (field,) = [each for each in labels if each.accessible_name == name]
    before = arranged(page)
    page.driver.execute_script(
        "const [field, value] = arguments; field.value = value;"
        "field.dispatchEvent(new Event('change'))",
        field,
        value,
    )
    page.wait(lambda: arranged(page) != before)


def begins(page: PlayPage, state: Any) -> None:
    """Begin the game, whose record is good and begins with that position."""
    assert page.js(WORDS) == []
    page.click("#begin-here")
    page.shows(Record(Game.from_state(state)))
    text = page.record()
    assert [verdict.error for verdict in verify(io.BytesIO(text.encode()))] == [None]
    assert parse(text).game.initial_state == state
    assert not page.one("#editor").is_displayed()


@pytest.mark.main_path
@ON_BOTH_HOSTS
def test_a_position_of_9tka_is_set_up(page: PlayPage) -> None:
    page.open(Record(Game.start(NESTORGAMES)))
    edit(page)
    assert page.one("#editor").accessible_name == "Set up a position"
    assert page.one("#kinds").accessible_name == "What a click puts"
    choose(page, "Neutral piece")
    put(page, "C8", "E9", "B2")
    assert page.js(WORDS) == [
        "B2 has a neutral but is not on the core",
        "it is the turn of seat b, not a",
    ]
    assert page.one("#begin-here").get_attribute("aria-disabled") == "true"
    put(page, "B2")
    assert page.one('.target[data-place="C8"]').accessible_name == "C8, neutral stone"
    assert page.js(WORDS) == []
    put(page, "E9")
    set_fact(page, "To move", "b")
    begins(page, State.from_text("11/11/11/2n8/11/11/11/11/11/11/11 b 2 nestorgames"))


def test_a_position_of_9am_is_set_up(page: PlayPage) -> None:
    page.open(Record(Game.start(morris.NINE_AM, players=3).play("1 2 3")))
    edit(page)
    page.click("#clear-board")
    page.wait(lambda: arranged(page).startswith("." * 36))
    choose(page, "Piece of a")
    put(page, "1", "4", "7")
    choose(page, "Piece of b")
    put(page, "10", "13", "16")
    choose(page, "Piece of c")
    put(page, "2", "5", "8")
    set_fact(page, "In hand: a", "0")
    set_fact(page, "In hand: b", "0")
    set_fact(page, "In hand: c", "0")
    set_fact(page, "Cards: b", "2")
    set_fact(page, "What to do", "remove")
    text = "ac.ac.ac.b..b..b.................... 0/0/0 0/2/0 0 a remove 9am"
    assert arranged(page) == text
    begins(page, morris.State.from_text(text))


def test_a_position_of_mills_is_set_up_from_the_present_one(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2")))
    edit(page)
    choose(page, "Piece of a")
    put(page, "2")
    choose(page, "Piece of b")
    put(page, "4")
    assert page.one('.target[data-place="2"]').accessible_name == "d6, token of Seat a"
    assert arranged(page) == "aa.b.................... 7/8 0/0 0 a put mills"
    (said,) = page.js(WORDS)
    assert said == "the hands cannot be 7 and 8 when seat a is to move"
    choose(page, "Take away")
    put(page, "2")
    begins(page, morris.State.from_text("a..b.................... 8/8 0/0 0 a put mills"))


def test_a_position_of_kropki_is_set_up_with_a_region(page: PlayPage) -> None:
    page.open(Record(Game.start(SMALL)))
    edit(page)
    page.click("#clear-board")
    page.wait(lambda: arranged(page).startswith("6/6/6/6/6 "))
    choose(page, "Piece of x")
    put(page, "bc", "cb", "cd", "dc")
    choose(page, "Piece of o")
    put(page, "cc")
    set_fact(page, "Regions", "x:bccddccbbc")
    inside = page.one('.target[data-place="cc"]')
    assert inside.accessible_name == "cc, dead dot of o in a region of x"
    put(page, "aa")
    text = "o5/2x3/1xox2/2x3/6 x territory x:bccddccbbc"
    assert arranged(page) == text
    begins(page, kropki.State.from_text(text))


def test_a_position_is_set_up_by_keys(page: PlayPage) -> None:
    page.open(Record(MILLS))
    edit(page)
    page.click("#clear-board")
    page.js("return queueDone().then(() => null)")  # the board is drawn anew, though it was empty
    page.focus('.target[data-place="1"]')
    page.press("2", Keys.ENTER)
    page.wait(lambda: arranged(page).startswith("b."))
    page.press(Keys.ARROW_DOWN)
    page.press("1", Keys.ENTER)
    page.wait(lambda: arranged(page).startswith("b..a."))
    assert page.js("return placeOf(document.activeElement)") == "4"
    page.press(Keys.DELETE)
    page.wait(lambda: arranged(page).startswith("b...."))
    page.press(Keys.HOME)  # which would step to the start of the game
    assert page.one("#editor").is_displayed()


def test_a_text_is_set_up_and_what_is_wrong_with_it_is_said(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1")))
    edit(page)
    before = arranged(page)
    page.js("page.arrangement.value = 'x'; page.arrangement.dispatchEvent(new Event('change'))")
    page.wait(lambda: len(page.js(WORDS)) == 1 and "not 'x'" in page.js(WORDS)[0])
    page.click("#begin-here")
    assert page.one("#editor").is_displayed()
    text = before.replace("a.", "..", 1)
    page.js(
        "page.arrangement.value = arguments[0];page.arrangement.dispatchEvent(new Event('change'))",
        text,
    )
    page.wait(lambda: not page.js("return page.board.querySelector('.token[data-place]')"))
    page.click("#leave-editor")
    page.shows(Record(MILLS.play("1")))


def test_the_rules_chosen_for_a_new_game_are_those_of_the_board(page: PlayPage) -> None:
    page.js("page.start.showModal()")
    page.menu("setup")
    page.js(
        """page.kind.value = "Mills"; page.kind.dispatchEvent(new Event("change"));
        page.ruleset.value = "morabaraba"; page.ruleset.dispatchEvent(new Event("change"));
        for (const each of page.seats.querySelectorAll("[name=player]")) each.value = "";"""
    )
    page.click("#on-board")
    page.wait(lambda: page.one("#editor").is_displayed())
    put(page, "1")
    set_fact(page, "To move", "b")
    text = arranged(page)
    assert text.endswith(" b put morabaraba")
    page.js("for (const each of document.querySelectorAll('dialog')) each.close()")
    begins(page, morris.State.from_text(text))


def test_a_second_press_of_begin_does_nothing(page: PlayPage) -> None:
    page.open(Record(MILLS))
    edit(page)
    page.js("page['begin-here'].click(); page['begin-here'].click(); await queueDone()")
    assert not page.one("#editor").is_displayed()
    assert page.seen["message"] == ""


def test_another_game_ends_the_setting_up(page: PlayPage) -> None:
    page.open(Record(MILLS))
    edit(page)
    game = random_game(Game.start(NESTORGAMES).state, Random(1))
    page.open(Record(game))
    page.shows(Record(game))
    assert not page.one("#editor").is_displayed()
    page.open(Record(MILLS))
    page.play(["1"])
    page.shows(Record(MILLS.play("1")))
