"""Counts of the positions that can come up, by plain bitboards and with the board's symmetries.

A position is what is on the board and in hand, and who is to move. A removal is part of the move
that makes the mill. Positions in which a player has lost count, and nothing follows from them.
Quiet turns (M13) do not matter: no game ends by them, and they make no other position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ninetka.morris import Board, Field

Tokens: TypeAlias = tuple[int, int]
"""The tokens on the board, as bitboards: those of the player to move, then the other's."""


class Counting:
    """The rules of Mills on a board of 16 fields at most, for two."""

    def __init__(self, board: Board) -> None:
        """Work out the images of all sets of fields."""
        self.all = (1 << board.fields) - 1
        self.mills = [sum(1 << field.index for field in line) for line in board.lines]
        self.through = [
            [mill for mill in self.mills if mill >> at & 1] for at in range(board.fields)
        ]
        self.near = [
            sum(1 << near.index for near in board.neighbours(at + 1)) for at in range(board.fields)
        ]
        images = [_images(symmetry) for symmetry in symmetries(board)]
        self.fields_in = [[at for at in range(board.fields) if fields >> at & 1]
                          for fields in range(self.all + 1)]  # fmt: skip
        self.least = [min(each) for each in zip(*images, strict=True)]
        """By a set of fields: the least of its images."""
        self.to_least = [
            [image for image in images if image[fields] == least]
            for fields, least in enumerate(self.least)
        ]
        """By a set of fields: the symmetries that lead to it."""
        self.all_images = len(images)

    def count(self, tokens: int, jumping: bool) -> int:
        """The number of positions that come up if each player begins with so many tokens."""
        total, layer = 0, {(0, 0)}
        # Hands and seats to move follow from the number of plies while tokens are put
        for ply in range(2 * tokens):
            total += self._size(layer)
            layer = self._after_all(layer, tokens - ply // 2, jumping)
        by_seat, seat = (layer, set[Tokens]()), 0
        while layer:
            seat = 1 - seat
            layer = self._after_all(layer, 0, jumping) - by_seat[seat]
            by_seat[seat].update(layer)
        return total + sum(map(self._size, by_seat))

    def _after_all(self, positions: set[Tokens], hand: int, jumping: bool) -> set[Tokens]:
        """The positions after each move, one of its images for each."""
        found, least, to_least = set(), self.least, self.to_least
        for position in positions:
            for own, other in self.after(position, hand, jumping):
                found.add((least[own], min(image[other] for image in to_least[own])))
        return found

    def _size(self, positions: set[Tokens]) -> int:
        """The number of all images of positions."""
        return sum(
            self.all_images // sum(image[other] == other for image in self.to_least[own])
            for own, other in positions
        )

    def after(self, position: Tokens, hand: int, jumping: bool) -> Iterator[Tokens]:
        """The positions after each move of the player who has so many tokens in hand."""
        own, other = position
        free = self.all ^ own ^ other
        if hand:
            for end in self.fields_in[free]:
                yield from self._after(own | 1 << end, other, end)
        elif own.bit_count() > 2 and other.bit_count() > 2:
            jumps = jumping and own.bit_count() == 3
            for start in self.fields_in[own]:
                for end in self.fields_in[free if jumps else free & self.near[start]]:
                    yield from self._after(own ^ 1 << start | 1 << end, other, end)

    def _after(self, own: int, other: int, end: int) -> Iterator[Tokens]:
        """The positions for the other player, once a token has come to a field."""
        if other and any(own & mill == mill for mill in self.through[end]):
            safe = 0
            for mill in self.mills:
                safe |= mill if other & mill == mill else 0
            for field in self.fields_in[other & ~safe or other]:
                yield other ^ 1 << field, own
        else:
            yield other, own


def _images(symmetry: Sequence[int]) -> list[int]:
    """By a set of fields: its image."""
    images = [0]
    for image in symmetry:
        images += [fields | 1 << image for fields in images]
    return images


def symmetries(board: Board) -> list[list[int]]:
    """Turns and mirrorings of a board by its places, and swaps of its two rings: by index."""
    at = {(round(2 * x), round(2 * y)): field.index for field, (x, y) in board.places.items()}

    def image(field: int, turns: int, mirrored: bool, swapped: bool) -> int:
        x, y = (round(2 * each) for each in board.places[Field(field + 1)])
        for _ in range(turns):
            x, y = -y, x
        if swapped:
            far = 3 - max(abs(x), abs(y))
            x, y = ((each > 0) * far - (each < 0) * far for each in (x, y))
        return at[-x if mirrored else x, y]

    return [
        [image(field, turns, mirrored, swapped) for field in range(board.fields)]
        for turns in range(4)
        for mirrored in (False, True)
        for swapped in (False, True)
    ]
