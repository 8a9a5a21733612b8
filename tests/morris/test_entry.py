"""9AM and Mills in the registry and in records: names, starts, results, text and JSON."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings

from morris.arranged import NO_CARDS, at, mills, ruleset
from ninetka import Game, NinetkaError, RecordError
from ninetka.games import entry_for_name, entry_for_ruleset, entry_for_state
from ninetka.morris import MILLS, MORRIS, NINE_AM, TAPATAN, Move, Ruleset, State
from ninetka.records import Record, parse, verify
from ninetka.testing import strategies

EXPELLING = at("aa.bb.bcc 1/0/1 3/1/0 0 a put")
"""By the mill 1-2-3 b can be left with two tokens."""
RECORD = """[Game "Mills"]
[Ruleset "mills"]
[Players "2"]
[Result "*"]

1. a1 d5 2. g7 d6 3. g4 e5 4. g1 xd5 *
"""
NAMED = "1. a1 d5 2. g7 d6 3. g4 e5 4. g1 xd5"


@pytest.mark.parametrize("name", ["9AM", "9am", "Mills", "mills", "morris", "Morris"])
def test_the_registry_has_it_by_each_of_its_names(name: str) -> None:
    assert entry_for_name(name) is MORRIS


def test_the_registry_has_it_by_its_states_and_rulesets() -> None:
    for rules in (MILLS, NINE_AM):
        start = State.start(rules, min(rules.player_counts))
        assert entry_for_ruleset(rules) is entry_for_state(start) is MORRIS
        assert MORRIS.begin({"Game": MORRIS.name_of(start)}) == start
    assert Game.start(NINE_AM, 5).state == State.start(NINE_AM, 5)
    assert Game.start(NINE_AM).state == State.start(NINE_AM, 3)
    assert Game.start(MILLS).state == State.start(MILLS)


@pytest.mark.parametrize(
    ("rules", "players", "name"),
    [
        (NINE_AM, 4, "9AM"),
        (MILLS, 2, "Mills"),
        (ruleset(), 2, "9AM"),
        (mills(jumping=0), 2, "Mills"),
        (NO_CARDS, 3, "Mills"),
    ],
)
def test_what_is_played_for_cards_is_9am(rules: Ruleset, players: int, name: str) -> None:
    start = State.start(rules, players)
    assert MORRIS.name_of(start) == name
    assert Record(Game.from_state(start)).to_text().startswith(f'[Game "{name}"]\n')


@pytest.mark.parametrize(
    ("options", "rules", "players"),
    [
        ({}, NINE_AM, 3),
        ({"players": 2}, MILLS, 2),
        ({"players": 5}, NINE_AM, 5),
        ({"ruleset": "mills"}, MILLS, 2),
        ({"ruleset": "9am"}, NINE_AM, 3),
        ({"ruleset": "Tapatan"}, TAPATAN, 2),
        ({"ruleset": "9am", "game": "9AM"}, NINE_AM, 3),
        ({"game": "mills"}, MILLS, 2),
        ({"game": "9AM", "players": 4}, NINE_AM, 4),
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
        ({"ruleset": "tapatan", "players": 3}, "tapatan is for 2 players, not 3"),
        ({"game": "9am", "cards": "no"}, "a game with this start is Mills, not '9am'"),
        ({"game": "mills", "position": State.start(NINE_AM, 3).to_text()},
         "a game with this start is 9AM, not 'mills'"),
        ({"columns": 3}, "there is no option 'columns'; there are ruleset, players, boards, "),
    ],
)  # fmt: skip
def test_starts_that_are_refused(options: dict[str, str | int], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        MORRIS.begin(**options)


def test_everybody_has_every_seat_once_in_a_match() -> None:
    assert [*MORRIS.matches.seatings(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


# Records


@settings(max_examples=settings().max_examples // 2)
@given(strategies.records(strategies.games(strategies.starts(strategies.rulesets(Ruleset)))))
def test_records_of_all_rulesets_read_back(record: Record[State, Move]) -> None:
    assert parse(record.to_text(), MORRIS) == record
    assert parse(record.to_json(), MORRIS) == record


def test_names_of_fields_are_written_and_numbers_read_too() -> None:
    record = parse(RECORD, MORRIS)
    assert record.to_text() == RECORD
    numbered = RECORD.replace(NAMED, "1. 10 21 2. 1 2 3. 4 3 4. 7 x21")
    assert parse(numbered, MORRIS) == record
    said = "line 6, ply 8, 'xa5': 'a5' is not a field: write a name such as a7, or 1 to 24"
    with pytest.raises(RecordError, match=said):
        parse(RECORD.replace("xd5", "xa5"), MORRIS)


def test_a_removal_is_of_the_same_turn_and_the_expelled_have_none() -> None:
    game = Game.from_state(EXPELLING).play("3 x4 4 1-5 4-1 2-4")
    assert Record(game).to_text().splitlines()[-1] == "1. 3 x4 4 2. 1-5 4-1 3. 2-4 *"


@pytest.mark.parametrize(
    ("start", "result"),
    [
        (at("aa.bb.... 1/1/- 0/0/1 0 a put"), "80/3:-10/3:20/3"),
        (at("aa.bb.... 1/1 0/0 0 a put", mills()), "1-0"),
        (at("aa.bb.... 1/1 0/0 0 a put", NO_CARDS), "1-0"),
    ],
)
def test_results(start: State, result: str) -> None:
    """A result is read back, and another one is refused."""
    text = Record(Game.from_state(start, ["3", "x4"])).to_text()
    assert text.endswith(f'[Result "{result}"]\n\n1. 3 x4 {result}\n')
    assert parse(text, MORRIS).result == result
    for wrong in ("80:-10/3:10", "1/2-1/2", "0-1", "*"):
        (verdict,) = verify(io.StringIO(text.replace(f"x4 {result}", f"x4 {wrong}")))
        assert f"is said to be '{wrong}', but the game gives {result}" in str(verdict.error)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Mills"', '"9AM"', "line 1: a game with this start is Mills, not '9AM'"),
        ("xd5 *", "18 *", "line 5, ply 8, '18': seat a has made a mill and must remove"),
    ],
)
def test_damaged_records(old: str, new: str, said: str) -> None:
    assert old in RECORD
    head, moves = RECORD.split('[Result "*"]\n')
    (verdict,) = verify(io.StringIO((head + moves).replace(old, new, 1)))
    assert said in str(verdict.error)
