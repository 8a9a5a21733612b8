"""Random games in other frameworks: ninetka compared with games that come with the frameworks.

In OpenSpiel, players ask for the legal actions, and for the second table also for a list of
observations. In PettingZoo, agents observe (`last`), choose by the mask, and step once more when
they are done. The games take turns in one thread, so that other work of the machine slows all of
them down alike.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel
from peers import median_rates, play_open_spiel

from ninetka.adapters import pettingzoo


def play_pettingzoo(rng: Random, env: Any) -> int:
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        done = terminated or truncated
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if done else rng.choice(legal))
        steps += 1
    return steps


def play_observed(rng: Random, game: pyspiel.Game) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.observation_tensor()
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def pettingzoo_classic(name: str) -> Any:
    """The module of an environment that comes with PettingZoo."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(f"pettingzoo.classic.{name}.{name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game and round")
    options = parser.parse_args()
    rng = Random(9)
    for module_of_games in ("open_spiel.python.games", "ninetka.adapters.openspiel"):
        import_module(module_of_games)  # registers them
    games: dict[str, Callable[[], int]] = {}
    for name in [
        *(f"python_ninetka(players={players})" for players in (2, 3, 4)),
        *(f"python_kropki(columns={n},rows={n})" for n in (9, 19)),
        "python_kropki",
        "python_tic_tac_toe",
    ]:
        game = pyspiel.load_game(name)
        games[f"OpenSpiel, {name}"] = partial(play_open_spiel, rng, game)
        games[f"OpenSpiel observed, {name}"] = partial(play_observed, rng, game)
    modules: dict[str, tuple[Any, dict[str, Any]]] = {
        **{f"ninetka, {n} agents": (pettingzoo, {"players": n}) for n in (2, 3, 4)},
        **{
            f"kropki, {columns} x {rows}": (
                pettingzoo,
                {"game": "kropki", "columns": columns, "rows": rows},
            )
            for columns, rows in ((9, 9), (19, 19), (39, 32))
        },
        **{name: (pettingzoo_classic(name), {}) for name in ("go", "connect_four", "tictactoe")},
    }
    for name, (module, given) in modules.items():
        games[f"PettingZoo raw, {name}"] = partial(play_pettingzoo, rng, module.raw_env(**given))
        games[f"PettingZoo wrapped, {name}"] = partial(play_pettingzoo, rng, module.env(**given))
    median = median_rates(games, options.rounds, options.seconds)
    for framework, peer in (
        ("OpenSpiel", "OpenSpiel, python_tic_tac_toe"),
        ("OpenSpiel observed", "OpenSpiel observed, python_tic_tac_toe"),
        ("PettingZoo raw", "PettingZoo raw, tictactoe"),
        ("PettingZoo wrapped", "PettingZoo wrapped, tictactoe"),
    ):
        print(f"| {framework} | steps per second | relative to {peer.partition(', ')[2]} |")
        print("|---|---:|---:|")
        for name, rate in median.items():
            if name.startswith(framework + ","):
                print(f"| {name.partition(', ')[2]} | {rate:,.0f} | {rate / median[peer]:.2f} |")
        print()


if __name__ == "__main__":
    main()
