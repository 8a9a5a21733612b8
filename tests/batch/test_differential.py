"""A batch does what the states do, ply by ply."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka import NESTORGAMES, WIKI, EdgeStop, Ruleset, State
from ninetka.batch import Batch

from .compare import CODES, ODD_CODES, compare, play_side_by_side, refuse

LUDII = Path(__file__).parents[1] / "data" / "ludii_games.jsonl"


@pytest.mark.parametrize(
    ("first", "seeds"),
    [(0, 12), pytest.param(1000, 30, marks=pytest.mark.deep)],  # more: reliability/side_by_side.py
)
def test_random_games_of_random_rulesets(first: int, seeds: int) -> None:
    plies = sum(play_side_by_side(seed, games=20) for seed in range(first, first + seeds))
    assert plies > 900 * seeds


@pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI], ids=["nestorgames", "wiki"])
def test_games_of_ludii_go_alike(ruleset: Ruleset) -> None:
    games = [json.loads(line)["moves"].split() for line in LUDII.read_text("utf-8").splitlines()]
    states = [State.start(ruleset)] * len(games)
    batch = Batch.of(states)
    for ply in range(max(map(len, games))):
        compare(batch, states)
        codes = [-1] * len(games)
        for i, moves in enumerate(games):
            if ply < len(moves):
                move = states[i].parse_move(moves[ply])
                after = states[i].apply(move)
                codes[i] = next(c for c in states[i].legal_actions if states[i].move(c) == move)
                states[i] = after
        batch.step(codes)
    compare(batch, states)
    assert batch.is_over.all()
    assert batch.states() == states


@pytest.mark.parametrize("edge_stop", EdgeStop)
def test_every_illegal_code_is_refused(edge_stop: EdgeStop) -> None:
    rng = Random(1)
    ruleset = Ruleset("some", {2: 7, 4: 1}, edge_stop)
    for players in (2, 4):
        state = State.start(ruleset, players)
        while True:
            batch = Batch.of([state] * 2)
            for code in {*CODES, *ODD_CODES} - {*state.legal_actions}:
                refuse(batch, [state] * 2, [-1, -1], 1, code)
            if state.is_over:
                break
            state = state.apply(rng.choice(state.legal_moves))
