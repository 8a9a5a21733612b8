"""The hashes of positions, by which a search remembers them."""

from __future__ import annotations

from typing import Final

from ...compiled.machine import ONE, ZERO, U, Word, inlined
from .positions import MARKING, QUIET, QUIET_FEW, Positions, Terms

_FACTORS: Final = (
    U(0x9E3779B97F4A7C15),
    U(0xC2B2AE3D27D4EB4F),
    U(0xD6E8FEB86659FD93),
    U(0xA0761D6478BD642F),
    U(0xBF58476D1CE4E5B9),
)
"""Odd numbers without a pattern, by which parts of a position are multiplied."""
_HALF: Final = U(32)


@inlined
def key_of(p: Positions, i: Word, terms: Terms) -> Word:
    """The hash of a position. The quiet turns count when they come near their limit (M13)."""
    limit, quiet = min(terms.rules[QUIET], terms.rules[QUIET_FEW]), U(p.quiet[i])
    late = quiet if quiet + quiet > limit else ZERO
    rest = U(p.turn[i]) | U(p.phase[i]) << ONE | U(p.hands[i, 0]) << U(4)
    rest |= U(p.hands[i, 1]) << U(20) | U(p.further[i]) << U(36) | late << U(46)
    key = p.tokens[i, 0] * _FACTORS[0] + p.tokens[i, 1] * _FACTORS[1] + rest * _FACTORS[2]
    if terms.rules[MARKING]:
        key += p.marked[i] * _FACTORS[3]
    key = (key ^ key >> _HALF) * _FACTORS[4]
    return key ^ key >> _HALF
