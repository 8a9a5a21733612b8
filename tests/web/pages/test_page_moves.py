"""Moves on the page: legal or not, by mouse, keyboard and text."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring

import attrs
import pytest
from support.browser import NEEDED, Keys, webdriver
from support.play_page import CLICK, LONG, ON_BOTH_HOSTS, PlayPage, check, parts

from ninetka import NESTORGAMES, Game, NinetkaError, kropki, morris
from ninetka.records import Record
from ninetka.simulate import random_game

pytestmark = [*NEEDED, LONG]


def start(ruleset: Any, players: int = 2) -> Any:
    state: Any = Game.start(ruleset, players=players).state
    return state


TERRITORY = attrs.evolve(kropki.TERRITORY, columns=7, rows=6)
STANDARD = attrs.evolve(kropki.STANDARD, columns=7, rows=6)
RINGED = Game.start(TERRITORY).play("bb cc cb aa db ba eb ca ec da ed ea dd fa cd fb bd fc")
"""A game in which x can draw two rings after `bc`: one that is offered, and a wider one."""
WIDE = ["bb", "cb", "db", "eb", "ec", "ed", "dd", "cd", "bd", "bc", "bb"]
MILLS = Game.start(morris.MILLS)
MOVING = random_game(start(attrs.evolve(morris.MILLS, tokens=5)), Random(1), 12)


def sentence(state: Any, *places: str) -> str:
    """Why places cannot be picked, as the page says it."""
    with pytest.raises(NinetkaError) as caught:
        state.click(places)
    text = str(caught.value)
    return text[0].upper() + text[1:]


# Clicks


@pytest.mark.parametrize(
    ("begun", "plies"),
    [
        (start(NESTORGAMES, 3), 0),
        (start(NESTORGAMES, 2), 30),
        (start(NESTORGAMES, 2), 55),
        (start(STANDARD), 30),
        (start(TERRITORY), 30),
        (start(morris.NINE_AM, 3), 40),
        (start(morris.MILLS, 2), 40),
    ],
)
@ON_BOTH_HOSTS
def test_an_illegal_click_is_explained_and_changes_nothing(
    page: PlayPage, begun: Any, plies: int
) -> None:
    record = Record(random_game(begun, Random(plies), plies))
    state: Any = record.game.state
    page.open(record)
    places = page.js("return [...targets.keys()]")
    illegal = sorted({*places} - {*state.click().next})
    assert illegal
    for place in Random(1).sample(illegal, 3):
        page.click_place(place)
        page.says(sentence(state, place))
        check({**page.seen, "message": ""}, record)
    page.play(state.places_of(state.some_moves[0]))
    assert page.seen["message"] == ""


def test_an_illegal_second_pick_is_explained(page: PlayPage) -> None:
    page.open(Record(MOVING))
    state = MOVING.state
    first = state.click().next[0]
    second = next(
        place
        for place in page.js("return [...targets.keys()]")
        if place != first and place not in {*state.click([first]).next, *state.click().next}
    )
    page.click_place(first)
    page.wait(lambda: page.picked == [first])
    page.click_place(second)
    page.says(sentence(state, first, second))
    assert page.picked == [first]


def test_another_first_pick_replaces_the_first(page: PlayPage) -> None:
    page.open(Record(MOVING))
    for place in MOVING.state.click().next[:2]:
        page.click_place(place)
        page.wait(lambda: page.picked == [place])  # noqa: B023


@pytest.mark.parametrize("how", ["again", "escape", "cancel"])
def test_picks_are_taken_back(page: PlayPage, how: str) -> None:
    page.open(Record(MOVING))
    first = MOVING.state.click().next[0]
    page.click_place(first)
    page.wait(lambda: page.picked == [first])
    if how == "again":
        page.click_place(first)
    elif how == "escape":
        page.press(Keys.ESCAPE)
    else:
        page.click("#picks button:last-child")
    page.wait(lambda: page.picked == [])
    assert not page.one("#picks").is_displayed()
    page.shows(Record(MOVING))


def test_picks_do_not_outlive_a_look_at_an_earlier_position(page: PlayPage) -> None:
    page.open(Record(RINGED))
    page.click_place("bc")
    page.wait(lambda: page.picked == ["bc"])
    page.click("#back")
    page.wait(lambda: page.picked == [])
    assert page.text("#picks") == ""
    page.click("#forward")
    page.shows(Record(RINGED))
    page.play(["bc", *WIDE])


def test_fast_clicks_are_taken_one_after_the_other(page: PlayPage) -> None:
    page.open(Record(RINGED))
    page.js(f"{CLICK} for (const place of arguments[0]) click(place)", ["bc", *WIDE])
    game = RINGED.apply(f"bc.{''.join(WIDE)}")
    page.shows(Record(game))
    page.js(f"{CLICK} for (const place of arguments[0]) click(place)", ["gf", "gf"])
    page.shows(Record(game.apply("gf")))
    page.js(f"{CLICK} for (const place of arguments[0]) click(place)", ["ff", "fe"])
    page.says("The position had changed before your click on fe: click again if you mean it.")
    check({**page.seen, "message": ""}, Record(game.play("gf ff")))


def test_an_earlier_position_takes_no_moves(page: PlayPage) -> None:
    record = Record(Game.start(NESTORGAMES).play("*C3 *F3 *I3"))
    page.open(record)
    page.click("#back")
    page.wait(lambda: page.text("#place") == "Ply 2 of 3")
    page.click_place("C6")
    page.says("This is an earlier position: press Go on from here to play from it")
    assert page.record() == record.to_text()
    page.click("#undo")
    page.shows(Record(record.game.undo()))
    page.play(["C6"])
    page.shows(Record(record.game.undo().apply("*C6")))


def test_a_game_that_is_over_takes_no_moves(page: PlayPage) -> None:
    over = random_game(start(NESTORGAMES, 2), Random(1))
    resigned = Game.start(STANDARD).apply("aa").resign()
    for game, said in [
        (over, sentence(over.state, "A5")),
        (resigned, "The game is over: Player o has resigned."),
    ]:
        page.open(Record(game))
        page.click_place("A5" if game is over else "bb")
        page.says(said)
        assert page.record() == Record(game).to_text()
        assert not page.one("#typed").is_displayed()


def test_without_hints_legal_moves_are_not_marked_but_made(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.menu("settings")
    page.click("#hints")
    bare = parts(fromstring(MILLS.state.to_svg(targets=True)))
    page.wait(lambda: parts(fromstring(page.seen["picture"])) == bare)
    page.click_place("7")
    page.wait(lambda: page.position == MILLS.apply("7").state.to_text())
    page.click("#hints")
    page.shows(Record(MILLS.apply("7")))


def test_marks_are_hidden_where_nearly_all_can_be_played(page: PlayPage) -> None:
    for record, shown in ((Record(Game.start(STANDARD)), False), (Record(MOVING), True)):
        page.open(record)
        assert page.js("return page.board.querySelector('.legal').checkVisibility()") == shown


def test_the_loudest_button_makes_the_capture(page: PlayPage) -> None:
    page.open(Record(RINGED))
    page.click_place("bc")
    page.wait(lambda: page.text("#picks") != "")
    texts = page.js("return [...page.picks.children].map((each) => each.textContent)")
    assert texts[0].startswith("Take ")
    assert texts[1] == "Make the move bc alone"
    page.click("#picks .main")
    (ring,) = RINGED.state.click(["bc"]).offers
    page.shows(Record(RINGED.apply(f"bc.{''.join(ring)}")))


# Texts


@pytest.mark.main_path
def test_moves_are_typed(page: PlayPage) -> None:
    page.open(Record(RINGED))
    field = page.one("#text")
    field.send_keys("bc.", *WIDE, Keys.ENTER)
    page.shows(Record(RINGED.apply(f"bc.{''.join(WIDE)}")))
    assert field.get_property("value") == ""
    assert page.js("return document.activeElement.id") == "text"


def test_a_game_without_clicks_is_typed(page: PlayPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.server.methods.ClickableState", type("Other", (), {}))
    page.open(Record(MILLS))
    page.click_place("1")
    page.says("Moves of this game cannot be made by picking places")
    page.one("#text").send_keys("1", Keys.ENTER)
    page.wait(lambda: page.position == MILLS.apply("1").state.to_text())


@pytest.mark.parametrize("text", ["", "bb", "xyz", "bc.bbcbdbbb", "<b>", "bc stop 3", "x resigns"])
def test_an_illegal_text_is_explained_and_kept(page: PlayPage, text: str) -> None:
    page.open(Record(RINGED))
    with pytest.raises(NinetkaError) as caught:
        RINGED.state.apply(text)
    page.one("#text").send_keys(text, Keys.ENTER)
    page.says(f"{str(caught.value)[0].upper()}{str(caught.value)[1:]}")
    check({**page.seen, "message": ""}, Record(RINGED))
    assert page.one("#text").get_property("value") == text


# The keyboard alone


def focused(page: PlayPage) -> str:
    return str(page.js("return placeOf(document.activeElement) ?? document.activeElement.id"))


def tab_to(page: PlayPage, wanted: str) -> None:
    for _ in range(60):
        if focused(page) == wanted:
            return
        page.press(Keys.TAB)
    raise AssertionError(f"the Tab key does not reach {wanted}")


@pytest.mark.main_path
def test_keys_make_moves_and_the_focus_stays(page: PlayPage) -> None:
    game: Game[Any, Any] = Game.start(NESTORGAMES)
    page.open(Record(game))
    page.js("document.activeElement.blur()")
    page.js("moveCursor(targets.get('C3'))")
    tab_to(page, "C3")
    page.press(Keys.ENTER)
    game = game.apply("*C3")
    page.shows(Record(game))
    assert focused(page) == "C3"
    for key, place in [
        (Keys.ARROW_RIGHT, "D3"),
        *((Keys.ARROW_UP, place) for place in ("D4", "D5", "D6")),
        *((Keys.ARROW_LEFT, "C6"), (Keys.ARROW_UP, "C7"), (Keys.ARROW_DOWN, "C6")),
    ]:
        page.press(key)
        assert focused(page) == place
    page.press(Keys.SPACE)
    page.shows(Record(game.apply("*C6")))
    assert focused(page) == "C6"
    assert page.text("#play") == "Replay"  # the Space key plays the game elsewhere


@pytest.mark.parametrize("begun", [start(NESTORGAMES, 2), start(TERRITORY), start(morris.MILLS, 2)])
def test_arrow_keys_reach_every_place(page: PlayPage, begun: Any) -> None:
    page.open(Record(Game.from_state(begun)))
    reached, places = page.js(
        """const reached = new Set(), open = [targets.values().next().value];
        while (open.length) {
            const target = open.pop();
            reached.add(target);
            for (const way of Object.values(ARROWS)) {
                const next = neighbour(target, ...way);
                if (next && !reached.has(next)) open.push(next);
            }
        }
        return [reached.size, targets.size];"""
    )
    assert reached == places


@pytest.mark.parametrize("taken", [True, False])
def test_keys_take_rings_and_draw_them(page: PlayPage, taken: bool) -> None:
    page.open(Record(RINGED))
    page.js("moveCursor(targets.get('bc'))")
    tab_to(page, "bc")
    page.press(Keys.ENTER)
    page.wait(lambda: page.picked == ["bc"])
    picks: Sequence[str]
    if taken:
        (picks,) = RINGED.state.click(["bc"]).offers
        for _ in range(10):
            page.press(Keys.TAB)
            if str(page.js("return document.activeElement.textContent")).startswith("Take"):
                break
        page.press(Keys.ENTER)
    else:
        picks = WIDE
        for place in WIDE:
            walk(page, place)
            page.press(Keys.ENTER)
    game = RINGED.apply(f"bc.{''.join(picks)}")
    page.shows(Record(game))


def walk(page: PlayPage, place: str) -> None:
    """Go to a place of the grid by arrow keys."""
    for at, (less, more) in enumerate(
        [(Keys.ARROW_LEFT, Keys.ARROW_RIGHT), (Keys.ARROW_UP, Keys.ARROW_DOWN)]
    ):
        steps = ord(place[at]) - ord(focused(page)[at])
        page.press(*[more if steps > 0 else less] * abs(steps))
    assert focused(page) == place


def test_the_end_of_the_game_leaves_the_focus_where_it_was(page: PlayPage) -> None:
    whole = random_game(start(NESTORGAMES, 2), Random(1))
    game = whole.undo()
    last: Any = whole.moves[-1]
    page.open(Record(game))
    (place,) = game.state.places_of(last)
    page.focus(f'.target[data-place="{place}"]')
    page.press(Keys.ENTER)
    page.shows(Record(whole))
    assert focused(page) == place


def test_a_click_of_the_mouse_on_a_place_goes_on_from_there_by_keys(page: PlayPage) -> None:
    page.open(Record(MILLS))
    target = page.one('.target[data-place="7"]')
    webdriver.ActionChains(page.driver, duration=0).move_to_element(target).click().perform()
    page.shows(Record(MILLS.apply("7")))
    assert page.js("return document.querySelector('.target[tabindex=\"0\"]').dataset.place") == "7"
