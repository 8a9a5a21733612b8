"""The rules on many positions at once. Position i is row i of each array."""

from __future__ import annotations

import numpy as np

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from ..rulesets import PlacingMills
from .captures import captured, leapt_over, restricted_ends, usable_mills
from .mills import (
    LINES,
    beside,
    in_mills,
    is_mill,
    linked_mills,
    mills_made,
    removable,
    removable_as_noted,
)
from .positions import (
    BY_LAST_PUT,
    BY_MILL,
    BY_OWED,
    BY_OWN,
    BY_STUCK,
    CARDS,
    CLOSED,
    CUSTODY,
    DUE,
    EACH_MILL,
    EXPELS,
    EXTRA_TURNS,
    FEWEST,
    FIRST_TO_MOVE,
    FULL_DRAWS,
    FULL_LOSES,
    FULL_OWED,
    HAND_PHASE,
    INTERVENTION,
    IS_EXTENDED,
    JUMPING,
    MARKING,
    MILL_WINS,
    MILLS_ONCE,
    MORE_ENDS,
    MOVE,
    NOBODY,
    NOTES_LAST_PUT,
    NOWHERE,
    OVER,
    PLACING_ENDS,
    PLACING_MILLS,
    PLAYERS,
    PUTS_COUNT,
    QUIET,
    QUIET_FEW,
    QUIET_FEW_ANY,
    RECLOSING,
    REMOVE,
    REMOVER,
    REPETITION,
    RESTRICTS_STEPS,
    ROWS_FORBIDDEN,
    STUCK_REMOVES,
    USED,
    Positions,
    Rules,
    can_jump,
    choice,
    free_places,
    next_seat,
    token_count,
)
from .tables import Tables

_BYTE, _LOW = U(8), U(255)
_COUNTS, _NOTHING, _FORBIDDEN, _FROM_HAND, _FROM_HAND_AGAIN, _AT_THE_END, _ANOTHER_TURN = map(
    choice, PlacingMills
)


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
    restricted = rules.numbers[ROWS_FORBIDDEN] or rules.numbers[RESTRICTS_STEPS]
    if p.hands[i, seat] or (can_jump(p, i, seat, rules) and not restricted):
        return bool(free != ZERO)
    if not restricted:
        return bool(reach(rules.tables, own, free) != ZERO)
    jumps = can_jump(p, i, seat, rules)
    while own:
        start = lowest(own)
        own &= own - ONE
        if restricted_ends(p, i, rules, seat, start, free, jumps):
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
    full_ends = rules.numbers[FULL_DRAWS] | rules.numbers[FULL_LOSES]
    if full_ends and free_places(p, i, rules) == ZERO:
        return True
    most, least = ZERO, U(1 << 16)
    for seat in range(rules.numbers[PLAYERS]):
        most = max(most, token_count(p, i, seat))
        least = min(least, token_count(p, i, seat))
    few = (least if rules.numbers[QUIET_FEW_ANY] else most) <= rules.numbers[JUMPING]
    if U(p.quiet[i]) >= (rules.numbers[QUIET_FEW] if few else rules.numbers[QUIET]):
        return True
    times = rules.numbers[REPETITION]
    return bool(times != ZERO and times_stood(p, i, rules) >= times)


@inlined
def _at_turn(p: Positions, i: Word, seat: Word, rules: Rules) -> None:
    """Make it a seat's turn."""
    p.turn[i] = seat
    p.phase[i] = rules.numbers[HAND_PHASE] if p.hands[i, seat] else MOVE


@compiled
def _owe_stuck(p: Positions, i: Word, seat: Word, rules: Rules) -> bool:
    """Have a player who cannot move remove a token (M38). Returns whether there is one."""
    if not beside(rules.tables, p.tokens[i, seat], p.tokens[i, ONE ^ seat]):
        return False
    p.turn[i], p.phase[i], p.further[i], p.noted[i, DUE] = seat, REMOVE, ZERO, BY_STUCK
    return True


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
    # Whoever cannot move removes a token, if there is one (M38)
    removes = rules.numbers[STUCK_REMOVES] and not (is_over or p.hands[i, first])
    if able == NOBODY and removes and _owe_stuck(p, i, first, rules):
        return
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


@compiled
def _owe(p: Positions, i: Word, seat: Word, due: Word, why: Word, rules: Rules) -> bool:
    """Have a seat remove tokens, or else the other what it owes. Returns whether either can.

    `why` is the word of the notes: the reason, and above its byte what the other owes then.
    """
    while due:
        p.turn[i], p.phase[i], p.further[i], p.noted[i, DUE] = seat, REMOVE, due - ONE, why
        if removable_as_noted(p, i, rules):
            return True
        seat, due, why = ONE ^ seat, why >> _BYTE, why & _LOW
    p.further[i], p.noted[i, DUE] = ZERO, ZERO
    return False


@inlined
def _counted(p: Positions, i: Word, first: Word, rules: Rules) -> tuple[Word, Word]:
    """What both owe by their numbers of mills when placing ends: the first, and why (M31)."""
    own, others = ZERO, ZERO
    for k in range(len(rules.tables.lines)):
        line = rules.tables.lines[k]
        own += U(is_mill(rules.tables, p.tokens[i, first], line))
        others += U(is_mill(rules.tables, p.tokens[i, ONE ^ first], line))
    if not own | others:
        return ONE, BY_OWN | ONE << _BYTE
    fewer = max(min(own, others), ONE)
    return fewer + U(own > others), BY_OWED | fewer + U(own < others) << _BYTE


@inlined
def _use_lines(p: Positions, i: Word, seat: Word, end: Word, rules: Rules) -> None:
    """Remember the lines of the mills through a place (M33)."""
    for k in range(LINES, LINES + rules.tables.places[end, 1]):
        line = rules.tables.places[end, k]
        if is_mill(rules.tables, p.tokens[i, seat], line):
            p.noted[i, USED + seat] |= line


@inlined
def _move_extended(
    p: Positions, i: Word, start: Word, end: Word, rules: Rules
) -> tuple[Word, Word, bool]:
    """Put or move a token under the rules M29 to M39.

    Returns the removals that are due, whose turn follows if there are none, and whether that player
    follows only to put.
    """
    seat, other = U(p.turn[i]), ONE ^ U(p.turn[i])
    is_put, had_hand = start == NOWHERE, p.hands[i, seat] > 0
    leapt = ZERO if is_put else leapt_over(p, i, rules, start, end)
    p.tokens[i, seat] ^= ONE << end
    if is_put:
        p.hands[i, seat] -= np.uint16(1)
    else:
        p.tokens[i, seat] ^= ONE << start
    placing = rules.numbers[PLACING_MILLS] if is_put else _COUNTS
    made, again = ZERO, False
    # The mills that count: not of used lines (M33), nor where a leap captures (M37)
    if not (leapt or placing in (_NOTHING, _FORBIDDEN)):
        made = usable_mills(p, i, rules, seat, p.tokens[i, seat], end)
    custody, intervention = leapt, ZERO
    if not leapt:
        custody, intervention = captured(p, i, rules, end, had_hand)
    due = popcount(custody) + popcount(intervention)
    if made:
        each = made if rules.numbers[EACH_MILL] else ONE
        from_hand = placing in (_FROM_HAND, _FROM_HAND_AGAIN)
        if rules.numbers[CARDS] and (placing == _COUNTS or from_hand):
            p.cards[i, seat] += np.int32(linked_mills(rules.tables, p.tokens[i, seat], ONE << end))
        if rules.numbers[MILL_WINS] or placing != _COUNTS:
            due = custody = intervention = ZERO
        else:
            due = each + (due if rules.numbers[EACH_MILL] else ZERO)
        # Tokens come from the other player's hand (M30)
        if from_hand:
            taken = min(each, U(p.hands[i, other]))
            p.hands[i, other] -= np.uint16(taken)
            due = each - taken
            again = placing == _FROM_HAND_AGAIN and due == ZERO
        if rules.numbers[MILLS_ONCE]:
            _use_lines(p, i, seat, end, rules)
    if not rules.numbers[RECLOSING]:
        closes = made != ZERO and not is_put
        p.noted[i, CLOSED + seat] = ONE + (start << _BYTE | end) if closes else ZERO
    p.noted[i, CUSTODY], p.noted[i, INTERVENTION] = custody, intervention
    puts_again = placing == _ANOTHER_TURN and made != ZERO and p.hands[i, seat] > 0
    return due, seat if again or puts_again else other, puts_again


@inlined
def _remove_extended(p: Positions, i: Word, end: Word, rules: Rules) -> tuple[Word, Word]:
    """Remove a token under the rules M29 to M39.

    Returns the removals that are due to the same player, and whose turn follows if there are none.
    """
    seat, other, bit = U(p.turn[i]), ONE ^ U(p.turn[i]), ONE << end
    due, reason = U(p.further[i]), p.noted[i, DUE] & _LOW
    custody, intervention, left = p.noted[i, CUSTODY], p.noted[i, INTERVENTION], ZERO
    # The other of two tokens goes too (M36), one captive alone (M35), or none for mills (M20)
    if intervention & bit:
        left = intervention ^ bit
        due = popcount(left)
    elif custody & bit:
        due = ZERO
    else:
        due -= popcount(custody) + popcount(intervention)
    _remove(p, i, bit, rules)
    if rules.numbers[MARKING]:
        _mark(p, i, bit, rules)
    p.noted[i, CUSTODY], p.noted[i, INTERVENTION] = ZERO, left
    # The same player goes on (M32, M38), or whoever has removed first (M19, M31)
    is_owed = reason in (BY_OWED, BY_OWN)
    goes_on = reason == BY_STUCK or (rules.numbers[EXTRA_TURNS] and not is_owed)
    goes_on = goes_on or (is_owed and p.noted[i, DUE] >> _BYTE != ZERO)
    return due, seat if goes_on else other


@compiled
def _apply_extended(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> Word:
    """Make a move of one of two under the rules M29 to M39.

    Returns the seat whose turn follows, to be settled; `NOBODY` if tokens are to be removed first.
    """
    is_removal, mover, why = U(p.phase[i]) == REMOVE, U(p.turn[i]), p.noted[i, DUE]
    is_put, puts_again, seat = start == NOWHERE and not is_removal, False, mover
    if is_removal:
        ends = why & _LOW == BY_LAST_PUT
        due, following = _remove_extended(p, i, end, rules)
        if not due:  # the other player removes too (M19, M31)
            seat, due, why = ONE ^ mover, why >> _BYTE, why & _LOW
    else:
        due, following, puts_again = _move_extended(p, i, start, end, rules)
        ends = is_put and not (p.hands[i, 0] or p.hands[i, 1])
        why = BY_LAST_PUT if ends and rules.numbers[NOTES_LAST_PUT] else BY_MILL
    if not (p.hands[i, 0] or p.hands[i, 1]):
        p.marked[i] = ZERO
    fewest = rules.numbers[FEWEST]
    has_lost = token_count(p, i, ZERO) < fewest or token_count(p, i, ONE) < fewest
    # With nothing to remove the turn ends (M10)
    if due and not (is_removal and has_lost) and _owe(p, i, seat, due, why, rules):
        return NOBODY
    # Placing ends with few fields free (M39)
    max_free, is_step = rules.numbers[PLACING_ENDS], start != NOWHERE
    may_end = max_free and not is_step and (p.hands[i, 0] or p.hands[i, 1])
    if may_end and popcount(free_places(p, i, rules)) <= max_free:
        p.hands[i, 0] = p.hands[i, 1] = ZERO
        p.marked[i], ends = ZERO, True
        if puts_again:
            following ^= ONE
    p.further[i] = p.noted[i, DUE] = p.noted[i, CUSTODY] = p.noted[i, INTERVENTION] = ZERO
    # A mill that wins is followed by the loser's turn, others by that of who moves first (M18, M29)
    if rules.numbers[MILL_WINS] and in_mills(rules.tables, p.tokens[i, mover]):
        following = ONE ^ mover
    elif ends and rules.numbers[FIRST_TO_MOVE]:
        following = rules.numbers[FIRST_TO_MOVE] - ONE
    follower_lost = token_count(p, i, following) < fewest
    has_lost = follower_lost or token_count(p, i, ONE ^ following) < fewest
    if rules.numbers[EXPELS] or not has_lost:
        if ends and rules.numbers[PLACING_MILLS] == _AT_THE_END:
            due, why = _counted(p, i, following, rules)
            if _owe(p, i, following, due, why, rules):
                return NOBODY
        if is_put and rules.numbers[REMOVER] != NOBODY and free_places(p, i, rules) == ZERO:
            owed = rules.numbers[FULL_OWED]
            why = BY_OWED | owed << _BYTE if owed else BY_MILL
            if _owe(p, i, rules.numbers[REMOVER], ONE, why, rules):
                return NOBODY
    elif not follower_lost:
        following ^= ONE
    before = U(p.quiet[i])
    p.quiet[i] = before + ONE if is_step else ZERO
    if rules.numbers[REPETITION]:
        _note(p, i, before, start, end)
    return following


@inlined
def _apply_usual(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> Word:
    """Make a move under the rules M5 to M7, M9 to M12, M18 to M20, and M22 to M26.

    Returns the seat whose turn follows, to be settled; `NOBODY` if tokens are to be removed first.
    """
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
            return NOBODY
    p.further[i], p.quiet[i] = ZERO, quiet
    if rules.numbers[REPETITION]:
        _note(p, i, before, start, end)
    return next_seat(rules, seat)


@inlined
def apply(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> None:
    """Make a legal move (M5-M7, M9-M12, M18-M20, M25); a put or a removal starts nowhere."""
    if rules.numbers[IS_EXTENDED]:
        following = _apply_extended(p, i, start, end, rules)
    else:
        following = _apply_usual(p, i, start, end, rules)
    if following != NOBODY:
        settle(p, i, following, rules)


@compiled
def apply_by_call(p: Positions, i: Word, start: Word, end: Word, rules: Rules) -> None:
    """Make a legal move by a call: slower in random games, by half, but quicker to compile."""
    apply(p, i, start, end, rules)
