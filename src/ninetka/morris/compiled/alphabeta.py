"""The search of mill games of two, by alpha-beta.

- Late move reduction: late quiet moves are searched less deeply at first, by more plies the later
  they come and the deeper the search is, by fewer in the main line and if they stop a mill.
- Reverse futility: near the horizon, a position is left that is far better than it needs to be.
  Futility: quiet moves of a player who is far behind are left out there. Neither is done if the
  other threatens to close a mill.
- Quiescence search: beyond the horizon, a player may still close mills.

Positions at the horizon are not looked up in the transposition table, since memory is slower than
the evaluation of a position; it is small at first, so that it is near. What this gained is in
reliability/measurements.md.
"""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.alphabeta import (
    ALPHA,
    BEST,
    BEST_NODE,
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
    SearchState,
    begin,
    is_known,
    move_at,
    new_search,
    search_by,
    share_visits,
    worth_of_first,
)
from ...compiled.compiling import compiled, entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, lowest
from ...compiled.transpositions import NOTHING, WIN, WON, fetch, found, hash_of, move_in
from ...compiled.tree import Nodes, add_successors
from .evaluation import closed_next, evaluation
from .legality import MOST_MOVES, legal_ends
from .mills import gaps, in_open_lines
from .packing import NOTED
from .plain import exposed, is_plain, step
from .positions import (
    CARDS,
    EXPELS,
    IS_EXTENDED,
    MARKING,
    MOVE,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYERS,
    QUIET,
    QUIET_FEW,
    REMOVE,
    Positions,
    Rules,
    can_jump,
    copy,
    free_places,
)
from .rules import apply_by_call
from .scoring import loser
from .stepping import code_of

PLIES: Final = 62
"""The most plies that are looked ahead."""
ROOM: Final = 1 << 15
"""For the moves of all positions on the way to the one at hand."""
CLOSING, STOPPING = 1 << 24, 1 << 20
"""Scores of moves that close or stop a mill. A move is 64 times its start, plus its end."""

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

_SOFT: Final = 150
"""The lead with which three of four games are won or so."""
_MARGIN: Final = 60
"""The most by which a first move may be worse than the best if its exact worth is to be found."""
_LONGEST: Final = 16
"""The most plies of a principal line."""


@inlined
def plays(rules: Rules) -> bool:
    """Return whether two play for a win or a draw, so that one's gain is the other's loss."""
    others = rules.numbers[CARDS] | rules.numbers[EXPELS]
    return bool(rules.numbers[PLAYERS] == 2 and others == 0)


@inlined
def _key_of(p: Positions, i: Word, rules: Rules) -> Word:
    """The hash of a position. The quiet turns count when they come near their limit (M13)."""
    limit, quiet = min(rules.numbers[QUIET], rules.numbers[QUIET_FEW]), U(p.quiet[i])
    late = quiet if quiet + quiet > limit else ZERO
    rest = U(p.turn[i]) | U(p.phase[i]) << ONE | U(p.hands[i, 0]) << U(4)
    rest |= U(p.hands[i, 1]) << U(20) | U(p.further[i]) << U(36) | late << U(46)
    marked = p.marked[i] if rules.numbers[MARKING] else ZERO
    key = hash_of(p.tokens[i, 0], p.tokens[i, 1], rest, marked)
    if rules.numbers[IS_EXTENDED]:
        for k in range(0, NOTED - 1, 2):
            key = hash_of(key, p.noted[i, k], p.noted[i, k + 1], p.noted[i, NOTED - 1])
    return key


@compiled
def _list_moves(
    s: SearchState, rules: Rules, ends: NDArray[np.uint64], ply: int, least: int, is_plain: bool
) -> None:
    """List those moves of a position that are at least so promising."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    turn, phase = U(p.turn[i]), U(p.phase[i])
    own, other = p.tokens[i, turn], p.tokens[i, ONE ^ turn]
    free, at = free_places(p, i, rules), f[FIRST]
    closing = ZERO if phase == REMOVE else gaps(rules.tables, own) & free
    if phase == REMOVE:
        stopping = in_open_lines(rules.tables, other, free)
    else:
        stopping = gaps(rules.tables, other) & free
    starts, start = own, NOWHERE
    jumps = can_jump(p, i, turn, rules)
    if not is_plain:
        legal_ends(p, i, rules, ends)
    elif phase == MOVE:
        ends[NOWHERE] = ZERO
    else:
        starts, ends[NOWHERE] = ZERO, exposed(rules, other) if phase == REMOVE else free
    while True:
        left = ends[start]
        if is_plain and start != NOWHERE:
            left = free if jumps else rules.tables.places[start, 0] & free
        closed = left & closing
        if closed and start != NOWHERE:
            closed &= gaps(rules.tables, own ^ ONE << start)
        if least >= CLOSING:
            left = closed
        while left and at < ROOM:
            bit, move = left & (ZERO - left), np.int64(start << U(6) | lowest(left))
            left ^= bit
            promise = s.history[turn, move]
            promise += (CLOSING if closed & bit else 0) + (STOPPING if stopping & bit else 0)
            s.moves[at] = promise << SHIFT | move
            at += 1
        if not starts:
            break
        start = lowest(starts)
        starts &= starts - ONE
    f[COUNT] = at - f[FIRST]


@compiled
def _ended(p: Positions, i: Word, ply: int, rules: Rules) -> int:
    """The worth of a finished game to the player whose turn it would be."""
    lost = loser(p, i, rules)
    if lost == NOBODY:
        return 0
    return ply - WIN if lost == U(p.turn[i]) else WIN - ply


@inlined
def _repeats(s: SearchState, ply: int) -> bool:
    """Return whether the position has stood on the way from the root."""
    before, first = ply - 2, max(ply - int(np.int64(s.stack.quiet[ply])), 0)
    while before >= first:
        if s.keys[before] == s.keys[ply]:
            return True
        before -= 2
    return False


@inlined
def _leaves(s: SearchState, rules: Rules, ply: int) -> bool:
    """Return whether it is known at once what a position is worth."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    if U(p.phase[i]) == OVER:
        f[BEST] = _ended(p, i, ply, rules)
        return True
    s.keys[ply] = _key_of(p, i, rules)
    if _repeats(s, ply):
        f[BEST] = 0
        return True
    f[FIRST] = s.frames[ply - 1, FIRST] + s.frames[ply - 1, COUNT]
    is_last = ply == PLIES or f[FIRST] >= ROOM
    if U(p.phase[i]) == REMOVE and not is_last:
        return False
    if is_last or f[DEPTH] <= 1:
        f[BEST] = evaluation(p, i, rules)
    if is_last or f[DEPTH] > 0:
        return is_last
    return f[BEST] >= f[BETA] or f[DEPTH] <= -_BEYOND or not _closed_next(p, i, ZERO, rules)


@inlined
def _closed_next(p: Positions, i: Word, other: Word, rules: Rules) -> Word:
    """The places where the player to move, or with 1 as `other` the other, could close a mill."""
    return closed_next(p, i, other ^ U(p.turn[i]), free_places(p, i, rules), rules)


@inlined
def _looks_settled(s: SearchState, ply: int, rules: Rules) -> bool:
    """Reverse futility: return whether a position near the horizon is good enough to be left.

    Futility: if it looks too bad for quiet moves to help, `HOPE` says that mills alone are closed.
    """
    p, i, f = s.stack, U(ply), s.frames[ply]
    is_calm = f[BETA] - f[ALPHA] == 1 and abs(f[BETA]) < WON
    is_calm = is_calm and _closed_next(p, i, ONE, rules) == ZERO
    if f[DEPTH] > 1:
        if not is_calm:
            return False
        f[BEST] = evaluation(p, i, rules)
    if is_calm and f[BEST] - _LOSS - _LOSS_EACH * f[DEPTH] >= f[BETA]:
        return True
    gain = _GAIN + _GAIN_EACH * f[DEPTH]
    if f[DEPTH] < _NEAR and f[BEST] + gain <= f[ALPHA]:
        f[BEST], f[HOPE] = f[BEST] + gain, CLOSING
    return False


class _Context(NamedTuple):
    """The rules of a search, and working space."""

    rules: Rules
    is_plain: bool
    """Whether `step` makes its moves."""
    ends: NDArray[np.uint64]
    """(65,): working space for the moves of a position."""


@inlined
def _enter(s: SearchState, ply: int, context: _Context) -> int:
    """Begin with a position. Returns what is next: `LEAVE` if it is known what it is worth."""
    rules = context.rules
    p, i, f = s.stack, U(ply), s.frames[ply]
    if _leaves(s, rules, ply):
        return LEAVE
    f[CHOICE], f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = NOTHING, 0, FULL, f[ALPHA], 0
    is_beyond = f[DEPTH] <= 0
    if not is_beyond:  # while moves are listed, what may be known comes from memory
        fetch(s.table, s.at[SIZE], s.keys[ply])
    if U(p.phase[i]) != REMOVE:
        if is_beyond:  # its player may also be content
            f[ALPHA], f[HOPE] = max(f[ALPHA], f[BEST]), CLOSING
        elif f[DEPTH] <= _NEAR and _looks_settled(s, ply, rules):
            return LEAVE
    if f[HOPE] == 0:
        f[BEST] = -MORE
    _list_moves(s, rules, context.ends, ply, f[HOPE], context.is_plain)
    return LEAVE if not is_beyond and is_known(s, ply) else GO_ON


@inlined
def _less(s: SearchState, ply: int) -> int:
    """Late move reduction: the plies to cut for the quiet move at hand."""
    f = s.frames[ply]
    less = np.int64(_LESS[min(f[DEPTH], len(_LESS) - 1), min(f[NEXT], _LATEST)])
    if f[BETA] - f[ALPHA] > 1:
        less -= 1
    if s.moves[f[FIRST] + f[NEXT]] >> SHIFT >= STOPPING:
        less -= 1
    return int(min(less, f[DEPTH] - 2))


@inlined
def _try(s: SearchState, ply: int, context: _Context) -> None:
    """Make the move at hand, with the depth and the window in which it is looked at."""
    rules = context.rules
    p, i, f, g = s.stack, U(ply), s.frames[ply], s.frames[ply + 1]
    move = move_at(s, ply)
    if context.is_plain:
        step(p, i, U(move) >> U(6), U(move) & U(63), rules)
    else:
        copy(p, i, p, i + ONE, rules)
        apply_by_call(p, i + ONE, U(move) >> U(6), U(move) & U(63), rules)
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


def room_for(stack: Positions) -> SearchState:
    """Room for a search, given room for PLIES + 2 positions."""
    return new_search(stack, PLIES, ROOM, MOST_MOVES)


@compiled
def _begin(
    p: Positions, rules: Rules, nodes: Nodes, key: Word, order: NDArray[np.int64], s: SearchState,
    ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Begin to search position 0 of `p`. Its moves become nodes, in random order."""
    copy(p, ZERO, s.stack, ZERO, rules)
    s.keys[0] = _key_of(p, ZERO, rules)
    legal_ends(p, ZERO, rules, ends)
    used = 1
    for start in range(NOWHERE + ONE):
        while ends[start]:
            s.first_moves[used] = np.int64(start << U(6) | lowest(ends[start]))
            nodes.action[used], nodes.mover[used] = used, p.turn[0]
            ends[start] &= ends[start] - ONE
            used += 1
    add_successors(nodes, 0, 1, used, key)
    for node in range(1, used):
        s.moves[node] = s.first_moves[nodes.action[node]]
    for node in range(1, used):
        move = s.first_moves[node] = s.moves[node]
        nodes.action[node] = code_of(U(move) >> U(6), U(move) & U(63), order)
    begin(s, nodes, used - 1, PLIES, _MARGIN)


@compiled
def _publish(
    s: SearchState, rules: Rules, nodes: Nodes, order: NDArray[np.int64], ends: NDArray[np.uint64]
) -> None:
    """Write what has been found out into the nodes; visits are as if first moves shared them."""
    count, best, p = s.frames[0, COUNT], s.at[BEST_NODE], s.stack
    most = share_visits(s, nodes)
    for node in range(1, count + 1):
        # The share of the win that a worth stands for, which all machines compute alike
        worth = worth_of_first(s, node)
        if abs(worth) > WON:
            lost = (WIN - abs(worth)) * 1e-9
            share = 1 - lost if worth > 0 else lost
        else:
            share = 0.5 + 0.5 * worth / (abs(worth) + _SOFT)
        nodes.won[node] = nodes.games[node] * share
    # The principal line, as far as it is remembered
    row, node, move = U(PLIES + 1), best, s.first_moves[best]
    copy(p, ZERO, p, row, rules)
    for used in range(count + 1, count + _LONGEST):
        apply_by_call(p, row, U(move) >> U(6), U(move) & U(63), rules)
        known = (
            ZERO if U(p.phase[row]) == OVER else found(s.table, s.at[SIZE], _key_of(p, row, rules))
        )
        move = move_in(known) if known else NOTHING
        legal_ends(p, row, rules, ends)
        if move == NOTHING or not ends[move >> 6] >> (U(move) & U(63)) & ONE:
            return
        nodes.child[node], nodes.children[node] = used, 1
        nodes.action[used] = code_of(U(move) >> U(6), U(move) & U(63), order)
        nodes.games[used], nodes.won[used], nodes.children[used] = most, 0.0, 0
        node = used


@entry
def search(
    p: Positions, rules: Rules, nodes: Nodes, done: int, visits: int, key: Word,
    order: NDArray[np.int64], s: SearchState, ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Search position 0, after `done` visits, for `visits` more, or until nothing is left to do."""
    if done == 0:
        _begin(p, rules, nodes, key, order, s, ends)
    _search(s, nodes, visits, _Context(rules, is_plain(rules), ends))
    _publish(s, rules, nodes, order, ends)
