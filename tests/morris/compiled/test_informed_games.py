"""The moves of the games that search trees of 9AM play."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np

from morris.games import any_ruleset
from ninetka.compiled.compiling import compiled
from ninetka.compiled.machine import ZERO, U
from ninetka.morris import MILLS, Leave, Phase, State
from ninetka.morris.compiled import playouts, tree
from ninetka.morris.compiled.positions import Positions, Rules
from ninetka.morris.compiled.stepping import code_of
from ninetka.morris.scoring import gains

from .compare import kernel


def informed_action(state: State, word: int) -> int:
    """The action code of an informed move."""
    given = kernel(state)
    positions = Positions(*given.pack([state]))
    start, end = playouts.informed_move(
        positions, ZERO, given._rules, U(word), np.zeros(65, np.uint64)
    )
    return int(code_of(U(start), U(end), given._order))


@pytest.mark.parametrize("seed", range(60))
def test_informed_moves_are_legal_and_close_mills(seed: int) -> None:
    rng = Random(seed)
    rules = any_ruleset(rng)
    state = State.start(rules, rng.choice(rules.player_counts))
    exact = not state.terms.long_rows
    for _ in range(60):
        if state.is_over:
            break
        action = informed_action(state, rng.getrandbits(64))
        assert action in state.legal_actions
        move = state.move(action)
        if exact and state.phase is not Phase.REMOVE:
            moves = [each for each in state.legal_moves if not isinstance(each, Leave)]
            most = max(gain[0] for gain in gains(state, moves))
            assert (gains(state, [move])[0][0] > 0) == (most > 0)
        state = state.apply(move if rng.random() < 0.5 else rng.choice(state.legal_moves))


@compiled
def judged(terms: Rules, space: tree.Space) -> None:
    tree._judge(terms, space)


@pytest.mark.parametrize("players", [4, 5])
def test_games_with_cards_have_eight_plies(players: int) -> None:
    start = State.start(players=players)  # in so few plies, these players make no mill
    given = kernel(start)
    arrays = given.pack([start])
    playouts.play_on(Positions(*arrays), ZERO, given._rules, U(1), np.zeros(65, np.uint64))
    assert 9 * players - sum(given.unpack(arrays, 0).hands) == 8


def test_games_without_cards_are_played_to_the_end() -> None:
    start = State.start(MILLS)
    given = kernel(start)
    arrays = given.pack([start])
    playouts.play_on(Positions(*arrays), ZERO, given._rules, U(1), np.zeros(65, np.uint64))
    assert given.unpack(arrays, 0).is_over


def test_the_most_cards_promise_most() -> None:
    rng, seen = Random(1), set[int]()
    for _ in range(20):
        state = State.start(players=3)
        for _ in range(90):
            state = state if state.is_over else state.apply(rng.choice(state.legal_moves))
        given = kernel(state)
        space = tree.new_space(Positions(*given.pack([state])))
        judged(given._rules, space)
        if not state.is_over:
            most = max(state.cards)
            worths = [1 / (1 + most - cards) ** 2 for cards in state.cards]
            assert [*space.shares] == pytest.approx([each / sum(worths) for each in worths])
            seen |= {*state.cards}
    assert len(seen) > 2
