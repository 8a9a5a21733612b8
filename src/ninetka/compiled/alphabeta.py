"""Alpha-beta for games of two, to one depth after another; a game brings its moves and judgement.

A visit looks at one position. Where the search stands is kept in arrays, so it can stop after any
visit and go on later, and how visits are shared out changes nothing. The first move of a position
is searched with the whole window, the others with an empty one (PVS).

That finds out what the best first move is worth, and of the others only that they are no better. To
show what those are worth, they are compared now and then, less deeply and in a wide window, which
takes a quarter of the visits or less. With that window in each iteration, the same depth took nine
times as many visits at the start of Mills, twice as many in the middle of placing, and as many in
movement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiling import inlined
from .first_moves import count_first, deepen
from .frames import (
    ALPHA,
    BEST,
    BEST_NODE,
    BETA,
    CHOICE,
    COUNT,
    DEEPEST,
    DEPTH,
    ENTER,
    FIRST,
    FLOOR,
    FULL,
    GO_ON,
    HOPE,
    LEAVE,
    LOW,
    MARGIN,
    NEXT,
    NULL,
    PLY,
    REDUCED,
    SETTLED,
    SHIFT,
    SIZE,
    STAGE,
    WINDOW,
    Search,
)
from .transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    FEW,
    depth_in,
    found,
    move_in,
    remember,
    says_enough,
    worth_in,
)
from .tree import Nodes

HASHED, _USUAL = 1 << 40, 1 << 14
"""How promising moves are: the best one before, and at most those that nothing is known of."""


@inlined
def begin(s: Search, nodes: Nodes, count: int, deepest: int, margin: int) -> None:
    """Begin a search of a position with `count` first moves.

    What an earlier search remembers of positions stays, and half of what it praised moves for.
    """
    size, nodes.games[0] = max(s.at[SIZE], FEW), 0
    s.at[:], s.worths[:], s.behind[:] = 0, 0, 0
    for seat in range(len(s.history)):
        for move in range(s.history.shape[1]):
            s.history[seat, move] >>= 1
    s.frames[0, COUNT] = count
    s.at[STAGE], s.at[BEST_NODE], s.at[SIZE] = LEAVE, 1, size
    s.at[DEEPEST], s.at[MARGIN] = deepest, margin


@inlined
def _promote(s: Search, ply: int, move: int) -> None:
    """Have a move tried first, if it is listed."""
    f = s.frames[ply]
    for k in range(f[FIRST], f[FIRST] + f[COUNT]):
        if s.moves[k] & LOW == move:
            s.moves[k] = HASHED << SHIFT | move


@inlined
def is_known(s: Search, ply: int) -> bool:
    """Whether enough is remembered of a position to leave it; else its best move is promoted."""
    f = s.frames[ply]
    known = found(s.table, s.at[SIZE], s.keys[ply])
    if not known:
        return False
    worth = worth_in(known, ply)
    if depth_in(known) >= f[DEPTH] and says_enough(known, worth, f[ALPHA], f[BETA]):
        f[BEST] = worth
        return True
    _promote(s, ply, move_in(known))
    return False


@inlined
def _pick(s: Search, ply: int) -> bool:
    """Put the most promising of the moves left in the next place; whether it is worth trying."""
    f, moves = s.frames[ply], s.moves
    at, last = f[FIRST] + f[NEXT], f[FIRST] + f[COUNT]
    if at >= last:
        return False
    best, most = at, moves[at]
    for k in range(at + 1, last):
        if moves[k] > most:
            best, most = k, moves[k]
    moves[best] = moves[at]
    moves[at] = most
    return bool(most >> SHIFT >= f[HOPE])


@inlined
def move_at(s: Search, ply: int) -> int:
    """The move at hand."""
    low = s.moves[s.frames[ply, FIRST] + s.frames[ply, NEXT]] & LOW
    return int(low if ply else s.first_moves[low])


@inlined
def _praise(s: Search, ply: int, move: int) -> None:
    """Have a move tried earlier from now on: it was too good for the other player."""
    turn, depth = s.stack.turn[ply], s.frames[ply, DEPTH]
    gain = min(depth * depth, 400)
    s.history[turn, move] += gain - s.history[turn, move] * gain // _USUAL


@inlined
def _count(s: Search, ply: int, worth: int) -> None:
    """Count what the move at hand is worth to its player, or have it tried in a wider window."""
    f = s.frames[ply]
    if worth > f[ALPHA] and f[WINDOW] == REDUCED:
        f[WINDOW] = NULL
        return
    if f[ALPHA] < worth < f[BETA] and f[WINDOW] == NULL:
        f[WINDOW] = FULL
        return
    move = move_at(s, ply)
    if ply == 0:
        count_first(s, worth)
    elif worth > f[BEST]:
        f[BEST], f[CHOICE], f[ALPHA] = worth, move, max(worth, f[ALPHA])
    f[NEXT] += 1
    f[WINDOW] = REDUCED
    if worth >= f[BETA]:
        _praise(s, ply, move)
        f[NEXT] = f[COUNT]


@inlined
def _leave(s: Search, ply: int) -> None:
    """Go back to position `ply`, with what the one after it is worth."""
    worth = s.frames[ply + 1, BEST]
    is_same = s.stack.turn[ply + 1] == s.stack.turn[ply]
    _count(s, ply, worth if is_same else -worth)


@inlined
def _remember(s: Search, ply: int) -> None:
    """Remember the position at hand, whose moves have been tried."""
    f, bound = s.frames[ply], EXACT
    if f[BEST] <= f[FLOOR]:
        bound = AT_MOST
    elif f[BEST] >= f[BETA]:
        bound = AT_LEAST
    remember(s.table, s.at[SIZE], s.keys[ply], ply, f[DEPTH], f[BEST], bound, f[CHOICE])


def search_by(enter: Callable[..., int], try_move: Callable[..., None]) -> Callable[..., None]:
    """The search of a game, given how it begins with a position and how it makes a move.

    `enter(s, ply, given)` says what is next: `LEAVE` if it is known what the position is worth.
    `try_move(s, ply, given)` makes the move at hand, and says in which window and how deeply it is
    looked at.
    """

    @inlined
    def search(s: Search, nodes: Nodes, visits: int, given: tuple[Any, ...]) -> None:
        """Search for so many visits more, or until nothing is left to do."""
        ply, stage = s.at[PLY], s.at[STAGE]
        visited, last = nodes.games[0], nodes.games[0] + visits
        while visited < last and not s.at[SETTLED]:
            if stage == ENTER:
                visited += 1
                stage = enter(s, ply, given)
            elif stage == GO_ON and _pick(s, ply):
                try_move(s, ply, given)
                ply, stage = ply + 1, ENTER
            elif stage == GO_ON:
                if ply and s.frames[ply, DEPTH] > 0:
                    _remember(s, ply)
                stage = LEAVE
            elif ply:
                ply, stage = ply - 1, GO_ON
                _leave(s, ply)
            else:
                stage = GO_ON
                deepen(s, visited)
        s.at[PLY], s.at[STAGE], nodes.games[0] = ply, stage, visited

    return search
