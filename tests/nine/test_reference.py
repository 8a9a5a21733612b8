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


def perft_cases(name: str) -> Iterator[Any]:
    """Each count of a file, with its position."""
    players, ruleset, moves, label = 2, NESTORGAMES, "", ""
    for line in (DATA / name).read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "id":
                label = rest
            case "game":
                count, stones, edge, order = rest.split()
                players = int(count)
                ruleset = Ruleset("perft", {players: int(stones)}, EdgeStop(edge), TurnOrder(order))
            case "moves":
                moves = rest
            case "perft":
                depth, sequences = map(int, rest.split())
                marks = [pytest.mark.long] if sequences > MANY else []
                case = ruleset, players, moves, depth, sequences
                yield pytest.param(*case, id=f"{label}-{depth}", marks=marks)


@pytest.mark.parametrize("edge_rule", [NESTORGAMES, WIKI], ids=["board", "stone"])
@pytest.mark.parametrize(
    ("ruleset", "players", "moves", "depth", "sequences"), list(perft_cases("two_players.perft"))
)
def test_perft_of_two_independent_programs(
    ruleset: Ruleset, players: int, moves: str, depth: int, sequences: int, edge_rule: Ruleset
) -> None:
    assert perft(after(moves, edge_rule, players), depth) == sequences


@pytest.mark.parametrize(
    ("ruleset", "players", "moves", "depth", "sequences"), list(perft_cases("naive.perft"))
)
def test_perft_of_the_naive_generator(
    ruleset: Ruleset, players: int, moves: str, depth: int, sequences: int
) -> None:
    state = after(moves, ruleset, players)
    by_move = {state.move_text(move): n for move, n in perft_by_move(state, depth).items()}
    assert sum(by_move.values()) == sequences, (
        f"by move: {by_move}; `python tests/data/make_nine_perft.py` counts anew"
    )
    assert perft(state, depth) == sequences


@pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI], ids=["nestorgames", "wiki"])
@pytest.mark.parametrize("game", LUDII, ids=range(len(LUDII)))
def test_games_of_ludii(game: dict[str, Any], ruleset: Ruleset) -> None:
    state = State.start(ruleset)
    counts = []
    for text in game["moves"].split():
        counts.append(len(state.legal_moves))
        state = state.apply(text)
    assert counts == game["counts"]
    assert state.is_over
    assert list(state.scores) == game["scores"]
    assert state.outcome is not None
    assert state.outcome.winner == game["winner"] - 1
