"""9AM and Mills in the registry, in records and in tools: names, starts, seats, turns, points."""

from __future__ import annotations

import io

import pytest

from morris.arranged import NO_CARDS, mills, ruleset
from morris.games import whole_game
from ninetka import Game, NinetkaError, RecordError, records
from ninetka.games import entry_for_name, entry_for_ruleset, entry_for_state
from ninetka.morris import MILLS, MORRIS, NINE_AM, TAPATAN, Ruleset, State
from ninetka.protocol.entry import RankedBy
from ninetka.records import Record, parse
from ninetka.tournament import match
from ninetka.web.replay import as_data

RECORD = """[Game "Mills"]
[Ruleset "mills"]
[Players "2"]
[Result "*"]

1. a1 d5 2. g7 d6 3. g4 e5 4. g1 xd5 *
"""
NAMED = "1. a1 d5 2. g7 d6 3. g4 e5 4. g1 xd5"


def test_the_registry_has_it_by_its_names_states_and_rulesets() -> None:
    for rules, name in ((MILLS, "mills"), (NINE_AM, "9am")):
        start = State.start(rules, min(rules.player_counts))
        assert entry_for_ruleset(rules) is entry_for_state(start) is MORRIS
        assert entry_for_name(name).identifier == MORRIS.identifier
        assert MORRIS.begin({"Game": MORRIS.name_of(start)}) == start == Game.start(rules).state
    assert Game.start(NINE_AM, 5).state == State.start(NINE_AM, 5)


@pytest.mark.parametrize(
    ("name", "start", "other"),
    [
        ("mills", State.start(MILLS), {"ruleset": "9am"}),
        ("9AM", State.start(NINE_AM, 3), {"position": State.start(MILLS).to_text()}),
    ],
)
def test_a_game_asked_for_by_one_of_its_names_begins_as_that(
    name: str, start: State, other: dict[str, str]
) -> None:
    entry, own = entry_for_name(name), MORRIS.name_of(start)
    assert entry.begin() == start
    assert (entry.name, [*entry.names]) == (own, [own])
    with pytest.raises(NinetkaError, match=rf"^a game with this start is \w+, not '{own}'$"):
        entry.begin(**other)
    with pytest.raises(RecordError, match=f"not of {own}$|not '{own}'$"):
        parse(Record(Game.from_state(MORRIS.begin(**other))).to_text(), entry)
    assert entry_for_name("morris") is MORRIS.with_name("MORRIS") is MORRIS
    with pytest.raises(NinetkaError, match=r"^'chess' is not a name of 9AM or Mills$"):
        MORRIS.with_name("chess")
    assert MORRIS.lessons
    with pytest.raises(NinetkaError, match=r"^there are lessons of 9AM and Mills, not of 'chess'$"):
        MORRIS.lessons("chess")


@pytest.mark.parametrize(
    ("rules", "players", "name", "ranked_by"),
    [
        (NINE_AM, 4, "9AM", RankedBy.POINTS),
        (MILLS, 2, "Mills", RankedBy.WINS),
        (ruleset(), 2, "9AM", RankedBy.POINTS),
        (NO_CARDS, 3, "Mills", RankedBy.WINS),
    ],
)
def test_what_is_played_for_cards_is_9am_and_won_by_points(
    rules: Ruleset, players: int, name: str, ranked_by: RankedBy
) -> None:
    start = State.start(rules, players)
    assert MORRIS.name_of(start) == name
    assert MORRIS.match_rules.ranked_by(start) is ranked_by


@pytest.mark.parametrize(
    ("options", "rules", "players"),
    [
        ({}, NINE_AM, 3),
        ({"players": 2}, MILLS, 2),
        ({"players": 5}, NINE_AM, 5),
        ({"ruleset": "Tapatan"}, TAPATAN, 2),
        ({"game": "mills"}, MILLS, 2),
        ({"ruleset": "9am", "game": "9AM", "players": 4}, NINE_AM, 4),
        ({"game": "mills", "jumping": "no"}, mills(MILLS.boards[2], jumping=0), 2),
    ],
)
def test_the_most_usual_start_for_what_is_said(
    options: dict[str, str | int], rules: Ruleset, players: int
) -> None:
    start = MORRIS.begin(**options)
    assert (start.players, start.ruleset.cards) == (players, rules.cards)
    assert (start.board, start.ruleset.jumping) == (rules.boards[players], rules.jumping)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "mills", "ruleset": "9am"}, "a game with this start is 9AM, not 'mills'"),
        ({"game": "9am", "cards": "no"}, "a game with this start is Mills, not '9am'"),
        ({"ruleset": "tapatan", "players": 3}, "tapatan is for 2 players, not 3"),
        ({"columns": 3}, "there is no option 'columns'; there are ruleset, players, boards, "),
    ],
)
def test_starts_that_are_refused(options: dict[str, str | int], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        MORRIS.begin(**options)


def test_names_of_fields_are_written_and_numbers_read_too() -> None:
    record = parse(RECORD, MORRIS)
    assert record.to_text() == RECORD
    numbered = RECORD.replace(NAMED, "1. 10 21 2. 1 2 3. 4 3 4. 7 x21")
    assert parse(numbered, MORRIS) == record
    with pytest.raises(RecordError, match="line 6, ply 8, 'xa5': 'a5' is not a field"):
        parse(RECORD.replace("xd5", "xa5"), MORRIS)


# Tools for any game


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
