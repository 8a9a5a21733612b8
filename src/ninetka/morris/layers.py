"""Layers of positions for two, of which tables are made, and their numbers (docs/solve.md).

A *layer* has all positions with the same numbers of tokens in hand and on the board: `Layer(0, 0,
3, 4)` those in which the player to move has three tokens and the other four. Positions that a
symmetry takes into each other have one number. Where the own tokens are symmetrical themselves,
some numbers are left without a position. All this is plain Python.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from ..base.errors import NinetkaError
from .board import Board
from .position import Position
from .rulesets import Removals, Terms
from .symmetry import symmetries
from .texts import Say


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
    """Return the rank of a set among all sets of that size, with some fields left out."""
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


def check_solvable(terms: Terms) -> None:
    """Raise NinetkaError for rules that tables leave out."""
    ruleset = terms.ruleset
    reasons = {
        Say.MORE_THAN_TWO_PLAYERS: terms.players != 2,
        Say.CARDS: ruleset.cards,
        Say.MARKED_FIELDS_RULE: ruleset.marking,
        Say.SEVERAL_REMOVALS: ruleset.removals is Removals.EACH,
        Say.REMOVES_FROM_FULL: terms.remover is not None,
        Say.MORE_THAN_64_FIELDS: terms.board.fields > 64,
    }
    for what, is_so in reasons.items():
        if is_so:
            raise NinetkaError(Say.NO_TABLES(ruleset=ruleset.name, what=what()))


def layers_after(layer: Layer, terms: Terms) -> set[Layer]:
    """Return the layers to which a turn can lead, in which the game need not be over."""
    own_hand, other_hand, own, other = layer
    found: set[Layer] = set()
    ways = []
    if own_hand:
        ways.append((own_hand - 1, own + 1))
    if own and (not own_hand or terms.ruleset.mixed):
        ways.append((own_hand, own))
    # Without a removal or, unless a mill wins, after one
    counts = (other,) if terms.ruleset.mill_wins else (other, other - 1)
    for hand, tokens in ways:
        for left in counts:
            after = Layer(other_hand, hand, left, tokens)
            if left >= 0 and left + other_hand >= terms.fewest:
                found.add(after)
                if terms.expels:
                    found.add(after.swapped)
    return {each for each in found if each.own + each.other <= terms.board.fields}


def units_of(terms: Terms, tokens: int | None) -> list[tuple[Layer, ...]]:
    """Return the layers to be solved, in an order in which each follows those that it needs.

    Layers between which players step are together. With `tokens`, they are those with empty hands
    and up to this number of tokens on the board.
    """
    if tokens is None:
        start = Layer(*terms.hands, *(mask.bit_count() for mask in terms.masks))
        found, unseen = {start}, [start]
        while unseen:
            new = layers_after(unseen.pop(), terms) - found
            found |= new
            unseen += new
    else:
        sizes = range(terms.fewest, terms.ruleset.tokens + 1)
        found = {
            Layer(0, 0, own, other)
            for own in sizes
            for other in sizes
            if own + other <= min(tokens, terms.board.fields - 1)
        }
    units = set()
    for layer in found:
        steps = layer.swapped in layers_after(layer, terms)
        pair = {layer, layer.swapped} if steps else {layer}
        units.add(tuple(sorted(pair)))

    def order(unit: tuple[Layer, ...]) -> tuple[int, int]:
        own_hand, other_hand, own, other = unit[0]
        return own_hand + other_hand + own + other, own_hand + other_hand

    return sorted(units, key=lambda unit: (order(unit), unit))
