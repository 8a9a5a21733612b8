"""Turns: how they are made and taken back, and how many can remain (R5-R10)."""

from __future__ import annotations

from typing import TypeVar

from ..protocol.states import turns_to_last
from .board import (
    INNER,
    LINE_STARTS,
    LINES,
    NEIGHBOURS,
    RIM,
    SECTION_AROUND,
    Square,
    blocked,
    movable,
    movable_among,
)
from .legality import is_legal
from .moves import Move, PlaceNeutral, PlaceStone, Slide
from .position import Position
from .rulesets import NEUTRALS, Terms

P = TypeVar("P", bound=Position)


def successor(position: P, move: Move) -> P:
    """The position after a move that is known to be legal; undefined for any other (R5-R9)."""
    if isinstance(move, Slide):
        return _slid(position, move.square.bit)
    if isinstance(move, PlaceStone):
        return _stone_placed(position, move.square.bit)
    if isinstance(move, PlaceNeutral):
        return _neutral_placed(position, move.square.bit)
    # A pass hands the turn on (R9)
    terms = position.terms
    after = terms.seat_after[position.to_move]
    return type(position)(
        terms, after, position.occupied_mask, position.stone_masks, position.open_mask
    )


def _neutral_placed(position: P, bit: int) -> P:
    """The position with a neutral on a core square, whose section is closed to others (R5)."""
    terms = position.terms
    occupied = position.occupied_mask | bit
    if occupied.bit_count() == NEUTRALS:
        # All nine sections have theirs, so placement begins (R6, Q1)
        return type(position)(terms, terms.first_to_place, occupied, position.stone_masks, RIM)
    after = terms.seat_after[position.to_move]
    open_ = position.open_mask & ~SECTION_AROUND[bit]
    return type(position)(terms, after, occupied, position.stone_masks, open_)


def _stone_placed(position: P, bit: int) -> P:
    """The position with one more stone of the seat to move on the rim (R6)."""
    terms, to_move = position.terms, position.to_move
    occupied = position.occupied_mask | bit
    stones = list(position.stone_masks)
    stones[to_move] |= bit
    placed = occupied.bit_count()
    # With the last stone movement begins (R7)
    full = placed == terms.all_stones
    open_ = movable(occupied, terms.edge) if full else position.open_mask ^ bit
    after = terms.placement_order[placed - NEUTRALS]
    return type(position)(terms, after, occupied, tuple(stones), open_)


def _slid(position: P, start: int) -> P:
    """The position with the stone of a rim square slid in to where something stops it (R7)."""
    terms, to_move = position.terms, position.to_move
    end = LINES[start].end(position.occupied_mask | terms.edge)
    occupied = position.occupied_mask ^ start ^ end
    stones = list(position.stone_masks)
    stones[to_move] ^= start | end
    # It blocks the rim stones right before it for good (R8)
    open_ = position.open_mask & ~NEIGHBOURS[end] & occupied
    if terms.can_resume:
        # It may be what another stone in its row or column needs to stop (Q3)
        open_ |= movable_among(LINE_STARTS[end] & occupied, occupied, terms.edge)
    return type(position)(terms, terms.seat_after[to_move], occupied, tuple(stones), open_)


def predecessor(position: P, move: Move) -> P | None:
    """The position from which a move leads here; None if there is none.

    Any such position, as a position has no history.
    """
    terms, to_move, neutrals = position.terms, position.to_move, position.neutral_mask
    mover = terms.seats[to_move - 1]
    stones = list(position.stone_masks)
    placed = sum(stones)
    match move:
        case PlaceNeutral(square):
            neutrals &= ~square.bit
            mover = terms.seats[neutrals.bit_count() % terms.players]
        case PlaceStone(square):
            count = placed.bit_count()
            # Nobody has slid since, nor passed
            if not count or placed & INNER or to_move != terms.placement_order[count]:
                return None
            # The one before may not be the seat before: others had no stone left (Q7)
            mover = terms.placement_order[count - 1]
            stones[mover] &= ~square.bit
        case Slide(Square(line=line, bit=start)):
            if line is None or position.occupied_mask & start:
                return None
            # What slid from there is the first stone on the line, if it is the mover's
            end = next((each.bit for each in line.squares if each.bit & position.occupied_mask), 0)
            if not end & stones[mover] & INNER:
                return None
            stones[mover] ^= start | end
    before = type(position).from_masks(terms, mover, neutrals, tuple(stones))
    # The move may be illegal there or lead elsewhere
    return before if is_legal(before, move) and successor(before, move) == position else None


def max_plies_left(position: Position) -> int:
    """At most this many plies remain, a bound that falls with every ply (R5-R10)."""
    terms, to_move, able = position.terms, position.to_move, position.open_mask
    missing = terms.all_stones - position.occupied_mask.bit_count()
    if missing:
        return missing + _longest_movement(terms)
    # The turns that are left of movement, by the same reasons
    stones = position.stone_masks[to_move:] + position.stone_masks[:to_move]
    if not terms.can_resume or not able:
        return turns_to_last([(able & own).bit_count() for own in stones])
    awake_or_asleep = RIM & ~blocked(position.occupied_mask)
    counts = [(awake_or_asleep & own).bit_count() for own in stones]
    first = next(turn for turn, own in enumerate(stones, 1) if able & own)
    sliding = len(counts) - counts.count(0)
    return first + len(counts) * (sum(counts) - 1) - (sliding - 1)


def _longest_movement(terms: Terms) -> int:
    """At most this many turns of movement are in a game (R7-R10).

    Usually a stone that cannot slide never will, so a player who passes once only passes from then
    on. The others slide in each of their turns, so the last turn is that of the player who has most
    stones.

    Where a stone can wake (Q3), everybody else may pass before each slide. But for the first slide
    of each further player at least one pass is missing: the turn of that player comes before the
    one who slid last has another.
    """
    players, mover = terms.players, terms.first_to_move
    if terms.can_resume:
        return players * sum(terms.stones) - (players - 1)
    return turns_to_last(terms.stones[mover:] + terms.stones[:mover])
