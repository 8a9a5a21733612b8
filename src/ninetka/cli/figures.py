"""What `simulate` prints of its results, and figures for JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

from ..base.texts import printable
from ..games import rules_for_state
from ..protocol.entry import GAME
from ..protocol.states import GameState
from ..simulate.estimates import Estimate, share
from ..simulate.simulation import Simulation
from .common import amount
from .output import say


def tags_of(start: GameState[Any]) -> str:
    """The tags of a start, as a sentence has them."""
    rules = rules_for_state(start)
    tags = {GAME: rules.name_of(start), **rules.to_tags(start)}
    return printable(", ".join(f"{name} {value}" for name, value in tags.items()))


def title_of(simulation: Simulation) -> str:
    """Which games have been played."""
    code = ", compiled" if simulation.compiled else ""
    seed = printable(simulation.seed)
    games = amount(simulation.results.games, "random game")
    return f"{games}: {tags_of(simulation.start)}, seed {seed}{code}"


def show(simulation: Simulation, played: int, seconds: float, *, as_json: bool) -> None:
    """Print the results, and how fast so many of the games were played now."""
    if as_json:
        say(json.dumps(_plain(simulation, played, seconds)))
        return
    say(title_of(simulation))
    Console(highlight=False).print(_table(simulation))
    plies = simulation.results.plies
    say(f"plies: {simulation.results.mean_plies.to_text()}, from {min(plies)} to {max(plies)}")
    if played:
        speed = amount(round(played / seconds), "game")
        say(f"{amount(played, 'game')} in {seconds:.1f} s: {speed} per second")


def _table(simulation: Simulation) -> Table:
    found = simulation.results
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    table.add_column("seat")
    for heading in ("wins", "draws", "% won (95 % interval)", "points (95 % interval)"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, wins, part, points in zip(
        simulation.start.seats, found.wins, found.win_shares, found.mean_points, strict=True
    ):
        counts = (f"{wins:,}", f"{found.draws:,}")
        table.add_row(str(seat), *counts, part.to_text(100), points.to_text())
    if together := sum(count for seats, count in found.winners.items() if len(seats) > 1):
        table.add_row("several", f"{together:,}", "", share(together, found.games).to_text(100), "")
    return table


def _plain(simulation: Simulation, played: int, seconds: float) -> dict[str, Any]:
    found = simulation.results
    data = simulation.to_dict()
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
            for seat, wins, part, points in zip(
                simulation.start.seats, found.wins, found.win_shares, found.mean_points, strict=True
            )
        ],
        "length": ends(found.mean_plies),
        "played": played,
        "seconds": round(seconds, 3),
    }


def ends(estimate: Estimate) -> dict[str, float | None]:
    """A figure and its interval for JSON, which knows nothing infinite."""
    values = attrs.asdict(estimate)
    return {name: value if math.isfinite(value) else None for name, value in values.items()}
