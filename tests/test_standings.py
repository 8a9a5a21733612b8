"""Standings: players' results added up over records, in Python and on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from commandline import BAD, GOOD, out, run
from play import playout

from ninetka import NESTORGAMES, State
from ninetka.match import Match
from ninetka.records import Record
from ninetka.standings import Standing, Standings, standings

EXAMPLES = Path(__file__).parents[1] / "examples"
TOURNAMENT = EXAMPLES / "tournament.9tka"
TABLE = """\
player  games  won  points
Ben         2    1       9
Ann         2    1       7
2 games
"""


def record_of(scores: str, winners: list[int], *names: str) -> Any:
    """A record of a game, any game, that ended so; `*` for one that is not over."""
    over = scores != "*"
    points = [Fraction(each) for each in scores.split()] if over else []
    outcome = SimpleNamespace(scores=points, winners=winners) if over else None
    game = SimpleNamespace(outcome=outcome)
    return SimpleNamespace(game=game, names=names)


def test_points_and_wins_are_those_of_a_match() -> None:
    names = ["Ann", "Ben", "Cleo"]
    match = Match.start(NESTORGAMES, names)
    for seed in range(len(match.remaining)):
        match = match.add(playout(match.initial_state, Random(seed)))
    result = standings(match.records)
    points = {each.name: each.points for each in result.players}
    assert points == dict(zip(names, match.totals, strict=True))
    assert [each.games for each in result.players] == [6, 6, 6]
    wins = {each.name: each.won for each in result.players}
    for name in names:
        won = [r for r in match.records if r.names[r.game.state.outcome.winner] == name]  # type: ignore[union-attr]
        assert wins[name] == len(won)
    assert list(points.values()) == sorted(points.values(), reverse=True)
    assert (result.games, result.unfinished, result.unnamed) == (6, 0, 0)


def test_points_are_added_exactly_and_a_game_may_have_any_number_of_winners() -> None:
    result = standings(
        [
            record_of("*", [], "Ann", "Dan"),
            record_of("*", [], "Dan", "Ann"),
            record_of("1/3 1/3 1/3", [0, 1], "Ann", "Ben", "Cleo"),
            record_of("1/3 0 2/3", [], "Cleo", "Ann", "Ben"),
        ]
    )
    assert result.players == (
        Standing("Ben", 2, 1, Fraction(1)),
        Standing("Cleo", 2, 0, Fraction(2, 3)),
        Standing("Ann", 2, 1, Fraction(1, 3)),
    )
    assert (result.games, result.unfinished, result.unnamed) == (2, 2, 0)


def test_equal_points_are_ordered_by_games_won_and_then_by_name() -> None:
    result = standings([record_of("2 2", [1], "Cleo", "Ben"), record_of("2 0", [1], "Ann", "Dan")])
    assert [each.name for each in result.players] == ["Ben", "Ann", "Cleo", "Dan"]


def test_who_plays_against_themselves_has_played_once() -> None:
    (player,) = standings([record_of("3 5", [1], "Ann", "Ann")]).players
    assert player == Standing("Ann", 1, 1, 8)


def test_white_space_around_a_name_does_not_count() -> None:
    games = [record_of("2 0", [0], "Ann ", "Ben"), record_of("1 2", [1], " Ann", " ")]
    assert standings(games) == Standings((Standing("Ann", 2, 1, 3), Standing("Ben", 1)), 2, 0, 1)


def test_seats_without_a_name_are_counted_and_left_out() -> None:
    result = standings([record_of("3 5", [1], "Ann", ""), record_of("3 5", [1], "", "")])
    assert result.players == (Standing("Ann", 1, 0, 3),)
    assert (result.games, result.unnamed) == (2, 3)


def test_nothing_to_add_up() -> None:
    assert standings([]).players == ()


# On the command line


def test_a_table() -> None:
    assert out("standings", TOURNAMENT) == TABLE
    assert out("standings", "-", TOURNAMENT, stdin=TOURNAMENT.read_text("utf-8")).endswith(
        "4 games\n"
    )


def test_json() -> None:
    lines = out("standings", "--json", TOURNAMENT).splitlines()
    assert list(map(json.loads, lines)) == [
        {"name": "Ben", "games": 2, "won": 1, "points": 9},
        {"name": "Ann", "games": 2, "won": 1, "points": 7},
    ]


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    unnamed = Record(playout(State.start(), Random(1))).to_text()
    done = run("standings", TOURNAMENT, "-", stdin=f"{unnamed}\n{GOOD}{BAD}")
    assert done.returncode == 1
    assert done.stdout == TABLE.replace("2 games\n", "") + (
        "3 games\nLeft out: 1 unfinished game, 2 nameless seats\n"
    )
    place = "-, game 3, line "
    assert done.stderr.startswith(place)
    assert "a neutral cannot go to D4" in done.stderr
    assert "nestorgames, 2 players, neutrals, b to move" in done.stderr


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    done = run("standings", tmp_path / "missing", TOURNAMENT, "-", stdin=BAD)
    assert (done.returncode, done.stdout) == (2, TABLE)
    assert "missing: No such file or directory\n-, game 1, line 4" in done.stderr


def test_long_wide_and_hostile_names() -> None:
    text = TOURNAMENT.read_text("utf-8").replace("Ann", "\u7c73" * 30).replace("Ben", "\u202eB")
    lines = out("standings", stdin=text.replace('[MatchResult "9-7"]\n', "")).splitlines()
    first, second = r"\u202eB".ljust(40), "\u7c73" * 19 + " \u2026"
    numbers = ["      2    1       9", "      2    1       7"]
    assert lines[1:3] == [first + numbers[0], second + numbers[1]]
