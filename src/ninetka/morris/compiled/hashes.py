"""The hashes of positions, by which a search remembers them."""

from __future__ import annotations

from ...compiled.compiling import inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.transpositions import hash_of
from .positions import MARKING, QUIET, QUIET_FEW, Positions, Terms


@inlined
def key_of(p: Positions, i: Word, terms: Terms) -> Word:
    """The hash of a position. The quiet turns count when they come near their limit (M13)."""
    limit, quiet = min(terms.rules[QUIET], terms.rules[QUIET_FEW]), U(p.quiet[i])
    late = quiet if quiet + quiet > limit else ZERO
    rest = U(p.turn[i]) | U(p.phase[i]) << ONE | U(p.hands[i, 0]) << U(4)
    rest |= U(p.hands[i, 1]) << U(20) | U(p.further[i]) << U(36) | late << U(46)
    marked = p.marked[i] if terms.rules[MARKING] else ZERO
    return hash_of(p.tokens[i, 0], p.tokens[i, 1], rest, marked)
