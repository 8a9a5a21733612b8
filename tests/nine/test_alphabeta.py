"""The search of last placements and movement between two, by alpha-beta, beside the rules."""

from __future__ import annotations

from random import Random

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka import BOARDGAMEGEEK, NESTORGAMES, WIKI, State
from ninetka.compiled.machine import ZERO, U
from ninetka.nine.compiled import alphabeta, evaluation, rules
from ninetka.nine.compiled.batch import kernel_of
from ninetka.nine.moves import Phase
from ninetka.nine.rulesets import EdgeStop, Ruleset, TieBreak
from ninetka.protocol.compiled import KernelTree

FEW = attrs.evolve(WIKI, name="few", stones={2: 6, 3: 3, 4: 3}, edge_stop=EdgeStop.STONE)
"""Stones may be left that nothing stops, and may be stopped later."""
LAST = attrs.evolve(WIKI, name="last", tie_break=TieBreak.LAST_SLIDE)
TWO = (WIKI, NESTORGAMES, BOARDGAMEGEEK, LAST, FEW)
ENOUGH = 200_000
"""Visits after which nothing is left to find out with nine stones."""


def tree_of(state: State) -> KernelTree:
    """A search tree of a state."""
    return kernel_of(state).tree(state, 1, 0.3)


def some_position(ruleset: Ruleset, rng: Random, plies: int) -> State | None:
    """A position of a random game in movement, with few moves left; None if the game ended."""
    state = State.start(ruleset, players=2).dealt(rng)
    while state.phase is not Phase.MOVEMENT or state.max_plies_left > plies:
        state = state.apply(rng.choice(state.legal_moves))
        if state.is_over:
            return None
    return state


def worth(state: State, known: dict[State, tuple[bool, int]]) -> tuple[bool, int]:
    """Whether seat 0 wins with the best play, and then its lead: what both play for, in order."""
    if state not in known:
        outcome = state.outcome
        if outcome is not None:
            lead = int(outcome.scores[0] - outcome.scores[1])
            known[state] = 0 in outcome.winners, lead
        else:
            choose = max if state.to_move == 0 else min
            known[state] = choose(worth(state.apply(move), known) for move in state.legal_moves)
    return known[state]


@pytest.mark.parametrize("ruleset", TWO, ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(8))
def test_the_end_is_played_perfectly(ruleset: Ruleset, seed: int) -> None:
    """By winner first and then by lead, and the share says who wins."""
    state = some_position(ruleset, Random(f"{ruleset.name} {seed}"), 9)
    if state is None:
        return
    tree, known = tree_of(state), dict[State, tuple[bool, int]]()
    tree.grow(ENOUGH)
    action = tree.line[0]
    best = worth(state, known)
    assert worth(state.apply(state.move(action)), known) == best
    wins = best[0] == (state.to_move == 0)
    assert tree.win_rates[action] == pytest.approx(1.0 if wins else 0.0, abs=1e-5)
    assert tree.playouts < ENOUGH


def test_first_moves_that_lose_are_told_from_those_that_win() -> None:
    """What other first moves are worth is known too, where it is about who wins."""
    told = 0
    for seed in range(20):
        state = some_position(NESTORGAMES, Random(seed), 11)
        assert state is not None
        known: dict[State, tuple[bool, int]] = {}
        wins = [
            worth(state.apply(move), known)[0] == (state.to_move == 0) for move in state.legal_moves
        ]
        if len({*wins}) == 2:
            tree = tree_of(state)
            tree.grow(ENOUGH)
            rates = [tree.win_rates[state.action(move)] for move in state.legal_moves]
            told += 1
            best = max(rates)
            assert all(won for rate, won in zip(rates, wins, strict=True) if rate == best)
    assert told > 2


@pytest.mark.parametrize("plies", [35, 41, 45, 50, 58])
def test_how_visits_are_shared_out_changes_nothing(plies: int) -> None:
    rng, state = Random(plies), State.start(players=2)
    for _ in range(plies):
        state = state.apply(rng.choice(state.legal_moves))
    at_once, in_parts = tree_of(state), tree_of(state)
    at_once.grow(3210)
    for visits in (1, 2, 7, 200, 3000):
        in_parts.grow(visits)
    assert at_once.playouts == in_parts.playouts == 3210
    assert list(at_once.playouts_by_action) == list(in_parts.playouts_by_action)
    assert list(at_once.win_rates) == list(in_parts.win_rates)
    assert at_once.line == in_parts.line
    assert at_once.playouts_by_action.argmax() == at_once.line[0]


def judged(state: State) -> float:
    """The share that a full rim promises the seat to move, as the search judges it."""
    kernel = kernel_of(state)
    positions = rules.Positions(*kernel.pack([state]))
    worth = evaluation.evaluation(positions, ZERO, U(evaluation.LEVEL), kernel._rules)
    share = 0.5 + 0.5 * worth / (abs(worth) + alphabeta._SOFT)
    return 1 - share if state.to_move else share


@pytest.mark.parametrize("stones", [18, (17, 19), (20, 16)])
def test_the_last_stones_are_placed_by_what_full_rims_promise(
    stones: int | tuple[int, int],
) -> None:
    """Also if one player has more stones (Q7), and places several in a row."""
    ruleset = attrs.evolve(NESTORGAMES, name="more", stones={2: stones, 3: 12, 4: 9})
    rng, state = Random(1), State.start(ruleset, players=2)
    for _ in range(42):
        state = state.apply(rng.choice(state.legal_moves))

    def best(at: State, seat: int) -> float:
        """What a seat can reach, if both place the rest as well as they can."""
        if at.phase is Phase.MOVEMENT:
            share = judged(at)
            return share if at.to_move == seat else 1 - share
        choose = max if at.to_move == seat else min
        return choose(best(at.apply(move), seat) for move in at.legal_moves)

    tree, seen = tree_of(state), []
    for _ in range(200):
        tree.grow(1)
        seen.append(tree.win_rates.max())
    assert seen.count(pytest.approx(best(state, state.to_move), abs=1e-3)) > 1


def test_principal_lines_can_be_played() -> None:
    for seed in range(30):
        rng, state = Random(seed), State.start(players=2)
        for _ in range(35 + seed):
            state = state.apply(rng.choice(state.legal_moves))
        if state.is_over:
            continue
        tree = tree_of(state)
        tree.grow(500 * (seed + 1))
        for action in tree.line:
            state = state.apply(state.move(action))


def test_it_beats_random_moves() -> None:
    """When ten stones are left to place, in matches of two games with seats changed, by points."""
    won = 0
    for seed in range(12):
        rng, start = Random(seed), State.start(players=2)
        for _ in range(35):
            start = start.apply(rng.choice(start.legal_moves))
        kernel, lead = kernel_of(start), 0
        for own in (0, 1):
            state = start
            while not state.is_over:
                if state.to_move == own:
                    tree = kernel.tree(state, 1, 0.3)
                    tree.grow(3000)
                    state = state.apply(state.move(tree.line[0]))
                else:
                    state = state.apply(rng.choice(state.legal_moves))
            outcome = state.outcome
            assert outcome is not None
            lead += int(outcome.scores[own] - outcome.scores[1 - own])
        won += lead > 0
    assert won >= 11
