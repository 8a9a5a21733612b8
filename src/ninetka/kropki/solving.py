"""Perfect play of Kropki: small boards to the end, and ladders where captures are automatic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..protocol.solver import Budget, Solver, Value
from .board import Point, Seat
from .moves import Move, Place, as_point
from .rulesets import MOST_KOMI, Passing
from .searching import SpentError, following, is_listed, lead, search_of
from .state import AutomaticState, DeclaredState, State
from .texts import Say

__all__ = ["Ladder", "ladder", "net"]

_MOST_POINTS: Final = 36
"""The most free points of a position that is searched; more are hopeless."""


class KropkiSolver(Solver[State, Move]):
    """The solver of small boards."""

    def searched(self, state: State, budget: Budget) -> Value[Move] | None:
        """The value; None for other rulesets or if too many dots can follow, so that tools search.

        Where chains are declared, moves that draw the same regions count as one.

        All games on a board are about as long, so the distance is not given.
        """
        ruleset = state.ruleset
        others = ruleset.passing is not Passing.NEVER or ruleset.grounding or ruleset.border
        if others or state.free_mask.bit_count() > _MOST_POINTS:
            return None
        if isinstance(state, DeclaredState) and not is_listed(state):
            return None
        after = dict(following(state))
        search = search_of(state, budget)
        found = dict[Move, int]()
        try:
            for move in sorted(after, key=lambda move: lead(after[move])):  # captures first
                found[move] = -search.sign(after[move], -1, 1)
        except SpentError:
            if max(found.values(), default=0) < 1:
                half = Fraction(1, 2)
                return Value(
                    (half, half), None, tuple(after), proven=False, why_unproven=budget.spent
                )
        best = max(found.values())
        own = Fraction(best + 1, 2)
        payoffs = (1 - own, own) if state.to_move else (own, 1 - own)
        moves = tuple(move for move in after if found.get(move) == best)
        return Value(payoffs, None, moves, proven=True)

    def handicapped(self, state: State, points: int) -> State:
        """The position with more points for the second player, as komi (K19)."""
        komi = max(-MOST_KOMI, min(MOST_KOMI, state.ruleset.komi + points))
        return attrs.evolve(state, ruleset=attrs.evolve(state.ruleset, komi=komi))


@documented
@attrs.frozen
class Ladder:
    """A forced capture of a dot: each move of the attacker threatens to capture it next."""

    moves: tuple[Move, ...]
    """The attacker's moves and the defender's longest resistance, up to the capture."""
    nodes: int
    """The number of positions that the proof has."""


def ladder(state: State, point: Point | str, nodes: int = 100_000) -> Ladder | None:
    """Find a ladder by which the player to move captures an opposing dot; None without one.

    It is proven against every defence: moves elsewhere lose at once, and all that stop the threat
    or capture something are tried. Only moves near the dot's group are tried for the attacker, and
    `nodes` positions at most are looked at, so None does not mean that the dot is safe.

    Raises NinetkaError where captures are declared, and if no live opposing dot is there.
    """
    return _read(state, point, nodes, _ThreatSearch.attack)


def net(state: State, point: Point | str, nodes: int = 100_000) -> Ladder | None:
    """Find a net by which the player to move captures an opposing dot; None without one.

    The first move need not threaten to capture the dot at once, but whatever the opponent does, a
    ladder follows: that is proven by trying all moves. The result, the limits and the errors are
    those of `ladder`, which finds more if each move threatens.
    """
    return _read(state, point, nodes, _ThreatSearch.close_in)


def _read(
    state: State,
    point: Point | str,
    nodes: int,
    lines: Callable[[_ThreatSearch, AutomaticState, int], tuple[Move, ...] | None],
) -> Ladder | None:
    """Find a ladder by `lines`, with iterative deepening until it does or no threat is cut off."""
    if not isinstance(state, AutomaticState) or state.ruleset.border:
        raise NinetkaError(Say.NO_LADDERS())
    bit = state.board.bits[as_point(point).index]
    if not state.live(state.to_move.other) & bit:
        raise NinetkaError(Say.NO_LIVE_DOT(point=point))
    reader, depth, moves = _ThreatSearch(state.to_move, bit, nodes), 0, None
    try:
        while moves is None and reader.is_cut:
            reader.is_cut, depth = False, depth + 1
            moves = lines(reader, state, depth)
    except SpentError:
        return None
    return None if moves is None else Ladder(moves, nodes - reader.left)


@attrs.define
class _ThreatSearch:
    """A search by threats for the capture of a dot, in a least number of the attacker's moves."""

    seat: Seat
    target: int
    left: int
    """The number of positions that may still be looked at."""
    is_cut: bool = True
    """Whether the depth cut off a threat that was not followed."""

    def close_in(self, state: AutomaticState, depth: int) -> tuple[Move, ...] | None:
        """The moves by which the attacker captures if one move may be no threat."""
        lines = (self._quiet(state, move, depth) for move in self._near(state))
        return next((line for line in lines if line is not None), None)

    def _quiet(self, state: AutomaticState, move: Move, depth: int) -> tuple[Move, ...] | None:
        """The longest line after a move, if every reply to it loses the dot to a ladder."""
        after = state.apply_unchecked(move)
        if after.owned_masks[self.seat] & self.target:
            return (move,)
        idle = attrs.evolve(after, to_move=self.seat)
        if self.attack(idle, depth) is None:
            return None
        near = self._near(after)
        others = (each for each in after.legal_moves if each not in near)
        return self._against(move, after, (*near, *others), depth)

    def attack(self, state: AutomaticState, depth: int) -> tuple[Move, ...] | None:
        """The moves by which the attacker, who is to move, captures; None if that fails."""
        near = self._near(state)
        for move in near:
            if self._captures(state, move):
                return (move,)
        if depth == 1:
            self.is_cut = True
            return None
        for move in near:
            line = self._threat(state, move, depth)
            if line is not None:
                return line
        return None

    def _threat(self, state: AutomaticState, move: Move, depth: int) -> tuple[Move, ...] | None:
        """The line by which a move captures in the end, if it threatens to at once."""
        after = state.apply_unchecked(move)
        free = attrs.evolve(after, to_move=self.seat)
        threats = [each for each in self._near(free) if self._captures(free, each)]
        if not threats:
            return None
        return self._against(move, after, self._replies(after, threats), depth - 1)

    def _against(
        self, move: Move, after: AutomaticState, replies: Iterable[Move], depth: int
    ) -> tuple[Move, ...] | None:
        """The longest line after a move, if the attacker captures whatever the reply."""
        longest: tuple[Move, ...] = ()
        for reply in replies:
            line = self.attack(after.apply_unchecked(reply), depth)
            if line is None:
                return None
            longest = max(longest, (reply, *line), key=len)
        return (move, *longest)

    def _captures(self, state: AutomaticState, move: Move) -> bool:
        if self.left == 0:
            raise SpentError
        self.left -= 1
        after = state.apply_unchecked(move)
        return bool(after.owned_masks[self.seat] & self.target)

    def _near(self, state: AutomaticState) -> list[Move]:
        """Moves on points near the group of the dot."""
        board = state.board
        group = board.flood(self.target, state.live(self.seat.other))
        around = board.with_neighbours(board.with_neighbours(group))
        return [Place(point) for point in board.points_of(around & state.free_mask)]

    def _replies(self, state: AutomaticState, threats: list[Move]) -> Iterator[Move]:
        """Yield the moves that can stop threats: on their points, or where they may capture.

        A dot captures only if it links two dots, or stands in a house of the attacker.
        """
        board, own = state.board, state.live(self.seat.other)
        for point in board.points_of(state.free_mask):
            bit = board.bits[point.index]
            beside = board.with_neighbours(board.with_neighbours(bit)) & own
            may_capture = beside.bit_count() > 1 or state.closed(self.seat) & bit
            if Place(point) in threats or may_capture:
                yield Place(point)
