"""A search of positions of two: alpha-beta, to one depth after another.

A visit looks at one position. Where the search stands is kept in arrays, so it can stop after any
visit and go on later, and how visits are shared out changes nothing. The first move of a position
is searched with the whole window, the others with an empty one (PVS), later quiet ones less deeply
at first; just before the horizon, quiet moves of a player who is far behind are left out.

Against a plain alpha-beta search in C that looked at several times as many positions, it won 6 of
10 games of Mills at 0.3 seconds a move, and drew 3, which were ended after 60 quiet turns. A search
by random games (UCT), at half a second, won none of 40 and drew 2.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.machine import ONE, ZERO, U, Word, compiled, entry, inlined, lowest
from ...compiled.tree import Nodes, add_successors
from .choices import code_of, legal_ends
from .evaluation import evaluation
from .informed import gaps, in_open_lines
from .positions import (
    CARDS,
    EXPELS,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYERS,
    REMOVE,
    Positions,
    Terms,
    copy,
    free_places,
)
from .rules import apply, apply_by_call, loser
from .transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    WIN,
    WON,
    depth_in,
    found,
    key_of,
    move_in,
    new_table,
    remember,
    says_enough,
    worth_in,
)

PLIES: Final = 62
"""The most plies that are looked ahead."""
MARGIN: Final = 60
"""How much worse than the best a first move may be for its worth to be found out exactly."""
_MOST_MOVES: Final = 65 * 64
_ROOM: Final = 1 << 15
"""For the moves of all positions on the way to the one at hand."""
_MORE: Final = 1 << 20
"""More than anything is worth."""
_GAIN: Final = 150
"""More than a quiet move gains at once, as a rule."""
_SOFT: Final = 150
"""The lead with which three of four games are won or so."""
_LONGEST: Final = 16
"""The most plies of a principal line."""
_HASHED, _CLOSING, _STOPPING, _USUAL = 1 << 40, 1 << 24, 1 << 20, 1 << 14
"""How promising moves are: the best one before, those that close or stop a mill, at most others."""
_FRAME: Final = 11
(_ALPHA, _BETA, _DEPTH, _BEST, _CHOICE, _FIRST, _COUNT, _NEXT, _WINDOW, _FLOOR, _HOPE) = range(
    _FRAME
)
"""What is kept of a position on the way: the window, how deep to search, the best worth and move so
far, where its moves begin, how many they are, which is at hand and in which window, the first alpha
and how promising a move must be."""
_FULL, _NULL, _REDUCED = range(3)
_ENTER, _GO_ON, _LEAVE = range(3)
_PLY, _STAGE, _ITERATION, _SETTLED, _BEST_NODE = range(5)


class Search(NamedTuple):
    """Where a search stands."""

    stack: Positions
    """(PLIES + 2,): the positions on the way from the root; the last is for principal lines."""
    keys: NDArray[np.uint64]
    """(PLIES + 2,): their hashes."""
    frames: NDArray[np.int64]
    """(PLIES + 2, 11): what is kept of each."""
    moves: NDArray[np.int64]
    """(_ROOM, 3): moves as 64 times the start, plus the end; how promising they are; the nodes of
    first moves."""
    first_moves: NDArray[np.int64]
    """(most moves + 1,): by node, the first moves."""
    worths: NDArray[np.int64]
    """(most moves + 1,): by node, what these are worth."""
    history: NDArray[np.int64]
    """(2, most moves): by seat and move, how often it was too good for the other player."""
    table: NDArray[np.uint64]
    """What is remembered of positions."""
    at: NDArray[np.int64]
    """(5,): the ply, what is done there next, the depth of the iteration, whether nothing is left
    to find out, and the node of the best first move."""


def new_search(stack: Positions) -> Search:
    """Room for a search, given room for PLIES + 2 positions."""
    return Search(
        stack=stack,
        keys=np.zeros(PLIES + 2, U),
        frames=np.zeros((PLIES + 2, _FRAME), np.int64),
        moves=np.zeros((_ROOM, 3), np.int64),
        first_moves=np.zeros(_MOST_MOVES + 1, np.int64),
        worths=np.zeros(_MOST_MOVES + 1, np.int64),
        history=np.zeros((2, _MOST_MOVES), np.int64),
        table=new_table(),
        at=np.zeros(5, np.int64),
    )


@inlined
def plays(terms: Terms) -> bool:
    """Whether two play for a win or a draw, so that one's gain is the other's loss."""
    others = terms.rules[CARDS] | terms.rules[EXPELS]
    return bool(terms.rules[PLAYERS] == 2 and others == 0)


@inlined
def _ended(p: Positions, i: Word, ply: int, terms: Terms) -> int:
    """What a finished game is worth to the player whose turn it would be."""
    lost = loser(p, i, terms)
    if lost == NOBODY:
        return 0
    return ply - WIN if lost == U(p.turn[i]) else WIN - ply


@inlined
def _repeats(s: Search, ply: int) -> bool:
    """Whether the position has stood on the way from the root."""
    before, first = ply - 1, max(ply - int(np.int64(s.stack.quiet[ply])), 0)
    while before >= first:
        if s.keys[before] == s.keys[ply]:
            return True
        before -= 1
    return False


@inlined
def _list_moves(s: Search, terms: Terms, ends: NDArray[np.uint64], ply: int, best: int) -> None:
    """List the moves of a position, and how promising they are; `best` was so before."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    turn, is_removal = U(p.turn[i]), U(p.phase[i]) == REMOVE
    own, other = p.tokens[i, turn], p.tokens[i, ONE ^ turn]
    free, count = free_places(p, i, terms), f[_FIRST]
    closing = ZERO if is_removal else gaps(terms.tables, own) & free
    stopping = gaps(terms.tables, other) & free
    if is_removal:
        stopping = in_open_lines(terms.tables, other, free)
    legal_ends(p, i, terms, ends)
    for start in range(NOWHERE + ONE):
        left = ends[start]
        closed = left & closing
        if closed and start != NOWHERE:
            closed = gaps(terms.tables, own ^ ONE << start)
        while left and count < _ROOM:
            bit, move = left & (ZERO - left), np.int64(start << U(6) | lowest(left))
            left ^= bit
            promise = s.history[turn, move]
            promise += (_CLOSING if closed & bit else 0) + (_STOPPING if stopping & bit else 0)
            s.moves[count, 0], s.moves[count, 1] = move, _HASHED if move == best else promise
            count += 1
    f[_COUNT] = count - f[_FIRST]


@inlined
def _enter(s: Search, terms: Terms, ends: NDArray[np.uint64], ply: int) -> int:
    """Begin with a position. Returns what is next: `_LEAVE` if it is known what it is worth."""
    p, i, f = s.stack, U(ply), s.frames[ply]
    is_removal = U(p.phase[i]) == REMOVE
    if U(p.phase[i]) == OVER:
        f[_BEST] = _ended(p, i, ply, terms)
        return _LEAVE
    s.keys[ply] = key_of(p, i, terms)
    if _repeats(s, ply):
        f[_BEST] = 0
        return _LEAVE
    known, best = found(s.table, s.keys[ply]), NOTHING
    if known:
        best, worth = move_in(known), worth_in(known, ply)
        if depth_in(known) >= f[_DEPTH] and says_enough(known, worth, f[_ALPHA], f[_BETA]):
            f[_BEST] = worth
            return _LEAVE
    f[_FIRST], f[_COUNT] = s.frames[ply - 1, _FIRST] + s.frames[ply - 1, _COUNT], 0
    if ply < PLIES and (f[_DEPTH] > 0 or is_removal):
        _list_moves(s, terms, ends, ply, best)
    f[_CHOICE], f[_NEXT], f[_WINDOW], f[_FLOOR], f[_HOPE] = NOTHING, 0, _FULL, f[_ALPHA], 0
    f[_BEST] = -_MORE
    if f[_COUNT] and (f[_DEPTH] > 1 or is_removal):
        return _GO_ON
    f[_BEST] = evaluation(p, i, terms)
    if f[_COUNT] == 0:  # at the horizon, or without room for more
        return _LEAVE
    f[_BEST] += _GAIN
    if f[_BEST] <= f[_ALPHA]:
        f[_HOPE] = _CLOSING
    else:
        f[_BEST] = -_MORE
    return _GO_ON


@inlined
def _pick(s: Search, ply: int) -> bool:
    """Put the most promising of the moves left in the next place; whether it is worth trying."""
    f, moves = s.frames[ply], s.moves
    at, last = f[_FIRST] + f[_NEXT], f[_FIRST] + f[_COUNT]
    best = at
    for k in range(at + 1, last):
        if moves[k, 1] > moves[best, 1]:
            best = k
    for column in range(3):
        moves[at, column], moves[best, column] = moves[best, column], moves[at, column]
    return bool(at < last and moves[at, 1] >= f[_HOPE])


@inlined
def _try(s: Search, terms: Terms, ply: int) -> None:
    """Make the move at hand, with the depth and the window in which it is looked at."""
    p, i, f, g = s.stack, U(ply), s.frames[ply], s.frames[ply + 1]
    move = s.moves[f[_FIRST] + f[_NEXT], 0]
    copy(p, i, p, i + ONE, terms)
    apply(p, i + ONE, U(move) >> U(6), U(move) & U(63), terms)
    closes = U(p.phase[i + ONE]) == REMOVE
    depth = f[_DEPTH] if closes else f[_DEPTH] - 1
    if f[_WINDOW] == _REDUCED:
        if closes or U(p.phase[i]) == REMOVE or f[_NEXT] < 4 or f[_DEPTH] < 3:
            f[_WINDOW] = _NULL
        else:
            depth -= 1
    alpha = f[_ALPHA]
    beta = f[_BETA] if f[_WINDOW] == _FULL else alpha + 1
    is_same = p.turn[i + ONE] == p.turn[i]
    g[_ALPHA], g[_BETA], g[_DEPTH] = (alpha, beta, depth) if is_same else (-beta, -alpha, depth)


@inlined
def _count_first(s: Search, worth: int) -> None:
    """Count what a first move is worth: exactly, if it is not far worse than the best."""
    f = s.frames[0]
    node = s.moves[f[_NEXT], 2]
    s.worths[node] = worth
    if worth > f[_BEST]:
        f[_BEST], f[_CHOICE], f[_ALPHA] = worth, s.moves[f[_NEXT], 0], worth - MARGIN
        s.at[_BEST_NODE] = node


@inlined
def _count(s: Search, ply: int, worth: int) -> None:
    """Count what the move at hand is worth to its player, or have it tried in a wider window."""
    f = s.frames[ply]
    if worth > f[_ALPHA] and f[_WINDOW] == _REDUCED:
        f[_WINDOW] = _NULL
        return
    if f[_ALPHA] < worth < f[_BETA] and f[_WINDOW] == _NULL:
        f[_WINDOW] = _FULL
        return
    move = s.moves[f[_FIRST] + f[_NEXT], 0]
    if ply == 0:
        _count_first(s, worth)
    elif worth > f[_BEST]:
        f[_BEST], f[_CHOICE], f[_ALPHA] = worth, move, max(worth, f[_ALPHA])
    f[_NEXT] += 1
    f[_WINDOW] = _REDUCED
    if worth >= f[_BETA]:
        turn, gain = s.stack.turn[ply], min(f[_DEPTH] * f[_DEPTH], 400)
        s.history[turn, move] += gain - s.history[turn, move] * gain // _USUAL
        f[_NEXT] = f[_COUNT]


@inlined
def _leave(s: Search) -> None:
    """Go back to the position before, with what the one at hand is worth."""
    at, ply = s.at, s.at[_PLY] - 1
    worth = s.frames[ply + 1, _BEST]
    is_same = s.stack.turn[ply + 1] == s.stack.turn[ply]
    at[_PLY], at[_STAGE] = ply, _GO_ON
    _count(s, ply, worth if is_same else -worth)


@inlined
def _remember(s: Search, ply: int) -> None:
    """Remember the position at hand, whose moves have been tried."""
    f, bound = s.frames[ply], EXACT
    if f[_BEST] <= f[_FLOOR]:
        bound = AT_MOST
    elif f[_BEST] >= f[_BETA]:
        bound = AT_LEAST
    remember(s.table, s.keys[ply], ply, f[_DEPTH], f[_BEST], bound, f[_CHOICE])


@inlined
def _deepen(s: Search) -> None:
    """End an iteration and begin the next one, if anything is left to find out."""
    f, at = s.frames[0], s.at
    if at[_ITERATION] == PLIES or (at[_ITERATION] and abs(f[_BEST]) > WON):
        at[_SETTLED] = 1
        return
    at[_ITERATION] += 1
    at[_STAGE] = _GO_ON
    for k in range(f[_COUNT]):
        s.moves[k, 0], s.moves[k, 1], s.moves[k, 2] = s.first_moves[k + 1], s.worths[k + 1], k + 1
    s.moves[at[_BEST_NODE] - 1, 1] = _MORE
    f[_ALPHA], f[_BETA], f[_DEPTH], f[_BEST] = -_MORE, _MORE, at[_ITERATION], -_MORE
    f[_CHOICE], f[_NEXT], f[_WINDOW], f[_FLOOR], f[_HOPE] = NOTHING, 0, _FULL, -_MORE, -_MORE


@compiled
def _begin(
    p: Positions, terms: Terms, nodes: Nodes, key: Word, order: NDArray[np.int64], s: Search,
    ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Begin to search position 0 of `p`. Its moves become nodes, in random order."""
    copy(p, ZERO, s.stack, ZERO, terms)
    s.keys[0] = key_of(p, ZERO, terms)
    legal_ends(p, ZERO, terms, ends)
    used = 1
    for start in range(NOWHERE + ONE):
        while ends[start]:
            s.moves[used, 0] = np.int64(start << U(6) | lowest(ends[start]))
            nodes.action[used], nodes.mover[used] = used, p.turn[0]
            ends[start] &= ends[start] - ONE
            used += 1
    add_successors(nodes, 0, 1, used, key)
    for node in range(1, used):
        move = s.moves[nodes.action[node], 0]
        s.first_moves[node] = move
        nodes.action[node] = code_of(U(move) >> U(6), U(move) & U(63), order)
    s.frames[0, _COUNT] = used - 1
    s.at[_STAGE], s.at[_BEST_NODE] = _LEAVE, 1


@inlined
def _share(worth: int) -> float:
    """The share of the win that a worth stands for, which all machines compute alike."""
    if abs(worth) > WON:
        lost = (WIN - abs(worth)) * 1e-9
        return 1 - lost if worth > 0 else lost
    return 0.5 + 0.5 * worth / (abs(worth) + _SOFT)


@compiled
def _publish(
    s: Search, terms: Terms, nodes: Nodes, order: NDArray[np.int64], ends: NDArray[np.uint64]
) -> None:
    """Let the nodes say what has been found out, with visits as if first moves had shared them."""
    count, best, p = s.frames[0, _COUNT], s.at[_BEST_NODE], s.stack
    each, top = nodes.games[0] // count, s.worths[best]
    most = nodes.games[0] - each * (count - 1)
    for node in range(1, count + 1):
        worth = min(s.worths[node], top)
        nodes.games[node] = most if node == best else each
        nodes.won[node], nodes.children[node] = nodes.games[node] * _share(worth), 0
    # The principal line, as far as it is remembered
    row, node, move = U(PLIES + 1), best, s.first_moves[best]
    copy(p, ZERO, p, row, terms)
    for used in range(count + 1, count + _LONGEST):
        apply_by_call(p, row, U(move) >> U(6), U(move) & U(63), terms)
        known = ZERO if U(p.phase[row]) == OVER else found(s.table, key_of(p, row, terms))
        move = move_in(known) if known else NOTHING
        legal_ends(p, row, terms, ends)
        if move == NOTHING or not ends[move >> 6] >> (U(move) & U(63)) & ONE:
            return
        nodes.child[node], nodes.children[node] = used, 1
        nodes.action[used] = code_of(U(move) >> U(6), U(move) & U(63), order)
        nodes.games[used], nodes.won[used], nodes.children[used] = most, 0.0, 0
        node = used


@entry
def search(
    p: Positions, terms: Terms, nodes: Nodes, done: int, visits: int, key: Word,
    order: NDArray[np.int64], s: Search, ends: NDArray[np.uint64],
) -> None:  # fmt: skip
    """Search position 0, after `done` visits, for so many more, or until nothing is left to do."""
    at, last = s.at, nodes.games[0] + visits
    if done == 0:
        _begin(p, terms, nodes, key, order, s, ends)
    while nodes.games[0] < last and not at[_SETTLED]:
        ply = at[_PLY]
        if at[_STAGE] == _ENTER:
            nodes.games[0] += 1
            at[_STAGE] = _enter(s, terms, ends, ply)
        elif at[_STAGE] == _GO_ON and _pick(s, ply):
            _try(s, terms, ply)
            at[_PLY], at[_STAGE] = ply + 1, _ENTER
        elif at[_STAGE] == _GO_ON:
            if ply:
                _remember(s, ply)
            at[_STAGE] = _LEAVE
        elif ply:
            _leave(s)
        else:
            _deepen(s)
    _publish(s, terms, nodes, order, ends)
