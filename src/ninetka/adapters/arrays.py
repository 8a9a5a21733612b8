"""Positions as arrays, for training loops of your own: planes, action masks, payoffs. Needs numpy.

    from ninetka.adapters.arrays import action_mask, payoffs, planes_first

They take the states of every game that the adapters serve. `ObservationLayout` says how
environments lay out their observations, `Utility` what a finished game is worth to each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, SupportsFloat

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, missing_extra, quoted
from ..base.messages import listed
from ..base.position import AnyPosition
from ..drawing.drawable import DrawableState
from ..protocol.states import EnumerableState, ObservableState
from ..protocol.utility import Utility

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as error:
    raise missing_extra("batch", error) from error

__all__ = ["ObservationLayout", "Utility", "action_mask", "payoffs", "planes_first", "planes_last"]

_CHANNELS: Final = ("last", "first")


def payoffs(
    state: AnyPosition, utility: Utility | str = Utility.WIN, *, cut: bool = False
) -> list[float]:
    """Return what the game is worth by seat, in the utility of that name; zeros until it is over.

    A game that is `cut` short counts as a draw, or with the points as they stand. Raises
    NinetkaError for an unknown utility.
    """
    utility, outcome, players = Utility.of(utility), state.outcome, state.players
    if utility in (Utility.POINTS, Utility.MARGIN):
        if outcome is not None:
            return _by_points(outcome.scores, utility)
        if cut and isinstance(state, DrawableState):
            return _by_points(state.scores, utility)
    elif outcome is not None and utility is Utility.SHARED:
        return [*map(float, outcome.shares)]
    elif cut and utility is Utility.SHARED:
        return [1 / players] * players
    winners = [] if outcome is None or utility is not Utility.WIN else [*map(int, outcome.winners)]
    if winners and len(winners) < players:
        return [1.0 if seat in winners else -1.0 for seat in range(players)]
    return [0.0] * players


def _by_points(scores: Sequence[SupportsFloat], utility: Utility) -> list[float]:
    points = [*map(float, scores)]
    if utility is Utility.POINTS:
        return points
    return [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]


def action_mask(state: EnumerableState[Any]) -> NDArray[np.int8]:
    """One for each legal action, zero for the others; by action code."""
    mask, legal = np.zeros(state.action_count, np.int8), state.legal_actions
    mask[np.fromiter(legal, np.intp, len(legal))] = 1
    return mask


def planes_first(
    state: ObservableState[Any], seat: int, *, grid: bool = False
) -> NDArray[np.uint8]:
    """Return what a seat sees: zeros and ones in the shape planes, rows, columns.

    The planes are the state's `plane_names`. With `grid`, places that stand in one row otherwise
    are where the state's `plane_grid` has them, with zeros between. Raises NinetkaError if the seat
    does not play, or for a grid that the board has not.
    """
    rows, columns = state.plane_shape
    size = (rows * columns + 7) // 8
    planes = [plane.to_bytes(size, "little") for plane in state.planes(seat)]
    packed = np.frombuffer(b"".join(planes), np.uint8).reshape(-1, size)
    bits = np.unpackbits(packed, axis=1, count=rows * columns, bitorder="little")
    if not grid:
        return bits.reshape(-1, rows, columns)
    return _spread(bits, state)


def planes_last(state: ObservableState[Any], seat: int, *, grid: bool = False) -> NDArray[np.uint8]:
    """Return the planes of `planes_first` in the shape (rows, columns, planes)."""
    return np.ascontiguousarray(planes_first(state, seat, grid=grid).transpose(1, 2, 0))


def _spread(planes: NDArray[np.uint8], state: ObservableState[Any]) -> NDArray[np.uint8]:
    """Planes, (…, places), on the board's grid: (…, rows, columns), with zeros between."""
    places, (rows, columns) = _grid(tuple(state.plane_grid))
    spread = np.zeros((*planes.shape[:-1], rows * columns), np.uint8)
    spread[..., places] = planes
    return spread.reshape(*planes.shape[:-1], rows, columns)


@lru_cache(maxsize=64)
def _grid(places: Sequence[tuple[int, int]]) -> tuple[NDArray[np.intp], tuple[int, int]]:
    """The number of each place in a grid read row by row, and the grid's rows and columns."""
    rows, columns = (max(each) + 1 for each in zip(*places, strict=True))
    return np.array([row * columns + column for row, column in places], np.intp), (rows, columns)


def _as_dtype(given: DTypeLike) -> np.dtype[Any]:
    try:
        dtype = np.dtype(given)
    except TypeError:
        dtype = np.dtype(object)
    if dtype.kind not in "iuf":
        raise NinetkaError(f"dtype is a type of numbers, such as int8 or float32, not {given!r}")
    return dtype


@documented
@attrs.frozen
class ObservationLayout:
    """The layout of observations in arrays. Raises NinetkaError for an impossible one."""

    channels: str = attrs.field(default="last")
    """The axis of the planes: `last` (rows, columns, planes) or `first` (planes, rows, columns)."""
    dtype: np.dtype[Any] = attrs.field(default="int8", converter=_as_dtype)
    """The type of the zeros and ones, such as `int8`, `uint8` or `float32`."""
    grid: bool = False
    """Whether the fields of Mills and 9AM stand as on the drawn board, not all in one row."""

    @channels.validator
    def _check_channels(self, _: object, channels: object) -> None:
        if channels not in _CHANNELS:
            raise NinetkaError(f"channels are {listed(_CHANNELS, 'or')}, not {quoted(channels)}")

    def shape(self, state: ObservableState[Any]) -> tuple[int, int, int]:
        """The shape of a state's observations. Raises NinetkaError if the board has no grid."""
        rows, columns = state.plane_shape
        if self.grid:
            _, (rows, columns) = _grid(tuple(state.plane_grid))
        planes = len(state.plane_names)
        return (planes, rows, columns) if self.channels == "first" else (rows, columns, planes)

    def observe(self, state: ObservableState[Any], seat: int) -> NDArray[Any]:
        """Return what a seat sees, contiguous in memory. Raises NinetkaError if nobody plays it."""
        see = planes_first if self.channels == "first" else planes_last
        return self._typed(see(state, seat, grid=self.grid))

    def arrange(self, planes: NDArray[np.uint8], state: ObservableState[Any]) -> NDArray[Any]:
        """Planes of many positions, (size, planes, rows, columns), laid out.

        `state` is any of their states. Raises NinetkaError if the board has no grid.
        """
        if self.grid:
            planes = _spread(planes.reshape(*planes.shape[:2], -1), state)
        if self.channels == "last":
            planes = np.ascontiguousarray(planes.transpose(0, 2, 3, 1))
        return self._typed(planes)

    def _typed(self, planes: NDArray[np.uint8]) -> NDArray[Any]:
        return planes.view(self.dtype) if self.dtype.itemsize == 1 else planes.astype(self.dtype)
