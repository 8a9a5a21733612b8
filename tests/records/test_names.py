"""One game of the registry that records know under two names, 9AM and Mills, through all tools.

Which start has which name is tested with the game, in `tests/morris/test_entry.py`.
"""

from __future__ import annotations

import io
import json
from importlib import import_module
from typing import Any

import pytest
from support.command_line import out
from support.server_calls import error, result

from ninetka import NINE, Game, NinetkaError, RecordError
from ninetka.base.errors import RecordErrorKind
from ninetka.games import all_games, entry_for_state
from ninetka.morris import MORRIS
from ninetka.records import Record, parse, read, scan, verify
from ninetka.web.replay import as_data

NINE_AM, MILLS = (Game.from_state(MORRIS.begin(game=name)).play("1 4") for name in MORRIS.names)
MILLS_START = MILLS.initial_state.to_text()
TEXT = """\
[Game "Mills"]
[Ruleset "mills"]
[Players "2"]
[First "Ann"]
[Result "*"]

1. g7 g4 *
"""


def test_every_game_begins_under_each_of_its_names() -> None:
    for entry in all_games():
        for name in entry.names:
            assert entry.name_of(entry.begin(game=name.upper())) == name
        assert entry.begin() == entry.begin(game=entry.name)


@pytest.mark.parametrize("name", ["9tka", 9])
def test_a_start_of_another_name(name: Any) -> None:
    with pytest.raises(NinetkaError, match=rf"^a game with this start is 9AM, not '{name}'$"):
        MORRIS.begin(game=name)


# Records


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ('[Ruleset "morabarba"]', "morabaraba or free-morabaraba?"),
        ('[Game "Mills"]\n[Ruleset "morabarba"]\n[Players "2"]', "morabaraba or free-morabaraba?"),
        ('[Ruleset "own"]\n[Players "2"]\n[Stones "2:9"]', "EdgeStop and TurnOrder missing)"),
        ('[Game "9tka"]\n[Rulset "wiki"]\n[Players "2"]', "; did you mean Ruleset?"),
        ('[Game "9tka"]\n[Players "2"]\n[Result "*"]', ': add [Ruleset "nestorgames"]'),
    ],
)
def test_a_ruleset_that_the_game_does_not_have(tags: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(f"{tags}\n\n*\n")
    assert said in str(caught.value)
    assert str(caught.value).endswith(said)


@pytest.mark.parametrize(
    ("tags", "game"),
    [
        ('[Ruleset "Morabaraba"]', "Mills"),
        ('[Ruleset "9am"]\n[Players "4"]', "9AM"),
        ('[Ruleset "territory"]', "Kropki"),
        ('[Ruleset "wiki"]\n[Players "2"]', "9tka"),
        ('[Position "........................ 9/9 0/0 0 a put mills"]', "Mills"),
    ],
)
def test_a_ruleset_or_a_position_names_the_game(tags: str, game: str) -> None:
    record = parse(f"{tags}\n\n*\n")
    assert record.contents().game == game
    (heading,) = scan(f"{tags}\n\n*\n".split("\n"))
    assert entry_for_state(record.game.state).has_name(heading.game)
    assert parse(record.to_text()) == record


@pytest.mark.parametrize(
    ("tags", "end"),
    [('[Event "x"]', "such as 1. d6 f4"), ('[Rulset "wiki"]', "; did you mean Ruleset?")],
)
def test_a_record_that_does_not_say_its_game(tags: str, end: str) -> None:
    for rest in ("\n*", "\n1. Nf3 *", ""):
        (verdict,) = verify(f"{tags}\n{rest}".split("\n"))
        assert verdict.error is not None
        assert verdict.error.kind is RecordErrorKind.TAG
        assert verdict.error.sentence.startswith("nothing says which game this is: add one of")
        assert verdict.error.sentence.endswith(end)


def test_a_record_has_the_name_of_its_start() -> None:
    assert Record(MILLS, {"First": "Ann"}).to_text() == TEXT
    assert parse(TEXT.replace("Mills", "MILLS")).to_text() == TEXT
    assert json.loads(Record(MILLS).to_json())["game"] == "Mills"
    assert json.loads(Record(NINE_AM).to_json())["game"] == "9AM"
    games = as_data([Record(NINE_AM), Record(MILLS)])["games"]
    assert [game["tags"][0] for game in games] == [("Game", "9AM"), ("Game", "Mills")]


def test_a_record_of_another_name_or_game_is_refused() -> None:
    with pytest.raises(RecordError, match=r"a game with this start is Mills, not '9AM'$"):
        list(read(io.StringIO(TEXT.replace("Mills", "9AM")), entry=MORRIS))
    as_json = {**json.loads(Record(NINE_AM).to_json()), "game": "mills"}
    (verdict,) = verify(io.StringIO(json.dumps(as_json, indent=1)))
    assert str(verdict.error) == "game 1, line 1: a game with this start is 9AM, not 'mills'"
    with pytest.raises(RecordError, match=r"this is a game of '9tka', not of 9AM or Mills$"):
        parse(Record(Game.from_state(NINE.begin())).to_text(), MORRIS)


# Calls, commands and adapters


def test_a_call_by_each_name() -> None:
    assert result("start", game="MILLS")["position"] == MILLS_START
    assert result("start", game="morris")["players"] == 3
    record = result("record", game="mills", moves=["1", "4"], tags={"First": "Ann"})
    assert record["record"] == TEXT
    assert result("check", records=TEXT)["ok"]
    refused = error("apply", game="9AM", position=MILLS_START, move="1")
    assert refused["message"] == "a game with this start is Mills, not '9AM'"


@pytest.mark.parametrize(
    "options", [["--game", "mills"], ["--ruleset", "mills"], ["--tag", "Game=Mills"]]
)
def test_commands_begin_under_each_name(options: list[str]) -> None:
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    given = [*options, "--game", "morris"] if options[0] == "--ruleset" else options
    assert out("show", *given) == f"{MILLS.initial_state}\n"
    assert '[Game "Mills"]\n' in out("random", "--seed", "1", "--plies", "5", *given)


@pytest.mark.long
def test_environments_begin_under_each_name() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    gymnasium = import_module("ninetka.adapters.gymnasium")
    pettingzoo = import_module("ninetka.adapters.pettingzoo")
    for make in (gymnasium.SeatEnv, pettingzoo.raw_env):
        assert make(game="Mills").start == make(game="morris", ruleset="mills").start
        assert make(game="morris").start.players == 3
        assert make(MILLS.state, game="morris").start == make(MILLS.state, game="mills").start
        with pytest.raises(NinetkaError, match=r"^a game with this start is Mills, not '9AM'$"):
            make(MILLS.state, game="9AM")
