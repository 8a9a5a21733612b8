"""Gymnasium's vector environment: its games are those of states and of `SeatEnv`."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
gymnasium: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import numpy as np
from numpy.typing import NDArray

from ninetka import BOARDGAMEGEEK, NinetkaError, Ruleset, State
from ninetka.adapters.arrays import ObservationLayout, action_mask, payoffs
from ninetka.adapters.gymnasium import SeatEnv
from ninetka.adapters.vector import VectorEnv, random_opponent
from ninetka.batch import Batch

NAME = "ninetka.adapters.gymnasium:ninetka/ninetka-v0"
SMALL = State.start(Ruleset("small", {2: 2}))


def chosen(mask: NDArray[Any], rng: Random) -> NDArray[np.int64]:
    """A legal action of each game."""
    return np.array([rng.choice(np.flatnonzero(row).tolist()) for row in mask])


def check_seen(env: VectorEnv, observations: NDArray[Any], infos: dict[str, Any]) -> None:
    """What is told of games that go on is what their states tell."""
    for at, state in enumerate(env.games):
        seat = state.to_move if env.seat is None else env.seat
        assert np.array_equal(observations[at], env.settings.layout.observe(state, seat))
        assert np.array_equal(infos["action_mask"][at], action_mask(state))
        assert infos["to_move"][at] == state.to_move
        assert env.seat in (None, state.to_move)
    assert np.array_equal(env.action_masks(), infos["action_mask"])


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize(
    "layout", [{}, {"channels": "first", "dtype": "float32", "utility": "margin"}]
)
def test_games_are_those_of_states(seat: int | None, layout: dict[str, Any]) -> None:
    env = VectorEnv(5, SMALL, seat=seat, **layout)
    observations, infos = env.reset(seed=1)
    rng, ends = Random(1), 0
    for _ in range(60):
        check_seen(env, observations, infos)
        assert observations.shape == env.observation_space.shape
        assert observations.dtype == env.observation_space.dtype
        before, movers = env.games.states(), infos["to_move"]
        actions = chosen(infos["action_mask"], rng)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        for at in np.flatnonzero(terminated):
            ends += 1
            worth = infos["final_info"]["payoffs"][at]
            assert rewards[at] == worth[movers[at]]
            if seat is None:
                end = before[at].apply(before[at].move(actions[at]))
                assert worth.tolist() == payoffs(end, env.settings.utility)
                seen = env.settings.layout.observe(end, end.to_move)
                assert np.array_equal(infos["final_obs"][at], seen)
            assert infos["final_obs"][at].shape == env.single_observation_space.shape
        assert np.array_equal(infos.get("_final_obs", terminated), terminated)
        assert not rewards[~terminated].any()
    assert ends > 10


def test_the_opponent_is_the_policy_of_a_seat() -> None:
    """An opponent without chance plays the games that `SeatEnv` plays with the same policy."""

    def least(state: State) -> int:
        return min(state.legal_actions)

    def first(batch: Batch[Any, Any], words: NDArray[np.uint64]) -> NDArray[np.int64]:
        assert len(batch) == len(words) > 0
        codes: NDArray[np.int64] = batch.legal_mask().argmax(axis=1)
        return codes

    for seat, players in ((0, 2), (1, 2), (2, 3)):
        start = State.start(Ruleset("small", {2: 3, 3: 2}), players)
        many = VectorEnv(2, start, seat=seat, opponent=first, max_plies=17)
        one = SeatEnv(start, seat=seat, policy=lambda state, _: least(state), max_plies=17)
        observations, infos = many.reset(seed=1)
        observation, _ = one.reset(seed=1)
        for _ in range(40):
            for each in observations:
                assert np.array_equal(each, observation)
            action = int(infos["action_mask"][0].argmax())
            observations, rewards, terminated, truncated, infos = many.step(np.array([action] * 2))
            observation, reward, is_over, is_cut, _ = one.step(action)
            assert rewards.tolist() == [reward] * 2
            assert terminated.tolist() == [is_over] * 2
            assert truncated.tolist() == [is_cut] * 2
            if is_over or is_cut:
                assert np.array_equal(infos["final_obs"][1], observation)
                observation, _ = one.reset()


def test_an_illegal_action_ends_the_game() -> None:
    env = VectorEnv(4, illegal_reward=-5)
    _, infos = env.reset(seed=1)
    actions = [int(np.flatnonzero(infos["action_mask"][0])[0]), 85, -1, 10**9]
    _, rewards, terminated, truncated, infos = env.step(np.array(actions))
    assert rewards.tolist() == [0, -5, -5, -5]
    assert terminated.tolist() == infos["final_info"]["illegal"].tolist() == [False] + [True] * 3
    assert not truncated.any()
    assert env.games.plies.tolist() == [2, 0, 0, 0]


def test_how_a_game_goes_depends_on_its_seed_alone() -> None:
    def course(env: VectorEnv, at: int, seed: Any) -> list[Any]:
        observations, infos = env.reset(seed=seed)
        seen = []
        for _ in range(50):
            observations, rewards, *_, infos = env.step(infos["action_mask"].argmax(1))
            seen.append((observations[at].tobytes(), rewards[at]))
        return seen

    for start in (SMALL, State.start(BOARDGAMEGEEK)):
        six = course(VectorEnv(6, start), 4, 10)
        assert six == course(VectorEnv(1, start), 0, 14)
        assert six == course(VectorEnv(2, start), 1, [3, 14])
        assert six != course(VectorEnv(1, start), 0, 15)
    with pytest.raises(NinetkaError, match="there must be 2 seeds, not 3"):
        VectorEnv(2).reset(seed=[1, 2, 3])


def test_deals_differ_from_game_to_game() -> None:
    env = VectorEnv(6, State.start(BOARDGAMEGEEK), seat=None)
    env.reset(seed=1)
    assert len({state.to_text() for state in env.games}) == 6


def test_computer_players_are_opponents() -> None:
    env = VectorEnv(2, SMALL, opponent="greedy")
    _, infos = env.reset(seed=1)
    for _ in range(20):
        _, _, _, _, infos = env.step(chosen(infos["action_mask"], Random(1)))
    again = pickle.loads(pickle.dumps(env))
    actions = chosen(infos["action_mask"], Random(1))
    assert np.array_equal(env.step(actions)[0], again.step(actions)[0])


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec(NAME, num_envs=3, players=3, ruleset="wiki", seat=2)
    assert isinstance(env.unwrapped, VectorEnv)
    observations, _ = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert env.action_space.contains(env.action_space.sample())
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    _, infos = wrapped.reset(seed=1)
    ends = 0
    for _ in range(60):
        *_, infos = wrapped.step(chosen(infos["action_mask"], Random(1)))
        ends += int(infos.get("_episode", np.zeros(3)).sum())
    assert ends


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "num_envs is a whole number from 1 on, not 0"),
        ({"seat": 2}, "2 is not a seat of this game"),
        ({"opponent": "deep"}, "deep"),
        ({"channels": "middle"}, "channels are last or first"),
        ({"utility": "money"}, "a utility is win, shared, points or margin, not 'money'"),
        ({"game": "kropki", "capture": "declared"}, "moves have no codes"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        VectorEnv(**options)


def test_a_step_refuses_wrong_actions() -> None:
    env = VectorEnv(2)
    env.reset()
    for actions in ([1], [1.5, 2]):
        with pytest.raises(NinetkaError, match="actions must be 2 whole numbers"):
            env.step(np.array(actions))
    with pytest.raises(NinetkaError, match="there are no options here"):
        env.reset(options={"seat": 1})
    wrong = VectorEnv(1, seat=1, opponent=lambda batch, _: np.full(len(batch), 85))
    with pytest.raises(NinetkaError) as caught:
        wrong.reset()
    assert caught.value.__notes__[-1] == "The opponent that plays the other seats chose it."


def test_any_legal_action_is_as_likely() -> None:
    """Each of the first player's answers, by chi-square."""
    from support.chi_square import check_law

    batch = Batch.start(SMALL.ruleset, size=20_000)
    words = np.random.default_rng(1).integers(0, 1 << 64, len(batch), np.uint64)
    actions = random_opponent(batch, words)
    numbers, counts = np.unique(actions, return_counts=True)
    law = dict.fromkeys(SMALL.legal_actions, 1 / len(SMALL.legal_actions))
    check_law(dict(zip(numbers.tolist(), counts.tolist(), strict=True)), law)
    assert ObservationLayout().arrange(batch[:1].planes(), SMALL).shape == (1, 11, 11, 13)


# Arrays of the caller's own


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_results_are_written_into_given_arrays(seat: int | None, dtype: str) -> None:
    out = {
        "observations": np.zeros((4, 13, 11, 11), dtype),
        "action_mask": np.zeros((4, 86), np.bool_),
        "rewards": np.zeros(4, np.float32),
        "terminated": np.zeros((4, 2), np.bool_)[:, 0],
        "truncated": np.zeros(4, np.bool_),
    }
    layout: dict[str, Any] = {"channels": "first", "dtype": dtype, "seat": seat}
    env, plain = VectorEnv(4, SMALL, out=out, **layout), VectorEnv(4, SMALL, **layout)
    observations, infos = env.reset(seed=3)
    expected, _ = plain.reset(seed=3)
    rng, ends = Random(1), 0
    for _ in range(40):
        assert observations is out["observations"]
        assert infos["action_mask"] is out["action_mask"]
        assert np.array_equal(observations, expected)
        assert np.array_equal(out["action_mask"], plain.action_masks())
        actions = chosen(out["action_mask"], rng)
        observations, *results, infos = env.step(actions)
        expected, *others, _ = plain.step(actions)
        for name, result, other in zip([*out][2:], results, others, strict=True):
            assert result is out[name]
            assert np.array_equal(result, other)
        ends += int(out["terminated"].sum())
    assert ends


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ({"rewards": np.zeros(3)},
         r"'rewards' in out must be a writable array of shape \(4,\) that"),
        ({"rewards": np.zeros(4, "i4")}, "takes float64"),
        ({"observations": np.zeros((4, 11, 11, 13), "?")}, "takes int8"),
        ({"truncated": np.broadcast_to(np.zeros(1), 4)}, "a writable array"),
        ({"action_mask": np.ma.zeros((4, 86))}, "that takes bool"),
        ({"dones": np.zeros(4)}, "out may have observations, .* and truncated, not 'dones'"),
    ],
    ids=str,
)  # fmt: skip
def test_arrays_that_cannot_take_them(out: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        VectorEnv(4, SMALL, out=out)
