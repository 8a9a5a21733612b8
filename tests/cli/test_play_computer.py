"""`ninetka play` with the computer at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import CTRL_C, Done, run
from support.nine_states import playout

from ninetka import NINE, State, players
from ninetka.players import builtin, trees
from ninetka.records import Record, parse

AGAINST = ("--players", "me,random", "--seed", "s")


def play(*lines: str, options: Sequence[str | Path] = AGAINST, terminal: str = "") -> Done:
    """A session in which these lines are typed."""
    done = run("play", *options, stdin="".join(f"{line}\n" for line in lines), terminal=terminal)
    assert (done.returncode, done.stderr) == (0, "")
    return done


def said(*lines: str, options: Sequence[str | Path] = AGAINST) -> list[str]:
    """What was played, taken back and so on, without boards and prompts."""
    prompt = re.compile(r"^(?:\w+ \(\w\)|Seat \w)> ", re.MULTILINE)
    shown = prompt.sub("", play(*lines, options=options).stdout)
    told = re.compile("played|Taken|Made|undo:|would play .")
    return [line for line in shown.splitlines() if told.search(line)]


def test_what_plays_is_said_if_that_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.cli.session.missing_extra_clause", lambda _: "somehow")
    for player, said in (("search:9", "search:9 plays somehow."), ("greedy", None)):
        shown = play("quit", options=("--players", f"me,{player}")).stdout
        assert [line for line in shown.splitlines() if "somehow" in line] == [said][: bool(said)]


def test_the_computer_answers_each_move() -> None:
    mine, answer, again, second = said("E5", "A1", "1")[:4]
    assert mine == "Seat a played *E5."
    assert re.fullmatch(r"random \(b\) played \*\w+\.", answer)
    assert again.startswith("Seat a played ")
    assert second.startswith("random (b) played ")
    shown = play("E5").stdout
    assert shown.count("Place a neutral stone") == 2  # a person is told what to do, nobody else
    assert shown.count("Seat a> ") == 2


def test_the_seed_decides_the_moves_at_each_ply() -> None:
    played = said("E5", "1")
    assert said("E5", "undo", "hint", "E5", "1")[-4:] == played
    other = [said("E5", options=("--players", "me,random", "--seed", seed)) for seed in "tuv"]
    assert len({tuple(each) for each in [*other, played[:2]]}) > 1


def test_the_computer_may_begin_and_have_a_name(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    options = ("--players", "greedy, me,random", "--name", "", "--name", "Ann", "--save", path)
    shown = play("1", options=options).stdout
    assert shown.index("greedy (a) played") < shown.index("Ann (b) played")
    assert "random (c) played" in shown
    record = parse(path.read_text("utf-8"), NINE)
    assert (record.names, record.game.ply) == (("greedy", "Ann", "random"), 4)


def test_undo_and_redo_go_to_a_person_s_turn() -> None:
    mine, answer, taken, made = said("E5", "undo", "redo")
    both = ", ".join(line.split()[-1].removesuffix(".") for line in (mine, answer))
    assert (taken, made) == (f"Taken back: {both}.", f"Made again: {both}.")
    begun = ("--players", "random,me")
    assert said("undo", options=begun)[1:] == ["nothing to undo: only the computer has moved."]


def test_the_computer_alone_plays_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    shown = play(options=("--players", "random,greedy", "--save", path)).stdout
    assert shown.startswith("\n     A   B C D")
    game = parse(path.read_text("utf-8"), NINE).game
    assert game.is_over
    for seat, text in enumerate(game.move_texts[:2]):
        assert f"{('random (a)', 'greedy (b)')[seat]} played {text}.\n" in shown
    assert "> " not in shown
    assert f"The game is over, {game.outcome}: " in shown
    assert shown.endswith(f"Saved to {path}.\n")


def test_a_hint_is_what_the_computer_would_play() -> None:
    (hint,) = said("hint")
    move = re.fullmatch(r"random would play (\*\w+)\.", hint)
    assert move
    assert said(move[1])[0] == f"Seat a played {move[1]}."
    assert "  hint         what the computer would play\n" in play("quit").stdout
    alone = play("hint", options=()).stdout
    assert "there is no computer player to ask: see --players." in alone
    assert "what the computer would play" not in alone


EXPECTED = r"It expects \d+ % \([\d,]+ games, \d+\.\d s\): "


def test_what_the_computer_expects_is_shown_on_demand() -> None:
    options = ("--players", "me,search:20", "--seed", "s")
    (hint,) = said("hint", options=options)
    move = re.fullmatch(rf"search:20 would play (\*\w+)\. {EXPECTED}(\*\w+)( .*)?\.", hint)
    assert move
    assert move[1] == move[2]
    assert not re.search(EXPECTED, play("E5", options=options).stdout)
    told = " ".join(play("E5", options=(*options, "--info")).stdout.split())
    assert re.search(rf"search:20 \(b\) played (\*\w+)\. {EXPECTED}\1", told)
    assert "expects" not in play("E5", options=(*AGAINST, "--info")).stdout


def test_the_computer_agrees_to_stop_if_it_wins_then() -> None:
    captured = "5/2o2/1oxo1/2o2/5 x standard o:cbbccddccb"
    ahead = ("--players", "me,random", "--game", "kropki", "--position", captured)
    assert (
        "The game is over, 0-1 (agreement): random (o) won."
        in play("aa", "agree", options=ahead).stdout
    )
    kropki = ("--players", "me,random", "--game", "kropki", "--ruleset", "territory")
    shown = play("agree", "resign", "hint", options=kropki).stdout
    assert "random (o) does not agree, since it would not win." in shown
    assert "The game is over, o+R (x resigns): random (o) won." in shown
    assert "the game is over." in shown


def test_a_resumed_game_is_given_its_players_again(tmp_path: Path) -> None:
    path = tmp_path / "game.9tka"
    game = playout(State.start(), Random(1), 3)
    path.write_text(Record(game, {"First": "Ann", "Event": "Club"}).to_text(), "utf-8")
    shown = play(options=("--resume", path, "--players", "me,random")).stdout
    assert "random (b) played " in shown
    assert shown.endswith("Ann (a)> \n")
    play(options=("--resume", path, "--players", "random,me", "--save", path))
    assert parse(path.read_text("utf-8"), NINE).tags == {"First": "Ann", "Event": "Club"}


def test_ctrl_c_while_the_computer_thinks_leaves_the_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(players.RandomPlayer, "_choose_among", stopped)
    monkeypatch.chdir(tmp_path)
    done = play("E5", "game.9tka", terminal="stdin")
    assert "Save the game?" in done.stdout
    assert parse((tmp_path / "game.9tka").read_text("utf-8")).game.move_texts == ("*E5",)


def test_a_terminal_shows_that_the_computer_thinks() -> None:
    typed = f"E5\n{CTRL_C}\n"
    done = run("play", *AGAINST, stdin=typed, terminal="stderr", COLUMNS="80")
    assert "random is thinking ..." in done.stderr
    assert "thinking" not in done.stdout


def test_a_computer_player_keeps_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    planted: list[Any] = []

    def spy(*given: Any) -> Any:
        planted.append(given)
        return trees.uct_tree(*given)

    monkeypatch.setattr(builtin, "uct_tree", spy)
    shown = play(options=("--players", "search:0.02s,search:0.02s", "--game", "mills")).stdout
    assert "The game is over" in shown
    assert len(planted) == 1  # of both, who are the same player
