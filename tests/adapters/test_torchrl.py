"""TorchRL takes the environments of both frameworks as they are."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

torchrl = pytest.importorskip("torchrl", reason="TorchRL is not installed")
pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import torch
from torchrl.envs.libs.gym import GymWrapper
from torchrl.envs.libs.openspiel import OpenSpielWrapper
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from ninetka import State
from ninetka.adapters import openspiel  # noqa: F401
from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.pettingzoo import env

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
RULESETS = pytest.mark.parametrize("ruleset", ["nestorgames", "wiki"])
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def check(wrapped: Any, players: int) -> Any:
    """Its specs hold, and a random game goes to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env_specs(wrapped)
        rollout = wrapped.rollout(1000)
    assert 9 + 36 < len(rollout) <= State.start(players=players).max_plies_left
    assert rollout["next", "done"][-1].all()
    assert not rollout["next", "done"][:-1].any()
    return rollout


@PLAYERS
@RULESETS
def test_pettingzoo(players: int, ruleset: str) -> None:
    game = env(players=players, ruleset=ruleset)
    rollout = check(PettingZooWrapper(game, use_mask=True), players)
    rewards = [rollout["next", agent, "reward"].sum().item() for agent in game.possible_agents]
    assert sorted(rewards) == [-1] * (players - 1) + [1]


@PLAYERS
@RULESETS
def test_openspiel(players: int, ruleset: str) -> None:
    game = pyspiel.load_game(f"python_ninetka(players={players},ruleset={ruleset})")
    rollout = check(OpenSpielWrapper(game.new_initial_state()), players)
    rewards = rollout["next", "agents", "reward"].sum(0).flatten().tolist()
    assert sorted(rewards) == [-1] * (players - 1) + [1]


def test_another_game_on_a_board_of_another_size() -> None:
    small: dict[str, Any] = {"columns": 6, "rows": 5}
    game = pyspiel.load_game("python_kropki", small)
    for wrapped in (
        PettingZooWrapper(env(game="kropki", **small), use_mask=True),
        OpenSpielWrapper(game.new_initial_state()),
    ):
        check_env_specs(wrapped)
        rollout = wrapped.rollout(1000)
        assert rollout["next", "done"][-1].all()
        assert 12 < len(rollout) <= game.max_game_length()


@pytest.mark.parametrize("seed", range(10))
def test_gymnasium_with_illegal_actions(seed: int) -> None:
    torch.manual_seed(seed)
    game = GymWrapper(SeatEnv(players=3), categorical_action_encoding=True)
    game.auto_register_info_dict()
    game.set_seed(seed)
    last = game.rollout(1000)["next"][-1]  # actions are any, so that one is soon illegal
    assert last["illegal"].item()
    assert last["illegal"].dtype == torch.bool
    assert (last["reward"].item(), last["terminated"].item()) == (-1, True)
    assert last["action_mask"].shape == (State.start().action_count,)
