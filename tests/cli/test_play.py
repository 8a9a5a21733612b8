"""`ninetka play`, at a pseudo-terminal as people sit at it, and with lines piped into it."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import attrs
import pytest
from play import NEUTRALS, after, playout
from systems import POSIX, SIGHUP, SIGTERM, pseudo_terminal, skip_if_ignored

from ninetka import NESTORGAMES, NINE, Game, State
from ninetka.protocol import GameOutcome
from ninetka.records import Record, parse

pytest.importorskip("typer", reason="the command line needs the cli extra")

PATIENCE = 60
REACTION = 0.2
"""Seconds before a key is pressed: Python loses a Ctrl-C between a prompt and waiting for input."""
CTRL_C, CTRL_D = "\x03", "\x04"


class Seat:
    """Somebody at a terminal."""

    def __init__(
        self, *arguments: str | Path, cwd: Path, hangup_ignored: bool = False, columns: int = 0
    ) -> None:
        self.ours, theirs = pseudo_terminal()
        self.closed = False
        set_width(theirs, columns)
        environment = os.environ | {"TERM": "dumb", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        environment.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ninetka", "play", *map(str, arguments)],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, start_new_session=True,
            preexec_fn=take_terminal_deaf if hangup_ignored else take_terminal,
            env=environment,
        )  # fmt: skip
        os.close(theirs)
        self.unread = ""
        self.seen = ""

    def type(self, text: str) -> None:
        if text in (CTRL_C, CTRL_D):
            time.sleep(REACTION)
        os.write(self.ours, text.encode())

    def wait_for(self, text: str) -> str:
        """Read until the text shows; what showed before it."""
        while text not in self.unread:
            assert self.read(), f"waited in vain for {text!r} after {self.seen[-2000:]!r}"
        before, _, self.unread = self.unread.partition(text)
        return before

    def read(self) -> str:
        """Whatever shows next; nothing at the end, or if it takes too long."""
        ready, _, _ = select.select([self.ours], [], [], PATIENCE)
        piece = b""
        with contextlib.suppress(OSError):  # the other end is closed
            piece = os.read(self.ours, 4096) if ready else b""
        text = piece.decode("utf-8", "replace").replace("\r\n", "\n")
        self.unread += text
        self.seen += text
        return text

    def say(self, line: str, answer: str) -> str:
        """Type a line and wait for an answer; what showed before it."""
        self.type(f"{line}\n")
        self.wait_for(line)
        return self.wait_for(answer)

    def close(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self.ours)
        self.closed = True

    def leave(self) -> int:
        """Read to the end; the exit code."""
        while self.read():
            pass
        assert "Traceback" not in self.seen
        return self.process.wait(timeout=PATIENCE)


def take_terminal() -> None:
    """Make the terminal the process's own, so that Ctrl-C reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def take_terminal_deaf() -> None:
    """The same for a process that no hangup ends, as under nohup."""
    take_terminal()
    signal.signal(SIGHUP, signal.SIG_IGN)


def set_width(terminal: int, columns: int) -> None:
    """Say how wide a terminal is; 0 if it does not say."""
    import fcntl
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 0, columns, 0, 0))


@contextlib.contextmanager
def sitting(
    *arguments: str | Path, cwd: Path, hangup_ignored: bool = False, columns: int = 0
) -> Iterator[Seat]:
    seat = Seat(*arguments, cwd=cwd, hangup_ignored=hangup_ignored, columns=columns)
    try:
        yield seat
    finally:
        seat.process.kill()
        seat.process.wait()
        if not seat.closed:
            seat.close()


def saved(path: Path) -> list[str]:
    """The moves in a file."""
    return list(parse(path.read_text("utf-8"), NINE).game.move_texts())


def test_moves_by_typing_and_from_the_list(tmp_path: Path) -> None:
    with sitting(cwd=tmp_path) as seat:
        shown = seat.wait_for("Seat a> ")
        assert (
            "nestorgames, 2 players, neutrals, a to move\nPlace a neutral stone on a core" in shown
        )
        board = seat.say("e5", "Seat b> ")
        assert "Seat a played *E5.\n" in board
        assert "5  · │ · · · │[n]· · │ · · · │ ·  5" in board
        listed = seat.say("list", "b> ")
        numbered = re.findall(r"(\d+) (\*[A-K]\d+)", listed)
        legal = after("E5").legal_moves
        assert numbered == [(str(n), str(move)) for n, move in enumerate(legal, start=1)]
        assert max(map(len, listed.splitlines())) <= 80
        assert f"Seat b played {legal[2]}.\n" in seat.say("3", "Seat a> ")
        seat.say("*C9", "Seat b> ")
        seat.say("save game.9tka", "Saved to game.9tka.\nSeat b> ")
        assert saved(tmp_path / "game.9tka") == ["*E5", str(legal[2]), "*C9"]
        seat.type("quit\n")
        assert seat.leave() == 0


@pytest.mark.parametrize(("columns", "each"), [(60, 6), (80, 9), (120, 13)])
def test_lists_and_sentences_fit_the_terminal(tmp_path: Path, columns: int, each: int) -> None:
    with sitting(cwd=tmp_path, columns=columns) as seat:
        seat.wait_for("a> ")
        lines = seat.say("moves", "a> ").splitlines()
        assert len(re.findall(r"\d+ \*", lines[1])) == each
        rules = seat.say("rules", "a> ").splitlines()[1:-1]
        longest = max(map(len, rules))
        assert min(columns, 100) - 15 < longest <= min(columns, 100)
        told = "".join(rules).replace(" ", "")
        assert told == NESTORGAMES.summary.replace(" ", "").replace("\n", "")
        assert rules.count("") == NESTORGAMES.summary.count("\n")
        assert max(map(len, seat.seen.splitlines())) <= columns


def test_a_terminal_narrower_than_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "5")
    done = piped("list\nrules\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n  2 *D3\n  3 *E3\n" in done.stdout
    assert "\nsections\n" in done.stdout


def test_a_whole_game_fits_a_narrow_terminal(tmp_path: Path) -> None:
    game = playout(State.start(players=4), Random(7))
    with sitting("--players", "4", cwd=tmp_path, columns=60) as seat:
        for state, text in zip(game.states(), game.move_texts(), strict=False):
            seat.wait_for(f"Seat {state.to_move}> ")
            seat.type(f"{text.split('-')[0] or text}\n")
            seat.wait_for(f"Seat {state.to_move} played {text}.\n")
        seat.wait_for(" won.\n")
        assert max(map(len, seat.seen.splitlines())) <= 60


def test_the_rules_are_those_of_the_ruleset(tmp_path: Path) -> None:
    done = piped("rules\n", "--ruleset", "wiki", "--tag", "Stones=2:3", cwd=tmp_path)
    said = " ".join(done.stdout.split())
    assert "Each of 2 players has 3 stones" in said
    assert "cannot slide" in said
    helped = subprocess.run(
        [sys.executable, "-m", "ninetka", "play", "--help"], capture_output=True, text=True,
        timeout=PATIENCE, check=True, env=os.environ | {"COLUMNS": "100"},
    )  # fmt: skip
    assert "rules tells the rules" in helped.stdout.replace("`", "")


def test_the_turn_that_the_docs_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = Path(__file__).parents[2] / "docs" / "howto" / "play.md"
    (turn,) = re.findall("^```text\n(.*?)\n```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    names = ("--name", "Ann", "--name", "Ben", "--name", "Cleo")
    assert turn in piped("E5\n", "--players", "3", *names, cwd=tmp_path).stdout


@attrs.frozen
class Ranked(GameOutcome):
    """How another game might end."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.scores)), key=lambda seat: seat not in self.winners))

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@pytest.mark.parametrize(
    ("scores", "winners", "said"),
    [
        ((3, 1), (0,), "Seat a won."),
        ((3, 3), (), "nobody won."),
        ((3, 3), (0, 1), "Seat a and Seat b won."),
        ((3, 3), (0,), "Seat a won.\nSeat b has as many points, but ranks lower by the rules."),
        (
            (3, 3, 3, 2),
            (1,),
            "Seat b won.\nSeat a and Seat c have as many points, but rank lower by the rules.",
        ),
        ((2, 3, 3), (1, 2), "Seat b and Seat c won."),
        ((2, 3, 2, 2), (0, 2, 3), "Seat a, Seat c and Seat d won."),
    ],
)
def test_how_any_game_s_end_is_told(
    scores: tuple[int, ...], winners: tuple[int, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session_type = importlib.import_module("ninetka.cli.play")._Session
    record = Record(Game.start(NESTORGAMES, players=max(2, len(scores))))
    session = session_type(record.game, record.tags, record.comments, record, None, None, set())
    session.show_end(Ranked(scores, winners))
    assert capsys.readouterr().out == f"The game is over, {Ranked(scores, winners)}: {said}\n"


def test_a_wrong_move_says_why_and_costs_nothing(tmp_path: Path) -> None:
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        for wrong, why in [
            ("F6", "a neutral cannot go to F6: the centre section has its neutral on E5."),
            ("A5", "a neutral cannot go to A5: it is not on the core, C3 to I9."),
            ("--", "seat b cannot pass: every turn of this phase places a stone."),
            ("hello", "'hello' is not a move: moves are written E5, *E5, @A5, A5-F5 or --; or"),
            ("0", "there is no move 0 in the list: it has 40; or type help"),
            ("41", "there is no move 41 in the list: it has 40; or type help"),
            ("9" * 5000, "is not a move"),
            ("\u00b2", "is not a move"),
            ("1\u00b2", "is not a move"),
            ("\u0664\u0661", "there is no move 41 in the list: it has 40; or type help"),
            ("\u00e9\u0142", "is not a move"),
        ]:  # fmt: skip
            seat.type(f"{wrong}\n")
            seat.wait_for(why)
            seat.wait_for("b> ")
        seat.type("\n")
        seat.wait_for("b> ")
        seat.say("C9", "a> ")
        seat.say("save x.9tka", "Saved")
        assert saved(tmp_path / "x.9tka") == ["*E5", "*C9"]


def test_undo_and_redo(tmp_path: Path) -> None:
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("undo", "nothing to undo: the game is at its start.\nSeat a> ")
        seat.say("redo", "nothing to redo: no move has been taken back.\nSeat a> ")
        seat.say("E5", "b> ")
        seat.say("C9", "a> ")
        shown = seat.say("undo", "Seat b> ")
        assert "*C9 is taken back.\n" in shown
        assert "n" not in shown.partition("9  ·")[2][:20]
        assert "*E5 is taken back.\n" in seat.say("u", "Seat a> ")
        assert "*E5 is made again.\n" in seat.say("redo", "Seat b> ")
        seat.say("I9", "a> ")
        seat.say("redo", "nothing to redo")
        seat.say("save g.9tka", "Saved")
        assert saved(tmp_path / "g.9tka") == ["*E5", "*I9"]


def test_help_and_board(tmp_path: Path) -> None:
    with sitting("--players", "3", "--name", "Ann", "--name", "Ben", cwd=tmp_path) as seat:
        seat.wait_for("Type a move, or its number in the list. You can also type:\n  rules  ")
        seat.wait_for("Ann (a)> ")
        for word in ("help", "h", "?"):
            seat.say(word, "undo, redo")
            seat.wait_for("Ann (a)> ")
        assert "A   B C D" in seat.say("board", "Ann (a)> ")
        assert "Ann (a) played *E5.\n" in seat.say("E5", "Ben (b)> ")
        seat.say("C9", "c> ")
        seat.say("save g.json", "Saved")
        record = parse((tmp_path / "g.json").read_text("utf-8"))
        assert record.tags == {"First": "Ann", "Second": "Ben"}


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D, "quit\n"])
def test_leaving_offers_to_save(tmp_path: Path, key: str) -> None:
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        seat.type(key)
        seat.wait_for("Save the game?\nType a file's name, or just Enter to leave without: ")
        seat.type("y\n")  # which is no file's name
        seat.wait_for("Save the game?\nType a file's name, or just Enter to leave without: ")
        seat.type("missing/g.9tka\n")
        seat.wait_for("Error: missing/g.9tka: No such file or directory")
        seat.wait_for("Save the game?\nType a file's name, or just Enter to leave without: ")
        seat.type("g.9tka\n")
        seat.wait_for("Saved to g.9tka.")
        assert seat.leave() == 0
    assert saved(tmp_path / "g.9tka") == ["*E5"]


@pytest.mark.parametrize("answer", ["\n", CTRL_C, CTRL_D])
def test_leaving_without_saving(tmp_path: Path, answer: str) -> None:
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        seat.type(CTRL_C)
        seat.wait_for("Save the game?\nType a file's name, or just Enter to leave without: ")
        seat.type(answer)
        assert seat.leave() == 0
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_offered_if_nothing_was_played(tmp_path: Path) -> None:
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.type(CTRL_C)
        assert seat.leave() == 0
        assert "Save" not in seat.seen.partition("a> ")[2]


def test_resume_keeps_what_was_written_and_goes_on(tmp_path: Path) -> None:
    game = playout(State.start(NESTORGAMES), Random(1), 40)
    record = Record(game, {"First": "Ann", "Date": "2026"}, {0: "begin", 40: "here"})
    path = tmp_path / "game.9tka"
    path.write_text(record.to_text(), "utf-8")
    move = game.state.move_text(game.state.legal_moves[0])
    with sitting("--resume", path, cwd=tmp_path) as seat:
        shown = seat.wait_for("Ann (a)> ")
        board = game.state.to_board(last_move=game.moves[-1], unicode=True, names=["Ann", ""])
        assert board in shown
        assert "here" in shown
        seat.say(move, "b> ")
        seat.type(CTRL_C)
        seat.wait_for(f"Save the game to {path}?\n[Y/n, or another name] ")
        seat.type("\n")
        seat.wait_for(f"Saved to {path}.")
        assert seat.leave() == 0
    after_it = parse(path.read_text("utf-8"), NINE)
    assert after_it.tags == record.tags
    assert after_it.comments == record.comments
    assert after_it.game.move_texts() == (*game.move_texts(), move)
    with sitting("--resume", path, cwd=tmp_path) as seat:
        seat.wait_for("b> ")
        seat.say("undo", "Ann (a)> ")
        seat.say("undo", "b> ")  # a comment on a move taken back goes with it
        seat.say("quit", "[Y/n, or another name] ")
        seat.type("n\n")
        assert seat.leave() == 0
    assert parse(path.read_text("utf-8"), NINE) == after_it


def test_comments_stay_with_the_positions_they_are_on(tmp_path: Path) -> None:
    game = playout(State.start(), Random(1), 40)
    record = Record(game, {"First": "Ann"}, {0: "begin", 12: "well", 39: "hm", 40: "here"})
    (tmp_path / "old.9tka").write_text(record.to_text(), "utf-8")
    last = game.move_texts()[-1]
    before = game.undo().state
    other = next(m for m in map(before.move_text, before.legal_moves) if m != last)
    kept = {0: "begin", 12: "well", 39: "hm"}
    for lines, comments in [
        ("", {**kept, 40: "here"}),
        ("1\n", {**kept, 40: "here"}),
        ("undo\n", kept),
        ("undo\nundo\n", {0: "begin", 12: "well"}),
        ("undo\nundo\nredo\nredo\n", {**kept, 40: "here"}),
        (f"undo\n{other}\n", kept),
        (f"undo\n{last}\n", kept),
        ("1\nundo\n", {**kept, 40: "here"}),
    ]:
        done = piped(lines, "--resume", "old.9tka", "--save", "new.json", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert parse((tmp_path / "new.json").read_text("utf-8"), NINE).comments == comments
        (tmp_path / "new.json").unlink()


def test_other_files_are_not_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "old.9tka").write_text("old", "utf-8")
    with sitting(cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("save", "Error: say where: save FILE\nSeat a> ")
        seat.say("E5", "b> ")
        seat.say("save old.9tka", "old.9tka is there already. Replace it?\n[y/N] ")
        seat.type("\n")
        seat.wait_for("b> ")
        assert (tmp_path / "old.9tka").read_text("utf-8") == "old"
        seat.say("save old.9tka", "Replace it?\n[y/N] ")
        seat.type("y\n")
        seat.wait_for("Saved to old.9tka.\nSeat b> ")
        seat.say("C9", "a> ")
        seat.say("save", "Saved to old.9tka.\nSeat a> ")
        seat.type("quit\n")
        assert seat.leave() == 0
    assert saved(tmp_path / "old.9tka") == ["*E5", "*C9"]


def test_a_file_with_other_games_is_not_replaced_unasked(tmp_path: Path) -> None:
    one = Record(playout(State.start(), Random(1), 3)).to_text()
    path = tmp_path / "many.9tka"
    path.write_text(f"{one}\n{one}", "utf-8")
    with sitting("--resume", path, "--game", "2", cwd=tmp_path) as seat:
        seat.wait_for("b> ")
        seat.say("1", "a> ")
        seat.type(CTRL_C)
        seat.wait_for("Save the game?\nType a file's name, ")
        seat.type(f"{path}\n")
        seat.wait_for("is there already. Replace it?\n[y/N] ")
        seat.type(CTRL_C)
        assert seat.leave() == 0
    assert path.read_text("utf-8") == f"{one}\n{one}"


def test_to_the_end_with_forced_passes(tmp_path: Path) -> None:
    game = playout(State.start(players=4), Random(5))
    state = list(game.states())[-2]
    path = tmp_path / "end.9tka"
    path.write_text(Record(game.undo()).to_text(), "utf-8")
    with sitting("--resume", path, cwd=tmp_path) as seat:
        only = state.move_text(state.legal_moves[0])
        if len(state.legal_moves) == 1:
            seat.wait_for(f"There is only one move: {only}\n")
        seat.wait_for(f"Seat {state.to_move}> ")
        last = state.move_text(game.moves[-1])
        outcome = game.state.outcome
        assert outcome is not None
        assert str(outcome) == "2-1-2-1"
        seat.say(last, "The game is over, 2-1-2-1: Seat c won.\n")
        seat.wait_for("Seats a and c are tied at 2 points: the later in turn order wins.\n")
        seat.wait_for("game over> ")
        seat.say("list", "There are no moves to list.\ngame over> ")
        seat.say("A5", "the game is over: no stone can slide.\ngame over> ")
        seat.say("save", "Saved to")
        seat.type("quit\n")
        assert seat.leave() == 0
    assert parse(path.read_text("utf-8"), NINE).game == game


def test_a_forced_pass_is_said(tmp_path: Path) -> None:
    game = playout(State.start(), Random(3))
    passed = next(at for at, text in enumerate(game.move_texts()) if text == "--")
    position = list(game.states())[passed].to_text()
    with sitting("--position", position, cwd=tmp_path) as seat:
        shown = seat.wait_for("There is only one move: --\n")
        assert shown.endswith("None of your stones can slide, so you must pass: --.\n")
        seat.wait_for("> ")
        assert "played --.\n" in seat.say("pass", "> ")


def piped(lines: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ninetka", "play", *map(str, arguments)]
    return subprocess.run(
        command, input=lines, capture_output=True, text=True, timeout=PATIENCE, cwd=cwd, check=False
    )


def test_lines_from_a_pipe(tmp_path: Path) -> None:
    game = playout(State.start(), Random(2))
    lines = "\n".join(game.move_texts())
    done = piped(lines, "--save", "all.9tka", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The game is over, {game.state.outcome}" in done.stdout
    assert "Saved to all.9tka." in done.stdout
    assert parse((tmp_path / "all.9tka").read_text("utf-8"), NINE).game == game
    again = piped(f"{NEUTRALS.replace(' ', chr(10))}\nnonsense\n", cwd=tmp_path)
    assert again.returncode == 0
    assert "'nonsense' is not a move" in again.stdout


def test_lines_that_are_no_text(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ninetka", "play"]
    done = subprocess.run(
        command, input=b"\xff\xfe\x00\nE5\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"b to move" in done.stdout


def test_a_file_that_is_there_is_not_saved_over(tmp_path: Path) -> None:
    one = Record(playout(State.start(), Random(1), 3)).to_text()
    (tmp_path / "many.9tka").write_text(f"{one}\n{one}", "utf-8")
    (tmp_path / "one.9tka").write_text(one, "utf-8")
    for arguments in (
        ["--save", "many.9tka"],
        ["--save", "one.9tka"],
        ["--resume", "many.9tka", "--save", "many.9tka"],
        ["--resume", "many.9tka", "--save", "one.9tka"],
    ):
        done = piped("1\n", *arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert f"{arguments[-1]} is there already: resume it, or save elsewhere" in done.stderr
    assert (tmp_path / "many.9tka").read_text("utf-8") == f"{one}\n{one}"
    assert (tmp_path / "one.9tka").read_text("utf-8") == one
    for count, name in ((4, "one.9tka"), (5, "./one.9tka"), (6, tmp_path / "one.9tka")):
        done = piped("1\n", "--resume", "one.9tka", "--save", name, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(saved(tmp_path / "one.9tka")) == count
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("end", ["", SIGTERM, SIGHUP])
def test_a_file_that_comes_meanwhile_is_not_saved_over(tmp_path: Path, end: str | int) -> None:
    if isinstance(end, int):
        skip_if_ignored(end)
    (tmp_path / "new-2.9tka").write_text("precious, too", "utf-8")
    command = [sys.executable, "-m", "ninetka", "play", "--save", "new.9tka"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"E5\n")
        process.stdin.flush()
        while b"b to move" not in process.stdout.readline():
            pass
        (tmp_path / "new.9tka").write_text("precious", "utf-8")
        if isinstance(end, int):
            time.sleep(REACTION)
            process.send_signal(end)
            process.wait(PATIENCE)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == (128 + end if isinstance(end, int) else 2)
    told = b"new.9tka is there already, so the game is in new-3.9tka instead."
    assert told in said
    assert (tmp_path / "new.9tka").read_text("utf-8") == "precious"
    assert (tmp_path / "new-2.9tka").read_text("utf-8") == "precious, too"
    assert saved(tmp_path / "new-3.9tka") == ["*E5"]


def test_on_leaving_nobody_is_asked_about_a_file_that_came_meanwhile(tmp_path: Path) -> None:
    with sitting("--save", "new.9tka", cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        (tmp_path / "new.9tka").write_text("precious", "utf-8")
        seat.type("q\n")
        seat.wait_for("Saved to new-2.9tka.\n")
        assert seat.leave() == 2
    assert saved(tmp_path / "new-2.9tka") == ["*E5"]
    assert (tmp_path / "new.9tka").read_text("utf-8") == "precious"


@pytest.mark.parametrize("ignored", [False, True], ids=["hangup", "hangup ignored"])
@pytest.mark.parametrize("during", ["", "save old.9tka"], ids=["prompt", "question"])
def test_a_game_is_saved_when_its_terminal_closes(
    tmp_path: Path, ignored: bool, during: str
) -> None:
    (tmp_path / "old.9tka").write_text("old", "utf-8")
    with sitting("--save", "game.9tka", cwd=tmp_path, hangup_ignored=ignored) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        if during:
            seat.say(during, "Replace it?\n[y/N] ")
        time.sleep(REACTION)
        seat.close()
        seat.process.wait(PATIENCE)
    assert saved(tmp_path / "game.9tka") == ["*E5"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.9tka", "old.9tka"]
    assert (tmp_path / "old.9tka").read_text("utf-8") == "old"


def test_signals_while_it_is_saved_do_not_keep_it_from_that(tmp_path: Path) -> None:
    skip_if_ignored(SIGHUP)
    code = (
        "import os, signal, sys; from ninetka import __main__, cli\n"
        "play = sys.modules['ninetka.cli.play']; write = play.write\n"
        "def interrupted(*a, **b):\n"
        "    for name in ('SIGHUP', 'SIGTERM', 'SIGINT'):\n"
        "        os.kill(os.getpid(), getattr(signal, name))\n"
        "    return write(*a, **b)\n"
        "play.write = interrupted\n"
        "sys.argv[1:] = ['play', '--save', 'game.9tka']; __main__.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"E5\n", capture_output=True, cwd=tmp_path,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert saved(tmp_path / "game.9tka") == ["*E5"]


def test_what_could_not_be_saved_leaves_no_empty_file(tmp_path: Path) -> None:
    code = (
        "import sys; from ninetka import __main__, cli\n"
        "play = sys.modules['ninetka.cli.play']\n"
        "from ninetka.errors import NinetkaError\n"
        "def full(*a, **b): raise NinetkaError('no space left')\n"
        "play.write = full\n"
        "sys.argv[1:] = ['play', '--save', 'game.9tka']; __main__.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"E5\n", capture_output=True, cwd=tmp_path,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"Error: no space left\n")
    assert list(tmp_path.iterdir()) == []


def test_at_a_terminal_another_place_is_offered_if_it_cannot_be_saved(tmp_path: Path) -> None:
    with sitting("--save", "missing/x.9tka", cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        seat.type("q\n")
        seat.wait_for("Error: missing/x.9tka: No such file or directory\nSave the game?\n")
        seat.type("here.9tka\n")
        seat.wait_for("Saved to here.9tka.")
        assert seat.leave() == 0
    assert saved(tmp_path / "here.9tka") == ["*E5"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("E5\nsave missing/x.9tka\n", "missing/x.9tka: No such file or directory"),
        ("E5\nsave\n", "say where: save FILE"),
        ("E5\nsave old.9tka\ny\n", "old.9tka is there already"),
        ("E5\nsave missing/x.9tka\nsave new.9tka\n", "missing/x.9tka: No such file or directory"),
    ],
)
def test_a_save_that_fails_in_a_pipe_is_bad_usage(tmp_path: Path, lines: str, why: str) -> None:
    (tmp_path / "old.9tka").write_text("old", "utf-8")
    done = piped(lines, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"Error: {why}\n")
    assert (tmp_path / "old.9tka").read_text("utf-8") == "old"
    assert (tmp_path / "new.9tka").exists() == ("new" in lines)


def test_a_file_s_name_cannot_command_the_terminal(tmp_path: Path) -> None:
    done = piped("E5\nsave \x1b[2J\nq\n", cwd=tmp_path)
    assert "\x1b" not in done.stdout + done.stderr
    assert "Saved to '\\x1b[2J'.\n" in done.stdout


def test_a_file_it_has_saved_to_is_its_own(tmp_path: Path) -> None:
    done = piped(
        "E5\nsave x.9tka\nC9\nsave y.9tka\nsave x.9tka\n", "--save", "x.9tka", cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert saved(tmp_path / "x.9tka") == saved(tmp_path / "y.9tka") == ["*E5", "*C9"]
    lines = "E5\nsave x.9tka\nC9\nsave y.9tka\nI9\n"
    (tmp_path / "x.9tka").unlink()
    (tmp_path / "y.9tka").unlink()
    done = piped(lines, "--save", "x.9tka", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert saved(tmp_path / "x.9tka") == ["*E5", "*C9", "*I9"]


def test_a_record_on_standard_output(tmp_path: Path) -> None:
    done = piped("E5\n", "--save", "-", cwd=tmp_path)
    assert done.returncode == 0
    assert "\n*E5 *\n" in done.stdout.replace("1. ", "")
    assert list(tmp_path.iterdir()) == []


def test_save_writes_also_what_was_not_changed(tmp_path: Path) -> None:
    assert piped("", "--save", "new.9tka", cwd=tmp_path).returncode == 0
    assert saved(tmp_path / "new.9tka") == []


@pytest.mark.parametrize("number", [SIGTERM, SIGHUP])
def test_a_signal_saves_what_it_was_told_to_save(tmp_path: Path, number: int) -> None:
    skip_if_ignored(number)
    with sitting("--save", "game.9tka", cwd=tmp_path) as seat:
        seat.wait_for("a> ")
        seat.say("E5", "b> ")
        time.sleep(REACTION)
        seat.process.send_signal(number)
        assert seat.leave() == 128 + number
    assert saved(tmp_path / "game.9tka") == ["*E5"]


@POSIX
@pytest.mark.parametrize("name", ["a\0b", "a\udcff"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-m", "ninetka", "play"]
    lines = f"E5\nsave {name}\nC9\n".encode("utf-8", "surrogateescape")
    done = subprocess.run(
        command, input=lines, capture_output=True, timeout=PATIENCE, cwd=tmp_path, check=False,
        env=os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"neutrals, a to move" in done.stdout.partition(b"neutrals, b to move")[2]


@POSIX
def test_a_game_can_be_resumed_from_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = Record(playout(State.start(), Random(1), 3)).to_text()
    writer = threading.Thread(target=lambda: pipe.write_text(text, "utf-8"))
    writer.start()
    done = piped("quit\n", "--resume", pipe, cwd=tmp_path)
    writer.join(timeout=PATIENCE)
    assert done.returncode == 0
    assert "b to move" in done.stdout


def test_words_after_a_command_are_not_passed_over(tmp_path: Path) -> None:
    done = piped("E5\nundo 2\nquit now\n", cwd=tmp_path)
    assert "'undo 2' is not a move" in done.stdout
    assert "'quit now' is not a move" in done.stdout


def test_points_are_shown_as_they_stand(tmp_path: Path) -> None:
    state = playout(State.start(), Random(1), 65).state
    a, b = state.scores
    done = piped("quit\n", "--position", state.to_text(), cwd=tmp_path)
    assert f"Points: Seat a {a}, Seat b {b}\n" in done.stdout


def test_saving_where_it_cannot_be(tmp_path: Path) -> None:
    done = piped("E5\n", "--save", "missing/x.9tka", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "Error: missing/x.9tka: No such file or directory\n"


@POSIX
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    command = f'"{sys.executable}" -m ninetka play {closed}'
    done = subprocess.run(
        ["sh", "-c", command], input=b"E5\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_nobody_listens_any_more() -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "ninetka", "play"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, said = process.communicate(b"E5\n" * 100, timeout=PATIENCE)
    assert (process.returncode, said) == (128 + 13, b"")
