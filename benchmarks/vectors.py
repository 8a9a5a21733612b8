"""Steps a second with observations and masks, of 1,024 games at once and of one.

    python benchmarks/vectors.py --rounds 5 --seconds 1

Random games of `VectorEnv` for each game that has compiled code, of `SeatEnv`, and, where pgx is
installed (`pip install pgx`), of its Connect Four, whose whole loop is compiled by JAX. Each round
measures all of them, one after the other. The table has the medians, and each as a ratio to pgx, or
to `SeatEnv` without it. Seconds are those of the processor, of all threads together, so that other
programs may run.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ninetka import State, kropki, morris
from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.vector import VectorEnv
from ninetka.protocol.compiled import is_compiled

GAMES = 1024
Steps = Callable[[], int]
"""Makes some steps and says how many."""

STARTS: dict[str, Any] = {
    "9tka, two players": State.start(),
    "9tka, four players": State.start(players=4),
    "Kropki, 10 x 10": kropki.State.start(
        kropki.Ruleset("ten", 10, 10, capture=kropki.Capture.AUTOMATIC)
    ),
    "Mills": morris.State.start(morris.MILLS),
}


def steps_of_vector(start: Any, seat: int | None) -> Steps:
    env = VectorEnv(GAMES, start, seat=seat, channels="first", dtype="uint8")
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        for _ in range(20):
            env.step(env.games.random_actions(rng))
        return 20 * GAMES

    return play


def steps_of_one(start: Any) -> Steps:
    env = SeatEnv(start, channels="first", dtype="uint8")
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        for _ in range(200):
            legal = np.flatnonzero(env.action_masks())
            if env.step(int(rng.choice(legal)))[2]:
                env.reset()
        return 200

    return play


def steps_of_pgx() -> Steps:
    from importlib import import_module

    jax, jnp, pgx = (import_module(name) for name in ("jax", "jax.numpy", "pgx"))
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(key, logits, axis=-1)
        after = step(state, actions, jax.random.split(key, GAMES))
        return after, after.observation.sum()  # so that observations are made

    play_some = jax.jit(lambda state, key: jax.lax.scan(advance, state, jax.random.split(key, 20)))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES))
    keys = iter(jax.random.split(jax.random.PRNGKey(2), 100_000))

    def play() -> int:
        nonlocal state
        state, seen = play_some(state, next(keys))
        seen.block_until_ready()
        return 20 * GAMES

    return play


def per_second(play: Steps, seconds: float) -> float:
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        steps += play()
    return steps / (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    options = parser.parse_args()
    cases: dict[str, Steps] = {}
    try:
        cases["pgx, Connect Four"] = steps_of_pgx()
    except ModuleNotFoundError:
        print("pgx is not installed, so ratios are to SeatEnv")
    cases["SeatEnv, 9tka, two players"] = steps_of_one(State.start())
    for name, start in STARTS.items():
        if is_compiled(start):
            cases[f"{name}, all seats"] = steps_of_vector(start, None)
            cases[f"{name}, one seat, random opponents"] = steps_of_vector(start, 0)
    for play in cases.values():
        play()  # compiles
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(options.rounds):
        for name, play in cases.items():
            found[name].append(per_second(play, options.seconds))
    first = next(iter(found))
    print(f"| steps a second | median | to {first} |\n|---|---:|---:|")
    for name, rates in found.items():
        ratio = statistics.median(a / b for a, b in zip(rates, found[first], strict=True))
        print(f"| {name} | {statistics.median(rates):,.0f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
