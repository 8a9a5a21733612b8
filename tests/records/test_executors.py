"""Records verified in an executor: the same verdicts in the same order, and little read ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from ninetka import NINE, RecordError
from ninetka.play.game import Game
from ninetka.records import parse, reader, verify

GOOD = '[Ruleset "nestorgames"]\n[Players "2"]\n\n*C3 {so} *F3 *\n'
BAD = GOOD.replace("*F3", "*D4")
EXAMPLES = Path(__file__).parents[2] / "examples"


class Sooner(Executor):
    """Does everything at once."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        task: Future[Any] = Future()
        task.set_result(call(*args, **options))
        return task


class Task(Future[Any]):
    """Is done when its result is asked for."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__()
        self.call = call

    def result(self, _: float | None = None) -> Any:
        return self.call()


class Later(Executor):
    """Does everything as late as possible."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def submit(self, call: Callable[..., Any], /, *args: Any, **options: Any) -> Task:
        self.tasks.append(Task(partial(call, *args, **options)))
        return self.tasks[-1]


@pytest.mark.parametrize("chunk", [1, 1000])
def test_the_verdicts_are_the_same_in_the_same_order(
    monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(reader, "_CHUNK", chunk)
    for path in (EXAMPLES / "tournament.9tka", EXAMPLES / "kropki.sgf", EXAMPLES / "9am.9tka"):
        lines = [*path.read_text("utf-8").splitlines(keepends=True), "\n"]
        lines += BAD.splitlines(keepends=True) * 3 if path.suffix == ".9tka" else [")("]
        expected = list(verify(lines, path.name))
        for executor in (Sooner(), Later(), ThreadPoolExecutor(2)):
            with executor:
                verdicts = list(verify(lines, path.name, executor=executor))
            assert [v.record for v in verdicts] == [v.record for v in expected]
            assert [str(v.error) for v in verdicts] == [str(v.error) for v in expected]
            kinds = [v.error and v.error.kind for v in expected]
            assert [v.error and v.error.kind for v in verdicts] == kinds
            assert [v.summary() for v in verdicts] == [v.summary() for v in expected]
            assert [v.source for v in verdicts] == [path.name] * len(expected)


def test_the_game_to_expect_is_known_to_the_executor() -> None:
    kropki = '[Game "Kropki"]\n\n*\n'
    (verdict,) = verify(kropki.split("\n"), entry=NINE, executor=Sooner())
    assert str(verdict.error) == "game 1, line 1: this is a game of 'Kropki', not of 9tka"


@pytest.mark.parametrize("chunk", [1, 1000])
def test_a_source_that_fails_does_so_after_what_came_before(
    monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    def source() -> Iterator[str]:
        yield from (GOOD + BAD + GOOD).splitlines()
        raise RecordError("the disk is full of sand")

    monkeypatch.setattr(reader, "_CHUNK", chunk)
    verdicts = verify(source(), executor=Sooner())
    assert [next(verdicts).error is None for _ in range(2)] == [True, False]
    with pytest.raises(RecordError, match="sand"):
        next(verdicts)


def test_nothing_is_submitted_for_a_source_without_records() -> None:
    executor = Later()
    assert list(verify(["\n"], executor=executor)) == []
    with pytest.raises(RecordError, match="begins with a tag"):
        list(verify(["hello"], executor=executor))
    assert executor.tasks == []


def test_little_is_read_ahead_and_cancelled_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_CHUNK", 1)
    monkeypatch.setattr(reader, "_AHEAD", 5)
    lines = iter((GOOD * 50).splitlines())
    executor = Later()
    verdicts = verify(lines, executor=executor)
    assert [next(verdicts).number for _ in range(3)] == [1, 2, 3]
    assert len(executor.tasks) == 7
    assert len(list(lines)) > 40 * len(GOOD.splitlines())
    verdicts.close()
    assert [task.cancelled() for task in executor.tasks] == [False] * 3 + [True] * 4


def test_what_is_done_is_given_before_more_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_CHUNK", 1)
    lines = iter((GOOD * 50).splitlines())
    next(verify(lines, executor=Sooner()))
    assert len(list(lines)) > 40 * len(GOOD.splitlines())


def test_games_are_replayed_again_only_if_someone_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (EXAMPLES / "two-players.9tka").read_text("utf-8")
    (verdict,) = verify(text.splitlines(), executor=Sooner())
    replay = Mock(side_effect=Game.from_state)
    monkeypatch.setattr(Game, "from_state", replay)
    summary, record = verdict.summary(), verdict.record
    assert record is not None
    assert (summary["plies"], summary["result"]) == (76, record.result)
    assert record.names == ("Program", "Program")
    assert replay.call_count == 0
    assert record == parse(text)
    assert replay.call_count == 1
