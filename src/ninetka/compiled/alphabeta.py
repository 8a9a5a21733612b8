"""Alpha-beta by iterative deepening, for games of two; a game brings its moves and its evaluation.

A visit looks at one position. Where the search stands is kept in arrays, so it can stop after any
visit and go on later, and how visits are shared out changes nothing. The first move of a position
is searched with the whole window, the others with a null window (principal variation search, PVS).
The first move is the hash move, if the transposition table has one; the others are ordered by how
promising the game calls them and by the history heuristic.

That finds out what the best first move is worth, and of the others only that they are no better. To
show what those are worth, they are compared now and then, less deeply and in a wide window, which
takes a quarter of the visits or less. With that window in each iteration, the same depth took nine
times as many visits at the start of Mills, twice as many in the middle of placing, and as many in
movement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiling import inlined
from .machine import U
from .transpositions import (
    AT_LEAST,
    AT_MOST,
    ENTRIES,
    EXACT,
    FEW,
    NOTHING,
    WON,
    depth_in,
    enlarge,
    found,
    move_in,
    new_table,
    remember,
    says_enough,
    worth_in,
)
from .tree import Nodes

MORE: Final = 1 << 20
"""More than anything is worth."""
_FRAME: Final = 11
(ALPHA, BETA, DEPTH, BEST, CHOICE, FIRST, COUNT, NEXT, WINDOW, FLOOR, HOPE) = range(_FRAME)
"""The fields of the frame of a ply: the window, how deep to search, the best worth and move so far,
where its moves begin, how many they are, which is at hand and in which window, the first alpha and
how promising a move must be."""
FULL, NULL, REDUCED = range(3)
ENTER, GO_ON, LEAVE = range(3)
_STATE: Final = 13
(
    PLY, STAGE, ITERATION, SETTLED, BEST_NODE, SIZE, COMPARES, COMPARED, STARTED, SPENT, LAST,
    DEEPEST, MARGIN,
) = range(_STATE)  # fmt: skip
"""The ply, what is done there next, the depth of the iteration, whether nothing is left to find
out, the node of the best first move, and how many positions can be remembered; then whether this
iteration compares first moves, how deeply they have been compared, at which visit the iteration
began, and how many visits all such comparisons and the last one took; at last, how deep the search
may go, and how much worse than the best a first move may be for its worth to be found out."""
SHIFT: Final = 13
"""The lowest bit of a listed move's score, by which moves are ordered."""
LOW: Final = (1 << SHIFT) - 1
HASHED, _USUAL = 1 << 40, 1 << 14
"""The scores that order moves: of the hash move, and the most of moves that nothing is known of."""
_PART, _GROWTH = 4, 3
"""The part of the visits that may compare first moves, and how many times as many as before these
take, as a rule, when they look a ply further."""


class SearchState(NamedTuple):
    """The state of a search."""

    stack: Any
    """(plies + 2,): the positions on the way from the root; the last is for principal lines."""
    keys: NDArray[np.uint64]
    """(plies + 2,): their hashes."""
    frames: NDArray[np.int64]
    """(plies + 2, 11): what is kept of each."""
    moves: NDArray[np.int64]
    """(room,): how promising moves are, times 2**13, plus the move. First moves are given by their
    nodes."""
    first_moves: NDArray[np.int64]
    """(most moves + 1,): by node, the first moves."""
    worths: NDArray[np.int64]
    """(most moves + 1,): by node, what these are worth at most; the best one is worth just that."""
    behind: NDArray[np.int64]
    """(most moves + 1,): by node, how much worse than the best they were when compared."""
    history: NDArray[np.int64]
    """(2, most moves): the history heuristic, by seat and move how often it was a cutoff."""
    table: NDArray[np.uint64]
    """The transposition table."""
    at: NDArray[np.int64]
    """(13,): what else is known."""


def new_search(stack: Any, plies: int, room: int, most_moves: int) -> SearchState:
    """Room for a search, given room for `plies + 2` positions, for `room` moves in all of them."""
    return SearchState(
        stack=stack,
        keys=np.zeros(plies + 2, U),
        frames=np.zeros((plies + 2, _FRAME), np.int64),
        moves=np.zeros(room, np.int64),
        first_moves=np.zeros(most_moves + 1, np.int64),
        worths=np.zeros(most_moves + 1, np.int64),
        behind=np.zeros(most_moves + 1, np.int64),
        history=np.zeros((2, most_moves), np.int64),
        table=new_table(),
        at=np.zeros(_STATE, np.int64),
    )


@inlined
def begin(s: SearchState, nodes: Nodes, count: int, deepest: int, margin: int) -> None:
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
def is_known(s: SearchState, ply: int) -> bool:
    """Return whether the table decides a position; if it does not, its best move is tried first."""
    f = s.frames[ply]
    known = found(s.table, s.at[SIZE], s.keys[ply])
    if not known:
        return False
    worth = worth_in(known, ply)
    if depth_in(known) >= f[DEPTH] and says_enough(known, worth, f[ALPHA], f[BETA]):
        f[BEST] = worth
        return True
    move = move_in(known)
    for k in range(f[FIRST], f[FIRST] + f[COUNT]):
        if s.moves[k] & LOW == move:
            s.moves[k] = HASHED << SHIFT | move
    return False


@inlined
def _pick(s: SearchState, ply: int) -> bool:
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
def move_at(s: SearchState, ply: int) -> int:
    """The move at hand."""
    low = s.moves[s.frames[ply, FIRST] + s.frames[ply, NEXT]] & LOW
    return int(low if ply else s.first_moves[low])


@inlined
def count_first(s: SearchState, worth: int) -> None:
    """Count what a first move is worth: exactly, if it is the best, and of wins if they are near.

    If moves are compared, those that are not far worse than the best are told apart.
    """
    f, at = s.frames[0], s.at
    node, is_best = s.moves[f[NEXT]] & LOW, worth > f[BEST]
    if at[COMPARES]:
        s.behind[node] = max(f[BEST] - worth, 0)
    else:
        s.worths[node] = worth
        at[BEST_NODE] = node if is_best else at[BEST_NODE]
    if is_best:
        f[BEST], f[CHOICE] = worth, s.first_moves[node]
        f[ALPHA] = worth - at[MARGIN] if at[COMPARES] or worth > WON else worth


@inlined
def deepen(s: SearchState, visited: int) -> None:
    """End an iteration and begin the next one, if anything is left to find out."""
    f, at = s.frames[0], s.at
    taken, at[STARTED] = visited - at[STARTED], visited
    if at[COMPARES]:
        at[COMPARED], at[SPENT], at[LAST] = at[COMPARED] + 1, at[SPENT] + taken, taken
    elif at[ITERATION] == at[DEEPEST] or (at[ITERATION] and abs(f[BEST]) > WON):
        at[SETTLED] = 1
        return
    is_cheap = (at[SPENT] + _GROWTH * at[LAST]) * _PART < visited
    at[COMPARES] = 1 if is_cheap and at[COMPARED] < at[ITERATION] else 0
    at[ITERATION] += 1 - at[COMPARES]
    while at[SIZE] < min(2 * visited, ENTRIES):
        at[SIZE] = enlarge(s.table, at[SIZE])
    for node in range(1, f[COUNT] + 1):
        s.moves[node - 1] = (s.worths[node] - s.behind[node]) << SHIFT | node
    s.moves[at[BEST_NODE] - 1] = MORE << SHIFT | at[BEST_NODE]
    f[ALPHA], f[BETA], f[BEST], f[CHOICE] = -MORE, MORE, -MORE, NOTHING
    f[DEPTH] = at[COMPARED] + 1 if at[COMPARES] else at[ITERATION]
    f[NEXT], f[WINDOW], f[FLOOR], f[HOPE] = 0, FULL, -MORE, -MORE


@inlined
def worth_of_first(s: SearchState, node: int) -> int:
    """The worth of a first move, as far as it is known."""
    best = s.at[BEST_NODE]
    top = s.worths[best]
    worth = min(s.worths[node], top)
    if node != best and abs(top) <= WON:
        worth = min(worth, top - s.behind[node])
    return int(worth)


@inlined
def share_visits(s: SearchState, nodes: Nodes) -> int:
    """Count visits as if first moves had shared them; returns those of the best, which are more."""
    count, best = s.frames[0, COUNT], s.at[BEST_NODE]
    each = (nodes.games[0] - 1) // count
    most = nodes.games[0] - each * (count - 1)
    for node in range(1, count + 1):
        nodes.games[node], nodes.children[node] = most if node == best else each, 0
    return int(most)


@inlined
def _count(s: SearchState, ply: int, worth: int) -> None:
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
    if worth >= f[BETA]:  # too good for the other player: from now on it is tried earlier
        f[NEXT] = f[COUNT]
        turn, gain = s.stack.turn[ply], min(f[DEPTH] * f[DEPTH], 400)
        s.history[turn, move] += gain - s.history[turn, move] * gain // _USUAL


@inlined
def _remember(s: SearchState, ply: int) -> None:
    """Remember the position at hand, whose moves have been tried."""
    f, bound = s.frames[ply], EXACT
    if f[BEST] <= f[FLOOR]:
        bound = AT_MOST
    elif f[BEST] >= f[BETA]:
        bound = AT_LEAST
    remember(s.table, s.at[SIZE], s.keys[ply], ply, f[DEPTH], f[BEST], bound, f[CHOICE])


def search_by(enter: Callable[..., int], try_move: Callable[..., None]) -> Callable[..., None]:
    """Make the search of a game, given how it begins with a position and how it makes a move.

    `enter(s, ply, context)` says what is next: `LEAVE` if it is known what the position is worth.
    `try_move(s, ply, context)` makes the move at hand, and says in which window and how deeply it
    is looked at. The search is called with the `context`, whatever else the two read.
    """

    @inlined
    def search(s: SearchState, nodes: Nodes, visits: int, context: tuple[Any, ...]) -> None:
        """Search for `visits` more, or until nothing is left to do."""
        ply, stage = s.at[PLY], s.at[STAGE]
        visited, last = nodes.games[0], nodes.games[0] + visits
        while visited < last and not s.at[SETTLED]:
            if stage == ENTER:
                visited += 1
                stage = enter(s, ply, context)
            elif stage == GO_ON and _pick(s, ply):
                try_move(s, ply, context)
                ply, stage = ply + 1, ENTER
            elif stage == GO_ON:
                if ply and s.frames[ply, DEPTH] > 0:
                    _remember(s, ply)
                stage = LEAVE
            elif ply:
                ply, stage = ply - 1, GO_ON
                worth = s.frames[ply + 1, BEST]
                is_same = s.stack.turn[ply + 1] == s.stack.turn[ply]
                _count(s, ply, worth if is_same else -worth)
            else:
                stage = GO_ON
                deepen(s, visited)
        s.at[PLY], s.at[STAGE], nodes.games[0] = ply, stage, visited

    return search
