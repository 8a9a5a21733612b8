"""9AM and Mills inside OpenSpiel: two to five players, some of whom are expelled."""

from __future__ import annotations

from typing import Any

import pytest

from morris.games import start, whole_game
from ninetka.morris import MILLS, FromMills, Ruleset, State, Stuck

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: ninetka[openspiel]")

import ninetka.adapters.openspiel  # noqa: F401  # registers the games

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
    ("name", "said"),
    [
        ("python_morris(players=6)", "9am is for 3, 4 or 5 players, not 6"),
        ("python_morris(tokens=2)", "each player has 3 to 999 tokens, not 2"),
        ("python_morris_zero_sum(players=3)", "python_morris_zero_sum is for 2 players, not 3"),
    ],
)
def test_parameters_that_are_refused(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(name)
