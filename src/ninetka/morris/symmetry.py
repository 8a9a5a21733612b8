"""Symmetries of boards: turning, mirroring and swapping the inner and the outer ring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import final

import attrs

from ..base.bits import mask_of
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import series
from .board import FIELDS, Board, Field, as_field, off_the_board
from .moves import Move, Put, Remove, Step


def _as_fields(fields: Iterable[Field | int]) -> tuple[Field, ...]:
    return tuple(map(as_field, series(fields, "the images of a symmetry")))


@final
@documented
@attrs.frozen
class Symmetry:
    """A permutation of a board's fields that maps lines to lines, so the game stays the same.

    That it does is checked against the board when it is used. `symmetries(board)` lists those of
    a board of rings.
    """

    images: tuple[Field, ...] = attrs.field(converter=_as_fields)
    """By a field's index: the field it is mapped to."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        back = sorted(range(len(self.images)), key=lambda index: self.images[index].index)
        return Symmetry(FIELDS[index] for index in back)

    def then(self, other: Symmetry) -> Symmetry:
        """The symmetry that maps by this one first, then by the other."""
        return Symmetry(map(other.field, self.images))

    def field(self, field: Field) -> Field:
        """The image of a field. Raises NinetkaError if the symmetry's board does not have it."""
        if field.number > len(self.images):
            raise NinetkaError(off_the_board(field, len(self.images)))
        return self.images[field.index]

    def move(self, move: Move) -> Move:
        """The image of a move."""
        match move:
            case Put(field):
                return Put(self.field(field))
            case Remove(field):
                return Remove(self.field(field))
        return Step(self.field(move.start), self.field(move.end))

    def check(self, board: Board) -> None:
        """Raise NinetkaError if this is not a symmetry of the board."""
        if sorted(field.number for field in self.images) != [*range(1, board.fields + 1)] or {
            self._undirected(*map(self.field, line)) for line in board.lines
        } != {self._undirected(*line) for line in board.lines}:
            raise NinetkaError("this is not a symmetry of the board: it does not keep the lines")

    @staticmethod
    def _undirected(first: Field, second: Field, third: Field) -> tuple[int, int]:
        return second.index, first.bit | third.bit

    def mask(self, mask: int) -> int:
        """The image of a bitboard."""
        return mask_of(image for index, image in enumerate(self.images) if mask >> index & 1)


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All 8n symmetries of a board of rings for n players; for any other, the identity alone."""
    if not board.ring_fields:
        return (Symmetry(FIELDS[: board.fields]),)
    return _symmetries(board.ring_fields)


@lru_cache
def _symmetries(rings: tuple[tuple[Field, ...], ...]) -> tuple[Symmetry, ...]:
    return tuple(
        _symmetry(rings, target, step, turn)
        for target in (rings, rings[::-1])
        for step in (1, -1)
        for turn in range(0, len(rings[0]), 2)
    )


def _symmetry(
    rings: Sequence[Sequence[Field]], target: Sequence[Sequence[Field]], step: int, turn: int
) -> Symmetry:
    """Maps each ring to its target, `turn` fields on, in reverse if `step` is -1."""
    images = {
        field: onto[(turn + step * at) % len(onto)]
        for ring, onto in zip(rings, target, strict=True)
        for at, field in enumerate(ring)
    }
    return Symmetry(images[field] for field in FIELDS[: len(images)])
