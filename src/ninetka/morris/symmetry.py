"""The ways to turn a board, to mirror it and to turn it inside out: the game is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import final

import attrs

from ..errors import NinetkaError
from .board import FIELDS, Board, Field, as_field, mask_of
from .moves import Move, Put, Remove, Step


def _as_fields(fields: Iterable[Field | int]) -> tuple[Field, ...]:
    return tuple(map(as_field, fields))


@final
@attrs.frozen
class Symmetry:
    """A map of a board's fields to each other that takes lines to lines.

    Whether it does is checked where it is used. `symmetries(board)` gives those of a board of
    rings.
    """

    images: tuple[Field, ...] = attrs.field(converter=_as_fields)
    """By the index of a field: where it goes."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes everything back."""
        back = sorted(range(len(self.images)), key=lambda index: self.images[index].index)
        return Symmetry(FIELDS[index] for index in back)

    def then(self, other: Symmetry) -> Symmetry:
        """One symmetry for this one and then another."""
        return Symmetry(map(other.field, self.images))

    def field(self, field: Field) -> Field:
        """Where a field goes. Raises NinetkaError if it is not on the symmetry's board."""
        if field.number > len(self.images):
            raise NinetkaError(f"field {field} is not on a board of {len(self.images)} fields")
        return self.images[field.index]

    def move(self, move: Move) -> Move:
        """The same move on the turned board."""
        match move:
            case Put(field):
                return Put(self.field(field))
            case Remove(field):
                return Remove(self.field(field))
        return Step(self.field(move.start), self.field(move.end))

    def check(self, board: Board) -> None:
        """Raise NinetkaError if it is not a symmetry of a board."""
        if sorted(field.number for field in self.images) != [*range(1, board.fields + 1)] or {
            self._undirected(*map(self.field, line)) for line in board.lines
        } != {self._undirected(*line) for line in board.lines}:
            raise NinetkaError("this is not a symmetry of the board: lines would not stay lines")

    @staticmethod
    def _undirected(first: Field, second: Field, third: Field) -> tuple[int, int]:
        return second.index, first.bit | third.bit

    def mask(self, mask: int) -> int:
        """Where a set of fields goes."""
        return mask_of(image for index, image in enumerate(self.images) if mask >> index & 1)


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All 8n of a board of rings for n players; of any other, the one that changes nothing."""
    return _symmetries(board.rounds) or (Symmetry(FIELDS[: board.fields]),)


@cache
def _symmetries(rounds: tuple[tuple[Field, ...], ...]) -> tuple[Symmetry, ...]:
    length = len(rounds[0]) if rounds else 0
    return tuple(
        _symmetry(rounds, target, step, turn)
        for target in (rounds, rounds[::-1])
        for step in (1, -1)
        for turn in range(0, length, 2)
    )


def _symmetry(
    rounds: Sequence[Sequence[Field]], target: Sequence[Sequence[Field]], step: int, turn: int
) -> Symmetry:
    """Each ring onto its target, turned so far, the other way round if `step` is -1."""
    images = {
        field: onto[(turn + step * at) % len(onto)]
        for ring, onto in zip(rounds, target, strict=True)
        for at, field in enumerate(ring)
    }
    return Symmetry(images[field] for field in sorted(images, key=attrgetter("number")))
