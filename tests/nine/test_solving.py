"""The ends of games of 9tka: compiled code beside the search by states."""

from __future__ import annotations

from random import Random

import attrs
import pytest

pytest.importorskip("numba", reason="the extra batch is not installed")

from ninetka import BOARDGAMEGEEK, NESTORGAMES, WIKI, State
from ninetka.nine import solving
from ninetka.nine.board import INNER
from ninetka.nine.moves import Phase
from ninetka.nine.rulesets import EdgeStop, Ruleset, TieBreak
from ninetka.nine.solving import NineSolver
from ninetka.solve import Budget, search, value

FEW = attrs.evolve(WIKI, name="few", stones={2: 4, 3: 3, 4: 3}, edge_stop=EdgeStop.STONE)
"""Stones may be left that nothing stops, and may be stopped later."""
LAST = attrs.evolve(WIKI, name="last", tie_break=TieBreak.LAST_SLIDE)
MUCH = Budget(nodes=10_000_000)


def near_the_end(ruleset: Ruleset, players: int, choices: int, seed: int) -> State:
    """A position in movement in which the players have about so many slides to choose from."""
    rng, state = Random(seed), State.start(ruleset, players=players).dealt(Random(seed))
    while True:
        after = state.apply(rng.choice(state.legal_moves))
        rim = sum((own & ~INNER).bit_count() for own in state.stone_masks)
        able = [attrs.evolve(state, to_move=seat) for seat in state.seats]
        slides = sum(len(each.legal_moves) for each in able)
        if after.is_over or (state.phase is Phase.MOVEMENT and min(rim, slides) <= choices):
            return state
        state = after


@pytest.mark.parametrize("ruleset", [WIKI, NESTORGAMES, FEW, LAST])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_code_agrees_with_states(ruleset: Ruleset, players: int) -> None:
    for seed in range(6):
        state = near_the_end(ruleset, players, 8, seed)
        found = NineSolver().searched(state, MUCH)
        by_states = search.value(state, MUCH, lambda _: None)
        assert found is not None
        assert found.proven == by_states.proven
        if found.proven:
            assert found.payoffs == by_states.payoffs
            if players > 2 or found.payoffs[state.to_move] == 1:
                continue
            assert found.moves == state.legal_moves


def test_the_best_moves_are_those_that_keep_the_win() -> None:
    checked = 0
    for seed in range(20):
        state = near_the_end(WIKI, 2, 12, seed)
        found, seat = value(state, MUCH), state.to_move
        assert found.proven
        if found.payoffs[seat]:
            for move in state.legal_moves:
                after = state.apply(move)
                kept = value(after, MUCH).payoffs[seat] == 1
                assert kept == (move in found.moves)
                checked += 1
    assert checked


def test_a_budget_that_is_too_small_says_so() -> None:
    found = value(State.start(), Budget(nodes=1000))
    assert not found.proven
    assert found.why_unproven == "the budget of 1,000 positions was not enough"
    assert found.moves == State.start().legal_moves


def test_a_search_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    state = near_the_end(WIKI, 2, 12, 1)
    whole = value(state, MUCH)
    monkeypatch.setattr(solving, "_STEP", 100)
    assert value(state, MUCH) == whole


def test_nothing_is_known_before_the_deal() -> None:
    found = value(State.start(BOARDGAMEGEEK))
    assert not found.proven
    assert found.why_unproven == "chance has yet to decide how the game begins"
