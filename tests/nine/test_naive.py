"""The library against the naive generator, move by move through random games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings

from nine.naive import NaiveGame
from ninetka import NEUTRAL, EdgeStop, Outcome, Ruleset, State, TurnOrder
from ninetka.nine.board import SQUARES

SEEDS = settings().max_examples // 20
STONES = {2: (18, 17, 10, 5, 2, 1), 3: (12, 11, 7, 3, 1), 4: (9, 8, 5, 2, 1)}
ALL = [
    (players, each, edge, order)
    for players in STONES
    for each in STONES[players]
    for edge in EdgeStop
    for order in TurnOrder
]


@pytest.mark.parametrize(
    ("players", "stones", "edge", "order"),
    [
        pytest.param(*case, marks=[pytest.mark.long] if at % 7 else [])
        for at, case in enumerate(ALL)
    ],
)
def test_random_games_agree(players: int, stones: int, edge: EdgeStop, order: TurnOrder) -> None:
    ruleset = Ruleset("compared", {players: stones}, edge, order)
    for seed in range(SEEDS):
        random = Random(f"{players} {stones} {edge} {order} {seed}")
        state = State.start(ruleset, players)
        naive = NaiveGame(players, stones, edge.value, order.value)
        while True:
            compare(state, naive)
            if state.is_over:
                break
            move = random.choice(state.legal_moves)
            text = state.move_text(move)
            before, state = state, state.apply(move)
            naive.play(text)
            assert state.undo(move) == before


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
        assert state.outcome == Outcome(tuple(naive.scores()))
        assert state.outcome.winner == naive.winner()
        assert list(state.outcome.ranking) == naive.ranking()
