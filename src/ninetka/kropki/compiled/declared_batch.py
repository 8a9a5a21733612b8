"""The kernel of games in which chains are declared: its moves are those of `some_moves`.

Needs the extra `batch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

import attrs

from ...base.errors import NinetkaError, missing_extra

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.machine import U
    from . import declared_history, declared_rules
    from .batch import Arrays, Kernel, positions_of
    from .terms import DeclaredTerms, Terms
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ..regions import Region
from ..state import DeclaredState, State
from .packing import numbers_of


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
        return declared_history.regions(self._ruleset, dots, before, log)

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Write into `out` which moves are offered in each position (K2, K5)."""
        declared_rules.legal_masks(positions_of(arrays), self._desk, self._terms, out)

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position; the number of the first one not offered, or -1."""
        positions = positions_of(arrays)
        return int(declared_rules.steps(positions, actions, self._desk, self._terms))

    def random_actions(self, arrays: Arrays, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """One of the moves offered in each position; -1 if its game is over."""
        actions = np.empty(len(words), np.int64)
        positions = positions_of(arrays)
        declared_rules.random_actions(positions, self._desk, self._terms, words, actions)
        return actions

    def perft(self, state: State, depth: int) -> int:
        """Raise NinetkaError: chains can be declared in too many ways to count them."""
        raise NinetkaError("the moves of this game cannot all be listed")


def kernel_of(state: DeclaredState) -> DeclaredKernel:
    """The kernel for a state's ruleset."""
    terms = DeclaredTerms(*map(U, numbers_of(state.ruleset)))
    return DeclaredKernel(state.ruleset, cast(Terms, terms))  # numba alone tells them apart
