"""Symmetries of boards: permutations of the fields that keep lines and neighbours (M1, M16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, final

import attrs

from ..base.bits import mask_of
from ..base.documented import documented
from ..base.errors import NinetkaError
from ..base.fields import as_tuple
from .board import FIELDS, Board, Field, InvalidFieldError, as_field, fields_of, off_the_board
from .moves import Move, Put, Remove, Step
from .position import NO_EXTRA, NO_NOTES, P, Position

_MOST: Final = 128
"""The most symmetries of a board: those of rings for five players are 40."""
_MOST_TRIES: Final = 100_000
"""The most images tried in the search for symmetries, which takes half a second at most."""
_KEPT: Final = 64
"""The number of symmetries whose tables are kept: more than any one board of rings has."""
_BOARDS: Final = 8
"""The number of boards whose tables are kept: a megabyte for five players."""


def _as_fields(fields: Iterable[Field | int]) -> tuple[Field, ...]:
    return tuple(map(as_field, as_tuple(fields, "the images of a symmetry")))


@final
@documented
@attrs.frozen(cache_hash=True)
class Symmetry:
    """A permutation of a board's fields under which the game stays the same.

    It maps lines to lines and neighbours to neighbours, so edges too (M1, M16). That it does is
    checked against the board when it is used. `symmetries(board)` lists those of a board.
    """

    images: tuple[Field, ...] = attrs.field(converter=_as_fields)
    """The image of each field, by the field's index."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        back = sorted(range(len(self.images)), key=lambda index: self.images[index].index)
        return Symmetry(FIELDS[index] for index in back)

    def then(self, other: Symmetry) -> Symmetry:
        """The symmetry that maps by this one first, then by the other."""
        return Symmetry(map(other.field, self.images))

    def field(self, field: Field) -> Field:
        """The image of a field. Raises InvalidFieldError if it isn't on the symmetry's board."""
        if field.number > len(self.images):
            raise InvalidFieldError(off_the_board(field, len(self.images)))
        return self.images[field.index]

    def move(self, move: Move) -> Move:
        """The image of a move."""
        match move:
            case Put(field):
                return Put(self.field(field))
            case Remove(field):
                return Remove(self.field(field))
            case Step():
                return self.step(move)
        return move

    def step(self, step: Step) -> Step:
        """The image of a step."""
        return Step(self.field(step.start), self.field(step.end))

    @property
    def actions(self) -> tuple[int, ...]:
        """The code of each move's image, by the move's action code."""
        return _actions(self)

    def check(self, board: Board) -> None:
        """Raise NinetkaError if this is not a symmetry of the board."""
        if self in symmetries(board):
            return
        # A board with too many symmetries lists one alone
        images = [field.index for field in self.images]
        if sorted(images) != [*range(board.fields)] or not _keep(board, images):
            raise NinetkaError(
                "this is not a symmetry of the board: it does not keep the lines and edges"
            )

    def mask(self, mask: int) -> int:
        """The image of a bitboard."""
        image = 0
        for table in _images(self):
            image |= table[mask & 255]
            mask >>= 8
        return image


@lru_cache(maxsize=_KEPT)
def _actions(symmetry: Symmetry) -> tuple[int, ...]:
    images, fields = [field.index for field in symmetry.images], len(symmetry.images)
    steps = (fields * (start + 1) + end for start in images for end in images)
    return (*images, *steps)  # as `code_of` has them


@lru_cache(maxsize=_KEPT)
def _images(symmetry: Symmetry) -> list[list[int]]:
    return _by_byte([field.bit for field in symmetry.images])


def _by_byte(of_bit: Sequence[int]) -> list[list[int]]:
    """Return tables of the union of the bits' images, for each byte of a bitboard, by its value."""
    tables = []
    for first in range(0, len(of_bit), 8):
        table = [0]
        for place in range(first, first + 8):
            image = of_bit[place] if place < len(of_bit) else 0  # bits off the board have none
            table += [each | image for each in table]
        tables.append(table)
    return tables


@lru_cache(maxsize=_BOARDS)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All symmetries of a board, first the one that changes nothing; 8n of rings for n players.

    A board that has more than 128, or on which too many permutations would have to be tried, is
    taken to have that one alone.
    """
    found: list[list[int]] = []
    for images in _permutations(board):
        if images is None or len(found) == _MOST:
            return (Symmetry(FIELDS[: board.fields]),)
        found.append(images)
    return tuple(Symmetry(FIELDS[index] for index in images) for images in sorted(found))


def _permutations(board: Board) -> Iterator[list[int] | None]:
    """The permutations of indices that keep lines and neighbours; None after too many tries."""
    order, near = _connected(board), board.neighbour_masks
    through = map(len, board.masks_through)
    degrees = [*zip(map(int.bit_count, near), through, strict=True)]
    images = [0] * board.fields
    tries = 0

    def images_from(step: int, used: int) -> Iterator[list[int] | None]:
        nonlocal tries
        if step == board.fields:
            tries += board.fields  # which are all looked at
            if _keep(board, images):
                yield images[:]
            return
        field = order[step]
        wanted = mask_of(FIELDS[images[each]] for each in order[:step] if near[field] >> each & 1)
        around = near[(wanted & -wanted).bit_length() - 1] if wanted else board.mask
        for image in fields_of(around & ~used):
            tries += 1
            if tries > _MOST_TRIES:
                yield None  # and nobody asks for more
            if degrees[image.index] == degrees[field] and near[image.index] & used == wanted:
                images[field] = image.index
                yield from images_from(step + 1, used | image.bit)

    return images_from(0, 0)


def _connected(board: Board) -> list[int]:
    """The indices of all fields, each next to an earlier one where the board allows that."""
    order: list[int] = []
    reached, rest = 0, board.mask
    while rest:
        field = (rest & reached or rest).bit_length() - 1
        order.append(field)
        rest ^= 1 << field
        reached |= board.neighbour_masks[field]
    return order


def _keep(board: Board, images: Sequence[int]) -> bool:
    """Return whether a permutation of indices takes lines to lines and neighbours to neighbours."""
    lines = {_undirected([field.index for field in line]) for line in board.lines}
    near = board.neighbour_masks
    return all(
        near[images[index]] == mask_of(FIELDS[images[each.index]] for each in fields_of(mask))
        for index, mask in enumerate(near)
    ) and lines == {_undirected([images[field.index] for field in line]) for line in board.lines}


def _undirected(line: Sequence[int]) -> tuple[int, ...]:
    return min(tuple(line), tuple(line[::-1]))


def transformed(position: P, symmetry: Symmetry) -> P:
    """The image of a position, whose board the symmetry must be of."""
    notes, masks = position.notes, tuple(map(symmetry.mask, position.masks))
    if notes is not NO_NOTES:
        steps = tuple(map(symmetry.step, notes.steps))
        notes = attrs.evolve(notes, steps=steps, marked=symmetry.mask(notes.marked))
    if notes.extra is not NO_EXTRA:
        notes = notes.with_extra(
            custody=symmetry.mask(notes.custody),
            intervention=symmetry.mask(notes.intervention),
            used=tuple(map(symmetry.mask, notes.used)),
            closings=tuple(step and symmetry.step(step) for step in notes.closings),
        )
    return attrs.evolve(position, masks=masks, notes=notes)


def to_canonical(position: Position) -> Symmetry:
    """The symmetry to the image whose bitboards are least: the first seat's, then the second's.

    The marked fields (M26), captives (M35-M37) and used lines (M33), then the steps of quiet turns
    (M22) and those that closed mills (M34), decide between equal ones.
    """
    notes = position.notes
    found, tables = symmetries(position.board), _all_images(position.board)
    size = (position.board.fields + 7) // 8
    best: Sequence[int] = range(len(found))
    noted = notes.marked, notes.custody, notes.intervention, *notes.used
    for mask in (*position.masks, *noted):
        together = 0
        for table in tables:
            together |= table[mask & 255]
            mask >>= 8
        written = together.to_bytes(size * len(found), "big")
        images = {at: written[size * at : size * at + size] for at in best}
        least = min(images.values())
        best = [at for at, image in images.items() if image == least]
        if len(best) == 1:
            break
    all_steps = *notes.steps, *(step for step in notes.closings if step is not None)
    if all_steps:

        def steps(symmetry: Symmetry) -> list[tuple[int, int]]:
            images = symmetry.images
            return [(images[s.start.index].index, images[s.end.index].index) for s in all_steps]

        return min((found[at] for at in best), key=steps)
    return found[best[0]]


@lru_cache(maxsize=_BOARDS)
def _all_images(board: Board) -> list[list[int]]:
    """For each byte of a bitboard, by its value: its images under all symmetries, side by side.

    The first symmetry's is in the highest bytes. So all of them are tried in one go.
    """
    width = (board.fields + 7) // 8 * 8
    of_bit = [0] * board.fields
    for symmetry in symmetries(board):
        of_bit = [
            images << width | image.bit
            for images, image in zip(of_bit, symmetry.images, strict=True)
        ]
    return _by_byte(of_bit)
