"""Kropki's kernel: it turns states into arrays and back, and plays them.

Needs the extra `batch`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import attrs

from ...base.errors import NinetkaError, missing_extra
from ..board import SEATS
from ..position import Position
from ..regions import Region
from ..rulesets import Passing, Ruleset
from ..state import AutomaticState, DeclaredState, State
from ..turns import LAST_PASS

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.arrays import flat, parts
    from ...compiled.kernels import GameKernel
    from ...compiled.machine import U, Word
    from . import history, perft, playouts, rules, tree
    from .arrays import NOTHING, chains_of, checked, masks_of, regions_of, words_of
    from .ruleset import DeclaredRules, Rules
    from .workspace import Workspace, new_workspace
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ...protocol.compiled import Arrays, Counts, KernelTree
from .packing import doubled_komi, numbers_of


@attrs.frozen
class Kernel(GameKernel[State]):
    """Compiled Kropki for one ruleset with automatic capture (K10)."""

    _ruleset: Ruleset
    _rules: Rules
    _kind: ClassVar[type[State]] = AutomaticState

    @property
    def _may_pass(self) -> bool:
        return self._ruleset.passing is not Passing.NEVER

    @property
    def _points(self) -> int:
        return self._ruleset.columns * self._ruleset.rows

    @property
    def _most_plies(self) -> int:
        """The longest game: all points are taken, perhaps with a pass before each dot (K24)."""
        return self._points * 2 if self._may_pass else self._points

    def _read(self, arrays: Arrays) -> rules.Positions:
        return rules.Positions(*arrays[:-1])

    def pack(self, states: Sequence[State]) -> Arrays:
        """States as the arrays of `rules.Positions`, and the regions of each, as objects.

        Raises NinetkaError for other rulesets.
        """
        self._check_rulesets((state.ruleset for state in states), self._ruleset)
        dots = words_of(self._ruleset, [state.dot_masks for state in states])
        owned = words_of(self._ruleset, [state.owned_masks for state in states])
        turn = np.array([state.to_move for state in states], np.uint8)
        passes = np.array([state.passes for state in states], np.uint8)
        free = np.array([state.free_mask.bit_count() for state in states], np.uint16)
        regions = np.empty(len(states), np.object_)
        for i, state in enumerate(states):
            regions[i] = state.regions
        return self._begun(dots, owned, turn, passes, free, regions)

    def _begun(self, *arrays: NDArray[Any]) -> Arrays:
        """Those of `rules.Positions` that say how the board lies, regions, and an empty log."""
        *positions, regions = arrays
        size = len(regions)
        log, logged = np.zeros((size, self._points), np.uint16), np.zeros(size, np.uint16)
        return *positions, log, logged, regions

    def named(self, arrays: Arrays) -> Mapping[str, NDArray[Any]]:
        """Those of the arrays that the others follow from, and the chains of regions."""
        p, regions = self._read(arrays), arrays[-1].tolist()
        for i in np.flatnonzero((p.log >= rules.POINTS).any(1)).tolist():
            regions[i] = self.unpack(arrays, i).regions
        chains = chains_of(regions, self._ruleset.board)
        return {"dots": p.dots, "turn": p.turn, "passes": p.passes, "chains": chains}

    def restored(self, named: Mapping[str, Any]) -> Arrays:
        """The arrays of positions, given those with names. Raises NinetkaError."""
        dots, turn, passes, chains = checked(named, self._ruleset).values()
        taken = np.unpackbits(flat(dots).view(np.uint8), -1).sum(-1)
        free = np.where(passes == LAST_PASS, 0, self._points - taken).astype(np.uint16)
        regions = np.empty(len(turn), np.object_)
        regions[:] = [()] * len(turn)
        arrays = self._begun(dots, np.zeros_like(dots), turn, passes, free, regions)
        for i in np.flatnonzero((chains != NOTHING).any(1)).tolist():
            try:
                drawn = regions_of(chains[i], self._ruleset.board)
                setup = attrs.evolve(self.unpack(arrays, i).to_setup(), regions=drawn)
                state = self._kind.from_setup(setup)
            except NinetkaError as error:
                error.add_note(f"at position {i} of the arrays")
                raise
            for array, row in zip(arrays, self.pack([state]), strict=True):
                array[i] = row[0]
        return arrays

    def words(self, arrays: Arrays) -> NDArray[np.uint64]:
        """Return the words that tell positions apart, except for regions that enclose the same."""
        p = self._read(arrays)
        turns = (p.turn.astype(U) | p.passes.astype(U) << U(8))[:, None]
        return np.concatenate([flat(p.dots), flat(p.owned), turns], 1)

    def unpack(self, arrays: Arrays, index: int) -> State:
        """One position as a state."""
        p, ruleset, board = self._read(arrays), self._ruleset, self._ruleset.board
        dots, owned = masks_of(ruleset, p.dots[index]), masks_of(ruleset, p.owned[index])
        log = p.log[index, : p.logged[index]].tolist()
        regions = self._regions(dots, arrays[-1][index], log)
        free = board.all & ~sum(dots) & ~sum(owned) if p.free[index] else 0
        seat, passes = SEATS[p.turn[index]], int(p.passes[index])
        return self._kind.of(Position(ruleset, seat, dots, owned, regions, free, passes))

    def _regions(
        self, dots: tuple[int, int], before: tuple[Region, ...], log: Sequence[int]
    ) -> tuple[Region, ...]:
        """The regions of a position with these dots, given those `before` and the log."""
        return history.regions(self._ruleset, dots, before, log)

    def is_over(self, arrays: Arrays) -> NDArray[np.bool_]:
        """Return whether the game is over in each position (K12, K24)."""
        over: NDArray[np.bool_] = self._read(arrays).free == 0
        return over

    def scores(self, arrays: Arrays) -> NDArray[Any]:
        """Points by seat in each position as the board stands (K11, K19)."""
        captured = np.empty((len(arrays[0]), 2), np.int16)
        rules.captured_dots(self._read(arrays), self._rules, captured)
        return self._with_komi(captured)

    def _with_komi(self, captured: NDArray[np.int16]) -> NDArray[Any]:
        """Points in the shape (..., 2): of the type float32 if komi is not whole (K19)."""
        komi = self._ruleset.komi
        kind = np.int16 if isinstance(komi, int) else np.float32
        points: NDArray[Any] = captured + np.array([0, komi], kind)
        return points

    def _fill_planes(self, p: Any, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        rules.planes(p, seats, self._rules, out)

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Write into `out` which actions are legal in each position (K2, K24)."""
        rules.legal_masks(self._read(arrays), self._rules, out)

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position; the number of the first illegal one, or -1 (K2, K10)."""
        return int(rules.steps(self._read(arrays), actions, self._work, self._rules))

    def _draw(self, p: Any, words: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
        rules.random_actions(p, self._rules, words, out)

    @property
    def _work(self) -> Workspace:
        """A workspace with nothing on it."""
        return new_workspace(self._ruleset.columns, self._ruleset.rows)

    def playouts(
        self, arrays: Arrays, games: int, key: int, first: int
    ) -> tuple[NDArray[Any], NDArray[np.int16], NDArray[np.uint8]]:
        """Play random games to the end; their scores, plies and winners (K11)."""
        shape = (len(arrays[0]), games)
        played = playouts.Ended(np.empty((*shape, 2), np.int16), np.empty(shape, np.int16))
        playouts.playouts(
            self._read(arrays), U(games), U(key), U(first), self._work, self._work,
            self._rules, playouts.Ended(played.captured.reshape(-1, 2), played.plies.reshape(-1)),
        )  # fmt: skip
        scores = self._with_komi(played.captured)
        lead = scores[..., 0] - scores[..., 1]
        winners = (lead > 0).astype(np.uint8) | (lead < 0).astype(np.uint8) << 1
        return scores, played.plies, winners

    def counts(self, arrays: Arrays, games: int, key: int, first: int) -> Counts:
        """Play the same games and count how they end."""
        total: Counts | None = None
        for part, many, number in parts(arrays, games):
            scores, plies, winners = self.playouts(part, many, key, first + number)
            kinds, times = np.unique(scores.reshape(-1, 2), axis=0, return_counts=True)
            of_plies = np.bincount(plies.reshape(-1), minlength=self._most_plies + 1)
            counts = Counts(kinds, times, np.bincount(winners.reshape(-1), minlength=4), of_plies)
            total = counts if total is None else total + counts
        return cast(Counts, total)

    def _write_games(self, p: Any, key: Word, first: Word, actions: NDArray[np.int16]) -> None:
        playouts.random_games(p, key, first, self._work, self._rules, actions)

    def _count(self, p: Any, depth: int) -> int:
        return perft.perft(p, self._work, self._work, self._rules, depth)

    def tree(self, state: Any, key: int, exploration: float) -> KernelTree:
        """A search tree of a state, not yet grown. Needs the extra `numba`."""

        def pack(state: State) -> rules.Positions:
            return self._read(self.pack([state]))

        return tree.tree(
            state, self._work, self._work, self._rules, doubled_komi(self._ruleset), key,
            exploration, pack,
        )  # fmt: skip


@attrs.frozen
class DeclaredKernel(Kernel):
    """Compiled Kropki for one ruleset with declared chains (K5).

    It knows the moves in `some_moves`, by the codes of `DeclaredState.move`. Its random games
    choose among all of them; in a search tree, all declare whatever they can.
    """

    _kind: ClassVar[type[State]] = DeclaredState

    def _regions(
        self, dots: tuple[int, int], before: tuple[Region, ...], log: Sequence[int]
    ) -> tuple[Region, ...]:
        return history.declared_regions(self._ruleset, dots, before, log)

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Write into `out` which moves are offered in each position (K2, K5)."""
        rules.offered_masks(self._read(arrays), self._work, self._rules, out)

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position; the number of the first one not offered, or -1."""
        return int(rules.offered_steps(self._read(arrays), actions, self._work, self._rules))

    def _draw(self, p: Any, words: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
        rules.random_offers(p, self._work, self._rules, words, out)

    def perft(self, state: State, depth: int) -> int:
        """Raise NinetkaError: chains can be declared in too many ways to count them."""
        raise NinetkaError("the moves of this game cannot all be listed")


def kernel_of(state: AutomaticState) -> Kernel:
    """The kernel for a state's ruleset."""
    return Kernel(state.ruleset, Rules(*map(U, numbers_of(state.ruleset))))


def declared_kernel_of(state: DeclaredState) -> DeclaredKernel:
    """The kernel for a state's ruleset."""
    rules = DeclaredRules(*map(U, numbers_of(state.ruleset)))
    return DeclaredKernel(state.ruleset, cast(Rules, rules))  # numba alone tells them apart
