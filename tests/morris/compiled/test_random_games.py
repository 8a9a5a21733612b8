"""Random games of 9AM and Mills by compiled code: their law, their numbers, their counts."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from batch.chance import ended, endings, first_moves, paths
from batch.compare import winners
from support.chi_square import check_law

from morris import arranged
from morris.arranged import CIRCLE, SHORT, SQUARE, mills, of_phase, ruleset
from morris.games import any_ruleset
from ninetka.batch import Batch
from ninetka.compiled.machine import HAS_BMI2
from ninetka.morris import (
    MILLS,
    PUBLISHED,
    Capture,
    FirstToMove,
    FromMills,
    FullBoard,
    MillRule,
    PlacingMills,
    Removals,
    Ruleset,
    State,
    Stuck,
)

from .compare import kernel

PLAIN = [rules.name for rules in PUBLISHED.values() if rules.player_counts == (2,)
         and not (rules.mill_wins or rules.repetition or rules.marking or rules.mixed)
         and rules.long_rows is MillRule.COUNTS
         and not State.start(rules).terms.is_extended]  # fmt: skip


# What a random game is


@pytest.mark.parametrize("seed", range(12))
def test_a_game_of_a_number_is_the_same_played_at_one_go_and_move_by_move(seed: int) -> None:
    rng = Random(seed)
    rules = any_ruleset(rng)
    start = State.start(rules, rng.choice(rules.player_counts))
    batch = Batch.of([start] * 6)
    moves, played = batch.random_games(seed, first=7), batch.playouts(1, seed, first=7)
    assert moves.plies.tolist() == played.plies[:, 0].tolist()
    for row, plies in enumerate(moves.plies):
        state = start
        for code in moves.actions[row, :plies].tolist():
            state = state.apply(state.move(code))
        assert state.is_over
        assert played.winners[row, 0].tolist() == winners(state)
        assert played.scores[row, 0].tolist() == list(map(float, state.scores))
        assert (moves.actions[row, plies:] == -1).all()


def some_states(rules: Ruleset, rng: Random) -> list[State]:
    """The start of a game, and all that a random game comes to."""
    states = [State.start(rules, 2)]
    while not states[-1].is_over:
        states.append(states[-1].apply(rng.choice(states[-1].legal_moves)))
    return states


@pytest.mark.skipif(not HAS_BMI2, reason="the processor plays all games in the general way")
@pytest.mark.parametrize("name", PLAIN)
def test_games_by_plain_rules_go_as_in_general(name: str) -> None:
    rng = Random(name)
    changes: dict[str, Any] = {
        "from_mills": rng.choice([*FromMills]),
        "stuck": rng.choice([Stuck.LOSES, Stuck.DRAWS]),
        "quiet": rng.choice([1, 5, 30]),
        "quiet_few": 0,
        "full_board": rng.choice([FullBoard.STUCK, FullBoard.DRAW]),
    }
    for rules in (PUBLISHED[name], attrs.evolve(PUBLISHED[name], **changes)):
        states = some_states(rules, rng)
        plain = kernel(states[0])
        general = attrs.evolve(plain, steps=None)
        arrays = plain.pack(states)
        assert plain._steps is not None
        played = plain.playouts(arrays, 5, 1, 2), general.playouts(arrays, 5, 1, 2)
        for one, other in zip(*played, strict=True):
            assert np.array_equal(one, other)  # type: ignore[arg-type]


def test_other_rules_are_not_plain() -> None:
    changes: list[dict[str, Any]] = [
        {"mixed": True}, {"cards": True}, {"stuck": Stuck.STEPPED_OVER}, {"marking": True},
        {"removals": Removals.EACH}, {"repetition": 2}, {"full_board": FullBoard.FIRST_REMOVES},
        {"placing_mills": PlacingMills.NOTHING}, {"placing_mills": PlacingMills.FORBIDDEN},
        {"mill_wins": True}, {"mills_once": True}, {"reclosing": False}, {"extra_turns": True},
        {"placing_ends": 2}, {"first_to_move": FirstToMove.SECOND}, {"leap": Capture.MOVING},
    ]  # fmt: skip
    for change in changes:
        assert kernel(State.start(attrs.evolve(MILLS, **change)))._steps is None, change
    rows = arranged.ROWS
    for rule in (MillRule.NOTHING, MillRule.FORBIDDEN):
        assert kernel(State.start(mills(rows, long_rows=rule)))._steps is None


# Its law

TINY = {
    "puts": of_phase(arranged.PUTTING),
    "moves": of_phase(arranged.MOVING),
    "jumps": of_phase(arranged.JUMPING),
    "removes": of_phase(arranged.REMOVING),
    "puts or moves": of_phase(arranged.EITHER),
    "no mills by putting": of_phase(arranged.NO_MILLS),
    "marked fields": of_phase(arranged.MARKED),
    "no long rows": of_phase(arranged.NO_ROWS),
    "full": of_phase(arranged.FULL),
    "two, plain": State.start(mills(SQUARE, tokens=3)),
    "two, plain, moving": arranged.at("aa.abbb.. 0/0 0/0 0 a move", mills(SQUARE, jumping=0)),
    "two, plain, jumping": arranged.at("aa.abbb.. 0/0 0/0 0 a move", mills(SQUARE)),
}


@pytest.mark.parametrize("name", TINY)
def test_all_moves_are_equally_likely(name: str) -> None:
    plies = 3 if len(TINY[name].legal_moves) < 15 else 2
    check_law(first_moves(TINY[name], plies, 40_000, 1), paths(TINY[name], plies))


@pytest.mark.parametrize(
    "state",
    [
        State.start(ruleset(SHORT, tokens=3, quiet=1), 2),
        State.start(ruleset(SHORT, tokens=3, quiet=1, cards=False), 3),
        State.start(mills(CIRCLE, tokens=3, quiet=1)),
    ],
    ids=["9am", "without cards", "mills"],
)
def test_games_end_as_they_should(state: State) -> None:
    played = Batch.of([state]).playouts(40_000, "ends")
    check_law(ended(played.winners[0], played.plies[0]), endings(state, winners))


def test_results_are_pinned() -> None:
    """The same games on any machine, and by any later version that doesn't say otherwise."""
    pinned = {
        "mills": [358, 146, 323, 282, 336, 286],
        "9am": [117, 130, 267, 280, 319, 127],
        "dara": [129, 93, 164, 67, 94, 94],
        "tournament-mills": [358, 40, 323, 131, 336, 286],
    }
    for name, plies in pinned.items():
        played = Batch.of([State.start(PUBLISHED[name])]).playouts(6, "pinned")
        assert played.plies[0].tolist() == plies
