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

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning"),
]


def check(wrapped: Any) -> Any:
    """Its specs hold, and a random game goes to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env_specs(wrapped)
        rollout = wrapped.rollout(1000)
    assert rollout["next", "done"][-1].all()
    assert not rollout["next", "done"][:-1].any()
    return rollout


@pytest.mark.parametrize("players", [2, 4])
def test_pettingzoo(players: int) -> None:
    game = env(players=players, ruleset="wiki")
    rollout = check(PettingZooWrapper(game, use_mask=True))
    rewards = [rollout["next", agent, "reward"].sum().item() for agent in game.possible_agents]
    assert sorted(rewards) == [-1] * (players - 1) + [1]


@pytest.mark.parametrize("players", [2, 4])
def test_openspiel(players: int) -> None:
    game = pyspiel.load_game(f"python_ninetka(players={players},ruleset=wiki)")
    rollout = check(OpenSpielWrapper(game.new_initial_state()))
    rewards = rollout["next", "agents", "reward"].sum(0).flatten().tolist()
    assert sorted(rewards) == [-1] * (players - 1) + [1]


def test_another_game_on_a_board_of_another_size() -> None:
    small: dict[str, Any] = {"columns": 6, "rows": 5}
    check(PettingZooWrapper(env(game="kropki", **small), use_mask=True))
    check(OpenSpielWrapper(pyspiel.load_game("python_kropki", small).new_initial_state()))


@pytest.mark.parametrize("seed", range(2))
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
