"""Searches that a network guides: against the same written for single states, and in endgames."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from numpy.typing import NDArray
from support.nine_states import playout, winning_codes

from ninetka import NESTORGAMES, EdgeStop, NinetkaError, Ruleset, State
from ninetka.adapters.arrays import payoffs, planes_first
from ninetka.batch import Batch
from ninetka.batch.neural import Gumbel, Puct, _plan

FEW = Ruleset("few", {2: 3, 3: 2, 4: 2}, EdgeStop.STONE)


def network(planes: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Anything, but always the same of the same planes; values of all seats."""
    flat = planes.reshape(len(planes), -1).astype(np.float64)
    rng = np.random.default_rng(1)
    priors = np.exp(np.sin(flat @ rng.standard_normal((flat.shape[1], 86))))
    return priors, np.cos(flat @ rng.standard_normal((flat.shape[1], 4)))


def of_players(players: int) -> Any:
    def evaluate(planes: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
        priors, values = network(planes)
        return priors, values[:, :players]

    return evaluate


def knows_nothing(planes: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    return np.ones((len(planes), 86)), np.zeros(len(planes))


@attrs.define(eq=False)
class Node:
    state: State
    priors: dict[int, float]
    worth: NDArray[Any]
    visits: int = 1
    children: dict[int, Node] = attrs.field(factory=dict)

    def value(self, seat: int) -> float:
        return float(self.worth[seat]) / self.visits


def node(state: State) -> Node:
    priors, values = of_players(state.players)(planes_first(state, state.to_move)[None])
    legal = {code: priors[0, code] for code in state.legal_actions}
    total = sum(legal.values())
    seats = [(seat - state.to_move) % state.players for seat in range(state.players)]
    worth = np.array(payoffs(state)) if state.is_over else values[0, seats]
    return Node(state, {code: prior / total for code, prior in legal.items()}, worth)


def visit(root: Node, exploration: float) -> None:
    """One visit of AlphaZero's search, by the book."""
    path, at, worth = [root], root, None
    while not at.state.is_over:
        seat = at.state.to_move

        def promise(code: int, at: Node = at, seat: int = seat) -> float:
            bound = exploration * at.priors[code] * sqrt(at.visits)
            if code not in at.children:
                return at.value(seat) + bound
            return at.children[code].value(seat) + bound / (1 + at.children[code].visits)

        code = max(at.priors, key=promise)
        if code not in at.children:
            at.children[code] = node(at.state.apply(at.state.move(code)))
            at.children[code].visits = 0
            at.children[code].worth, worth = np.zeros(at.state.players), at.children[code].worth
            path.append(at.children[code])
            break
        at = at.children[code]
        path.append(at)
    if worth is None:
        worth = np.array(payoffs(at.state))
    for each in path:
        each.visits += 1
        each.worth = each.worth + worth


@pytest.mark.parametrize("players", [2, 3])
def test_puct_is_as_it_is_for_single_states(players: int) -> None:
    last = 9 + sum(FEW.stones_by_seat(players))
    states = [
        playout(State.start(FEW, players), Random(seed), plies).state
        for seed, plies in enumerate((0, 5, 9, last - 2, last, last + 2, 99))
    ]
    search = Puct(Batch.of(states), of_players(players), 60, exploration=0.7)
    search.grow(20)
    search.grow(40)
    for at, state in enumerate(states):
        root = node(state)
        for _ in range(60):
            visit(root, 0.7)
        visits = np.zeros(86, np.int64)
        for code, child in root.children.items():
            visits[code] = child.visits
        assert search.visits[at].tolist() == visits.tolist()
        assert np.allclose(search.values[at], root.worth / root.visits, atol=1e-4)


def endgames(count: int) -> list[State]:
    """Positions in movement in which some moves win and others lose, for two players."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        last = 9 + sum(FEW.stones_by_seat(2))
        state = playout(State.start(FEW), Random(seed), last).state
        winning = winning_codes(state)
        if 0 < len(winning) < len(state.legal_actions):
            found.append(state)
        seed += 1
    return found


def test_searches_find_what_wins_without_a_network() -> None:
    states = endgames(12)
    batch = Batch.of(states)
    puct = Puct(batch, knows_nothing, 800, noise=0.25, rng=np.random.default_rng(1))
    gumbel = Gumbel(batch, knows_nothing, 800, rng=np.random.default_rng(1))
    puct.grow(800)
    gumbel.grow(800)
    for at, state in enumerate(states):
        winning = winning_codes(state)
        assert int(puct.visits[at].argmax()) in winning
        assert int(gumbel.actions[at]) in winning
        assert gumbel.policy[at][winning].sum() > 0.9
    assert np.allclose(gumbel.policy.sum(1), 1)
    assert not gumbel.policy[~batch.legal_mask()].any()


def test_a_game_that_is_over_stays_as_it_is() -> None:
    over = playout(State.start(FEW), Random(1)).state
    batch = Batch.of([over, State.start(FEW)])
    for search in (Puct(batch, network2, 8, noise=0.5), Gumbel(batch, network2, 8)):
        search.grow(8)
        assert search.visits.sum(1).tolist() == [0, 8]
        assert search.values[0].tolist() == payoffs(over)
        if isinstance(search, Gumbel):
            assert search.actions[0] == -1
            assert search.actions[1] in State.start(FEW).legal_actions
            assert search.policy[0].sum() == 0


def network2(planes: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    priors, values = network(planes)
    return priors, values[:, 0]


def test_gumbel_halves_what_it_considers() -> None:
    batch = Batch.start(FEW, size=3)
    search = Gumbel(batch, network2, 32, considered=8, rng=np.random.default_rng(1))
    search.grow(32)
    for visits in search.visits:
        tried = sorted(visits[visits > 0].tolist())
        assert len(tried) == 8
        assert sum(tried) == 32
        assert tried[-2:] == [9, 10] or tried[-1] >= 8
    assert len({tuple(visits > 0) for visits in search.visits}) == 3, "by chance"
    assert _plan(4, 10) == (0, 0, 0, 0, 1, 1, 2, 2, 3, 3)
    assert _plan(1, 3) == (0, 1, 2)


@pytest.mark.parametrize(
    ("evaluate", "said"),
    [
        (
            lambda planes: (np.ones((len(planes), 85)), np.zeros(len(planes))),
            "priors must be numbers",
        ),
        (lambda planes: (np.ones((len(planes), 86)), np.zeros((len(planes), 3))), "values must be"),
        (
            lambda planes: (np.full((len(planes), 86), np.nan), np.zeros(len(planes))),
            r"priors must be numbers in the shape \(2, 86\)",
        ),
    ],
)
def test_wrong_outputs_of_networks_are_refused(evaluate: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        Puct(Batch.start(NESTORGAMES, size=2), evaluate, 10)


def test_wrong_arguments_of_searches_are_refused() -> None:
    batch = Batch.start(NESTORGAMES)
    for make, said in (
        (lambda: Puct(batch, knows_nothing, 0), "visits are a whole number from 1 on, not 0"),
        (lambda: Puct(batch, knows_nothing, 1, noise=2), "noise is from 0 to 1, not 2"),
        (lambda: Gumbel(batch, knows_nothing, 1, considered=0), "considered is 1 or more, not 0"),
        (lambda: Puct(batch, knows_nothing, 5).grow(6), "made for 5 visits in all"),
        (lambda: Puct(batch, knows_nothing, 1 << 40), "no memory for 1 trees"),
    ):
        with pytest.raises(NinetkaError, match=said):
            make()
