"""Games of 9AM and Mills played by a batch and by states, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from batch.compare import play_on

from morris.games import any_ruleset, scattered
from ninetka.morris import Phase, State
from ninetka.morris.compiled.batch import Kernel, kernel_of

SCATTERED = 0.4
"""The share of games that begin with tokens anywhere."""
LEAVES = 0.003
"""How often a player leaves a game, at each ply."""


def kernel(state: State) -> Kernel:
    """The kernel, which there must be."""
    found = kernel_of(state)
    assert found is not None
    return found


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies."""
    rng = Random(seed)
    ruleset = any_ruleset(rng)
    players = rng.choice(ruleset.player_counts)
    states = [State.start(ruleset, players)] * games
    for i in range(games):
        if rng.random() < SCATTERED and not ruleset.mill_wins and ruleset.repetition == 0:
            states[i] = scattered(rng, ruleset, players)
    return play_on(states, rng, some_code, LEAVES * games)


def some_code(state: State, codes: Sequence[int], rng: Random) -> int:
    """A legal action, more often one that makes a mill than at random."""
    tried = rng.choices(codes, k=rng.choice([1, 3]))
    return max(tried, key=lambda code: makes_mill(state, code)) if len(tried) > 1 else tried[0]


def makes_mill(state: State, code: int) -> bool:
    return state.apply_unchecked(state.move(code)).phase is Phase.REMOVE
