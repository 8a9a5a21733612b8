"""The kernel of 9AM and Mills: it turns states into arrays and back, and plays them.

Needs the extra `batch`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from ...base.errors import missing_extra
from ..board import FIELDS
from ..moves import Step
from ..position import NO_EXTRA, NO_NOTES, Notes
from ..rulesets import Terms
from ..state import State

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.arrays import flat, parts, refuse
    from ...compiled.kernels import GameKernel
    from ...compiled.machine import U, Word
    from ...compiled.tree import SearchTree
    from . import perft, plain, planes, playouts, positions, restoring, stepping, tree
    from .legality import new_ends
    from .restoring import permuted
    from .scoring import points_of, winners_of
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ...protocol.compiled import Arrays, Counts
from .packing import (
    MOST_PLIES,
    NOTED,
    PHASES,
    check_cards,
    is_plain,
    is_playable,
    noted_words,
    notes_of_words,
)
from .tables import order_of


@attrs.frozen(eq=False)
class Kernel(GameKernel[State]):
    """Compiled 9AM or Mills for one ruleset and number of players."""

    _terms: Terms
    _rules: positions.Rules
    _order: NDArray[np.int64]
    """By place: the index of the field there."""
    _places: NDArray[np.uint64]
    """By index: the place of the field."""
    _steps: plain.Steps | None
    """The arrays of random games under plain rules; None for others."""

    @property
    def _most_plies(self) -> int:
        return MOST_PLIES

    def _read(self, arrays: Arrays) -> positions.Positions:
        return positions.Positions(*arrays)

    def _room(self, size: int) -> positions.Positions:
        """Positions with nothing in them."""
        terms = self._terms
        steps = terms.quiet_limit if terms.ruleset.repetition else 0
        return positions.room(size, terms.players, steps, NOTED if terms.is_extended else 0)

    def pack(self, states: Sequence[State]) -> Arrays:
        """States as the arrays of `positions.Positions`. Raises NinetkaError for other rulesets."""
        self._check_rulesets((state.terms for state in states), self._terms)
        check_cards(states)
        p = self._room(len(states))
        if states:
            p.tokens[:] = self._placed([state.masks for state in states])
            p.hands[:] = [state.hands for state in states]
            p.cards[:] = [state.cards for state in states]
        p.turn[:] = [state.to_move for state in states]
        p.phase[:] = [PHASES.index(state.phase) for state in states]
        p.quiet[:] = [state.quiet for state in states]
        p.further[:] = [state.further_removals for state in states]
        p.marked[:] = self._placed([state.notes.marked for state in states])
        for row, state in enumerate(states):
            for number, step in enumerate(state.steps):
                start, end = int(self._places[step.start.index]), int(self._places[step.end.index])
                p.steps[row, number] = start << 8 | end
            if self._terms.is_extended:
                p.noted[row] = noted_words(state.notes.extra, self._order.tolist())
        return p

    def named(self, arrays: Arrays) -> Mapping[str, NDArray[Any]]:
        """All arrays by name."""
        return self._read(arrays)._asdict()

    def restored(self, named: Mapping[str, Any]) -> Arrays:
        """The arrays of positions, given those with names. Raises NinetkaError."""
        p = restoring.checked(named, self._room(0), self._terms)
        size, fields = len(p.turn), self._terms.board.fields
        settled, legal = np.empty(size, np.bool_), np.empty((size, fields * (fields + 1)), np.bool_)
        anew = positions.Positions(**{name: array.copy() for name, array in p._asdict().items()})
        restoring.all_settled(p, anew, self._rules, settled)
        self.legal_mask(p, legal)
        goes_on = p.phase != positions.OVER
        refuse(~settled | (legal.any(1) != goes_on), "it is another seat's turn or another phase")
        return p

    def words(self, arrays: Arrays) -> NDArray[np.uint64]:
        """The positions as words, equal for equal positions."""
        return np.concatenate([flat(array).astype(U) for array in arrays], 1)

    def _placed(self, masks: Any) -> NDArray[np.uint64]:
        """Bitboards of the library as those of the kernel."""
        return permuted(np.array(masks, np.uint64), self._order)

    def _fields(self, places: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Bitboards of the kernel as those of the library."""
        return permuted(places, self._places.astype(np.int64))

    def unpack(self, arrays: Arrays, index: int) -> State:
        """One position as a state."""
        terms = self._terms
        p = positions.Positions(*(array[index] for array in arrays))
        notes = NO_NOTES
        if terms.has_notes:
            quiet = int(p.quiet) if terms.ruleset.repetition else 0
            ends = [divmod(int(step), 256) for step in p.steps[:quiet]]
            steps = tuple(
                Step(FIELDS[self._order[start]], FIELDS[self._order[end]]) for start, end in ends
            )
            more = (
                notes_of_words(p.noted.tolist(), self._order.tolist()) if p.noted.size else NO_EXTRA
            )
            notes = Notes(int(p.further), int(self._fields(p.marked)), steps, more)
        return State(
            terms,
            terms.seats[p.turn],
            PHASES[p.phase],
            tuple(self._fields(p.tokens).tolist()),
            tuple(p.hands.tolist()),
            tuple(p.cards.tolist()),
            int(p.quiet),
            notes,
        )

    def is_over(self, arrays: Arrays) -> NDArray[np.bool_]:
        """Return whether the game is over in each position (M13)."""
        over: NDArray[np.bool_] = self._read(arrays).phase == positions.OVER
        return over

    def scores(self, arrays: Arrays) -> NDArray[np.float64]:
        """Points by seat in each position if the game ended there (M14, M15)."""
        p, lasting = self._read(arrays), np.empty(len(arrays[0]), np.uint8)
        stepping.all_lasting(p, self._rules, lasting)
        return points_of(self._terms, lasting, p.cards)

    def _fill_planes(self, p: Any, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        planes.planes(p, self._rules, self._order, seats, out)

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Write into `out` which actions are legal in each position."""
        p = self._read(arrays)
        stepping.legal_masks(p, self._rules, self._order, new_ends(), out)

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position; the number of the first illegal one, or -1."""
        p = self._read(arrays)
        return int(stepping.steps(p, actions, self._rules, self._places, new_ends()))

    def _draw(self, p: Any, words: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
        stepping.random_actions(p, self._rules, words, self._order, new_ends(), out)

    def _played(self, arrays: Arrays, games: int, key: int, first: int) -> playouts.Games:
        """Play random games to the end."""
        size, p = len(arrays[0]), self._read(arrays)
        played = playouts.games(key, first, size * games, self._terms.players)
        if self._steps is None:
            playouts.playouts(p, self._rules, U(games), self._room(1), new_ends(), played)
        else:
            plain.playouts(p, self._rules, self._steps, U(games), plain.new_lanes(), played)
        return played

    def playouts(
        self, arrays: Arrays, games: int, key: int, first: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int16], NDArray[np.uint8]]:
        """Play random games to the end; their scores, plies and winners (M13-M15)."""
        shape, played = (len(arrays[0]), games), self._played(arrays, games, key, first)
        scores = points_of(self._terms, played.lasting, played.cards)
        winners = winners_of(scores)
        return (
            scores.reshape(*shape, scores.shape[-1]),
            played.plies.reshape(shape),
            winners.reshape(shape),
        )

    def counts(self, arrays: Arrays, games: int, key: int, first: int) -> Counts:
        """Play the same games and count how they end."""
        players = self._terms.players
        none = np.zeros(0, np.int64)
        counts = Counts(np.zeros((0, players)), none, np.zeros(1 << players, np.int64), none)
        for part, many, number in parts(arrays, games):
            counts += playouts.counted(self._terms, self._played(part, many, key, first + number))
        return counts

    def _longest(self, arrays: Arrays, key: int, first: int) -> int:
        """As `playouts` tells, which plays the same games faster."""
        return int(self._played(arrays, 1, key, first).plies.max(initial=0))

    def _write_games(self, p: Any, key: Word, first: Word, actions: NDArray[np.int16]) -> None:
        stepping.random_games(p, self._rules, key, first, self._order, new_ends(), actions)

    def _count(self, p: Any, depth: int) -> int:
        return perft.perft(p, self._rules, depth)

    def tree(self, state: State, key: int, exploration: float) -> SearchTree:
        """A search tree of a state, not yet grown. Needs the extra `numba`."""

        def pack(state: State) -> positions.Positions:
            return self._read(self.pack([state]))

        return tree.tree(
            *(state, self._rules, key, exploration, self._order, self._places),
            room=self._room,
            pack=pack,
        )


def kernel_of(state: State) -> Kernel | None:
    """The kernel for a state's ruleset and number of players.

    None if the board has more than 64 fields, or a game could take more than 32,767 plies.
    """
    return _kernel_of(state.terms)


@lru_cache(maxsize=64)
def _kernel_of(terms: Terms) -> Kernel | None:
    if not is_playable(terms):
        return None
    order = np.array(order_of(terms.board))
    rules = positions.rules_of(terms)
    steps = plain.steps_of(rules.tables) if is_plain(terms) else None
    return Kernel(terms, rules, order, np.argsort(order).astype(np.uint64), steps)
