"""Games judged move by move: what was proven or expected before each, and what it gave away."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Generic, final

import attrs

from ..base.documented import documented
from ..play.game import Game
from ..players.playing import Analyst
from ..protocol.solving import Budget, Value
from ..protocol.states import GameState, M
from ..records.annotations import with_share
from ..records.record import Record
from . import USUAL, solver_of, value
from .estimating import Estimator

__all__ = ["Judgement", "annotated", "judge", "judgements"]

BLUNDER, MISTAKE, DUBIOUS, ONLY_MOVE = 4, 2, 6, 7
"""The glyphs that judgements give."""
_SHARES: Final = ((1 / 3, BLUNDER), (1 / 6, MISTAKE), (1 / 12, DUBIOUS))
"""How much of a win a move gives away for its glyph, if that is an estimate."""
_POINTS: Final = ((10, MISTAKE), (3, DUBIOUS))
"""How many points a move gives away for its glyph, if the game's result stays the same."""
_DECIDED: Final = 1 / 5
"""A game is decided if a player may expect less of the win; before, points show in the shares."""
_MOST_SHOWN: Final = 3
_WORTH: Final[Mapping[float, str]] = {1: "a win", 0.5: "a draw", 0: "a loss"}


@final
@documented
@attrs.frozen
class Judgement(Generic[M]):
    """What a move was worth, for the seat that made it."""

    ply: int
    """Which move of the game, from 1."""
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
    """About how many points it has given away, if it has not given away more than those."""

    @property
    def lost(self) -> float:
        """How much of the win the move has given away."""
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
        best = " ".join(self.best_texts[:_MOST_SHOWN])
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
    """What a proven share is in words; in draws of three and more, how much of the win it is."""
    return _WORTH.get(share, _percent(share))


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
    states = game.states
    after = value(states[0], budget, tables)
    for at, move in enumerate(game.moves):
        state, before, after = states[at], after, value(states[at + 1], budget, tables)
        if state.seat_of(move) != state.to_move or move not in state.some_moves:
            yield None
            continue
        if before.proven and after.proven:
            judgement = _proven(at + 1, state, move, before, after)
            if judgement.glyph == ONLY_MOVE:
                rival = _rival(judgement, budget, tables)
                judgement = attrs.evolve(judgement, best=(move, *rival))
        elif estimator is not None:
            judgement = _estimated(at + 1, state, move, estimator)
        else:
            yield None
            continue
        is_decided = not _DECIDED <= judgement.before <= 1 - _DECIDED
        if estimator is not None and judgement.glyph is None and is_decided:
            judgement = _with_points(judgement, estimator)
        yield judgement


def _proven(
    ply: int, state: GameState[M], move: M, before: Value[M], after: Value[M]
) -> Judgement[M]:
    seat = state.to_move
    shares = float(before.payoffs[seat]), float(after.payoffs[seat])
    return Judgement(ply, state, move, before.moves, *shares, proven=True)


def _rival(
    judgement: Judgement[M], budget: Budget, tables: str | os.PathLike[str] | None
) -> Iterator[M]:
    """The first other move that is not proven to be worse, if there is one.

    A search may end once a win is found, so the best moves that it names need not be all.
    """
    state = judgement.state
    for move in state.some_moves:
        if move != judgement.move:
            after = value(state.apply_unchecked(move), budget, tables)
            if not after.proven or after.payoffs[state.to_move] >= judgement.before:
                yield move
                return


def _estimated(ply: int, state: GameState[M], move: M, estimator: Estimator[M]) -> Judgement[M]:
    found = estimator.estimate(state, move)
    shares = found.before, found.after
    return Judgement(ply, state, move, found.best, *shares, proven=False, playouts=found.playouts)


def _with_points(judgement: Judgement[M], estimator: Estimator[M]) -> Judgement[M]:
    """The judgement with the points that the move has given away, and what would have kept them."""
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
