"""Search trees of many positions, one of each game, guided by a network's priors and values."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiling import entry, inlined

_VISITS: Final = 50.0
_SCALE: Final = 0.1
"""The weight of values against priors, as Danihelka et al. have it: 0.1 · (50 + visits)."""


class Trees(NamedTuple):
    """A tree for each game. Node 0 is the position that is searched."""

    child: NDArray[np.int32]
    """(games, nodes, actions): the node after each action; 0 if there is none yet."""
    prior: NDArray[np.float32]
    """(games, nodes, actions): how likely each action is; 0 only if it is illegal."""
    mover: NDArray[np.int8]
    """(games, nodes): the seat to move."""
    over: NDArray[np.bool_]
    """(games, nodes): whether the game is over."""
    first: NDArray[np.float32]
    """(games, nodes, players): what the network, or the end of the game, says a node is worth."""
    worth: NDArray[np.float32]
    """(games, nodes, players): the sum of that over all visits of the node."""
    visits: NDArray[np.int32]
    """(games, nodes): the number of visits, which come to its successors but for the first."""


class Paths(NamedTuple):
    """The path of each game's visit."""

    node: NDArray[np.int32]
    """(games, nodes): the nodes from 0 to the leaf."""
    length: NDArray[np.int32]
    """(games,): the number of moves from 0 to the leaf."""
    action: NDArray[np.int32]
    """(games,): the action that leads on from the leaf; -1 if the game is over there."""


@inlined
def _value(trees: Trees, game: int, node: int, seat: int) -> Any:
    """The mean of what a node was worth to a seat."""
    return trees.worth[game, node, seat] / trees.visits[game, node]


@inlined
def _by_puct(trees: Trees, game: int, node: int, exploration: float) -> int:
    """The action with the greatest upper bound; those not tried are worth what the node is."""
    seat = trees.mover[game, node]
    usual = _value(trees, game, node, seat)
    scale = exploration * math.sqrt(trees.visits[game, node])
    best, most = -1, -1e30
    for action in range(trees.prior.shape[2]):
        prior, child = trees.prior[game, node, action], trees.child[game, node, action]
        if prior > 0:
            value, visits = usual, 0
            if child:
                value, visits = _value(trees, game, child, seat), trees.visits[game, child]
            promise = value + scale * prior / (1 + visits)
            if promise > most:
                best, most = action, promise
    return best


@inlined
def _weigh(trees: Trees, game: int, node: int, out: NDArray[np.float64]) -> float:
    """Fill `out`, (actions,), with the logits of a better policy than the priors. Returns the most.

    An action that was not tried counts as worth the mean of the network's value and of those that
    were, by their priors.
    """
    seat, tried, total, most = trees.mover[game, node], 0.0, 0.0, 0
    low, high = 1e30, -1e30
    for action in range(len(out)):
        child = trees.child[game, node, action]
        if child:
            value, prior = _value(trees, game, child, seat), trees.prior[game, node, action]
            tried, total = tried + prior, total + prior * value
            most = max(most, trees.visits[game, child])
            low, high = min(low, value), max(high, value)
    visits = trees.visits[game, node] - 1
    usual = trees.first[game, node, seat]
    if tried > 0:
        usual = (usual + visits * total / tried) / (1 + visits)
    low, high = min(low, usual), max(high, usual)
    scale = _SCALE * (_VISITS + most) / max(high - low, 1e-8)
    top = -np.inf
    for action in range(len(out)):
        child, prior = trees.child[game, node, action], trees.prior[game, node, action]
        out[action] = -np.inf
        if prior > 0:
            value = _value(trees, game, child, seat) if child else usual
            out[action] = math.log(prior) + scale * (value - low)
            top = max(top, out[action])
    return top


@inlined
def _by_policy(trees: Trees, game: int, node: int, weights: NDArray[np.float64]) -> int:
    """The action that was tried least for how likely the better policy makes it."""
    top = _weigh(trees, game, node, weights)
    total, visits = 0.0, trees.visits[game, node]
    for action in range(len(weights)):
        weights[action] = math.exp(weights[action] - top)
        total += weights[action]
    best, most = -1, -1e30
    for action in range(len(weights)):
        if weights[action] > 0:
            child = trees.child[game, node, action]
            tried = trees.visits[game, child] if child else 0
            promise = weights[action] / total - tried / visits
            if promise > most:
                best, most = action, promise
    return best


@inlined
def _among(
    trees: Trees, game: int, turn: int, noise: NDArray[np.float64], weights: NDArray[np.float64]
) -> int:
    """The best of the first moves that were tried `turn` times, with noise; -1 if there is none."""
    _weigh(trees, game, 0, weights)
    best, most = -1, -1e30
    for action in range(len(weights)):
        child = trees.child[game, 0, action]
        if (trees.visits[game, child] if child else 0) == turn:
            promise = weights[action] + noise[action]
            if promise > most:
                best, most = action, promise
    return best


@inlined
def _descend(trees: Trees, paths: Paths, game: int, action: int, node: int) -> bool:
    """Go on to the node after an action; whether there is one, in which the game goes on."""
    paths.action[game] = action
    child = trees.child[game, node, action]
    if child:
        paths.length[game] += 1
        paths.node[game, paths.length[game]] = child
    return bool(child)


@entry
def select_by_puct(trees: Trees, paths: Paths, exploration: float) -> None:
    """Choose a leaf in each game (AlphaZero's rule)."""
    for game in range(len(paths.length)):
        node, paths.length[game] = 0, 0
        paths.action[game] = -1
        while not trees.over[game, node]:
            action = _by_puct(trees, game, node, exploration)
            if not _descend(trees, paths, game, action, node):
                break
            node = paths.node[game, paths.length[game]]
            paths.action[game] = -1


@entry
def select_by_gumbel(
    trees: Trees,
    paths: Paths,
    turns: NDArray[np.int32],
    noise: NDArray[np.float64],
    weights: NDArray[np.float64],
) -> None:
    """Choose a leaf in each game: a first move that was tried `turns` times, then by policy."""
    for game in range(len(paths.length)):
        node, paths.length[game] = 0, 0
        paths.action[game] = -1
        while not trees.over[game, node]:
            if node == 0:
                action = _among(trees, game, turns[game], noise[game], weights)
            else:
                action = _by_policy(trees, game, node, weights)
            if not _descend(trees, paths, game, action, node):
                break
            node = paths.node[game, paths.length[game]]
            paths.action[game] = -1


@entry
def back_up(trees: Trees, paths: Paths, nodes: NDArray[np.int64]) -> None:
    """Add what the leaves, or the nodes added after them, are worth to all on the way."""
    for game in range(len(nodes)):
        new, length = nodes[game], paths.length[game]
        if new != paths.node[game, length]:
            length += 1
            paths.node[game, length] = new
        for k in range(length + 1):
            node = paths.node[game, k]
            trees.visits[game, node] += 1
            for seat in range(trees.worth.shape[2]):
                trees.worth[game, node, seat] += trees.first[game, new, seat]


@entry
def better_policy(trees: Trees, out: NDArray[np.float64]) -> None:
    """Fill `out`, (games, actions), with the logits of a better policy for the first move."""
    for game in range(len(out)):
        _weigh(trees, game, 0, out[game])
