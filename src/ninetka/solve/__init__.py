"""Perfect play: what a position is worth, for any game, from tables or by a search.

`search` is the search that needs nothing but a game's moves, `judgements` judges the moves of
games, and `puzzles` finds positions with one good move.

>>> from ninetka import morris
>>> state = morris.State.from_text("aa.a...b...b...b........ 0/0 0/0 0 a move mills")
>>> found = value(state)
>>> found.proven, [str(share) for share in found.payoffs], found.distance
(True, ['1', '0'], 2)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from ..base.errors import NinetkaError
from ..games import entry_for_state
from ..protocol.solver import Budget, Solver, Value
from ..protocol.states import EnumerableState, GameState, M, as_game_state
from . import search

__all__ = ["Budget", "Value", "solver_of", "value"]

USUAL: Final = Budget(seconds=1)
"""The default budget of a search."""
TABLES: Final = "NINETKA_TABLES"
"""The environment variable that names the folder with tables."""


def value(
    state: GameState[M], budget: Budget = USUAL, tables: str | os.PathLike[str] | None = None
) -> Value[M]:
    """Find what a position is worth under perfect play, and the best moves.

    Tables are looked up in the folder `tables`, or else in the one that the environment variable
    NINETKA_TABLES names. Positions that are in none are searched within the budget, down to the end
    of the game or to a table. What is not proven by then says why.

    Raises NinetkaError for what is not a state, and for a damaged table.
    """
    as_game_state(state)
    if state.is_over:
        return search.value_when_over(state)
    solver = solver_of(state)
    folder = os.environ.get(TABLES) if tables is None else tables
    found = solver.searched(state, budget)
    if found is not None:
        return found
    if not state.is_dealt:
        return search.unproven(state, "chance has yet to decide how the game begins")
    if not isinstance(state, EnumerableState):
        return search.unproven(state, "the moves of this game cannot all be listed")
    place = Path(folder) if folder else None
    return search.value(state, budget, lambda each: solver.known(each, place))


def solver_of(state: GameState[Any]) -> Solver[Any, Any]:
    """The solver of a state's game; one that knows nothing for a game that is not registered."""
    try:
        entry = entry_for_state(state)
    except NinetkaError:
        return Solver()
    return Solver() if entry.solver is None else entry.solver()
