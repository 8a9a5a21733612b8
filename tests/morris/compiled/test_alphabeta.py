"""Searches of games of two by alpha-beta: what they prove and find, and how visits are shared."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka import records
from ninetka.morris import (
    ACHI,
    DARA,
    LASKER,
    MILLS,
    MORABARABA,
    NINE_HOLES,
    SHISIMA,
    TAPATAN,
    THREE_MENS,
    Put,
    Ruleset,
    State,
    Step,
)
from ninetka.morris.compiled.batch import kernel_of
from ninetka.players import Greedy, Search
from ninetka.protocol.compiled import KernelTree
from ninetka.solve import Budget, value
from ninetka.tournament import arena

PUZZLES = Path(__file__).parents[3] / "src/ninetka/morris/puzzles.9tka"
SMALL = (TAPATAN, ACHI, THREE_MENS, NINE_HOLES, SHISIMA)
LARGE = (MILLS, LASKER, MORABARABA, DARA, ACHI)


def tree_of(state: State, key: int = 1) -> KernelTree:
    """A search tree of a state."""
    kernel = kernel_of(state)
    assert kernel is not None
    return kernel.tree(state, key, 0.3)


def some_position(ruleset: Ruleset, rng: Random, plies: int) -> State:
    """A position of a random game that is not over."""
    state = State.start(ruleset)
    for _ in range(plies):
        after = state.apply(rng.choice(state.legal_moves))
        state = state if after.is_over else after
    return state


@pytest.mark.parametrize("ruleset", SMALL, ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_settled_is_what_solvers_prove(ruleset: Ruleset, seed: int) -> None:
    """A tree that grows no more has found a win or a loss."""
    rng = Random(f"{ruleset.name} {seed}")
    state = some_position(ruleset, rng, rng.randrange(4, 10))
    tree = tree_of(state)
    tree.grow(30_000)
    found, share = value(state, Budget(nodes=5_000)), max(tree.win_rates)
    if tree.playouts < 30_000 and found.proven:
        assert found.payoffs[state.to_move] == round(share)
        assert state.move(tree.line[0]) in found.moves or found.payoffs[state.to_move] == 0
    elif found.proven and found.distance is not None and found.distance < 6:
        assert found.payoffs[state.to_move] == round(share)


def test_wins_are_settled() -> None:
    """Two plies are needed, a step and a removal, so very few positions are looked at."""
    state = State.from_text("aa.a...b...b...b........ 0/0 0/0 0 a move mills")
    tree = tree_of(state)
    tree.grow(100_000)
    assert tree.playouts < 1000
    # A little less for each ply until then
    assert max(tree.win_rates) == pytest.approx(1 - 2e-9, abs=1e-10)
    grown = tree.playouts
    tree.grow(1)
    assert tree.playouts == grown
    assert Search(seconds=60).analyse(state, Random(1)).playouts < 1000


@pytest.mark.parametrize(
    "ruleset", [MILLS, LASKER, MORABARABA, DARA, ACHI], ids=lambda each: each.name
)
def test_it_does_not_matter_how_visits_are_shared_out(ruleset: Ruleset) -> None:
    state = some_position(ruleset, Random(1), 8)
    whole, parts = tree_of(state, 5), tree_of(state, 5)
    whole.grow(5000)
    for visits in (1, 2, 30, 967, 4000):
        parts.grow(visits)
    assert whole.line == parts.line
    assert [*whole.win_rates] == [*parts.win_rates]
    assert [*whole.playouts_by_action] == [*parts.playouts_by_action]


def test_the_principal_line_is_legal() -> None:
    rng = Random(3)
    for plies in (0, 6, 20, 30):
        state = some_position(MILLS, rng, plies)
        tree = tree_of(state)
        tree.grow(20_000)
        assert len(tree.line) > 2
        for code in tree.line:
            state = state.apply(state.move(code))


def test_equally_good_moves_are_all_played() -> None:
    first = {Search(visits=50).choose(State.start(MILLS), Random(seed)) for seed in range(60)}
    assert first == {Put(2), Put(8), Put(11), Put(17)}  # where four lines meet


def test_puzzles_are_solved() -> None:
    solved = 0
    for record in records.read(PUZZLES):
        state = record.game.initial_state
        solved += Search(visits=20_000).choose(state, Random(1)) == record.game.moves[0]
    assert solved >= 93


def mills_with(own: Collection[int], other: Collection[int], hand: int, phase: str) -> State:
    """A position of Mills with the players' tokens on these fields, the first player to move."""
    tokens = "".join("a" if at in own else "b" if at in other else "." for at in range(1, 25))
    return State.from_text(f"{tokens} {hand}/{hand} 0/0 0 a {phase} mills")


@pytest.mark.parametrize(
    ("state", "best"),
    [
        # A mill wins, and has to be stopped
        (State.from_text("bb..a...a 1/1 0/0 0 a put three-mens-morris"), Put(3)),
        # A mill leaves the opponent two tokens, in each phase
        (mills_with({1, 4}, {5, 14}, 1, "put"), Put(7)),
        (mills_with({1, 4, 24, 2, 15}, {5, 8, 18}, 0, "move"), Step(24, 7)),
        (mills_with({1, 4, 15}, {5, 8, 18}, 0, "move"), Step(15, 7)),
    ],
)
def test_searches_close_mills_and_stop_them(state: State, best: Put | Step) -> None:
    for seed in range(5):
        assert Search(visits=1000).choose(state, Random(seed)) == best


@pytest.mark.long
def test_searches_win_against_greedy() -> None:
    """At least 9 of 10 games of Mills."""
    won = 0.0
    for game in range(10):
        seat = game % 2
        search, greedy = Search(visits=20_000), Greedy()
        players = [greedy, search] if seat else [search, greedy]
        outcome = arena.play(State.start(MILLS), players, Random(game)).state.outcome
        assert outcome is not None
        won += float(outcome.shares[seat])
    assert won >= 9


def test_the_best_move_has_the_most_visits_however_many_there_are() -> None:
    """Also if they could be shared out evenly."""
    for visits in (24, 240, 2400, 12_000):
        tree = tree_of(State.start(MILLS))
        tree.grow(visits)
        most = sorted(tree.playouts_by_action)
        assert most[-1] > most[-2]
        assert tree.playouts_by_action.argmax() == tree.line[0]
