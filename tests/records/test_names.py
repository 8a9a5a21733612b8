"""One game of the registry that records know under two names: `toys.brawl`, through all tools."""

from __future__ import annotations

import io
import json
from importlib import import_module
from typing import Any

import attrs
import pytest
from support.command_line import out
from support.server_calls import error, result
from toys.brawl import BRAWL, Brawl

from ninetka import NINE, Game, NinetkaError, RecordError, games
from ninetka.games import all_games, entry_for_name
from ninetka.records import Record, parse, read, verify
from ninetka.testing import LawError, check_state_laws
from ninetka.web.replay.contents import as_data

BRAWLING = Game.from_state(Brawl("brawl", (2, 2, 2), (0, 0, 0)), "3 1-2 1")
DUELLING = Game.from_state(Brawl("duel", (2, 2), (0, 0)), "3 1-2 1")
TEXT = """\
[Game "Duel"]
[Ruleset "duel"]
[Players "2"]
[First "Ann"]
[Result "*"]

1. 3 1-2 1 *
"""


@pytest.fixture(autouse=True)
def brawl_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, BRAWL.identifier, BRAWL)


@pytest.mark.parametrize("name", ["Brawl", "duel", "DUEL", "fight"])
def test_each_name_finds_the_game(name: str) -> None:
    assert entry_for_name(name) is BRAWL


def test_all_names_are_told() -> None:
    said = r"^there is no game 'chess' here, only 9tka, .*, Brawl and Duel$"
    with pytest.raises(NinetkaError, match=said):
        entry_for_name("chess")


def test_every_game_begins_under_each_of_its_names() -> None:
    for entry in all_games():
        for name in entry.names:
            assert entry.name_of(entry.begin(game=name.upper())) == name
        assert entry.begin() == entry.begin(game=entry.name)


@pytest.mark.parametrize(
    ("options", "ruleset", "players"),
    [
        ({}, "brawl", 3),
        ({"game": "fight"}, "brawl", 3),
        ({"game": "Brawl"}, "brawl", 3),
        ({"game": "duel"}, "duel", 2),
        ({"ruleset": "Duel"}, "duel", 2),
        ({"players": 2}, "duel", 2),
        ({"players": 5}, "brawl", 5),
        ({"game": "Brawl", "players": 4}, "brawl", 4),
        ({"position": "21 0/1 3 b take duel"}, "duel", 2),
        ({"game": "duel", "position": "21 0/1 3 b take duel"}, "duel", 2),
    ],
)
def test_the_usual_start_of_a_name(options: Any, ruleset: str, players: int) -> None:
    start = BRAWL.begin(**options)
    assert (start.variant, start.players) == (ruleset, players)
    assert BRAWL.begin({"Game": "Brawl"}, **{"game": ruleset, **options}) == start


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "Duel", "position": "222 0/0/0 3 a take brawl"}, "is Brawl, not 'Duel'"),
        ({"game": "brawl", "ruleset": "duel", "players": 2}, "is Duel, not 'brawl'"),
        ({"game": "9tka"}, "is Brawl, not '9tka'"),
        ({"game": 9}, "is Brawl, not '9'"),
    ],
)
def test_a_start_of_another_name(options: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=rf"^a game with this start {said}$"):
        BRAWL.begin(**options)


# Records


@pytest.mark.parametrize("form", ["9tka", "json"])
@pytest.mark.parametrize("game", [BRAWLING, DUELLING])
def test_records_read_back(game: Game[Brawl, str], form: str) -> None:
    record = Record(game, {"First": "Ann"})
    assert parse(record.to_form(form), BRAWL) == parse(record.to_form(form)) == record


def test_a_record_has_the_name_of_its_start() -> None:
    assert Record(DUELLING, {"First": "Ann"}).to_text() == TEXT
    assert parse(TEXT.replace("Duel", "DUEL")).to_text() == TEXT
    assert json.loads(Record(DUELLING).to_json())["game"] == "Duel"
    assert json.loads(Record(BRAWLING).to_json())["game"] == "Brawl"


def test_a_record_of_the_other_name_is_refused() -> None:
    text = TEXT.replace("Duel", "Brawl")
    (verdict,) = verify(io.StringIO(text))
    assert str(verdict.error) == "game 1, line 1: a game with this start is Duel, not 'Brawl'"
    as_json = {**json.loads(Record(BRAWLING).to_json()), "game": "duel"}
    (verdict,) = verify(io.StringIO(json.dumps(as_json, indent=1)))
    assert str(verdict.error) == "game 1, line 1: a game with this start is Brawl, not 'duel'"
    with pytest.raises(RecordError, match=r"a game with this start is Duel, not 'Brawl'$"):
        list(read(io.StringIO(text), entry=BRAWL))


def test_a_record_of_another_game_than_expected_is_refused() -> None:
    with pytest.raises(RecordError, match=r"this is a game of '9tka', not of Brawl or Duel$"):
        parse(Record(Game.from_state(NINE.begin())).to_text(), BRAWL)


def test_the_test_kit_asks_for_a_name_that_the_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    check_state_laws(DUELLING.initial_state, games=2)
    wrong = attrs.evolve(BRAWL, naming=lambda start: "Row")
    monkeypatch.setattr("ninetka.testing.laws.entry_for_state", lambda state: wrong)
    with pytest.raises(LawError, match=r"^tags: .* called 'Row', which is not one of Brawl and Du"):
        check_state_laws(DUELLING.initial_state, games=1)


def test_a_replay_page_says_the_name() -> None:
    games = as_data([Record(BRAWLING), Record(DUELLING)])["games"]
    assert [game["tags"][0] for game in games] == [("Game", "Brawl"), ("Game", "Duel")]


# Calls


def test_a_call_by_either_name() -> None:
    assert result("start", game="Duel")["position"] == "22 0/0 8 a take duel"
    assert result("start", game="fight")["players"] == 3
    record = result("record", game="duel", moves=["3", "1-2", "1"], tags={"First": "Ann"})
    assert record["record"] == TEXT
    assert result("check", records=TEXT)["ok"]


def test_what_was_given_out_under_one_name_is_refused_under_the_other() -> None:
    given = result("apply", game="Duel", position="22 0/0 8 a take duel", move="1")["position"]
    assert result("apply", game="Duel", position=given, move="1")["to_move"] == 0
    refused = error("apply", game="Brawl", position=given, move="1")
    assert refused["message"] == "a game with this start is Duel, not 'Brawl'"


# The command line


@pytest.mark.parametrize(
    "options", [["--game", "duel"], ["--ruleset", "duel"], ["--tag", "Game=Duel"]]
)
def test_commands_begin_under_either_name(options: list[str]) -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    assert out("show", *options) == "22 0/0 8 a take duel\n"
    assert '[Game "Duel"]\n' in out("random", "--seed", "1", *options)


def test_names_are_completed() -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    names = import_module("ninetka.cli.options").game_names()
    assert names[0] == "9tka"
    assert names[-2:] == ["Brawl", "Duel"]


# Adapters


@pytest.mark.long
def test_environments_begin_under_either_name() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    gymnasium = import_module("ninetka.adapters.gymnasium")
    pettingzoo = import_module("ninetka.adapters.pettingzoo")
    for make in (gymnasium.SeatEnv, pettingzoo.raw_env):
        assert make(game="Duel").start == make(game="fight", ruleset="duel").start
        assert make(game="fight").start.players == 3
        assert make(DUELLING.state, game="fight").start == make(DUELLING.state, game="duel").start
        with pytest.raises(NinetkaError, match=r"^a game with this start is Duel, not 'Brawl'$"):
            make(DUELLING.state, game="Brawl")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("python_fight", "222 0/0/0 8 a take brawl"),
        ("python_fight(ruleset=duel)", "22 0/0 8 a take duel"),
        ("python_fight(players=2)", "22 0/0 8 a take duel"),
        ("python_fight(players=4)", "2222 0/0/0/0 8 a take brawl"),
        ("python_fight_zero_sum", "22 0/0 8 a take duel"),
        ("python_fight(position=21 1/2 3 b take duel)", "21 1/2 3 b take duel"),
    ],
)
def test_openspiel_has_it_once_under_its_identifier(name: str, position: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    openspiel = import_module("ninetka.adapters.openspiel")
    if "python_fight" not in pyspiel.registered_names():
        openspiel.register(BRAWL)
    game = pyspiel.load_game(name)
    assert str(game.new_initial_state()) == position
    assert game.get_type().long_name.startswith("Brawl and Duel")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
