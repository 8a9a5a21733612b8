"""One seat of a game inside OpenEnv, and its own client with a server in another process."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from support.waiting import PATIENCE, line_of

from adapters.starts import TWO_WIN
from ninetka import WIKI, IllegalMoveError, NinetkaError, Outcome, State, morris
from ninetka.records import parse

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]
MIDDLE = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 wiki"
SERVE = """
import socket, uvicorn
from ninetka.adapters.openenv import create_app
taken = socket.create_server(("127.0.0.1", 0))
print(taken.getsockname()[1], flush=True)
config = uvicorn.Config(create_app(players=3, seat=1), log_level="error")
uvicorn.Server(config).run(sockets=[taken])
"""


@pytest.fixture(scope="module")
def openenv() -> Any:
    """The adapter, whose import takes seconds."""
    with warnings.catch_warnings():  # of the packages it needs
        warnings.simplefilter("ignore")
        pytest.importorskip("openenv", reason="OpenEnv is not installed: ninetka[openenv]")
        return import_module("ninetka.adapters.openenv")


def first_legal(state: Any, rng: Any) -> int:
    return int(state.legal_actions[0])


def step(env: Any, text: str) -> Any:
    return env.step(import_module("ninetka.adapters.openenv").MoveAction(move=text))


def play(env: Any, seed: int) -> list[Any]:
    """An episode in which the seat makes its last legal move."""
    seen = [env.reset(seed=seed)]
    while not seen[-1].done:
        seen.append(step(env, seen[-1].view["legal_moves"][-1]))
    return seen


def test_whole_episodes_follow_the_rules(openenv: Any) -> None:
    rewards = set()
    for seed in range(12):
        env = openenv.TextEnv(players=3, seat=seed % 3)
        seen = play(env, seed)
        state, moves = State.start(players=3), []
        for each in seen:
            for text in each.moves:
                state = state.apply(text)
                moves.append(text)
            assert (each.seat, each.view, each.error) == (env.seat, state.to_dict(), None)
            assert each.board == state.to_board()
            assert each.done or (each.reward, each.view["to_move"]) == (0, env.seat)
        outcome = state.outcome
        assert isinstance(outcome, Outcome)
        assert seen[-1].reward == (1 if outcome.winner == env.seat else -1)
        rewards.add(seen[-1].reward)
        assert (env.state.moves, env.state.step_count) == (moves, len(seen) - 1)
        with pytest.raises(NinetkaError, match=r"^the game is over: call reset\(\)$"):
            step(env, "--")
    assert rewards == {1, -1}


def test_a_seed_repeats_the_episode(openenv: Any) -> None:
    assert play(openenv.TextEnv(), 1) == play(openenv.TextEnv(), 1) != play(openenv.TextEnv(), 2)


def test_a_computer_player_can_be_the_policy(openenv: Any) -> None:
    one, same, other = (play(openenv.TextEnv(policy="mc:1"), seed) for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize(("utility", "expected"), [("win", 1), ("shared", 0.5), ("points", 20)])
def test_two_winners_share_the_reward(openenv: Any, utility: str, expected: float) -> None:
    state = morris.State.from_text(TWO_WIN)
    env = openenv.TextEnv(state, utility=utility, max_plies=1)
    seen = step(env, "1-2")
    assert (seen.reward, seen.done, seen.cut) == (expected, True, False)


@pytest.mark.parametrize(("utility", "expected"), [("win", 0), ("shared", 1 / 3), ("points", 0)])
def test_a_game_that_is_cut(openenv: Any, utility: str, expected: float) -> None:
    env = openenv.TextEnv(players=3, seat=1, utility=utility, max_plies=6)
    seen = play(env, 1)
    assert [each.cut for each in seen] == [False] * (len(seen) - 1) + [True]
    assert (len(env.state.moves), seen[-1].done, seen[-1].reward) == (6, True, expected)
    with pytest.raises(NinetkaError, match=r"^the game is over: call reset\(\)$"):
        step(env, "C3")
    assert not env.reset().cut


@pytest.mark.parametrize("illegal_reward", [0.0, -0.5])
@pytest.mark.parametrize(
    ("text", "said"),
    [("F6", "a neutral cannot go to F6: it is taken"), ("castle", "'castle' is not a move")],
)
def test_an_illegal_move_changes_nothing(
    openenv: Any, text: str, said: str, illegal_reward: float
) -> None:
    env = openenv.TextEnv(policy=first_legal, illegal_reward=illegal_reward)
    before = step(env, "F6")
    after = step(env, text)
    assert said in str(after.error)
    assert (after.reward, after.done, after.moves) == (illegal_reward, False, [])
    assert after.view == before.view
    assert env.state.moves == ["*F6", "*C3"]


def test_another_game_on_boards_of_any_size(openenv: Any) -> None:
    env = openenv.TextEnv(game="kropki", columns=5, rows=5, seat=1, policy=first_legal)
    seen = env.reset()
    assert (seen.moves, seen.view["columns"], seen.view["rows"]) == (["aa"], 5, 5)
    assert seen.board.startswith("  a b c d e\na x . . . .\n")
    seen = env.reset(columns=6, start="empty", seat=0)
    while not seen.done:
        seen = step(env, seen.view["legal_moves"][-1])
    first, second = seen.view["scores"]
    assert seen.reward == (first > second) - (first < second)


def test_a_game_in_which_a_seat_moves_twice_or_drops_out(openenv: Any) -> None:
    env = openenv.TextEnv(game="morris", players=5, seat=4)
    seen, state = play(env, 1), morris.State.from_text(env.start.to_text())
    for text in env.state.moves:
        state = state.apply(text)
    assert (seen[-1].view, seen[-1].board) == (state.to_dict(), state.to_board())
    assert all(each.view["to_move"] == 4 for each in seen[:-1])


def test_a_seat_cannot_leave(openenv: Any) -> None:
    env = openenv.TextEnv(game="morris", players=3, seat=1)
    before = env.reset(seed=1)
    after = step(env, "b:resigns")
    assert after.error.startswith("b:resigns has no action code")
    assert (after.moves, after.view) == ([], before.view)


def test_reset_takes_a_seat_and_a_start(openenv: Any) -> None:
    env = openenv.TextEnv(State.start(WIKI, 3), seat=1, policy=first_legal)
    seen = env.reset(episode_id="nine", seat=2, position=MIDDLE)
    assert (seen.seat, seen.view["position"]) == (2, MIDDLE)
    assert (env.state.episode_id, env.state.start) == ("nine", MIDDLE)
    seen = env.reset()
    assert (seen.seat, seen.moves, env.state.episode_id) == (1, ["*C3"], None)
    for wrong in ({"seat": 3}, {"players": 2}, {"colour": "red"}, {"position": "rubbish"}):
        with pytest.raises(NinetkaError):
            env.reset(**wrong)
    with pytest.raises(ValueError, match="non-negative"):
        env.reset(seed=-1)
    assert env.state.moves == ["*C3"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": 2}, "2 is not a seat of this game: seats are 0 to 1"),
        ({"colour": "red"}, "there is no option 'colour'"),
        ({"utility": "money"}, "a utility is win, shared, points or margin, not 'money'"),
        ({"game": "kropki", "ruleset": "territory"}, "moves have no codes$"),
    ],
)
def test_options_that_describe_no_environment(
    openenv: Any, options: dict[str, Any], said: str
) -> None:
    for make in (openenv.TextEnv, openenv.create_app):
        with pytest.raises(NinetkaError, match=said):
            make(**options)


def test_the_server_is_given_the_start(openenv: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openenv.env_server, "create_app", lambda *made, **said: (*made, said))
    served = openenv.create_app
    make, *kinds, said = served(State.from_text(MIDDLE), seat=2)
    assert kinds == [openenv.MoveAction, openenv.MoveObservation]
    assert said == {"env_name": "ninetka", "max_concurrent_envs": 8}
    assert (make().start, make().seat) == (State.from_text(MIDDLE), 2)
    metadata = make().get_metadata()
    assert metadata.name == "9tka"
    assert metadata.description.startswith("9tka: you play one seat")


def test_a_policys_error_says_where_it_comes_from(openenv: Any) -> None:
    with pytest.raises(IllegalMoveError, match="seat a cannot pass") as caught:
        openenv.TextEnv(seat=1, policy=lambda state, rng: 85)
    assert caught.value.__notes__ == ["The policy that plays the other seats chose it."]


# A server


@pytest.fixture(scope="module")
def server(openenv: Any) -> Iterator[str]:
    """The address of a server for the second of three seats."""
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(line_of(process.stdout))}"
        finally:
            process.kill()


def post(url: str, path: str, **body: Any) -> Any:
    data = json.dumps(body).encode()
    request = Request(f"{url}/{path}", data, {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_its_own_client_plays_over_websocket(server: str) -> None:
    connect = import_module("openenv.core.generic_client").GenericEnvClient
    with connect(base_url=server).sync() as client, connect(base_url=server).sync() as other:
        result = client.reset(seed=1)
        there = other.reset(seed=2, position=MIDDLE.replace("wiki", "nestorgames"), seat=2)
        assert result.observation["seat"] == 1
        illegal = client.step({"move": "--"})
        assert (illegal.reward, illegal.done) == (0, False)
        assert illegal.observation["error"].startswith("seat b cannot pass")
        while not result.done:
            result = client.step({"move": result.observation["view"]["legal_moves"][0]})
        outcome = result.observation["view"]["outcome"]
        assert result.reward == (1 if outcome["winners"] == [1] else -1)
        moves, points = " ".join(client.state()["moves"]), outcome["result"]
        record = f'[Game "9tka"]\n[Ruleset "nestorgames"]\n[Players "3"]\n\n{moves} {points}\n'
        state = parse(record).game.state
        assert isinstance(state, State)
        assert state.to_dict() == result.observation["view"]
        with pytest.raises(RuntimeError, match="there is no option 'colour'"):
            client.reset(colour="red")
        again = other.step({"move": there.observation["view"]["legal_moves"][0]})
        assert len(again.observation["moves"]) == 3


def test_http_serves_environments(server: str) -> None:
    with urlopen(f"{server}/metadata", timeout=PATIENCE) as answer:
        assert json.load(answer)["name"] == "9tka"
    first = post(server, "reset", seed=3)
    assert (first["reward"], first["done"]) == (0, False)
    assert len(first["observation"]["moves"]) == 1
    # Every call of HTTP has an environment of its own, so this is a first move.
    stepped = post(server, "step", action={"move": "nonsense"})
    assert stepped["observation"]["error"].startswith("'nonsense' is not a move")
    with pytest.raises(HTTPError, match="422"):
        post(server, "step", action={"square": "E5"})
