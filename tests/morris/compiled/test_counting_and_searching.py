"""Sequences of moves counted, and search trees, by the compiled code of 9AM and Mills."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np

from morris import arranged
from morris.arranged import after, of_phase
from morris.games import any_ruleset
from morris.test_perft import cases
from ninetka import NinetkaError
from ninetka.morris import MILLS, NINE_AM, State
from ninetka.play.perft import perft
from ninetka.players import Search

from .compare import kernel


@pytest.mark.parametrize(("players", "moves", "counts"), list(cases()))
def test_perft_of_other_programs(players: int, moves: str, counts: list[int]) -> None:
    state = after(State.start(MILLS if players == 2 else NINE_AM, players), moves)
    for depth, count in enumerate(counts, 1):
        assert kernel(state).perft(state, depth) == count


@pytest.mark.parametrize("seed", range(30))
def test_perft_under_any_rules(seed: int) -> None:
    rng = Random(seed)
    rules = any_ruleset(rng)
    state = State.start(rules, rng.choice(rules.player_counts))
    for _ in range(rng.randrange(40)):
        if not state.is_over:
            state = state.apply(rng.choice(state.legal_moves))
    depth = 2 if len(state.legal_moves) > 12 else 3
    assert kernel(state).perft(state, depth) == perft(state, depth)


def test_perft_past_the_end_and_of_no_depth() -> None:
    state = arranged.at("a.a.bbb.. 1/0 0/0 0 a put", arranged.mills(quiet=1, jumping=0))
    assert kernel(state).perft(state, 60) == 0
    with pytest.raises(NinetkaError, match="a depth is 1 or more here, not 0"):
        kernel(state).perft(state, 0)


POSITIONS = [
    of_phase(position)
    for position in (
        *(arranged.PUTTING, arranged.MOVING, arranged.JUMPING, arranged.REMOVING, arranged.EITHER),
        *(arranged.NO_MILLS, arranged.MARKED, arranged.NO_ROWS, arranged.FULL),
    )
]


@pytest.mark.parametrize("state", [*POSITIONS, State.start(MILLS)], ids=str)
def test_trees_play_all_legal_moves_and_no_others(state: State) -> None:
    tree = kernel(state).tree(state, 1, 0.3)
    tree.grow(300)
    played = tree.playouts_by_action
    assert played.nonzero()[0].tolist() == list(state.legal_actions)
    assert played.sum() == tree.playouts == 300
    assert ((tree.win_rates >= 0) & (tree.win_rates <= 1)).all()
    again = kernel(state).tree(state, 1, 0.3)
    for _ in range(3):
        again.grow(100)
    assert np.array_equal(again.playouts_by_action, played)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("aa.bb.... 1/1 0/0 0 a put three-mens-morris", {"3"}),
        ("bb.aa.... 1/1 0/0 0 a put three-mens-morris", {"6"}),
    ],
)
def test_searches_find_what_wins_at_once(text: str, best: set[str]) -> None:
    state = State.from_text(text)
    tree = kernel(state).tree(state, 3, 0.3)
    tree.grow(2000)
    assert str(state.move(tree.line[0])) in best


def test_search_uses_it_and_shares_count() -> None:
    """With three who have equally many cards, each has a third of the win."""
    state = State.start(NINE_AM, 3)
    tree = kernel(state).tree(state, 5, 0.3)
    tree.grow(3000)
    first = state.legal_actions
    rates = tree.win_rates[list(first)]
    assert 0.25 < (rates @ tree.playouts_by_action[list(first)]) / tree.playouts < 0.45
    move = Search(visits=400).choose(state, Random(1))
    assert state.is_legal(move)
