"""The rules for many positions at once: what batches and their random games call."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, drawn, lowest
from ...compiled.stepping import steps_by
from .legality import STREAM, any_move, legal_ends
from .positions import NOWHERE, OVER, Positions, Rules
from .rules import apply_by_call
from .scoring import lasting


@inlined
def _allow(
    out: NDArray[np.bool_], i: Word, first: int, ends: Word, order: NDArray[np.int64]
) -> None:
    """Mark the actions that end in these places; those with the same start follow one another."""
    while ends:
        out[i, first + order[lowest(ends)]] = True
        ends &= ends - ONE


@entry
def legal_masks(
    p: Positions, rules: Rules, order: NDArray[np.int64], ends: Any, out: NDArray[np.bool_]
) -> None:
    """Fill `out`, (size, actions): whether actions are legal. `order` has the fields by place."""
    fields = len(order)
    out[:] = False
    for i in range(U(len(p.turn))):
        legal_ends(p, i, rules, ends)
        _allow(out, i, 0, ends[NOWHERE], order)
        own = p.tokens[i, U(p.turn[i])]
        while own:
            start = lowest(own)
            own &= own - ONE
            _allow(out, i, fields * (order[start] + 1), ends[start], order)


@inlined
def ends_of(code: Word, places: NDArray[np.uint64]) -> tuple[Word, Word]:
    """The places where the move of an action code starts and ends."""
    fields = U(len(places))
    first = code // fields
    return (places[first - ONE] if first else NOWHERE), places[code - first * fields]


_Context: TypeAlias = tuple[Rules, NDArray[np.uint64], Any]


@inlined
def _is_legal(p: Positions, i: Word, code: Word, context: _Context) -> bool:
    rules, places, ends = context
    fields = U(len(places))
    if code >= fields * (fields + ONE):
        return False
    legal_ends(p, i, rules, ends)
    start, end = ends_of(code, places)
    return bool(ends[start] >> end & ONE)


@inlined
def _step(p: Positions, i: Word, code: Word, context: _Context) -> None:
    rules, places, _ = context
    start, end = ends_of(code, places)
    apply_by_call(p, i, start, end, rules)


_steps: Final = steps_by(_is_legal, _step)


@entry
def steps(
    p: Positions, actions: NDArray[np.int64], rules: Rules, places: NDArray[np.uint64], ends: Any
) -> int:
    """Make a move in each position; the number of the first illegal one, or -1.

    `places` has the place of each field.
    """
    return _steps(p, actions, (rules, places, ends))


@inlined
def code_of(start: Word, end: Word, order: NDArray[np.int64]) -> int:
    """The action code of a move between places."""
    before = 0 if start == NOWHERE else len(order) * (order[start] + 1)
    return int(before + order[end])


@entry
def random_actions(
    p: Positions, rules: Rules, words: NDArray[np.uint64], order: NDArray[np.int64], ends: Any,
    out: NDArray[np.int64],
) -> None:  # fmt: skip
    """Fill `out`, (size,), with a legal action of each position, -1 if its game is over."""
    for i in range(U(len(p.turn))):
        if U(p.phase[i]) == OVER:
            out[i] = -1
        else:
            start, end = any_move(p, i, rules, words[i], ends)
            out[i] = code_of(start, end, order)


@entry
def random_games(
    p: Positions, rules: Rules, key: Word, first: Word, order: NDArray[np.int64], ends: Any,
    actions: NDArray[np.int16],
) -> None:  # fmt: skip
    """Play a game to the end from each position, ply by ply.

    `actions`, (size, most plies), is filled with the codes of the moves; what follows the last
    stays as it was. The game of position i has the number first + i.
    """
    for i in range(U(len(p.turn))):
        counter, ply = key + (first + i) * STREAM, ZERO
        while U(p.phase[i]) != OVER:
            start, end = any_move(p, i, rules, drawn(counter + ply), ends)
            actions[i, ply] = code_of(start, end, order)
            apply_by_call(p, i, start, end, rules)
            ply += ONE


@entry
def all_lasting(p: Positions, rules: Rules, out: NDArray[np.uint8]) -> None:
    """Fill `out`, (size,): the seats that have neither lost nor been expelled, as bits (M14)."""
    for i in range(U(len(p.turn))):
        out[i] = lasting(p, i, rules)
