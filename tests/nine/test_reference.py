"""Counts and games computed by other programs; tests/data/README.md says by which."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.nine_states import after

from ninetka import NESTORGAMES, WIKI, EdgeStop, Ruleset, State, TurnOrder
from ninetka.play.perft import perft, perft_by_move

DATA = Path(__file__).parents[1] / "data"
LUDII = [json.loads(line) for line in (DATA / "ludii_games.jsonl").read_text("utf-8").splitlines()]


MANY = 50_000
"""More sequences than this take long to count."""


def positions(name: str) -> Iterator[Any]:
    """The positions of a file, each with its counts: those that are quick to check, and others."""
    for block in (DATA / name).read_text("utf-8").split("\nid ")[1:]:
        players, ruleset, moves = 2, NESTORGAMES, ""
        counts: dict[int, int] = {}
        label, *lines = block.splitlines()
        for line in lines:
            word, _, rest = line.partition(" ")
            match word:
                case "game":
                    count, stones, edge, order = rest.split()
                    players, stops = int(count), EdgeStop(edge)
                    ruleset = Ruleset("perft", {players: int(stones)}, stops, TurnOrder(order))
                case "moves":
                    moves = rest
                case "perft":
                    depth, sequences = map(int, rest.split())
                    counts[depth] = sequences
        quick = {depth: number for depth, number in counts.items() if number <= MANY}
        yield pytest.param(ruleset, players, moves, quick, id=label)
        if long := {depth: number for depth, number in counts.items() if number > MANY}:
            marks = pytest.mark.deep
            yield pytest.param(ruleset, players, moves, long, id=f"{label}-deep", marks=marks)


@pytest.mark.parametrize("edge_rule", [NESTORGAMES, WIKI], ids=["board", "stone"])
@pytest.mark.parametrize(
    ("ruleset", "players", "moves", "counts"), list(positions("two_players.perft"))
)
def test_perft_of_two_independent_programs(
    ruleset: Ruleset, players: int, moves: str, counts: dict[int, int], edge_rule: Ruleset
) -> None:
    state = after(moves, edge_rule, players)
    assert {depth: perft(state, depth) for depth in counts} == counts


@pytest.mark.parametrize(("ruleset", "players", "moves", "counts"), list(positions("naive.perft")))
def test_perft_of_the_naive_generator(
    ruleset: Ruleset, players: int, moves: str, counts: dict[int, int]
) -> None:
    state = after(moves, ruleset, players)
    for depth, sequences in counts.items():
        by_move = {state.move_text(move): n for move, n in perft_by_move(state, depth).items()}
        assert sum(by_move.values()) == sequences, (
            f"by move: {by_move}; `python tests/data/make_nine_perft.py` counts anew"
        )


@pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI], ids=["nestorgames", "wiki"])
def test_games_of_ludii(ruleset: Ruleset) -> None:
    for number, game in enumerate(LUDII):
        state = State.start(ruleset)
        counts = []
        for text in game["moves"].split():
            counts.append(len(state.legal_moves))
            state = state.apply(text)
        assert counts == game["counts"], number
        assert state.outcome is not None, number
        assert list(state.scores) == game["scores"], number
        assert state.outcome.winner == game["winner"] - 1, number
