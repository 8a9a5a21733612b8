"""`ninetka simulate`: how random games end, counted."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import attrs
import typer
from rich.console import Console

from ..base.errors import NinetkaError, path_text, quoted
from ..base.plain_json import parse_json
from ..base.tasks import IN_FLIGHT, with_new_executors
from ..base.texts import printable
from ..simulate.estimates import share
from ..simulate.plot import plot
from ..simulate.simulation import Simulation, run
from ..simulate.workers import MAX_WORKERS, started
from . import options
from .app import command
from .files import KeptFile, is_replaced, is_same, os_errors_naming, output_extension, whole_file
from .output import amount, ends, say, say_json, table_of, tags_of, warn
from .progress import Bar, counting_bar

_INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""
_MAX_BYTES: Final = 2**24


@command(
    """Play many random games and count how they end.

    Prints wins and points by seat and the games' lengths, with 95 % intervals. The same seed and
    start give the same counts on any machine and number of workers. Games are played by compiled
    code where there is some and the extra `batch` is installed; without it, the same seed gives
    other games.

    With --resume FILE, at most the games being played are lost when the command is interrupted:
    give the same FILE again to go on. A finished FILE is shown, or goes on with a larger -n.
    """,
    "ninetka simulate -n 100k --players 3 --workers 2",
    "ninetka simulate -n 10M --seed 1 --resume counts.json -o plot.svg",
    "ninetka simulate -n 1G --dask tcp://10.0.0.1:8786 --json | jq .seats",
)
def simulate(
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            "-n",
            parser=options.number,
            metavar="N",
            help="How many games, such as 500, 10k, 10M or 1G.  \\[default: 10k]",
        ),
    ] = None,
    seed: options.Seed = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_WORKERS, help="How many cores of this machine to use."),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler."),
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; auto finds it.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the counts in this file, and go on from it."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: options.Output = None,
) -> None:
    """Play random games and count how they end."""
    if [workers, dask, ray].count(None) < 2:
        raise typer.BadParameter("choose one of --workers, --dask and --ray")
    said = options.StartOptions(game, ruleset, players, position, tag)
    start = said.state() if said.tags else None
    seed = None if seed is None else options.seed_for(seed)
    _check_files(resume, output)
    with ExitStack() as stack:
        kept = None if resume is None else stack.enter_context(KeptFile.held(resume))
        saved = None if resume is None else _read(resume)
        if saved is None or resume is None:
            start = said.state() if start is None else start
            games = 10_000 if count is None else count
            begun = Simulation.begin(start, games, options.seed_for(seed))
        else:
            begun = _agreed(saved, resume, start, seed, count)
        out = None if output is None else stack.enter_context(whole_file(output))
        in_flight = IN_FLIGHT if dask or ray else 2 * (workers or 1)
        executor = partial(_executor, workers or 1, dask, ray, compiled=begun.compiled)
        done, seconds, stop = _play(begun, executor, in_flight, kept)
        if done.results.games:
            _show(done, done.results.games - begun.results.games, seconds, as_json=as_json)
        if isinstance(stop, NinetkaError):
            raise stop
        if stop is not None:
            warn(_stopped(done, None if kept is None else kept.path))
            raise typer.Exit(_INTERRUPTED)
        if out is not None:
            out.write(plot(done.results, done.start.seats, _title_of(done)).encode())


def _check_files(resume: str | None, output: str | None) -> None:
    output_extension(output, [".svg"])
    if resume is None:
        return
    if not is_replaced(resume):
        raise NinetkaError(f"{path_text(resume)} is not a file to keep the counts in")
    if output is not None and (is_same(resume, output) or Path(resume) == Path(output)):
        raise NinetkaError(f"{path_text(output)} has the counts: name another file for the output")


def _read(path: str) -> Simulation | None:
    """The simulation in a file; None if there is no such file. Raises NinetkaError."""
    if not os.path.exists(path):
        return None
    with os_errors_naming(path):
        try:
            if os.path.getsize(path) > _MAX_BYTES:
                size = f"{_MAX_BYTES:,} bytes"
                raise NinetkaError(f"it is larger than {size}, so it holds no counts")
            return Simulation.from_dict(parse_json(Path(path).read_text("utf-8")))
        except ValueError as error:  # a NinetkaError, or not JSON, or not UTF-8
            raise NinetkaError(f"{path_text(path)}: {error}") from error


def _agreed(
    saved: Simulation, path: str, start: object, seed: str | None, count: int | None
) -> Simulation:
    """The saved simulation, with more games if the option asks for them.

    Raises NinetkaError if the options disagree with it.
    """
    if start is not None and start != saved.start:
        raise NinetkaError(
            f"{path_text(path)} was begun from another start: {tags_of(saved.start)}"
        )
    if seed is not None and seed != saved.seed:
        raise NinetkaError(
            f"{path_text(path)} is of games with the seed {quoted(saved.seed)}, not {quoted(seed)}"
        )
    if count is not None and count < saved.games:
        raise NinetkaError(
            f"{path_text(path)} is a simulation of {amount(saved.games, 'game')}: "
            "-n must be at least that"
        )
    return saved if count is None else attrs.evolve(saved, games=count)


def _executor(
    workers: int, dask: str | None, ray: str | None, *, compiled: bool
) -> AbstractContextManager[Executor | None]:
    """Open the executor of the games; None is this process alone. Raises NinetkaError."""
    if dask is not None:
        from ..simulate import dask as on_dask

        return on_dask.connected(dask)
    if ray is not None:
        from ..simulate import ray as on_ray

        return on_ray.connected(ray)
    if workers == 1:
        return nullcontext()
    # Compiled code does not hold Python's lock.
    return ThreadPoolExecutor(workers) if compiled else started(workers)


@attrs.define
class _Keeper:
    """Keeps what has been counted: here, in the file, and on the bar."""

    simulation: Simulation
    file: KeptFile | None
    bar: Bar

    def __call__(self, simulation: Simulation) -> None:
        before, self.simulation = self.simulation, simulation
        self.write()
        self.bar.advance(simulation.results.games - before.results.games)

    def write(self) -> None:
        """Write what has been counted to the file. Raises NinetkaError."""
        if self.file is not None:
            self.file.write(f"{json.dumps(self.simulation.to_dict())}\n".encode())


def _play(
    begun: Simulation,
    executor: Callable[[], AbstractContextManager[Executor | None]],
    in_flight: int,
    file: KeptFile | None,
) -> tuple[Simulation, float, BaseException | None]:
    """The simulation as far as it gets, the seconds that it took, and what stopped it early.

    An executor whose workers have broken is replaced by another.
    """
    began = time.perf_counter()
    stop: BaseException | None = None
    with counting_bar(begun.games) as bar:
        keeper = _Keeper(begun, file, bar)

        def play() -> None:
            with executor() as opened:
                run(keeper.simulation, opened, keeper, in_flight=in_flight)

        try:
            try:
                if not begun.is_finished:
                    keeper(begun)  # tells early if the file cannot be written
                    bar.advance(begun.results.games)
                    with_new_executors(play, lambda: keeper.simulation.results.games, begun.games)
            except KeyboardInterrupt as interrupt:
                stop = interrupt
                keeper.write()  # what was counted when it came
        except NinetkaError as error:
            stop = error
    return keeper.simulation, time.perf_counter() - began, stop


def _stopped(simulation: Simulation, file: str | None) -> str:
    done = f"Stopped after {simulation.results.games:,} of {amount(simulation.games, 'game')}."
    if file is None:
        return f"{done} With --resume FILE, the counts would have been kept, to go on from."
    return f"{done} To go on: ninetka simulate --resume {path_text(file)}"


def _title_of(simulation: Simulation) -> str:
    """A title that says which games have been played."""
    code = ", compiled" if simulation.compiled else ""
    seed = printable(simulation.seed)
    games = amount(simulation.results.games, "random game")
    return f"{games}: {tags_of(simulation.start)}, seed {seed}{code}"


def _show(simulation: Simulation, played: int, seconds: float, *, as_json: bool) -> None:
    """Print the results, and how fast the `played` games of this run were played."""
    if as_json:
        say_json(_plain(simulation, played, seconds))
        return
    found = simulation.results
    rows = found.rows([*map(str, simulation.start.seats)])
    if together := sum(count for seats, count in found.winners.items() if len(seats) > 1):
        part = share(together, found.games)
        rows.append(["several", f"{together:,}", "", part.to_text(100), ""])
    say(_title_of(simulation))
    Console(highlight=False).print(table_of(rows))
    say(f"plies: {found.mean_plies.to_text()}, from {min(found.plies)} to {max(found.plies)}")
    if played:
        speed = amount(round(played / seconds), "game")
        say(f"{amount(played, 'game')} in {seconds:.1f} s: {speed} per second")


def _plain(simulation: Simulation, played: int, seconds: float) -> dict[str, Any]:
    found, data = simulation.results, simulation.to_dict()
    by_seat = zip(
        simulation.start.seats, found.wins, found.win_shares, found.mean_points, strict=True
    )
    return {
        **{name: data[name] for name in ("start", "seed", "compiled")},
        **found.to_dict(),
        "seats": [
            {
                "seat": str(seat),
                "wins": wins,
                "draws": found.draws,
                "share": ends(part),
                "points": ends(points),
            }
            for seat, wins, part, points in by_seat
        ],
        "length": ends(found.mean_plies),
        "played": played,
        "seconds": round(seconds, 3),
    }
