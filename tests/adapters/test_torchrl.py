"""TorchRL takes the environments of the other frameworks as they are."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ninetka import State

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning"),
]
GAMES = pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "ruleset": "wiki"},
        {"players": 4},
        {"game": "kropki", "columns": 6, "rows": 5},
    ],
    ids=str,
)


@pytest.fixture(scope="module")
def libs() -> Any:
    """TorchRL's wrappers, whose import takes seconds."""
    for name in ("torchrl", "pettingzoo", "pyspiel"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    import_module("ninetka.adapters.openspiel")
    return import_module("torchrl.envs.libs")


def check(wrapped: Any) -> Any:
    """Its specs hold, and a random game goes to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import_module("torchrl.envs.utils").check_env_specs(wrapped)
        rollout = wrapped.rollout(1000)
    assert rollout["next", "done"][-1].all()
    assert not rollout["next", "done"][:-1].any()
    return rollout


def run_block(word: str) -> None:
    """Run the docs' Python that has a word in it."""
    text = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text("utf-8")
    (block,) = (b for b in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if word in b)
    exec(compile(block, "docs/frameworks.md", "exec"), {"__name__": "docs"})


@GAMES
def test_torchrl_plays_environments_of_pettingzoo(libs: Any, options: dict[str, Any]) -> None:
    game = import_module("ninetka.adapters.pettingzoo").env(**options)
    rollout = check(libs.pettingzoo.PettingZooWrapper(game, use_mask=True))
    rewards = [rollout["next", agent, "reward"].sum().item() for agent in game.possible_agents]
    assert {*rewards} in ({1, -1}, {0})


@GAMES
def test_torchrl_plays_games_of_openspiel(libs: Any, options: dict[str, Any]) -> None:
    parameters = dict(options)
    name = f"python_{parameters.pop('game', 'ninetka')}"
    game = import_module("pyspiel").load_game(name, parameters)
    rollout = check(libs.openspiel.OpenSpielWrapper(game.new_initial_state()))
    rewards = rollout["next", "agents", "reward"].sum(0).flatten().tolist()
    assert {*rewards} in ({1, -1}, {0})


@pytest.mark.parametrize("seed", range(2))
def test_torchrl_ends_an_episode_at_an_illegal_action(libs: Any, seed: int) -> None:
    import_module("torch").manual_seed(seed)
    env = import_module("ninetka.adapters.gymnasium").SeatEnv(players=3)
    game = libs.gym.GymWrapper(env, categorical_action_encoding=True)
    game.auto_register_info_dict()
    game.set_seed(seed)
    last = game.rollout(1000)["next"][-1]  # actions are any, so that one is soon illegal
    assert last["illegal"].item()
    assert last["illegal"].dtype == import_module("torch").bool
    assert (last["reward"].item(), last["terminated"].item()) == (-1, True)
    assert last["action_mask"].shape == (State.start().action_count,)


def test_a_collector_with_a_policy_that_looks_at_the_mask(libs: Any) -> None:
    """As `docs/frameworks.md` has it; without a policy TorchRL's collector ignores masks."""
    run_block("random_legal")


def test_maskable_ppo_learns() -> None:
    """As `docs/frameworks.md` has it: by CnnPolicy, from a grid of planes."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    run_block("MaskablePPO(")


def test_torchrl_plays_many_games_at_once(libs: Any) -> None:
    """`VectorEnv` is a batched environment of TorchRL; each row ends and begins anew by itself."""
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    torch, data = import_module("torch"), import_module("torchrl.data")
    env = import_module("ninetka.adapters.vector").VectorEnv(8, channels="first", dtype="float32")
    wrapped = libs.gym.GymWrapper(env, categorical_action_encoding=True)
    spec = {"action_mask": data.Unbounded((8, 86), dtype=torch.int8)}
    reader = import_module("torchrl.envs.gym_like").default_info_dict_reader
    wrapped.set_info_dict_reader(reader(["action_mask"], spec=spec))

    def any_legal(tensordict: Any) -> Any:
        odds = tensordict["action_mask"].float()
        return tensordict.set("action", odds.multinomial(1).squeeze(-1))

    rollout = wrapped.rollout(60, policy=any_legal, break_when_any_done=False)
    assert rollout["observation"].shape == (8, 60, 13, 11, 11)
    ends = rollout["next", "done"]
    assert ends.any()
    assert torch.equal(rollout["next", "reward"].abs(), ends.float())  # in 9tka somebody wins


def test_tensors_are_written_into(libs: Any) -> None:
    """As `docs/frameworks.md` has it for arrays: tensors share their memory."""
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    torch, vector = import_module("torch"), import_module("ninetka.adapters.vector")
    seen, mask = torch.zeros(4, 13, 11, 11), torch.zeros(4, 86, dtype=torch.bool)
    out = {"observations": seen.numpy(), "action_mask": mask.numpy()}
    env = vector.VectorEnv(4, channels="first", dtype="float32", out=out)
    env.reset(seed=1)
    env.step(mask.int().argmax(1).numpy())
    assert mask.any(1).all()
    assert seen.any()
    assert torch.equal(mask, torch.from_numpy(env.action_masks()))
