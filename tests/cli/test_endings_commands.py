"""Endings other than by a move, and moves that cannot be listed, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import out
from toys.race import RACE, Race

from ninetka import Game
from ninetka.morris import NINE_AM
from ninetka.records import Record, parse

pytestmark = pytest.mark.usefixtures("toys")

NAMES = {"First": "Ann", "Second": "Ben"}
GOING_ON = Game.from_state(Race(10, (0, 0)), "+2 +3")


def play(*lines: str, options: tuple[str | Path, ...] = ("--game", "race")) -> str:
    return out("play", *options, stdin="".join(f"{line}\n" for line in lines))


def written(path: Path, *games: Game[Race, int]) -> Path:
    path.write_text("\n".join(Record(game, NAMES).to_text() for game in games), "utf-8")
    return path


# play


def test_a_player_can_resign() -> None:
    shown = play("+2", "resign", "+3", "resign", "list")
    assert "The game is over, x (y resigns): Seat x won.\ngame over> " in shown
    assert shown.count("The game is over") == 1
    assert "the game has ended: y resigns." in shown
    assert "the game is over already." in shown
    assert "There are no moves to list." in shown
    assert " as many points" not in shown


def test_players_can_agree_on_a_draw() -> None:
    assert "The game is over, x=y (agreement): nobody won." in play("+2", "agree")
    assert "nobody can end this race by 'agreement'." in play("agree")


def test_a_player_can_ground() -> None:
    options = "--game", "kropki", "--tag", "Columns=5", "--tag", "Rows=5", "--tag", "Start=empty"
    shown = play("cc", "aa", "ground", options=(*options, "--tag", "Grounding=yes"))
    assert "The game is over, 0-1 (x grounds): Seat o won." in shown
    assert "nobody can ground in standard-custom." in play("cc", "aa", "ground", options=options)


def test_a_game_that_knows_no_endings_says_so() -> None:
    shown = play("resign", "time", "agree", options=("--game", "tictactoe"))
    assert shown.count("this game ends by its moves alone: nobody can resign, or agree to st") == 3


def test_help_names_the_endings_that_there_are_now() -> None:
    shown = play("+2", "help")
    before, after = shown.split("Seat x played +2.")
    resign, agree = (
        "\n  resign       give up\n",
        "\n  agree        end the game, if all players agree",
    )
    assert (resign in before, agree in before) == (True, False)
    assert (resign in after, agree in after) == (True, True)
    shown = play("help", options=("--game", "tictactoe"))
    assert "resign" not in shown
    shown = play("help", options=())
    assert resign in shown
    assert agree in shown


def test_a_game_for_three_goes_on_without_a_player_who_leaves() -> None:
    shown = play("1", "resign", "4", "resign", options=("--game", "9am"))
    assert "Seat b played b:resigns." in shown
    assert "Seat c played 4." in shown
    assert "The game is over, 10/3:10/3:70/3 (a resigns): Seat c won." in shown
    shown = play("1", "c:out-of-time", "time", "undo", options=("--game", "9am"))
    assert "Seat c played c:out-of-time." in shown
    assert "(b out of time): Seat a won." in shown
    assert "Taken back: b out of time." in shown
    help_ = play("help", options=("--game", "9am"))
    assert "\n  resign       give up\n  time " in help_


def test_leaving_is_saved_and_there_when_the_game_is_resumed(tmp_path: Path) -> None:
    path, start = tmp_path / "9am.9tka", Game.start(NINE_AM, 3)
    play("1", "resign", "4", options=("--game", "9am", "--save", path))
    assert parse(path).game == start.play("1 b:resigns 4")
    assert "[Ending" not in path.read_text("utf-8")
    play("undo", "c:resigns", options=("--resume", path, "--save", path))
    assert parse(path).game == start.play("1 b:resigns")
    play("resign", options=("--resume", path, "--save", path))
    assert parse(path).game == start.play("1 b:resigns").resign(2)
    checked = out("check", "--verbose", path)
    assert "good, 2 moves, 70/3:10/3:10/3, c resigns" in checked


def test_the_ending_is_saved_and_there_when_the_game_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "race.9tka"
    play("+2", "+3", "resign", options=("--game", "race", "--save", path))
    assert parse(path, RACE).game == GOING_ON.resign()
    shown = play("undo", "agree", options=("--resume", path, "--save", path))
    assert "The game is over, y (x resigns): Seat y won." in shown
    assert "Taken back: x resigns." in shown
    assert parse(path, RACE).game == GOING_ON.agree()


def test_some_moves_are_listed_as_such() -> None:
    shown = play("list", "2", "7")
    assert "Some moves; there may be more:\n  1 +1    2 +2    3 +3\n" in shown
    assert "Seat x played +2." in shown
    assert "'7' is not a step, for example +3; or type help" in shown
    assert "there may be more" not in play("list", options=())


# Which game


def test_the_game_is_an_option() -> None:
    assert "0,0,0 x 10" in play(options=("--game", "Race", "--players", "3"))
    assert out("show", "--game", "race", "--tag", "Goal=5") == "0,0 x 5\n"
    assert out("show", "--game", "race", "1,2 y 5") == "1,2 y 5\n"
    assert out("perft", "1", "--game", "9tka").endswith("49 moves, 49 sequences\n")
    assert parse(out("random", "--game", "race", "--seed", "1"), RACE).game.is_over
    assert out("show", "--tag", "Game=race") == "0,0 x 10\n"


# check, show, replay, convert


def test_check_says_how_games_ended(tmp_path: Path) -> None:
    path = written(tmp_path / "race.9tka", GOING_ON.resign(), GOING_ON)
    ended, going_on, _ = out("check", "--verbose", path).splitlines()
    assert ended.endswith("line 1: good, Ann - Ben, 2 moves, y, x resigns")
    assert going_on.endswith("good, Ann - Ben, 2 moves, not over")
    verdicts = [json.loads(line) for line in out("check", "--json", path).splitlines()]
    assert [verdict["ending"] for verdict in verdicts] == ["x resigns", None]


def test_show_says_it_after_the_last_move(tmp_path: Path) -> None:
    path = written(tmp_path / "race.9tka", GOING_ON.resign())
    heading = "Ann - Ben, after 2 of 2 moves, the last +3, x resigns\n2,3 x 10\n"
    assert out("show", path) == heading
    assert "resigns" not in out("show", path, "--ply", "1")
