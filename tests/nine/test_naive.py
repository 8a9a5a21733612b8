"""The library against the naive generator, move by move through random games."""

from __future__ import annotations

from random import Random

import attrs
import pytest
from hypothesis import settings

from nine.naive import NaiveGame
from ninetka import NEUTRAL, EdgeStop, NeutralPlacement, Ruleset, State, TieBreak, TurnOrder
from ninetka.nine.board import SQUARES
from ninetka.nine.rulesets import Supply

SEEDS = max(1, settings().max_examples // 50)
STONES: dict[int, tuple[Supply, ...]] = {
    2: (18, 17, 10, 5, 2, 1, (19, 17), (2, 30), (1, 3)),
    3: (12, 11, 7, 3, 1, (1, 12, 5), (20, 1, 15), (3, 1, 2)),
    4: (9, 8, 5, 2, 1, (1, 2, 3, 4), (33, 1, 1, 1)),
}
ALL = [
    (players, supply, edge, order)
    for players in STONES
    for supply in STONES[players]
    for edge in EdgeStop
    for order in TurnOrder
]


@pytest.mark.parametrize(
    ("players", "stones", "edge", "order"),
    [
        pytest.param(*case, marks=[pytest.mark.long] if at % 13 else [])
        for at, case in enumerate(ALL)
    ],
)
def test_random_games_agree(players: int, stones: Supply, edge: EdgeStop, order: TurnOrder) -> None:
    for seed in range(SEEDS):
        rng = Random(f"{players} {stones} {edge} {order} {seed}")
        placement, tie_break = rng.choice([*NeutralPlacement]), rng.choice([*TieBreak])
        usual = Ruleset("compared", {players: stones}, edge, order, placement)
        ruleset = attrs.evolve(usual, tie_break=tie_break) if not can_resume(usual) else usual
        state = State.start(ruleset, players)
        by_seat = [*ruleset.stones_by_seat(players)]
        readings = (ruleset.neutral_placement.value, ruleset.tie_break.value)
        naive = NaiveGame(players, by_seat, edge.value, order.value, *readings)
        while True:
            compare(state, naive)
            if state.is_over:
                break
            move = rng.choice(state.legal_moves)
            text = state.move_text(move)
            before, state = state, state.apply(move)
            naive.play(text)
            assert state.undo(move) == before


def can_resume(ruleset: Ruleset) -> bool:
    """Whether a player who has passed may slide again, so that Q6 has only one reading."""
    stones = (sum(ruleset.stones_by_seat(players)) for players in ruleset.player_counts)
    return ruleset.edge_stop is EdgeStop.STONE and min(stones) < 36


def compare(state: State, naive: NaiveGame) -> None:
    assert sorted(map(state.move_text, state.legal_moves)) == naive.legal()
    assert state.is_over == naive.is_over()
    assert state.to_move == naive.to_move
    assert str(state.phase) == naive.phase()
    assert state.to_text() == naive.position("compared")
    for square in SQUARES:
        stone = naive.board.get(square.name)
        assert state.stone_at(square) == (NEUTRAL if stone == "n" else stone)
        target = state.target(square)
        assert (target.name if target else None) == naive.landing(square.name)
    assert {section.value: owner for section, owner in state.owners.items()} == naive.owners()
    assert list(state.scores) == naive.scores()
    if state.outcome is not None:
        assert state.outcome.scores == tuple(naive.scores())
        assert state.outcome.winner == naive.winner()
        assert list(state.outcome.ranking) == naive.ranking()
