"""What `simulate` prints of its results, and how figures with 95 % intervals are written."""

from __future__ import annotations

import json
import math
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

from ..games import rules_for_state
from ..results import Estimate, share
from ..rules import GAME
from ..simulate import Simulation
from .output import say


def tags_of(simulation: Simulation) -> str:
    """The tags of a simulation's start, as a sentence has them."""
    rules = rules_for_state(simulation.start)
    tags = {GAME: rules.name_of(simulation.start), **rules.to_tags(simulation.start)}
    return ", ".join(f"{name} {value}" for name, value in tags.items())


def title_of(simulation: Simulation) -> str:
    """Which games have been played."""
    games = f"{simulation.results.games:,} random games"
    code = ", compiled" if simulation.compiled else ""
    return f"{games}: {tags_of(simulation)}, seed {simulation.seed}{code}"


def show(simulation: Simulation, played: int, seconds: float, *, as_json: bool) -> None:
    """Print the results, and how fast so many of the games were played now."""
    if as_json:
        say(json.dumps(_plain(simulation, played, seconds)))
        return
    say(title_of(simulation))
    Console(highlight=False).print(_table(simulation))
    plies = simulation.results.plies
    say(f"plies: {figure(simulation.results.mean_plies)}, from {min(plies)} to {max(plies)}")
    if played:
        say(f"{played:,} games in {seconds:.1f} s: {played / seconds:,.0f} games per second")


def _table(simulation: Simulation) -> Table:
    found = simulation.results
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    table.add_column("seat")
    for heading in ("won", "% of games (95 % interval)", "points (95 % interval)"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, won, part, points in zip(
        simulation.start.seats, found.wins, found.win_shares, found.mean_points, strict=True
    ):
        table.add_row(str(seat), f"{won:,}", figure(part, 100), figure(points))
    together = sum(count for seats, count in found.winners.items() if len(seats) > 1)
    for name, count in (("nobody", found.winners.get((), 0)), ("several", together)):
        if count:
            table.add_row(name, f"{count:,}", figure(share(count, found.games), 100), "")
    return table


def figure(estimate: Estimate, scale: int = 1) -> str:
    """A figure and its interval, with as many decimals as the interval allows."""
    reach = (estimate.high - estimate.low) / 2 * scale
    if math.isinf(reach):
        return f"{estimate.value * scale:.2f} (unknown)"
    decimals = min(9, max(0, 1 - math.floor(math.log10(reach)))) if reach else 2
    value, low, high = (
        f"{each * scale:.{decimals}f}" for each in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"


def _plain(simulation: Simulation, played: int, seconds: float) -> dict[str, Any]:
    found = simulation.results
    data = simulation.to_dict()
    return {
        **{name: data[name] for name in ("start", "seed", "compiled")},
        **found.to_dict(),
        "seats": [
            {"seat": str(seat), "wins": won, "share": ends(part), "points": ends(points)}
            for seat, won, part, points in zip(
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
