"""The tools that are for any game, where 9AM or Mills is special: seats, removals, fractions."""

from __future__ import annotations

import io

import pytest

from morris.games import whole_game
from ninetka import Game, records
from ninetka.morris import NINE_AM, State
from ninetka.records import Record
from ninetka.tournament import match
from ninetka.web.replay import replay_page
from ninetka.web.replay.contents import as_data


def test_a_match_of_three_has_everybody_in_every_seat_once() -> None:
    played = match.Match.start(NINE_AM, ["Ann", "Ben", "Cleo"])
    first, second = whole_game(3, 0), whole_game(3, 1)
    for game in (first, first, second):
        played = played.add(game)
    assert played.is_over
    assert [each.names for each in played.records] == [
        ("Ann", "Ben", "Cleo"),
        ("Ben", "Cleo", "Ann"),
        ("Cleo", "Ann", "Ben"),
    ]
    assert played.result == "20:-20:90"  # below zero, so there are colons between the totals
    text = "".join(records.write(played.records))
    assert [*match.matches(records.verify(io.StringIO(text)))] == [played]


def test_points_are_shown_before_the_end_only_if_they_tell_more_than_who_has_won() -> None:
    mills = Game.from_state(State.from_text("a..a....b.b............. 1/1 0/0 0 a put mills"))
    nine_am = Game.start(NINE_AM, 3).play("1 10 22 4 13 23 7 x13")
    won, going_on = as_data([Record(mills.play("g1 xe3")), Record(nine_am)])["games"]
    assert [ply["score"] for ply in won["plies"]] == ["", "", "a 1 \u00b7 b 0"]
    start, *_, made, removed = going_on["plies"]
    assert start["score"] == "a 10 \u00b7 b 10 \u00b7 c 10"
    assert made["score"] == removed["score"] == "a 16\u2154 \u00b7 b 6\u2154 \u00b7 c 6\u2154"
    assert (made["seat"], made["turn"]) == (removed["seat"], removed["turn"]) == (0, 3)


@pytest.mark.long
def test_a_long_game_makes_a_page_of_less_than_a_megabyte() -> None:
    game = whole_game(5, 0)
    assert (game.ply, len(game.state.expelled)) == (425, 4)
    assert len(replay_page(Record(game))) < 1_000_000
