"""The games inside OpenSpiel: its own conformance tests, and what it does not check itself."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import unittest
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import attrs
import pytest
from morris.games import whole_game
from support.nine_states import NEUTRALS
from support.waiting import PATIENCE

from ninetka import (
    NESTORGAMES,
    NINE,
    WIKI,
    EdgeStop,
    Game,
    IllegalMoveError,
    NinetkaError,
    Reason,
    Ruleset,
    Seat,
    State,
    TurnOrder,
    kropki,
    morris,
)
from ninetka.simulate import random_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np
from open_spiel.python import rl_environment

from ninetka.adapters import openspiel
from ninetka.adapters.arrays import payoffs

HOMES = ("open_spiel.python.tests.api_test", "open_spiel.integration_tests.api_test")
NAMES = [
    "python_ninetka(players=2,ruleset=wiki)", "python_ninetka(players=3,ruleset=nestorgames)",
    "python_ninetka(players=4,ruleset=wiki)", "python_ninetka(edge_stop=stone,stones=2:2 3:2)",
    "python_ninetka_zero_sum", "python_kropki(columns=5,rows=4)",
    "python_kropki_zero_sum(columns=4,rows=5,start=empty)",
    "python_morris(players=3,quiet=2,tokens=3)", "python_morris_zero_sum(quiet=2,tokens=4)",
    "python_morris(players=4,utility=points,grid=True,max_plies=30)",
    "python_ninetka_zero_sum(stones=2:2,utility=points,max_plies=14)",
]  # fmt: skip
EACH = pytest.mark.parametrize("name", NAMES)
LONG_GAMES = ["kropki(columns=13,rows=11)", *(f"morris(players={count})" for count in (3, 4, 5))]
GAME: Any = pyspiel.load_game("python_ninetka")
POSITION = "11/11/2n8/11/11/11/4n6/11/11/11/11 c 3 wiki"
CAUGHT = "5/2x2/1xox1/5/5 x standard -"
SMALL = kropki.State.start(attrs.evolve(kropki.STANDARD, columns=7, rows=6))


def caught() -> Any:
    """A state in which x captures with a dot on cd."""
    return pyspiel.load_game("python_kropki(columns=5,rows=5)").new_initial_state(CAUGHT)


def cut(plies: object) -> Any:
    """A state of a game of 5 plies at most, after that many."""
    game = pyspiel.load_game("python_ninetka(max_plies=5)")
    return game.new_initial_state({"position": str(opened()), "plies": plies})


def opened(*moves: str) -> Any:
    state = GAME.new_initial_state()
    for text in moves:
        state.apply_action(state.string_to_action(text))
    return state


# OpenSpiel's own tests


@pytest.mark.parametrize(
    ("name", "sims"),
    [
        *((name, 2) for name in (NAMES[3], *NAMES[5:])),
        *(pytest.param(f"python_{name}", 2, marks=pytest.mark.long) for name in LONG_GAMES),
        *(pytest.param(name, 10, marks=pytest.mark.long) for name in NAMES),
    ],
)
def test_games_pass_a_random_simulation(name: str, sims: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sims, serialize=True, verbose=False)


@pytest.mark.long
@EACH
def test_games_pass_the_api_test(name: str) -> None:
    import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(
        pyspiel.load_game(name)
    )
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
        rng = np.random.RandomState(seed)
        bots = [bots_of(other, rng) for other in range(players)]
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        bots[seat] = mcts.MCTSBot(game, 1.4, 30, rollouts, random_state=rng)
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


@pytest.mark.parametrize(
    ("options", "size", "payoff"),
    [
        ({"game": "python_ninetka", "players": 4, "ruleset": "wiki"}, 21 * 121, -2),
        ({"game": "python_kropki", "columns": 6, "rows": 6}, 6 * 36, 0),
    ],
)
def test_reinforcement_learning_environment(
    options: dict[str, Any], size: int, payoff: int
) -> None:
    env = rl_environment.Environment(**options)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == size
        step = env.step([step.observations["legal_actions"][player][-1]])
    assert sum(step.rewards) == payoff


@pytest.mark.parametrize(
    ("lines", "positions", "value"),
    [
        ("1-2-3/3-4-5/5-6-1", 100, -1),
        ("1-2-3/3-4-5/5-6-1/1-7-4/2-7-5", 500, 0),
        pytest.param(*("1-2-3/4-5-6/7-8-9/1-4-7/2-5-8/3-6-9", 5000, 0), marks=pytest.mark.long),
    ],
    ids=["six fields", "seven fields", "three men's morris"],
)
def test_a_tabular_algorithm_solves_a_custom_board(lines: str, positions: int, value: int) -> None:
    """OpenSpiel's minimax has a table of all positions; its values are the library's own."""
    name = (
        f"python_morris_zero_sum(ruleset=tiny,boards=2:{lines},tokens=3,cards=no,stuck=loses,"
        "from_mills=if all,jumping=no,quiet=1)"
    )
    solver = import_module("open_spiel.python.algorithms.minimax_solver").MinimaxSolver(name)
    table = solver.solve()
    start = pyspiel.load_game(name).new_initial_state().position
    known: dict[morris.State, float] = {}

    def worth(state: morris.State) -> float:
        """To the first seat."""
        if state not in known:
            best = min if state.to_move else max
            values = [worth(state.apply_unchecked(move)) for move in state.legal_moves]
            known[state] = best(values) if values else payoffs(state)[0]
        return known[state]

    assert worth(start) == value
    assert len(table) > positions
    for text, entry in table.items():
        state = morris.State.from_text(text, start.ruleset)
        assert entry.value == worth(state) * (1 - 2 * int(state.to_move))  # to the seat to move


def test_value_iteration_tells_states_of_a_cut_game_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same position can come about after more or fewer plies, of which fewer are then left."""
    home = "open_spiel.python.algorithms"
    monkeypatch.setitem(sys.modules, f"{home}.lp_solver", ModuleType("unused"))  # needs cvxpy
    monkeypatch.setattr(import_module(home), "lp_solver", None, raising=False)
    game = pyspiel.load_game(
        "python_morris_zero_sum(ruleset=tiny,boards=2:1-2-3/3-4-5/1-5,tokens=3,cards=no,"
        "stuck=loses,from_mills=if all,jumping=no,quiet=2,mixed=yes,mill_wins=yes,max_plies=6)"
    )
    solver = import_module(f"{home}.value_iteration")
    values = solver.value_iteration(game, -1, 0.001, cyclic_game=True)

    @cache
    def worth(state: morris.State, left: int) -> float:
        """To the first seat."""
        if state.is_over or not left:
            return payoffs(state)[0]
        after = [worth(state.apply_unchecked(move), left - 1) for move in state.legal_moves]
        return min(after) if state.to_move else max(after)

    assert values[str(game.new_initial_state())] == 1
    assert len(values) == 615
    for text, value in values.items():
        position, plies = text.split(" plies ")
        state = game.new_initial_state(text)
        assert str(state) == text
        assert state.position.to_text() == position
        assert value == worth(state.position, 6 - int(plies))


# The rules


@pytest.mark.parametrize(
    ("name", "played"),
    [
        ("ninetka(players=2,ruleset=wiki)", random_game(State.start(WIKI, 2), Random(2))),
        ("ninetka(players=3)", random_game(State.start(NESTORGAMES, 3), Random(3))),
        ("ninetka(players=4,ruleset=wiki)", random_game(State.start(WIKI, 4), Random(4))),
        *(("kropki(columns=7,rows=6)", random_game(SMALL, Random(seed))) for seed in range(6)),
        ("morris(ruleset=mills,players=2)", whole_game(2, 0)),
        ("morris(players=5)", whole_game(5, 0)),  # in which all but one are expelled
        pytest.param(
            *("kropki", random_game(kropki.State.start(), Random(1))), marks=pytest.mark.long
        ),
    ],
)
def test_it_plays_by_the_rules(name: str, played: Game[Any, Any]) -> None:
    game = pyspiel.load_game(f"python_{name}")
    state, nothing = game.new_initial_state(), [0] * game.num_players()
    for rules, move in zip(played.states, played.moves, strict=False):
        assert str(state) == rules.to_text() == state.observation_string(0)
        assert state.current_player() == rules.to_move
        assert state.legal_actions() == list(rules.legal_actions)
        texts = [state.action_to_string(action) for action in state.legal_actions()[:50]]
        assert texts == [rules.move_text(move) for move in rules.legal_moves[:50]]
        assert state.returns() == state.rewards() == nothing
        action = rules.action(move)
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.position == played.state
    assert state.returns() == payoffs(played.state)


def test_actions_of_texts_in_every_form() -> None:
    state = opened()
    assert [state.string_to_action(text) for text in ("*E5", "E5", "e5", " e5 ")] == [16] * 4
    assert state.string_to_action(0, "E5") == 16
    state = opened(*NEUTRALS.split())
    assert [state.string_to_action(text) for text in ("@A5", "A5", "a5")] == [52] * 3


def test_illegal_actions_have_texts() -> None:
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
    rng, states = np.random.RandomState(1), [state.clone()]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
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
        (lambda: caught().apply_action(7), "cb is taken: a dot of x is there"),
        (lambda: caught().apply_action(25), "25 is not an action: actions are 0 to 24"),
        (lambda: caught().string_to_action("aa.bacbbcabba"), "chains are not declared here"),
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
            lambda: (
                caught().get_game().new_initial_state({**caught().position.to_dict(), "rows": 8})
            ),
            "'rows' is 8, but in that position it is 5",
        ),
        (lambda: GAME.new_initial_state({"position": str(opened()), "phase": "movement"}),
         "'phase' is 'movement', but in that position it is 'neutrals'"),
        (lambda: GAME.make_py_observer(params={"planes": 3}), "observations take no parameters"),
        (lambda: pyspiel.load_game("python_kropki").new_initial_state(CAUGHT),
         "^this is made for 1248 actions on 39 x 32 places, not for 25 actions on 5 x 5 places$"),
        (lambda: GAME.new_initial_state(f"{opened()} plies 3"), "plies only in a game with max_p"),
        (lambda: cut(6), "^plies must be 0 to 5, not 6$"),
        (lambda: cut("2"), "^plies must be 0 to 5, not '2'$"),
        (lambda: caught().get_game().new_initial_state("6/6/6/6/6/6 x standard -"),
         "a board of 5 x 5 has 5 rows"),
    ],
)  # fmt: skip
def test_errors_are_of_both_libraries(wrong: Any, said: str) -> None:
    with pytest.raises(openspiel.SpielError, match=said) as refused:
        wrong()
    assert isinstance(refused.value, NinetkaError)
    assert isinstance(refused.value, pyspiel.SpielError)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


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
        *(
            (f"python_{game}({options})", said)
            for game in ("kropki", "kropki_zero_sum")
            for options, said in (
                ("ruleset=territory", "^Kropki with Ruleset territory cannot be played here"),
                ("position=5/2x2/1xox1/5/5 x territory -", "^Kropki with Ruleset territory, Colu"),
                ("columns=53", "a board has 1 to 52 columns, not 53"),
            )
        ),
        ("python_morris(players=6)", "9am is for 3, 4 or 5 players, not 6"),
        ("python_morris(tokens=2)", "each player has 3 to 999 tokens, not 2"),
    ],
)
def test_parameters_that_describe_no_game(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said) as refused:
        pyspiel.load_game(name)
    assert isinstance(refused.value, NinetkaError) == ("colour" not in name)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        *(("ninetka", {"ruleset": name}, f"ruleset='{name}'") for name in ("2024", "1.5", "True")),
        ("morris", {"boards": "2:1-2-3,3-4-5"}, "boards='2:1-2-3,3-4-5'"),
        ("kropki", {"komi": "6.5"}, "komi='6.5'"),
    ],
)
def test_a_parameter_that_openspiel_would_read_as_something_else(
    game: str, options: dict[str, str], said: str
) -> None:
    custom = {"stones": "2:5", "edge_stop": "stone", "turn_order": "restarts"}
    with pytest.raises(openspiel.SpielError) as refused:
        pyspiel.load_game(f"python_{game}", {**(custom if game == "ninetka" else {}), **options})
    more = f": put it in quotes of its own, as in python_{game}({said})"
    more = ": write / for each comma" if "," in said else more
    assert str(refused.value) == f"OpenSpiel cannot write down {said} and read it back{more}"


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("kropki(komi='6.5')", "komi", Fraction(13, 2)),
        ("kropki(komi='-2')", "komi", -2),
        ("morris(ruleset=mills,jumping='4')", "jumping", 4),
        ("morris(ruleset=tournament-mills,repetition=0)", "repetition", 0),
        ("morris(ruleset=morabaraba,quiet_few=0)", "quiet_few", 0),
        ("ninetka(stones=2:19/17)", "stones", {2: (19, 17)}),
    ],
)
def test_parameters_may_be_numbers(name: str, field: str, value: object) -> None:
    game = pyspiel.load_game(f"python_{name}")
    assert getattr(game.new_initial_state().position.ruleset, field) == value
    again = pyspiel.load_game(str(game)).new_initial_state()
    assert getattr(again.position.ruleset, field) == value


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


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("ninetka(players=3,stones=3:6 2:9,edge_stop=stone,turn_order=restarts)",
         State.start(Ruleset("nestorgames", {2: 9, 3: 6}, EdgeStop.STONE, TurnOrder.RESTARTS), 3)),
        (
            "kropki(ruleset=club,columns=6,rows=4,capture=automatic,start=empty)",
            kropki.State.start(
                kropki.Ruleset("club", 6, 4, kropki.Capture.AUTOMATIC, kropki.Start.EMPTY)
            ),
        ),
        (
            "morris(ruleset=club,players=2,boards=2:rings,tokens=5,cards=yes,"
            "stuck=stepped over,from_mills=always,jumping=no,quiet=7)",
            morris.State.start(
                morris.Ruleset(
                    *("club", morris.MILLS.boards, 5, True, morris.Stuck.STEPPED_OVER),
                    *(morris.FromMills.ALWAYS, False, 7),
                )
            ),
        ),
    ],
    ids=["9tka", "Kropki", "Mills"],
)  # fmt: skip
def test_parameters_describe_the_ruleset(name: str, start: Any) -> None:
    game = pyspiel.load_game(f"python_{name}")
    assert game.new_initial_state().position == start
    assert str(pyspiel.load_game(str(game))) == str(game)


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


@pytest.mark.parametrize("ruleset", [*morris.PUBLISHED, "kropki"])
def test_games_begin_in_the_middle_of_any_game(ruleset: str) -> None:
    """Positions may have lists: of the steps of quiet turns, or of regions."""
    start: Any = SMALL if ruleset == "kropki" else morris.State.start(morris.PUBLISHED[ruleset])
    played: Game[Any, Any] = random_game(start, Random(1))
    name = f"python_{played.state.game}"
    states = played.states[:: max(1, len(played.states) // 12)]
    for state in states:
        game = pyspiel.load_game(name, {"position": state.to_text().replace(",", "/")})
        assert game.new_initial_state().position == state
        again = pyspiel.load_game(str(game)).new_initial_state()
        assert again.position == pickle.loads(pickle.dumps(again)).position == state
    if "," in played.states[-2].to_text():
        with pytest.raises(openspiel.SpielError, match=r": write / for each comma$"):
            pyspiel.load_game(name, {"position": played.states[-2].to_text()})


def test_states_of_a_cut_game() -> None:
    """They have the number of plies that were made, also as structs, and go on from there."""
    game = pyspiel.load_game("python_ninetka(max_plies=5)")
    state = game.new_initial_state()
    assert str(state) == f"{state.position.to_text()} plies 0"
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert str(state) == state.observation_string(0) == f"{state.position.to_text()} plies 3"
    struct = {**state.position.to_dict(), "plies": 3}
    assert not HAS_STRUCTS or state.to_dict() == state.to_observation_struct(1).to_dict() == struct
    for given in (str(state), struct, json.dumps(struct)):
        again = game.new_initial_state(given)
        assert (str(again), again.move_number(), again.is_terminal()) == (str(state), 0, False)
        clone = again.clone()
        clone.apply_action(clone.legal_actions()[0])
        assert str(clone.child(clone.legal_actions()[0])).endswith(" plies 5")
        assert clone.child(clone.legal_actions()[0]).is_terminal()
        clone.undo_action(clone.full_history()[0].player, clone.history()[0])
        assert str(clone) == str(state)
    alone = game.new_initial_state(state.position.to_text())
    assert str(alone).endswith(" plies 0")


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
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.splitlines() == [str(game.new_initial_state()), str(state)]


# Types of games


def registered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    kinds: list[tuple[Any, Any]] = []
    monkeypatch.setattr(pyspiel, "register_game", lambda *kind: kinds.append(kind))
    openspiel.register(NINE)
    return kinds


def test_a_game_is_registered_twice(monkeypatch: pytest.MonkeyPatch) -> None:
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
        "players": 2, "ruleset": "nestorgames",
        **dict.fromkeys(["edge_stop", "neutral_placement", "position", "stones"], ""),
        **dict.fromkeys(["tie_break", "turn_order", "utility"], ""), "grid": False, "max_plies": 0,
    }  # fmt: skip
    assert zero_sum.short_name == "python_ninetka_zero_sum"
    assert (zero_sum.utility, zero_sum.max_num_players) == (utility.ZERO_SUM, 2)


NUMBERS = {"fewest": 0, "placing_ends": -1, "quiet_few": -1, "repetition": -1}
"""Options of mill games that are numbers; -1 is not given where 0 says something."""


@pytest.mark.parametrize(
    ("name", "numbers", "texts"),
    [
        ("kropki", {"columns": 0, "players": 0, "rows": 0}, {"ruleset": "standard"}),
        ("morris", {"players": 0, "quiet": 0, "tokens": 0} | NUMBERS, {}),
        ("morris_zero_sum", {"players": 2, "quiet": 0, "tokens": 0} | NUMBERS, {}),
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
def test_a_game_says_how_many_can_play(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...], numbers: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(type(NINE), "player_counts", counts)
    kinds = [kind for kind, _ in registered(monkeypatch)]
    assert [(kind.min_num_players, kind.max_num_players) for kind in kinds] == numbers
    is_zero = [kind.utility == pyspiel.GameType.Utility.ZERO_SUM for kind in kinds]
    assert is_zero == [counts == (2,), True][: len(kinds)]


@pytest.mark.parametrize(
    ("name", "players", "shape", "actions", "plies", "zero_sum"),
    [
        ("ninetka", 2, [13, 11, 11], 86, 81, False),
        ("ninetka_zero_sum", 2, [13, 11, 11], 86, 81, True),
        ("kropki", 2, [6, 32, 39], 1248, 1244, True),
        ("kropki_zero_sum(columns=5,rows=7)", 2, [6, 7, 5], 35, 31, True),
        ("kropki(columns=6,rows=4,start=empty)", 2, [6, 4, 6], 24, 24, True),
        ("kropki(rows=2,players=2)", 2, [6, 2, 39], 78, 74, True),
        (f"kropki(position={CAUGHT})", 2, [6, 5, 5], 25, 21, True),
        ("morris(ruleset=mills,players=2)", 2, [12, 1, 24], 600, 1330, False),
        ("morris_zero_sum", 2, [12, 1, 24], 600, 1330, True),
        ("morris", 3, [16, 1, 36], 1332, 1247, False),
        ("morris(players=4)", 4, [20, 1, 48], 2352, 2223, False),
        ("morris(players=5)", 5, [24, 1, 60], 3660, 3479, False),
    ],
)
def test_what_a_game_says_of_itself(
    name: str, players: int, shape: list[int], actions: int, plies: int, zero_sum: bool
) -> None:
    game = pyspiel.load_game(f"python_{name}")
    for each in (game, pickle.loads(pickle.dumps(game))):
        assert (each.num_players(), each.num_distinct_actions()) == (players, actions)
        assert each.observation_tensor_shape() == shape
        assert (each.max_chance_outcomes(), each.max_game_length()) == (0, plies)
        assert (each.min_utility(), each.max_utility()) == (-1, 1)
        assert each.utility_sum() == (0 if zero_sum else None)
    utility = game.get_type().utility
    assert (utility == pyspiel.GameType.Utility.ZERO_SUM) == zero_sum
    long_name = {"n": "9tka", "k": "Kropki", "m": "9AM and Mills"}[name[0]]
    assert game.get_type().long_name.startswith(long_name)


# Observations and structs


@pytest.mark.parametrize(
    ("name", "moves"),
    [("ninetka(players=3)", "F6 C3 I9"), ("kropki(columns=9,rows=6)", "aa ba ca ab cb")],
)
def test_observations_are_the_planes_of_each_seat(name: str, moves: str) -> None:
    state = pyspiel.load_game(f"python_{name}").new_initial_state()
    for text in moves.split():
        state.apply_action(state.string_to_action(text))
    observer = state.get_game().make_py_observer()
    assert observer.tensor.dtype == np.float32
    for seat in state.position.seats:
        observer.set_from(state, seat)
        planes = observer.dict["observation"]
        for plane, bits in zip(planes, state.position.planes(seat), strict=True):
            assert bits == sum(1 << int(place) for place in np.flatnonzero(plane))
        assert state.observation_tensor(seat) == observer.tensor.tolist()
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    assert {*map(type, state.observation_tensor())} == {float}
    for player in (state.position.players, -1):
        with pytest.raises(pyspiel.SpielError, match="player"):
            state.observation_tensor(player)


def test_the_history_is_observed_by_openspiels_own_observer() -> None:
    history = pyspiel.IIGObservationType(perfect_recall=True)
    assert not isinstance(GAME.make_py_observer(history), openspiel.Observer)
    with pytest.raises(ValueError, match="not supported; passed"):
        GAME.make_py_observer(history, {"planes": 3})


HAS_STRUCTS = hasattr(pyspiel.Game, "action_struct_spec")
NEEDS_STRUCTS = pytest.mark.skipif(
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


@NEEDS_STRUCTS
@pytest.mark.parametrize("name", ["ninetka", "kropki(columns=5,rows=4)"])
def test_states_can_be_structs(name: str) -> None:
    game, rng = pyspiel.load_game(f"python_{name}"), np.random.RandomState(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        struct = state.to_dict()
        assert struct == json.loads(state.to_json()) == state.to_struct().to_dict()
        assert struct == state.position.to_dict()
        assert state.to_observation_struct(0).to_dict() == struct
        for given in (struct, state.to_json(), state.to_struct(), {"position": str(state)}):
            again = game.new_initial_state(given)
            assert again.position == again.clone().position == state.position
    with pytest.raises(pyspiel.SpielError, match="7 is not a seat of this game: seats are"):
        state.to_observation_struct(7)


@NEEDS_STRUCTS
def test_actions_can_be_structs() -> None:
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
