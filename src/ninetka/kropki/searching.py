"""Searches for the winner on small boards, down to the end of the game.

Where chains are declared, all moves can be listed if there are few dots (K5).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs

from ..protocol.compiled import kernel_for
from ..protocol.solver import Budget
from .board import Point, Seat
from .chains import Chain, canonical, gap, is_ring
from .legality import judge
from .moves import Move, Place
from .regions import Region
from .rulesets import Points
from .state import AutomaticState, DeclaredState, State

if TYPE_CHECKING:
    from .compiled.endgame import EndgameSearch

_TURNED: Final = 5
"""The first plies, in which symmetric positions are searched once."""
_STEP: Final = 1 << 20
"""The number of positions that compiled code visits between looks at the clock."""
_MOST_DOTS: Final = 10
"""The most dots of a player: more have too many rings."""
_BITS: Final = 62
"""The most bits of a board in compiled code."""


class SpentError(Exception):
    """The budget is spent."""


class SignSearch(Protocol):
    """A search for who wins."""

    def sign(self, state: State, alpha: int, beta: int) -> int:
        """Return 1, 0 or -1 for the seat to move: the result, or a bound outside alpha to beta.

        Raises SpentError.
        """


def following(state: State) -> Sequence[tuple[Move, State]]:
    """Return the moves with their successors; of declarations that draw the same regions, one."""
    if isinstance(state, DeclaredState):
        return all_moves(state)
    return [(move, state.apply_unchecked(move)) for move in map(Place, state.free)]


def search_of(state: State, budget: Budget) -> SignSearch:
    """The fastest search that there is: by compiled code if a word can hold the board."""
    board, free = state.board, state.free_mask.bit_count()
    is_automatic = isinstance(state, AutomaticState)
    if not is_automatic or board.all.bit_length() > _BITS or kernel_for(state) is None:
        return _StateSearch(budget, budget.end, free)
    from .compiled.endgame import EndgameSearch

    return _CompiledSearch(budget, EndgameSearch(board.stride, board.all, board.edge, board.left))


@attrs.define
class _CompiledSearch:
    """A search by compiled code, which asks if the first seat wins, and if not, if it draws."""

    budget: Budget
    endgame: EndgameSearch
    end: float | None = None
    nodes: int = 0
    signs: dict[State, int] = attrs.field(factory=dict)

    def sign(self, state: State, alpha: int, beta: int) -> int:
        """Return 1, 0 or -1 for the seat to move, always exactly."""
        turned = state.canonical()[0]
        if turned not in self.signs:
            twice = int(2 * state.ruleset.komi)
            wins, draws = twice // 2 + 1, -(-twice // 2)
            if self._reaches(turned, wins):
                first = 1
            else:
                first = 0 if draws < wins and self._reaches(turned, draws) else -1
            self.signs[turned] = -first if state.to_move else first
        return self.signs[turned]

    def _reaches(self, state: State, goal: int) -> bool:
        """Return whether the first seat is ahead by `goal` in the end. Raises SpentError."""
        position = state.dot_masks, state.owned_masks, int(state.to_move), goal
        if self.end is None:
            self.endgame.reaches(*position, 0)  # it is compiled before the clock runs
            self.end = self.budget.end
        found, limit = 0, self.budget.nodes
        while not found:
            step = _STEP if limit is None else min(_STEP, limit - self.nodes)
            found, looked = self.endgame.reaches(*position, step)
            self.nodes += looked
            late = self.end is not None and time.monotonic() > self.end
            if not found and (late or self.nodes == limit):
                raise SpentError
        return found == 1


@attrs.define
class _StateSearch:
    """Alpha-beta on who wins: 1, 0 or -1 for the seat to move."""

    budget: Budget
    end: float | None
    free: int
    nodes: int = 0
    table: dict[Any, tuple[int, int]] = attrs.field(factory=dict)
    """The transposition table: the lower and upper bound of each position's sign."""

    def sign(self, state: State, alpha: int, beta: int) -> int:
        """Return 1, 0 or -1 for the seat to move: the result, or a bound outside alpha to beta."""
        # The least and the greatest sign that the lead can have in the end
        ahead, seat = lead(state), state.to_move
        low, high = _sign(ahead - _gain(state, seat.other)), _sign(ahead + _gain(state, seat))
        if low == high or low >= beta or high <= alpha:
            return low if low >= beta else high
        key = self._key(state)
        known = self.table.get(key, (-1, 1))
        low, high = max(low, known[0]), min(high, known[1])
        if low == high or low >= beta or high <= alpha:
            return low if low >= beta else high
        self.nodes += 1
        late = self.end is not None and time.monotonic() > self.end
        if late or (self.budget.nodes is not None and self.nodes > self.budget.nodes):
            raise SpentError
        alpha, beta, best = max(alpha, low), min(beta, high), -1
        for each in sorted((after for _, after in following(state)), key=lead):  # captures first
            best = max(best, -self.sign(each, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.table[key] = (
            (best, best) if alpha < best < beta else (best, high) if best >= beta else (low, best)
        )
        return best

    def _key(self, state: State) -> Any:
        """Return a key of the position: states with one key have the same winner."""
        if self.free - state.free_mask.bit_count() < _TURNED:
            state = state.canonical()[0]
        regions = regions_of(state) if isinstance(state, DeclaredState) else None
        return state.dot_masks, state.owned_masks, regions, state.to_move


def lead(state: State) -> Points:
    """The points that the seat to move is ahead."""
    scores, seat = state.scores, state.to_move
    return scores[seat] - scores[seat.other]


def _gain(state: State, seat: Seat) -> int:
    """The most points that a seat can still gain.

    It may capture the dots that its own, together with all free points, shut off from the edge, and
    dots placed on such points, and it may free its own.
    """
    board, free, own = state.board, state.free_mask, state.dot_masks[seat]
    captured = board.closed(own | free) | free & ~board.edge | own & state.owned_masks[seat.other]
    return captured.bit_count() if free else 0


def _sign(number: Points) -> int:
    return (number > 0) - (number < 0)


def is_listed(state: DeclaredState) -> bool:
    """Return whether dots stay few enough, up to the end of the game, to list all moves."""
    more = (state.free_mask.bit_count() + 1) // 2
    return all(dots.bit_count() + more <= _MOST_DOTS for dots in state.dot_masks)


def all_moves(state: DeclaredState) -> list[tuple[Place, DeclaredState]]:
    """Return the moves with their successors; of moves that draw the same regions, one."""
    found = dict[Any, tuple[Place, DeclaredState]]()
    for point in state.free:
        for chains, after in _declared(state, state.with_dot(point), ()):
            found.setdefault((point, regions_of(after)), (Place.known(point, chains), after))
    return [*found.values()]


def regions_of(state: DeclaredState) -> frozenset[Region]:
    """The regions, in no order."""
    return frozenset(state.regions)


def _declared(
    before: DeclaredState, after: DeclaredState, chains: tuple[Chain, ...]
) -> Iterator[tuple[tuple[Chain, ...], DeclaredState]]:
    """Yield the chains that can be declared after some: no more, or any rings one by one."""
    yield chains, after
    seat = before.to_move
    captives = after.dot_masks[seat.other] & ~after.owned_masks[seat]
    if after.closed(seat) & captives:
        for chain in _rings(after.board.points_of(after.live(seat))):
            region = judge(after, seat, chain)
            if isinstance(region, Region):
                yield from _declared(before, after.with_region(region), (*chains, chain))


def _rings(dots: tuple[Point, ...]) -> Iterator[Chain]:
    """All rings of some dots (K3), each once, as K15 has them."""
    order = {point: at for at, point in enumerate(dots)}
    near = {
        point: [other for other in dots if other != point and not gap([(point, other)])]
        for point in dots
    }
    paths: list[Chain] = [(point,) for point in dots]
    while paths:
        path = paths.pop()
        first, last = order[path[0]], path[-1]
        if path[0] in near[last] and order[path[1]] < order[last] and is_ring(path):
            yield canonical(path)
        paths += [(*path, each) for each in near[last] if order[each] > first and each not in path]
