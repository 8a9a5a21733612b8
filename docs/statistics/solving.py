"""Who can force a win with few stones: full search, compiled. Needs the extra `batch`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetka import Phase, State, Symmetry
from ninetka.compiled.compiling import compiled, inlined
from ninetka.compiled.machine import ONE, ZERO, U, Word, lowest, popcount
from ninetka.nine.compiled.batch import kernel_of
from ninetka.nine.compiled.rules import (
    NEUTRALS,
    RIM_BIT,
    SECTIONS,
    Positions,
    Rules,
    apply,
    copy,
    legal_codes,
)
from ninetka.nine.compiled.tables import CHOICE_COUNTS, CORE_CODES, SECTION_WORDS

_WORD, _CODES = U(64), 49
_UNKNOWN: Final = -1
_TWO, _THREE, _STAMP = U(2), U(3), U(36)
_MIX, _HALF, _TO_SLOT = U(0x9E3779B97F4A7C15), U(32), U(44)
_NOBODY: Final = U(4)

# Each arrangement of neutrals has a number: a digit a section, 0 for no neutral, else its square.
_RADIX: Final = np.cumprod([1, *(int(count) + 1 for count in CHOICE_COUNTS)])
_digits: Final = np.zeros(_CODES, np.int64)
for _section in range(9):
    _own = [code for code in range(_CODES) if int(CORE_CODES[_section]) >> code & 1]
    _digits[_own] = _RADIX[_section] * np.arange(1, len(_own) + 1)
DIGITS: Final = np.array([_digits[list(each.actions[:_CODES])] for each in Symmetry])
"""By symmetry and action code: what that neutral adds to the number of the turned arrangement."""


class Search(NamedTuple):
    """Working space, by ply from the position that is searched."""

    numbers: NDArray[np.int64]
    """(plies, 8): by symmetry, the number of the turned arrangement of neutrals."""
    untried: NDArray[np.uint64]
    """(plies, 2): the moves not yet tried, as bits."""
    tried: NDArray[np.uint64]
    """(plies, 2): the move that is being tried, and the last one that decided such a position."""
    points: NDArray[np.int64]
    """(5,): by seat; the last is nobody's."""
    known: NDArray[np.int8]
    """By least number of an arrangement and its images: 1 if won, 0 if not, -1 if not known."""
    seen: NDArray[np.uint64]
    """(2**20, 5): by hash, the key of a position in which no stone has slid, and if it is won."""
    key: NDArray[np.uint64]
    """(4,): of the position at hand."""


def forces_win(state: State, seat: int, ahead: int = 0) -> bool:
    """Whether a seat can win, with this number of extra points, whatever the others do together."""
    rows, kernel = state.max_plies_left + 1, kernel_of(state)
    words, in_neutrals = np.zeros((2, rows, 2), U), state.phase is Phase.NEUTRALS
    search = Search(
        numbers=np.zeros((rows, len(Symmetry)), np.int64),
        untried=words[0],
        tried=words[1],
        points=np.zeros(5, np.int64),
        known=np.full(int(_RADIX[-1]) if in_neutrals else 1, _UNKNOWN, np.int8),
        seen=np.zeros((1 << 20, 5), U),
        key=np.zeros(4, U),
    )
    positions = Positions(*kernel.pack([state] * rows))
    return bool(_search(positions, kernel._rules, U(seat), ahead, search, DIGITS))


def winners(state: State) -> list[int]:
    """The seats that can win whatever the others do together: one or none."""
    return [int(seat) for seat in state.seats if forces_win(state, seat)]


def forced_lead(state: State) -> int:
    """With two players: by how many points the second seat is ahead if both play for points."""
    lead = 0
    while forces_win(state, 1, -lead - 1):
        lead += 1
    while not forces_win(state, 1, -lead):
        lead -= 1
    return lead


@inlined
def _is_won(
    p: Positions, i: Word, rules: Rules, seat: Word, ahead: int, points: NDArray[np.int64]
) -> int:
    """Whether a seat has won a finished game (R11, R12), given extra points."""
    points[:] = 0
    points[seat] = ahead
    for k in range(SECTIONS):
        most: Word = ZERO
        holder: Word = _NOBODY
        low, high = SECTION_WORDS[k, 0], SECTION_WORDS[k, 1]
        for each in range(rules.players):
            count = popcount(p.stones[i, each, 0] & low) + popcount(p.stones[i, each, 1] & high)
            if count >= most:
                holder = _NOBODY if count == most else each
                most = count
        points[holder] += 1
    for each in range(rules.players):
        if points[each] > points[seat] or (points[each] == points[seat] and each > seat):
            return 0
    return 1


@inlined
def _choose(search: Search, ply: Word) -> Word:
    """Take one of the untried moves: the one that last decided such a position, if it is there."""
    low, high, killer = search.untried[ply, 0], search.untried[ply, 1], search.tried[ply, 1]
    if killer < _WORD and low >> killer & ONE:
        low = ONE << killer
    elif killer >= _WORD and high >> (killer - _WORD) & ONE:
        low, high = ZERO, ONE << (killer - _WORD)
    if low:
        search.untried[ply, 0] ^= low & (~low + ONE)
        return lowest(low)
    search.untried[ply, 1] ^= high & (~high + ONE)
    return _WORD + lowest(high)


@inlined
def _least(search: Search, ply: Word) -> int:
    least: int = search.numbers[ply, 0]
    for k in range(1, 8):
        least = min(least, search.numbers[ply, k])
    return least


@inlined
def _rim(p: Positions, i: Word, rules: Rules, seat: Word) -> Word:
    return p.stones[i, seat, 1] >> RIM_BIT if seat < rules.players else ZERO


@inlined
def _slot(p: Positions, i: Word, rules: Rules, search: Search) -> Word:
    """Make the key of a position in which no stone has slid; where in `seen` it belongs."""
    key, hashed = search.key, ZERO
    key[0] = _rim(p, i, rules, ZERO) | U(search.numbers[i, 0]) << _STAMP
    key[1] = _rim(p, i, rules, ONE) | U(p.turn[i]) << _STAMP
    key[2], key[3] = _rim(p, i, rules, _TWO), _rim(p, i, rules, _THREE)
    for k in range(4):
        hashed = (hashed ^ key[k]) * _MIX
        hashed ^= hashed >> _HALF
    return hashed >> _TO_SLOT


@inlined
def _recalled(p: Positions, i: Word, rules: Rules, search: Search) -> int:
    slot = _slot(p, i, rules, search)
    for k in range(4):
        if search.seen[slot, k] != search.key[k]:
            return _UNKNOWN
    return int(search.seen[slot, 4])


@inlined
def _keep(p: Positions, i: Word, rules: Rules, search: Search, value: int) -> None:
    slot = _slot(p, i, rules, search)
    for k in range(4):
        search.seen[slot, k] = search.key[k]
    search.seen[slot, 4] = U(value)


@inlined
def _nothing_slid(p: Positions, i: Word, rules: Rules) -> bool:
    on_rim = popcount(p.stones[i, rules.players, 1] >> RIM_BIT)
    return bool(on_rim + NEUTRALS == U(p.placed[i]))


@compiled
def _search(
    p: Positions,
    rules: Rules,
    seat: Word,
    ahead: int,
    search: Search,
    digits: NDArray[np.int64],
) -> int:
    """Depth first: 1 if the seat can force a win from position 0, else 0.

    The seat wants a win, all others want none. Once the player to move has found a move that gives
    it what it wants, the others need not be tried. Position i is i plies further on.
    """
    ply, value, is_new = ZERO, _UNKNOWN, True
    while True:
        in_neutrals = U(p.placed[ply]) <= NEUTRALS
        in_placement = not in_neutrals and _nothing_slid(p, ply, rules)
        if is_new:
            value = _UNKNOWN
            if in_neutrals:
                value = int(search.known[_least(search, ply)])
            elif in_placement:
                value = _recalled(p, ply, rules, search)
            if value == _UNKNOWN:
                low, high = legal_codes(p, ply, rules)
                search.untried[ply, 0], search.untried[ply, 1] = low, high
                if not low | high:
                    value = _is_won(p, ply, rules, seat, ahead, search.points)
        elif value == int(U(p.turn[ply]) == seat):
            search.tried[ply, 1] = search.tried[ply, 0]
        elif search.untried[ply, 0] | search.untried[ply, 1]:
            value = _UNKNOWN
        if value == _UNKNOWN:
            code, after = _choose(search, ply), ply + ONE
            search.tried[ply, 0] = code
            copy(p, ply, p, after, rules)
            for k in range(8):
                search.numbers[after, k] = search.numbers[ply, k]
                if U(p.placed[ply]) < NEUTRALS:
                    search.numbers[after, k] += digits[k, code]
            apply(p, after, code, rules)
            ply, is_new = after, True
            continue
        if in_neutrals:
            search.known[_least(search, ply)] = value
        elif in_placement:
            _keep(p, ply, rules, search, value)
        if ply == ZERO:
            return value
        ply, is_new = ply - ONE, False
