"""What moves are worth by a player's random games, where it cannot be proven."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any, Final, Generic, final

import attrs

from ..players.playing import Analyst
from ..players.trees import shares
from ..protocol.solving import Solver
from ..protocol.states import GameState, M

_FEWEST: Final = 0.02, 50
"""A move with a smaller part of a search's games, or fewer, has no estimate worth the name."""
_DOUBTED: Final = 1 / 12
"""If a move seems to give away so much, both it and the best get searches of their own."""
_NOTICED: Final = 1 / 6
"""So much of a win is given away in a game made even, if a move throws away points."""
_EVEN: Final = (0.4, 0.9)
"""The share that the player to move may expect in a game made even: rather more than half."""
_MOST_SHOWN: Final = 3
_SEED: Final = 0
"""All searches have the same random games, so that they differ by the positions alone."""


@final
@attrs.frozen
class Estimate(Generic[M]):
    """What a move seems to be worth, for the seat that made it."""

    best: tuple[M, ...]
    """The moves that seem best, in order."""
    before: float
    """The share of the win that the seat could have."""
    after: float
    """The share that the move has left it; as `before` if the search has hardly looked at it."""
    playouts: int
    """The number of games that this is from."""


@attrs.define
class Estimator(Generic[M]):
    """Estimates the moves of one game, one after another."""

    player: Analyst
    solver: Solver[Any, M]
    lead: int = 0
    """By how many points the first seat seems to win, as far as the game has been followed."""

    def estimate(self, state: GameState[M], move: M) -> Estimate[M]:
        """What a move is worth.

        A search looks little at moves that seem bad and underrates them. So of two players, the
        positions after such a move and after the best are searched too.
        """
        found = self.player.analyse(state, Random(_SEED))
        looked = {each.move: each for each in found.moves if each.playouts}
        played = looked.get(move)
        least = max(_FEWEST[0] * found.playouts, _FEWEST[1])
        shown = played is not None and played.playouts >= least
        before = found.best.share
        after = played.share if shown and played is not None else before
        if state.players == 2 and (not shown or before - after >= _DOUBTED):
            after = self._share_after(state, move)
            before = max(after, self._share_after(state, found.best.move))
        ordered = (each.move for each in found.moves[:_MOST_SHOWN])
        best = (*takewhile(lambda each: each != move, ordered),) or (move,)
        return Estimate(best, before, after, found.playouts)

    def points_lost(self, state: GameState[M], move: M) -> tuple[int, M] | None:
        """How many points a move has given away, and a better move; None if it seems good.

        Points are added to the second seat's until both may win: then what gives away points gives
        away a share of the win, and the points that make up for it tell how many.
        """
        found = self._even_estimate(state, move)
        if found is None or found.before - found.after < _NOTICED:
            return None
        better = found.best[0]
        kept, left = (self._lead(state.apply_unchecked(each)) for each in (better, move))
        self.lead = left
        return (left - kept if state.to_move else kept - left), better

    def _even_estimate(self, state: GameState[M], move: M) -> Estimate[M] | None:
        """What a move is worth where the seat to move has hardly the lead for a win."""
        found = self._estimate_at_lead(state, move)
        if found is None or _EVEN[0] <= found.before <= _EVEN[1]:
            return found
        self.lead = self._lead(state)
        return self._estimate_at_lead(state, move)

    def _estimate_at_lead(self, state: GameState[M], move: M) -> Estimate[M] | None:
        even = self.solver.handicapped(state, self.lead if state.to_move else self.lead - 1)
        return None if even is None else self.estimate(even, move)

    def _share_after(self, state: GameState[M], move: M) -> float:
        """The share that the seat to move may expect after a move."""
        seat, after = state.to_move, state.apply_unchecked(move)
        share = self._first_share(after)
        return 1 - share if seat else share

    def _first_share(self, state: GameState[M]) -> float:
        """The share that the first seat may expect in a game of two."""
        if state.is_over:
            return shares(state)[0]
        share = self.player.analyse(state, Random(_SEED)).best.share
        return 1 - share if state.to_move else share

    def _lead(self, state: GameState[M]) -> int:
        """By how many points the first seat wins: the least that make up for it."""

        def is_ahead(lead: int) -> bool:
            even = self.solver.handicapped(state, lead)
            assert even is not None
            return self._first_share(even) > 1 / 2

        near = self.lead
        ahead = is_ahead(near)
        step = 1 if ahead else -1
        while is_ahead(near + step) == ahead:
            near += step
            step *= 2
        far = near + step
        while abs(far - near) > 1:
            middle = (near + far) // 2
            near, far = (middle, far) if is_ahead(middle) == ahead else (near, middle)
        return max(near, far)
