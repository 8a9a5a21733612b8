"""The rules on many positions at once (M4-M26). Position i is row i of each array."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, compiled, inlined, lowest, popcount
from . import packing
from .tables import Tables

PUT, MOVE, EITHER, REMOVE, OVER = map(U, range(5))
"""The phases."""
NEVER, IF_ALL, ALWAYS = map(U, range(3))
"""Whether tokens in mills may be removed (M10, M15)."""
NUMBERS: Final = 21
(
    PLAYERS,
    BOARD,
    JUMPING,
    FEWEST,
    QUIET,
    QUIET_FEW,
    HAND_PHASE,
    CARDS,
    EXPELS,
    STUCK_LOSES,
    FROM_MILLS,
    MILL_WINS,
    FULL_DRAWS,
    REMOVER,
    EACH_MILL,
    PUTS_COUNT,
    PUTS_FORBIDDEN,
    ROWS_FORBIDDEN,
    MARKING,
    REPETITION,
    MORE_ENDS,
) = map(U, range(NUMBERS))
NOWHERE: Final = U(64)
"""The place where a put or a removal starts."""
NOBODY: Final = U(packing.NOBODY)
_BYTE, _LOW, LINES = U(8), U(255), U(2)


class Terms(NamedTuple):
    """A ruleset for a number of players, in few arrays: each makes calls slower."""

    tables: Tables
    rules: NDArray[np.uint64]
    """What is said above, by number."""


class Positions(NamedTuple):
    """Positions as arrays, whose first dimension is the position's number."""

    tokens: NDArray[np.uint64]
    """(size, players): the places of each seat's tokens."""
    hands: NDArray[np.uint16]
    """(size, players): the tokens in hand."""
    cards: NDArray[np.int32]
    """(size, players): the cards."""
    turn: NDArray[np.uint8]
    """(size,): the seat to move."""
    phase: NDArray[np.uint8]
    """(size,): what it has to do."""
    quiet: NDArray[np.uint16]
    """(size,): the number of quiet turns in a row (M13)."""
    further: NDArray[np.uint16]
    """(size,): the number of removals that are due after this one (M20)."""
    marked: NDArray[np.uint64]
    """(size,): the marked places (M26)."""
    steps: NDArray[np.uint16]
    """(size, most quiet turns): where each of the quiet turns in a row started and ended, a byte
    each, if positions can be repeated (M22); then zeros."""


@inlined
def next_seat(terms: Terms, seat: Word) -> Word:
    """The seat after another in turn order."""
    return seat + ONE if seat + ONE < terms.rules[PLAYERS] else ZERO


@inlined
def free_places(p: Positions, i: Word, terms: Terms) -> Word:
    """The free places, without marked ones (M26)."""
    taken = p.marked[i]
    for seat in range(terms.rules[PLAYERS]):
        taken |= p.tokens[i, seat]
    return terms.rules[BOARD] & ~taken


@inlined
def token_count(p: Positions, i: Word, seat: Word) -> Word:
    """The number of tokens that a seat has, on the board and in hand together."""
    return popcount(p.tokens[i, seat]) + U(p.hands[i, seat])


@inlined
def can_jump(p: Positions, i: Word, seat: Word, terms: Terms) -> bool:
    """Whether a player may jump (M7, M21)."""
    return bool(p.hands[i, seat] == 0 and popcount(p.tokens[i, seat]) <= terms.rules[JUMPING])


@compiled
def in_long_row(rows: NDArray[np.uint64], tokens: Word, fields: Word) -> bool:
    """Whether fields are part of a row longer than a line that is full and no mill (M24)."""
    found = False
    for k in range(len(rows)):
        found |= tokens & rows[k] == rows[k] and rows[k] & fields == fields
    return found


@inlined
def is_mill(tables: Tables, tokens: Word, line: Word) -> bool:
    """Whether a line is a mill of a player with these tokens (M3, M24)."""
    if tokens & line != line:
        return False
    return len(tables.rows) == 0 or not in_long_row(tables.rows, tokens, line)


@inlined
def in_mills(tables: Tables, tokens: Word) -> Word:
    """Those of a player's tokens that are in mills (M3).

    Lines in the same direction are looked at together.
    """
    found = ZERO
    if len(tables.rows):
        for k in range(len(tables.lines)):
            if is_mill(tables, tokens, tables.lines[k]):
                found |= tables.lines[k]
        return found
    for k in range(len(tables.mills)):
        starts = tokens & tables.mills[k, 0]
        for j in range(1, tables.mills.shape[1]):
            starts &= tokens >> tables.mills[k, j]
        found |= starts
        for j in range(1, tables.mills.shape[1]):
            found |= starts << tables.mills[k, j]
    return found


@inlined
def mills_made(tables: Tables, tokens: Word, place: Word) -> Word:
    """The number of mills in which the token at a place stands (M9, M20)."""
    made = ZERO
    for k in range(LINES, LINES + tables.places[place, 1]):
        made += U(is_mill(tables, tokens, tables.places[place, k]))
    return made


@compiled
def linked_mills(tables: Tables, tokens: Word, bit: Word) -> Word:
    """The number of mills linked to a place by shared fields, directly or through others (M11)."""
    lines, reached, grown, count = tables.lines, ZERO, bit, ZERO
    while grown != reached:
        reached, count = grown, ZERO
        for k in range(len(lines)):
            if lines[k] & reached and is_mill(tables, tokens, lines[k]):
                grown |= lines[k]
                count += ONE
    return count


@inlined
def removable(p: Positions, i: Word, terms: Terms) -> Word:
    """The tokens that the player to move may remove after making a mill (M10, M15)."""
    turn, others, safe = U(p.turn[i]), ZERO, ZERO
    for seat in range(terms.rules[PLAYERS]):
        if seat != turn:
            others |= p.tokens[i, seat]
            if terms.rules[FROM_MILLS] != ALWAYS:
                safe |= in_mills(terms.tables, p.tokens[i, seat])
    if terms.rules[FROM_MILLS] == IF_ALL and safe == others:
        return others
    return others & ~safe


@inlined
def reach(tables: Tables, tokens: Word, free: Word) -> Word:
    """The free places to which some of these tokens can move (M6)."""
    found = ZERO
    for k in range(len(tables.directions)):
        shift, starts = tables.directions[k, 0], tables.directions[k, 1]
        found |= (tokens & starts) << shift | (tokens >> shift) & starts
    return found & free


@compiled
def without_rows(rows: NDArray[np.uint64], tokens: Word, ends: Word) -> Word:
    """Those places where one token more makes no row longer than a line (M24)."""
    allowed = ends
    while ends:
        bit = ends & (ZERO - ends)
        ends ^= bit
        if in_long_row(rows, tokens | bit, bit):
            allowed ^= bit
    return allowed


@inlined
def _can_play(p: Positions, i: Word, seat: Word, terms: Terms) -> bool:
    """Whether a player could put, move or jump (M5-M7, M17)."""
    free, own = free_places(p, i, terms), p.tokens[i, seat]
    if p.hands[i, seat] or (can_jump(p, i, seat, terms) and not terms.rules[ROWS_FORBIDDEN]):
        return bool(free != ZERO)
    if not terms.rules[ROWS_FORBIDDEN]:
        return bool(reach(terms.tables, own, free) != ZERO)
    jumps, tokens = can_jump(p, i, seat, terms), own
    while own:
        bit = own & (ZERO - own)
        own ^= bit
        ends = free if jumps else terms.tables.places[lowest(bit), 0] & free
        if without_rows(terms.tables.rows, tokens ^ bit, ends):
            return True
    return False


@inlined
def times_stood(p: Positions, i: Word, terms: Terms) -> Word:
    """How often the position has stood since the last put or removal: tokens and seat (M22).

    Going back, what differs from now is all that is looked at.
    """
    count, second, differs, others = ONE, p.tokens[i, 1], ZERO, ZERO
    for k in range(U(p.quiet[i])):
        step = U(p.steps[i, U(p.quiet[i]) - ONE - k])
        end = ONE << (step & _LOW)
        change, owner = end | ONE << (step >> _BYTE), ZERO
        if second & end:
            second, owner = second ^ change, ONE
            others ^= change
        else:
            differs ^= change
        count += U(differs | others == ZERO and owner == U(p.turn[i]))
    return count


@inlined
def _has_ended(p: Positions, i: Word, terms: Terms) -> bool:
    """Whether the game ends here as in M18, M19, M22 or M23."""
    turn = U(p.turn[i])
    if terms.rules[MILL_WINS] and in_mills(terms.tables, p.tokens[i, next_seat(terms, turn)]):
        return True
    if terms.rules[FULL_DRAWS] and free_places(p, i, terms) == ZERO:
        return True
    most = ZERO
    for seat in range(terms.rules[PLAYERS]):
        most = max(most, token_count(p, i, seat))
    if U(p.quiet[i]) >= (
        terms.rules[QUIET_FEW] if most <= terms.rules[JUMPING] else terms.rules[QUIET]
    ):
        return True
    times = terms.rules[REPETITION]
    return bool(times != ZERO and times_stood(p, i, terms) >= times)


@inlined
def _at_turn(p: Positions, i: Word, seat: Word, terms: Terms) -> None:
    """Make it a seat's turn."""
    p.turn[i] = seat
    p.phase[i] = terms.rules[HAND_PHASE] if p.hands[i, seat] else MOVE


@inlined
def settle(p: Positions, i: Word, first: Word, terms: Terms) -> None:
    """Make it the turn of the first player from a seat on who can play (M4, M8, M13)."""
    _at_turn(p, i, first, terms)
    is_over = terms.rules[MORE_ENDS] != ZERO and _has_ended(p, i, terms)
    is_over = is_over or U(p.quiet[i]) >= terms.rules[QUIET]
    # The expelled are passed over (M4), players who cannot play are stepped over (M8)
    seat, following, remaining, able = first, NOBODY, ZERO, NOBODY
    for _ in range(terms.rules[PLAYERS] if terms.rules[EXPELS] else ONE):
        if p.tokens[i, seat] or p.hands[i, seat] or not terms.rules[EXPELS]:
            remaining += ONE
            following = seat if following == NOBODY else following
            if able == NOBODY and _can_play(p, i, seat, terms):
                able = seat
        seat = next_seat(terms, seat)
    # One player is left, or has too few tokens (M13, M15)
    if terms.rules[EXPELS]:
        is_over = is_over or remaining == ONE
    else:
        is_over = is_over or token_count(p, i, first) < terms.rules[FEWEST]
    # Nobody can play, or there were too many quiet turns (M13, M15, M19)
    if is_over or able == NOBODY:
        p.turn[i], p.phase[i] = following, OVER
    elif able != first:
        _at_turn(p, i, able, terms)
        # The same may have stood with this player to move (M22)
        if terms.rules[MORE_ENDS] and _has_ended(p, i, terms):
            p.phase[i] = OVER


@inlined
def _remove(p: Positions, i: Word, bit: Word, terms: Terms) -> None:
    """Remove a token, which may expel its owner (M10, M12)."""
    for seat in range(terms.rules[PLAYERS]):
        if p.tokens[i, seat] & bit:
            p.tokens[i, seat] ^= bit
            if terms.rules[EXPELS] and token_count(p, i, seat) < terms.rules[FEWEST]:
                p.tokens[i, seat] = p.hands[i, seat] = ZERO
                p.cards[i, U(p.turn[i])] += np.int32(terms.rules[CARDS] + terms.rules[CARDS])


@inlined
def _mark(p: Positions, i: Word, bit: Word, terms: Terms) -> None:
    """Mark the field of a removed token, or no field if nobody has tokens in hand (M26)."""
    p.marked[i] |= bit
    for seat in range(terms.rules[PLAYERS]):
        if p.hands[i, seat]:
            return
    p.marked[i] = ZERO


@inlined
def _note(p: Positions, i: Word, before: Word, start: Word, end: Word) -> None:
    """Note the step of a quiet turn, or forget all steps (M22)."""
    if p.quiet[i]:
        p.steps[i, before] = start << _BYTE | end
    else:
        for k in range(before):
            p.steps[i, k] = ZERO


@inlined
def apply(p: Positions, i: Word, start: Word, end: Word, terms: Terms) -> None:
    """Make a legal move (M5-M7, M9-M12, M18-M20, M25); a put or a removal starts nowhere."""
    seat, before, bit = U(p.turn[i]), U(p.quiet[i]), ONE << end
    is_removal, is_step = U(p.phase[i]) == REMOVE, start != NOWHERE
    remover, due, quiet = seat, ZERO, ZERO
    if is_removal:
        due = U(p.further[i])
        _remove(p, i, bit, terms)
    else:
        p.tokens[i, seat] ^= bit
        if is_step:
            p.tokens[i, seat] ^= ONE << start
            quiet = before + ONE
        else:
            p.hands[i, seat] -= np.uint16(1)
        made = mills_made(terms.tables, p.tokens[i, seat], end)
        if made and not terms.rules[MILL_WINS] and (is_step or terms.rules[PUTS_COUNT]):
            due = made if terms.rules[EACH_MILL] else ONE
            if terms.rules[CARDS]:
                p.cards[i, seat] += np.int32(linked_mills(terms.tables, p.tokens[i, seat], bit))
    if terms.rules[MARKING]:
        _mark(p, i, bit if is_removal else ZERO, terms)
    # A put has left no field free (M19)
    is_put = not (is_removal or is_step or due)
    if is_put and terms.rules[REMOVER] != NOBODY and free_places(p, i, terms) == ZERO:
        remover, due = terms.rules[REMOVER], ONE
    if due:
        # The turn is not over: its quiet turns are those from before
        p.turn[i], p.phase[i], p.further[i] = remover, REMOVE, due - ONE
        other = next_seat(terms, remover)
        goes_on = (
            terms.rules[EXPELS] or not is_removal or token_count(p, i, other) >= terms.rules[FEWEST]
        )
        # With nothing to remove the turn ends (M10)
        if goes_on and removable(p, i, terms):
            return
    p.further[i], p.quiet[i] = ZERO, quiet
    if terms.rules[REPETITION]:
        _note(p, i, before, start, end)
    settle(p, i, next_seat(terms, seat), terms)


@compiled
def apply_by_call(p: Positions, i: Word, start: Word, end: Word, terms: Terms) -> None:
    """As `apply`, which in random games is twice as fast without a call, but slow to compile."""
    apply(p, i, start, end, terms)


@inlined
def loser(p: Positions, i: Word, terms: Terms) -> Word:
    """The seat that has lost (M15, M18), or 255."""
    turn = U(p.turn[i])
    if U(p.phase[i]) != OVER:
        return NOBODY
    if terms.rules[MILL_WINS] and in_mills(terms.tables, p.tokens[i, next_seat(terms, turn)]):
        return turn
    if terms.rules[EXPELS]:
        return NOBODY
    if token_count(p, i, turn) < terms.rules[FEWEST]:
        return turn
    if terms.rules[FULL_DRAWS] and free_places(p, i, terms) == ZERO:
        return NOBODY
    return NOBODY if _can_play(p, i, turn, terms) or not terms.rules[STUCK_LOSES] else turn


@compiled
def lasting(p: Positions, i: Word, terms: Terms) -> Word:
    """The seats that have neither lost nor been expelled, as bits (M14)."""
    lost, seats = loser(p, i, terms), ZERO
    for seat in range(terms.rules[PLAYERS]):
        if seat != lost and (p.tokens[i, seat] or p.hands[i, seat]):
            seats |= ONE << seat
    return seats


@inlined
def copy(p: Positions, source: Word, q: Positions, target: Word, terms: Terms) -> None:
    """Make position `target` of `q` equal to position `source` of `p`."""
    for seat in range(terms.rules[PLAYERS]):
        q.tokens[target, seat] = p.tokens[source, seat]
        q.hands[target, seat] = p.hands[source, seat]
        q.cards[target, seat] = p.cards[source, seat]
    q.turn[target], q.phase[target] = p.turn[source], p.phase[source]
    q.quiet[target], q.further[target] = p.quiet[source], p.further[source]
    q.marked[target] = p.marked[source]
    if terms.rules[REPETITION]:
        for k in range(U(p.quiet[source])):
            q.steps[target, k] = p.steps[source, k]
