"""Random games by the naive rules, replayed by the library.

They begin with dots set up at random, enclosed ones among them, so that within a few turns there
are regions in and beside each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import attrs
from hypothesis import settings
from hypothesis import strategies as st

from kropki.compare import chain_of, on_some_board, point_of, state_of
from kropki.turns import Turn, dense_position, random_legal_turn, random_position, random_turn
from ninetka.kropki import Place, State

MOST = 20
"""The most plies of a game that are played."""


@attrs.frozen
class Ply:
    """A move of a game, and another that was tried before it, which may be illegal."""

    before: State
    tried: Place
    move: Place
    after: State


@cache
def game(seed: int, automatic: bool) -> tuple[Ply, ...]:
    """A game by the naive rules, move by move."""
    return tuple(_plies(seed, automatic))


def _plies(seed: int, automatic: bool) -> Iterator[Ply]:
    rng = Random(seed)
    naive = random_position(rng, automatic, (rng.randint(1, 9), rng.randint(1, 9)))
    if rng.random() < 0.3:
        naive = dense_position(rng, automatic)
    state = state_of(naive)
    for _ in range(MOST):
        if naive.over:
            return
        turn = random_turn(naive, rng)
        legal = random_legal_turn(naive, rng)
        move = place(legal)
        tried = place(turn) if on_some_board(turn[0], *turn[1]) else move
        after = state.apply(move)
        yield Ply(state, tried, move, after)
        state, naive = after, naive.play(*legal)


def place(turn: Turn) -> Place:
    dot, chains = turn
    return Place(point_of(dot), [(*chain_of(chain), point_of(chain[0])) for chain in chains])


def games(automatic: Iterable[bool] = (False, True)) -> st.SearchStrategy[tuple[Ply, ...]]:
    """Games by one of the rulesets or either: the same for all laws."""
    seeds = st.integers(0, settings().max_examples - 1)
    return st.builds(game, seeds, st.sampled_from([*automatic])).filter(bool)
