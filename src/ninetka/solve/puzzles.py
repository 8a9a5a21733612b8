"""Puzzles: positions with one move that keeps the win, or the draw."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final, Generic, TypeAlias, final

import attrs

from ..base.documented import documented
from ..play.game import Game
from ..protocol.solver import Budget, Value
from ..protocol.states import GameState, M
from ..records.record import Record
from . import USUAL, value

__all__ = ["Puzzle", "puzzles", "searched"]

Valued: TypeAlias = Callable[[GameState[Any]], Value[Any]]
"""Gives the value of a position, within a budget."""

_LONGEST: Final = 20
"""The most moves of a solution that the solver makes."""


@final
@documented
@attrs.frozen
class Puzzle(Generic[M]):
    """A position with one move that keeps what it is worth, and the line that proves it."""

    game: Game[GameState[M], M]
    """The solution, from the position on: each move of the solver is the only good one, and the
    other players hold out as long as they can."""
    payoff: Fraction
    """The worth of the position to the solver."""
    depth: int
    """The number of the solver's moves in it, which grades the puzzle."""

    @property
    def state(self) -> GameState[M]:
        """The position."""
        return self.game.initial_state

    @property
    def record(self) -> Record[GameState[M], M]:
        """The puzzle as a record that begins with the position; the solution is its moves."""
        tags = {"Event": "Puzzle", "Depth": str(self.depth)}
        goal = "wins" if self.payoff == 1 else "does not lose"
        return Record(self.game, tags, {0: f"Find the only move that {goal}."})


def puzzles(
    game: Game[Any, M], budget: Budget = USUAL, tables: str | os.PathLike[str] | None = None
) -> Iterator[Puzzle[M]]:
    """The puzzles in a game, from its end on to the first position that cannot be proven."""
    return (each for each in searched(game, budget, tables) if each is not None)


def searched(
    game: Game[Any, M], budget: Budget = USUAL, tables: str | os.PathLike[str] | None = None
) -> Iterator[Puzzle[M] | None]:
    """Yield what `puzzles` finds, position by position: None for one that is not a puzzle."""
    valued = partial(value, budget=budget, tables=tables)
    for state in reversed(game.states[: game.ply]):
        found = valued(state)
        if not found.proven:
            return
        yield _solved(state, found, valued) if _is_only(state, found, valued) else None


def _is_only(state: GameState[M], found: Value[M], valued: Valued) -> bool:
    """Tell whether there is one good move among several: all others are worth less, for certain."""
    seat, moves = state.to_move, state.some_moves
    share = found.payoffs[seat]
    if not found.proven or not share or len(found.moves) != 1 or len(moves) < 2:
        return False
    others = (state.apply_unchecked(move) for move in moves if move not in found.moves)
    after = (valued(each) for each in others)
    return all(each.proven and each.payoffs[seat] < share for each in after)


def _solved(state: GameState[M], found: Value[M], valued: Valued) -> Puzzle[M]:
    """The puzzle of a position, whose solution goes on as long as there is only one good move."""
    seat, moves, depth, last = state.to_move, [found.moves[0]], 1, 1
    share, after = found.payoffs[seat], state.apply_unchecked(found.moves[0])
    while not after.is_over and depth < _LONGEST:
        reply = valued(after)
        if after.to_move == seat:
            if not _is_only(after, reply, valued):
                break
            depth, last = depth + 1, len(moves) + 1
        moves.append(reply.moves[0])
        after = after.apply_unchecked(moves[-1])
    if after.is_over:
        last = len(moves)
    return Puzzle(Game.from_state(state).play(moves[:last]), share, depth)
