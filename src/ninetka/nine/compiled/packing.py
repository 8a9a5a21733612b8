"""Rulesets and positions as numbers, for numba and for WebAssembly: plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ...compiled.wasm import Packed, WasmBackend, in_words
from ..board import INNER, LINES, squares_of
from ..rulesets import NEUTRALS, Terms, TieBreak
from ..state import State

SPLIT: Final = 54
"""The first square in the second word of a set of squares."""
FAR: Final = 9
"""The number of free squares before a rim square if its line is empty."""
LONG: Final = 64
"""The number of bytes in a row of a table that is read at one go."""
BITS: Final = [*(square.bit for square in squares_of(INNER)), *LINES]
"""By number of a square in compiled code: its bit in the library."""
LAST_PLACEMENTS: Final = 10
"""With this number of stones left to fill the rim, a search for two is by alpha-beta."""
MOST_PLAYERS: Final = 4
"""With fewer, rows of a position in WebAssembly are left unused."""
_LINES: Final = [[square.bit for square in line.squares[:FAR]] for line in LINES.values()]


def numbers_of(terms: Terms) -> tuple[int, ...]:
    """The fields of `rules.Rules`."""
    return (
        terms.players,
        int.from_bytes(bytes(terms.stones), "little"),
        terms.stones[0] if len({*terms.stones}) == 1 else 0,
        terms.all_stones,
        terms.first_to_place,
        terms.first_to_move,
        NEUTRALS if terms.draws_neutrals else 0,
        int(terms.ruleset.tie_break is TieBreak.LAST_SLIDE),
        int(terms.can_resume),
    )


def packed(state: State) -> Packed:
    """A state as the arrays of `rules.Positions`, twice, and its ruleset as `rules.Rules`."""
    occupied = state.occupied_mask
    words: list[int] = []
    for mask in (*state.stone_masks, occupied):
        squares = sum(1 << number for number, bit in enumerate(BITS) if mask & bit)
        words += squares & (1 << SPLIT) - 1, squares >> SPLIT
    words += [0] * (2 * (MOST_PLAYERS + 1) - len(words))
    depths = [next((k for k, bit in enumerate(line) if occupied & bit), FAR) for line in _LINES]
    depths += [FAR] * (LONG - len(depths))
    return {
        "rules": in_words(numbers_of(state.terms)),
        "p.stones": in_words(words) * 2,
        "p.depths": bytes(depths) * 2,
        "p.turn": bytes([state.to_move]) * 2,
        "p.placed": bytes([occupied.bit_count()]) * 2,
    }


def portable_of(state: State) -> WasmBackend:
    """The WebAssembly for a state's ruleset and number of players. Python needs `fast` for it."""
    return WasmBackend(Path(__file__).parent, state.players, state.action_count, packed)
