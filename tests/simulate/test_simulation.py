"""Results of many random games: counts, splits into tasks, executors, tasks that get lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import permutations
from multiprocessing import active_children, get_context
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.executors import Losing
from toys.nim import NIM, Nim
from toys.nim_variants import CompiledNim, FaultyNim, UncompiledNim
from toys.race import RACE

from ninetka import NinetkaError, State, games
from ninetka.base.plain_json import parse_json
from ninetka.games import entry_for_name
from ninetka.protocol import GameState
from ninetka.protocol.compiled import stream_key
from ninetka.simulate import ExecutorError, Simulation, Task, random_game, results, run
from ninetka.simulate.estimates import Results
from ninetka.simulate.workers import started
from simulate.checksums import with_checksums

LONG = pytest.mark.long


def played(start: GameState[Any], count: int, seed: str) -> Results:
    """The results of games that are played one by one with `random_game`."""
    found = Results()
    for number in range(1, count + 1):
        game = random_game(start, Random(f"{seed}/{number}"))
        outcome = game.outcome
        assert outcome is not None
        found += Results({tuple(outcome.winners): 1}, {tuple(outcome.scores): 1}, {game.ply: 1})
    return found


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (NIM, RACE):
        monkeypatch.setitem(games._GAMES, entry.identifier, entry)


@pytest.fixture(scope="module")
def nim() -> Results:
    return results(Nim(9), 3000, "s")


# which games


@pytest.mark.parametrize(("game", "count"), [("Nim", 200), ("Race", 200), ("Mills", 3), ("9AM", 3)])
def test_the_games_are_those_of_random_game(toys: None, game: str, count: int) -> None:
    start = entry_for_name(game).begin({"Game": game})
    simulation = attrs.evolve(Simulation.begin(start, count, 1), compiled=False)
    assert run(simulation).results == played(start, count, "1")


def test_more_games_add_up(nim: Results) -> None:
    assert nim == results(Nim(9), 3000, "s") != results(Nim(9), 3000, "t")
    short = Simulation.begin(Nim(9), 1000, "s")
    longer = attrs.evolve(run(short), games=3000)
    assert not longer.is_finished
    assert run(longer) == run(attrs.evolve(short, games=3000))
    assert run(longer).results == nim


def test_a_finished_position_has_games_of_no_plies() -> None:
    assert results(Nim(0), 7, 1) == Results({(): 7}, {(Fraction(1, 2), -1): 7}, {0: 7})


def test_compiled_code_plays_the_games_if_there_is_some() -> None:
    pytest.importorskip("numpy", reason="compiled code needs the batch extra")
    found = results(CompiledNim(5), 3001, "s")
    with ThreadPoolExecutor(2) as executor:
        assert results(CompiledNim(5), 3001, "s", executor) == found
    odd = stream_key("s") % 2
    wins: Mapping[tuple[int, ...], int] = {(odd,): 1501, (1 - odd,): 1500}
    scores: Mapping[tuple[int | Fraction, ...], int] = {
        (odd, 2 * (1 - odd)): 1501,
        (1 - odd, 2 * odd): 1500,
    }
    assert found == Results(wins, scores, {5: 1001, 6: 1000, 7: 1000})


@pytest.mark.long
def test_compiled_games_of_9tka_are_the_same_however_they_are_split() -> None:
    pytest.importorskip("numba", reason="compiled code needs the batch extra")
    start = State.start(players=3)
    with ThreadPoolExecutor(2) as executor:
        found = results(start, 50_000, "s", executor)
    assert found == Task(start, "s", True, 0, 50_000).play()
    assert found.games == sum(found.wins) == 50_000


def test_games_begun_with_compiled_code_are_not_played_without(nim: Results) -> None:
    assert results(UncompiledNim(9), 3000, "s") == nim
    begun = Simulation(UncompiledNim(9), 10, "s", compiled=True)
    with pytest.raises(ModuleNotFoundError, match="missing_kernel"):
        run(begun)
    with (
        ThreadPoolExecutor(2) as executor,
        pytest.raises(NinetkaError, match=r"a worker cannot play these games: .*missing_kernel"),
    ):
        run(begun, executor)


# splits


@st.composite
def tasks_in_any_order(draw: st.DrawFn) -> tuple[Simulation, Sequence[Task]]:
    simulation = Simulation.begin(Nim(9), draw(st.integers(1, 300)), "s")
    return simulation, draw(st.permutations(list(simulation.tasks())))


@given(tasks_in_any_order(), st.integers(0, 64))
def test_tasks_may_come_in_any_order_and_the_rest_is_played_later(
    drawn: tuple[Simulation, Sequence[Task]], count: int
) -> None:
    simulation, tasks = drawn
    for task in tasks[:count]:
        simulation = simulation.with_results(task, Results({(): task.games}, {}, {4: task.games}))
    left = [number for task in simulation.tasks() for number in range(task.first, end(task))]
    had = [number for task in tasks[:count] for number in range(task.first, end(task))]
    assert sorted(left + had) == [*range(simulation.games)]
    assert len(had) == simulation.results.games


def test_no_game_is_counted_twice() -> None:
    simulation = Simulation.begin(Nim(9), 100, "s")
    tasks = [*simulation.tasks()]
    for task in (tasks[3], tasks[1]):
        simulation = simulation.with_results(task, task.play())
    for task in (tasks[3], tasks[1], attrs.evolve(tasks[0], games=3)):
        with pytest.raises(NinetkaError, match=f"games {task.first} to .* have been counted"):
            simulation.with_results(task, task.play())
    with pytest.raises(NinetkaError, match="the results are of more or fewer games"):
        simulation.with_results(tasks[0], tasks[0].play() + tasks[0].play())


def end(task: Task) -> int:
    return task.first + task.games


def test_tasks_are_not_too_large_for_memory_and_not_too_few() -> None:
    many = Simulation.begin(Nim(9), 10**10, "s")
    assert {task.games for task, _ in zip(many.tasks(), range(100), strict=False)} == {2**11}
    compiled = Simulation(CompiledNim(9), 10**10, "s", compiled=True)
    assert next(compiled.tasks()).games == 2**20
    assert len([*Simulation.begin(Nim(9), 6400, "s").tasks()]) == 64


# executors


def python_processes(workers: int) -> AbstractContextManager[Executor]:
    return ProcessPoolExecutor(workers, get_context("spawn"))


BY_PROCESSES = [pytest.param(pool, marks=pytest.mark.long) for pool in (python_processes, started)]


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, *BY_PROCESSES])
def test_any_executor_counts_the_same(
    pool: Callable[[int], AbstractContextManager[Executor]], nim: Results
) -> None:
    progress: list[Simulation] = []
    with pool(2) as executor:
        assert results(Nim(9), 3000, "s", executor, progress.append) == nim
    counts = [each.results.games for each in progress]
    assert (len(counts), counts) == (64, sorted(set(counts)))
    assert progress[-1].is_finished


def test_lost_tasks_are_tried_again(nim: Results) -> None:
    dice = random.Random(1)
    lost = [CancelledError(), RuntimeError("worker gone"), OSError("connection lost")]
    with Losing(lambda _: dice.choice(lost) if dice.random() < 0.3 else None) as executor:
        assert results(Nim(9), 3000, "s", executor) == nim
    assert len(executor.futures) > 64


def test_a_task_that_is_lost_each_time_is_an_error() -> None:
    with (
        Losing(lambda number: KeyError("gone") if number != 1 else None) as executor,
        pytest.raises(NinetkaError) as caught,
    ):
        results(Nim(9), 100, "s", executor)
    said = "some games could not be played, tried 4 times: KeyError: 'gone'"
    assert str(caught.value) == said


def test_an_error_in_the_games_code_is_raised_at_once() -> None:
    with Losing() as executor, pytest.raises(ZeroDivisionError, match="a fault"):
        run(Simulation.begin(FaultyNim(9), 10**6, "s"), executor, in_flight=3)
    assert len(executor.futures) == 3


def test_few_tasks_are_in_flight() -> None:
    with Losing() as executor:
        assert run(Simulation.begin(Nim(3), 1000, "s"), executor, in_flight=4).is_finished
    assert executor.most_in_flight <= 4


def test_an_executor_that_takes_no_tasks() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    said = "the executor takes no more tasks: RuntimeError: cannot schedule new futures after shut"
    with pytest.raises(ExecutorError, match=said):
        results(Nim(9), 10, "s", executor)


def test_what_progress_raises_ends_it_and_no_tasks_remain() -> None:
    def stop(simulation: Simulation) -> None:
        raise KeyboardInterrupt

    executor = Stalled()
    with pytest.raises(KeyboardInterrupt):
        results(Nim(9), 10**6, "s", executor, stop)
    first, *others = executor.futures
    assert first.done()
    assert len(others) > 400
    assert all(future.cancelled() for future in others)


class Stalled(Executor):
    """Does the first task alone."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(Future[Any]())
        if len(self.futures) == 1:
            self.futures[0].set_result(fn(*args, **kwargs))
        return self.futures[-1]


@pytest.mark.parametrize("pool", BY_PROCESSES)
def test_a_pool_whose_processes_were_killed_ends_and_another_goes_on(
    pool: Callable[[int], AbstractContextManager[Executor]], nim: Results
) -> None:
    so_far: list[Simulation] = [Simulation.begin(Nim(9), 3000, "s")]

    def kill(simulation: Simulation) -> None:
        so_far.append(simulation)
        if len(so_far) == 3:
            for process in active_children():
                os.kill(process.pid or 0, signal.SIGTERM)

    with pool(2) as executor:
        with pytest.raises(ExecutorError, match="takes no more tasks: Broken"):
            run(so_far[0], executor, kill, in_flight=4)
        assert not so_far[-1].is_finished
    with pool(2) as executor:
        assert run(so_far[-1], executor).results == nim


# plain data


def test_a_simulation_is_plain_data_and_back(toys: None) -> None:
    whole = Simulation.begin(Nim(9), 100, "s")
    parts = [whole]
    for task in (*whole.tasks(),)[::3]:
        parts.append(parts[-1].with_results(task, Results({(): task.games}, {}, {4: task.games})))
    assert len(parts[-1].missing) > 10
    results_too = attrs.evolve(run(whole))
    for simulation in (whole, results_too):
        assert Simulation.from_dict(json.loads(json.dumps(simulation.to_dict()))) == simulation


DAMAGED = "the counts were damaged, or changed by hand"
OTHER_SEATS = Results({(0,): 10}, {(1, 0, 0): 10}, {5: 10})
TOO_LONG = Results({(): 10}, {(0, 0): 10}, {10: 10})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "ninetka-simulation/1"}, "its format is not 'ninetka-simulation/2'"),
        ({"start": {"Game": "Nim", "Leap": "5"}}, "the tags of a start are"),
        ({"start": {"Game": "Nim", "Heap": "x"}}, DAMAGED),
        ({"start": {}}, DAMAGED),
        ({"start": []}, '"start" is an object of texts, not []'),
        ({"start": {"Game": "chess"}}, "there is no game 'chess' here"),
        ({"games": "5"}, "'5' is not a whole number from 0 to"),
        ({"games": 0}, "there are 1 to 2**62 games, not 0"),
        ({"compiled": True}, "the game nim has no compiled code"),
        ({"games": 2**62 + 1}, "is not a whole number from 0 to"),
        ({"results": OTHER_SEATS.to_dict()}, "the results are of 3 seats, but the start has 2"),
        ({"results": TOO_LONG.to_dict()}, "a game has at most 9 plies, not 10"),
        ({"seed": "\ud800"}, "a seed is a text that UTF-8 can hold"),
        ({"seed": 5}, '"seed" is a text, not 5'),
        ({"compiled": 1}, '"compiled" is true or false, not 1'),
        ({"following": 11}, "the numbers of the games to be played contradict each other"),
        ({"missing": [[3, 8]]}, "the numbers of the games to be played contradict each other"),
        ({"missing": [[3, 4], [5, 1]]}, "the numbers of the games to be played contradict"),
        ({"missing": [3]}, DAMAGED),
        ({"missing": [[0, 10]]}, "the results are of more or fewer games than have been played"),
        ({"results": {}}, 'this is not results: "games" is missing'),
    ],
)
def test_what_is_not_a_simulation(toys: None, changes: dict[str, Any], said: str) -> None:
    data = run(Simulation.begin(Nim(9), 10, "s")).to_dict()
    with pytest.raises(NinetkaError, match=re.escape(said)):
        Simulation.from_dict(with_checksums({**data, **changes}))


@pytest.mark.parametrize("changes", [{"seed": "t"}, {"games": 20}, {"checksum": None}])
def test_a_simulation_whose_checksum_is_of_another(toys: None, changes: dict[str, Any]) -> None:
    data = run(Simulation.begin(Nim(9), 10, "s")).to_dict()
    with pytest.raises(NinetkaError, match=DAMAGED):
        Simulation.from_dict({**data, **changes})


def test_a_start_with_which_a_game_divides_by_zero(
    toys: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Simulation.begin(Nim(9), 10, "s").to_dict()
    monkeypatch.setattr(type(NIM), "begin", lambda *_: 1 // 0)
    with pytest.raises(NinetkaError, match=DAMAGED):
        Simulation.from_dict(data)


def test_parts_around_a_gap_are_not_lost() -> None:
    """When a task in the middle of a gap comes in, the games on both sides are still missing."""
    whole = Simulation.begin(Nim(9), 100, "s")
    first, middle, last = (Task(Nim(9), "s", False, *part) for part in ((0, 9), (30, 20), (90, 10)))
    for order in permutations((first, middle, last)):
        simulation = whole
        for task in order:
            simulation = simulation.with_results(task, task.play())
        assert simulation.missing == {9: 21, 50: 40}
        assert (simulation.following, simulation.results.games) == (100, 39)
        assert run(simulation).results == run(whole).results


HOSTILE: list[Any] = [
    None, True, -1, 0, 1, 2, 7, 1.5, 2**62, 10**299, -(10**299), float("inf"), "", "1/3", "-1/2",
    "1e9999999", "1/0", "0", "\x1b[31m", "x" * 10_000, [], {}, [[]], [[0, 1]], [[[0], 1]], {"a": 1},
]  # fmt: skip


def mutated(data: Any) -> Iterator[Any]:
    """The same plain data, with one value of it left out, doubled or replaced."""
    yield from HOSTILE
    if isinstance(data, dict):
        for key, value in data.items():
            yield {name: other for name, other in data.items() if name != key}
            yield from ({**data, key: other} for other in mutated(value))
    if isinstance(data, list):
        for place, value in enumerate(data):
            before, after = data[:place], data[place + 1 :]
            yield [*before, *after]
            yield [*before, value, value, *after]
            yield [*after, value, *before]
            yield from ([*before, other, *after] for other in mutated(value))


def part_of_a_simulation() -> Simulation:
    simulation = Simulation.begin(Nim(5), 12, "s")
    for task in list(simulation.tasks())[2:9:3]:
        simulation = simulation.with_results(task, task.play())
    return simulation


def read_or_refused(read: Callable[[], Any]) -> Any:
    """The value that was read, or None if it was refused."""
    try:
        return read()
    except NinetkaError:
        return None


def test_values_that_are_changed_with_their_checksums_bring_no_other_error(toys: None) -> None:
    simulation = part_of_a_simulation()
    for kind, thing in ((Simulation, simulation), (Results, simulation.results)):
        accepted = refused = 0
        for data in mutated(json.loads(json.dumps(thing.to_dict()))):
            read = with_checksums(data)
            found = read_or_refused(lambda: kind.from_dict(read))  # noqa: B023
            refused += found is None
            if found is not None:
                assert kind.from_dict(found.to_dict()) == found
                accepted += 1
        assert accepted > 5
        assert refused > 400


def test_bits_that_are_flipped_are_refused_or_make_no_difference(toys: None) -> None:
    simulation = part_of_a_simulation()
    text = json.dumps(simulation.to_dict()).encode()
    refused = 0
    for place in range(len(text)):
        for bit in range(8):
            flipped = bytearray(text)
            flipped[place] ^= 1 << bit

            def read(flipped: bytes = bytes(flipped)) -> Simulation:
                try:
                    return Simulation.from_dict(parse_json(flipped.decode()))
                except (UnicodeDecodeError, json.JSONDecodeError) as error:
                    raise NinetkaError(str(error)) from error

            found = read_or_refused(read)
            assert found in (None, simulation)
            refused += found is None
    assert refused > 7 * len(text)


def test_what_cannot_be_simulated() -> None:
    with pytest.raises(NinetkaError, match="not a state that offers moves"):
        results("E5", 10, 1)  # type: ignore[arg-type]
    with pytest.raises(NinetkaError, match=r"there are 1 to 2\*\*62 games, not 0"):
        results(State.start(), 0, 1)
