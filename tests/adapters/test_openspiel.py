"""The games inside OpenSpiel: its own conformance tests, and what it does not check itself."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import unittest
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support.nine_states import NEUTRALS

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    IllegalMoveError,
    NinetkaError,
    Reason,
    Ruleset,
    Seat,
    State,
    TurnOrder,
)

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np
from open_spiel.python import rl_environment

from ninetka.adapters import openspiel

HOMES = ("open_spiel.python.tests.api_test", "open_spiel.integration_tests.api_test")
NAMES = [
    "python_ninetka(players=2,ruleset=wiki)",
    "python_ninetka(players=3,ruleset=nestorgames)",
    "python_ninetka(players=4,ruleset=wiki)",
    "python_ninetka(edge_stop=stone,stones=2:2 3:2)",
    "python_ninetka_zero_sum",
    "python_kropki(columns=5,rows=4)",
    "python_kropki_zero_sum(columns=4,rows=5,start=empty)",
    "python_morris(players=3,quiet=2,tokens=3)",
    "python_morris_zero_sum(quiet=2,tokens=4)",
    "python_morris(players=4,utility=points,grid=True,max_plies=30)",
    "python_ninetka_zero_sum(stones=2:2,utility=points,max_plies=14)",
]
EACH = pytest.mark.parametrize("name", NAMES)
GAME: Any = pyspiel.load_game("python_ninetka")
POSITION = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 wiki"


def opened(*moves: str) -> Any:
    state = GAME.new_initial_state()
    for text in moves:
        state.apply_action(state.string_to_action(text))
    return state


# OpenSpiel's own tests


@pytest.mark.parametrize("name", [NAMES[3], *NAMES[5:]])
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.long
@EACH
def test_many_random_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(game)


@pytest.mark.long
@EACH
def test_api(name: str) -> None:
    api_test = import_module(next(home for home in HOMES if find_spec(home)))
    body = {"game": pyspiel.load_game(name), "game_name": name}
    case = type("Enforced", (api_test.EnforceAPIOnPartialTreeBase,), body)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not [*result.errors, *result.failures, *result.skipped]


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES[3:])
def test_a_playthrough_replays_equal(name: str, tmp_path: Path) -> None:
    flags = import_module("absl.flags").FLAGS
    if not flags.is_parsed():
        flags(["tests"])
    playthroughs = import_module("open_spiel.python.algorithms.generate_playthrough")
    path = tmp_path / "playthrough.txt"
    path.write_text(playthroughs.playthrough(name, None, seed=1), "utf-8")
    before, now = playthroughs.replay(str(path))
    assert before == now


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_monte_carlo_tree_search_beats_random(players: int) -> None:
    mcts = import_module("open_spiel.python.algorithms.mcts")
    bots_of = import_module("open_spiel.python.bots.uniform_random").UniformRandomBot
    game = pyspiel.load_game(f"python_ninetka(players={players},stones=2:6 3:4)")
    seats = [*range(players)] * 2
    wins = 0
    for seed, seat in enumerate(seats):
        random = np.random.RandomState(seed)
        bots = [bots_of(other, random) for other in range(players)]
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        bots[seat] = mcts.MCTSBot(game, 1.4, 30, rollouts, random_state=random)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        wins += state.returns()[seat] == 1
    assert wins > len(seats) / 2, "more than all its opponents together"


def test_compiled_search_plays_too() -> None:
    state = pyspiel.load_game("python_ninetka_zero_sum(stones=2:2)").new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    search = pyspiel.MCTSBot(state.get_game(), evaluator, 1.4, 20, 1000, True, 1, False)
    assert search.mcts_search(state).best_child().action in state.legal_actions()


def test_reinforcement_learning_environment() -> None:
    env = rl_environment.Environment("python_ninetka", players=4, ruleset="wiki")
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 21 * 121
        step = env.step([step.observations["legal_actions"][player][-1]])
    assert sorted(step.rewards) == [-1, -1, -1, 1]


# The rules


@pytest.mark.parametrize(("players", "ruleset"), [(2, WIKI), (3, NESTORGAMES), (4, WIKI)])
def test_it_plays_by_the_rules(players: int, ruleset: Ruleset) -> None:
    game = pyspiel.load_game("python_ninetka", {"players": players, "ruleset": ruleset.name})
    assert (game.num_players(), game.num_distinct_actions()) == (players, 86)
    state, rules = game.new_initial_state(), State.start(ruleset, players)
    random = np.random.RandomState(players)
    while not rules.is_over:
        assert str(state) == rules.to_text() == state.observation_string(0)
        assert state.current_player() == rules.to_move
        assert state.legal_actions() == list(rules.legal_actions)
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert texts == [rules.move_text(move) for move in rules.legal_moves]
        assert state.returns() == state.rewards() == [0] * players
        action = random.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
        rules = rules.apply(rules.move(action))
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert rules.outcome is not None
    assert state.returns() == [1 if seat is rules.outcome.winner else -1 for seat in rules.seats]


def test_actions_of_texts_in_every_form() -> None:
    state = opened()
    assert [state.string_to_action(text) for text in ("*E5", "E5", "e5", " e5 ")] == [16] * 4
    assert state.string_to_action(0, "E5") == 16
    state = opened(*NEUTRALS.split())
    assert [state.string_to_action(text) for text in ("@A5", "A5", "a5")] == [52] * 3


def test_texts_of_illegal_actions() -> None:
    assert [opened().action_to_string(0, action) for action in (85, 49)] == ["--", "@A2"]


@EACH
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    clone, before = state.clone(), str(state)
    assert clone.position is state.position  # nothing is copied that cannot change
    clone.apply_action(3)
    assert (state.history(), str(state)) == ([], before)
    assert str(state.child(3)) == str(clone)


# Undo


@pytest.mark.parametrize("start", [None, "11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 nestorgames"])
def test_actions_are_undone_to_the_start(start: str | None) -> None:
    state = GAME.new_initial_state(start)
    random, states = np.random.RandomState(1), [state.clone()]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        states.append(state.clone())
    while state.history():
        last = state.full_history()[-1]
        state.undo_action(last.player, last.action)
        states.pop()
        assert_same(state, states[-1])
    assert state.is_initial_state()


def test_a_state_goes_on_after_undone_actions() -> None:
    state = opened("E5", "I9")
    state.undo_action(1, 48)
    state.apply_action(0)
    for player, action in ((1, 0), (0, 16)):
        state.undo_action(player, action)
    for action in (24, 0, 6):
        state.apply_action(action)
    for each in (state, state.clone(), pickle.loads(pickle.dumps(state))):
        assert_same(each, opened("F6", "C3", "I3"))


def assert_same(state: Any, other: Any) -> None:
    for ask in ("__str__", "history", "history_str", "move_number", "is_initial_state"):
        assert getattr(state, ask)() == getattr(other, ask)()
    assert [each.player for each in state.full_history()] == [
        each.player for each in other.full_history()
    ]
    assert state.information_state_string(0) == other.information_state_string(0)


# Errors, each a NinetkaError and a SpielError


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: opened("F6").apply_action(24), "a neutral cannot go to F6: it is taken"),
        (lambda: opened("F6").apply_action(85), "seat b cannot pass"),
        (lambda: opened("F6").apply_action(86), "86 is not an action: actions are 0 to 85"),
        (lambda: opened("F6").apply_action(-7), "-7 is not an action"),
        (lambda: opened().string_to_action("rubbish"), "'rubbish' is not a move"),
        (lambda: opened().string_to_action("@A5"), "the neutrals are placed first"),
        (lambda: opened("F6").undo_action(1, 24), "action 24 of player 1 was not the last"),
        (lambda: opened("F6").undo_action(0, 25), "action 25 of player 0 was not the last"),
        (lambda: opened().undo_action(0, 24), "action 24 of player 0 was not the last"),
        (lambda: GAME.new_initial_state("rubbish"), "a position is board, seat, players"),
        (lambda: GAME.new_initial_state(' {"position": '), "a state's struct is JSON: Expecting"),
        (lambda: GAME.new_initial_state('{"a":' * 1000), "a state's struct is JSON: lists and"),
        (lambda: GAME.new_initial_state({}), "^a state's struct needs its text as 'position'$"),
        (lambda: GAME.new_initial_state(POSITION), "the ruleset 'wiki' is not known here"),
        (
            lambda: GAME.new_initial_state({"position": str(opened()), "phase": "movement"}),
            "'phase' is 'movement', but in that position it is 'neutrals'",
        ),
        (lambda: GAME.make_py_observer(params={"planes": 3}), "observations take no parameters"),
    ],
)
def test_errors(wrong: Any, said: str) -> None:
    with pytest.raises(openspiel.SpielError, match=said) as caught:
        wrong()
    assert isinstance(caught.value, NinetkaError)
    assert isinstance(caught.value, pyspiel.SpielError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("python_ninetka(players=5)", "nestorgames is for 2, 3 or 4 players, not 5"),
        ("python_ninetka(players=-1)", "'-1' is not a number of players"),
        ("python_ninetka(ruleset=chess)", "the ruleset 'chess' is not published"),
        ("python_ninetka(edge_stop=cliff)", "EdgeStop is board or stone, not 'cliff'"),
        ("python_ninetka(stones=2:99)", "99 stones each do not fit"),
        ("python_ninetka(colour=red)", "Unknown parameter 'colour'"),
        ("python_ninetka_zero_sum(players=3)", "python_ninetka_zero_sum is for 2 players, not 3"),
        (f"python_ninetka_zero_sum(position={POSITION})", "for 2 players, not 3"),
    ],
)
def test_parameters_that_describe_no_game(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(name)


@pytest.mark.parametrize("name", ["2024", "1.5", "True"])
def test_a_parameter_that_openspiel_would_read_as_something_else(name: str) -> None:
    custom = {"stones": "2:5", "edge_stop": "stone", "turn_order": "restarts"}
    said = f"OpenSpiel cannot write down ruleset='{name}' and read it back"
    with pytest.raises(openspiel.SpielError, match=said):
        pyspiel.load_game("python_ninetka", {**custom, "ruleset": name})


def test_an_illegal_action_changes_nothing_and_has_a_reason() -> None:
    state = opened("E5")
    before = (str(state), state.history(), state.current_player())
    with pytest.raises(openspiel.SpielError) as caught:
        state.apply_action(16)
    cause = caught.value.__cause__
    assert isinstance(cause, IllegalMoveError)
    assert (cause.reason, cause.state) == (Reason.SQUARE_TAKEN, state.position)
    assert (str(state), state.history(), state.current_player()) == before
    state.apply_action(0)


# Parameters and positions


def test_parameters_describe_the_ruleset() -> None:
    name = "python_ninetka(players=3,stones=3:6 2:9,edge_stop=stone,turn_order=restarts)"
    position = pyspiel.load_game(name).new_initial_state().position
    custom = Ruleset("nestorgames", {2: 9, 3: 6}, EdgeStop.STONE, TurnOrder.RESTARTS)
    assert position == State.start(custom, 3)
    assert str(pyspiel.load_game(str(pyspiel.load_game(name)))) == str(pyspiel.load_game(name))


def test_games_begin_at_any_position() -> None:
    game = pyspiel.load_game("python_ninetka(players=3,ruleset=wiki)")
    state = game.new_initial_state(POSITION)
    assert str(state) == str(state.clone()) == POSITION
    assert state.current_player() == Seat.THIRD
    with pytest.raises(NinetkaError, match="Players says 3, but Position says 2"):
        game.new_initial_state(State.start(WIKI).to_text())


def test_a_position_as_a_parameter() -> None:
    name = f"python_ninetka(position={POSITION})"
    game = pyspiel.load_game(name)
    assert game.get_parameters() == {"position": POSITION}
    assert (game.num_players(), str(game)) == (3, name)
    assert game.max_game_length() == State.from_text(POSITION).max_plies_left
    state = pyspiel.load_game("python_ninetka", {"position": POSITION}).new_initial_state()
    assert (str(state), state.current_player(), state.history()) == (POSITION, 2, [])
    state.apply_action(0)
    for same in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(same) == str(state)
    assert str(pickle.loads(pickle.dumps(game)).new_initial_state()) == POSITION
    text = POSITION.replace("c 3 wiki", "a 2 duel")
    options = "edge_stop=stone,stones=2:2,turn_order=continues"
    game = pyspiel.load_game(f"python_ninetka(position={text},{options})")
    assert str(game.new_initial_state()) == text


@EACH
def test_a_pickled_game_still_starts(name: str) -> None:
    game = pyspiel.load_game(name)
    for same in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(same) == str(game)
        assert str(same.new_initial_state()) == str(game.new_initial_state())
        assert same.observation_tensor_shape() == game.observation_tensor_shape()


@pytest.mark.long
def test_a_pickled_game_starts_where_nothing_is_imported_yet() -> None:
    game = pyspiel.load_game("python_ninetka(players=3,ruleset=wiki)")
    state = game.new_initial_state()
    state.apply_action(24)
    code = (
        f"import pickle\ngame = pickle.loads({pickle.dumps(game)!r})\n"
        f"print(game.new_initial_state())\nprint(pickle.loads({pickle.dumps(state)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [str(game.new_initial_state()), str(state)]


# Types of games


def registered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    kinds: list[tuple[Any, Any]] = []
    monkeypatch.setattr(pyspiel, "register_game", lambda *kind: kinds.append(kind))
    openspiel.register(NINE)
    return kinds


def test_what_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    (general, _), (zero_sum, kind) = registered(monkeypatch)
    assert kind.__name__ == "SpielGame"
    assert zero_sum.long_name == "9tka, two players, zero sum"
    utility = pyspiel.GameType.Utility
    assert (general.short_name, general.long_name) == ("python_ninetka", "9tka")
    assert general.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert general.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert general.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert general.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert general.provides_information_state_string
    assert not general.provides_information_state_tensor
    assert general.provides_observation_string
    assert general.provides_observation_tensor
    assert (general.utility, general.max_num_players) == (utility.GENERAL_SUM, 4)
    assert general.parameter_specification == {
        "players": 2,
        "ruleset": "nestorgames",
        **dict.fromkeys(["edge_stop", "position", "stones", "turn_order", "utility"], ""),
        "grid": False,
        "max_plies": 0,
    }
    assert zero_sum.short_name == "python_ninetka_zero_sum"
    assert (zero_sum.utility, zero_sum.max_num_players) == (utility.ZERO_SUM, 2)


@pytest.mark.parametrize(
    ("name", "numbers", "texts"),
    [
        ("kropki", {"columns": 0, "players": 0, "rows": 0}, {"ruleset": "standard"}),
        ("morris", {"players": 0, "quiet": 0, "tokens": 0}, {}),
        ("morris_zero_sum", {"players": 2, "quiet": 0, "tokens": 0}, {}),
    ],
)
def test_parameters_have_the_usual_values_of_a_games_names(
    name: str, numbers: dict[str, int], texts: dict[str, str]
) -> None:
    parameters = pyspiel.load_game(f"python_{name}").get_type().parameter_specification
    given = {name: value for name, value in parameters.items() if isinstance(value, int) or value}
    assert given == {"grid": False, "max_plies": 0} | numbers | texts


@pytest.mark.parametrize(
    ("counts", "numbers"), [((4, 3), [(3, 4)]), ((1, 2, 3), [(1, 3), (2, 2)]), ((2,), [(2, 2)] * 2)]
)
def test_how_many_can_play(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...], numbers: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(type(NINE), "player_counts", counts)
    kinds = [kind for kind, _ in registered(monkeypatch)]
    assert [(kind.min_num_players, kind.max_num_players) for kind in kinds] == numbers
    is_zero = [kind.utility == pyspiel.GameType.Utility.ZERO_SUM for kind in kinds]
    assert is_zero == [counts == (2,), True][: len(kinds)]


@pytest.mark.parametrize(("name", "total"), [("python_ninetka", None), (NAMES[4], 0)])
def test_what_a_game_says_of_itself(name: str, total: int | None) -> None:
    game = pyspiel.load_game(name)
    assert (game.num_distinct_actions(), game.num_players()) == (86, 2)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, total)
    assert (game.max_chance_outcomes(), game.max_game_length()) == (0, 81)


# Observations and structs


def test_observations_are_the_planes_of_each_seat() -> None:
    game = pyspiel.load_game("python_ninetka(players=3)")
    state = game.new_initial_state()
    for action in (24, 3, 0):
        state.apply_action(action)
    observer = game.make_py_observer()
    assert observer.tensor.dtype == np.float32
    for seat in range(3):
        observer.set_from(state, seat)
        planes = observer.dict["observation"]
        for plane, bits in zip(planes, state.position.planes(seat), strict=True):
            assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
        assert state.observation_tensor(seat) == observer.tensor.tolist()
    assert state.observation_tensor() == state.observation_tensor(0)
    assert {*map(type, state.observation_tensor())} == {float}
    for player in (3, -1):
        with pytest.raises(pyspiel.SpielError, match="player"):
            state.observation_tensor(player)


def test_the_history_is_observed_by_openspiels_own_observer() -> None:
    history = pyspiel.IIGObservationType(perfect_recall=True)
    assert not isinstance(GAME.make_py_observer(history), openspiel.Observer)
    with pytest.raises(ValueError, match="not supported; passed"):
        GAME.make_py_observer(history, {"planes": 3})


HAS_STRUCTS = hasattr(pyspiel.Game, "action_struct_spec")
needs_structs = pytest.mark.skipif(
    not HAS_STRUCTS, reason="this OpenSpiel has no structs of Python games"
)


def test_openspiel_has_structs_since_2_0() -> None:
    """Without them, positions as plain data are taken all the same."""
    assert (version("open_spiel") >= "2") == HAS_STRUCTS
    state = opened("F6")
    described = state.position.to_dict()
    for given in (described, json.dumps(described)):
        assert GAME.new_initial_state(given).position == state.position
    if HAS_STRUCTS:
        assert state.to_dict() == described
    else:
        with pytest.raises(pyspiel.SpielError, match=r"^ToStruct is not implemented\."):
            state.to_dict()


@needs_structs
def test_states_as_structs() -> None:
    state, random = opened(), np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        struct = state.to_dict()
        assert struct == json.loads(state.to_json()) == state.to_struct().to_dict()
        assert struct == state.position.to_dict()
        assert state.to_observation_struct(0).to_dict() == struct
        for given in (struct, state.to_json(), state.to_struct(), {"position": str(state)}):
            again = GAME.new_initial_state(given)
            assert again.position == again.clone().position == state.position
    with pytest.raises(pyspiel.SpielError, match="7 does not play: there are"):
        state.to_observation_struct(7)


@needs_structs
def test_actions_as_structs() -> None:
    state = opened("F6")
    struct = state.action_to_struct(1, 0)
    assert struct.to_dict() == state.action_to_struct(0).to_dict() == {"move": "*C3"}
    assert state.struct_to_actions(struct) == [0]
    assert state.validate_action_struct(struct).ok()
    assert state.apply_action_struct(struct).ok()
    status = state.validate_action_struct(struct)
    assert not status.ok()
    assert "Illegal action" in status.message()
    passing = state.action_to_struct(0, 85)
    assert state.struct_to_actions(passing) == [85]
    assert not state.apply_action_struct(passing).ok()
    assert state.history() == [24, 0]
