"""The winners of a position: a depth-first search to the end, with a transposition table."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined, placed
from ...compiled.machine import ONE, ZERO, U, Word, drawn, lowest, popcount
from ...protocol.compiled import Arrays
from .rules import RIM_BIT, SECTIONS, Positions, Rules, apply, copy, holder, legal_codes, next_seat

_WORD, _TWO, _BYTE = U(64), U(2), U(8)
_INNER: Final = (ONE << RIM_BIT) - ONE
SIZE: Final = 1 << 20
"""The number of positions that are kept, each until another takes its place."""


@inlined
def _winner(p: Positions, i: Word, rules: Rules) -> Word:
    """The seat that has won a game that is over (R12, Q6)."""
    best, most, offset = ZERO, ZERO, ZERO
    seat = rules.first_to_move
    for _ in range(rules.players):
        points, tie = ZERO, seat
        for section in range(SECTIONS):
            points += U(holder(p, i, section, rules) == seat)
        slid = popcount(p.stones[i, seat, 0]) + popcount(p.stones[i, seat, 1] & _INNER)
        if rules.by_slide and slid:  # who slid more often slid later, then whose turn is later
            tie = (slid << _TWO) + offset
        if (points << _BYTE | tie) >= most:
            most, best = points << _BYTE | tie, seat
        seat, offset = next_seat(rules, seat), offset + ONE
    return best


@inlined
def _key(p: Positions, i: Word, rules: Rules) -> Word:
    key = U(p.turn[i]) + ONE
    for seat in range(rules.players + ONE):
        key = drawn(key ^ p.stones[i, seat, 0])
        key = drawn(key ^ p.stones[i, seat, 1])
    return key


@entry
def winners(
    p: Positions,
    rules: Rules,
    codes: NDArray[np.uint64],
    keys: NDArray[np.uint64],
    found: NDArray[np.uint8],
    sets: NDArray[np.uint8],
    nodes: NDArray[np.int64],
) -> Word:
    """The seats that may win position 0, as bits; none if that takes over `nodes[0]` positions.

    Who can win for certain does. Else every move may be played, and all are in the set who win
    after one. The other positions are working space, as are `codes`, (plies, 2), and `sets`,
    (plies,). `keys` and `found` remember positions; `nodes[0]` falls by the number looked at.
    """
    ply, last = ZERO, U(len(keys)) - ONE
    value = ZERO
    while True:
        # A new position: it is over, or known, or its moves are to be tried
        low, high = legal_codes(p, ply, rules)
        key = _key(p, ply, rules)
        if low | high == ZERO:
            value = ONE << _winner(p, ply, rules)
        elif keys[key & last] == key:
            value = U(found[key & last])
        else:
            value = ZERO
            codes[ply, 0], codes[ply, 1], sets[ply] = low, high, ZERO
            nodes[0] -= 1
            if nodes[0] < 0:
                return ZERO
        # Back to the last position that is not decided
        while value:
            if ply == ZERO:
                return value
            ply -= ONE
            sets[ply] |= value
            if value == ONE << U(p.turn[ply]):
                sets[ply] = value
            elif codes[ply, 0] | codes[ply, 1]:
                value = ZERO
                continue
            value = U(sets[ply])
            key = _key(p, ply, rules)
            keys[key & last], found[key & last] = key, value
        # Its next move
        if codes[ply, 0]:
            code = lowest(codes[ply, 0])
            codes[ply, 0] &= codes[ply, 0] - ONE
        else:
            code = _WORD + lowest(codes[ply, 1])
            codes[ply, 1] &= codes[ply, 1] - ONE
        copy(p, ply, p, ply + ONE, rules)
        ply += ONE
        apply(p, ply, code, rules)


class WinnerSearch:
    """A search of positions of one game, which remembers what it has found."""

    def __init__(self, rules: Rules, space: Positions) -> None:
        plies = len(space.turn)
        self._rules, self._space = rules, Positions(*placed(space, WinnerSearch))
        codes, sets = np.zeros((plies, 2), U), np.zeros(plies, np.uint8)
        memory = codes, np.zeros(SIZE, U), np.zeros(SIZE, np.uint8), sets
        self._memory = placed(memory, WinnerSearch)

    def winners(self, arrays: Arrays, nodes: int) -> tuple[int, int]:
        """The seats that may win a position, as bits, and the number of positions looked at.

        None may win, 0, if that takes more than `nodes` positions.
        """
        space: Arrays = self._space
        for array, given in zip(space, arrays, strict=True):
            array[0] = given[0]
        left = np.array([nodes])
        codes, keys, known, sets = self._memory
        found = winners(self._space, self._rules, codes, keys, known, sets, left)
        return int(found), nodes - max(int(left[0]), 0)
