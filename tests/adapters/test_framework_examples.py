"""The examples for TextArena and RLlib, where those are installed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import warnings
from fractions import Fraction
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.games import ENTRIES
from support.nine_states import NEUTRALS
from support.waiting import PATIENCE

from ninetka import State

EXAMPLES = Path(__file__).parents[2] / "examples" / "python"
pytestmark = pytest.mark.long
NEEDS_TEXTARENA = pytest.mark.skipif(
    not find_spec("textarena"), reason="TextArena is not installed"
)
NEEDS_RLLIB = pytest.mark.skipif(
    not (find_spec("ray") and find_spec("torch") and find_spec("pyspiel")),
    reason="RLlib, torch or OpenSpiel is not installed",
)


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *options]
    local = os.environ | {"RAY_ADDRESS": "local"}  # not a cluster that was here once
    return subprocess.run(
        command, capture_output=True, text=True, timeout=4 * PATIENCE, check=False, env=local
    )


@pytest.fixture(scope="module")
def example() -> Any:
    spec = spec_from_file_location("textarena_env", EXAMPLES / "textarena_env.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return module


@NEEDS_TEXTARENA
def test_textarena_plays_whole_games() -> None:
    done = run("textarena_env", "--players", "3", "--ruleset", "wiki")
    match = re.match(r"(\{.*\}) The points are ([0-9-]+)\.", done.stdout.splitlines()[-1])
    assert match, done.stderr
    scores = [int(each) for each in match[2].split("-")]
    best = max(seat for seat, score in enumerate(scores) if score == max(scores))
    assert match[1] == str({seat: 1 if seat == best else -1 for seat in range(3)})


@NEEDS_TEXTARENA
@pytest.mark.parametrize(
    "options",
    ["--game kropki --tag Columns=6 --tag Rows=5", "--game mills", "--game 9AM --players 4"],
)
def test_textarena_plays_the_other_games(options: str) -> None:
    done = run("textarena_env", *options.split())
    match = re.match(r"(\{.*\}) The points are (\S+)\.$", done.stdout.splitlines()[-1])
    assert match, done.stderr
    rewards = ast.literal_eval(match[1])
    assert len(rewards) == (4 if "4" in options else 2)
    scores = [Fraction(each) for each in re.split("(?<=[0-9])[-:]", match[2])]
    best = [score == max(scores) for score in scores]
    drawn = all(best)
    assert [*rewards.values()] == [0 if drawn else 1 if each else -1 for each in best]


@NEEDS_TEXTARENA
@pytest.mark.parametrize(
    ("entry", "ruleset"),
    [
        pytest.param(entry, ruleset, id=ruleset)
        for entry in ENTRIES.values()
        for ruleset in entry.tags.suggestions["Ruleset"]
    ],
)
def test_textarena_plays_every_ruleset(example: Any, entry: Any, ruleset: str) -> None:
    env = example.NinetkaEnv(entry.name_of(entry.begin(ruleset=ruleset)), Ruleset=ruleset)
    env.reset(entry.begin(ruleset=ruleset).players, seed=1)
    assert env.game.state == entry.begin(ruleset=ruleset).dealt(Random(1))
    agent, plies, done = example.random_agent(Random(2)), 0, False
    while not done and plies < 20:
        _, observation = env.get_observation()
        done, _ = env.step(agent(observation[-1][1]))
        plies += 1
        assert env.game.ply == plies


@NEEDS_TEXTARENA
def test_textarena_is_told_what_is_wrong() -> None:
    done = run("textarena_env", "--players", "5")
    assert done.returncode == 2
    assert "nestorgames is for 2, 3 or 4 players, not 5" in done.stderr.splitlines()[-1]


@NEEDS_TEXTARENA
def test_textarena_takes_one_move_at_a_time(example: Any) -> None:
    env = example.NinetkaEnv()
    env.reset(num_players=3)
    player, observation = env.get_observation()
    assert player == 0
    assert "called 'a' in the game" in observation[0][1]
    assert State.start(players=3).ruleset.summary in observation[0][1]
    assert env.step("Not [C3] but [e5]!")[0] is False
    assert env.game.state == State.start(players=3).apply("E5")
    before = env.game
    for wrong, is_done in (("[C3 F3]", False), ("E5", True)):
        assert env.get_observation()[0] == 1
        assert env.step(wrong)[0] is is_done
        assert env.game is before
    rewards, info = env.close()
    assert rewards == {0: 1, 1: -1, 2: 1}
    assert info[0]["reason"] == "Player 1: a neutral cannot go to E5: it is taken"


@NEEDS_TEXTARENA
@pytest.mark.parametrize("order", ["continues", "restarts"])
def test_textarena_asks_whose_turn_it_is(example: Any, order: str) -> None:
    env = example.NinetkaEnv(Ruleset="duel", Stones="2:2", EdgeStop="board", TurnOrder=order)
    env.reset(num_players=2)
    for text in NEUTRALS.split():
        env.get_observation()
        env.step(f"[{text}]")
    assert env.get_observation()[0] == env.game.state.to_move == (order == "continues")


@NEEDS_RLLIB
@pytest.mark.parametrize(
    "options",
    [
        "--players 3",
        "--game kropki --option columns=5 --option rows=4",
        "--game mills --option max_plies=60",
    ],
)
def test_rllib_trains(options: str) -> None:
    done = run("rllib_selfplay", "--iterations", "1", "--batch", "100", *options.split())
    if "--players 3" not in options:
        assert re.search(r"1: [0-9]+ plies a game; returns .* for seat 1", done.stdout), done.stderr
        return
    assert re.search(
        r"1: [0-9]+ plies a game; returns .* for seat 0, .* for seat 2", done.stdout
    ), done.stderr


@pytest.mark.skipif(
    not (find_spec("torch") and find_spec("numba")), reason="torch or numba is not installed"
)
def test_a_network_plays_itself() -> None:
    """For a moment; docs/howto/learning.md says how well it plays after minutes."""
    done = run("selfplay", "--minutes", "0.01", "--games", "2")
    *learned, result = done.stdout.splitlines()
    assert re.fullmatch(r"8192 positions in \d+ s, entropy \d\.\d\d", learned[0]), done.stderr
    assert re.fullmatch(r"\S+ of 2 against greedy: .* %", result)
