"""The eight ways to turn and mirror the board, under which the game is the same."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, TypeVar

import attrs

from ..protocol.symmetry import GridSymmetry
from .board import SECTIONS, SIZE, SQUARES, Section, Square
from .moves import ACTION_SQUARES, CODE_OF, PASS_CODE, Move, Pass
from .position import Position

_M = TypeVar("_M", bound=Move)
_BYTES: Final = 16
"""Enough for a bitboard."""
_BOARD: Final = (1 << 8 * _BYTES) - 1
_KEPT: Final = 4096
"""The number of bitboards whose images are kept, which takes less than a megabyte."""


class Symmetry(GridSymmetry):
    """A turn or reflection of the board, as a matrix whose x is to the right and y upwards."""

    IDENTITY = (1, 0, 0, 1)
    ROTATE_90 = (0, 1, -1, 0)
    """A quarter turn clockwise: the top goes to the right."""
    ROTATE_180 = (-1, 0, 0, -1)
    ROTATE_270 = (0, -1, 1, 0)
    """A quarter turn anticlockwise."""
    MIRROR_LEFT_RIGHT = (-1, 0, 0, 1)
    MIRROR_TOP_BOTTOM = (1, 0, 0, -1)
    MIRROR_DIAGONAL = (0, 1, 1, 0)
    """Over the line from A1 to K11, so that columns and rows change places."""
    MIRROR_ANTIDIAGONAL = (0, -1, -1, 0)
    """Over the line from A11 to K1."""

    def square(self, square: Square) -> Square:
        """Return the image of a square."""
        column, row = self.place(square.column, square.row, SIZE, SIZE)
        return SQUARES[row * SIZE + column]

    def mask(self, mask: int) -> int:
        """Return the image of a bitboard."""
        return self.masks(mask)[0]

    def masks(self, *masks: int) -> list[int]:
        """Return the images of several bitboards."""
        shift = _SHIFTS[self]
        return [_images(mask) >> shift & _BOARD for mask in masks]

    @property
    def actions(self) -> tuple[int, ...]:
        """The code of each move on the turned board, by its action code."""
        return _actions(self)

    def section(self, section: Section) -> Section:
        """Return the image of a section."""
        mask = self.mask(SECTIONS[section])
        return next(goal for goal in Section if SECTIONS[goal] == mask)

    def move(self, move: _M) -> _M:
        """The same move on the turned board."""
        if isinstance(move, Pass):
            return move
        return attrs.evolve(move, square=self.square(move.square))


_SYMMETRIES: Final = {8 * _BYTES * number: symmetry for number, symmetry in enumerate(Symmetry)}
"""The symmetries, by the place where their bitboard begins among the eight images."""
_SHIFTS: Final = {symmetry: shift for shift, symmetry in _SYMMETRIES.items()}


@cache
def _actions(symmetry: Symmetry) -> tuple[int, ...]:
    """`Symmetry.actions`, cached."""
    return (*(CODE_OF[symmetry.mask(bit)] for bit in ACTION_SQUARES), PASS_CODE)


@lru_cache(maxsize=_KEPT)  # a move leaves most bitboards of a position as they are
def _images(mask: int) -> int:
    """The eight images of a bitboard, side by side in one number.

    With a table for each byte of the board this is twenty times as fast as square by square
    (benchmarks/test_pieces.py).
    """
    images = 0
    for table, byte in zip(_tables(), mask.to_bytes(_BYTES, "little"), strict=True):
        images |= table[byte]
    return images


@cache
def _tables() -> tuple[tuple[int, ...], ...]:
    """For each byte of a bitboard, by its value: its images."""
    of_bit = [
        sum(symmetry.square(square).bit << shift for symmetry, shift in _SHIFTS.items())
        for square in SQUARES
    ]
    tables: list[tuple[int, ...]] = []
    for first in range(0, 8 * _BYTES, 8):
        table = [0]
        for images in of_bit[first : first + 8]:
            table += [each | images for each in table]
        tables.append(tuple(table))
    return tuple(tables)


def to_canonical(position: Position) -> Symmetry:
    """The symmetry to the image whose bitboards are least: neutrals first, then seat by seat."""
    shifts = tuple(_SYMMETRIES)
    for board in (position.neutral_mask, *position.stone_masks):
        shifts = _least_among(shifts, board)
        if len(shifts) == 1:
            break
    return _SYMMETRIES[shifts[0]]


@lru_cache(maxsize=_KEPT)
def _least_among(shifts: tuple[int, ...], board: int) -> tuple[int, ...]:
    """The shifts, among those given, whose images of a bitboard are least."""
    images = _images(board)
    turned = {shift: images >> shift & _BOARD for shift in shifts}
    best = min(turned.values())
    return tuple(shift for shift, image in turned.items() if image == best)
