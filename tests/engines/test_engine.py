"""Engines as a host meets them: what they are told, and what becomes of those that fail."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support.engines import acting
from support.waiting import PATIENCE, wait_until
from toys.race import Race

from ninetka import Game, NinetkaError
from ninetka.base import programs
from ninetka.engines import AsyncEngine, Engine, EngineError, EngineErrorKind, Info, Limit
from ninetka.engines import process as processes

pytestmark = pytest.mark.usefixtures("toys")

START = Race(20, (0, 0))
GAME: Game[Any, Any] = Game.from_state(START)
Kind = EngineErrorKind


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that answers may be slow."""
    monkeypatch.setattr(processes, "LAG", PATIENCE)


@pytest.fixture
def ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is ending may take its time, until its exit code is known."""
    monkeypatch.setattr(programs, "_GRACE", PATIENCE)


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def test_who_an_engine_is_and_what_it_answers() -> None:
    with Engine(acting("+3", "resign")) as engine:
        assert (engine.name, engine.author, engine.games) == ("actor", "Ann", ())
        assert [*engine.options] == ["heard", "speed", "calm", "style"]
        answer = engine.play(GAME, Limit(seconds=PATIENCE))
        assert answer.move == 3
        assert answer.seconds > 0
        assert engine.play(GAME).move is None


def test_what_an_engine_is_told() -> None:
    """A game that goes on is not begun anew."""
    told: list[str] = []
    with Engine(acting("+3")) as engine:
        engine.set("heard", "two words")
        game = GAME
        for _ in range(2):
            answer = engine.play(game, Limit(nodes=9), lambda info: told.append(info.text))
            game = game.play([answer.move, 2])
        engine.play(GAME, Limit(clocks=(5, 4.5)), lambda info: told.append(info.text))
    begun, start = "newgame Race", " from 0,0 x 20"
    asked = [
        f"nep 1 | set heard two words | {begun} | position moves 0{start} | isready | go nodes 9",
        f"position moves 2 +3 +2{start} | isready | go nodes 9",
        f"{begun} | position moves 0{start} | isready | go clock 5000 4500",
    ]
    assert told == asked


def test_an_engine_gets_ready_before_it_plays() -> None:
    """It is shown the game once, and asked only then."""
    told: list[str] = []
    with Engine(acting("+3")) as engine:
        engine.prepare(GAME, seconds=PATIENCE)
        engine.play(GAME, Limit(nodes=9), lambda info: told.append(info.text))
    (asked,) = told
    assert asked.count("newgame") == 1
    assert asked.count("isready") == 2


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        (Limit(), "go"),
        (Limit(seconds=0.5, depth=3), "go movetime 500 depth 3"),
        (Limit(clocks=(60, 1.5), increments=(1, 1), nodes=7),
         "go clock 60000 1500 increment 1000 1000 nodes 7"),
        (Limit(infinite=True), "go infinite"),
    ],
)  # fmt: skip
def test_limits_are_said_and_understood(limit: Limit, line: str) -> None:
    assert limit.line == line
    assert Limit.parse(line.split()[1:]) == limit
    assert Limit.parse([*line.split()[1:], "ponder", "5"]) == limit


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"clocks": (-1,)}, {"nodes": 0}, {"depth": "x"}, {"seconds": 1e999}]
)
def test_limits_that_make_no_sense(wrong: Any) -> None:
    with pytest.raises(NinetkaError):
        Limit(**wrong)


@pytest.mark.parametrize("words", ["nodes", "nodes 1.5", "clock -", "movetime 0", "depth 2 3"])
def test_numbers_after_go_that_make_no_sense(words: str) -> None:
    with pytest.raises(NinetkaError):
        Limit.parse(words.split())


@pytest.mark.parametrize(
    ("info", "line"),
    [
        (Info(depth=4, nodes=12, seconds=0.25, shares=(0.75, None), moves=("+1", "+2")),
         "info depth 4 nodes 12 time 250 share 0.75 - line +1 +2"),
        (Info(values=(-1.5, 1.5, 0)), "info value -1.5 1.5 0"),
        (Info(text="thinking hard"), "info text thinking hard"),
        (Info(), "info"),
    ],
)  # fmt: skip
def test_information_is_said_and_understood(info: Info, line: str) -> None:
    assert info.line == line
    assert Info.parse(line.removeprefix("info").strip()) == info


def test_information_that_cannot_be_understood_is_left_out() -> None:
    assert Info.parse("depth x nodes 5 colour red 3 time") == Info(nodes=5)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("none", "1", "actor has no option 'none'; it has heard, speed, calm and style"),
        ("speed", "10", "speed is a whole number from 1 to 9, not '10'"),
        ("speed", "fast", "speed is a whole number from 1 to 9, not 'fast'"),
        ("calm", "yes", "calm is on or off, not 'yes'"),
        ("style", "c", "style is a or b, not 'c'"),
        ("heard", "a\nquit", r"an option's value is one line, not 'a\nquit'"),
    ],
)
def test_options_that_cannot_be_set(name: str, value: str, sentence: str) -> None:
    with Engine(acting("+1")) as engine:
        with pytest.raises(NinetkaError) as caught:
            engine.set(name, value)
        assert str(caught.value) == sentence
        engine.set("speed", "9")
        assert engine.play(GAME).move == 1


def test_noise_means_nothing() -> None:
    with Engine(acting("+3", "--noisy")) as engine:
        assert engine.play(GAME, Limit(seconds=PATIENCE)).move == 3


# Engines that fail


@pytest.mark.parametrize(
    ("command", "kind", "sentence"),
    [
        ("no-such-program x", Kind.START, "no-such-program x cannot be started: No such file"),
        ("", Kind.START, "the program cannot be started: no program is named"),
        ("'x", Kind.START, '"\'x" is not a command: No closing quotation'),
        (python("print('x' * 2_000_000, end='')"), Kind.START, "wrote a line without an end"),
        (python("input(); print('nepok 2'); input()"), Kind.START, "does not speak version 1"),
        (python("input(); print('error no'); input()"), Kind.REFUSED, "says: no"),
    ],
)
def test_programs_that_are_no_engines(command: Any, kind: Kind, sentence: str) -> None:
    with pytest.raises(EngineError) as caught:
        Engine(command)
    assert sentence in str(caught.value)
    assert caught.value.kind is kind


@pytest.mark.usefixtures("ends_by_itself")
def test_a_program_that_ends_at_once() -> None:
    with pytest.raises(EngineError, match="has ended with exit code 1: oops") as caught:
        Engine(python("import sys; sys.exit('oops\\n')"))
    assert caught.value.kind is Kind.START


@pytest.mark.parametrize(
    ("code", "said"),
    [("import time; time.sleep(1e6)", ""), ("while True: print('hello')", ": it says 'hello'")],
)
def test_programs_that_do_not_say_who_they_are(code: str, said: str) -> None:
    with pytest.raises(EngineError, match=rf"did not answer 'nep 1' within 0\.3 s{said}") as caught:
        Engine(python(code), timeout=0.3)
    assert caught.value.kind is Kind.TIME


def test_errors_keep_their_kind_through_pickling() -> None:
    error = pickle.loads(pickle.dumps(EngineError("it hangs", Kind.TIME)))
    assert (str(error), error.kind) == ("it hangs", Kind.TIME)


DIED = r"has ended with exit code 7: farewell \x1b[31m"
LATE = "actor did not answer in time, nor 0.2 s after a stop"


@pytest.mark.usefixtures("ends_by_itself")
@pytest.mark.parametrize(
    ("answer", "seconds", "kind", "sentence"),
    [
        ("die", None, Kind.ENDED, DIED),
        ("hang", 0.2, Kind.TIME, LATE),
        ("flood", 0.2, Kind.TIME, LATE),
    ],
)
def test_engines_that_fail_while_they_think(
    monkeypatch: pytest.MonkeyPatch, answer: str, seconds: float | None, kind: Kind, sentence: str
) -> None:
    monkeypatch.setattr(processes, "LAG", 0.2)
    with Engine(acting(answer)) as engine:
        with pytest.raises(EngineError) as caught:
            engine.play(GAME, Limit(seconds=seconds))
        assert sentence in str(caught.value)
        assert caught.value.kind is kind
        with pytest.raises(EngineError) as again:
            engine.play(GAME)
        assert again.value.kind is Kind.ENDED


@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        ("hello", Kind.MOVE, "actor answers 'hello': "),
        ("bestmove ", Kind.MOVE, "actor answers '': "),
        ("error I am lost", Kind.REFUSED, "actor says: I am lost"),
    ],
)
def test_after_a_wrong_answer_an_engine_can_be_asked_again(
    answer: str, kind: Kind, sentence: str
) -> None:
    with Engine(acting(answer, "+1")) as engine:
        with pytest.raises(EngineError) as caught:
            engine.play(GAME)
        assert str(caught.value).startswith(sentence)
        assert caught.value.kind is kind
        assert engine.play(GAME).move == 1


def test_an_engine_that_is_late_is_told_to_stop() -> None:
    with Engine(acting("deaf")) as engine:
        answer = engine.play(GAME, Limit(clocks=(0.2, 9)))
        assert answer.move == 2
        assert answer.seconds > 0.2


def test_another_thread_may_stop_an_engine() -> None:
    def stop_it(_: Info) -> None:
        threading.Thread(target=engine.stop).start()

    with Engine(acting("deaf")) as engine:
        assert engine.play(GAME, Limit(infinite=True), stop_it).move == 2


def test_a_game_that_is_over_is_not_asked_about() -> None:
    with Engine(acting("+1")) as engine, pytest.raises(NinetkaError, match="the game is over"):
        engine.play(GAME.resign())


def test_an_error_in_on_info_ends_the_engine() -> None:
    def wrong(_: Info) -> None:
        raise KeyError("mine")

    with Engine(acting("+1")) as engine:
        with pytest.raises(KeyError, match="mine"):
            engine.play(GAME, on_info=wrong)
        with pytest.raises(EngineError):
            engine.play(GAME)


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX's")
@pytest.mark.parametrize("end", ["close", "kill"])
def test_what_an_engine_has_started_ends_with_it(tmp_path: Path, end: str) -> None:
    """Also if it holds the engine's output open, and what has left its group does not matter."""
    noted = tmp_path / "child"
    command = f"sleep 9999 & echo $! > {noted}; setsid sleep 0.5 & exec {' '.join(acting('+1'))}"
    engine = Engine(["sh", "-c", command])
    child = int(noted.read_text("utf-8"))
    getattr(engine, end)()
    wait_until(lambda: is_dead(child))


def is_dead(process: int) -> bool:
    """Whether a process has ended; zombies have."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


# In an event loop


def test_engines_play_in_an_event_loop() -> None:
    async def main() -> None:
        async with await AsyncEngine.start(acting("+3", "deaf")) as engine:
            told: list[Info] = []
            assert (await engine.play(GAME, on_info=told.append)).move == 3
            assert "position moves 0" in told[0].text
            begun = asyncio.Event()
            thinking = asyncio.create_task(
                engine.play(GAME, Limit(infinite=True), lambda _: begun.set())
            )
            await asyncio.wait_for(begun.wait(), PATIENCE)
            await cancelled(thinking)
            assert (await engine.play(GAME, Limit(seconds=0.3))).move == 2

    asyncio.run(main())


def test_a_call_that_is_cancelled_before_it_begins_holds_nobody_up() -> None:
    async def main() -> None:
        async with await AsyncEngine.start(acting("deaf")) as engine:
            first = asyncio.create_task(engine.play(GAME, Limit(seconds=0.3)))
            second = asyncio.create_task(engine.play(GAME, Limit(infinite=True)))
            await asyncio.sleep(0)
            await cancelled(second)
            assert (await first).move == 2
            assert (await engine.play(GAME, Limit(seconds=0.3))).move == 2

    asyncio.run(main())
    with Engine(acting("deaf")) as engine:  # in the thread, but not begun
        stopped = threading.Event()
        stopped.set()
        assert engine._play_until(stopped, GAME, Limit(infinite=True), None).move == 2


def test_what_has_been_closed_plays_no_more() -> None:
    async def main() -> None:
        engine = await AsyncEngine.start(acting("+3"))
        await engine.close()
        await engine.close()
        with pytest.raises(EngineError, match="actor has been ended") as caught:
            await engine.play(GAME)
        assert caught.value.kind is Kind.ENDED

    asyncio.run(main())
    engine = Engine(acting("+3"))
    engine.close()
    with pytest.raises(EngineError) as caught:
        engine.play(GAME)
    assert caught.value.kind is Kind.ENDED


async def cancelled(task: asyncio.Task[Any]) -> None:
    """Cancel a task, and wait for its end."""
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_starting_in_an_event_loop_can_fail_or_be_cancelled(tmp_path: Path) -> None:
    noted, cancelling = tmp_path / "pid", tmp_path / "cancelled"
    code = f"""
import os, time
with open({str(noted)!r}, "w") as file:
    print(os.getpid(), file=file)
while not os.path.exists({str(cancelling)!r}):
    time.sleep(0.01)
print("nepok 1", flush=True)
time.sleep(1e6)
"""

    async def main() -> None:
        with pytest.raises(EngineError, match="cannot be started"):
            await AsyncEngine.start("no-such-program")
        starting = asyncio.create_task(AsyncEngine.start(python(code)))
        await asyncio.to_thread(
            wait_until, lambda: noted.exists() and noted.read_text("utf-8").endswith("\n")
        )
        await cancelled(starting)
        cancelling.touch()

    asyncio.run(main())
    wait_until(lambda: is_dead(int(noted.read_text("utf-8"))))
