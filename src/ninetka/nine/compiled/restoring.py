"""Positions of 9tka from arrays that may come from anywhere: what does not fit is refused."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.arrays import refuse
from ...compiled.machine import U
from ..rulesets import NEUTRALS, Terms
from .packing import FAR, LONG, SPLIT
from .rules import Positions
from .tables import CORE, INDEX, LINE_SQUARES, SECTION_OF

_INNER: Final = 81
"""The number of squares of the inner board, which come before the rim."""
_SQUARES: Final = np.array([(1 << SPLIT) - 1, (1 << len(INDEX) - SPLIT) - 1], U)
"""The bits of the two words that are squares."""
_SECTIONS: Final = (SECTION_OF[:_INNER, None] == np.arange(9)).astype(np.uint8)
"""By inner square and section: whether the square is in it."""


def squares_of(stones: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Sets of squares, (…, 2), as a number for each square, 0 or 1: (…, 117)."""
    octets = np.ascontiguousarray(stones).view(np.uint8).reshape(*stones.shape, 8)
    bits = np.unpackbits(octets, -1, bitorder="little")
    ends = bits[..., 0, :SPLIT], bits[..., 1, : len(INDEX) - SPLIT]
    return np.concatenate(ends, -1)


def positions(
    stones: NDArray[np.uint64], everyones: NDArray[np.uint8], turn: NDArray[np.uint8]
) -> Positions:
    """Positions with what follows from the squares of all stones, (size, 117)."""
    ahead = everyones[:, LINE_SQUARES].astype(bool)
    depths = np.full((len(turn), LONG), FAR, np.uint8)
    depths[:, : len(LINE_SQUARES)] = np.where(ahead.any(-1), ahead.argmax(-1), FAR)
    return Positions(stones, depths, turn, everyones.sum(-1, dtype=np.uint8))


def restored(stones: NDArray[np.uint64], turn: NDArray[np.uint8], terms: Terms) -> Positions:
    """Positions with these stones, of each seat and of all. Raises NinetkaError."""
    refuse(stones & ~_SQUARES != 0, "a stone is off the board")
    squares = squares_of(stones)
    own, everyones = squares[:, :-1], squares[:, -1]
    neutrals = everyones.astype(np.int8) - own.sum(1, dtype=np.int8)
    refuse(neutrals < 0, "two stones share a square, or one is not among those of all")
    _check_neutrals(neutrals)
    _check_stones(own, neutrals.sum(1), terms)
    _check_turn(turn, neutrals.sum(1), own.sum((1, 2)), terms)
    return positions(stones, everyones, turn)


def _check_neutrals(neutrals: NDArray[np.int8]) -> None:
    """Refuse neutrals where none can be (R5)."""
    off_core = np.delete(neutrals, CORE, 1)
    refuse(off_core > 0, "a neutral is off the core")
    refuse(neutrals[:, :_INNER] @ _SECTIONS > 1, "a section has two neutrals")


def _check_stones(own: NDArray[np.uint8], neutrals: NDArray[Any], terms: Terms) -> None:
    """Refuse numbers of stones by seat, and inner stones, that the phase does not have (R6, R7)."""
    by_seat, most = own.sum(2), sum(terms.stones)
    placed = by_seat.sum(1)
    fair = np.array([terms.placed_by_seat(count) for count in range(most + 1)])
    uneven = by_seat != fair[np.minimum(placed, most)]
    refuse(uneven, "no order of turns gives the seats these numbers of stones")
    early = own[..., :_INNER].any((1, 2)) & (placed < most)
    refuse(early | (neutrals < NEUTRALS) & (placed > 0), "a stone is on the board too early")


def _check_turn(
    turn: NDArray[np.uint8], neutrals: NDArray[Any], placed: NDArray[Any], terms: Terms
) -> None:
    """Refuse the turn of a seat that does not play, or that is not to place (R5, R6, Q1)."""
    refuse(turn >= terms.players, "the seat to move does not play")
    most = sum(terms.stones)
    due = np.array(terms.placing)[placed]
    due = np.where(neutrals < NEUTRALS, neutrals % terms.players, due)
    moving = (neutrals == NEUTRALS) & (placed == most)
    refuse((turn != due) & ~moving, "it is another seat's turn")
