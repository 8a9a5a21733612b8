"""Kropki's compiled code: sequences counted, the search tree, what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import attrs
import numpy as np
from batch.compare import codes_of

from kropki.compare import renamed, ruleset_of
from kropki.compiled.compare import reached, some_ruleset_with
from kropki.naive import Naive
from kropki.test_perft import cases
from ninetka.base.errors import NinetkaError
from ninetka.batch import Batch
from ninetka.kropki import (
    AutomaticState,
    Capture,
    Passing,
    Ruleset,
    Seat,
    Start,
    State,
)
from ninetka.play.perft import perft
from ninetka.players import Greedy, Search
from ninetka.protocol.compiled import Kernel, KernelTree, kernel_for, required_kernel
from ninetka.tournament import arena

SMALL = Ruleset("small", 5, 5, Capture.AUTOMATIC)


def kernel(state: State) -> Kernel:
    return required_kernel(state)


# ---- perft


@pytest.mark.parametrize(("columns", "rows", "position", "counts"), list(cases()))
def test_perft_of_the_naive_rules(columns: int, rows: int, position: str, counts: Any) -> None:
    ruleset = ruleset_of(Naive(columns, rows, automatic=True))
    state = AutomaticState.from_text(renamed(position, ruleset.name), ruleset)
    for depth, (count, *_) in enumerate(counts, 1):
        if count < 5_000_000:
            assert kernel(state).perft(state, depth) == count


@pytest.mark.parametrize("seed", range(12))
def test_perft(seed: int) -> None:
    rng = Random(seed)
    state = reached(some_ruleset_with(Capture.AUTOMATIC, rng), rng)
    for depth in (1, 2, 3):
        assert kernel(state).perft(state, depth) == perft(state, depth)


@pytest.mark.parametrize("passing", Passing)
def test_perft_beyond_the_end(passing: Passing) -> None:
    state = AutomaticState.start(Ruleset("tiny", 2, 2, Capture.AUTOMATIC, passing=passing))
    found = [kernel(state).perft(state, depth) for depth in range(1, 11)]
    assert found == [perft(state, depth) for depth in range(1, 11)]
    assert found[-1] == kernel(state).perft(state, 10**9) == 0


# ---- the tree


def grown(state: AutomaticState, visits: int, key: int = 1, exploration: float = 0.3) -> KernelTree:
    tree = kernel(state).tree(state, key, exploration)
    tree.grow(visits)
    return tree


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("seed", range(8))
def test_a_tree_visits_moves_to_choose_from(seed: int, capture: Capture) -> None:
    rng = Random(seed)
    ruleset = some_ruleset_with(capture, rng)
    state = next(s for s in iter(lambda: reached(ruleset, rng), None) if not s.is_over)
    tree, codes = grown(state, 300), codes_of(state)
    visits = tree.playouts_by_action
    assert visits.shape == tree.win_rates.shape == (state.action_count,)
    assert {*np.flatnonzero(visits)} <= {*codes}
    assert visits.sum() == tree.playouts == 300
    assert ((tree.win_rates >= 0) & (tree.win_rates <= 1)).all()
    for code in tree.line:
        state = state.apply(state.move(code))
    if capture is Capture.DECLARED and codes[-1] >= len(visits) // 2:
        assert not visits[: len(visits) // 2].any()  # all chains are declared at once


def test_a_tree_depends_on_its_key_and_visits_alone() -> None:
    state = AutomaticState.start(SMALL)
    whole, parts, other = grown(state, 400), grown(state, 150), grown(state, 400, key=2)
    parts.grow(1)
    parts.grow(249)
    assert np.array_equal(whole.playouts_by_action, parts.playouts_by_action)
    assert np.array_equal(whole.win_rates, parts.win_rates)
    assert not np.array_equal(whole.playouts_by_action, other.playouts_by_action)


def value(state: AutomaticState, seat: Seat) -> float:
    """A seat's share of the win if both play as well as they can."""
    if state.outcome is not None:
        return float(state.outcome.shares[seat])
    values = (value(state.apply_unchecked(move), seat) for move in state.legal_moves)
    return max(values) if state.to_move is seat else min(values)


def test_a_tree_finds_the_best_moves() -> None:
    found = 0
    for seed in range(1000):
        rng = Random(seed)
        state = reached(some_ruleset_with(Capture.AUTOMATIC, rng), rng)
        if not 3 <= state.free_mask.bit_count() <= 4:
            continue
        values = {
            code: value(state.apply(state.move(code)), state.to_move)
            for code in state.legal_actions
        }
        if len({*values.values()}) > 1:
            tree = grown(state, 20_000)
            best = int(tree.playouts_by_action.argmax())
            assert values[best] == max(values.values())
            assert abs(tree.win_rates[best] - values[best]) < 0.05
            found += 1
    assert found > 5


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("to_move", ["x", "o"])
def test_players_search_with_it(to_move: str, capture: Capture) -> None:
    """The last dot of a ring around three dots is worth more than any other, to either player."""
    ruleset = Ruleset("open", 12, 12, capture)
    rows = "12/12/3xxx6/2xooox5/3xx7/12/6o5/7o4/5oo5/12/12/12"
    state = State.from_text(f"{rows} {to_move} open -", ruleset)
    assert kernel_for(state) is not None
    for seed in range(5):
        assert str(Search(visits=1000).choose(state, Random(seed))) == "fe"


def test_a_capture_that_could_wait_is_taken() -> None:
    """Three dots of a real game: random games hardly tell whether they are taken now or later."""
    ruleset = Ruleset("open", 20, 20, Capture.AUTOMATIC, start=Start.EMPTY)
    rows = (
        "20/6x13/20/3x1ooo5xxo4/4xxxo2o1x1oo4/6xxoo1x1x1x4/5oxxxooxo1x5/4oxo1xxxoxx6/5o3xoooxo5/"
        "6oo1oxxoxo5/7xoo1xoo6/6x1xo1xxo6/5x3o1xo1o5/4x3o1xxo7/6o3xoxxo5/10xooxo5/10xoxo3o2/11xo7/20/20"
    )
    regions = "o:ehfighfgeh,x:lflgmhnhognfmelf,o:lqmrnqmplq"
    state = AutomaticState.from_text(f"{rows} o open {regions}", ruleset)
    for seed in range(3):
        assert str(Search(visits=4000).choose(state, Random(seed))) in {"nn", "on", "pn"}


def test_a_game_of_legal_moves_with_few_visits() -> None:
    """Most nodes have no games of their own then."""
    for seed in range(20):
        rng = Random(seed)
        state = reached(some_ruleset_with(Capture.AUTOMATIC, rng), rng)
        while not state.is_over:
            state = state.apply(Search(visits=5).choose(state, rng))


def test_search_wins_against_greedy() -> None:
    begin = State.start(Ruleset("open", 10, 10, Capture.AUTOMATIC, start=Start.CROSS))
    players, table = [Search(visits=1000), Greedy()], arena.ArenaTable()
    for record in arena.games(begin, players, 6, seed=1):
        table = table.add(record)
    assert table.players[0].share.value >= 2 / 3


# ---- what is refused


def test_rulesets_do_not_mix() -> None:
    states = [*map(State.start, (SMALL, attrs.evolve(SMALL, komi=0.5)))]
    with pytest.raises(NinetkaError, match="same ruleset and number of players"):
        Batch.of(states)


def test_perft_needs_a_depth() -> None:
    with pytest.raises(NinetkaError, match=r"^a depth is 1 or more here, not 0$"):
        kernel(AutomaticState.start(SMALL)).perft(AutomaticState.start(SMALL), 0)
