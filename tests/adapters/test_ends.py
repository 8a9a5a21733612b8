"""How games end in the frameworks: rewards by each utility, games that are cut, wrong options."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from adapters.starts import STARTS, TWO_WIN, two_win
from ninetka import NinetkaError, State, kropki, morris

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed: ninetka[batch]")

from ninetka.adapters.arrays import payoffs

UTILITIES = pytest.mark.parametrize("utility", ["win", "shared", "points", "margin"])
STEP = "1-2"


@pytest.fixture
def spiel() -> Any:
    """OpenSpiel, with the games registered."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import ninetka.adapters.openspiel  # noqa: F401

    return pyspiel


@pytest.fixture
def envs() -> Any:
    """The environments for PettingZoo and Gymnasium."""
    for name in ("pettingzoo", "resvg_py"):
        pytest.importorskip(name, reason=f"{name} is not installed: ninetka[pettingzoo]")
    from ninetka.adapters import gymnasium, pettingzoo

    return pettingzoo.raw_env, pettingzoo.env, gymnasium.SeatEnv


def random_action(mask: Any, rng: Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# Where games begin


@pytest.mark.parametrize(
    ("asked", "start"),
    [
        ({}, State.start()),
        ({"ruleset": "mills"}, morris.State.start(morris.MILLS)),
        ({"game": "mills"}, morris.State.start(morris.MILLS)),
        ({"game": "9am"}, morris.State.start(morris.NINE_AM)),
        ({"game": "morris"}, morris.State.start(morris.NINE_AM)),
        ({"position": TWO_WIN}, morris.State.from_text(TWO_WIN)),
    ],
)
def test_a_game_begins_as_it_is_asked_for(envs: Any, asked: dict[str, str], start: Any) -> None:
    for make in envs:
        assert make(**asked).unwrapped.start == start


def test_a_ruleset_that_no_game_has(envs: Any) -> None:
    for make in envs:
        with pytest.raises(NinetkaError, match=r"; did you mean morabaraba or free-morabaraba\?$"):
            make(ruleset="morabarba")


# What a game is worth


@UTILITIES
def test_openspiel_rewards_two_winners(spiel: Any, utility: str) -> None:
    game = spiel.load_game("python_morris", {"position": TWO_WIN, "utility": utility})
    state = game.new_initial_state()
    assert state.returns() == [0, 0, 0]
    state.apply_action(state.string_to_action(STEP))
    assert state.is_terminal()
    assert state.returns() == state.rewards() == payoffs(two_win(), utility)


@UTILITIES
def test_environments_reward_two_winners(envs: Any, utility: str) -> None:
    raw_env, _, seat_env = envs
    start = morris.State.from_text(TWO_WIN)
    action = start.action(start.parse_move(STEP))
    expected = payoffs(start.apply(STEP), utility)
    aec = raw_env(start, utility=utility)
    aec.reset()
    aec.step(action)
    assert [*aec.rewards.values()] == expected
    env = seat_env(start, utility=utility)
    env.reset(seed=1)
    assert env.step(action)[1:4] == (expected[0], True, False)


@pytest.mark.parametrize(
    "name",
    [
        "python_ninetka_zero_sum", "python_morris_zero_sum(quiet=30,tokens=3)",
        "python_kropki(columns=5,rows=4)", "python_ninetka(players=3)",
        "python_morris(quiet=9,tokens=5)",
    ],
)  # fmt: skip
@UTILITIES
def test_openspiels_utilities_are_within_what_it_is_told(
    spiel: Any, name: str, utility: str
) -> None:
    """And of zero sum where that is declared."""
    options = name.rstrip(")") + ("," if "(" in name else "(") + f"utility={utility})"
    game = spiel.load_game(options)
    zero_sum = game.get_type().utility == spiel.GameType.Utility.ZERO_SUM
    least, most = game.min_utility(), game.max_utility()
    assert least < most
    if zero_sum:
        assert (game.utility_sum(), least) == (0, -most)
    worth = set()
    for seed in range(12):
        rng, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            assert set(state.returns()) == {0}
            state.apply_action(rng.choice(state.legal_actions()))
        returns = state.returns()
        assert all(least <= value <= most for value in returns)
        plain = payoffs(state.position, utility)
        mean = sum(plain) / len(plain) if zero_sum else 0
        assert returns == [value - mean for value in plain]
        assert not zero_sum or sum(returns) == 0
        worth.add(tuple(returns))
    assert len(worth) > 1


def test_openspiel_plays_its_own_tests_with_every_option(spiel: Any) -> None:
    for options in (
        "ninetka(utility=points,max_plies=60)",
        "kropki_zero_sum(columns=5,rows=4,utility=points,max_plies=7)",
        "morris(utility=shared,max_plies=40,grid=True)",
        "morris_zero_sum(utility=points,grid=True,quiet=2,tokens=4)",
    ):
        game = spiel.load_game(f"python_{options}")
        spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_openspiel_observes_boards_as_grids(spiel: Any) -> None:
    game = spiel.load_game("python_morris_zero_sum(grid=True)")
    assert game.observation_tensor_shape() == [12, 7, 7]
    state, observer = game.new_initial_state(), game.make_py_observer()
    state.apply_action(state.string_to_action("d6"))
    observer.set_from(state, 0)
    assert np.argwhere(observer.dict["observation"][0]).tolist() == [[1, 3]]
    assert state.observation_tensor(0) == observer.tensor.tolist()
    with pytest.raises(spiel.SpielError, match="make no grid"):
        spiel.load_game("python_morris_zero_sum(grid=True,boards=2:1-2-3/3-4-5/5-6-1)")
    places = "2:" + "/".join(f"{x}:{y}" for y in (-1, 0, 1) for x in (-1, 0, 1))
    lines = "boards=2:1-2-3/4-5-6/7-8-9/1-4-7/2-5-8/3-6-9"
    game = spiel.load_game(f"python_morris_zero_sum(grid=True,{lines},field_places={places})")
    assert game.observation_tensor_shape() == [12, 3, 3]


# Games that are cut


def test_openspiel_ends_a_game_that_is_cut(spiel: Any) -> None:
    game = spiel.load_game("python_morris_zero_sum(max_plies=214)")
    assert game.max_game_length() == 214
    assert spiel.load_game("python_morris_zero_sum").max_game_length() == 1330
    assert spiel.load_game("python_ninetka(max_plies=500)").max_game_length() == 81
    game = spiel.load_game("python_ninetka(max_plies=5)")
    state = game.new_initial_state()
    for ply in range(5):
        assert (state.is_terminal(), state.move_number()) == (False, ply)
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert (state.current_player(), state.legal_actions(), state.returns()) == (-4, [], [0, 0])
    for same in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert same.is_terminal()
    last = state.full_history()[-1]
    state.undo_action(last.player, last.action)
    assert not state.is_terminal()
    assert state.legal_actions()
    middle = game.new_initial_state(state.position.to_text())
    assert (middle.move_number(), middle.is_terminal()) == (0, False)


@UTILITIES
def test_a_pettingzoo_game_that_is_cut(envs: Any, utility: str) -> None:
    for make in envs[:2]:
        for start in STARTS:
            game, rng = make(start, utility=utility, max_plies=7), Random(1)
            game.reset()
            plies = 0
            for agent in game.agent_iter():
                observation, reward, terminated, truncated, _ = game.last()
                assert not terminated
                assert truncated == (plies == 7)
                if truncated:
                    assert not observation["action_mask"].any()
                    assert game.unwrapped.position.outcome is None
                    worth = payoffs(game.unwrapped.position, utility, cut=True)
                    assert reward == worth[game.possible_agents.index(agent)]
                    game.step(None)
                else:
                    game.step(random_action(observation["action_mask"], rng))
                    plies += 1
            assert plies == 7


@UTILITIES
def test_a_gymnasium_episode_that_is_cut(envs: Any, utility: str) -> None:
    *_, seat_env = envs
    for start in STARTS:
        for seat in range(start.players):
            env, rng = seat_env(start, seat=seat, utility=utility, max_plies=8), Random(2)
            _, info = env.reset(seed=1)
            terminated, truncated, reward = False, False, 0.0
            while not (terminated or truncated):
                action = random_action(info["action_mask"], rng)
                _, reward, terminated, truncated, info = env.step(action)
                assert not info["illegal"]
            assert (terminated, truncated, env.plies) == (False, True, 8)
            assert not info["action_mask"].any()
            assert reward == payoffs(env.position, utility, cut=True)[seat]
            with pytest.raises(NinetkaError, match="no episode is under way"):
                env.step(0)
            env.reset(seed=1)
            assert env.plies <= 8


def test_the_others_may_be_cut_before_the_seat_has_a_turn(envs: Any) -> None:
    *_, seat_env = envs
    env = seat_env(State.start(players=3), seat=2, max_plies=1)
    env.reset(seed=1)
    assert not env.action_masks().any()
    assert env.step(0)[1:4] == (0, False, True)


def test_a_game_over_with_the_last_ply_is_not_cut(envs: Any) -> None:
    *_, seat_env = envs
    start = morris.State.from_text(TWO_WIN)
    env = seat_env(start, max_plies=1)
    env.reset(seed=1)
    assert env.step(start.action(start.parse_move(STEP)))[1:4] == (1, True, False)


TERRITORY = {"game": "kropki", "ruleset": "territory"}
NO_CODES = "^Kropki with Ruleset territory cannot be played here: moves have no codes$"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"utility": "money"}, "a utility is win, shared, points or margin, not 'money'"),
        ({"max_plies": 0}, "max_plies is a whole number from 1 on, not 0"),
        ({"max_plies": 1.5}, "max_plies is a whole number from 1 on, not 1.5"),
        ({"channels": "middle"}, "channels are last or first, not 'middle'"),
        ({"render_mode": "video"}, "render_mode is one of ansi, rgb_array, human, not 'video'"),
        ({"players": 5}, "nestorgames is for 2, 3 or 4 players, not 5"),
        ({"start": State.start(), "players": 3}, "takes a state to start from or options, not b"),
        ({"start": State.start(), "game": "chess"}, "is 9tka, not 'chess'"),
        ({"start": "empty"}, "there is no option 'start'; there are ruleset"),
        ({"game": "chess"}, "there is no game 'chess' here"),
        ({"game": "kropki", "columns": "many"}, "Columns is a number from 1 to 52, not 'many'"),
        (TERRITORY, NO_CODES),
        ({"start": kropki.State.start(kropki.TERRITORY)}, NO_CODES),
    ],
)
def test_environments_refuse_wrong_options(envs: Any, options: dict[str, Any], said: str) -> None:
    for make in envs:
        with pytest.raises(NinetkaError, match=said):
            make(**options)


def test_what_stands_there_at_the_start_is_an_option_too(envs: Any) -> None:
    """Beside the state to start from, which has the same name."""
    small = kropki.Ruleset("standard", 5, 5, kropki.Capture.AUTOMATIC, kropki.Start.EMPTY)
    empty = kropki.State.start(small)
    for make in envs:
        for game in (make(game="kropki", columns=5, rows=5, start="empty"), make(start=empty)):
            game.reset()
            assert game.unwrapped.start == empty


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("utility=money", "a utility is win, shared, points or margin, not 'money'"),
        ("max_plies=-1", "max_plies is a whole number from 1 on, not -1"),
    ],
)
def test_openspiel_refuses_wrong_parameters(spiel: Any, options: str, said: str) -> None:
    with pytest.raises(spiel.SpielError, match=said):
        spiel.load_game(f"python_ninetka({options})")


# Layouts in environments


def test_environments_observe_in_the_layout_that_they_are_given(envs: Any) -> None:
    raw_env, _, seat_env = envs
    options: Any = {"game": "mills", "channels": "first", "dtype": "float32", "grid": True}
    env = seat_env(**options)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.shape == observation.shape == (12, 7, 7)
    assert observation in env.observation_space
    aec = raw_env(**options)
    aec.reset()
    seen = aec.observe("player_1")["observation"]
    assert seen in aec.observation_space("player_1")["observation"]
    assert aec.state() in aec.state_space
    assert (seen.shape, seen.dtype, seen.flags.c_contiguous) == ((12, 7, 7), np.float32, True)
    with pytest.raises(NinetkaError, match="have no places, so they make no grid"):
        env.reset(options={"boards": "2:1-2-3/4-5-6/7-8-9/1-4-7/2-5-8/3-6-9"})
