"""`ninetka solve`: what positions are worth, and tables of many of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ..base.errors import NinetkaError, path_text
from ..base.messages import listed
from ..games import all_games, entry_for_name
from ..protocol.compiled import is_compiled, kernel_for
from ..protocol.solver import Budget, Solver, Value
from ..protocol.states import GameState
from ..protocol.tables import open_table
from ..solve import USUAL, solver_of, value
from . import options
from .app import command
from .files import check_writable, os_errors_naming
from .output import amount, noun, say, say_json, warn
from .progress import counting_bar, searching_bar

_MAX_SHOWN: Final = 20
"""The most mistakes of a table that are shown."""
_MAX_MOVES: Final = 10
"""The most moves that are shown of those that seem best."""
_LONGER: Final = 10
"""The factor by which a larger budget is suggested."""
_FEW: Final = 7
"""The most tokens for which tables are made in minutes; those of all positions take too long."""


@command(
    """Find out what a position is worth under perfect play, or make tables of many positions.

    Without -o it shows the value of the start, or of the --position: who wins, in how many plies,
    and the best moves. Positions are looked up in --tables, or in the folder that NINETKA_TABLES
    names; others are searched, and the command says if the budget was too small.

    With -o DIR it makes all tables of the RULESET in that folder, or with --tokens, those of
    positions after the placing with at most that many tokens. Interrupted, it goes on where it was.

    With --verify it checks tables by the rules, each position against all that can follow, and
    exits with 1 if one is wrong.
    """,
    "ninetka solve mills --tokens 7 -o tables",
    "ninetka solve tapatan -o tables",
    "ninetka solve --verify tables/mills-0-0-3-3.table --sample 1000",
    "ninetka solve --position '.ab..b.ab.........ba..bb 0/0 0/0 1 b move mills' --seconds 5",
)
def solve(
    name: Annotated[
        str | None, typer.Argument(metavar="RULESET", help="Which ruleset, or which game.")
    ] = None,
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    tokens: Annotated[
        int | None, typer.Option(min=1, help="How many tokens there are, at most.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="DIR", help="Folder for the tables.")
    ] = None,
    tables: options.Tables = None,
    verify: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Check a table, or all in a folder; may be repeated."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Check this many positions of each table, not all.")
    ] = None,
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find out what positions are worth."""
    if name is not None:
        known = {each.lower() for entry in all_games() for each in (entry.identifier, *entry.names)}
        game, ruleset = (name, ruleset) if name.lower() in known else (game, name)
    start = options.StartOptions(game, ruleset, players, position, tag)
    search = {"--nodes": nodes, "--seconds": seconds, "--tables": tables, "--json": as_json}
    making, checking = {"-o": output, "--tokens": tokens}, {"--sample": sample}
    if verify:
        _refuse("--verify, which checks tables", {**search, **making})
    elif output is not None:
        _refuse("-o, which makes tables", {**search, **checking})
    else:
        _refuse("the search of a position", checking)
    if verify:
        _verify(verify, start, sample)
    elif output is not None:
        _make(start.state(), tokens, Path(output))
    else:
        if tokens is not None:
            raise typer.BadParameter("--tokens says which tables to make, in the folder -o")
        given = Budget(nodes, seconds) if nodes or seconds else USUAL
        state = start.state()
        with searching_bar(f"searching {given} at most"):
            found = value(state, given, tables)
        if as_json:
            say_json({"position": state.to_text(), **found.to_dict(state)})
        else:
            say("\n".join(_sentences(state, found, given)))


def _refuse(what: str, others: Mapping[str, object]) -> None:
    """Raise BadParameter if one of the other options is given, which mean nothing there."""
    given = [name for name, value in others.items() if value]
    if given:
        raise typer.BadParameter(f"{listed(given)} mean nothing with {what}")


def _make(start: GameState[Any], tokens: int | None, folder: Path) -> None:
    """Make the tables that are not there yet."""
    tasks = solver_of(start).tasks(start, tokens, folder)
    with os_errors_naming(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        check_writable(str(folder / "any.table"))
        # Each position is decided twice: how far the end is, and how far the next removal
        with counting_bar(2 * sum(task.positions for task in tasks)) as bar:
            for task in tasks:
                left = 2 * task.positions

                def advance(decided: int) -> None:
                    nonlocal left
                    left -= decided
                    bar.advance(decided)

                if not task.is_made():
                    task.make(advance)
                advance(left)
                bar.give_way()
                for fact in task.facts:
                    say(fact)


def _verify(files: Sequence[str], start: options.StartOptions, sample: int | None) -> None:
    """Check tables, and exit with 1 if there is a mistake."""
    wrong = 0
    for file in chain.from_iterable(map(_tables_of, files)):
        state = start.state() if start.tags else _start_of(file)
        found = solver_of(state).mistakes(state, Path(file))
        numbers: Iterable[int] = range(len(found))
        if sample is not None and sample < len(found):
            numbers = sorted(random.sample(range(len(found)), sample))
        checked = mistakes = 0
        with counting_bar(len(found) if sample is None else min(sample, len(found))) as bar:
            for number in numbers:
                mistake = found[number]
                checked += 1
                bar.advance()
                if mistake is not None:
                    mistakes += 1
                    if mistakes <= _MAX_SHOWN:
                        bar.hide()
                        warn(f"{path_text(file)}: {mistake}")
        counts = f"{amount(checked, 'position')} checked, {amount(mistakes, 'mistake')}"
        say(f"{path_text(file)}: {counts}")
        wrong += mistakes
    raise typer.Exit(bool(wrong))


def _tables_of(path: str) -> list[str]:
    """The tables in a folder, or the file itself. Raises NinetkaError if a folder has none."""
    if not Path(path).is_dir():
        return [path]
    found = sorted(map(str, Path(path).glob("*.table")))
    if not found:
        raise NinetkaError(f"{path_text(path)} has no tables")
    return found


def _start_of(file: str) -> GameState[Any]:
    """The start of the game that a table is of, under a published ruleset. Raises NinetkaError."""
    about = open_table(Path(file)).about
    try:
        if about["rules"]:
            raise NinetkaError(
                f"{path_text(file)} is of a custom ruleset: describe it by --ruleset and --tag"
            )
        return entry_for_name(about["game"]).begin({"Ruleset": about["ruleset"]})
    except (KeyError, TypeError) as error:
        raise NinetkaError(f"{path_text(file)} does not say what it is a table of") from error


def _sentences(state: GameState[Any], found: Value[Any], budget: Budget) -> Iterator[str]:
    """A value in sentences: who wins, how soon and by which moves, or what is known of that."""
    if not found.proven:
        yield from _undecided(state, found, budget)
        return
    seats = [*map(str, state.seats)]
    most = max(found.payoffs)
    best = [seat for seat, share in zip(seats, found.payoffs, strict=True) if share == most]
    if len(best) == len(seats):
        yield "A draw."
    elif len(best) == 1:
        plies = found.distance
        soon = "" if plies is None else f" in {plies:,} {'ply' if plies == 1 else 'plies'}"
        yield f"Seat {best[0]} wins{soon}."
    else:
        yield f"Seats {' and '.join(best)} share the win."
    if found.moves:
        yield f"Best: {_listed(state, found.moves)}"


def _undecided(state: GameState[Any], found: Value[Any], budget: Budget) -> Iterator[str]:
    """Yield sentences on an unproven value: why it is, what is known of it, what may help."""
    yield f"Not decided: {found.why_unproven}."
    if state.players == 2:  # the payoff is the middle of what is possible
        yield from (
            f"Seat {seat} wins or draws."
            for seat, share in zip(state.seats, found.payoffs, strict=True)
            if share > 1 / 2
        )
    elif out := [str(state.seats[seat]) for seat, share in enumerate(found.payoffs) if not share]:
        yield f"Cannot win: {noun(len(out), 'seat')} {listed(out)}."
    if 0 < len(found.moves) < len(state.some_moves):
        shown = _listed(state, found.moves[:_MAX_MOVES])
        more = len(found.moves) - _MAX_MOVES
        yield f"Best so far: {shown}{f' and {more} more' if more > 0 else ''}"
    elif found.moves:
        yield "No move has turned out better than another."
    if found.why_unproven == budget.spent:
        yield f"What may help: {listed(what_helps(state, budget), 'or')}."


def _listed(state: GameState[Any], moves: Iterable[Any]) -> str:
    return " ".join(map(state.move_text_unchecked, moves))


def what_helps(state: GameState[Any], budget: Budget) -> list[str]:
    """List what may prove more about positions of a game than a search within a budget."""
    ways = []
    if budget.seconds is not None:
        ways.append(f"--seconds {_LONGER * budget.seconds:g}")
    if budget.nodes is not None:
        ways.append(f"--nodes {_LONGER * budget.nodes}")
    solver = solver_of(state)
    for tokens in (None, _FEW):
        with suppress(NinetkaError):
            if solver.tasks(state, tokens, Path()):
                ways.append("--tables DIR with tables made by solve -o DIR")
                break
    has_search = type(solver).searched is not Solver.searched
    if has_search and is_compiled(state) and kernel_for(state) is None:
        ways.append("the extra batch, which compiles the search")
    return ways
