"""The symmetries of a board as permutations of actions and planes, for programs that learn."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from ..base.documented import documented
from ..base.errors import NinetkaError
from ..compiled.arrays import flat
from ..protocol.states import ObservableState

K = TypeVar("K", bound=np.generic)


@documented
@attrs.frozen(eq=False)
class Symmetries:
    """The symmetries of a board, by number as in the state's `symmetries`; 0 changes nothing.

    A position and its images are worth the same, so a network may learn from any of them.
    """

    actions: NDArray[np.intp]
    """(symmetries, actions): by action code, the code of the same move on the turned board."""
    cells: NDArray[np.intp]
    """(symmetries, planes · rows · columns): where each number of a position's planes goes."""
    _actions_from: NDArray[np.intp]
    _cells_from: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.actions)

    def planes(self, planes: NDArray[K], which: int | NDArray[Any]) -> NDArray[K]:
        """The planes of turned positions: (size, planes, rows, columns), as `Batch.planes`.

        `which` symmetry is one for all, or one for each position. Raises NinetkaError for planes of
        another shape.
        """
        return _turned(flat(planes), self._cells_from, which).reshape(planes.shape)

    def policy(self, values: NDArray[K], which: int | NDArray[Any]) -> NDArray[K]:
        """Numbers by action code, (size, actions), for turned positions: policies or masks.

        Raises NinetkaError for another number of actions.
        """
        return _turned(values, self._actions_from, which)


def _turned(values: NDArray[K], sources: NDArray[np.intp], which: int | NDArray[Any]) -> NDArray[K]:
    """Take each value of a position from where the turned board has it."""
    if values.ndim != 2 or values.shape[1] != sources.shape[1]:
        raise NinetkaError(f"there must be {sources.shape[1]} numbers for each position")
    chosen = np.broadcast_to(sources[which], values.shape)
    return np.take_along_axis(values, chosen, 1)


def symmetries(state: ObservableState[Any]) -> Symmetries:
    """The symmetries of a state's board, which are those of all positions of its game.

    The image of its planes, as each seat sees them, and of its legal actions are those of
    `state.transform(symmetry)`.
    """
    found, (rows, columns) = state.symmetries, state.plane_shape
    names, places = state.plane_names, rows * columns
    goals = np.array([state.transform_places(each) for each in found], np.intp)
    images = np.repeat(goals[:, None], len(names), 1)
    images[:, list(state.planes_of_numbers)] = np.arange(places)
    images += places * np.arange(len(names))[:, None]
    cells = images.reshape(len(found), len(names) * places)
    actions = np.array([state.transform_actions(each) for each in found], np.intp)
    return Symmetries(actions, cells, np.argsort(actions, 1), np.argsort(cells, 1))
