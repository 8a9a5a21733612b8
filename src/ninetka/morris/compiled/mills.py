"""Lines, mills, lines that lack one token, and removals (M3, M6, M9-M11, M20, M24)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from .positions import (
    ALWAYS,
    BY_OWN,
    BY_STUCK,
    CUSTODY,
    DUE,
    FROM_MILLS,
    IF_ALL,
    INTERVENTION,
    IS_EXTENDED,
    NEVER,
    PLAYERS,
    Positions,
    Rules,
)
from .tables import Tables

LINES: Final = U(2)
"""The column of `Tables.places` in which the lines through a place begin."""


@compiled
def in_long_row(rows: NDArray[np.uint64], tokens: Word, fields: Word) -> bool:
    """Return whether fields are part of a row longer than a line that is full and no mill (M24)."""
    found = False
    for k in range(len(rows)):
        found |= tokens & rows[k] == rows[k] and rows[k] & fields == fields
    return found


@inlined
def is_mill(tables: Tables, tokens: Word, line: Word) -> bool:
    """Return whether a line is a mill of a player with these tokens (M3, M24)."""
    if tokens & line != line:
        return False
    return len(tables.rows) == 0 or not in_long_row(tables.rows, tokens, line)


@inlined
def full_lines(tables: Tables, tokens: Word) -> tuple[Word, Word]:
    """The number of a player's full lines, and those of the tokens that are in them.

    Lines in the same direction are looked at together.
    """
    count, found = ZERO, ZERO
    for k in range(len(tables.mills)):
        starts = tokens & tables.mills[k, 0]
        for j in range(1, tables.mills.shape[1]):
            starts &= tokens >> tables.mills[k, j]
        count += popcount(starts)
        found |= starts
        for j in range(1, tables.mills.shape[1]):
            found |= starts << tables.mills[k, j]
    return count, found


@inlined
def in_mills(tables: Tables, tokens: Word) -> Word:
    """The tokens of a player that are in mills (M3, M24)."""
    if len(tables.rows) == 0:
        return full_lines(tables, tokens)[1]
    found = ZERO
    for k in range(len(tables.lines)):
        if is_mill(tables, tokens, tables.lines[k]):
            found |= tables.lines[k]
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
def exposed_of(rules: Rules, others: Word) -> Word:
    """The other player's tokens that may be removed (M10, M15)."""
    if rules.numbers[FROM_MILLS] == ALWAYS:
        return others
    exposed = others & ~in_mills(rules.tables, others)
    return exposed if exposed or rules.numbers[FROM_MILLS] == NEVER else others


@inlined
def beside(tables: Tables, own: Word, others: Word) -> Word:
    """Those of the other tokens that are next to own ones (M38)."""
    near = ZERO
    while own:
        near |= tables.places[lowest(own), 0]
        own &= own - ONE
    return near & others


@compiled
def removable_as_noted(p: Positions, i: Word, rules: Rules) -> Word:
    """The tokens that one of two may remove, for whatever reason (M10, M31, M35-M38)."""
    own, others = p.tokens[i, U(p.turn[i])], p.tokens[i, ONE ^ U(p.turn[i])]
    due = p.noted[i, DUE] & U(255)
    custody, intervention = p.noted[i, CUSTODY], p.noted[i, INTERVENTION]
    if due == BY_STUCK:
        return beside(rules.tables, own, others)
    if custody | intervention and U(p.further[i]) < popcount(custody) + popcount(intervention):
        return custody | intervention
    return exposed_of(rules, own if due == BY_OWN else others)


@inlined
def removable(p: Positions, i: Word, rules: Rules) -> Word:
    """The tokens that the player to move may remove after making a mill (M10, M15)."""
    if rules.numbers[IS_EXTENDED]:
        return removable_as_noted(p, i, rules)
    turn, others, safe = U(p.turn[i]), ZERO, ZERO
    for seat in range(rules.numbers[PLAYERS]):
        if seat != turn:
            others |= p.tokens[i, seat]
            if rules.numbers[FROM_MILLS] != ALWAYS:
                safe |= in_mills(rules.tables, p.tokens[i, seat])
    if rules.numbers[FROM_MILLS] == IF_ALL and safe == others:
        return others
    return others & ~safe


@compiled
def without_rows(rows: NDArray[np.uint64], tokens: Word, ends: Word) -> Word:
    """The places among `ends` where one token more makes no row longer than a line (M24)."""
    allowed = ends
    while ends:
        bit = ends & (ZERO - ends)
        ends ^= bit
        if in_long_row(rows, tokens | bit, bit):
            allowed ^= bit
    return allowed


@inlined
def _lacking_one(mills: NDArray[np.uint64], tokens: Word, k: Word) -> Word:
    """The lowest places of the lines in direction k that one token more would fill."""
    full, found = mills[k, 0] & tokens, mills[k, 0] & ~tokens
    for j in range(1, mills.shape[1]):
        if j == 1 or mills[k, j] != mills[k, j - 1]:
            others = tokens >> mills[k, j]
            full, found = full & others, found & others | full & ~others
    return found


@inlined
def gaps(tables: Tables, tokens: Word) -> Word:
    """The places where one token more would fill a line."""
    found = ZERO
    for k in range(len(tables.mills)):
        starts = _lacking_one(tables.mills, tokens, k)
        found |= starts
        for j in range(1, tables.mills.shape[1]):
            found |= starts << tables.mills[k, j]
    return found & ~tokens


@inlined
def in_open_lines(tables: Tables, tokens: Word, free: Word) -> Word:
    """The tokens in lines that one token more would fill, where its place is free."""
    found, mills, usable = ZERO, tables.mills, tokens | free
    for k in range(len(mills)):
        starts = _lacking_one(mills, tokens, k) & usable
        for j in range(1, mills.shape[1]):
            starts &= usable >> mills[k, j]
        found |= starts
        for j in range(1, mills.shape[1]):
            found |= starts << mills[k, j]
    return found & tokens


@compiled
def gaps_by_call(tables: Tables, tokens: Word) -> Word:
    """Return `gaps`, by a call, which keeps the code small."""
    return gaps(tables, tokens)
