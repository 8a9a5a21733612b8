"""Players choose at random with the right chances: chi-square tests with fixed seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from importlib import import_module
from math import log, sqrt
from random import Random
from typing import Any

import attrs
import pytest
from support.chi_square import check_law
from toys.fork import Fork, Tree, turn, won
from toys.nim import Nim, Take
from toys.race import Race

from ninetka import State, kropki, morris, players
from ninetka.players import Greedy, MonteCarlo, Search, trees
from ninetka.players.trees import EXPLORATION
from ninetka.protocol import compiled as kernels


def evenly(things: Iterable[Hashable]) -> dict[Hashable, float]:
    each = [*things]
    return dict.fromkeys(each, 1 / len(each))


def test_a_bias_of_a_tenth_is_found() -> None:
    """The test of the test: 10 % more for the first, or nothing for the last."""
    rng = Random(1)
    check_law(Counter(rng.choices("abc", k=20_000)), evenly("abc"))
    for weights in ([1.1, 1, 1], [1, 1, 0.9], [1, 1, 0]):
        with pytest.raises(AssertionError, match="not by chance"):
            check_law(Counter(rng.choices("abc", weights, k=20_000)), evenly("abc"))


# Random moves

SEATS = [
    Nim(9),
    Nim(9, 1),
    *(Race(10, (0, 0, 0), to_move=seat) for seat in range(3)),
    State.start().apply("E5"),
    kropki.State.start(attrs.evolve(kropki.STANDARD, columns=4, rows=4)),
    kropki.State.from_text(
        "4/1oxo/2o1/4 o small -", attrs.evolve(kropki.TERRITORY, name="small", columns=4, rows=4)
    ),
    morris.State.start(players=5),
]


@pytest.mark.parametrize("state", SEATS, ids=lambda state: state.to_text())
def test_random_plays_each_move_of_each_seat_equally_often(state: Any) -> None:
    rng = Random(1)
    chosen = (players.RandomPlayer().choose(state, rng) for _ in range(5_000))
    check_law(Counter(chosen), evenly(state.some_moves))


TREE = turn(
    0, won(0), turn(1, won(1), won(2), won(0, 1)), turn(2, turn(0, won(), won(0, 1, 2)), won(1))
)


def chances_of(tree: Tree) -> dict[Any, float]:
    """How likely each end is if all moves are."""
    if isinstance(tree, frozenset):
        return {tuple(map(float, trees.shares(Fork(tree)))): 1.0}
    total = Counter[Any]()
    _, moves = tree
    for move in moves:
        for end, chance in chances_of(move).items():
            total[end] += chance / len(moves)  # type: ignore[assignment]
    return dict(total)


def test_random_games_end_by_their_chances() -> None:
    rng = Random(1)
    ends = (tuple(trees.playout(Fork(TREE), rng)) for _ in range(8_000))
    check_law(Counter(ends), chances_of(TREE))


def test_random_games_of_kropki_begin_with_each_move_equally_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state: Any = kropki.State.start(attrs.evolve(kropki.STANDARD, columns=3, rows=3))
    began, apply, rng = [], type(state).apply_unchecked, Random(1)

    def spy(self: Any, move: Any) -> Any:
        if self is state:
            began.append(move)
        return apply(self, move)

    monkeypatch.setattr(type(state), "apply_unchecked", spy)
    for _ in range(3000):
        trees.playout(state, rng)
    check_law(Counter(began), evenly(state.legal_moves))


# Ties


@pytest.mark.parametrize(
    ("player", "count"),
    [
        (Greedy(), 2000),
        (MonteCarlo(3), 1000),
        (MonteCarlo(1), 1000),
        (MonteCarlo(2), 1000),
        (Search(visits=1), 1000),
        (Search(visits=3), 1000),
        (Search(visits=6), 1000),
    ],
    ids=str,
)
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_of_equal_moves_each_is_played_equally_often(player: Any, count: int, seat: int) -> None:
    """Nobody wins at Nim as it is played here."""
    rng = Random(3)
    chosen = (player.choose(Nim(9, seat), rng) for _ in range(count))
    check_law(Counter(chosen), evenly(map(Take, (1, 2, 3))))


@pytest.mark.deep
@pytest.mark.parametrize("visits", [4, 20])
def test_small_compiled_searches_play_each_opening_move(
    visits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nine sections are not alike, and corners of the core need not be: any of the 49 is."""
    if kernels.kernel_for(State.start()) is None:
        pytest.skip("there is no kernel: numba is not installed")
    monkeypatch.setenv("NINETKA_BACKEND", "numba")
    rng, start = Random(1), State.start()
    chosen = Counter(Search(visits=visits).choose(start, rng) for _ in range(2000))
    if visits == 4:
        check_law(chosen, evenly(start.legal_moves))
    assert {*chosen} == {*start.legal_moves}


def test_of_moves_visited_equally_often_the_one_that_won_more_is_played() -> None:
    for wins in ([1.0, 2.0, 0.5], [2.0, 1.0, 2.5], [2.5, 1.0, 2.0]):
        tree: Any = trees.uct_tree(Fork(turn(0, won(0), won(0), won(0))), Random(1), None)
        tree.grow(3)
        for child, each in zip(tree._root.children, wins, strict=True):
            child.won = each
        assert tree.line[0] == tree._root.children[wins.index(max(wins))].move


# Exploration


def most_promising(visits: int, children: list[tuple[float, int]]) -> int:
    """Which of some successors, (won, visits), UCB1 goes on with."""

    def promise(at: int) -> float:
        won, own = children[at]
        return won / own + EXPLORATION * sqrt(log(visits) / own)

    return max(range(len(children)), key=promise)


def promising(parent: int, children: list[tuple[float, int]]) -> int:
    node = trees._Node(Fork(won(0)), None, 0)
    node.visits = parent
    for move, (wins, visits) in enumerate(children):
        child = trees._Node(Fork(won(0)), move, 0)
        child.won, child.visits = wins, visits
        node.children.append(child)
    return int(node.promising().move)


def compiled_promising(parent: int, children: list[tuple[float, int]]) -> int:
    """The same by the kernel's function, uncompiled, whose games count by fours."""
    np = pytest.importorskip("numpy")
    compiling: Any = pytest.importorskip("ninetka.compiled.compiling", exc_type=ImportError)
    tree = import_module("ninetka.compiled.tree")
    size = 1 + len(children)
    nodes = tree.Nodes(
        child=np.array([1] + [0] * len(children)),
        children=np.array([len(children)] + [0] * len(children)),
        action=np.arange(size),
        mover=np.zeros(size),
        games=np.array([parent, *(visits for _, visits in children)]),
        won=np.array([0, *(wins for wins, _ in children)]),
    )
    return int(compiling.uncompiled(tree.most_promising)(nodes, 0, EXPLORATION)) - 1


@pytest.mark.parametrize("choose", [promising, compiled_promising])
def test_the_most_promising_move_is_visited(
    choose: Callable[[int, list[tuple[float, int]]], int],
) -> None:
    """With few visits, so that one more or less in the formula would choose others."""
    rng, near = Random(1), 0
    for _ in range(3000):
        children = []
        for _ in range(rng.randint(2, 3)):
            visits = rng.randint(1, 4)
            children.append((rng.randint(0, 2 * visits) / 2, visits))
        parent = sum(visits for _, visits in children)
        if len({*children}) == len(children):
            best = most_promising(parent, children)
            near += best != most_promising(parent + 1, children)
            near += best != most_promising(parent - 1, children)
            assert choose(parent, children) == best
    assert near >= 5
