"""`ninetka perft`: counting sequences of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from ..play.perft import perft as count_by_objects
from ..protocol.compiled import is_compiled, kernel_for
from ..protocol.states import EnumerableState, as_enumerable
from . import options
from .app import command
from .output import noun, say
from .progress import counting_bar

_MANY: Final = 200_000
"""The number of moves too many for Python: it makes them in the half second that numba takes to
load, and compiled code counts more."""


@command(
    "Count the sequences of DEPTH legal moves: after each first move, then in all.",
    "ninetka perft 3 --players 4",
    "ninetka perft 2 --ruleset wiki --moves 'E5 C9'",
)
def perft(
    depth: Annotated[int, typer.Argument(min=1, max=10_000, help="How many plies.")],
    game: options.Game = None,
    ruleset: options.Ruleset = None,
    players: options.Players = None,
    position: options.Position = None,
    tag: options.Tag = None,
    moves: Annotated[str, typer.Option(help="Moves to make first, separated by blanks.")] = "",
) -> None:
    """Count sequences of moves."""
    state = as_enumerable(options.StartOptions(game, ruleset, players, position, tag).state())
    for text in moves.split():
        state = state.apply(text)
    legal = state.legal_moves
    found = 0
    with counting_bar(len(legal)) as bar:
        count = _counter(state, depth)
        for move in legal:
            sequences = count(state.apply_unchecked(move), depth - 1)
            bar.give_way()
            say(f"{state.move_text(move)} {sequences}")
            found += sequences
            bar.advance()
    say(f"{len(legal)} {noun(len(legal), 'move')}, {found} {noun(found, 'sequence')}")


def _counter(state: EnumerableState[Any], depth: int) -> Callable[[EnumerableState[Any], int], int]:
    """The faster way to count: the game's compiled code, if it has any, or Python.

    To count to a depth, Python makes one move for each sequence that is one ply shorter. These are
    counted from the shortest on, so that this takes no longer than `_MANY` moves do.
    """
    is_long = is_compiled(state) and any(
        count_by_objects(state, plies) > _MANY for plies in range(1, depth)
    )
    kernel = kernel_for(state) if is_long else None
    return count_by_objects if kernel is None else kernel.perft
