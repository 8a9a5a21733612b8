"""How positions for two are numbered in tables (docs/solve.md), in plain Python.

A *layer* has all positions with the same numbers of tokens in hand and on the board: `Layer(0, 0,
3, 4)` those in which the player to move has three tokens and the other four. Positions that a
symmetry takes into each other have one number. Where the own tokens are symmetrical themselves,
some numbers are left without a position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from .board import Board
from .position import Position
from .symmetry import symmetries


class Layer(NamedTuple):
    """The tokens of the player to move and of the other, in hand and on the board."""

    own_hand: int
    other_hand: int
    own: int
    other: int

    @property
    def swapped(self) -> Layer:
        """The layer at the other player's turn."""
        return Layer(self.other_hand, self.own_hand, self.other, self.own)

    def __str__(self) -> str:
        return "-".join(map(str, self))


def layer_of(position: Position) -> Layer:
    """The layer of a position for two."""
    seat = position.to_move
    own, other = position.masks[seat], position.masks[1 - seat]
    hands = position.hands[seat], position.hands[1 - seat]
    return Layer(*hands, own.bit_count(), other.bit_count())


def number_of(position: Position, layer: Layer, classes: Sequence[int]) -> int:
    """The number of a position in its layer, given the least images of the sets of own tokens.

    A symmetry that makes the own tokens' bitboard least is applied, and the other's tokens are
    counted off among the fields that are free then; of several symmetries, that with the least
    number.
    """
    own, other = position.masks[position.to_move], position.masks[1 - position.to_move]
    images = [(symmetry.mask(own), symmetry) for symmetry in symmetries(position.board)]
    least = min(image for image, _ in images)
    ranks = (_rank(each.mask(other), least) for image, each in images if image == least)
    ways = comb(position.board.fields - layer.own, layer.other)
    return bisect_left(classes, least) * ways + min(ranks)


def _rank(mask: int, without: int) -> int:
    """The number of a set among all of as many fields, where some fields are left out."""
    rank = found = 0
    while mask:
        low = mask & -mask
        mask ^= low
        found += 1
        rank += comb((low - 1 & ~without).bit_count(), found)
    return rank


def masks_of(board: Board, layer: Layer, classes: Sequence[int], number: int) -> tuple[int, int]:
    """The own and the other's tokens in the position of this number."""
    at, rank = divmod(number, comb(board.fields - layer.own, layer.other))
    own, other, left = classes[at], 0, layer.other
    free = [index for index in range(board.fields) if not own >> index & 1]
    for place in reversed(range(len(free))):
        if left and comb(place, left) <= rank:
            rank -= comb(place, left)
            other |= 1 << free[place]
            left -= 1
    return own, other
