"""The games inside OpenSpiel: its own conformance tests, and what it does not check itself."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import unittest
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from play import NEUTRALS

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesetError,
    NinetkaError,
    Reason,
    Ruleset,
    Seat,
    State,
    TurnOrder,
)

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.tests import games_sim_test

from ninetka.adapters import openspiel

HOMES = ("open_spiel.python.tests.api_test", "open_spiel.integration_tests.api_test")
api_test: Any = import_module(next(name for name in HOMES if find_spec(name)))

DATA = Path(__file__).parents[1] / "data" / "playthroughs"
PLAYERS = (2, 3, 4)
RULESETS = (NESTORGAMES, WIKI)
NAMES = [
    f"python_ninetka(players={players},ruleset={ruleset.name})"
    for players in PLAYERS
    for ruleset in RULESETS
]
NAMES += ["python_ninetka_zero_sum", "python_ninetka(edge_stop=stone,stones=2:2 3:2)"]
OTHERS = [
    *("python_kropki(columns=5,rows=4)", "python_kropki_zero_sum(columns=4,rows=5,start=empty)"),
    *("python_morris(players=3,quiet=2,tokens=3)", "python_morris_zero_sum(quiet=2,tokens=4)"),
]
GAMES = NAMES + OTHERS


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=100, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_python_simulation(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    body = {"game": pyspiel.load_game(name), "game_name": name}
    case = type("Enforced", (api_test.EnforceAPIOnPartialTreeBase,), body)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not [*result.errors, *result.failures, *result.skipped]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_replay_equal(path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    before, now = generate_playthrough.replay(str(path))
    assert before == now


def test_there_is_a_playthrough_of_every_game() -> None:
    firsts = {path.read_text("utf-8").partition("\n")[0] for path in DATA.glob("*.txt")}
    assert firsts == {f"game: {name}" for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_game_still_starts(name: str) -> None:
    game = pyspiel.load_game(name)
    for same in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(same) == str(game)
        assert str(same.new_initial_state()) == str(game.new_initial_state())
        assert same.observation_tensor_shape() == game.observation_tensor_shape()
        assert same.make_py_observer().tensor.size == game.observation_tensor_size()


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


@pytest.mark.parametrize("name", NAMES[:6])
def test_monte_carlo_tree_search_beats_random(name: str) -> None:
    game = pyspiel.load_game(name)
    seats = [*range(game.num_players())] * 2
    wins = 0
    for seed, seat in enumerate(seats):
        random = np.random.RandomState(seed)
        bots = [
            uniform_random.UniformRandomBot(other, random) for other in range(game.num_players())
        ]
        rollouts = mcts.RandomRolloutEvaluator(1, random)
        bots[seat] = mcts.MCTSBot(game, 1.4, 100, rollouts, random_state=random)
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


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("players", PLAYERS)
def test_it_plays_by_the_rules(players: int, ruleset: Ruleset) -> None:
    game = pyspiel.load_game("python_ninetka", {"players": players, "ruleset": ruleset.name})
    assert (game.num_players(), game.num_distinct_actions()) == (
        players,
        State.start().action_count,
    )
    state, rules = game.new_initial_state(), State.start(ruleset, players)
    random = np.random.RandomState(players)
    while not rules.is_over:
        assert str(state) == rules.to_text() == state.observation_string(0)
        assert state.current_player() == rules.to_move
        assert state.legal_actions() == [rules.action(move) for move in rules.legal_moves]
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert texts == [rules.move_text(move) for move in rules.legal_moves]
        assert state.returns() == state.rewards() == [0] * players
        action = random.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
        rules = rules.apply(rules.move(action))
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.position == rules
    assert rules.outcome is not None
    assert state.returns() == [1 if seat is rules.outcome.winner else -1 for seat in rules.seats]
    with pytest.raises(IllegalMoveError, match="the game is over"):
        state.apply_action(0)


def test_parameters_say_the_ruleset() -> None:
    name = "python_ninetka(players=3,stones=3:6 2:9,edge_stop=stone,turn_order=restarts)"
    position = pyspiel.load_game(name).new_initial_state().position
    custom = Ruleset("nestorgames", {2: 9, 3: 6}, EdgeStop.STONE, TurnOrder.RESTARTS)
    assert position == State.start(custom, 3)
    assert str(pyspiel.load_game(str(pyspiel.load_game(name)))) == str(pyspiel.load_game(name))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("python_ninetka(players=5)", "nestorgames is for 2, 3 or 4 players, not 5"),
        ("python_ninetka(players=-1)", "'-1' is not a number of players"),
        ("python_ninetka(ruleset=chess)", "the ruleset 'chess' is not published"),
        ("python_ninetka(edge_stop=cliff)", "EdgeStop is board or stone, not 'cliff'"),
        ("python_ninetka(turn_order=any)", "TurnOrder is continues or restarts"),
        ("python_ninetka(stones=2:99)", "99 stones each do not fit"),
        ("python_ninetka_zero_sum(players=3)", "python_ninetka_zero_sum is for 2 players, not 3"),
    ],
)
def test_parameters_that_say_no_game(name: str, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        pyspiel.load_game(name)
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("python_ninetka(colour=red)")


def test_types_of_utility() -> None:
    utility = pyspiel.GameType.Utility
    usual, zero_sum = map(pyspiel.load_game, ("python_ninetka", "python_ninetka_zero_sum"))
    assert usual.get_type().utility == utility.GENERAL_SUM
    assert zero_sum.get_type().utility == utility.ZERO_SUM
    assert (zero_sum.utility_sum(), zero_sum.get_type().max_num_players) == (0, 2)


def test_what_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: list[tuple[Any, Any]] = []
    monkeypatch.setattr(pyspiel, "register_game", lambda *kind: registered.append(kind))
    openspiel.register(NINE)
    said: dict[str, object] = {
        "short_name": "python_ninetka",
        "long_name": "9tka",
        "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
        "chance_mode": pyspiel.GameType.ChanceMode.DETERMINISTIC,
        "information": pyspiel.GameType.Information.PERFECT_INFORMATION,
        "utility": pyspiel.GameType.Utility.GENERAL_SUM,
        "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
        "min_num_players": 2,
        "max_num_players": 4,
        "provides_information_state_string": True,
        "provides_information_state_tensor": False,
        "provides_observation_string": True,
        "provides_observation_tensor": True,
        "parameter_specification": {
            "players": 2,
            "ruleset": "nestorgames",
            **dict.fromkeys(["edge_stop", "position", "stones", "turn_order"], ""),
        },
    }
    zero_sum = {
        "short_name": "python_ninetka_zero_sum",
        "long_name": "9tka, two players, zero sum",
        "utility": pyspiel.GameType.Utility.ZERO_SUM,
        "max_num_players": 2,
    }
    for (kind, game), fields in zip(registered, (said, said | zero_sum), strict=True):
        assert {name: getattr(kind, name) for name in fields} == fields
        assert issubclass(game, openspiel.Game)
        assert (game.__name__, game.rules, game.game_type) == ("Game", NINE, kind)
        assert game.zero_sum is (fields is not said)
    registered.clear()
    monkeypatch.setattr(type(NINE), "player_counts", (4, 3))
    openspiel.register(NINE)
    ((kind, _),) = registered
    assert (kind.min_num_players, kind.max_num_players) == (3, 4)
    registered.clear()
    monkeypatch.setattr(type(NINE), "player_counts", (1, 2, 3))
    openspiel.register(NINE)
    numbers = [(kind.min_num_players, kind.max_num_players) for kind, _ in registered]
    assert numbers == [(1, 3), (2, 2)]


def test_what_a_game_says_of_itself() -> None:
    for name, total in (("python_ninetka", None), ("python_ninetka_zero_sum", 0)):
        game = pyspiel.load_game(name)
        assert (game.num_distinct_actions(), game.num_players()) == (86, 2)
        assert game.max_chance_outcomes() == 0
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, total)
        assert game.max_game_length() == 117


@pytest.mark.parametrize(
    ("action", "error", "said"),
    [
        (24, IllegalMoveError, "a neutral cannot go to F6: it is taken"),
        (50, IllegalMoveError, "a stone cannot go to A3: the neutrals are placed first"),
        (85, IllegalMoveError, "seat b cannot pass"),
        (86, InvalidMoveError, "86 is not an action: actions are 0 to 85"),
        (-7, InvalidMoveError, "-7 is not an action"),
    ],
)
def test_illegal_actions_change_nothing(action: int, error: type[Exception], said: str) -> None:
    state = pyspiel.load_game("python_ninetka").new_initial_state()
    state.apply_action(24)
    before = (str(state), state.history(), state.current_player())
    with pytest.raises(error, match=said):
        state.apply_action(action)
    assert (str(state), state.history(), state.current_player()) == before
    state.apply_action(0)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_ninetka").new_initial_state()
    clone = state.clone()
    assert clone.position is state.position  # nothing is copied that cannot change
    clone.apply_action(3)
    assert state.history() == []
    assert state.position == State.start()
    assert str(state.child(3)) == str(clone)


def test_games_begin_at_any_position() -> None:
    game = pyspiel.load_game("python_ninetka(players=3)")
    text = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 nestorgames"
    state = game.new_initial_state(text)
    assert str(state) == str(state.clone()) == text
    assert state.current_player() == Seat.THIRD
    with pytest.raises(NinetkaError, match="Players says 3, but Position says 2"):
        game.new_initial_state(State.start().to_text())
    with pytest.raises(NinetkaError, match="a position is board, seat, players and ruleset"):
        game.new_initial_state("rubbish")


def test_observations_are_the_planes_of_each_seat() -> None:
    game = pyspiel.load_game("python_ninetka(players=3)")
    state = game.new_initial_state()
    for action in (24, 3, 0):
        state.apply_action(action)
    observer = game.make_py_observer()
    assert observer.tensor.dtype == np.float32
    for seat in range(3):
        observer.set_from(state, seat)
        for plane, bits in zip(
            observer.dict["observation"], state.position.planes(seat), strict=True
        ):
            assert bits == sum(
                1 << 11 * int(row) + int(column) for row, column in np.argwhere(plane)
            )
        assert state.observation_tensor(seat) == observer.tensor.tolist()
    with pytest.raises(NinetkaError, match="take no parameters"):
        game.make_py_observer(None, {"planes": 3})
    history = pyspiel.IIGObservationType(perfect_recall=True)
    with pytest.raises(ValueError, match="not supported; passed"):  # by OpenSpiel's own observer
        game.make_py_observer(history, {"planes": 3})


def test_texts_of_illegal_actions_and_names_that_cannot_be_written_down() -> None:
    state = pyspiel.load_game("python_ninetka").new_initial_state()
    assert state.action_to_string(0, 85) == "--"
    assert state.action_to_string(0, 49) == "@A2"
    custom = {"stones": "2:5", "edge_stop": "stone", "turn_order": "restarts"}
    for name in ("2024", "1.5", "True"):
        with pytest.raises(NinetkaError, match=f"OpenSpiel cannot write down ruleset='{name}'"):
            pyspiel.load_game("python_ninetka", {**custom, "ruleset": name})
    game = pyspiel.load_game("python_ninetka", {**custom, "ruleset": "v2024"})
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


# What OpenSpiel's own games do, and those who use them expect


GAME: Any = pyspiel.load_game("python_ninetka")


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (IllegalMoveError, lambda: opened("E5").apply_action(24)),
        (InvalidMoveError, lambda: opened("E5").apply_action(86)),
        (InvalidMoveError, lambda: opened("E5").string_to_action("rubbish")),
        (IllegalMoveError, lambda: opened("E5").string_to_action("@A5")),
        (NinetkaError, lambda: opened("E5").undo_action(0, 24)),
        (InvalidPositionError, lambda: GAME.new_initial_state("rubbish")),
        (NinetkaError, lambda: GAME.new_initial_state({})),
        (InvalidRulesetError, lambda: pyspiel.load_game("python_ninetka(players=5)")),
        (NinetkaError, lambda: GAME.make_py_observer(params={"planes": 3})),
    ],
)
def test_errors_are_openspiel_s_too(kind: type[Exception], wrong: Any) -> None:
    with pytest.raises(pyspiel.SpielError) as caught:
        wrong()
    assert isinstance(caught.value, kind)
    assert type(caught.value).__name__ == kind.__name__
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))


def test_an_illegal_action_says_why_as_everywhere() -> None:
    state = opened("E5")
    with pytest.raises(IllegalMoveError) as caught:
        state.apply_action(GAME.new_initial_state().string_to_action("E5"))
    assert caught.value.reason is Reason.SQUARE_TAKEN
    assert caught.value.state == state.position


def opened(*moves: str) -> Any:
    state = GAME.new_initial_state()
    for text in moves:
        state.apply_action(state.string_to_action(text))
    return state


def test_actions_of_texts_in_every_form() -> None:
    state = opened()
    assert [state.string_to_action(text) for text in ("*E5", "E5", "e5", " e5 ")] == [16] * 4
    assert state.string_to_action(0, "E5") == 16
    state = opened(*NEUTRALS.split())
    assert [state.string_to_action(text) for text in ("@A5", "A5", "a5")] == [52] * 3


@pytest.mark.parametrize("start", [None, "11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 nestorgames"])
def test_actions_are_undone_to_the_start(start: str | None) -> None:
    state = GAME.new_initial_state(*[start] * (start is not None))
    random, states = np.random.RandomState(1), [state.clone()]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        states.append(state.clone())
    while state.history():
        last = state.full_history()[-1]
        said = f"the last action is action {last.action} of player {last.player}, not"
        with pytest.raises(NinetkaError, match=said):
            state.undo_action(1 - last.player, last.action)
        state.undo_action(last.player, last.action)
        states.pop()
        assert_same(state, states[-1])
    assert state.is_initial_state()
    with pytest.raises(NinetkaError, match="the last action is none, not 3 of player 0"):
        state.undo_action(0, 3)


def test_a_state_goes_on_after_an_undone_action() -> None:
    state = opened("E5", "I9")
    state.undo_action(1, 48)
    state.apply_action(0)
    state.undo_action(1, 0)
    state.undo_action(0, 16)
    for action in (24, 0, 6):
        state.apply_action(action)
    for each in (state, state.clone(), pickle.loads(pickle.dumps(state))):
        assert_same(each, opened("F6", "C3", "I3"))
    state.undo_action(0, 6)
    assert_same(state, opened("F6", "C3"))
    assert state.history_str() == "24, 0"


def assert_same(state: Any, other: Any) -> None:
    assert str(state) == str(other)
    assert state.history() == other.history()
    entries, others = state.full_history(), other.full_history()
    assert [(each.player, each.action) for each in entries] == [
        (each.player, each.action) for each in others
    ]
    assert state.history_str() == other.history_str()
    assert state.move_number() == other.move_number()
    assert state.is_initial_state() == other.is_initial_state()
    assert state.information_state_string(0) == other.information_state_string(0)


POSITION = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 wiki"


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
    state.undo_action(2, 0)
    assert str(state) == POSITION
    other = State.start(WIKI, 3).to_text()
    assert str(game.new_initial_state(other)) == other
    for wrong, said in (
        (State.start(WIKI, 2).to_text(), "Players says 3, but Position says 2"),
        (State.start(NESTORGAMES, 3).to_text(), "the ruleset 'nestorgames' is not known here"),
    ):
        with pytest.raises(NinetkaError, match=said):
            game.new_initial_state(wrong)


def test_a_position_of_a_ruleset_of_one_s_own() -> None:
    text = "11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 duel"
    options = "edge_stop=stone,stones=2:2,turn_order=continues"
    game = pyspiel.load_game(f"python_ninetka(position={text},{options})")
    assert str(game.new_initial_state()) == text
    assert str(pickle.loads(pickle.dumps(game)).new_initial_state()) == text
    with pytest.raises(NinetkaError, match="for 2 players, not 3"):
        pyspiel.load_game(f"python_ninetka_zero_sum(position={POSITION})")


needs_structs = pytest.mark.skipif(
    not hasattr(pyspiel.Game, "action_struct_spec"),
    reason="this OpenSpiel has no structs of Python games",
)


@needs_structs
@pytest.mark.parametrize("name", NAMES)
def test_states_are_described_in_plain_data(name: str) -> None:
    game = pyspiel.load_game(name)
    state, random = game.new_initial_state(), np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        description = state.to_dict()
        assert description == json.loads(state.to_json()) == state.to_struct().to_dict()
        assert description["position"] == str(state)
        assert description["legal_moves"] == [
            state.action_to_string(action) for action in state.legal_actions()
        ]
        assert state.to_observation_struct(0).to_dict() == description
        with pytest.raises(pyspiel.SpielError, match="7 does not play: there are"):
            state.to_observation_struct(7)
        for given in (description, state.to_json(), state.to_struct(), {"position": str(state)}):
            again = game.new_initial_state(given)
            assert again.position == state.position
            assert again.clone().position == state.position


@needs_structs
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "^a state's description gives its text as 'position'$"),
        ({"position": 9}, "a state's description gives its text as 'position'"),
        ({"position": POSITION}, "the ruleset 'wiki' is not known here, only nestorgames"),
        ({"position": State.start().to_text(), "turn": 3}, "a state's description has no 'turn'"),
        (
            {"position": State.start().to_text(), "phase": "movement"},
            "'phase' is 'movement', but in that position it is 'neutrals'",
        ),
        (' {"position": ', "a state's description is JSON: Expecting value"),
        ('{"a":' * 100_000, "a state's description is JSON:"),
    ],
)
def test_descriptions_of_no_state(given: Any, said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        GAME.new_initial_state(given)


@needs_structs
def test_actions_are_described_in_plain_data() -> None:
    state = opened("F6")
    struct = state.action_to_struct(1, 0)
    assert struct.to_dict() == state.action_to_struct(0).to_dict() == {"move": "*C3"}
    assert state.struct_to_actions(struct) == [0]
    assert state.validate_action_struct(struct).ok()
    assert state.apply_action_struct(struct).ok()
    assert state.history() == [24, 0]
    status = state.validate_action_struct(struct)
    assert not status.ok()
    assert "Illegal action" in status.message()
    passing = state.action_to_struct(0, 85)
    assert state.struct_to_actions(passing) == [85]
    assert not state.apply_action_struct(passing).ok()
    assert state.history() == [24, 0]


def test_the_tensor_s_default_player_and_no_player() -> None:
    state = opened("E5")
    assert state.observation_tensor() == state.observation_tensor(1) != state.observation_tensor(0)
    assert all(type(value) is float for value in state.observation_tensor())
    for player in (2, -1):
        with pytest.raises(pyspiel.SpielError, match="player"):
            state.observation_tensor(player)
