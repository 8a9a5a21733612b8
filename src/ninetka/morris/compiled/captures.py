"""Captures without a mill, and where steps may end then (M33-M37), for two players."""

from __future__ import annotations

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, popcount
from ..rulesets import FEWEST_TOKENS, Capture
from .mills import LINES, exposed_of, is_mill, without_rows
from .positions import (
    CLOSED,
    CUSTODY_RULE,
    INTERVENTION_RULE,
    LEAP_RULE,
    MILLS_ONCE,
    RECLOSING,
    ROWS_FORBIDDEN,
    USED,
    Positions,
    Rules,
)

_PLACING, _MOVING, _FEW = (U(each.value) for each in (Capture.PLACING, Capture.MOVING, Capture.FEW))
_FEWEST_TOKENS = U(FEWEST_TOKENS)
BY_CUSTODY, BY_INTERVENTION, BY_LEAP = ONE, U(2), U(3)
"""The first column of `Tables.captures`."""


@inlined
def _may_capture(captures: Word, own: Word, has_hand: bool) -> bool:
    """Return whether a player may capture so, with these tokens on the board."""
    if has_hand:
        return bool(captures & _PLACING)
    few = popcount(own) <= _FEWEST_TOKENS
    return bool(captures & _MOVING and (few or not captures & _FEW))


@compiled
def captured(p: Positions, i: Word, rules: Rules, end: Word, has_hand: bool) -> tuple[Word, Word]:
    """The tokens captured by custody, and by intervention, by the token just put or moved to `end`.

    `has_hand` says whether its player had tokens in hand before (M35, M36).
    """
    own, others, bit = p.tokens[i, U(p.turn[i])], p.tokens[i, ONE ^ U(p.turn[i])], ONE << end
    custody, intervention, table = ZERO, ZERO, rules.tables.captures
    by_custody = _may_capture(rules.numbers[CUSTODY_RULE], own, has_hand)
    by_intervention = _may_capture(rules.numbers[INTERVENTION_RULE], own, has_hand)
    for k in range(len(table)):
        middle, ends = table[k, 1], table[k, 2]
        if table[k, 0] == BY_CUSTODY and by_custody and ends & bit and own & ends == ends:
            custody |= middle & others
        is_between = table[k, 0] == BY_INTERVENTION and middle == bit and others & ends == ends
        if is_between and by_intervention and intervention == ZERO:
            intervention = ends
    if not custody | intervention:
        return ZERO, ZERO
    removable = exposed_of(rules, others)
    return custody & removable, intervention & removable


@compiled
def _leap_ends(p: Positions, i: Word, rules: Rules, seat: Word, start: Word) -> Word:
    """The places at the other ends of lines, over a removable token; they may be taken (M37)."""
    own, found, table = p.tokens[i, seat], ZERO, rules.tables.captures
    if p.hands[i, seat] or not _may_capture(rules.numbers[LEAP_RULE], own, False):
        return ZERO
    over, bit = exposed_of(rules, p.tokens[i, ONE ^ seat]), ONE << start
    for k in range(len(table)):
        if table[k, 0] == BY_LEAP and table[k, 2] & bit and table[k, 1] & over:
            found |= table[k, 2] ^ bit
    return found


@compiled
def leapt_over(p: Positions, i: Word, rules: Rules, start: Word, end: Word) -> Word:
    """The tokens that a step captures by leaping over them (M37), before it is made."""
    seat, found, table = U(p.turn[i]), ZERO, rules.tables.captures
    own, ends = p.tokens[i, seat], ONE << start | ONE << end
    if p.hands[i, seat] or not _may_capture(rules.numbers[LEAP_RULE], own, False):
        return ZERO
    over = exposed_of(rules, p.tokens[i, ONE ^ seat])
    for k in range(len(table)):
        if table[k, 0] == BY_LEAP and table[k, 2] == ends:
            found |= table[k, 1] & over
    return found


@compiled
def usable_mills(p: Positions, i: Word, rules: Rules, seat: Word, tokens: Word, at: Word) -> Word:
    """The number of a seat's mills through a place, with these tokens, that are not used (M33)."""
    used = p.noted[i, USED + seat] if rules.numbers[MILLS_ONCE] else ZERO
    made = ZERO
    for k in range(LINES, LINES + rules.tables.places[at, 1]):
        line = rules.tables.places[at, k]
        made += U(is_mill(rules.tables, tokens, line) and line & ~used != ZERO)
    return made


@compiled
def restricted_ends(
    p: Positions, i: Word, rules: Rules, seat: Word, start: Word, free: Word, jumps: bool
) -> Word:
    """The places where a token may move, jump or leap under any rules (M6, M7, M24, M34, M37)."""
    tokens = p.tokens[i, seat]
    ends = free if jumps else rules.tables.places[start, 0] & free
    if rules.numbers[LEAP_RULE]:
        ends |= _leap_ends(p, i, rules, seat, start) & free
    if rules.numbers[ROWS_FORBIDDEN]:
        ends = without_rows(rules.tables.rows, tokens ^ ONE << start, ends)
    if not rules.numbers[RECLOSING]:
        closing = p.noted[i, CLOSED + seat]
        if closing and (closing - ONE & U(255)) == start:
            back = closing - ONE >> U(8)
            moved = tokens ^ (ONE << start | ONE << back)
            if ends >> back & ONE and usable_mills(p, i, rules, seat, moved, back):
                ends ^= ONE << back
    return ends
