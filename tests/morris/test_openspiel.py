"""9AM and Mills inside OpenSpiel: two to five players, some of whom are expelled."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from morris.games import start, whole_game
from ninetka.morris import MILLS, FromMills, Ruleset, State, Stuck

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import ninetka.adapters.openspiel  # noqa: F401  # registers the games
from ninetka.adapters.arrays import payoffs

NAMES = {
    2: "python_morris(ruleset=mills,players=2)",
    3: "python_morris",
    4: "python_morris(players=4)",
    5: "python_morris(players=5)",
}


@pytest.mark.long
@pytest.mark.parametrize("name", [*NAMES.values(), "python_morris_zero_sum"])
def test_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "players", "actions", "fields", "planes"),
    [
        *((NAMES[2], 2, 600, 24, 12), ("python_morris_zero_sum", 2, 600, 24, 12)),
        *((NAMES[3], 3, 1332, 36, 16), (NAMES[4], 4, 2352, 48, 20), (NAMES[5], 5, 3660, 60, 24)),
    ],
)
def test_sizes_are_those_of_the_start(
    name: str, players: int, actions: int, fields: int, planes: int
) -> None:
    game = pyspiel.load_game(name)
    assert (game.num_players(), game.num_distinct_actions()) == (players, actions)
    assert game.observation_tensor_shape() == [planes, 1, fields]
    assert game.max_game_length() == start(players).max_plies_left
    assert game.get_type().long_name.startswith("9AM and Mills")


@pytest.mark.parametrize("players", [2, 5])
def test_it_plays_by_the_rules(players: int) -> None:
    """A game in which tokens are removed, and by five all others are expelled."""
    state, game = pyspiel.load_game(NAMES[players]).new_initial_state(), whole_game(players, 0)
    for rules, move in zip(game.states, game.moves, strict=False):
        assert str(state) == rules.to_text()
        assert state.current_player() == rules.to_move
        state.apply_action(rules.action(move))
    assert state.is_terminal()
    assert game.outcome is not None
    (winner,) = game.outcome.winners
    assert state.returns() == [1 if seat == winner else -1 for seat in range(players)]


def test_a_draw_pays_nothing() -> None:
    position = "aaaa....bbbb............ 0/0 0/0 99 a move mills"
    state: Any = pyspiel.load_game("python_morris_zero_sum").new_initial_state(position)
    state.apply_action(state.legal_actions()[0])
    assert (state.is_terminal(), state.returns()) == (True, [0, 0])


def test_custom_rulesets() -> None:
    name = (
        "python_morris(ruleset=club,players=2,boards=2:rings,tokens=5,cards=yes,"
        "stuck=stepped over,from_mills=always,jumping=no,quiet=7)"
    )
    club = Ruleset(
        *("club", MILLS.boards, 5, True, Stuck.STEPPED_OVER, FromMills.ALWAYS, False, 7)
    )  # fmt: skip
    assert pyspiel.load_game(name).new_initial_state().position == State.start(club)


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
    known: dict[State, float] = {}

    def worth(state: State) -> float:
        """To the first seat."""
        if state not in known:
            best = min if state.to_move else max
            values = [worth(state.apply_unchecked(move)) for move in state.legal_moves]
            known[state] = best(values) if values else payoffs(state)[0]
        return known[state]

    assert worth(start) == value
    assert len(table) > positions
    for text, entry in table.items():
        state = State.from_text(text, start.ruleset)
        assert entry.value == worth(state) * (1 - 2 * int(state.to_move))  # to the seat to move


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            {"boards": "2:1-2-3,3-4-5"},
            r"^OpenSpiel cannot write down boards='2:1-2-3,3-4-5' and read it back: "
            r"write / for each comma$",
        ),
        ("python_morris(players=6)", "9am is for 3, 4 or 5 players, not 6"),
        ("python_morris(tokens=2)", "each player has 3 to 999 tokens, not 2"),
        ("python_morris_zero_sum(players=3)", "python_morris_zero_sum is for 2 players, not 3"),
    ],
)
def test_parameters_that_are_refused(name: str | dict[str, str], said: str) -> None:
    given = (name,) if isinstance(name, str) else ("python_morris", name)
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(*given)
