"""Rulesets and positions as numbers, for numba and for WebAssembly: plain Python."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

from ...compiled.wasm import Packed, WasmBackend, in_words
from ..rulesets import Capture, Passing, Ruleset
from ..state import AutomaticState, DeclaredState

MOST_SIDE: Final = 52
"""The most columns or rows (K1). With fewer, the ends of arrays are left unused in WebAssembly."""
STRIDE: Final = 64
"""The number of cells of a workspace from a point to the one below it, and of words in a set."""
_BOARD, _EDGE, _WORDS = 9 * STRIDE, 10 * STRIDE, 24 * STRIDE


def numbers_of(ruleset: Ruleset) -> tuple[int, ...]:
    """The fields of `ruleset.Rules`."""
    return (
        ruleset.columns,
        ruleset.rows,
        int(ruleset.passing is not Passing.NEVER),
        int(ruleset.passing is Passing.FOR_GOOD),
        int(ruleset.empty_areas),
        int(ruleset.border),
    )


def doubled_komi(ruleset: Ruleset) -> int:
    """Twice the second seat's points for being second (K19)."""
    return int(2 * ruleset.komi)


def workspace_rows(columns: int, rows: int) -> list[int]:
    """The words of an empty workspace: all points, and those of the edge."""
    words = [0] * _WORDS
    row, ends = ((1 << columns) - 1) << 1, 1 << 1 | 1 << columns
    words[_BOARD + 1 : _BOARD + rows + 1] = [row] * rows
    words[_EDGE + 1 : _EDGE + rows + 1] = [ends] * rows
    for edge in {1, rows} if rows else ():
        words[_EDGE + edge] = row
    return words


def packed(state: AutomaticState | DeclaredState) -> Packed:
    """A state as the arrays of `rules.Positions`, with its ruleset and an empty workspace."""
    ruleset = state.ruleset
    sets = (*state.dot_masks, *state.owned_masks)
    row, stride = (1 << ruleset.columns) - 1, ruleset.board.stride
    # As many rows as the largest board has
    words = [mask >> stride * k & row for mask in sets for k in range(MOST_SIDE)]
    half, work = len(words) // 2, in_words(workspace_rows(ruleset.columns, ruleset.rows))
    return {
        "rules": in_words(numbers_of(ruleset)),
        "chains": in_words([ruleset.capture is Capture.DECLARED]),
        "komi": struct.pack("<q", doubled_komi(ruleset)),
        "p.dots": in_words(words[:half]),
        "p.owned": in_words(words[half:]),
        "p.turn": bytes([state.to_move]),
        "p.passes": bytes([state.passes]),
        "p.free": struct.pack("<H", state.free_mask.bit_count()),
        "p.logged": bytes(2),
        "root.rows": work,
        "work.rows": work,
    }


def portable_of(state: AutomaticState | DeclaredState) -> WasmBackend:
    """The WebAssembly for a state's ruleset. To run, it needs the extra `fast`."""
    return WasmBackend(Path(__file__).parent, state.players, state.action_count, packed)
