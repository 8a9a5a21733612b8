"""Games kept on the device, links between players, and the back button."""

from __future__ import annotations

from typing import Any

import pytest
from support.browser import NEEDED, Keys
from support.play_page import PlayPage

from ninetka import NESTORGAMES, Game, morris
from ninetka.records import Record

pytestmark = [*NEEDED, pytest.mark.long]

MILLS: Game[Any, Any] = Game.start(morris.MILLS)
STONES = Game.start(NESTORGAMES).play("*C3 *F3")
NAMED = {"First": "Ann", "Second": "Ben"}


@pytest.fixture(autouse=True)
def empty(page: PlayPage) -> None:
    page.js("for (const { id } of await allGames()) await deleteGame(id)")


def kept(page: PlayPage) -> list[str]:
    """The titles of the games in the list."""
    page.menu("library")
    page.js("return listSaved()")
    titles: list[str] = page.js(
        "return [...page.kept.querySelectorAll('strong')].map((each) => each.innerText)"
    )
    return titles


@pytest.mark.main_path
def test_every_game_is_kept_and_can_be_opened_again(page: PlayPage) -> None:
    page.open(Record(MILLS, NAMED))
    assert kept(page) == []
    page.play(["1"], ["2"])
    page.open(Record(STONES))
    page.play(["I3"])
    assert kept(page) == ["Player a \u2013 Player b", "Ann (a) \u2013 Ben (b)"]
    page.click("#kept li:nth-child(2) .kept")
    record = Record(MILLS.play("1 2"), NAMED)
    page.shows(record)
    assert page.record() == record.to_text()
    page.play(["3"])
    assert len(kept(page)) == 2


def test_a_game_is_deleted_by_two_clicks(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    page.open(Record(STONES))
    assert len(kept(page)) == 1
    page.click("#kept li button:last-child")
    assert len(kept(page)) == 1
    for _ in range(2):
        page.click("#kept li button:last-child")
    page.wait(lambda: page.one("#no-games").is_displayed())


def test_the_back_button_returns_to_the_game_before(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    page.open(Record(STONES))
    page.play(["I3"])
    page.driver.back()
    page.shows(Record(MILLS.apply("1")))
    page.driver.forward()
    page.shows(Record(STONES.apply("*I3")))


def test_the_usual_keys_undo_and_redo(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    page.press("z", held=Keys.CONTROL)
    page.shows(Record(MILLS))
    page.press("y", held=Keys.CONTROL)
    page.shows(Record(MILLS.apply("1")))


def opened(page: PlayPage, link: str) -> None:
    page.js("location.hash = arguments[0]", link.partition("#")[2])
    page.wait(lambda: "#ply=" in str(page.js("return location.hash")))


def test_a_game_by_post_grows_with_each_link(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    first = page.link
    page.play(["2"])
    answer = page.link
    page.js(
        "await deleteGame(state.game.id)"
    )  # as on the device of the player who was sent the first
    opened(page, first)
    page.shows(Record(MILLS.apply("1")))
    page.play(["2"], ["3"])
    opened(page, answer)  # shorter than what is here
    page.wait(lambda: page.seen["message"].startswith("This device has more moves"))
    assert page.position == MILLS.play("1 2 3").state.to_text()
    opened(page, first)
    page.click("#undo")
    page.click("#undo")
    page.play(["5"])
    opened(page, answer)
    page.wait(lambda: page.seen["message"].startswith("The game of this link differs"))
    assert len(kept(page)) == 1
    page.play(["3"])
    assert len(kept(page)) == 2


def test_a_link_says_who_plays(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2")), ["me", "random"])
    link = page.link
    page.open(Record(STONES))
    opened(page, link)
    page.wait(lambda: page.js("return state.game.computers") == [None, "random"])


def test_moves_that_are_taken_back_are_there_after_a_reload(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"], ["2"])
    page.click("#undo")
    page.shows(Record(MILLS.apply("1")))
    page.driver.refresh()
    page.begun()
    page.shows(Record(MILLS.play("1 2")))


def test_two_tabs_with_one_game_overwrite_nothing(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    first, link = page.driver.current_window_handle, page.link
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(link)
        page.begun()
        page.play(["2"])
        page.wait(lambda: page.js("return (await getGame(state.game.id))?.plies") == 2)
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)
    page.play(["5"])
    page.wait(lambda: len(kept(page)) == 2)


def test_a_link_to_a_game_that_is_over_names_the_computer(page: PlayPage) -> None:
    over = Game.start(NESTORGAMES, players=2).play("*C3").resign()
    page.open(Record(over, {"First": "Ann", "Second": "easy"}), ["me", "easy"])
    link = page.link
    assert "&players=" not in link
    page.load(link.removeprefix(page.address))
    assert page.text("#players") == "Ann (a) \u2013 Computer, easy (b)"
    assert "Computer, easy" in page.one("#board svg").get_attribute("outerHTML")
