"""The tools that are for any game, where 9AM or Mills is special: seats, removals, fractions."""

from __future__ import annotations

import io
from fractions import Fraction
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import settings
from support.server_calls import result
from typer.testing import CliRunner

from morris.arranged import SHORT, ruleset
from morris.games import play, start, whole_game
from ninetka import Game, records
from ninetka.cli import app
from ninetka.drawing.svg import readable
from ninetka.morris import MILLS, NINE_AM, State
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.testing import check_state_laws
from ninetka.tournament import match
from ninetka.tournament.standings import standings
from ninetka.web.replay import replay_page
from ninetka.web.replay.contents import as_data

NEARLY_WON = "a..a....b.b............. 1/1 0/0 0 a put mills"
"""The mill 1-4-7 leaves b with two tokens."""


@pytest.mark.parametrize(
    "state",
    [
        start(2),
        next(before for before, _, after in play(start(4), Random(3)) if after.stepped_over),
        next(state for state in whole_game(5, 0).states if len(state.expelled) == 3),
        State.start(ruleset(SHORT, tokens=3), 2),
    ],
    ids=["Mills", "a player is stepped over", "players are expelled", "a board soon full"],
)
def test_games_keep_the_laws(state: State) -> None:
    check_state_laws(state, games=1, states=settings().max_examples // 2)


# Matches and standings


def test_a_match_of_three_has_everybody_in_every_seat_once() -> None:
    played = match.Match.start(NINE_AM, ["Ann", "Ben", "Cleo"])
    for seed in (0, 0, 1):
        played = played.add(whole_game(3, seed))
    assert played.is_over
    assert [each.names for each in played.records] == [
        ("Ann", "Ben", "Cleo"),
        ("Ben", "Cleo", "Ann"),
        ("Cleo", "Ann", "Ben"),
    ]
    assert played.result == "20:-20:90"  # below zero, so there are colons between the totals
    text = "".join(records.write(played.records))
    assert [*match.matches(records.verify(io.StringIO(text)))] == [played]


def test_standings_of_9am_and_mills_are_tables_of_their_own() -> None:
    """9AM counts points (M14), Mills wins (M15)."""
    names = {"First": "Ann", "Second": "Ben", "Third": "Cleo"}
    mills = [random_game(State.start(MILLS), Random(seed)) for seed in range(3)]
    nine = [random_game(State.start(NINE_AM, 3), Random(seed)) for seed in range(3)]
    records = [Record(game, dict([*names.items()][: game.state.players])) for game in mills + nine]
    tables = standings(records).tables
    assert [(each.game, each.counting.value, each.games) for each in tables] == [
        ("Mills", "wins", 3),
        ("9AM", "points", 3),
    ]
    assert {each.points for each in tables[0].players} == {Fraction(3, 2)}
    points: dict[str, Fraction] = dict.fromkeys(names.values(), Fraction())
    for game in nine:
        assert game.outcome is not None
        for name, own in zip(names.values(), game.outcome.scores, strict=True):
            points[name] += own
    assert {each.name: each.points for each in tables[1].players} == points
    ranked = sorted(points.values(), reverse=True)
    assert [each.points for each in tables[1].players] == ranked


# The command line


def typed(*arguments: object, lines: str = "") -> str:
    """What a command prints that ends well."""
    done = CliRunner().invoke(app, [*map(str, arguments)], input=lines.replace(" ", "\n") + "\n")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_pictures_with_the_numbers_of_fields() -> None:
    shown = typed("show", "--game", "mills", "--svg")
    assert {"a1", "g7"} <= {each.text for each in fromstring(shown).iter()}
    shown = typed("show", "--game", "mills", "--svg", "--mark", "numbers")
    assert {"1", "24"} <= {each.text for each in fromstring(shown).iter()}


def test_mills_is_played_by_typing() -> None:
    moves = "10 d5 g7 2 4 3 7 18 x1 x21 undo xd6 quit"
    shown = typed("play", "--game", "mills", lines=moves)
    where = 0
    for said in (
        "You have made a mill: remove a token of another player, for example xd6.",
        "seat a has made a mill and must remove a token first.",
        "the token on g7 is seat a's own: remove another player's.",
        "Taken back: xd5.",
    ):
        where = shown.index(said, where) + len(said)


def test_points_are_shown_before_the_end_only_if_they_tell_more_than_who_has_won() -> None:
    shown = typed("play", "--game", "9am", lines="1 10 22 4 13 23 7 x13")
    assert "  a    6      3      1    50/3\n" in shown
    assert "Points: " not in shown  # which the board says
    shown = typed("play", "--game", "mills", lines="1 10 4 13 7 x13")
    assert "Seat b to put" in shown
    assert "oints" not in shown
    assert "1/2" not in shown
    assert result("outcome", game="mills", position=NEARLY_WON)["scores"] is None
    game = Game.from_state(State.from_text(NEARLY_WON)).play("g1 xe3")
    (replayed,) = as_data([Record(game)])["games"]
    assert [ply["score"] for ply in replayed["plies"]] == ["", "", "a 1 \u00b7 b 0"]


# serve


def test_calls() -> None:
    assert result("start", game="9am", players=5)["position"] == start(5).to_text()
    made = result("apply", game="mills", position=NEARLY_WON, move="g1")
    assert (made["move"], made["to_move"], made["is_over"]) == ("g1", 0, False)
    assert result("legal_moves", game="mills", position=made["position"])["moves"] == ["xe3", "xd2"]
    ended = result("apply", game="mills", position=made["position"], move="xe3")
    assert result("outcome", game="mills", position=ended["position"]) == {
        "is_over": True, "result": "1-0", "scores": [1, 0], "winners": [0], "ranking": [0, 1],
        "explanation": "Seat b has only two tokens left.",
    }  # fmt: skip


# The page that replays a game


def test_what_is_said_beside_the_board() -> None:
    played = whole_game(3, 0)
    *_, late = (ply for ply, state in enumerate(played.states) if not state.expelled)
    states = played.states[late - 6 :]
    game = Game.from_state(states[0], played.moves[late - 6 :])
    (shown,) = as_data([Record(game, {"First": "Ann", "Second": "Ben"})])["games"]
    assert shown["title"] == f"Ann (a) \u2013 Ben (b) \u2013 Seat c, {readable(str(game.outcome))}"
    _, *plies = shown["plies"]
    assert [ply["seat"] for ply in plies] == [state.to_move for state in states[:-1]]
    removal = next(at for at, state in enumerate(states) if str(state.phase) == "remove")
    made, removed = plies[removal - 1 : removal + 1]
    assert (made["seat"], made["turn"]) == (removed["seat"], removed["turn"])
    a, b, c = map(readable, map(str, states[0].scores))
    assert shown["plies"][0]["score"] == f"a {a} \u00b7 b {b} \u00b7 c {c}"


@pytest.mark.long
def test_a_long_game_makes_a_page_of_less_than_a_megabyte() -> None:
    game = whole_game(5, 0)
    assert (game.ply, len(game.state.expelled)) == (425, 4)
    assert len(replay_page(Record(game))) < 1_000_000
