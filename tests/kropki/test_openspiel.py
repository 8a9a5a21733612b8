"""Kropki inside OpenSpiel: boards of any size, draws, and rules whose moves have no codes."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest

from ninetka import NinetkaError
from ninetka.kropki import STANDARD, Capture, Ruleset, Start, State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import numpy as np

import ninetka.adapters.openspiel  # noqa: F401  # registers the games

CAUGHT = "5/2x2/1xox1/5/5 x standard -"


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


def test_chains_have_no_actions() -> None:
    state = pyspiel.load_game("python_kropki(columns=5,rows=5)").new_initial_state()
    with pytest.raises(NinetkaError, match="chains are not declared here"):
        state.string_to_action("aa.bacbbcabba")
