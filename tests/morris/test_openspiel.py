"""9AM and Mills inside OpenSpiel: two to five players, some of whom are expelled.

Its conformance tests of two short games are in `test_openspiel`.
"""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from morris.games import start, whole_game
from ninetka import IllegalMoveError, InvalidMoveError, NinetkaError
from ninetka.morris import MILLS, FromMills, Ruleset, State, Stuck

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np
from open_spiel.python import rl_environment

import ninetka.adapters.openspiel  # noqa: F401  # registers the games

NAMES = {
    2: "python_morris(ruleset=mills,players=2)",
    3: "python_morris",
    4: "python_morris(players=4)",
    5: "python_morris(players=5)",
}
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def random_state(name: str, seed: int, plies: int = 10_000) -> Any:
    state, random = pyspiel.load_game(name).new_initial_state(), np.random.RandomState(seed)
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(random.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", [*NAMES.values(), "python_morris_zero_sum"])
def test_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "players", "actions", "fields", "planes"),
    [
        *((NAMES[2], 2, 600, 24, 12), ("python_morris_zero_sum", 2, 600, 24, 12)),
        *((NAMES[3], 3, 1332, 36, 16), (NAMES[4], 4, 2352, 48, 20), (NAMES[5], 5, 3660, 60, 24)),
        ("python_morris(players=2)", 2, 600, 24, 12),
        ("python_morris(ruleset=mills)", 2, 600, 24, 12),
    ],
)  # fmt: skip
def test_sizes_are_those_of_the_start(
    name: str, players: int, actions: int, fields: int, planes: int
) -> None:
    game = pyspiel.load_game(name)
    assert (game.num_players(), game.num_distinct_actions()) == (players, actions)
    assert game.observation_tensor_shape() == [planes, 1, fields]
    assert game.max_game_length() == start(players).max_plies_left
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.num_distinct_actions()) == (str(game), actions)


def test_types_of_utility() -> None:
    utility = pyspiel.GameType.Utility
    usual, zero_sum = map(pyspiel.load_game, (NAMES[2], "python_morris_zero_sum"))
    assert usual.get_type().utility == utility.GENERAL_SUM
    assert (usual.get_type().min_num_players, usual.get_type().max_num_players) == (2, 5)
    assert usual.get_type().long_name == "9AM and Mills"
    assert zero_sum.get_type().utility == utility.ZERO_SUM
    assert (zero_sum.utility_sum(), zero_sum.get_type().max_num_players) == (0, 2)


@PLAYERS
def test_it_plays_by_the_rules(players: int) -> None:
    """A game in which tokens are removed, and by five all others are expelled."""
    state, game = pyspiel.load_game(NAMES[players]).new_initial_state(), whole_game(players, 0)
    for rules, move in zip(game.states(), game.moves, strict=False):
        assert str(state) == rules.to_text() == state.observation_string(players - 1)
        assert state.current_player() == rules.to_move
        assert state.legal_actions() == [rules.action(legal) for legal in rules.legal_moves]
        assert state.returns() == state.rewards() == [0] * players
        action = rules.action(move)
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
    assert state.is_terminal()
    assert state.position == game.state
    assert game.outcome is not None
    (winner,) = game.outcome.winners
    assert state.returns() == [1 if seat == winner else -1 for seat in range(players)]


def test_a_draw_pays_nothing() -> None:
    position = "aaaa....bbbb............ 0/0 0/0 99 a move mills"
    state = pyspiel.load_game("python_morris_zero_sum").new_initial_state(position)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert (state.position.to_text().split()[3], state.returns()) == ("100", [0, 0])


def test_rules_of_one_s_own() -> None:
    name = (
        "python_morris(ruleset=club,players=2,boards=2:rings,tokens=5,cards=yes,"
        "stuck=stepped over,from_mills=always,jumping=no,quiet=7)"
    )
    game = pyspiel.load_game(name)
    club = Ruleset(
        *("club", MILLS.boards, 5, True, Stuck.STEPPED_OVER, FromMills.ALWAYS, False, 7)
    )  # fmt: skip
    assert game.new_initial_state().position == State.start(club)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("python_morris(players=6)", "9am is for 3, 4 or 5 players, not 6"),
        ("python_morris(ruleset=mills,players=3)", "mills is for 2 players, not 3"),
        ("python_morris(ruleset=chess)", "the ruleset 'chess' is not published"),
        ("python_morris(tokens=2)", "each player has 3 to 999 tokens, not 2"),
        ("python_morris(quiet=-1)", "Quiet has '-1' where it needs a number of 1 to 3 digits"),
        ("python_morris(cards=2)", "Wrong type for parameter cards"),
        ("python_morris_zero_sum(players=3)", "python_morris_zero_sum is for 2 players, not 3"),
        ("python_morris_zero_sum(ruleset=9am)", "9am is for 3, 4 or 5 players, not 2"),
    ],
)
def test_parameters_that_say_no_game(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(name)


def test_a_clone_goes_its_own_way() -> None:
    state = random_state(NAMES[5], 1, 60)
    clone = state.clone()
    assert clone.position is state.position  # nothing is copied that cannot change
    clone.apply_action(clone.legal_actions()[0])
    assert state.move_number() == 60
    assert clone.position != state.position


def test_actions_are_undone_over_removals_and_players_who_are_expelled() -> None:
    game = whole_game(3, 0)
    state, texts = pyspiel.load_game(NAMES[3]).new_initial_state(), []
    for rules, move in zip(game.states(), game.moves, strict=False):
        texts.append(str(state))
        state.apply_action(rules.action(move))
    for text in reversed(texts[-30:]):
        last = state.full_history()[-1]
        state.undo_action(last.player, last.action)
        assert str(state) == text


@PLAYERS
def test_observations_are_the_planes_of_each_seat(players: int) -> None:
    state = random_state(NAMES[players], 3, 80)
    observer, position = state.get_game().make_py_observer(), state.position
    for seat in position.seats:
        observer.set_from(state, seat)
        for plane, bits in zip(observer.dict["observation"], position.planes(seat), strict=True):
            assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
        assert state.observation_tensor(seat) == observer.tensor.tolist()


def test_reinforcement_learning_environment() -> None:
    env = rl_environment.Environment("python_morris", players=4, tokens=4, quiet=2)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 20 * 48
        step = env.step([step.observations["legal_actions"][player][0]])
    assert {*step.rewards} <= {0, 1, -1}


def test_illegal_actions_change_nothing() -> None:
    state = random_state(NAMES[2], 1, 5)
    before, taken = str(state), state.history()[0]
    for action, kind, said in (
        (taken, IllegalMoveError, "is taken: a token of seat a is there"),
        (24, IllegalMoveError, "seat b has tokens in hand and must put one on a free field"),
        (600, InvalidMoveError, "600 is not an action: actions are 0 to 599"),
    ):
        with pytest.raises(kind, match=said):
            state.apply_action(action)
        assert str(state) == before
    with pytest.raises(NinetkaError, match="'a9' is not a field"):
        state.string_to_action("a9")


@pytest.mark.skipif(
    not hasattr(pyspiel.Game, "action_struct_spec"),
    reason="this OpenSpiel has no structs of Python games",
)
def test_states_and_actions_are_described_in_plain_data() -> None:
    state = random_state(NAMES[5], 5, 120)
    description = state.to_dict()
    assert description == json.loads(state.to_json()) == state.to_struct().to_dict()
    assert description == state.position.to_dict()
    for given in (description, state.to_json(), state.to_struct(), str(state)):
        assert state.get_game().new_initial_state(given).position == state.position
    action = state.legal_actions()[-1]
    struct = state.action_to_struct(state.current_player(), action)
    assert struct.to_dict() == {"move": description["legal_moves"][-1]}
    assert state.struct_to_actions(struct) == [action]
