"""Trees in which players look for a move: random games for each move, or a search tree (UCT).

Compiled code plays the games if there is any for the game; otherwise Python does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final, Generic, Protocol, cast

from ..base.deadline import OutOfTimeError, check_time, limited_to, time_left
from ..base.errors import NinetkaError
from ..play.playouts import played_out
from ..protocol.compiled import Backend, BackendTree
from ..protocol.states import EnumerableState, GameState, M
from .analysis import Analysis, Candidate
from .backends import backend_for

EXPLORATION: Final = 0.3
"""The exploration constant of UCT: how much a search tries moves that have won less often.

Found by matches of 9tka for two against `MonteCarlo` with the same number of playouts, 1,000 games
with 300 and 1,000 with 1,000 playouts: 0.2 won 63 and 67 %, 0.3 61 and 66, 0.5 59 and 62, 0.7 53
and 55, 1.0 53 and 59, and 1.4, which theory suggests, 44 and 55. With 10,000, 0.3 won 106 of 200
games against 0.15 and 109 against 0.6. Mills, and Kropki on 8 x 8 points, showed no difference from
0.2 to 0.5 in 20 to 30 games each.
"""
MAX_NODES: Final = 1_000_000
"""The most nodes of a tree, half a gigabyte in 9tka; a larger one is searched but not extended."""
_OFTEN: Final = 0.002
"""The time between two looks at the clock, in seconds, more or less."""
_PROGRESS: Final = 0.2
"""The time between two reports of progress."""


class Tree(Protocol[M]):
    """A search tree: the moves of a position, and the results of random games after them."""

    @property
    def playouts(self) -> int:
        """The number of random games that have been played."""

    def grow(self, visits: int) -> None:
        """Play more random games, the same number for each visit."""

    def follow(self, state: GameState[M], moves: Sequence[M]) -> bool:
        """Go on from a state, which these moves lead to. False if nothing of the tree is kept."""

    @property
    def line(self) -> Sequence[M]:
        """The principal line, once there has been a visit: it begins with the move to play."""

    @property
    def candidates(self) -> Iterable[Candidate[M]]:
        """The moves that have been tried, in any order."""


def grow(
    tree: Tree[Any],
    playouts: int,
    seconds: float,
    limit: float,
    on_progress: Callable[[float], object] | None = None,
) -> float:
    """Run playouts until a tree has `playouts` of them, or grows no more, or `seconds` have passed.

    `on_progress` is called several times a second with the seconds since the start. Returns the
    seconds that it took. Raises NinetkaError if that is longer than the `limit`, OutOfTimeError if
    the time of the whole work is over.
    """
    kept = tree.playouts
    tree.grow(1)  # before the time starts: the first one may compile the kernel
    start = told = now = perf_counter()
    each, visits, grown = max(1, tree.playouts - kept), 1, 0
    with suppress(OutOfTimeError), limited_to(min(seconds, limit)):
        while grown < tree.playouts < playouts and now - start < seconds:
            check_time()
            if now - start > limit:
                raise too_slow(limit)
            grown = tree.playouts
            tree.grow(min(visits, -(-(playouts - grown) // each)))
            before, now = now, perf_counter()
            if now - before < _OFTEN / 2:
                visits *= 2
            if on_progress is not None and now - told > _PROGRESS:
                on_progress(now - start)
                told = now
        return now - start
    passed = perf_counter() - start
    if not time_left():  # by another limit, perhaps in the middle of a random game
        if on_progress is not None:
            on_progress(passed)
        raise OutOfTimeError
    if limit < seconds:
        raise too_slow(limit)
    return passed


def analysis(tree: Tree[M], state: GameState[M], seconds: float) -> Analysis[M]:
    """The analysis of a state by a tree that has grown for `seconds`, with a visit at least."""
    line = tree.line

    def rank(each: Candidate[M]) -> tuple[bool, int, float]:
        return each.move == line[0], each.playouts, each.share

    moves = sorted(tree.candidates, key=rank, reverse=True)
    return Analysis(state, tree.playouts, seconds, tuple(moves), tuple(line))


def too_slow(limit: float) -> NinetkaError:
    """The error for a move that takes longer than it may, in seconds."""
    return NinetkaError(f"a move may take {limit:.3g} seconds here, and this player takes longer")


def shares(state: GameState[Any]) -> Sequence[float]:
    """Each seat's share of the win in a finished game."""
    outcome = state.outcome
    return [1 / state.players] * state.players if outcome is None else [*map(float, outcome.shares)]


def playout(state: GameState[Any], rng: Random) -> Sequence[float]:
    """Play a random game from a state. Returns each seat's share of the win.

    `rng.random` is used since it takes a third of the time of `randrange`.
    """
    draw = rng.random
    return shares(played_out(state, lambda count: int(draw() * count))[0])


def flat_tree(state: GameState[M], moves: Sequence[M], rng: Random) -> Tree[M]:
    """A tree that plays random games after each of these moves."""
    backend = backend_for(state)
    if backend is None:
        return _FlatByObjects(state, moves, rng)
    return _FlatByBackend(backend, state, moves, rng)


def uct_tree(
    state: GameState[M], rng: Random, backend: Backend | None, moves: Sequence[M] | None = None
) -> Tree[M]:
    """An empty search tree (UCT).

    Without a backend, Python plays, and looks only at these moves if they are given.
    """
    if backend is None:
        return _UctByObjects(state, rng, moves)
    tree = backend.tree(state, rng.getrandbits(64), EXPLORATION)
    return compiled_tree(cast("EnumerableState[M]", state), tree)


def compiled_tree(state: EnumerableState[M], tree: BackendTree) -> Tree[M]:
    """A search tree that compiled code grows, here or in another program."""
    return _UctByBackend(state, tree)


def action_codes(state: GameState[M], moves: Iterable[M]) -> list[int] | None:
    """The codes of legal moves, one after another; None if one of them has none."""
    codes = list[int]()
    for move in moves:
        try:
            codes.append(cast("EnumerableState[M]", state).action(move))
        except NinetkaError:  # one by which a player leaves, or chains that nobody offered
            return None
        state = state.apply_unchecked(move)
    return codes


class _FlatTree(ABC, Generic[M]):
    """Random games after each of some moves."""

    @property
    @abstractmethod
    def candidates(self) -> Sequence[Candidate[M]]: ...

    @property
    def line(self) -> Sequence[M]:  # the first of equal ones
        return [max(self.candidates, key=lambda each: each.share).move]

    def follow(self, state: GameState[M], moves: Sequence[M]) -> bool:
        return False


class _FlatByObjects(_FlatTree[M]):
    """Plays one random game per visit, taking the moves in turn."""

    def __init__(self, state: GameState[M], moves: Sequence[M], rng: Random) -> None:
        self.playouts = 0
        self._seat, self._moves, self._rng = state.to_move, moves, rng
        self._after = [state.apply_unchecked(move) for move in moves]
        self._won = [0.0] * len(moves)

    def grow(self, visits: int) -> None:
        for _ in range(visits):
            at = self.playouts % len(self._moves)
            self._won[at] += playout(self._after[at], self._rng)[self._seat]
            self.playouts += 1

    @property
    def candidates(self) -> Sequence[Candidate[M]]:
        each, more = divmod(self.playouts, len(self._moves))
        games = [each + (at < more) for at in range(len(self._moves))]
        return _flat_candidates(self._moves, self._won, games)


class _FlatByBackend(_FlatTree[M]):
    """Plays one random game after each of the moves per visit."""

    def __init__(
        self, backend: Backend, state: GameState[M], moves: Sequence[M], rng: Random
    ) -> None:
        self._backend = backend
        self._seat, self._players, self._moves = state.to_move, state.players, moves
        self._after = [backend.pack([state.apply_unchecked(move)]) for move in moves]
        self._keys = [rng.getrandbits(64) for _ in moves]
        self._won, self._games = [0.0] * len(moves), 0

    @property
    def playouts(self) -> int:
        return self._games * len(self._moves)

    def grow(self, visits: int) -> None:
        for at, (after, key) in enumerate(zip(self._after, self._keys, strict=True)):
            ends = self._backend.counts(after, visits, key, self._games)
            self._won[at] += _share_of_wins(ends.winners, self._seat, self._players)
        self._games += visits

    @property
    def candidates(self) -> Sequence[Candidate[M]]:
        return _flat_candidates(self._moves, self._won, [self._games] * len(self._moves))


def _flat_candidates(
    moves: Sequence[M], won: Sequence[float], games: Sequence[int]
) -> Sequence[Candidate[M]]:
    """Return the moves that were tried, given each one's wins and games."""
    each = zip(moves, won, games, strict=True)
    return [Candidate(move, wins / played, played) for move, wins, played in each if played]


def _share_of_wins(winners: Iterable[int], seat: int, players: int) -> float:
    """A seat's shares of the wins, added up, given how many games each set of seats won.

    The order is the same for all backends, and so is the sum. After a draw, all have equal shares.
    """
    everyone = (1 << players) - 1
    won = ((seats or everyone, int(games)) for seats, games in enumerate(winners))
    return sum(games / seats.bit_count() for seats, games in won if seats >> seat & 1)


class _UctByBackend(Generic[M]):
    """A tree search run by the game's compiled code."""

    def __init__(self, state: EnumerableState[M], tree: BackendTree) -> None:
        self._state, self._tree = state, tree

    @property
    def playouts(self) -> int:
        return self._tree.playouts

    def grow(self, visits: int) -> None:
        self._tree.grow(visits)

    def follow(self, state: GameState[M], moves: Sequence[M]) -> bool:
        codes = action_codes(self._state, moves)
        self._state = cast("EnumerableState[M]", state)
        return codes is not None and self._tree.follow(state, codes)

    @property
    def candidates(self) -> Sequence[Candidate[M]]:
        each = enumerate(zip(self._tree.win_rates, self._tree.playouts_by_action, strict=True))
        move = self._state.move
        return [Candidate(move(code), float(won), int(n)) for code, (won, n) in each if n]

    @property
    def line(self) -> Sequence[M]:
        state, line = self._state, list[M]()
        for code in self._tree.line:
            line.append(state.move(code))
            state = state.apply_unchecked(line[-1])
        return line


class _Node:
    """A position in a tree, and what the random games through it have won."""

    __slots__ = ("children", "move", "mover", "state", "untried", "visits", "won")

    def __init__(self, state: GameState[Any], move: Any, mover: int) -> None:
        self.state, self.move, self.mover = state, move, mover
        self.untried: list[Any] | None = None
        """The moves that have no child yet; listed at the second visit: most nodes have one."""
        self.children: list[_Node] = []
        self.visits, self.won = 0, 0.0
        """The number of games, and the wins among them for the seat that moved here."""

    @property
    def size(self) -> int:
        """The number of nodes from here on."""
        left, count = [self], 0
        while left:
            left += left.pop().children
            count += 1
        return count

    def promising(self) -> _Node:
        """The child to visit next: one that has won often, or has seldom been tried."""
        wide = EXPLORATION * sqrt(log(self.visits))
        best, most = self.children[0], -1.0
        for child in self.children:
            if not child.visits:  # its game was not played to the end, for want of time
                return child
            promise = child.won / child.visits + wide / sqrt(child.visits)
            if promise > most:
                best, most = child, promise
        return best


class _UctByObjects(Generic[M]):
    """A visit goes down the tree to a new node, and from there to the end by one random game."""

    def __init__(self, state: GameState[M], rng: Random, moves: Sequence[M] | None) -> None:
        self.playouts = 0
        self._root, self._rng = _Node(state, None, state.to_move), rng
        self._root.untried = None if moves is None else [*moves]
        self._nodes, self._has_all = 1, moves is None

    def grow(self, visits: int) -> None:
        for _ in range(visits):
            path = self._path()
            won = playout(path[-1].state, self._rng)
            for node in path:
                node.visits += 1
                node.won += won[node.mover]
            self.playouts += 1

    def follow(self, state: GameState[M], moves: Sequence[M]) -> bool:
        root: _Node | None = self._root
        for move in moves:
            found = (child for child in root.children if child.move == move) if root else iter(())
            root = next(found, None)
        if root is None or not self._has_all:
            return False
        self._root, self.playouts, self._nodes = root, root.visits, root.size
        return True

    def _path(self) -> list[_Node]:
        """The nodes of a visit, the new one last."""
        node = self._root
        path = [node]
        while True:
            if node.untried is None:
                node.untried = list(node.state.some_moves)
            if node.untried and self._nodes < MAX_NODES:
                path.append(self._new_child(node, node.untried))
                return path
            if not node.children:
                return path
            node = node.promising()
            path.append(node)

    def _new_child(self, node: _Node, untried: list[Any]) -> _Node:
        at = int(self._rng.random() * len(untried))
        untried[at], untried[-1] = untried[-1], untried[at]
        move = untried[-1]
        child = _Node(node.state.apply_unchecked(move), move, node.state.to_move)
        node.children.append(child)
        untried.pop()  # at last, so that no move is lost if this is interrupted
        self._nodes += 1
        return child

    @property
    def candidates(self) -> Sequence[Candidate[M]]:
        children = [child for child in self._root.children if child.visits]
        return [Candidate(cast(M, c.move), c.won / c.visits, c.visits) for c in children]

    @property
    def line(self) -> Sequence[M]:
        line, node = list[M](), self._root
        while node.children:  # Of equal ones any: they are added in random order.
            node = max(node.children, key=lambda child: (child.visits, child.won))
            line.append(cast(M, node.move))
        return line
