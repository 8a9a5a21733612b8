"""Trees in which players look for a move: random games for each move, or a search tree (UCT).

Compiled code plays the games if there is any for the game; otherwise Python does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from ..base.deadline import check_time
from ..base.errors import NinetkaError
from ..play.playouts import played_out
from ..protocol.compiled import Engine, engine_for
from ..protocol.states import EnumerableState, GameState, M

M_out = TypeVar("M_out", bound=Hashable, covariant=True)

EXPLORATION: Final = 0.3
"""How much a search tries moves that have won less often than others.

Found by matches of 9tka for two against `MonteCarlo` with the same number of playouts, 1,000 games
with 300 and 1,000 with 1,000 playouts: 0.2 won 63 and 67 %, 0.3 61 and 66, 0.5 59 and 62, 0.7 53
and 55, 1.0 53 and 59, and 1.4, which theory suggests, 44 and 55. With 10,000, 0.3 won 106 of 200
games against 0.15 and 109 against 0.6. Mills, and Kropki on 8 x 8 points, showed no difference from
0.2 to 0.5 in 20 to 30 games each.
"""
MOST_NODES: Final = 1_000_000
"""The most nodes of a tree, half a gigabyte in 9tka; a larger one is searched but not extended."""
_OFTEN: Final = 0.002
"""The time between two looks at the clock, in seconds, more or less."""


class Tree(Protocol[M_out]):
    """What random games have shown about the moves of a position."""

    @property
    def playouts(self) -> int:
        """How many random games have been played."""

    def grow(self, visits: int) -> None:
        """Play more random games, the same number for each visit."""

    def best(self) -> M_out:
        """The move to play, once there has been a visit."""


def grow(tree: Tree[Any], playouts: int, seconds: float, limit: float) -> None:
    """Run playouts until a tree has `playouts` of them, or `seconds` have passed.

    Raises NinetkaError if that takes longer than the `limit` in seconds.
    """
    tree.grow(1)  # before the time starts: the first one may compile the kernel
    start = now = perf_counter()
    each, visits = tree.playouts, 1
    while tree.playouts < playouts and now - start < seconds:
        if now - start > limit:
            raise too_slow(limit)
        tree.grow(min(visits, -(-(playouts - tree.playouts) // each)))
        before, now = now, perf_counter()
        if now - before < _OFTEN / 2:
            visits *= 2


def too_slow(limit: float) -> NinetkaError:
    """The error for a move that takes longer than it may, in seconds."""
    return NinetkaError(f"a move may take {limit:.3g} seconds here, and this player takes longer")


def any_best(moves: Sequence[M], values: Sequence[Any], random: Random) -> M:
    """A move of the highest value; if there are several, one of them at random."""
    best = max(values)
    return moves[random.choice([at for at, value in enumerate(values) if value == best])]


def shares(state: GameState[Any]) -> Sequence[float]:
    """What a finished game is worth to each seat: its share of the win."""
    outcome = state.outcome
    return [1 / state.players] * state.players if outcome is None else [*map(float, outcome.shares)]


def playout(state: GameState[Any], random: Random) -> Sequence[float]:
    """What a random game from a state is worth to each seat.

    `random.random` is used since it takes a third of the time of `randrange`.
    """
    check_time()
    dice = random.random
    return shares(played_out(state, lambda count: int(dice() * count))[0])


def flat_tree(state: GameState[M], moves: Sequence[M], random: Random) -> Tree[M]:
    """A tree that plays random games after each of these moves."""
    engine = engine_for(state)
    if engine is None:
        return _Flat(state, moves, random)
    return _CompiledFlat(engine, state, moves, random)


def uct_tree(state: GameState[M], random: Random) -> Tree[M]:
    """A search tree (UCT), with nothing in it yet."""
    engine = engine_for(state)
    if engine is None:
        return _Uct(state, random)
    return _CompiledUct(engine, cast("EnumerableState[M]", state), random)


class _Flat(Generic[M]):
    """Plays one random game per visit, taking the moves in turn."""

    def __init__(self, state: GameState[M], moves: Sequence[M], random: Random) -> None:
        self.playouts = 0
        self._seat, self._moves, self._random = state.to_move, moves, random
        self._after = [state.apply_unchecked(move) for move in moves]
        self._won = [0.0] * len(moves)

    def grow(self, visits: int) -> None:
        for number in range(self.playouts, self.playouts + visits):
            at = number % len(self._moves)
            self._won[at] += playout(self._after[at], self._random)[self._seat]
        self.playouts += visits

    def best(self) -> M:
        return any_best(self._moves, self._won, self._random)


class _CompiledFlat(Generic[M]):
    """Plays one random game after each of the moves per visit."""

    def __init__(
        self, engine: Engine, state: GameState[M], moves: Sequence[M], random: Random
    ) -> None:
        self._engine, self._random = engine, random
        self._seat, self._players, self._moves = state.to_move, state.players, moves
        self._after = [engine.pack([state.apply_unchecked(move)]) for move in moves]
        self._keys = [random.getrandbits(64) for _ in moves]
        self._won, self._games = [0.0] * len(moves), 0

    @property
    def playouts(self) -> int:
        return self._games * len(self._moves)

    def grow(self, visits: int) -> None:
        for at, (after, key) in enumerate(zip(self._after, self._keys, strict=True)):
            ends = self._engine.counts(after, visits, key, self._games)
            self._won[at] += _share(ends.winners, self._seat, self._players)
        self._games += visits

    def best(self) -> M:
        return any_best(self._moves, self._won, self._random)


def _share(winners: Iterable[int], seat: int, players: int) -> float:
    """A seat's shares of the wins, added up, given how many games each set of seats won.

    The order is the same for all engines, and so is the sum. After a draw, all have equal shares.
    """
    everyone = (1 << players) - 1
    won = ((seats or everyone, int(games)) for seats, games in enumerate(winners))
    return sum(games / seats.bit_count() for seats, games in won if seats >> seat & 1)


class _CompiledUct(Generic[M]):
    """A tree search run by the game's compiled code."""

    def __init__(self, engine: Engine, state: EnumerableState[M], random: Random) -> None:
        self._state, self._random = state, random
        self._tree = engine.tree(state, random.getrandbits(64), EXPLORATION)

    @property
    def playouts(self) -> int:
        return self._tree.playouts

    def grow(self, visits: int) -> None:
        self._tree.grow(visits)

    def best(self) -> M:
        values = list(zip(self._tree.playouts_by_action, self._tree.win_rates, strict=True))
        return self._state.move(any_best(range(len(values)), values, self._random))


class _Node:
    """A position in a tree, and what the random games through it have won."""

    __slots__ = ("children", "move", "mover", "state", "untried", "visits", "won")

    def __init__(self, state: GameState[Any], move: Any, mover: int) -> None:
        self.state, self.move, self.mover = state, move, mover
        self.untried: list[Any] | None = None
        """The moves that have no child yet; listed at the second visit: most nodes have but one."""
        self.children: list[_Node] = []
        self.visits, self.won = 0, 0.0
        """How many games, and how many of them were won by the seat that moved here."""

    def promising(self) -> _Node:
        """The child to visit next: one that has won often, or has seldom been tried."""
        wide = EXPLORATION * sqrt(log(self.visits))
        best, most = self.children[0], -1.0
        for child in self.children:
            promise = child.won / child.visits + wide / sqrt(child.visits)
            if promise > most:
                best, most = child, promise
        return best


class _Uct(Generic[M]):
    """A visit goes down the tree to a new node, and from there to the end by one random game."""

    def __init__(self, state: GameState[M], random: Random) -> None:
        self.playouts = 0
        self._root, self._random = _Node(state, None, state.to_move), random
        self._nodes = 1

    def grow(self, visits: int) -> None:
        for _ in range(visits):
            path = self._path()
            won = playout(path[-1].state, self._random)
            for node in path:
                node.visits += 1
                node.won += won[node.mover]
            self.playouts += 1

    def _path(self) -> list[_Node]:
        """The nodes of a visit, the new one last."""
        node = self._root
        path = [node]
        while True:
            if node.untried is None:
                node.untried = list(node.state.some_moves)
            if node.untried and self._nodes < MOST_NODES:
                path.append(self._new_child(node, node.untried))
                return path
            if not node.children:
                return path
            node = node.promising()
            path.append(node)

    def _new_child(self, node: _Node, untried: list[Any]) -> _Node:
        at = int(self._random.random() * len(untried))
        untried[at], untried[-1] = untried[-1], untried[at]
        move = untried.pop()
        child = _Node(node.state.apply_unchecked(move), move, node.state.to_move)
        node.children.append(child)
        self._nodes += 1
        return child

    def best(self) -> M:
        # Of equal ones the first, which is any: successors are added in random order.
        best = max(self._root.children, key=lambda child: (child.visits, child.won))
        return cast(M, best.move)
