"""Endings other than by a move, moves that cannot be listed, and turns out of order.

Through the library's tools, with the game of `toys.race`. test_endings_commands.py has the command
line.
"""

from __future__ import annotations

import io
import json
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from support.server_calls import error, result
from tictactoe import State as TicTacToe
from toys.race import RACE, Race, RaceRules

from ninetka import Game, NinetkaError, RecordError
from ninetka.protocol.endings import Ending, EndingKind, endings_of, parse_ending
from ninetka.protocol.entry import RecordStyle
from ninetka.records import Record, parse, verify, write
from ninetka.records.json import schema
from ninetka.tournament.match import Match, matches
from ninetka.web.replay import as_data

pytestmark = pytest.mark.usefixtures("toys")

RESIGNED = Ending(EndingKind.RESIGNATION, 0)
NO_ENDINGS = Game.from_state(TicTacToe(), "b2 a1")
GOING_ON = Game.from_state(Race(10, (0, 0)), "+2 +3")
ENDED = {
    "agreement": GOING_ON.agree(),
    "x resigns": GOING_ON.resign(),
    "y resigns": GOING_ON.resign(1),
}
TEXT = """\
[Game "Race"]
[Position "0,0 x 10"]
[First "Ann"]
[Ending "x resigns"]
[Result "y"]

1. +2 +3 y
"""


def flaw(text: str) -> str:
    """The error of the one record of a text, as a text."""
    (verdict,) = verify(io.StringIO(text))
    return str(verdict.error)


def test_an_ending_is_of_one_seat_or_of_none() -> None:
    for kind, seat in ((EndingKind.AGREEMENT, 0), (EndingKind.TIME, None)):
        with pytest.raises(NinetkaError, match=r"^an agreement has no seat, and any other"):
            Ending(kind, seat)


def test_texts_of_endings_read_back() -> None:
    seats = Race(10, (0, 0, 0)).seats
    for ending in endings_of([*EndingKind], seats):
        assert parse_ending(ending.to_text(seats), seats) == ending


def test_only_an_ending_is_read_as_one() -> None:
    said = (
        r"^an ending is one of agreement, x resigns, y resigns, x out of time, y out of time, "
        r"x grounds, y grounds, not 'z resigns'$"
    )
    with pytest.raises(NinetkaError, match=said):
        parse_ending("z resigns", GOING_ON.state.seats)
    kinds = (EndingKind.AGREEMENT, EndingKind.RESIGNATION)
    said = r"^an ending is one of agreement, x resigns, y resigns, not 'x grounds'$"
    with pytest.raises(NinetkaError, match=said):
        parse_ending("x grounds", GOING_ON.state.seats, kinds)


@pytest.mark.parametrize(
    ("text", "winners", "outcome"), [("agreement", (), "x=y"), ("x resigns", (1,), "y")]
)
def test_an_ending_decides_the_outcome(text: str, winners: tuple[int, ...], outcome: str) -> None:
    game = ENDED[text]
    assert (game.is_over, game.state.is_over, game.ending_text) == (True, False, text)
    assert game.outcome is not None
    assert (tuple(game.outcome.winners), str(game.outcome)) == (winners, outcome)
    assert repr(game) == f"<Game from '0,0 x 10': +2 +3, {text}>"
    assert game != GOING_ON
    assert game == GOING_ON.end(parse_ending(text, game.state.seats))
    assert hash(game) == hash(GOING_ON.end(parse_ending(text, game.state.seats)))
    assert len({*ENDED.values(), GOING_ON}) == 4


def test_a_game_that_goes_on_has_no_ending() -> None:
    assert (GOING_ON.is_over, GOING_ON.outcome, GOING_ON.ending_text) == (False, None, None)


def test_the_one_to_move_resigns_unless_another_is_named() -> None:
    assert GOING_ON.resign().ending == RESIGNED
    assert GOING_ON.apply("+2").resign().ending == Ending(EndingKind.RESIGNATION, 1)


def test_an_ending_is_taken_back_and_not_made_again() -> None:
    game = GOING_ON.resign().undo()
    assert game == GOING_ON
    with pytest.raises(NinetkaError, match=r"^nothing to redo"):
        game.redo()
    assert GOING_ON.undo().resign().undo() == Game.from_state(Race(10, (0, 0)), "+2")


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(NinetkaError, match=r"^the game has ended: x resigns$"):
        GOING_ON.resign().apply("+2")
    for game in (GOING_ON.resign(), GOING_ON.apply("+9")):
        assert game.is_over
        with pytest.raises(NinetkaError, match=r"^the game is over already$"):
            game.agree()


def test_a_game_says_which_endings_it_knows() -> None:
    with pytest.raises(NinetkaError, match=r"^nobody can end this race by 'agreement'$"):
        Game.from_state(Race(10, (0, 0))).agree()
    with pytest.raises(NinetkaError, match=r"^2 is not a seat of this game: seats are 0 to 1$"):
        GOING_ON.resign(2)
    with pytest.raises(NinetkaError, match=r"^this game ends by its moves alone: nobody can"):
        NO_ENDINGS.resign()


# Records


@pytest.mark.parametrize("text", ENDED)
def test_a_verdict_says_how_a_game_ended(text: str) -> None:
    record = Record(ENDED[text])
    (verdict,) = verify(io.StringIO(record.to_text()))
    summary = verdict.summary()
    assert (summary["ending"], summary["result"], summary["plies"]) == (text, record.result, 2)


def test_the_text_of_an_ended_game() -> None:
    record = Record(GOING_ON.resign(), {"First": "Ann"})
    assert record.to_text() == TEXT
    going_on = Record(GOING_ON, {"First": "Ann"})
    assert going_on.to_text() == TEXT.replace('[Ending "x resigns"]\n', "").replace(
        '"y"', '"*"'
    ).replace("y\n", "*\n")


def test_the_json_of_an_ended_game() -> None:
    (line,) = write([Record(GOING_ON.agree())], "json")
    data = json.loads(line)
    assert (data["ending"], data["result"]) == ("agreement", "x=y")
    check = jsonschema.Draft202012Validator(json.loads(schema())).validate
    check(data)
    check(json.loads(Record(GOING_ON).to_json()))
    with pytest.raises(jsonschema.ValidationError):
        check({**data, "ending": None})


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("x resigns", "resigns", "line 1: an ending is one of agreement, x resigns, y"),
        ("x resigns", "x out of time", "line 1: an ending is one of agreement, x resigns, y"),
        ("+3 y", "+10 y", "line 1: the game is over already"),
        ('Result "y"', 'Result "x"', "line 5: the result is said to be 'x', but the game g"),
        ("+3 y", "+3 x", "line 7: the result is said to be 'x', but the game gives y"),
        ("+3 y", "+3", "line 7: the result is said to be '+3', but the game gives y"),
        ("+3 y", "+3 +x y", "line 7, ply 3, '+x': '+x' is not a step"),
        ("+3 y", "+3 *", "line 7: the result is said to be '*', but the game gives y"),
        ('[Ending "x resigns"]\n[Result "y"]', "", "line 6: the result is said to be 'y', but "),
    ],
)
def test_records_with_a_wrong_ending(old: str, new: str, said: str) -> None:
    assert flaw(TEXT) == "None"
    assert flaw(TEXT.replace(old, new)).startswith(f"game 1, {said}")


def test_an_error_of_an_ending_has_the_game_up_to_it() -> None:
    (verdict,) = verify(TEXT.replace("x resigns", "resigns").split("\n"))
    assert verdict.error is not None
    assert verdict.error.game == GOING_ON


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ending": "z resigns"}, "an ending is one of agreement, x resigns, y resig"),
        ({"ending": 5}, '"ending" is a text, not 5'),
        ({"tags": {"Ending": "agreement"}}, "\"tags\" has 'Ending', which has a field of its own"),
        ({"result": "x"}, "the result is said to be 'x', but the game gives x=y"),
    ],
)
def test_json_with_a_wrong_ending(changes: dict[str, object], said: str) -> None:
    data = json.loads(Record(GOING_ON.agree()).to_json())
    assert flaw(json.dumps(data | changes)).startswith(f"game 1, line 1: {said}")


def test_the_tag_is_the_game_s_own_where_it_knows_endings() -> None:
    with pytest.raises(RecordError, match=r"^the tag Ending is set by the game itself$"):
        Record(GOING_ON, {"Ending": "agreement"})


def test_the_tag_is_like_any_other_where_the_game_knows_none() -> None:
    record = Record(NO_ENDINGS, {"Ending": "x resigns"})
    for form in ("9tka", "json"):
        assert parse(record.to_form(form)) == record
    data = json.loads(record.to_json()) | {"ending": "agreement", "tags": {}}
    assert flaw(json.dumps(data)) == (
        "game 1, line 1: this game ends by its moves alone: nobody can resign, or agree to stop"
    )


# Matches, turns


def test_a_match_has_the_games_that_its_rules_say() -> None:
    match = Match.start(RaceRules(), ["Ann", "Ben"])
    ann, ben = ("Ann", "Ben"), ("Ben", "Ann")
    assert match.seatings == match.remaining == (ann, ann, ben, ben)
    start = Game.from_state(match.initial_state, "+2 +3")
    match = match.add(start.resign()).add(start.agree())
    assert match.remaining == (ben, ben)
    match = match.add(start.resign()).add(start.apply("+9"))
    assert (match.remaining, match.is_over) == ((), True)
    assert (match.totals, match.winner, match.result) == (
        (Fraction(3, 2), Fraction(5, 2)), "Ben", "3/2-5/2",
    )  # fmt: skip
    text = "".join(write(match.records))
    assert list(matches(verify(io.StringIO(text), entry=RACE))) == [match]


def test_a_match_refuses_other_seat_orders() -> None:
    match = Match.start(RaceRules(), ["Ann", "Ben", "Cleo"])
    assert match.seatings[::2] == (
        ("Ann", "Ben", "Cleo"), ("Ben", "Cleo", "Ann"), ("Cleo", "Ann", "Ben"),
    )  # fmt: skip
    game = Game.from_state(match.initial_state)
    tags = {"First": "Ben", "Second": "Ann", "Third": "Cleo"}
    with pytest.raises(NinetkaError, match=r"^the match has no game left in the seat order 'Ben'"):
        match.add(game).add(game, tags)


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("+2 +3 +4 +2 +3", "1. +2 +3 +4 2. +2 +3 *"),
        ("+1 +2 +1 +1 +3", "1. +1 +2 +1 +1 +3 *"),
        ("+1 +2 +3 +1 +2 +2", "1. +1 +2 +3 +1 +2 2. +2 *"),
        ("+2 out +2 +2 +2 +2", "1. +2 out +2 2. +2 +2 3. +2 *"),
        ("out +2 +2 +2 +2", "1. out +2 +2 2. +2 +2 *"),
    ],
)
def test_turns_are_numbered_by_who_moves(moves: str, text: str) -> None:
    record = Record(Game.from_state(Race(50, (0, 0, 0)), moves))
    assert record.to_text().splitlines()[-1] == text
    assert parse(record.to_text()) == record


def test_turns_of_a_game_that_begins_with_another_seat() -> None:
    states = [Race(50, (0, 0), seat) for seat in (1, 0, 1, 0)]
    assert RecordStyle[Race]().turns(states) == [1, 2, 2, 3]
    assert RecordStyle[Race]().turns([]) == []


# Replay and serve


@pytest.mark.parametrize(
    ("game", "end"),
    [
        (GOING_ON, "Ann (x) to move"),
        (GOING_ON.resign(), "Won by Ben (y) \u00b7 x resigns"),
        (GOING_ON.agree(), "Nobody has won \u00b7 agreement"),
        (GOING_ON.apply("+9"), "Won by Ann (x)"),
    ],
)
def test_a_replay_ends_with_the_ending(game: Game[Race, int], end: str) -> None:
    (data,) = as_data([Record(game, {"First": "Ann", "Second": "Ben"})])["games"]
    *before, last = [ply["to_move"] for ply in data["plies"]]
    assert last == end
    assert all(turn.endswith(" to move") for turn in before)


def race(method: str, /, **params: object) -> Any:
    return result(method, game="race", **params)


def test_serve_says_which_endings_there_are_now() -> None:
    resigning = ["x resigns", "y resigns"]
    assert race("start")["endings"] == resigning
    begun = race("apply", position="0,0 x 10", move="+2", view=True)
    assert begun["endings"] == begun["view"]["endings"] == ["agreement", *resigning]
    view = race("view", position="0,0 x 10")
    assert (view["position"], view["endings"]) == ("0,0 x 10", resigning)
    assert race("apply", position="0,0 x 10", move="+10")["endings"] == []
    assert "endings" not in result("start", game="tictactoe")
    assert "leaving" not in result("start")
    three = result("start", game="9am")
    assert (three["endings"], len(three["leaving"])) == (["agreement"], 6)
    assert three["leaving"]["b resigns"] == "b:resigns"
    left = result("apply", position=three["position"], move="b:resigns", facts={})
    assert left["endings"] == [
        "agreement", "a resigns", "c resigns", "a out of time", "c out of time",
    ]  # fmt: skip
    assert (left["leaving"], left["last_move"]) == ({}, "b:resigns")


def test_serve_gives_the_outcome_of_an_ended_game() -> None:
    assert race("outcome", position="2,3 x 10", ending="x resigns") == {
        "is_over": True, "result": "y", "scores": [0, 1], "winners": [1], "ranking": [1, 0],
        "explanation": "Seat x has resigned.",
    }  # fmt: skip
    assert not race("outcome", position="2,3 x 10")["is_over"]
    refused = error("outcome", game="race", position="0,0 x 10", ending="agreement")
    assert refused["message"] == "nobody can end this race by 'agreement'"
    refused = error("outcome", game="race", position="0,0 x 10", ending="well")
    assert refused["message"].startswith("an ending is one of agreement, x resigns, ")


def test_serve_writes_and_checks_ended_games() -> None:
    record = race("record", moves=["+2", "+3"], tags={"First": "Ann"}, ending="x resigns")["record"]
    assert record == TEXT
    (verdict,) = result("check", records=record)["games"]
    assert (verdict["ok"], verdict["ending"], verdict["result"]) == (True, "x resigns", "y")
    refused = error("record", game="tictactoe", ending="agreement")
    assert refused["message"].startswith("this game ends by its moves alone")
