"""One seat of a game inside Gymnasium."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from morris.games import whole_game
from support.games import ENTRIES
from support.waiting import PATIENCE

from adapters.starts import EVERY_OPTION
from ninetka import (
    WIKI,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    NinetkaError,
    State,
)

gymnasium: Any = pytest.importorskip(
    "gymnasium", reason="Gymnasium is not installed: ninetka[pettingzoo]"
)
pytest.importorskip("resvg_py", reason="resvg is not installed: ninetka[pettingzoo]")

import numpy as np
from gymnasium.utils.env_checker import check_env

from ninetka.adapters.arrays import payoffs
from ninetka.adapters.gymnasium import SeatEnv, random_policy
from ninetka.players import Search

NAME = "ninetka/ninetka-v0"
THREE: dict[str, Any] = {"players": 3}
SMALL: dict[str, Any] = {"game": "kropki", "columns": 6, "rows": 5}
CAUGHT = "5/2x2/1xox1/5/5 x standard -"
MIDDLE = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 wiki"
LAST = State.from_text(
    "1ababab4/b9a/a9b/b1n1n2n2a/a9b/b9a/a1n1n2n2b/b9a/a1n1n2n2b/b9a/1babababab1 a 2 wiki"
)


def first_legal(state: Any, rng: np.random.Generator) -> int:
    return int(state.legal_actions[0])


def play(env: Any, seed: int) -> list[Any]:
    """A whole episode of random legal actions: everything that comes of it."""
    observation, info = env.reset(seed=seed)
    rng, seen, done = np.random.default_rng(seed), [observation, info["action_mask"]], False
    while not done:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, reward, done, truncated, info = env.step(action)
        assert not truncated
        seen += [observation, reward, info["action_mask"]]
    return seen


@pytest.mark.parametrize(
    ("options", "shape", "actions"),
    [
        ({"players": 3, "seat": 2}, (11, 11, 17), 86),
        ({"game": "kropki", "columns": 6, "rows": 5, "start": "empty"}, (5, 6, 6), 30),
        ({"game": "kropki", "rows": 2, "seat": 1}, (2, 39, 6), 78),
        ({"game": "kropki", "position": CAUGHT}, (5, 5, 6), 25),
        ({"game": "mills", "seat": 1}, (1, 24, 12), 600),
    ],
)
def test_the_environment_passes_gymnasiums_own_check(
    options: dict[str, Any], shape: tuple[int, ...], actions: int
) -> None:
    env = gymnasium.make(NAME, **options).unwrapped
    check_env(env)
    assert env.observation_space == gymnasium.spaces.Box(0, 1, shape, np.int8)
    assert env.action_space.n == actions


def test_gymnasium_makes_it_by_name_in_a_fresh_process() -> None:
    code = (
        "import gymnasium\n"
        f"env = gymnasium.make('ninetka.adapters.gymnasium:{NAME}', players=3, max_plies=5)\n"
        "print(env.reset(seed=1)[0].shape, env.spec.id)"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == (f"(11, 11, 17) {NAME}\n", "")


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_gymnasiums_own_check_with_every_option(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(NAME, **options).unwrapped)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"game": "kropki", "columns": 6, "rows": 5},
        *(
            pytest.param(each, marks=pytest.mark.long)
            for each in (
                {"game": "kropki"},
                *({"game": "morris", "players": players} for players in (2, 3, 4, 5)),
            )
        ),
    ],
    ids=str,
)
def test_whole_episodes_follow_the_rules(options: dict[str, Any]) -> None:
    results = set()
    for seed in range(6):
        seat = seed % int(options.get("players", 2))
        env = SeatEnv(seat=seat, **options)
        episode = play(env, seed)
        assert episode[-2] == payoffs(env.position)[seat]
        assert not any(episode[3:-3:3])
        assert not episode[-1].any()
        results.add(episode[-2])
    assert len(results) > 1


def test_who_makes_a_mill_removes_a_token_before_the_others_move() -> None:
    env = SeatEnv(game="mills", position="a..a....b.b............. 7/7 0/0 0 a put mills")
    env.reset(seed=1)
    before = env.position
    _, reward, done, _, info = env.step(before.action(before.parse_move("7")))
    assert (reward, done) == (0, False)
    assert env.position == before.apply("7")
    assert str(env.position.move(int(np.flatnonzero(info["action_mask"])[0]))).startswith("x")


def test_the_episode_of_one_who_is_expelled_goes_on_to_the_end() -> None:
    """One step ends it: the others play on meanwhile."""
    played = whole_game(5, 0)
    states = played.states
    at = next(ply for ply, state in enumerate(states) if state.expelled)
    (out,) = states[at].expelled
    last = max(ply for ply in range(at) if states[ply].to_move == out)
    follow = iter(played.moves[last + 1 :])
    env = SeatEnv(states[last], seat=out, policy=lambda state, _: state.action(next(follow)))
    env.reset()
    _, reward, done, _, info = env.step(states[last].action(played.moves[last]))
    assert (reward, done, info["action_mask"].any()) == (-1, True, False)
    assert env.position == played.state


def test_every_observation_is_the_seats_own() -> None:
    env = SeatEnv(players=3, seat=1)
    observation, _ = env.reset(seed=1)
    done = False
    while not done:
        planes = [[plane >> bit & 1 for bit in range(121)] for plane in env.position.planes(1)]
        assert np.array_equal(observation, np.array(planes, np.int8).T.reshape(11, 11, -1))
        observation, _, done, _, _ = env.step(np.int64(env.position.legal_actions[0]))


def test_a_seed_repeats_the_episode() -> None:
    one, same, other = (play(SeatEnv(players=3), seed) for seed in (7, 7, 8))
    assert all(np.array_equal(*pair) for pair in zip(one, same, strict=True))
    assert not all(np.array_equal(*pair) for pair in zip(one, other, strict=False))


def test_action_masks_are_what_is_legal() -> None:
    env = SeatEnv(players=2)
    _, info = env.reset()
    assert env.action_masks().dtype == bool
    assert np.flatnonzero(env.action_masks()).tolist() == list(env.position.legal_actions)
    assert info["action_mask"].dtype == np.int8
    assert np.array_equal(info["action_mask"], env.action_masks())


@pytest.mark.parametrize("illegal_reward", [-1.0, -5.0])
def test_an_illegal_action_ends_the_episode(illegal_reward: float) -> None:
    env = SeatEnv(illegal_reward=illegal_reward, policy=first_legal)
    env.reset()
    env.step(24)
    before = env.position
    _, reward, terminated, truncated, info = env.step(24)
    assert (reward, terminated, truncated) == (illegal_reward, True, False)
    assert (info["illegal"].dtype, bool(info["illegal"])) == (bool, True)
    assert env.why_illegal == "a neutral cannot go to F6: it is taken"
    assert env.position is before
    with pytest.raises(NinetkaError, match=r"^no episode is under way: call reset\(\)$"):
        env.step(0)
    assert not env.reset()[1]["illegal"]
    assert env.why_illegal is None


@pytest.mark.parametrize("action", [86, -1])
def test_a_number_that_is_not_an_action_raises(action: int) -> None:
    env = SeatEnv()
    env.reset()
    with pytest.raises(InvalidMoveError, match="is not an action: actions are 0 to 85"):
        env.step(action)
    assert not env.step(0)[2]


def test_the_others_may_end_the_game_first() -> None:
    state = LAST
    while len(state.legal_actions) > 1 or not state.apply(state.legal_moves[0]).is_over:
        state = state.apply(state.legal_moves[0])
    seat = 1 - state.to_move
    env = SeatEnv(state, seat=seat)
    env.reset()
    assert env.position.is_over
    assert not env.action_masks().any()
    _, reward, terminated, _, info = env.step(0)
    outcome: Any = env.position.outcome
    assert (terminated, bool(info["illegal"])) == (True, False)
    assert reward == (1 if outcome.winner == seat else -1)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_every_mode_renders_the_position(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env: Any = SeatEnv(render_mode=mode, size=120, policy=first_legal)
    env.reset()
    before = env.render()
    env.step(24)
    picture = env.render()
    printed = capsys.readouterr().out
    if mode == "rgb_array":
        assert (picture.dtype, picture.shape[1:]) == (np.uint8, (120, 3))
        assert not np.array_equal(picture, before)
        assert picture[0, 0].min() > 250  # white outside the round corners
    elif mode == "ansi":
        assert picture == env.position.to_board()
    else:
        assert picture is None
        assert printed.count("nestorgames, 2 players") == 4  # each of the four calls
    assert (printed != "") == (mode == "human")


def test_an_environment_needs_no_options() -> None:
    env = SeatEnv(render_mode="rgb_array")
    with pytest.raises(NinetkaError, match="no episode is under way"):
        env.step(0)
    env.reset()
    assert (env.seat, env.position, env.last_move) == (0, State.start(), None)
    assert env.render().shape[1] == 500
    assert env.metadata == {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 1}


def test_nothing_is_shown_without_a_mode() -> None:
    with pytest.warns(UserWarning, match=r"render\(\) shows nothing without a render_mode\b"):
        assert SeatEnv().render() is None


def test_copies_and_pickles_go_on_from_here() -> None:
    env = SeatEnv(players=3)
    env.reset(seed=3)
    for _ in range(20):
        env.step(env.position.legal_actions[0])
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for each in copies:
        each.step(each.position.legal_actions[-1])
    assert copies[0].position == copies[1].position != env.position


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2, "seat": 2}, "2 is not a seat of this game: seats are 0 to 1"),
        ({"colour": "red"}, "there is no option 'colour'; there are ruleset, players"),
    ],
)
def test_options_that_describe_no_environment(options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        SeatEnv(**options)


# Policies


def test_the_policy_plays_all_others() -> None:
    env = SeatEnv(State.start(WIKI, 3), seat=2, policy=first_legal)
    env.reset()
    assert env.position.to_text() == "11/11/11/11/11/11/11/11/2n1n6/11/11 c 3 wiki"
    env.step(env.position.legal_actions[-1])
    assert env.position.to_move == 2
    assert str(env.last_move) == "*C5"


def test_a_policys_error_ends_the_episode() -> None:
    answers = iter([0, 85, 85])
    env = SeatEnv(seat=1, policy=lambda state, rng: next(answers))
    env.reset()
    for attempt in (lambda: env.step(3), env.reset):
        with pytest.raises(IllegalMoveError, match="seat a cannot pass") as caught:
            attempt()
        assert caught.value.__notes__ == ["The policy that plays the other seats chose it."]
        with pytest.raises(NinetkaError, match="no episode is under way"):
            env.step(6)


def test_random_policy_chooses_any_legal_action() -> None:
    rng = np.random.default_rng(1)
    chosen = {random_policy(State.start(), rng) for _ in range(1000)}
    assert chosen == set(State.start().legal_actions)


@pytest.mark.parametrize("policy", ["search:5", Search(visits=5)])
def test_a_computer_player_can_be_the_policy(policy: Any) -> None:
    one, same, other = (play(SeatEnv(LAST, policy=policy), seed) for seed in (7, 7, 8))
    assert all(np.array_equal(*pair) for pair in zip(one, same, strict=True))
    assert not all(np.array_equal(*pair) for pair in zip(one, other, strict=False))
    env = pickle.loads(pickle.dumps(SeatEnv(seat=1, policy=policy)))
    env.reset(seed=1)
    assert env.position.is_legal(env.position.legal_moves[0])


def test_a_policys_name_must_be_a_players() -> None:
    with pytest.raises(NinetkaError, match="'best' is not a computer player: write random,"):
        SeatEnv(policy="best")


# The options of reset


def test_reset_takes_a_seat_and_a_start_for_the_episode() -> None:
    env = SeatEnv(players=3, seat=1, policy=first_legal)
    env.reset(options={"seat": np.int64(2), "position": MIDDLE, "ruleset": "wiki"})
    assert (env.seat, env.position.to_text()) == (2, MIDDLE)
    env.reset()
    assert env.seat == 1
    assert env.position == State.start(players=3).apply(State.start(players=3).legal_moves[0])
    env.reset(options={"seat": 0, "ruleset": "wiki"})
    assert (env.seat, env.position) == (0, State.start(WIKI, 3))


def test_what_the_options_of_reset_leave_out_is_as_in_the_environment() -> None:
    middle = "11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 duel"
    env: Any = SeatEnv(ruleset="duel", stones="2:3", edge_stop="stone", turn_order="continues")
    env.reset(options={"position": middle})
    assert (env.position.to_text(), env.position.ruleset) == (middle, env.start.ruleset)
    env = SeatEnv(env.position)
    env.reset(options={"turn_order": "restarts"})
    assert env.position.to_text() == "11/11/11/11/11/11/11/11/11/11/11 a 2 duel"
    assert env.position.ruleset.turn_order.value == "restarts"


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (THREE, {"seat": 3}, "3 is not a seat of this game: seats are 0 to 2"),
        (THREE, {"colour": "red"}, "there is no option 'colour'; there are ruleset, players"),
        (THREE, {"players": 2}, "the environment is for 3 players, not 2"),
        (THREE, {"position": "rubbish"}, "a position is board, seat, players and ruleset"),
        (THREE, {"position": State.start().to_text()}, "Players says 3, but Position says 2"),
        (SMALL, {"rows": 6}, "^this is made for 30 actions on 6 x 5 places, not for 36 actions on"),
        (SMALL, {"ruleset": "territory"}, "^Kropki with Ruleset territory, Columns 6 and Rows 5 c"),
        ({"game": "kropki"}, {"position": CAUGHT}, "1248 actions on 39 x 32 places, not for 25"),
        ({"game": "mills"}, {"ruleset": "tournament-mills"},
         "^this is made for other planes than these: they differ in 'times that the position has "
         "stood, in binary'$"),
        ({"game": "mills", "repetition": 3}, {"repetition": 0, "removals": "each mill"},
         "they differ in 'times that the position has stood, in binary"),
        (THREE, {"seat": "first"}, "^seat must be a whole number, not 'first'$"),
    ],
)  # fmt: skip
def test_reset_refuses_wrong_options(
    given: dict[str, Any], options: dict[str, Any], said: str
) -> None:
    env = SeatEnv(**given)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(NinetkaError, match=said):
        env.reset(seed=2, options=options)
    assert env.position is before
    assert not env.step(env.position.legal_actions[0])[2]


def test_reset_takes_another_start_of_the_same_size() -> None:
    env = SeatEnv(game="kropki", columns=5, rows=5)
    observation, _ = env.reset(options={"position": CAUGHT})
    assert env.position.to_text() == CAUGHT
    assert observation in env.observation_space


@pytest.mark.parametrize("game", ENTRIES)
def test_whatever_the_options_of_reset_observations_are_in_the_space(game: str) -> None:
    entry = ENTRIES[game]
    sizes: Any = {"columns": 6, "rows": 5} if game == "kropki" else {}
    rulesets = entry.tags.suggestions["Ruleset"]
    changes: list[dict[str, Any]] = [{"ruleset": name} for name in rulesets]
    for name, option in entry.options.items():
        values = option.values or option.suggestions
        changes += [{name: value} for value in {*values[:2], *values[-2:]}]
    refused = 0
    for ruleset in (rulesets[0], rulesets[-1]):
        for players in entry.player_counts:
            try:
                env: Any = SeatEnv(game=entry.identifier, ruleset=ruleset, players=players, **sizes)
            except NinetkaError:
                continue
            for options in changes:
                try:
                    observation, info = env.reset(seed=1, options=options)
                except NinetkaError:
                    refused += 1
                    continue
                assert observation in env.observation_space
                assert len(info["action_mask"]) == env.action_space.n
    assert refused or game != "morris"


# Inside vector environments


class Fails:
    """A policy that raises an error. A class, since others must be able to pickle it."""

    def __call__(self, state: Any, rng: np.random.Generator) -> int:
        State.from_text("rubbish")
        raise AssertionError


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium tells of errors by warnings
def test_a_policys_error_leaves_a_process_of_its_own() -> None:
    make = partial(SeatEnv, seat=1, policy=Fails())
    envs = gymnasium.vector.AsyncVectorEnv([make], context="spawn")
    try:
        with pytest.raises(InvalidPositionError, match="a position is board, seat, players and"):
            envs.reset(seed=1)
    finally:
        envs.close(terminate=True)


def test_vector_environments_say_which_actions_were_illegal() -> None:
    envs = gymnasium.vector.SyncVectorEnv([SeatEnv] * 3)
    _, info = envs.reset(seed=1)
    assert info["illegal"].tolist() == [False] * 3
    _, rewards, done, _, info = envs.step(np.array([0, 85, 6]))
    assert (info["illegal"].dtype, info["illegal"].tolist()) == (bool, [False, True, False])
    assert (rewards.tolist(), done.tolist()) == ([0, -1, 0], [False, True, False])
    nothing, why, nothing_either = envs.get_attr("why_illegal")
    assert nothing is nothing_either is None
    assert "seat a cannot pass" in why
    envs.reset(options={"seat": 1})
    assert envs.get_attr("seat") == (1, 1, 1)
    envs.close()
