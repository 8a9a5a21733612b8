"""Train a policy for a game with RLlib by self-play in all seats.

    python examples/python/rllib_selfplay.py --players 3 --iterations 10
    python examples/python/rllib_selfplay.py --game kropki --option columns=5 --option rows=5
    python examples/python/rllib_selfplay.py --game mills --option max_plies=200

RLlib's own OpenSpielEnv plays the game: an illegal action costs 0.1, and a random legal one is
played instead. Needs `ray[rllib]`, torch and `ninetka[openspiel]`.
"""

from __future__ import annotations

import argparse
from typing import Any

import pyspiel
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.open_spiel import OpenSpielEnv
from ray.tune.registry import register_env

from ninetka import NinetkaError
from ninetka.games import entry_for_name


def make(options: dict[str, Any]) -> OpenSpielEnv:
    """The environment, in any process that RLlib starts."""
    import ninetka.adapters.openspiel  # noqa: F401  # registers the game in that process

    return OpenSpielEnv(pyspiel.load_game(f"python_{options['game']}", options["start"]))


def config(options: dict[str, Any], batch: int, runners: int) -> PPOConfig:
    """One policy for all seats, since observations are as seen from the seat that moves."""
    register_env("ninetka", make)
    return (
        PPOConfig()
        .environment("ninetka", env_config=options)
        .env_runners(num_env_runners=runners)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda seat, *_, **__: "all")
        .rl_module(rl_module_spec=RLModuleSpec(model_config={"fcnet_hiddens": [128, 128]}))
        .training(train_batch_size_per_learner=batch, minibatch_size=batch // 4, num_epochs=2)
    )


def options_of(given: argparse.Namespace) -> dict[str, Any]:
    """The game's identifier and the parameters of its start. Raises NinetkaError."""
    entry = entry_for_name(given.game)
    asked = given.game.lower()
    usual = entry.names[next((name for name in entry.names if name.lower() == asked), entry.name)]
    options = entry.options.items()
    texts = {name: usual[option.tag] for name, option in options if option.tag in usual}
    texts |= dict(option.partition("=")[::2] for option in given.option)
    texts |= {"players": str(given.players)} if given.players else {}
    texts |= {"ruleset": given.ruleset} if given.ruleset else {}
    start = {option: int(text) if text.isdecimal() else text for option, text in texts.items()}
    return {"game": entry.identifier, "start": start}


def main() -> None:
    """Train, and print after each iteration how games went."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--game", default="9tka", help="9tka, Kropki, 9AM, Mills or another")
    parser.add_argument("--players", type=int, help="as many as is usual if left out")
    parser.add_argument("--ruleset")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--batch", type=int, default=2000, help="plies for each iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play")
    given = parser.parse_args()
    try:
        options = options_of(given)
        make(options)
    except NinetkaError as error:
        parser.error(str(error))
    algorithm = config(options, given.batch, given.runners).build_algo()
    for number in range(given.iterations):
        played = algorithm.train()["env_runners"]
        returns = played.get("agent_episode_returns_mean", {})
        if not returns:
            print(f"{number + 1}: no game has ended yet; a larger --batch or max_plies helps")
            continue
        means = ", ".join(f"{returns[seat]:.2f} for seat {seat}" for seat in sorted(returns))
        print(f"{number + 1}: {played['episode_len_mean']:.0f} plies a game; returns {means}")
    algorithm.stop()


if __name__ == "__main__":
    main()
