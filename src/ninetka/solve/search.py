"""The search for any game: iterative deepening until the value is certain or the budget is spent.

Positions beyond the depth count as unknown, so a position that can be repeated has no certain value
until a line that ends has been found. No rule on repetition has to be known here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

import attrs

from ..protocol.solver import Budget, KnownValue, Value, final_value
from ..protocol.states import EnumerableState, GameState, M

Lookup: TypeAlias = Callable[[Any], KnownValue | None]
"""Gives the value of a position, if it is known without a search."""
Bounds: TypeAlias = "tuple[int, int]"
"""The least and the greatest score that a position for two can have."""
Shares: TypeAlias = "tuple[tuple[Fraction, Fraction], ...]"
"""The least and the greatest share that each seat can have."""

_WON: Final = 1 << 20
"""The score of seat 0 when it has won; a win in n plies is n less. Losses are below 0, draws 0."""
_SOME_TIME: Final = _WON // 2
"""The score of a win at a distance that is not known."""
_DEEPEST: Final = 250
"""The depth limit of the search: Python allows some 1,000 nested calls."""
_NONE, _HALF, _ALL = Fraction(0), Fraction(1, 2), Fraction(1)
_CLOCK_EVERY: Final = 64
"""The number of positions from one look at the clock to the next."""


class _SpentError(Exception):
    """The budget is spent."""


@attrs.define
class _BudgetMeter:
    """A budget, and the positions paid for from it."""

    budget: Budget
    end: float | None
    nodes: int = 0

    def count_position(self) -> None:
        """Pay for a position. Raises _SpentError."""
        self.nodes += 1
        if self.budget.nodes is not None and self.nodes > self.budget.nodes:
            raise _SpentError
        if self.end is not None and self.nodes % _CLOCK_EVERY == 0 and time.monotonic() > self.end:
            raise _SpentError


def value_when_over(state: GameState[M]) -> Value[M]:
    """The value of a game that is over."""
    ended = final_value(state)
    return Value(ended.payoffs, ended.distance, (), proven=True)


def unproven(state: GameState[M], why: str) -> Value[M]:
    """The value of a position about which nothing is known."""
    share = Fraction(1, state.players)
    return Value((share,) * state.players, None, (), proven=False, why_unproven=why)


def value(state: EnumerableState[M], budget: Budget, known: Lookup) -> Value[M]:
    """The value of a position in which the game is not over, within the budget."""
    meter = _BudgetMeter(budget, budget.end)
    if state.players == 2:
        return _TwoPlayerSearch(meter, known).value(state)
    return _ManyPlayerSearch(meter, known).value(state)


def _earlier(score: int) -> int:
    """The score of a position, given that of one a ply later."""
    return score - (score > 0) + (score < 0)


def _later(score: int) -> int:
    """The score that a position one ply later must have for this one."""
    return score + (score > 0) - (score < 0)


def _share(score: int) -> Fraction:
    return _HALF if score == 0 else _ALL if score > 0 else _NONE


def _score(known: KnownValue) -> int:
    if known.payoffs[0] == known.payoffs[1]:
        return 0
    score = _SOME_TIME if known.distance is None else _WON - known.distance
    return score if known.payoffs[0] > known.payoffs[1] else -score


@attrs.define
class _TableEntry:
    """An entry of the transposition table: depth, window and bounds of a position's score."""

    depth: int
    alpha: int
    beta: int
    bounds: Bounds


@attrs.define
class _TwoPlayerSearch:
    """Games of two: alpha-beta on bounds of the score, which tells wins by their distance too."""

    meter: _BudgetMeter
    known: Lookup
    table: dict[Any, _TableEntry] = attrs.field(factory=dict)

    def value(self, state: EnumerableState[M]) -> Value[M]:
        """The value of the position, as far as the budget goes."""
        found: dict[M, Bounds] = dict.fromkeys(state.legal_moves, (-_WON, _WON))
        sign = 1 if state.to_move == 0 else -1
        certain = self.known(state)
        reason = self.meter.budget.spent
        try:
            for depth in range(_DEEPEST):
                found = self._deeper(state, sign, found, depth)
                lows, highs = zip(*found.values(), strict=True)
                low, high = max(lows), max(highs)
                if low == high and all(a == b or b < low for a, b in found.values()):
                    break
            else:
                reason = f"the end is more than {_DEEPEST} plies away"
        except _SpentError:
            pass
        low, high = (max(each) for each in zip(*found.values(), strict=True))
        if certain is not None:
            low = high = sign * _score(certain)
        best = max(found.values())
        moves = tuple(move for move, bounds in found.items() if bounds == best)
        own = (_share(low) + _share(high)) / 2
        proven = _share(low) == _share(high)
        near = low == high and abs(low) > 0 and abs(low) > _SOME_TIME
        payoffs = (own, 1 - own) if sign > 0 else (1 - own, own)
        distance = _WON - abs(low) if near else None
        return Value(payoffs, distance, moves, proven, "" if proven else reason)

    def _deeper(
        self, state: EnumerableState[M], sign: int, before: dict[M, Bounds], depth: int
    ) -> dict[M, Bounds]:
        """Search to a depth, promising moves first: bounds for the seat to move, by move."""
        found, best = dict(before), -_WON - 1
        for move in sorted(before, key=before.__getitem__, reverse=True):
            low, high = before[move]
            if low != high:
                # The window begins below the best, so that moves equal to it are found
                window = (_later(best - 1), _WON) if sign > 0 else (-_WON, -_later(best - 1))
                bounds = self._bounds(state.apply_unchecked(move), depth, *window)
                low, high = map(_earlier, bounds if sign > 0 else (-bounds[1], -bounds[0]))
                found[move] = low, high
            best = max(best, low)
        before.update(found)
        return found

    def _bounds(self, state: EnumerableState[Any], depth: int, alpha: int, beta: int) -> Bounds:
        """Bounds of a position's score for seat 0, exact ones unless they are outside the window.

        They hold whatever the depth is.
        """
        if state.is_over:
            score = _score(final_value(state))
            return score, score
        entry = self.table.get(state)
        if entry is None:
            known = self.known(state)
            if known is not None:
                score = _score(known)
                self.table[state] = _TableEntry(_DEEPEST, -_WON, _WON, (score, score))
                return score, score
        else:
            low, high = entry.bounds
            looked = entry.depth >= depth and entry.alpha <= alpha and entry.beta >= beta
            if looked or low == high or low >= beta or high <= alpha:
                return low, high
        if depth == 0:
            return 1 - _WON, _WON - 1
        self.meter.count_position()
        bounds = self._search(state, depth, alpha, beta)
        if entry is not None:
            bounds = max(bounds[0], entry.bounds[0]), min(bounds[1], entry.bounds[1])
        self.table[state] = _TableEntry(depth, alpha, beta, bounds)
        return bounds

    def _search(self, state: EnumerableState[Any], depth: int, alpha: int, beta: int) -> Bounds:
        """Bounds of a position's score from those of its successors, the most promising first."""
        sign = 1 if state.to_move == 0 else -1
        if sign < 0:
            alpha, beta = -beta, -alpha
        low = high = -_WON
        for after in self._successors(state, sign):
            window = (_later(alpha), _later(beta))
            bounds = self._bounds(
                after, depth - 1, *(window if sign > 0 else (-window[1], -window[0]))
            )
            least, most = map(_earlier, bounds if sign > 0 else (-bounds[1], -bounds[0]))
            low, high = max(low, least), max(high, most)
            alpha = max(alpha, low)
            if low >= beta:
                high = _WON - 1  # what the other moves are worth is not known
                break
        return (low, high) if sign > 0 else (-high, -low)

    def _successors(self, state: EnumerableState[Any], sign: int) -> list[EnumerableState[Any]]:
        """The successors, those first that have been found to be good."""
        successors = [state.apply_unchecked(move) for move in state.legal_moves]

        def worth(after: EnumerableState[Any]) -> int:
            entry = self.table.get(after)
            return 0 if entry is None else sign * sum(entry.bounds)

        return sorted(successors, key=worth, reverse=True)


@attrs.define
class _ManyPlayerSearch:
    """Games of three and more: bounds that hold whichever of equal moves anybody chooses."""

    meter: _BudgetMeter
    known: Lookup
    table: dict[Any, tuple[int, Shares]] = attrs.field(factory=dict)

    def value(self, state: EnumerableState[M]) -> Value[M]:
        """The value of the position, as far as the budget goes."""
        seat, seats = state.to_move, range(state.players)
        nothing: Shares = ((_NONE, _ALL),) * state.players
        found: dict[M, Shares] = dict.fromkeys(state.legal_moves, nothing)
        reason = self.meter.budget.spent
        try:
            for depth in range(_DEEPEST):
                looked = {move: self._bounds(state.apply_unchecked(move), depth) for move in found}
                found = {move: bounds for move, (_, bounds) in looked.items()}
                if all(deep == _DEEPEST for deep, _ in looked.values()):
                    reason = "what a player gains depends on how others choose between equal moves"
                    break
            else:
                reason = f"the end is more than {_DEEPEST} plies away"
        except _SpentError:
            pass
        bounds = _bounds_of_choice([*found.values()], seat)
        best = max(each[seat] for each in found.values())
        moves = tuple(move for move, each in found.items() if each[seat] == best)
        proven = all(low == high for low, high in bounds)
        middles = [low + high for low, high in bounds]
        payoffs = tuple(middles[each] / sum(middles) for each in seats)
        return Value(payoffs, None, moves, proven, "" if proven else reason)

    def _bounds(self, state: EnumerableState[Any], depth: int) -> tuple[int, Shares]:
        """The depth to which a position is known, the greatest if to the end, and its shares."""
        known = final_value(state) if state.is_over else self.known(state)
        if known is not None:
            return _DEEPEST, tuple((share, share) for share in known.payoffs)
        entry = self.table.get(state)
        if entry is not None and entry[0] >= depth:
            return entry
        if depth == 0:
            return 0, ((_NONE, _ALL),) * state.players
        self.meter.count_position()
        looked: list[Shares] = []
        deep, seat = _DEEPEST, state.to_move
        for move in state.legal_moves:
            reached, bounds = self._bounds(state.apply_unchecked(move), depth - 1)
            if bounds[seat][0] == _ALL:  # there is no better move, and an equal one gives the same
                looked, deep = [bounds], _DEEPEST
                break
            looked.append(bounds)
            deep = min(deep, reached)
        bounds = _bounds_of_choice(looked, seat)
        certain = all(low == high for low, high in bounds)
        entry = _DEEPEST if certain or deep == _DEEPEST else depth, bounds
        self.table[state] = entry
        return entry


def _bounds_of_choice(offered: Sequence[Shares], seat: int) -> Shares:
    """Bounds of the shares if a seat chooses the position that may be best for itself."""
    least = max(bounds[seat][0] for bounds in offered)
    likely = [bounds for bounds in offered if bounds[seat][1] >= least]
    spans = [
        (min(low for low, _ in shares), max(high for _, high in shares))
        for shares in zip(*likely, strict=True)
    ]
    spans[seat] = least, spans[seat][1]
    return tuple(spans)
