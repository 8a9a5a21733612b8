"""Undo and redo, endings that are not moves, and computer players on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import PlayPage, check

from ninetka import NESTORGAMES, Game, kropki, morris
from ninetka.records import Record, parse
from ninetka.simulate import random_game

pytestmark = [*NEEDED, pytest.mark.long]

STANDARD = attrs.evolve(kropki.STANDARD, columns=7, rows=6)
DOTS = Game.start(STANDARD).play("aa ba")
MILLS: Game[Any, Any] = Game.start(attrs.evolve(morris.MILLS, tokens=4, quiet=5))


def enabled(page: PlayPage, button: str) -> bool:
    return str(page.one(f"#{button}").get_attribute("aria-disabled")) == "false"


def settled(page: PlayPage, game: Game[Any, Any]) -> None:
    """Wait until the page shows a game, and assert that it would be saved as it is."""
    page.shows(Record(game))
    assert page.record() == Record(game).to_text()


# People


@pytest.mark.main_path
def test_moves_are_taken_back_and_made_again(page: PlayPage) -> None:
    game = Game.start(NESTORGAMES).play("*C3 *F3 *I3")
    page.open(Record(game))
    assert not enabled(page, "redo")
    for back in (game.undo(), game.undo().undo()):
        page.click("#undo")
        settled(page, back)
    page.click("#redo")
    settled(page, game.undo())
    page.click_place("C6")
    page.shows(Record(game.undo().apply("*C6")))
    assert not enabled(page, "redo")


def test_nothing_can_be_taken_back_at_the_start(page: PlayPage) -> None:
    page.open(Record(MILLS))
    assert not enabled(page, "undo")
    page.play(["1"])
    assert enabled(page, "undo")
    page.click("#undo")
    settled(page, MILLS)
    assert not enabled(page, "undo")


def test_going_on_from_an_earlier_position_can_be_undone(page: PlayPage) -> None:
    game = MILLS.play("1 2 3 4 5")
    page.open(Record(game))
    page.click("#back")
    page.click("#back")
    page.wait(lambda: page.text("#place") == "Ply 3 of 5")
    assert page.text("#undo") == "Go on from here"
    page.click("#undo")
    settled(page, game.undo().undo())
    page.click("#redo")
    settled(page, game.undo())
    page.click("#redo")
    settled(page, game)


def test_without_the_rules_nothing_changes(page: PlayPage) -> None:
    """The list of moves and the board never show different plies."""
    game = MILLS.play("1 2 3")
    page.open(Record(game))
    with page.unanswered():
        for button in ("undo", "resign", "back"):
            page.click(f"#{button}")
            page.says("Gone")
            check({**page.seen, "message": ""}, Record(game))
            page.js("page.message.textContent = ''")
    page.click("#undo")
    settled(page, game.undo())


def test_the_player_to_move_resigns(page: PlayPage) -> None:
    game = DOTS.apply("ca")
    page.open(Record(game))
    page.click("#resign")
    settled(page, game.resign())
    assert "Won by Player x" in page.text("#turn")
    assert not page.one("#resign").is_displayed()
    page.click("#undo")
    settled(page, game)
    page.click("#redo")
    settled(page, game.resign())


def test_the_players_agree_to_stop(page: PlayPage) -> None:
    page.open(Record(DOTS))
    page.click("#agree")
    settled(page, DOTS.agree())
    page.click("#undo")
    settled(page, DOTS)
    page.play(["ca"])
    settled(page, DOTS.apply("ca"))


def test_an_agreed_game_is_shown_settled(page: PlayPage) -> None:
    position = "8/2xxx3/1x2ox2/1x2x3/2xx1oo1/4o2o/5oo1/8 x territory -"
    game = Game.from_state(kropki.State.from_text(position)).play("aa")
    page.open(Record(game))
    settled(page, game)
    page.click("#agree")
    settled(page, game.agree())
    assert page.js("return page.board.querySelectorAll('.region').length") == 1
    page.click("#undo")
    settled(page, game)


def test_a_player_stops_by_grounding(page: PlayPage) -> None:
    game = Game.start(attrs.evolve(STANDARD, grounding=True)).play("ab ba")
    page.open(Record(game))
    page.click("#ground")
    settled(page, game.ground())
    page.open(Record(DOTS))
    assert not page.one("#ground").is_displayed()


def test_9tka_is_given_up_or_agreed(page: PlayPage) -> None:
    game = Game.start(NESTORGAMES, 3).play("*C3 *F3")
    page.open(Record(game))
    page.click("#resign")
    settled(page, game.resign())
    assert "Won by Player b" in page.text("#turn")
    page.click("#undo")
    settled(page, game)
    page.click("#agree")
    settled(page, game.agree())


def test_a_game_for_three_goes_on_without_a_player_who_leaves(page: PlayPage) -> None:
    game: Game[Any, Any] = Game.start(morris.NINE_AM, 3).play("1 2")
    page.open(Record(game))
    page.click("#resign")
    settled(page, game.resign())
    assert game.resign().move_texts[-1] == "c:resigns"
    page.click("#undo")
    settled(page, game)
    page.click("#redo")
    game = game.resign()
    settled(page, game)
    page.play(["4"])
    game = game.apply("4")
    settled(page, game)
    page.click("#resign")
    settled(page, game.resign())
    assert "Won by Player a" in page.text("#turn")


def test_the_computers_play_on_without_a_player_who_leaves(page: PlayPage) -> None:
    game: Game[Any, Any] = Game.start(morris.NINE_AM, 3)
    page.open(Record(game), ["me", "random", "random"])
    page.click("#resign")
    page.wait(lambda: len(parse(page.record()).game.move_texts) > 3)
    assert parse(page.record()).game.move_texts[0] == "a:resigns"


def test_what_cannot_be_done_now_has_no_button(page: PlayPage) -> None:
    page.open(Record(Game.start(NESTORGAMES).agree()))
    shown = [page.one(each).is_displayed() for each in ("#resign", "#agree", "#ground", "#undo")]
    assert shown == [False, False, False, True]


# Computers


def answered(page: PlayPage, ply: int) -> Game[Any, Any]:
    """Wait until a ply is shown and a person is to move; gives the game as it stands.

    The first search may have to wait for its code to be compiled.
    """
    page.wait(lambda: page.text("#place") == f"Ply {ply} of {ply}")
    page.wait(lambda: not page.one("#computer").is_displayed())
    game: Game[Any, Any] = parse(page.record()).game
    check(page.seen, Record(game))
    return game


@pytest.mark.main_path
@pytest.mark.parametrize("player", ["random", "greedy", "search:20"])
def test_the_computer_answers(page: PlayPage, player: str) -> None:
    page.open(Record(MILLS), ["me", player])
    page.click_place("1")
    game = answered(page, 2)
    assert game.move_texts[0] == "g7"
    expected = (
        rf"Computer, search:20 \(b\) expected \d+ % \([\d,]+ games\): {game.move_texts[1]}\b.*"
    )
    told = page.js("return page.expected.textContent")
    assert re.fullmatch(expected if player == "search:20" else "", told)
    assert not page.one("#expected").is_displayed()
    page.click("#analyse")
    assert page.text("#expected") == told
    page.click("#analyse")


def test_the_computer_begins(page: PlayPage) -> None:
    page.open(Record(MILLS), ["random", "me"])
    answered(page, 1)
    assert not enabled(page, "undo")


def test_undo_takes_back_the_computers_answer_too(page: PlayPage) -> None:
    page.open(Record(MILLS), ["random", "me"])
    first = answered(page, 1)
    free = first.state.click().next[0]
    page.click_place(free)
    game = answered(page, 3)
    page.click("#undo")
    settled(page, first)
    page.click("#redo")
    settled(page, game)


def test_computers_play_to_the_end(page: PlayPage) -> None:
    page.open(Record(MILLS), ["random", "greedy"])
    page.wait(lambda: page.text("#result") != "unfinished")
    game = parse(page.record()).game
    assert game.outcome is not None
    page.shows(Record(game))
    assert not page.one("#computer").is_displayed()


def test_the_computer_is_stopped_and_told_to_go_on(page: PlayPage) -> None:
    with page.thinking():
        page.open(Record(MILLS), ["random", "me"])
        assert page.text("#computer") == "Stop the computer"
        assert "is thinking" in page.text("#instruction")
        page.click("#computer")
    assert page.text("#computer") == "Let the computer move"
    page.click_place("1")
    page.says("It is the computer's turn")
    settled_without_message(page, MILLS)
    page.click("#computer")
    answered(page, 1)


def settled_without_message(page: PlayPage, game: Game[Any, Any]) -> None:
    assert page.position == game.state.to_text()
    assert page.record() == Record(game).to_text()


def test_undo_while_the_computer_thinks(page: PlayPage) -> None:
    page.open(Record(MILLS), ["me", "random"])
    with page.thinking():
        page.play(["1"])
        page.wait(lambda: "is thinking" in page.text("#instruction"))
        page.click("#undo")
        settled(page, MILLS)
    page.click_place("2")
    game = answered(page, 2)
    assert game.move_texts[0] == "d6"


@contextmanager
def held(page: PlayPage) -> Iterator[None]:
    """The computer thinks at the end of the block, and has answered after it."""
    page.js(
        """rules.thinks = rules.think;
        rules.think = (...given) => new Promise((done, failed) => {
            rules.release = () => rules.thinks(...given).then(done, failed);
        });"""
    )
    yield
    page.wait(lambda: page.js("return Boolean(rules.release)"))
    page.js(
        """rules.think = rules.thinks;
        return rules.release().then(() => new Promise((done) => setTimeout(done)))
            .then(() => queueDone()).then(() => null);"""
    )


def test_an_earlier_position_stays_while_the_computer_moves(page: PlayPage) -> None:
    page.open(Record(MILLS.play("1 2")), ["me", "greedy"])
    with held(page):
        page.play(["3"])
        page.click("#first")
    page.wait(lambda: page.text("#place") == "Ply 0 of 4")
    assert page.position == MILLS.state.to_text()
    page.click("#last")
    answered(page, 4)


def test_a_game_opened_while_the_computer_thinks_stays(page: PlayPage) -> None:
    with held(page):
        page.open(Record(MILLS), ["greedy", "me"])
        page.open(Record(DOTS))
        settled(page, DOTS)
    settled(page, DOTS)


def test_a_computer_player_that_cannot_play_is_named(page: PlayPage) -> None:
    page.open(Record(MILLS), ["nobody", "me"])
    page.wait(lambda: page.seen["message"].startswith("Computer, nobody (a) cannot move: "))
    assert "nobody" in page.seen["message"]
    settled_without_message(page, MILLS)


def test_the_computer_agrees_only_if_it_wins(page: PlayPage) -> None:
    page.open(Record(DOTS), ["me", "random"])
    page.click("#agree")
    page.says("Computer, random (o) does not agree, since it would not win")
    settled_without_message(page, DOTS)
    ahead = next(
        game
        for seed in range(100)
        for game in [random_game(DOTS.state, Random(seed), 24)]
        if game.state.scores[1] > game.state.scores[0] and not game.is_over
    )
    page.open(Record(ahead), ["me", "random"])
    page.click("#agree")
    settled(page, ahead.agree())


def test_resigning_against_the_computer_can_be_undone(page: PlayPage) -> None:
    page.open(Record(DOTS), ["me", "random"])
    page.click("#resign")
    settled(page, DOTS.resign())
    page.click("#undo")
    settled(page, DOTS)
    page.click_place("ca")
    answered(page, 4)


def test_a_reload_goes_on_against_the_computer(page: PlayPage) -> None:
    kept = {"game": "Mills", "moves": ["1"]}
    page.reload(json.dumps({"game": kept, "players": [None, "random"]}))
    game = answered(page, 2)
    assert game.move_texts[0] == "g7"
