"""Frameworks do not offer to leave a game that goes on (M28), but take it up where somebody has."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

from ninetka import Game
from ninetka.morris import NINE_AM, Leave
from ninetka.play.playouts import random_game
from ninetka.players import parse_player

LEFT = Game.start(NINE_AM, 4).play("1 10 22 31 4").resign(2).state


def test_openspiel_has_no_action_for_leaving() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pytest.importorskip("ninetka.adapters.openspiel")
    state = pyspiel.load_game("python_morris(players=3)").new_initial_state()
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    assert texts == {str(field) for field in range(1, 37)}
    with pytest.raises(pyspiel.SpielError, match="a:resigns has no action code"):
        state.string_to_action("a:resigns")


def test_pettingzoo_plays_on_where_a_seat_has_left() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ninetka.adapters import pettingzoo

        env: Any = pettingzoo.env(LEFT)
        env.reset(seed=1)
        rng, moved = Random(1), set[str]()
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            (legal,) = observation["action_mask"].nonzero()
            env.step(None if over or cut else int(rng.choice([*legal])))
            moved |= set() if over or cut else {agent}
    assert len(moved) == 3


@pytest.mark.parametrize("name", ["random", "greedy", "mc:20"])
def test_computer_players_do_not_leave(name: str) -> None:
    state = LEFT
    for ply in range(20):
        move = parse_player(name).choose(state, Random(ply))
        assert not isinstance(move, Leave)
        state = state.apply(move)
    assert state.remaining == LEFT.remaining


def test_playouts_end_without_those_who_have_left() -> None:
    game = random_game(LEFT, Random(1))
    assert game.is_over
    assert not any(isinstance(move, Leave) for move in game.moves)
    assert 2 in game.state.expelled
