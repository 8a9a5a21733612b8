"""How long games can be: `max_plies_left` against the longest games."""

from __future__ import annotations

from random import Random

import pytest
from support.games import longest_game

from ninetka import NESTORGAMES, EdgeStop, Phase, Ruleset, State, TurnOrder


def placed(ruleset: Ruleset, players: int, rng: Random) -> State:
    state = State.start(ruleset, players)
    while state.phase is not Phase.MOVEMENT:
        state = state.apply(rng.choice(state.legal_moves))
    return state


def ruleset_of(players: int, stones: int, edge_stop: EdgeStop) -> Ruleset:
    return Ruleset("small", {players: stones}, edge_stop, TurnOrder.RESTARTS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_81_plies(players: int) -> None:
    """Nine neutrals, 36 stones, and 36 turns in which one seat slides all of its stones."""
    start = State.start(NESTORGAMES, players)
    assert start.max_plies_left == 81
    assert start.apply("E5").max_plies_left == 80
    plies = set()
    for seed in range(8):
        state, turns = placed(NESTORGAMES, players, Random(seed)), 45
        while not state.is_over:
            afters = [state.apply(move) for move in state.legal_moves]
            state, turns = max(afters, key=lambda after: after.max_plies_left), turns + 1
        plies.add(turns)
    assert max(plies) == 81


@pytest.mark.parametrize(("players", "stones"), [(2, 3), (3, 2), (4, 1)])
def test_movement_where_the_edge_stops_slides(players: int, stones: int) -> None:
    """Nearly always the longest game has as many plies as the bound, otherwise one less."""
    ruleset = ruleset_of(players, stones, EdgeStop.BOARD)
    assert State.start(ruleset, players).max_plies_left == 9 + 2 * players * stones
    starts = [placed(ruleset, players, Random(seed)) for seed in range(30)]
    short = [start.max_plies_left - longest_game(start) for start in starts]
    assert {*short} <= {0, 1}
    assert short.count(0) >= 28


@pytest.mark.parametrize(
    ("players", "stones", "position"),
    [
        (2, 2, "4ba5/11/4n3n2/3n7/3n2n4/a10/7n3/3nn3n2/11/11/6b4 a 2 small"),
        (4, 1, "1a9/11/11/3nn3n2/d2n1n5/b10/7n3/3n7/6nn3/11/2c8 a 4 small"),
    ],
)
def test_movement_where_stones_wake(players: int, stones: int, position: str) -> None:
    """In each round one slides and the others pass: the longest game that there can be."""
    ruleset = ruleset_of(players, stones, EdgeStop.STONE)
    state, total = State.from_text(position, ruleset), players * stones
    turns = players * total - (players - 1)
    assert longest_game(state) == state.max_plies_left == turns
    assert State.start(ruleset, players).max_plies_left == 9 + total + turns


@pytest.mark.parametrize(
    ("players", "plies", "position"),
    [
        (2, 4, "2b1b6/11/2n5n2/5n5/3n3n3/11/4an5/2n3n3a/7n3/9ba/11 a 2 small"),
        (3, 4, "2c8/b10/2n3n4/8n2/11/5n1n3/3nb6/1cn1n2n3/aa9/11/11 b 3 small"),
    ],
)
def test_blocked_stones_do_not_wake(players: int, plies: int, position: str) -> None:
    ruleset = ruleset_of(players, 6 // players, EdgeStop.STONE)
    state = State.from_text(position, ruleset)
    assert longest_game(state) == state.max_plies_left == plies


@pytest.mark.parametrize(("players", "stones"), [(2, 3), (3, 2), (4, 1)])
def test_the_bound_holds_where_stones_wake(players: int, stones: int) -> None:
    ruleset = ruleset_of(players, stones, EdgeStop.STONE)
    for seed in range(30):
        state = placed(ruleset, players, Random(seed))
        assert longest_game(state) <= state.max_plies_left
