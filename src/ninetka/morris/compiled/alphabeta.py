"""The search of mill games of two, by alpha-beta.

- Later quiet moves are searched less deeply at first, by the more plies the later they come and the
  deeper the search is, fewer in the main line and if they stop a mill.
- Near the horizon, a position is left that is far better than it needs to be, and quiet moves of a
  player who is far behind are left out; not if the other threatens to close a mill.
- Beyond the horizon, a player may still close mills.

Positions at the horizon are not looked up in the table, since memory is slower than the judgement
of a position; it is small at first, so that it is near. docs/performance.md says what this gained.
"""

from __future__ import annotations

from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import (
    ALPHA,
    BEST,
    BETA,
    CHOICE,
    COUNT,
    DEPTH,
    FIRST,
    FLOOR,
    FULL,
    GO_ON,
    HOPE,
    LEAVE,
    MORE,
    NEXT,
    NULL,
    REDUCED,
    SHIFT,
    SIZE,
    WINDOW,
    Search,
    is_known,
    move_at,
    new_search,
    search_by,
)
from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.transpositions import NOTHING, WIN, WON, fetch
from ...compiled.tree import Nodes
from .choices import MOST_MOVES
from .evaluation import closed_next, evaluation
from .findings import begin, publish
from .hashes import key_of
from .ordering import CLOSING, PLIES, ROOM, STOPPING, list_moves
from .plain import is_plain, step
from .positions import (
    CARDS,
    EXPELS,
    NOBODY,
    OVER,
    PLAYERS,
    REMOVE,
    Positions,
    Terms,
    copy,
    free_places,
)
from .results import loser
from .rules import apply_by_call

_LATEST: Final = 63
_LESS: Final = np.array(
    [
        [int(0.7 + log(max(depth, 1)) * log(max(number, 1)) / 1.1) for number in range(_LATEST + 1)]
        for depth in range(32)
    ],
    np.int8,
)
"""By depth and number of a quiet move: by how many plies less it is searched at first."""
_BEYOND: Final = 3
"""The most turns beyond the horizon."""
_NEAR: Final = 3
"""From how far before the horizon a position may be left because of how it looks."""
_LOSS, _LOSS_EACH, _GAIN, _GAIN_EACH = 20, 60, 40, 70
"""More than a player loses or gains without mills up to the horizon, and by ply, as a rule."""


@inlined
def plays(terms: Terms) -> bool:
    """Whether two play for a win or a draw, so that one's gain is the other's loss."""
    others = terms.rules[CARDS] | terms.rules[EXPELS]
    return bool(terms.rules[PLAYERS] == 2 and others == 0)


@compiled
def _ended(p: Positions, i: Word, ply: int, terms: Terms) -> int:
    """What a finished game is worth to the player whose turn it would be."""
    lost = loser(p, i, terms)
    if lost == NOBODY:
        return 0
    return ply - WIN if lost == U(p.turn[i]) else WIN - ply


@inlined
def _repeats(s: Search, ply: int) -> bool:
    """Whether the position has stood on the way from the root."""
    before, first = ply - 2, max(ply - int(np.int64(s.stack.quiet[ply])), 0)
    while before >= first:
        if s.keys[before] == s.keys[ply]:
            return True
        before -= 2
    return False


@inlined
def _leaves(s: Search, terms: Terms, ply: int) -> bool:
    """Whether it is known at once what a position is worth."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    if U(p.phase[i]) == OVER:
        f[BEST] = _ended(p, i, ply, terms)
        return True
    s.keys[ply] = key_of(p, i, terms)
    if _repeats(s, ply):
        f[BEST] = 0
        return True
    f[FIRST] = s.frames[ply - 1, FIRST] + s.frames[ply - 1, COUNT]
    is_last = ply == PLIES or f[FIRST] >= ROOM
    if U(p.phase[i]) == REMOVE and not is_last:
        return False
    if is_last or f[DEPTH] <= 1:
        f[BEST] = evaluation(p, i, terms)
    if is_last or f[DEPTH] > 0:
        return is_last
    return f[BEST] >= f[BETA] or f[DEPTH] <= -_BEYOND or not _closed_next(p, i, ZERO, terms)


@inlined
def _closed_next(p: Positions, i: Word, other: Word, terms: Terms) -> Word:
    """Where the player to move could close a mill; with 1 as `other`, where the other could."""
    return closed_next(p, i, other ^ U(p.turn[i]), free_places(p, i, terms), terms)


@inlined
def _looks_settled(s: Search, ply: int, terms: Terms) -> bool:
    """Whether a position near the horizon is left because it looks better than it needs to be.

    If it looks too bad for quiet moves to help, `HOPE` says that mills alone are closed.
    """
    p, i, f = s.stack, U(ply), s.frames[ply]
    is_calm = f[BETA] - f[ALPHA] == 1 and abs(f[BETA]) < WON
    is_calm = is_calm and _closed_next(p, i, ONE, terms) == ZERO
    if f[DEPTH] > 1:
        if not is_calm:
            return False
        f[BEST] = evaluation(p, i, terms)
    if is_calm and f[BEST] - _LOSS - _LOSS_EACH * f[DEPTH] >= f[BETA]:
        return True
    gain = _GAIN + _GAIN_EACH * f[DEPTH]
    if f[DEPTH] < _NEAR and f[BEST] + gain <= f[ALPHA]:
        f[BEST], f[HOPE] = f[BEST] + gain, CLOSING
    return False


@inlined
def _enter(s: Search, ply: int, given: tuple[Terms, NDArray[np.uint64], bool]) -> int:
    """Begin with a position. Returns what is next: `LEAVE` if it is known what it is worth."""
    terms, ends, is_plain = given
    p, i, f = s.stack, U(ply), s.frames[ply]
    if _leaves(s, terms, ply):
        return LEAVE
    f[CHOICE], f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = NOTHING, 0, FULL, f[ALPHA], 0
    is_beyond = f[DEPTH] <= 0
    if not is_beyond:  # while moves are listed, what may be known comes from memory
        fetch(s.table, s.at[SIZE], s.keys[ply])
    if U(p.phase[i]) != REMOVE:
        if is_beyond:  # its player may also be content
            f[ALPHA], f[HOPE] = max(f[ALPHA], f[BEST]), CLOSING
        elif f[DEPTH] <= _NEAR and _looks_settled(s, ply, terms):
            return LEAVE
    if f[HOPE] == 0:
        f[BEST] = -MORE
    list_moves(s, terms, ends, ply, f[HOPE], is_plain)
    return LEAVE if not is_beyond and is_known(s, ply) else GO_ON


@inlined
def _less(s: Search, ply: int) -> int:
    """By how many plies less the quiet move at hand is searched at first."""
    f = s.frames[ply]
    less = np.int64(_LESS[min(f[DEPTH], len(_LESS) - 1), min(f[NEXT], _LATEST)])
    if f[BETA] - f[ALPHA] > 1:
        less -= 1
    if s.moves[f[FIRST] + f[NEXT]] >> SHIFT >= STOPPING:
        less -= 1
    return int(min(less, f[DEPTH] - 2))


@inlined
def _try(s: Search, ply: int, given: tuple[Terms, NDArray[np.uint64], bool]) -> None:
    """Make the move at hand, with the depth and the window in which it is looked at."""
    terms, _, is_plain = given
    p, i, f, g = s.stack, U(ply), s.frames[ply], s.frames[ply + 1]
    move = move_at(s, ply)
    if is_plain:
        step(p, i, U(move) >> U(6), U(move) & U(63), terms)
    else:
        copy(p, i, p, i + ONE, terms)
        apply_by_call(p, i + ONE, U(move) >> U(6), U(move) & U(63), terms)
    closes = U(p.phase[i + ONE]) == REMOVE
    depth = f[DEPTH] if closes else f[DEPTH] - 1
    if f[WINDOW] == REDUCED:
        less = 0 if closes or U(p.phase[i]) == REMOVE else _less(s, ply)
        if less <= 0:
            f[WINDOW] = NULL
        else:
            depth -= less
    alpha = f[ALPHA]
    beta = f[BETA] if f[WINDOW] == FULL else alpha + 1
    is_same = p.turn[i + ONE] == p.turn[i]
    g[ALPHA], g[BETA], g[DEPTH] = (alpha, beta, depth) if is_same else (-beta, -alpha, depth)


_search: Final = search_by(_enter, _try)


def room_for(stack: Positions) -> Search:
    """Room for a search, given room for PLIES + 2 positions."""
    return new_search(stack, PLIES, ROOM, MOST_MOVES)


@entry
def search(
    p: Positions, terms: Terms, nodes: Nodes, done: int, visits: int, key: Word,
    order: NDArray[np.int64], s: Search, ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Search position 0, after `done` visits, for so many more, or until nothing is left to do."""
    if done == 0:
        begin(p, terms, nodes, key, order, s, ends)
    _search(s, nodes, visits, (terms, ends, is_plain(terms)))
    publish(s, terms, nodes, order, ends)
