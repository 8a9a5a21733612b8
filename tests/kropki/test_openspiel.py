"""Kropki inside OpenSpiel: boards of any size, draws, and rules whose moves have no codes."""

from __future__ import annotations

import json
import pickle
from typing import Any

import attrs
import pytest

from ninetka import NinetkaError
from ninetka.kropki import STANDARD, Capture, Ruleset, Start, State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np
from open_spiel.python import rl_environment

import ninetka.adapters.openspiel  # noqa: F401  # registers the games

CAUGHT = "5/2x2/1xox1/5/5 x standard -"


def random_state(name: str, seed: int, plies: int) -> Any:
    state, random = pyspiel.load_game(name).new_initial_state(), np.random.RandomState(seed)
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(random.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("name", "columns", "rows", "dots"),
    [
        ("python_kropki", 39, 32, 4),
        ("python_kropki(columns=9,rows=9)", 9, 9, 4),
        ("python_kropki_zero_sum(columns=5,rows=7)", 5, 7, 4),
        ("python_kropki(columns=6,rows=4,start=empty)", 6, 4, 0),
        ("python_kropki(rows=2,players=2)", 39, 2, 4),
        (f"python_kropki(position={CAUGHT})", 5, 5, 4),
    ],
)
def test_sizes_are_those_of_the_start(name: str, columns: int, rows: int, dots: int) -> None:
    game = pyspiel.load_game(name)
    assert game.num_distinct_actions() == columns * rows
    assert game.observation_tensor_shape() == [6, rows, columns]
    assert game.max_game_length() == columns * rows - dots
    assert len(game.new_initial_state().observation_tensor(0)) == 6 * rows * columns
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.num_distinct_actions()) == (str(game), columns * rows)


@pytest.mark.parametrize("name", ["python_kropki", "python_kropki_zero_sum"])
def test_for_two_it_is_of_zero_sum(name: str) -> None:
    game = pyspiel.load_game(name)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0, -1, 1)
    assert (game.get_type().min_num_players, game.get_type().max_num_players) == (2, 2)


def test_a_large_board_is_played_to_its_end() -> None:
    state = random_state("python_kropki", 1, 39 * 32)
    assert state.position.is_over
    assert state.move_number() > 1000
    assert sum(state.returns()) == 0


def test_a_middling_board_simulates() -> None:
    game = pyspiel.load_game("python_kropki(columns=13,rows=11)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_it_plays_by_the_rules() -> None:
    ruleset = attrs.evolve(STANDARD, columns=7, rows=6)
    returns = set()
    for seed in range(12):
        state = pyspiel.load_game("python_kropki(columns=7,rows=6)").new_initial_state()
        rules: Any = State.start(ruleset)
        random = np.random.RandomState(seed)
        while not rules.is_over:
            assert str(state) == rules.to_text() == state.observation_string(1)
            assert state.current_player() == rules.to_move
            assert state.legal_actions() == [rules.action(move) for move in rules.legal_moves]
            assert state.returns() == [0, 0]
            action = random.choice(state.legal_actions())
            text = state.action_to_string(action)
            assert text == str(rules.move(action))
            assert state.string_to_action(text) == action
            state.apply_action(action)
            rules = rules.apply(text)
        first, second = rules.scores
        assert state.is_terminal()
        assert state.returns() == [np.sign(first - second), np.sign(second - first)]
        returns.add(tuple(state.returns()))
    assert returns == {(0, 0), (1, -1), (-1, 1)}  # draws pay nothing


def test_rules_of_one_s_own() -> None:
    name = "python_kropki(ruleset=club,columns=6,rows=4,capture=automatic,start=empty)"
    position = pyspiel.load_game(name).new_initial_state().position
    assert position == State.start(Ruleset("club", 6, 4, Capture.AUTOMATIC, Start.EMPTY))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("ruleset=territory", "^Kropki with Ruleset territory cannot be played here: moves have"),
        ("position=5/2x2/1xox1/5/5 x territory -", "^Kropki with Ruleset territory, Columns 5"),
        ("columns=53", "a board has 1 to 52 columns, not 53"),
    ],
)
def test_parameters_that_say_no_game(options: str, said: str) -> None:
    for name in ("python_kropki", "python_kropki_zero_sum"):
        with pytest.raises(pyspiel.SpielError, match=said) as caught:
            pyspiel.load_game(f"{name}({options})")
        assert isinstance(caught.value, NinetkaError)


def test_games_begin_at_any_position_of_their_size() -> None:
    game = pyspiel.load_game("python_kropki(columns=5,rows=5)")
    state = game.new_initial_state(CAUGHT)
    assert str(state) == CAUGHT
    state.apply_action(state.string_to_action("cd"))
    assert state.position.scores == (1, 0)
    state = game.new_initial_state(CAUGHT)
    assert pyspiel.load_game(f"python_kropki(position={CAUGHT})").new_initial_state().position == (
        state.position
    )
    said = "this is made for 1248 actions on 39 x 32 places, not for 25 actions on 5 x 5 places"
    with pytest.raises(pyspiel.SpielError, match=f"^{said}$"):
        pyspiel.load_game("python_kropki").new_initial_state(CAUGHT)
    for wrong, said in (
        ("6/6/6/6/6/6 x standard -", "a board of 5 x 5 has 5 rows"),
        (CAUGHT.replace("standard", "territory"), "the ruleset 'territory' is not known here"),
    ):
        with pytest.raises(NinetkaError, match=said):
            game.new_initial_state(wrong)


def test_a_clone_goes_its_own_way() -> None:
    state = random_state("python_kropki", 1, 20)
    clone = state.clone()
    assert clone.position is state.position  # nothing is copied that cannot change
    clone.apply_action(clone.legal_actions()[0])
    assert state.move_number() == 20
    assert clone.position != state.position


def test_observations_are_the_planes_of_each_seat() -> None:
    state = random_state("python_kropki(columns=9,rows=6)", 3, 40)
    observer = state.get_game().make_py_observer()
    position = state.position
    for seat in position.seats:
        observer.set_from(state, seat)
        for plane, bits in zip(observer.dict["observation"], position.planes(seat), strict=True):
            assert plane.shape == (6, 9)
            assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
        assert state.observation_tensor(seat) == observer.tensor.tolist()


def test_reinforcement_learning_environment() -> None:
    env = rl_environment.Environment("python_kropki", columns=6, rows=6)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 6 * 36
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_illegal_actions_change_nothing() -> None:
    state = random_state("python_kropki(columns=5,rows=5)", 1, 3)
    before, taken = str(state), state.history()[0]
    for action, said in (
        (taken, "ab is taken: a dot of x is there"),
        (25, "25 is not an action: actions are 0 to 24"),
    ):
        with pytest.raises(NinetkaError, match=said):
            state.apply_action(action)
        assert str(state) == before
    with pytest.raises(NinetkaError, match="chains are not declared here"):
        state.string_to_action("aa.bacbbcabba")


@pytest.mark.skipif(
    not hasattr(pyspiel.Game, "action_struct_spec"),
    reason="this OpenSpiel has no structs of Python games",
)
def test_states_and_actions_are_described_in_plain_data() -> None:
    state = random_state("python_kropki(columns=7,rows=7)", 5, 30)
    description = state.to_dict()
    assert description == json.loads(state.to_json()) == state.to_struct().to_dict()
    assert description == state.position.to_dict()
    assert description["legal_moves"] == [
        state.action_to_string(code) for code in state.legal_actions()
    ]
    for given in (description, state.to_struct(), str(state)):
        assert state.get_game().new_initial_state(given).position == state.position
    with pytest.raises(NinetkaError, match="'rows' is 8, but in that position it is 7"):
        state.get_game().new_initial_state({**description, "rows": 8})
    action = state.legal_actions()[-1]
    struct = state.action_to_struct(state.current_player(), action)
    assert struct.to_dict() == {"move": description["legal_moves"][-1]}
    assert state.struct_to_actions(struct) == [action]
    assert state.apply_action_struct(struct).ok()
    assert not state.apply_action_struct(struct).ok()
