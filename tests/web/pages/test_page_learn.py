"""Lessons on the page: they check what is clicked, and the game before them is there afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from support.browser import NEEDED
from support.lessons import first_game
from support.play_page import PlayPage

from ninetka import Game, morris
from ninetka.games import all_games, entry_for_name
from ninetka.protocol.lessons import Lessons
from ninetka.records import Record

pytestmark = [*NEEDED, pytest.mark.long]

NAMES = [name for entry in all_games() if entry.lessons for name in entry.names]
MILLS = Game.start(morris.MILLS)


def lessons_of(name: str) -> Lessons:
    teaching = entry_for_name(name).lessons
    assert teaching is not None
    return teaching(name)


def begin(page: PlayPage, name: str, button: int) -> None:
    """Begin a lesson by the button of that number among those of a game."""
    page.click("#open-learn")
    page.wait(lambda: page.js("return page['lesson-list'].children.length") == len(NAMES))
    row = f"#lesson-list section:nth-child({NAMES.index(name) + 1})"
    page.click(f"{row} button:nth-child({button})")
    page.wait(lambda: name in page.text("#lesson-title"))


def pick(page: PlayPage, state: Any, move: Any) -> None:
    for place in state.places_of(move):
        page.click_place(place)


@pytest.mark.main_path
@pytest.mark.parametrize("name", NAMES)
def test_a_first_game_is_played_with_a_guide(page: PlayPage, name: str) -> None:
    begin(page, name, 1)
    for text, state, move in first_game(lessons_of(name), name):
        page.wait(lambda: page.position == state.to_text())  # noqa: B023
        page.wait(lambda: not text or page.text("#lesson-task") == text)  # noqa: B023
        if move is not None:
            pick(page, state, move)
    page.wait(lambda: page.text("#lesson-task").startswith("You know the game now."))


def test_a_learned_game_is_played_next(page: PlayPage) -> None:
    begin(page, "Mills", 1)
    page.wait(lambda: not page.one("#play-learned").is_displayed())
    for _, state, move in first_game(lessons_of("Mills"), "Mills"):
        page.wait(lambda: page.position == state.to_text())  # noqa: B023
        if move is not None:
            pick(page, state, move)
    page.wait(lambda: page.one("#play-learned").is_displayed())
    with page.thinking():
        page.click("#play-learned")
        page.wait(lambda: page.js("return state.game.computers") == [None, "easy"])
        assert page.seen["names"] == '["You","Computer, easy"]'
    assert page.position == MILLS.state.to_text()
    assert not page.one("#lesson").is_displayed()


def test_a_lesson_shows_only_what_it_needs(page: PlayPage) -> None:
    page.size(360, 740)
    begin(page, "Mills", 2)
    seen = [page.one(each).is_displayed() for each in ("#moves", "#typed", "#note")]
    assert not any(seen)
    state: Any = entry_for_name("Mills").begin(position=page.position)
    pick(page, state, next(iter(state.some_moves)))
    page.wait(lambda: page.seen["message"] != "" or page.text("#lesson-reason") != "")
    bottoms = "return [page.now, page.lesson].map((each) => each.getBoundingClientRect().bottom)"
    said, box = page.js(bottoms)
    assert said <= min(box, 740)
    page.click("#leave-lesson")
    page.wait(lambda: page.one("#note").is_displayed())
    assert page.js("return page.instruction.nextElementSibling === page.now")


def test_who_leaves_a_lesson_before_any_game_chooses_one(page: PlayPage) -> None:
    page.open(Record(MILLS))
    begin(page, "Mills", 1)
    page.click("#leave-lesson")
    page.wait(lambda: page.one("#start").is_displayed())
    page.click("#close-start")


def test_an_exercise_checks_the_move(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    exercise = lessons_of("Mills").exercises[0]
    state: Any = entry_for_name("Mills").begin(position=exercise.position)
    begin(page, "Mills", 2)
    assert page.text("#lesson-task") == exercise.task
    wrong = next(
        move for move in state.some_moves if state.move_text_unchecked(move) not in exercise.answers
    )
    pick(page, state, wrong)
    page.wait(lambda: "is not the move that is looked for" in page.seen["message"])
    assert page.position == exercise.position
    page.click("#show-me")
    page.wait(lambda: page.js("return page.board.querySelectorAll('.hint').length") == 1)
    pick(page, state, state.parse_move(exercise.answers[0]))
    page.wait(lambda: page.text("#lesson-reason") == f"Right. {exercise.explanation}")
    page.click("#next-lesson")
    page.wait(lambda: page.text("#lesson-title") == "Mills: Exercise 2")
    page.click("#leave-lesson")
    page.shows(Record(MILLS.apply("1")))
    page.click("#open-learn")
    solved = f"section:nth-child({NAMES.index('Mills') + 1}) button:nth-child(2)"
    page.wait(lambda: page.text(f"#lesson-list {solved}") == "1\u2713")
    page.click("#close-learn")


def test_an_exercise_is_solved_where_the_browser_keeps_nothing(page: PlayPage) -> None:
    exercise = lessons_of("Mills").exercises[0]
    state: Any = entry_for_name("Mills").begin(position=exercise.position)
    page.js(
        """Storage.prototype.kept = Storage.prototype.setItem;
        Storage.prototype.setItem = () => { throw new DOMException("it is full"); };"""
    )
    begin(page, "Mills", 2)
    pick(page, state, state.parse_move(exercise.answers[0]))
    page.wait(lambda: page.text("#lesson-reason") == f"Right. {exercise.explanation}")
    page.click("#leave-lesson")
    page.js("Storage.prototype.setItem = Storage.prototype.kept; delete Storage.prototype.kept")


def test_a_hint_has_a_reason(page: PlayPage) -> None:
    position = lessons_of("Mills").exercises[0].position
    state: Any = entry_for_name("Mills").begin(position=position)
    page.open(Record(Game.from_state(state)))
    reply = {
        "move": "b4",
        "is_over": False,
        "winners": [],
        "analysis": {"moves": [{"share": 0.71}]},
    }
    page.js(
        """const [result] = arguments;
        rules.thinks = rules.think;
        rules.think = async () => JSON.stringify({ jsonrpc: "2.0", id: 0, result });""",
        reply,
    )
    page.click("#hint")
    page.says("Try b4. The computer expects to win 71 % of games with it.")
    assert page.js("return [...page.board.querySelectorAll('.hint')].length") == 1
    page.js("rules.think = rules.thinks")


def test_a_lesson_is_not_kept(page: PlayPage) -> None:
    page.open(Record(MILLS))
    page.play(["1"])
    kept = page.js("return [sessionStorage.ninetka, localStorage.ninetka]")
    begin(page, "Kropki", 1)
    page.click_place("df")
    page.wait(lambda: page.seen["place"] == "Ply 2 of 2")
    assert page.js("return [sessionStorage.ninetka, localStorage.ninetka]") == kept
    page.driver.refresh()
    page.begun()
    page.shows(Record(MILLS.apply("1")))
