"""Games of 9AM and Mills played by a batch and by states, side by side."""

from __future__ import annotations

from random import Random
from typing import cast

import numpy as np
from batch.compare import compare, refuse, some_illegal_code

from morris.games import any_ruleset, scattered
from ninetka.adapters.arrays import planes_first
from ninetka.batch import Batch
from ninetka.morris import Move, Phase, State
from ninetka.testing.laws import leaving_moves

SCATTERED = 0.4
"""The share of games that begin with tokens anywhere."""
LEAVES = 0.003
"""How often a player leaves a game, at each ply."""


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies."""
    random = Random(seed)
    ruleset = any_ruleset(random)
    players = random.choice(ruleset.player_counts)
    states = [State.start(ruleset, players)] * games
    for i in range(games):
        if random.random() < SCATTERED and not ruleset.mill_wins and ruleset.repetition == 0:
            states[i] = scattered(random, ruleset, players)
    batch, plies = Batch.of(states), 0
    while True:
        compare(batch, states)
        index, seat = random.randrange(games), random.randrange(players)
        assert batch[index] == states[index]
        planes = batch[index : index + 1].planes(seat)[0]
        assert np.array_equal(planes, planes_first(states[index], seat))
        moves = [_some_code(state, random) for state in states]
        refuse(batch, states, moves, index, some_illegal_code(states[index], random))
        if max(moves) < 0:
            assert batch.states() == states
            assert batch.playouts().winners[:, 0].tolist() == list(map(winners, states))
            return plies
        batch.step(moves)
        states = [
            state.apply_unchecked(state.move(move)) if move >= 0 else state
            for state, move in zip(states, moves, strict=True)
        ]
        plies += sum(move >= 0 for move in moves)
        if random.random() < LEAVES * games:
            batch = _left(batch, states, index)


def _some_code(state: State, random: Random) -> int:
    """A legal action, more often one that makes a mill than at random; -1 if the game is over."""
    tried = random.choices(state.legal_actions or (-1,), k=random.choice([1, 3]))
    if len(tried) == 1 or state.is_over:
        return tried[0]
    return max(tried, key=lambda code: _phase_after(state, code) is Phase.REMOVE)


def _phase_after(state: State, code: int) -> Phase:
    return state.apply_unchecked(state.move(code)).phase


def _left(batch: Batch[State, Move], states: list[State], index: int) -> Batch[State, Move]:
    """The batch after a player has left one of the games, if it goes on without (M28)."""
    for move in leaving_moves(states[index])[:1]:
        states[index] = states[index].apply(cast("Move", move))
        batch = Batch.of(states)
    return batch


def winners(state: State) -> list[bool]:
    """By seat: whether it has won a game that is over."""
    assert state.outcome is not None
    return [seat in state.outcome.winners for seat in state.seats]
