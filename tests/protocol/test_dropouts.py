"""Tools with a game whose seats drop out or move twice, with numbers as moves and points below 0.

No tool may assume that turns rotate, that players stay to the end, or that a number in a record is
that of a turn. The game is in `toys.brawl`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from random import Random

import attrs
import pytest
from support.command_line import out
from support.server_calls import result
from toys.brawl import BRAWL, Brawl, BrawlRules

from ninetka import Game, games
from ninetka.protocol.entry import RecordStyle
from ninetka.records import Record, parse, verify, write
from ninetka.simulate import random_game
from ninetka.testing import check_state_laws
from ninetka.tournament.match import Match, matches
from ninetka.tournament.standings import standings
from ninetka.web.replay.contents import as_data

START = Brawl("brawl", (2, 2, 2), (0, 0, 0))
OUT = Game.from_state(START, "3 1-2 3 2-1 1 3 1-2 2 1 2 1")
"""The second seat is hit twice and out; the game goes on to its end without it."""


@pytest.fixture(autouse=True)
def brawl_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, BRAWL.identifier, BRAWL)


def test_the_example() -> None:
    movers = "".join(str(state.seats[state.to_move]) for state in OUT.states)
    assert movers == "aabbcaacacac"
    assert (OUT.is_over, OUT.state.lives, str(OUT.outcome)) == (True, (1, 0, 2), "8/3:-7/3:-1/3")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_laws_hold(players: int) -> None:
    check_state_laws(BRAWL.begin(players=players))


# Records


def test_a_record() -> None:
    record = Record(OUT, {}, {5: "out"})
    moves = record.to_text().splitlines()[-1]
    assert moves == "1. 3 1-2 3 2-1 1 {out} 2. 3 1-2 2 3. 1 2 4. 1 8/3:-7/3:-1/3"
    for form in ("9tka", "json"):
        assert parse(record.to_form(form), BRAWL) == record


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("3 1-2 1 *", "None"),
        ("3 1-2 1 1-2 *", "line 5, ply 4, '1-2': 1-2 cannot be done now"),
        (
            "3 1-2",
            "line 5: the result is missing: '1-2' is a move, and a record ends with its result",
        ),
        ("3 1-2 1-0", "line 5: the result is said to be '1-0', but the game is not over"),
        ("3 1-2 1-0 1 *", "line 5, ply 3, '1-0': '1-0' is not a move"),
        ("3 1-2 3 2-1 3 1-2 1-0", "None"),
        ("3 1-2 3 2-1 3 1-2 1-2", "line 5: the result is said to be '1-2', but the game gives 1-0"),
        ("3 1-2 3 2-1 3 1-2 0-1", "line 5: the result is said to be '0-1', but the game gives 1-0"),
        ("3 1-2 3 2-1 3 1-2 *", "line 5: the result is said to be '*', but the game gives 1-0"),
        ("3 1-2 {", "line 5: a comment is not closed with }"),
    ],
)
def test_results_and_moves_that_look_alike(moves: str, said: str) -> None:
    text = f'[Game "Duel"]\n[Ruleset "duel"]\n[Players "2"]\n\n{moves}\n'
    (verdict,) = verify(io.StringIO(text))
    assert str(verdict.error).removeprefix("game 1, ").startswith(said)


# Turns


def test_a_game_may_number_its_turns_by_its_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where all others are passed over, so that one seat has turn after turn."""

    def by_clock(states: Sequence[Brawl]) -> list[int]:
        return [9 - state.turns for state in states]

    own = attrs.evolve(BRAWL, style=RecordStyle(turns=by_clock))
    monkeypatch.setattr("ninetka.play.game.entry_for_state", lambda state: own)
    assert OUT.turns == [1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8]


# Matches and standings


def test_a_match_and_its_standings() -> None:
    match = Match.start(BrawlRules(), ["Ann", "Ben", "Cleo"])
    for seed, _ in enumerate(match.seatings):
        match = match.add(random_game(START, Random(seed)))
    assert match.is_over
    assert sum(match.totals) == 0
    text = "".join(write(match.records))
    assert list(matches(verify(io.StringIO(text), entry=BRAWL))) == [match]
    (table,) = standings(match.games).tables
    assert {each.name: each.points for each in table.players} == dict(
        zip(match.names, match.totals, strict=True)
    )


def test_points_that_are_whole_are_numbers() -> None:
    position = "021 3/0/0 0 b take brawl"
    assert result("outcome", game="Brawl", position=position)["scores"] == [2, -1, -1]
    position = "021 3/1/0 0 b take brawl"
    assert result("outcome", game="Brawl", position=position)["scores"] == ["5/3", "-1/3", "-4/3"]


def test_a_replay_page_shows_who_is_to_move() -> None:
    (game,) = as_data([Record(OUT, {"First": "Ann"})])["games"]
    assert [ply["turn"] for ply in game["plies"]][1:] == [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    assert [ply["to_move"][:6] for ply in game["plies"]][1:8] == [
        "Ann (a", "Seat b", "Seat b", "Seat c", "Ann (a", "Ann (a", "Seat c",
    ]  # fmt: skip
    assert game["plies"][-1]["to_move"] == "Won by Ann (a)"


# The command line


def played(*lines: str, options: tuple[str, ...] = ("--game", "Brawl")) -> str:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    return out("play", *options, stdin="".join(f"{line}\n" for line in lines))


def test_the_list_has_no_numbers_where_they_are_moves() -> None:
    shown = played("list", "3", "list", "2", "1-3")
    assert shown.startswith("Type a move. You can also type:\n")
    assert "  list [TEXT]  the legal moves, or some of them\n" in shown
    assert "Seat a> 1  2  3\n" in shown
    assert "Seat a> 1-2  1-3\n" in shown
    assert "2 cannot be done now." in shown
    assert "Seat a played 1-3." in shown
    assert "Type a move, or its number in the list." in played(options=())
    assert "  list [TEXT]  the legal moves, numbered, or some of them\n" in played(options=())


def test_the_prompt_follows_the_state() -> None:
    shown = played(*OUT.move_texts)
    assert shown.count("Seat b> ") == 2
    assert "The game is over, 8/3:-7/3:-1/3: Seat a won." in shown
