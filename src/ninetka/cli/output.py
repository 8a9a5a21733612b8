"""The output of commands: sentences, boards, tables and figures."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs
import typer
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ..base.texts import printable
from ..drawing.drawable import DrawableState
from ..drawing.svg import ink_on
from ..games import entry_for_state
from ..protocol.endings import Ending
from ..protocol.states import GameState
from ..protocol.tags import GAME
from ..simulate.estimates import Estimate

WIDEST: Final = 40
"""The most columns that a name takes where it is cut."""


def say(text: object) -> None:
    """Print to standard output."""
    typer.echo(text)


def warn(text: object) -> None:
    """Print to standard error."""
    typer.echo(text, err=True)


def say_json(data: Mapping[str, Any]) -> None:
    """Print an object of JSON on a line."""
    say(json.dumps(data))


def amount(number: int, what: str) -> str:
    """A number and a noun, such as `1 game` or `2,000 games`."""
    return f"{number:,} {noun(number, what)}"


def noun(number: int, what: str) -> str:
    """A noun as it stands after a number: `game` after 1, `games` after others."""
    return what if number == 1 else f"{what}s"


def tags_of(start: GameState[Any]) -> str:
    """The tags of a start, as a sentence has them."""
    entry = entry_for_state(start)
    tags = {GAME: entry.name_of(start), **entry.tags.write(start)}
    return printable(", ".join(f"{name} {value}" for name, value in tags.items()))


def ends(estimate: Estimate) -> dict[str, float | None]:
    """A figure and its interval for JSON, which has no infinite numbers."""
    values = attrs.asdict(estimate)
    return {name: value if math.isfinite(value) else None for name, value in values.items()}


def table_of(rows: Iterable[Sequence[str]], widest: int | None = None) -> Table:
    """A table of texts, whose first row has the headings.

    Names of players or seats stand at the left, and figures at the right. `widest` is the most
    columns of the terminal that a player's name takes; a longer one is cut.
    """
    heads, *others = rows
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for head in heads:
        if head in {"player", "seat"}:
            table.add_column(head, max_width=widest, no_wrap=True)
        else:
            table.add_column(head, justify="right", no_wrap=True)
    for row in others:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table


def board(
    state: GameState[Any],
    last_move: Any = None,
    names: Sequence[str] = (),
    ending: Ending | None = None,
    room: tuple[int, int] | None = None,
) -> str:
    """The position as text, with lines and colours where the terminal has them.

    The `last_move` is marked, `names` are the players' by seat, and `ending` is what ended the game
    if not a move. `room` is how many columns and lines a large board may take.
    """
    if not isinstance(state, DrawableState):
        return str(state)
    console = Console()
    if console.color_system == "standard":  # 16 colours, of which several seats would have one
        console = Console(color_system="256")
    colours = None if console.no_color else COLOR_SYSTEMS.get(str(console.color_system))

    def paint(text: str, ground: str) -> str:
        style = Style(bold=True, color=ink_on(ground), bgcolor=ground)
        return style.render(text, color_system=colours)

    return state.to_board(
        last_move=last_move,
        ending=ending,
        names=names,
        unicode=console.is_terminal and not console.options.ascii_only,
        paint=paint if colours else None,
        room=room,
    )
