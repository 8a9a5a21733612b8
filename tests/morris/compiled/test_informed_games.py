"""The games that search trees of 9AM and Mills play: informed moves, and what they are worth."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np

from morris import arranged
from ninetka.compiled.machine import HAS_BMI2, ONE, ZERO, U, Word, compiled, popcount
from ninetka.morris import MILLS, Leave, Phase, Put, State, Step
from ninetka.morris.compiled import informed, informed_duels
from ninetka.morris.compiled.batch import Kernel, kernel_of
from ninetka.morris.compiled.choices import STREAM, code_of
from ninetka.morris.compiled.positions import Positions, copy
from ninetka.morris.compiled.rules import lasting
from ninetka.morris.gains import gains
from ninetka.players import Greedy, Search
from ninetka.tournament import arena

from .compare import any_ruleset

MOST_DIFFERENT = 0.04
"""What two samples of 4,000 games differ by less than once in ten thousand times."""


def kernel(state: State) -> Kernel:
    """The kernel, which there must be."""
    found = kernel_of(state)
    assert found is not None
    return found


def informed_action(state: State, word: int) -> int:
    """The action code of an informed move."""
    given = kernel(state)
    positions = Positions(*given.pack([state]))
    start, end = informed.informed_move(
        positions, ZERO, given._terms, U(word), np.zeros(65, np.uint64)
    )
    return int(code_of(U(start), U(end), given._order))


@pytest.mark.parametrize("seed", range(60))
def test_informed_moves_are_legal_and_close_mills(seed: int) -> None:
    random = Random(seed)
    rules = any_ruleset(random)
    state = State.start(rules, random.choice(rules.player_counts))
    exact = not state.terms.long_rows
    for _ in range(60):
        if state.is_over:
            break
        action = informed_action(state, random.getrandbits(64))
        assert action in state.legal_actions
        move = state.move(action)
        if exact and state.phase is not Phase.REMOVE:
            moves = [each for each in state.legal_moves if not isinstance(each, Leave)]
            most = max(gain[0] for gain in gains(state, moves))
            assert (gains(state, [move])[0][0] > 0) == (most > 0)
        state = state.apply(move if random.random() < 0.5 else random.choice(state.legal_moves))


@compiled
def _won(p: Positions, q: Positions, terms: Any, steps: Any, games: Word, ends: Any) -> Any:
    """How many games seat 0 wins from position 0, by the code for any rules and for plain ones."""
    by_any, by_plain = 0.0, 0.0
    for game in range(games):
        copy(p, ZERO, q, ZERO, terms)
        informed.finish(q, ZERO, terms, game * STREAM, ends)
        lasts = lasting(q, ZERO, terms)
        by_any += float(lasts & ONE) / float(popcount(lasts))
        lasts = informed_duels.finish(p, terms, steps, (games + game) * STREAM)
        by_plain += float(lasts & ONE) / float(popcount(lasts))
    return by_any, by_plain


@pytest.mark.skipif(not HAS_BMI2, reason="this processor has no code for plain rules")
@pytest.mark.parametrize("seed", range(6))
def test_games_under_plain_rules_end_as_often_in_the_same_way(seed: int) -> None:
    """In Mills, with players who jump, and on small boards where players get stuck."""
    random, jumping = Random(seed), arranged.at("aab.b..ba 0/0 0/0 0 a move", arranged.mills())
    walking = arranged.mills(arranged.CIRCLE, tokens=4, jumping=0)
    others = {3: jumping, 4: arranged.at("aab.b.ba 0/0 0/0 0 b move", walking)}
    state = others.get(seed) or State.start(MILLS if seed < 3 else arranged.mills(tokens=4))
    for _ in range(15 * seed if seed < 3 else 0):
        state = state.apply(random.choice(state.legal_moves))
    given, games = kernel(state), 4000
    assert given._steps is not None
    p, q = (Positions(*given.pack([state])) for _ in range(2))
    won = _won(p, q, given._terms, given._steps, U(games), np.zeros(65, np.uint64))
    assert won[0] / games == pytest.approx(won[1] / games, abs=MOST_DIFFERENT)


# Searches


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
    """At least 8 of 10 games of Mills; 42.5 of 44 have been seen."""
    won = 0.0
    for game in range(10):
        seat = game % 2
        search, greedy = Search(visits=20_000), Greedy()
        players = [greedy, search] if seat else [search, greedy]
        outcome = arena.play(State.start(MILLS), players, Random(game)).state.outcome
        assert outcome is not None
        won += float(outcome.shares[seat])
    assert won >= 8
