"""The book of one's own games: what was played in a position, how often, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from support.browser import NEEDED, Keys
from support.play_page import ON_BOTH_HOSTS, PlayPage

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)
NINE_AM: Game[Any, Any] = Game.start(morris.NINE_AM, players=3)
KROPKI: Game[Any, Any] = Game.start(attrs.evolve(kropki.STANDARD, columns=7, rows=6))
SQUARE: Game[Any, Any] = Game.start(attrs.evolve(kropki.STANDARD, columns=6, rows=6))
NINE: Game[Any, Any] = Game.start(NESTORGAMES)
NONE = "None of your other games has been here."


@pytest.fixture(autouse=True)
def empty(page: PlayPage) -> Iterator[None]:
    """There are no games on the device, and the computer finds nothing."""
    page.js("for (const { id } of await allGames()) await deleteGame(id);")
    page.js("if (page.analyse.getAttribute('aria-pressed') === 'true') page.analyse.click()")
    with page.thinking():
        yield


def keep(page: PlayPage, game: Game[Any, Any], last: str, ending: str = "") -> None:
    """Play the last move of a game, which is kept then, and maybe end it."""
    page.open(Record(game))
    page.play([last])
    if ending:
        page.click(ending)
        page.wait(lambda: page.text("#result") != "unfinished")
    kept = "return allGames().then((games) => games.some(({ id, keys, winners }) => id === "
    match = "state.game.id && keys.length === arguments[0] && (winners !== null) === arguments[1]))"
    page.wait(lambda: page.js(kept + match, game.ply + 1, bool(ending)))


def book(page: PlayPage) -> list[str]:
    found: list[str] = page.js(
        "return Array.from(page.book.querySelectorAll('button'), (each) => each.textContent)"
    )
    return found


@ON_BOTH_HOSTS
def test_the_book_tells_what_was_played_and_how_it_ended(page: PlayPage) -> None:
    keep(page, MILLS.play("1 2"), "3", "#resign")  # b resigns
    keep(page, MILLS.play("1 2"), "3", "#agree")
    keep(page, MILLS.play("1 2"), "3")
    keep(page, MILLS.play("1 2"), "5")
    keep(page, MILLS.play("1 4"), "5")
    page.open(Record(MILLS.play("1 2")))
    page.click("#analyse")
    page.wait(lambda: len(book(page)) == 2)
    e5, f6 = MILLS.play("1 2").apply("3").move_texts[-1], MILLS.play("1 2 5").move_texts[-1]
    ends = "a won: 1 \u00b7 drawn: 1 \u00b7 unfinished: 1"
    assert book(page) == [f"{e5} Games: 3 {ends}", f"{f6} Games: 1 unfinished: 1"]
    assert page.one("#book").accessible_name == "Your games"
    assert page.one("#book button").accessible_name == f"{e5} Games: 3 {ends}"
    page.click("#back")
    page.wait(lambda: [each.split()[2] for each in book(page)] == ["4", "1"])
    page.click("#forward")
    page.wait(lambda: len(book(page)) == 2 and book(page)[0].startswith(e5))
    page.click("#book button")
    page.shows(Record(MILLS.play("1 2 3")))
    page.wait(lambda: page.text("#book") == NONE)
    page.click("#analyse")
    assert not page.one("#book").is_displayed()


@pytest.mark.parametrize(
    ("game", "one", "other", "last"),
    [
        (NINE, "C3 F3", "F3 C3", "I3"),
        (KROPKI, "aa fa ff", "ff fa aa", "af"),
        (NINE_AM, "1 2 3 4", "4 2 3 1", "5"),
        (MILLS, "1 2 3", "3 2 1", "8"),
    ],
)
def test_positions_reached_otherwise_are_the_same(
    page: PlayPage, game: Game[Any, Any], one: str, other: str, last: str
) -> None:
    keep(page, game.play(one), last)
    page.open(Record(game.play(other)))
    page.click("#analyse")
    text = game.play(one).apply(last).move_texts[-1]
    page.wait(lambda: book(page) == [f"{text} Games: 1 unfinished: 1"])
    page.focus("#book button")
    page.press(Keys.ENTER)
    page.shows(Record(game.play(other).apply(last)))


@pytest.mark.parametrize(
    ("game", "one", "last", "other", "image"),
    [
        (NINE, "C3 F3", "I3", "I9 F9", "C9"),
        (SQUARE, "aa", "bb", "ff", "ee"),
        (NINE_AM, "", "1", "", "1"),
        (MILLS, "g7 a1", "d6", "a7 g1", "d6"),
    ],
    ids=["9tka", "Kropki", "9AM", "Mills"],
)
def test_images_of_a_position_are_the_same(
    page: PlayPage, game: Game[Any, Any], one: str, last: str, other: str, image: str
) -> None:
    first = game.play(one)
    places = first.state.places_of(first.state.parse_move(last))
    keep(page, first, places[0])
    turned = game.play(other)
    assert turned.state.canonical()[0] == first.state.canonical()[0]
    page.open(Record(turned))
    page.click("#analyse")
    page.wait(lambda: len(book(page)) == 1)
    (said,) = book(page)
    move = turned.state.parse_move(said.split()[0])
    again = turned.state.apply(move).canonical()[0]
    assert again == first.state.apply(first.state.parse_move(last)).canonical()[0]
    assert again == turned.state.apply(turned.state.parse_move(image)).canonical()[0]


def test_moves_that_symmetries_take_into_each_other_are_one(page: PlayPage) -> None:
    for place in ("1", "10"):
        keep(page, MILLS, place)
    page.open(Record(MILLS))
    page.click("#analyse")
    page.wait(lambda: [each.split(" ", 1)[1] for each in book(page)] == ["Games: 2 unfinished: 2"])


def test_other_rules_have_a_book_of_their_own(page: PlayPage) -> None:
    own: Any = attrs.evolve(morris.MILLS, name="own", tokens=8)
    keep(page, Game.start(own), "1")
    page.open(Record(MILLS))
    page.click("#analyse")
    page.wait(lambda: page.text("#book") == NONE)
    page.open(Record(Game.start(own)))
    page.click("#analyse")
    page.wait(lambda: len(book(page)) == 1)


def test_a_game_is_no_book_for_itself(page: PlayPage) -> None:
    keep(page, MILLS, "1")
    page.click("#analyse")
    page.click("#back")
    page.wait(lambda: page.text("#book") == NONE)
