"""Positions of 9AM and Mills from arrays that may come from anywhere: what does not fit is refused.

What is left out, as it makes no game endless: whether tokens and hands fit the turn order, whether
the removals that are due come from a mill, and whether steps can have led to the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiled.arrays import Form, bits_of, refuse, taken
from ...compiled.compiling import entry
from ...compiled.machine import ZERO, U
from ..position import Due
from ..rulesets import Removals, Terms
from .packing import MOST_CARDS
from .positions import REMOVE, Positions, Rules
from .rules import settle
from .tables import MOST_FIELDS


def checked(named: Mapping[str, Any], empty: Positions, terms: Terms) -> Positions:
    """Positions, of which only turns and phases may still be impossible. Raises NinetkaError.

    `empty` are positions of the same kind.
    """
    forms: dict[str, Form] = {
        name: (array.dtype, array.shape[1:]) for name, array in empty._asdict().items()
    }
    p, ruleset = Positions(**taken(named, forms)), terms.ruleset
    _check_tokens(p, terms)
    most = MOST_CARDS if ruleset.cards else 0
    refuse((p.cards < 0) | (p.cards > most), f"a number of cards is not 0 to {most}")
    refuse(p.turn >= terms.players, "the seat to move does not play")
    refuse(p.quiet > terms.quiet_limit, "there are too many quiet turns")
    lines = max(map(len, terms.board.masks_through))
    most = lines - 1 if ruleset.removals is Removals.EACH else 0
    if terms.is_extended:
        _check_noted(p, terms)
        most += 2 * lines
        most = max(most, len(terms.board.lines)) + 1
    refuse(p.further > most, "too many removals are due")
    fields, numbers = terms.board.fields, np.arange(p.steps.shape[1], dtype=np.int64)
    refuse((p.steps >> 8 >= fields) | (p.steps & 255 >= fields), "a step is off the board")
    unused = numbers >= p.quiet[:, None]
    refuse(unused & (p.steps != 0), "there are more steps than quiet turns")
    return p


def _check_tokens(p: Positions, terms: Terms) -> None:
    """Refuse tokens and marks off the board, on one place, or too many (M1, M4, M26)."""
    board = U((1 << terms.board.fields) - 1)
    sets = np.concatenate([p.tokens, p.marked[:, None]], 1)
    refuse(sets & ~board != 0, "a token or mark is off the board")
    count = bits_of(sets).sum(-1, dtype=np.int64)
    union = bits_of(np.bitwise_or.reduce(sets, 1)).sum(-1)
    refuse(count.sum(1) != union, "two tokens or marks share a place")
    if not terms.ruleset.marking:
        refuse(p.marked != 0, "this ruleset has no marks")
    refuse(count[:, :-1] + p.hands > terms.ruleset.tokens, "a seat has too many tokens")


def _check_noted(p: Positions, terms: Terms) -> None:
    """Refuse notes that no position of this ruleset can have (M29-M38)."""
    ruleset, fields, noted = terms.ruleset, terms.board.fields, p.noted
    most_owed = len(terms.board.lines) + 1
    wrong = (noted[:, 0] & U(255) >= len(Due)) | (noted[:, 0] >> U(8) > most_owed)
    rows = np.arange(len(noted))
    others = p.tokens[rows, 1 - p.turn.clip(max=1)]
    wrong |= (noted[:, 1:3] & ~others[:, None]).any(1)
    wrong |= (noted[:, 3:5] & ~U((1 << fields) - 1)).any(1)
    steps = noted[:, 5:] - np.minimum(noted[:, 5:], U(1))
    wrong |= ((steps >> U(8) >= fields) | (steps & U(255) >= fields)).any(1)
    wrong |= noted[:, 3:5].any(1) & (not ruleset.mills_once)
    wrong |= noted[:, 5:].any(1) & ruleset.reclosing
    refuse(wrong, "the notes are impossible")


def permuted(words: NDArray[np.uint64], order: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Bitboards whose bit k is bit order[k] of the given ones."""
    bits = np.zeros((*words.shape, MOST_FIELDS), np.uint8)
    bits[..., : len(order)] = bits_of(words)[..., order]
    return np.packbits(bits, -1, bitorder="little").view(np.uint64)[..., 0]


@entry
def all_settled(p: Positions, q: Positions, rules: Rules, out: NDArray[np.bool_]) -> None:
    """Fill `out`, (size,): whether it is the turn and phase of somebody who can play, or over.

    `q` is a copy of the positions, in which turns are settled anew. In the phase of removals there
    is nothing to settle.
    """
    for i in range(U(len(out))):
        phase = U(p.phase[i])
        if phase == REMOVE:
            out[i] = True
        else:
            settle(q, i, U(p.turn[i]), rules)
            same = p.turn[i] == q.turn[i] and p.phase[i] == q.phase[i]
            out[i] = same and U(p.further[i]) == ZERO
