"""Games judged move by move: what was proven or expected before each, and what it gave away.

What cannot be proven is estimated by a player's random games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, Final, Generic, final

import attrs

from ..base.documented import documented
from ..play.game import Game
from ..players.builtin import Analyst
from ..players.trees import shares
from ..protocol.solver import Budget, Solver, Value
from ..protocol.states import GameState, M
from ..records.annotations import with_share
from ..records.record import Record
from . import USUAL, solver_of, value

__all__ = ["Judgement", "annotated", "judge", "judgements"]

BLUNDER, MISTAKE, DUBIOUS, ONLY_MOVE = 4, 2, 6, 7
"""The glyphs that judgements give."""
_SHARES: Final = ((1 / 3, BLUNDER), (1 / 6, MISTAKE), (1 / 12, DUBIOUS))
"""The share of a win that a move must give away for a glyph, in an estimate."""
_POINTS: Final = ((10, MISTAKE), (3, DUBIOUS))
"""The points that a move must give away for a glyph, if the result of the game stays the same."""
_DECIDED: Final = 1 / 5
"""A game is decided if a player may expect less of the win; until then, shares show points."""
_MAX_SHOWN: Final = 3
_WORTH: Final[Mapping[float, str]] = {1: "a win", 0.5: "a draw", 0: "a loss"}
_FEWEST: Final = 0.02, 50
"""A move with a smaller part of a search's games, or fewer games, has no useful estimate."""
_DOUBTED: Final = 1 / 12
"""A move that seems to give away this share, and the best move, get searches of their own."""
_NOTICED: Final = 1 / 6
"""A move throws away points if it gives away this share of the win in a game made even."""
_EVEN: Final = (0.4, 0.9)
"""The share that the player to move may expect in a game made even: rather more than half."""
_SEED: Final = 0
"""All searches have the same random games, so that they differ by the positions alone."""


@final
@documented
@attrs.frozen
class Judgement(Generic[M]):
    """The worth of a move for the seat that made it."""

    ply: int
    """The number of the move in the game, from 1."""
    state: GameState[M]
    """The position in which it was made."""
    move: M
    """The move."""
    best: tuple[M, ...]
    """The best moves; those of an estimate in order, the best first."""
    before: float
    """The share of the win that the seat could have, 0 to 1."""
    after: float
    """The share that the move has left it; as `before` if the search has hardly looked at it."""
    proven: bool
    """Whether both shares are certain."""
    playouts: int = 0
    """The number of games that an estimate is from."""
    points: int = 0
    """The approximate number of points given away, if no share of the win was."""

    @property
    def lost(self) -> float:
        """The share of the win that the move has given away."""
        return max(0.0, self.before - self.after)

    @property
    def glyph(self) -> int | None:
        """The glyph for the move, if it deserves one: for a mistake, or the only good move."""
        if self.proven and self.lost:
            return BLUNDER if self.after == 0 else MISTAKE
        by_share = None if self.proven else _glyph(self.lost, _SHARES)
        if glyph := by_share or _glyph(self.points, _POINTS):
            return glyph
        only = self.best == (self.move,) and len(self.state.some_moves) > 1
        return ONLY_MOVE if self.proven and only and self.before else None

    @property
    def best_texts(self) -> list[str]:
        """The texts of the best moves."""
        return [*map(self.state.move_text_unchecked, self.best)]

    @property
    def comment(self) -> str:
        """A sentence on a mistake; empty for any other move."""
        if self.glyph is None or self.glyph == ONLY_MOVE:
            return ""
        best = " ".join(self.best_texts[:_MAX_SHOWN])
        if self.points:
            return f"about {self.points} points less: better {best}"
        if self.proven:
            return f"{_worth(self.after)} instead of {_worth(self.before)}: best {best}"
        return f"{_percent(self.after)} instead of {_percent(self.before)}: better {best}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with texts for moves."""
        return {
            "ply": self.ply,
            "seat": int(self.state.to_move),
            "move": self.state.move_text_unchecked(self.move),
            "best": self.best_texts,
            "before": self.before,
            "after": self.after,
            "proven": self.proven,
            "playouts": self.playouts,
            "points": self.points,
            "glyph": self.glyph,
        }


def _glyph(lost: float, scale: Sequence[tuple[float, int]]) -> int | None:
    return next((glyph for least, glyph in scale if lost >= least), None)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _worth(share: float) -> str:
    """A proven share in words; in draws of three and more, how much of the win it is."""
    return _WORTH.get(share, _percent(share))


@final
@attrs.frozen
class MoveEstimate(Generic[M]):
    """An estimate of a move's worth for the seat that made it."""

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
    """The estimated lead of the first seat in points, as far as the game has been followed."""

    def estimate(self, state: GameState[M], move: M) -> MoveEstimate[M]:
        """Estimate what a move is worth.

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
        ordered = (each.move for each in found.moves[:_MAX_SHOWN])
        best = (*takewhile(lambda each: each != move, ordered),) or (move,)
        return MoveEstimate(best, before, after, found.playouts)

    def points_lost(self, state: GameState[M], move: M) -> tuple[int, M] | None:
        """The points that a move has given away, and a better move; None if it seems good.

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

    def _even_estimate(self, state: GameState[M], move: M) -> MoveEstimate[M] | None:
        """Estimate a move where the seat to move has barely the lead that it needs to win."""
        found = self._estimate_at_lead(state, move)
        if found is None or _EVEN[0] <= found.before <= _EVEN[1]:
            return found
        self.lead = self._lead(state)
        return self._estimate_at_lead(state, move)

    def _estimate_at_lead(self, state: GameState[M], move: M) -> MoveEstimate[M] | None:
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
        """The points by which the first seat wins: the least that make up for it."""

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


def judge(
    game: Game[Any, M],
    player: Analyst | None = None,
    budget: Budget = USUAL,
    tables: str | os.PathLike[str] | None = None,
) -> list[Judgement[M]]:
    """A judgement of each move of a game, by what can be proven within the budget.

    Where nothing can be, the player estimates by random games; without one there is no judgement of
    such a move. Moves by which a player leaves are not judged.
    """
    return [each for each in judgements(game, player, budget, tables) if each is not None]


def judgements(
    game: Game[Any, M],
    player: Analyst | None = None,
    budget: Budget = USUAL,
    tables: str | os.PathLike[str] | None = None,
) -> Iterator[Judgement[M] | None]:
    """Yield what `judge` finds, move by move: None for a move that is not judged."""
    estimator = None if player is None else Estimator(player, solver_of(game.initial_state))
    valued = partial(value, budget=budget, tables=tables)
    states = game.states
    after = valued(states[0])
    for at, move in enumerate(game.moves):
        state, before, after = states[at], after, valued(states[at + 1])
        if state.seat_of(move) != state.to_move or move not in state.some_moves:
            yield None
            continue
        if before.proven and after.proven:
            own, left = (float(each.payoffs[state.to_move]) for each in (before, after))
            judgement = Judgement(at + 1, state, move, before.moves, own, left, proven=True)
            if judgement.glyph == ONLY_MOVE:
                judgement = attrs.evolve(judgement, best=(move, *_rival(judgement, valued)))
        elif estimator is not None:
            found = estimator.estimate(state, move)
            judgement = Judgement(
                at + 1,
                state,
                move,
                found.best,
                found.before,
                found.after,
                proven=False,
                playouts=found.playouts,
            )
        else:
            yield None
            continue
        is_decided = not _DECIDED <= judgement.before <= 1 - _DECIDED
        if estimator is not None and judgement.glyph is None and is_decided:
            judgement = _with_points(judgement, estimator)
        yield judgement


def _rival(judgement: Judgement[M], valued: Callable[[GameState[M]], Value[M]]) -> Iterator[M]:
    """The first other move that is not proven to be worse, if there is one.

    A search may end once a win is found, so the best moves that it names need not be all.
    """
    state = judgement.state
    for move in state.some_moves:
        if move != judgement.move:
            after = valued(state.apply_unchecked(move))
            if not after.proven or after.payoffs[state.to_move] >= judgement.before:
                yield move
                return


def _with_points(judgement: Judgement[M], estimator: Estimator[M]) -> Judgement[M]:
    """The judgement with the points that the move has given away, and the moves that keep them."""
    found = estimator.points_lost(judgement.state, judgement.move)
    if found is None:
        return judgement
    points, better = found
    is_as_good = better in judgement.best or not judgement.proven
    if points < _POINTS[-1][0] or not is_as_good:
        return judgement
    return attrs.evolve(judgement, points=points, best=(better,))


def annotated(record: Record[Any, M], judgements: Sequence[Judgement[M]]) -> Record[Any, M]:
    """The record with a glyph and a comment on each mistake, after what it has already.

    Each move judged also has its share of the win in its comment, `[%share 0.62]`, from which
    replay pages draw a curve.
    """
    glyphs, comments = dict(record.glyphs), dict(record.comments)
    for each in judgements:
        if each.glyph is not None:
            glyphs[each.ply] = (*glyphs.get(each.ply, ()), each.glyph)
        comment = f"{comments.get(each.ply, '')} {each.comment}"
        comments[each.ply] = with_share(comment.strip(), each.after)
    return attrs.evolve(record, glyphs=glyphs, comments=comments)
