"""Random games. For any game that offers moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from fractions import Fraction
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.plain_json import check_kind
from ..base.tasks import IN_FLIGHT, ExecutorError, map_as_completed
from ..games import entry_for_name, entry_for_state
from ..play.playouts import played_out
from ..protocol.compiled import is_compiled, kernel_for, required_kernel, stream_key
from ..protocol.forms import NOT_UTF8
from ..protocol.states import GameState, ObservableState, as_game_state
from ..protocol.tags import GAME
from ..protocol.view import exact
from .estimates import (
    MAX_GAMES,
    Results,
    check_fields,
    checked_count,
    checking_checksum,
    checksum,
    sorted_counts,
)

if TYPE_CHECKING:
    from ..protocol.compiled import Counts

__all__ = ["ExecutorError", "Simulation", "Task", "results", "run"]

FORMAT: Final = "ninetka-simulation/2"

_FIELDS: Final = ("start", "games", "seed", "compiled", "following", "missing", "results")
_COMPILED_TASK: Final = 2**20
_TASK: Final = 2**11
"""The most games of a task: half a second of 9tka, 2.5 of 9AM, 17 of Kropki.

Handing out a task takes a few milliseconds, and with a worker its task is lost.
"""
_FEWEST_TASKS: Final = 64
"""The least number of tasks, so that all workers have some even if there are few games."""


@documented
@attrs.frozen
class Task:
    """Some games of a simulation, which can be played anywhere."""

    start: GameState[Any]
    """The position with which every game begins."""
    seed: str
    """The seed of the simulation."""
    compiled: bool
    """Whether the game's compiled code plays them."""
    first: int
    """The number of the first game, from 0."""
    games: int
    """The number of games to play."""

    def play(self) -> Results:
        """The results of these games.

        Raises ModuleNotFoundError if what compiled code needs is not installed, and any error of
        the game's own.
        """
        if self.compiled:
            kernel = required_kernel(self.start)
            arrays, key = kernel.pack([self.start]), stream_key(self.seed)
            return _results_of(kernel.counts(arrays, self.games, key, self.first))
        winners, scores, plies = Counter[Any](), Counter[Any](), Counter[int]()
        for number in range(self.first + 1, self.first + self.games + 1):
            rng = Random(f"{self.seed}/{number}")
            state, ply = played_out(self.start.dealt(rng), rng.randrange)
            outcome = state.outcome
            if outcome is None:
                raise NinetkaError(f"the game is not over, but has no move: {state.to_text()}")
            winners[tuple(sorted(map(int, outcome.winners)))] += 1
            scores[tuple(map(exact, outcome.scores))] += 1
            plies[ply] += 1
        return Results(winners, scores, plies)


def _results_of(counts: Counts) -> Results:
    """The results that a kernel has counted."""
    seats = range(counts.scores.shape[1])
    won = (tuple(seat for seat in seats if bits >> seat & 1) for bits in range(len(counts.winners)))
    points = (  # as the nearest fractions: they are shares of a few players' points
        tuple(exact(Fraction(each).limit_denominator(1000)) for each in row)
        for row in counts.scores.tolist()
    )
    return Results(
        {seats: count for seats, count in zip(won, counts.winners.tolist(), strict=True) if count},
        dict(zip(points, counts.games.tolist(), strict=True)),
        {number: count for number, count in enumerate(counts.plies.tolist()) if count},
    )


@documented
@attrs.frozen
class Simulation:
    """Random games that are to be played, and the results of those that have been.

    The course of each game depends on start, seed, its number and `compiled` alone. Raises
    NinetkaError if the state offers no moves, or for fewer than one game.
    """

    start: GameState[Any]
    """The position with which every game begins."""
    games: int
    """The number of games in all."""
    seed: str
    """Any text."""
    compiled: bool
    """Whether they are played by the game's compiled code, which needs the extra `batch`."""
    results: Results = attrs.field(factory=Results)
    """The results of the games played so far."""
    following: int = 0
    """The number after that of the last game whose result is in."""
    missing: Mapping[int, int] = attrs.field(factory=dict, converter=sorted_counts)
    """The sizes of ranges of games before `following` without results, by first number."""

    def __attrs_post_init__(self) -> None:
        as_game_state(self.start)
        if self.compiled and not is_compiled(self.start):
            raise NinetkaError(f"the game {self.start.game} has no compiled code")
        if not 1 <= self.games <= MAX_GAMES:
            raise NinetkaError(f"there are 1 to 2**62 games, not {quoted(self.games)}")
        if NOT_UTF8.search(self.seed):
            raise NinetkaError(f"a seed is a text that UTF-8 can hold, not {quoted(self.seed)}")
        numbers = [0, *chain(*((first, first + n) for first, n in sorted(self.missing.items())))]
        if [*numbers, self.following, self.games] != sorted([*numbers, self.following, self.games]):
            raise NinetkaError("the numbers of the games to be played contradict each other")
        if self.results.games + sum(self.missing.values()) != self.following:
            raise NinetkaError("the results are of more or fewer games than have been played")

    @classmethod
    def begin(cls, start: GameState[Any], games: int, seed: int | str) -> Simulation:
        """A simulation of which no game has been played; compiled if that can be done here.

        1 and "1" are the same seed.
        """
        return cls(as_game_state(start), games, str(seed), kernel_for(start) is not None)

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played."""
        return self.results.games == self.games

    def tasks(self) -> Iterator[Task]:
        """The games that remain, split into tasks."""
        most = _COMPILED_TASK if self.compiled else _TASK
        size = min(most, -(-self.games // _FEWEST_TASKS))
        for begin, count in (*self.missing.items(), (self.following, self.games - self.following)):
            for first in range(begin, begin + count, size):
                games = min(size, begin + count - first)
                yield Task(self.start, self.seed, self.compiled, first, games)

    def with_results(self, task: Task, found: Results) -> Simulation:
        """The simulation with the results of one of its tasks.

        Raises NinetkaError if some of its games have been counted before.
        """
        end = task.first + task.games
        missing = {**self.missing}
        if end > self.following:
            missing[self.following] = end - self.following
        for first, count in missing.items():
            if first <= task.first and end <= first + count:
                break
        else:
            raise NinetkaError(f"games {task.first} to {end - 1} have been counted before")
        del missing[first]
        parts = {first: task.first - first, end: first + count - end}
        missing |= {number: left for number, left in parts.items() if left}
        return attrs.evolve(
            self, results=self.results + found, following=max(self.following, end), missing=missing
        )

    def to_dict(self) -> dict[str, Any]:
        """The simulation as plain data for JSON. Raises NinetkaError if the game isn't known."""
        entry = entry_for_state(self.start)
        data = {
            "format": FORMAT,
            "start": {GAME: entry.name_of(self.start), **entry.tags.write(self.start)},
            "games": self.games,
            "seed": self.seed,
            "compiled": self.compiled,
            "following": self.following,
            "missing": [[first, count] for first, count in self.missing.items()],
            "results": self.results.to_dict(),
        }
        return {**data, "checksum": checksum(data)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Simulation:
        """The simulation that `to_dict` turned into plain data, which may come from anywhere.

        Raises NinetkaError if the data is not that, or if it was damaged or changed by hand.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise NinetkaError(f"this is not a simulation: its format is not {FORMAT!r}")
        check_fields(data, _FIELDS, "a simulation")
        with checking_checksum(data, ("format", *_FIELDS)):
            for name, kind in (("start", dict), ("seed", str), ("compiled", bool)):
                check_kind(name, data[name], kind)
            simulation = cls(
                as_game_state(entry_for_name(data["start"][GAME]).begin(data["start"])),
                checked_count(data["games"]),
                data["seed"],
                data["compiled"],
                Results.from_dict(data["results"]),
                checked_count(data["following"]),
                {checked_count(first): checked_count(games) for first, games in data["missing"]},
            )
        start, results = simulation.start, simulation.results
        players, seats = start.players, len(next(iter(results.scores), range(start.players)))
        if seats != players:
            raise NinetkaError(f"the results are of {seats} seats, but the start has {players}")
        longest = max(results.plies, default=0)
        if isinstance(start, ObservableState) and longest > start.max_plies_left:
            raise NinetkaError(f"a game has at most {start.max_plies_left} plies, not {longest}")
        return simulation


def results(
    start: GameState[Any],
    games: int,
    seed: int | str,
    executor: Executor | None = None,
    progress: Callable[[Simulation], object] | None = None,
) -> Results:
    """Play random games from a state and count how they end, the same with any executor or none.

    The moves of a game are chosen as by `random_game`. If the game has compiled code and the extra
    `batch` is installed, that plays them: thousands of times as fast, by the same law, but other
    games. Without, game k is `random_game(start, Random(f"{seed}/{k}"))`, with k from 1 on.

    The games are played here, or by any executor of `concurrent.futures`. `progress` and what is
    raised are as for `run`.

    >>> from ninetka.morris import MILLS, State
    >>> results(State.start(MILLS), 10, seed=1).games
    10
    """
    return run(Simulation.begin(start, games, seed), executor, progress).results


def run(
    simulation: Simulation,
    executor: Executor | None = None,
    progress: Callable[[Simulation], object] | None = None,
    in_flight: int = IN_FLIGHT,
) -> Simulation:
    """Play the games of a simulation that remain; returns it with all results.

    `progress` is called after each task with the simulation so far, from which `run` can go on at
    any time. At most `in_flight` tasks are handed to the executor at once: twice as many as it has
    workers keep all of them busy. A task that the executor lost is tried again, three times.

    Raises ExecutorError if the executor takes no more tasks, NinetkaError if a task fails each time
    or a worker has not installed what it needs, and ModuleNotFoundError if that is missing here. An
    error in the game's own code is raised as it is.
    """
    with closing(map_as_completed(executor, Task.play, simulation.tasks(), in_flight)) as played:
        for task, found in played:
            simulation = simulation.with_results(task, found)
            if progress is not None:
                progress(simulation)
    return simulation
