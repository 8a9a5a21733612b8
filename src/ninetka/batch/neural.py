"""Searches that a network guides, of many positions at once. Need the extra `batch`.

    search = Puct(batch, evaluate, visits=200)
    search.grow(200)                          # each visit calls the network once, for all positions
    actions = search.visits.argmax(axis=1)

`Puct` chooses as AlphaZero does (Silver et al., 2018), `Gumbel` as Danihelka et al. do (Policy
improvement by planning with Gumbel, 2022), which needs fewer visits to improve on the network.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, log2
from typing import Any, Generic, TypeAlias

from ..base.errors import NinetkaError, missing_extra, quoted

try:
    import numpy as np
    from numpy.typing import NDArray

    from ..compiled import guided
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ..protocol.states import M, S
from .positions import Batch

__all__ = ["Evaluate", "Gumbel", "Puct"]

Evaluate: TypeAlias = Callable[["NDArray[np.uint8]"], "tuple[NDArray[Any], NDArray[Any]]"]
"""A network: given planes, (size, planes, rows, columns), as the seats to move see them, it returns
priors, (size, actions), and values. Priors say how likely each action is; illegal ones are left out
and the others scaled to add up to 1. Values say what a position is worth to the seat to move, from
-1 to 1, (size,) if two play; or to that seat, the next in turn order and so on, (size, players)."""


class _Search(Generic[S, M]):
    """A tree for each position of a batch, to which each visit adds a node."""

    def __init__(self, batch: Batch[S, M], evaluate: Evaluate, visits: int) -> None:
        if isinstance(visits, bool) or not isinstance(visits, int) or visits < 1:
            raise NinetkaError(f"visits are a whole number from 1 on, not {quoted(visits)}")
        self._evaluate, self._most, self._done = evaluate, visits, 0
        games, nodes, players = len(batch), visits + 1, batch.players
        self._games = np.arange(games)
        try:
            self._positions = batch[np.repeat(self._games, nodes)]
            self._trees = guided.Trees(
                child=np.zeros((games, nodes, batch.action_count), np.int32),
                prior=np.zeros((games, nodes, batch.action_count), np.float32),
                mover=np.zeros((games, nodes), np.int8),
                over=np.zeros((games, nodes), np.bool_),
                first=np.zeros((games, nodes, players), np.float32),
                worth=np.zeros((games, nodes, players), np.float32),
                visits=np.zeros((games, nodes), np.int32),
            )
        except (MemoryError, ValueError) as error:
            raise NinetkaError(f"there is no memory for {games} trees of {nodes} nodes") from error
        self._paths = guided.Paths(
            node=np.zeros((games, nodes + 1), np.int32),
            length=np.zeros(games, np.int32),
            action=np.zeros(games, np.int32),
        )
        self._add(self._games, np.zeros(games, np.int64))
        guided.back_up(self._trees, self._paths, np.zeros(games, np.int64))

    def grow(self, visits: int) -> None:
        """Visit every tree a number of times more, with one call of the network each time.

        Raises NinetkaError if there would be more visits than the search was made for, and unless
        the network returns numbers in the right shapes.
        """
        if self._done + visits > self._most:
            raise NinetkaError(f"this search is made for {self._most} visits in all")
        for _ in range(visits):
            self._select()
            leaves = self._paths.node[self._games, self._paths.length]
            new = np.flatnonzero(self._paths.action >= 0)
            moved = self._positions[self._rows(new, leaves[new])]
            moved.step(self._paths.action[new])
            nodes = leaves.astype(np.int64)
            nodes[new] = self._done + 1
            self._positions[self._rows(new, nodes[new])] = moved
            self._add(new, nodes[new])
            self._trees.child[new, leaves[new], self._paths.action[new]] = self._done + 1
            guided.back_up(self._trees, self._paths, nodes)
            self._done += 1

    def _select(self) -> None:
        """Choose where the next visit of each game goes."""
        raise NotImplementedError

    def _rows(self, games: NDArray[Any], nodes: NDArray[Any]) -> NDArray[Any]:
        """The rows of the positions of nodes."""
        rows: NDArray[np.intp] = games * (self._most + 1) + nodes
        return rows

    def _add(self, games: NDArray[Any], nodes: NDArray[Any]) -> None:
        """Write down what the network says of new nodes, one in each of these games."""
        if not len(games):
            return
        new, trees = self._positions[self._rows(games, nodes)], self._trees
        over = new.is_over
        priors, values = self._evaluated(new)
        trees.prior[games, nodes] = priors
        trees.mover[games, nodes], trees.over[games, nodes] = new.to_move, over
        trees.first[games, nodes] = np.where(over[:, None], new.payoffs(), values)

    def _evaluated(self, new: Batch[S, M]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The network's priors of legal actions and its values by seat. Raises NinetkaError."""
        size, players = len(new), new.players
        priors, values = map(np.asarray, self._evaluate(new.planes()))
        if values.shape == (size,) and players == 2:
            values = np.stack([values, -values], 1)
        for what, given, wanted in (
            ("priors", priors, (size, new.action_count)),
            ("values", values, (size, players)),
        ):
            if given.shape != wanted or not np.isfinite(given).all():
                raise NinetkaError(f"{what} must be numbers in the shape {wanted}")
        legal = new.legal_mask()
        weights = np.where(legal, np.maximum(priors, 1e-9), 0)  # 0 only if illegal
        sums = weights.sum(1, keepdims=True)
        order = (np.arange(players) - new.to_move[:, None]) % players
        return weights / np.where(sums, sums, 1), np.take_along_axis(values, order, 1)

    @property
    def visits(self) -> NDArray[np.int64]:
        """(size, actions): how often each action was chosen; zeros where the game is over."""
        child = self._trees.child[:, 0]
        visits = self._trees.visits[self._games[:, None], child]
        return np.where(child > 0, visits, 0).astype(np.int64)

    @property
    def values(self) -> NDArray[np.float64]:
        """(size, players): what each position is worth by seat, the mean over all visits."""
        return self._trees.worth[:, 0].astype(np.float64) / self._trees.visits[:, :1]


class Puct(_Search[S, M]):
    """A search that tries actions by their priors and values, more and more by values."""

    def __init__(
        self,
        batch: Batch[S, M],
        evaluate: Evaluate,
        visits: int,
        *,
        exploration: float = 1.25,
        noise: float = 0.0,
        rng: np.random.Generator | None = None,
    ) -> None:
        """A search of each position, for at most this many visits.

        The greater `exploration` is, the more it tries actions that seem worse. `noise`, from 0 to
        1, is the share of chance in the priors of the first move, as games for learning need it.
        Raises NinetkaError for fewer than one visit and for a noise outside 0 to 1.
        """
        if not 0 <= noise <= 1:
            raise NinetkaError(f"noise is from 0 to 1, not {quoted(noise)}")
        self._exploration = float(exploration)
        super().__init__(batch, evaluate, visits)
        if not noise:
            return
        # Mix the priors of first moves with Dirichlet noise, the more even the fewer there are
        rng = np.random.default_rng() if rng is None else rng
        priors = self._trees.prior[:, 0]
        legal = priors > 0
        parameters = 10 / np.maximum(legal.sum(1, keepdims=True), 1)
        drawn = np.where(legal, rng.standard_gamma(np.where(legal, parameters, 1)) + 1e-9, 0)
        drawn /= np.maximum(drawn.sum(1, keepdims=True), 1e-9)
        self._trees.prior[:, 0] = (1 - noise) * priors + noise * drawn

    def _select(self) -> None:
        guided.select_by_puct(self._trees, self._paths, self._exploration)


class Gumbel(_Search[S, M]):
    """A search that tries some first moves, drawn by their priors, and halves their number."""

    def __init__(
        self,
        batch: Batch[S, M],
        evaluate: Evaluate,
        visits: int,
        *,
        considered: int = 16,
        rng: np.random.Generator | None = None,
    ) -> None:
        """A search of each position, planned for this many visits.

        `considered` is the number of first moves that it begins with. Raises NinetkaError for fewer
        than one visit or first move.
        """
        if considered < 1:
            raise NinetkaError(f"considered is 1 or more, not {quoted(considered)}")
        rng = np.random.default_rng() if rng is None else rng
        super().__init__(batch, evaluate, visits)
        shape = (len(batch), batch.action_count)
        self._noise, self._weights = rng.gumbel(size=shape), np.zeros(batch.action_count)
        legal = (self._trees.prior[:, 0] > 0).sum(1)
        plans = [_plan(min(considered, count), visits) for count in legal.tolist()]
        self._turns = np.array(plans, np.int32).reshape(len(batch), visits)

    def _select(self) -> None:
        turns = self._turns[:, self._done].copy()
        guided.select_by_gumbel(self._trees, self._paths, turns, self._noise, self._weights)

    @property
    def policy(self) -> NDArray[np.float64]:
        """(size, actions): a better policy than the priors, for a network to learn.

        Zeros where the game is over.
        """
        weights = np.empty(self._noise.shape)
        guided.better_policy(self._trees, weights)
        top = weights.max(1, keepdims=True)
        policy: NDArray[np.float64] = np.exp(weights - np.where(np.isfinite(top), top, 0))
        policy /= np.maximum(policy.sum(1, keepdims=True), 1e-300)
        return policy

    @property
    def actions(self) -> NDArray[np.int64]:
        """(size,): the action to play in each position, -1 where the game is over."""
        weights = np.empty(self._noise.shape)
        guided.better_policy(self._trees, weights)
        visits = self.visits
        best = visits == visits.max(1, keepdims=True)
        promise = np.where(best, weights + self._noise, -np.inf)
        return np.where(self._trees.over[:, 0], -1, promise.argmax(1)).astype(np.int64)


@lru_cache(maxsize=1024)
def _plan(considered: int, visits: int) -> tuple[int, ...]:
    """The number of tries of each visit's first move before it, by visit: sequential halving."""
    if considered <= 1:
        return tuple(range(visits))
    plan: list[int] = []
    rounds, left, tried = ceil(log2(considered)), considered, [0] * considered
    while len(plan) < visits:
        for _ in range(max(1, visits // (rounds * left))):
            plan += tried[:left]
            tried[:left] = [each + 1 for each in tried[:left]]
        left = max(2, left // 2)
    return tuple(plan[:visits])
