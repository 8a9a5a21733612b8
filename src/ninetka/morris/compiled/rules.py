"""The rules on many positions at once. Position i is row i of each array."""

from __future__ import annotations

import numpy as np

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from .mills import in_mills, linked_mills, mills_made, removable, without_rows
from .positions import (
    CARDS,
    EACH_MILL,
    EXPELS,
    FEWEST,
    FULL_DRAWS,
    HAND_PHASE,
    JUMPING,
    MARKING,
    MILL_WINS,
    MORE_ENDS,
    MOVE,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYERS,
    PUTS_COUNT,
    QUIET,
    QUIET_FEW,
    REMOVE,
    REMOVER,
    REPETITION,
    ROWS_FORBIDDEN,
    Positions,
    Rules,
    can_jump,
    free_places,
    next_seat,
    token_count,
)
from .tables import Tables

_BYTE, _LOW = U(8), U(255)


@inlined
def reach(tables: Tables, tokens: Word, free: Word) -> Word:
    """The free places to which some of these tokens can move (M6)."""
    found = ZERO
    for k in range(len(tables.directions)):
        shift, starts = tables.directions[k, 0], tables.directions[k, 1]
        found |= (tokens & starts) << shift | (tokens >> shift) & starts
    return found & free


@inlined
def can_play(p: Positions, i: Word, seat: Word, rules: Rules) -> bool:
    """Return whether a player could put, move or jump (M5-M7, M17)."""
    free, own = free_places(p, i, rules), p.tokens[i, seat]
    if p.hands[i, seat] or (can_jump(p, i, seat, rules) and not rules.numbers[ROWS_FORBIDDEN]):
        return bool(free != ZERO)
    if not rules.numbers[ROWS_FORBIDDEN]:
        return bool(reach(rules.tables, own, free) != ZERO)
    jumps, tokens = can_jump(p, i, seat, rules), own
    while own:
        bit = own & (ZERO - own)
        own ^= bit
        ends = free if jumps else rules.tables.places[lowest(bit), 0] & free
        if without_rows(rules.tables.rows, tokens ^ bit, ends):
            return True
    return False


@inlined
def times_stood(p: Positions, i: Word, rules: Rules) -> Word:
    """Count how often the position, tokens and seat, has stood since the last put or removal (M22).

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
def _has_ended(p: Positions, i: Word, rules: Rules) -> bool:
    """Return whether the game ends here as in M18, M19, M22 or M23."""
    turn = U(p.turn[i])
    if rules.numbers[MILL_WINS] and in_mills(rules.tables, p.tokens[i, next_seat(rules, turn)]):
        return True
    if rules.numbers[FULL_DRAWS] and free_places(p, i, rules) == ZERO:
        return True
    most = ZERO
    for seat in range(rules.numbers[PLAYERS]):
        most = max(most, token_count(p, i, seat))
    if U(p.quiet[i]) >= (
        rules.numbers[QUIET_FEW] if most <= rules.numbers[JUMPING] else rules.numbers[QUIET]
    ):
        return True
    times = rules.numbers[REPETITION]
    return bool(times != ZERO and times_stood(p, i, rules) >= times)


@inlined
def _at_turn(p: Positions, i: Word, seat: Word, rules: Rules) -> None:
    """Make it a seat's turn."""
    p.turn[i] = seat
    p.phase[i] = rules.numbers[HAND_PHASE] if p.hands[i, seat] else MOVE


@inlined
def settle(p: Positions, i: Word, first: Word, rules: Rules) -> None:
    """Make it the turn of the first player from a seat on who can play (M4, M8, M13)."""
    _at_turn(p, i, first, rules)
    is_over = rules.numbers[MORE_ENDS] != ZERO and _has_ended(p, i, rules)
    is_over = is_over or U(p.quiet[i]) >= rules.numbers[QUIET]
    # The expelled are passed over (M4), players who cannot play are stepped over (M8)
    seat, following, remaining, able = first, NOBODY, ZERO, NOBODY
    for _ in range(rules.numbers[PLAYERS] if rules.numbers[EXPELS] else ONE):
        if p.tokens[i, seat] or p.hands[i, seat] or not rules.numbers[EXPELS]:
            remaining += ONE
            following = seat if following == NOBODY else following
            if able == NOBODY and can_play(p, i, seat, rules):
                able = seat
        seat = next_seat(rules, seat)
    # One player is left, or has too few tokens (M13, M15)
    if rules.numbers[EXPELS]:
        is_over = is_over or remaining == ONE
    else:
        is_over = is_over or token_count(p, i, first) < rules.numbers[FEWEST]
    # Nobody can play, or there were too many quiet turns (M13, M15, M19)
    if is_over or able == NOBODY:
        p.turn[i], p.phase[i] = following, OVER
    elif able != first:
        _at_turn(p, i, able, rules)
        # The same may have stood with this player to move (M22)
        if rules.numbers[MORE_ENDS] and _has_ended(p, i, rules):
            p.phase[i] = OVER


@inlined
def _remove(p: Positions, i: Word, bit: Word, rules: Rules) -> None:
    """Remove a token, which may expel its owner (M10, M12)."""
    for seat in range(rules.numbers[PLAYERS]):
        if p.tokens[i, seat] & bit:
            p.tokens[i, seat] ^= bit
            if rules.numbers[EXPELS] and token_count(p, i, seat) < rules.numbers[FEWEST]:
                p.tokens[i, seat] = p.hands[i, seat] = ZERO
                p.cards[i, U(p.turn[i])] += np.int32(rules.numbers[CARDS] + rules.numbers[CARDS])


@inlined
def _mark(p: Positions, i: Word, bit: Word, rules: Rules) -> None:
    """Mark the field of a removed token, or no field if nobody has tokens in hand (M26)."""
    p.marked[i] |= bit
    for seat in range(rules.numbers[PLAYERS]):
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
def apply(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> None:
    """Make a legal move (M5-M7, M9-M12, M18-M20, M25); a put or a removal starts nowhere."""
    seat, before, bit = U(p.turn[i]), U(p.quiet[i]), ONE << end
    is_removal, is_step = U(p.phase[i]) == REMOVE, start != NOWHERE
    remover, due, quiet = seat, ZERO, ZERO
    if is_removal:
        due = U(p.further[i])
        _remove(p, i, bit, rules)
    else:
        p.tokens[i, seat] ^= bit
        if is_step:
            p.tokens[i, seat] ^= ONE << start
            quiet = before + ONE
        else:
            p.hands[i, seat] -= np.uint16(1)
        made = mills_made(rules.tables, p.tokens[i, seat], end)
        if made and not rules.numbers[MILL_WINS] and (is_step or rules.numbers[PUTS_COUNT]):
            due = made if rules.numbers[EACH_MILL] else ONE
            if rules.numbers[CARDS]:
                p.cards[i, seat] += np.int32(linked_mills(rules.tables, p.tokens[i, seat], bit))
    if rules.numbers[MARKING]:
        _mark(p, i, bit if is_removal else ZERO, rules)
    # A put has left no field free (M19)
    is_put = not (is_removal or is_step or due)
    if is_put and rules.numbers[REMOVER] != NOBODY and free_places(p, i, rules) == ZERO:
        remover, due = rules.numbers[REMOVER], ONE
    if due:
        # The turn is not over: its quiet turns are those from before
        p.turn[i], p.phase[i], p.further[i] = remover, REMOVE, due - ONE
        other = next_seat(rules, remover)
        goes_on = (
            rules.numbers[EXPELS]
            or not is_removal
            or token_count(p, i, other) >= rules.numbers[FEWEST]
        )
        # With nothing to remove the turn ends (M10)
        if goes_on and removable(p, i, rules):
            return
    p.further[i], p.quiet[i] = ZERO, quiet
    if rules.numbers[REPETITION]:
        _note(p, i, before, start, end)
    settle(p, i, next_seat(rules, seat), rules)


@compiled
def apply_by_call(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> None:
    """Make a legal move by a call: slower in random games, by half, but quicker to compile."""
    apply(p, i, start, end, rules)
