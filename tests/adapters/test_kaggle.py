"""The environment for kaggle-environments, run by it."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

kaggle: Any = pytest.importorskip("kaggle_environments", reason="`nox -s kaggle` installs it")

from ninetka.games import entry_for_name

FILE = Path(__file__).parents[2] / "examples/kaggle/ninetka_games/ninetka_games.py"
SPEC = spec_from_file_location("ninetka_games", FILE)
assert SPEC is not None
assert SPEC.loader is not None
module = module_from_spec(SPEC)
SPEC.loader.exec_module(module)
kaggle.register("ninetka_games", module.environment)

TWO_IN_HAND = "abababababababab........ 1/1 0/0 0 a put mills"


def make(**configuration: object) -> Any:
    return kaggle.make("ninetka_games", configuration=configuration)


@pytest.mark.parametrize(
    ("players", "configuration"),
    [
        (2, {}),
        (4, {"game": "9tka", "ruleset": "boardgamegeek"}),
        (2, {"game": "kropki", "options": {"columns": 8, "rows": 8}}),
        (3, {"game": "9am"}),
        (5, {"game": "9am"}),
        (2, {"game": "mills", "ruleset": "three-mens-morris"}),
        (2, {"game": "mills", "options": {"repetition": 3, "quiet": 20}}),
        (2, {"game": "mills", "options": {"position": TWO_IN_HAND}}),
    ],
)
def test_games_are_played_to_the_end(players: int, configuration: dict[str, Any]) -> None:
    env = make(**configuration, seed=3)
    last = env.run(["greedy", *["random"] * (players - 1)])[-1]
    state = module.read(last[0].observation, env.configuration)
    assert state.outcome is not None
    winners = {*map(int, state.outcome.winners)} or {*range(players)}
    for seat, agent in enumerate(last):
        assert agent.status == "DONE"
        assert agent.reward == (0 if len(winners) == players else 1 if seat in winners else -1)
    assert state.to_board().splitlines()[-1] == env.render(mode="ansi").splitlines()[-1]
    assert "board.textContent" in env.render(mode="html")


def test_agents_see_what_they_need() -> None:
    env = make(game="mills")
    env.reset(2)
    seen = env.state[0].observation
    start: Any = entry_for_name("mills").begin(game="mills")
    assert seen.position == start.to_text()
    assert seen.board == str(start)
    assert seen.rules == start.ruleset.summary
    assert seen.legalMoves == [start.move_text(move) for move in start.legal_moves]
    assert [agent.observation.seat for agent in env.state] == [0, 1]
    assert [agent.status for agent in env.state] == ["ACTIVE", "INACTIVE"]
    after = env.step(["d6", None])
    assert after[0].observation.position == start.apply("d6").to_text()
    assert [agent.status for agent in after] == ["INACTIVE", "ACTIVE"]


def test_an_illegal_move_loses_and_says_why() -> None:
    env = make(game="9tka")
    steps = env.run([lambda seen: "A5", "random", "random"])
    assert [agent.status for agent in steps[-1]] == ["INVALID", "DONE", "DONE"]
    assert [agent.reward for agent in steps[-1]] == [None, 0.5, 0.5]
    sentence = "a neutral cannot go to A5: it is not on the core, C3 to I9"
    assert steps[-1][0].observation.error == sentence


def test_a_program_that_fails_loses() -> None:
    def fails(seen: object) -> str:
        raise RuntimeError

    steps = make(game="kropki").run(["random", fails])
    assert [agent.status for agent in steps[-1]] == ["DONE", "ERROR"]
    assert [agent.reward for agent in steps[-1]] == [1, None]


def test_the_number_of_agents_must_suit_the_game() -> None:
    last = make(game="kropki").run(["random"] * 3)[-1]
    assert last[0].observation.error == "this game is for 2 agents, not 3"
    assert {agent.status for agent in last} == {"INVALID"}
