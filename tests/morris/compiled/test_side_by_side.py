"""A batch of 9AM or Mills does what the states do, ply by ply."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from batch.compare import ODD_CODES, compare, refuse

from morris import arranged
from morris.arranged import PATH, SHORT, after, at, mills, of_phase, ruleset
from ninetka import NinetkaError
from ninetka.batch import Batch
from ninetka.morris import MILLS, PUBLISHED, Board, Ruleset, State

from .compare import play_side_by_side

CASES = [
    pytest.param(rules, players, id=f"{rules.name}-{players}")
    for rules in PUBLISHED.values()
    for players in rules.player_counts
]


@pytest.mark.parametrize(
    ("first", "seeds"),
    [(0, 10), pytest.param(1000, 20, marks=pytest.mark.deep)],  # more: reliability/side_by_side.py
)
def test_random_games_of_random_rulesets(first: int, seeds: int) -> None:
    plies = sum(play_side_by_side(seed, games=10) for seed in range(first, first + seeds))
    assert plies > 250 * seeds


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_random_games_of_published_rulesets(rules: Ruleset, players: int) -> None:
    start, rng = State.start(rules, players), Random(rules.name)
    batch = Batch.of([start] * 5)
    played = batch.random_games(seed=rng.random().hex())
    states = [start] * 5
    for ply in range(played.actions.shape[1]):
        codes = played.actions[:, ply]
        batch.step(codes)
        states = [
            state.apply(state.move(int(code))) if code >= 0 else state
            for state, code in zip(states, codes, strict=True)
        ]
        if ply % 5 == 0:
            compare(batch, states)
    compare(batch, states)
    assert batch.is_over.all()
    assert batch.states() == states


@pytest.mark.parametrize(
    "position",
    [
        *(arranged.PUTTING, arranged.MOVING, arranged.JUMPING, arranged.REMOVING, arranged.EITHER),
        *(arranged.NO_MILLS, arranged.MARKED, arranged.NO_ROWS, arranged.FULL, arranged.OVER),
    ],
)
def test_every_illegal_code(position: str) -> None:
    state = of_phase(position)
    batch = Batch.of([state] * 2)
    compare(batch, [state] * 2)
    for code in {*range(state.action_count), *ODD_CODES} - {-1, *state.legal_actions}:
        refuse(batch, [state] * 2, [-1, -1], 1, code)


@pytest.mark.parametrize(
    ("rules", "has_kernel"),
    [
        (mills(Board(64, [(n, n + 1, n + 2) for n in range(1, 63)])), True),
        (mills(Board(65, [(n, n + 1, n + 2) for n in range(1, 64)])), False),
        (attrs.evolve(MILLS, quiet=999), True),
        (ruleset(PATH, tokens=999, quiet=999), False),
        (mills(SHORT), True),
    ],
    ids=["64 fields", "65 fields", "long", "too long", "short"],
)
def test_which_rulesets_have_a_kernel(rules: Ruleset, has_kernel: bool) -> None:
    assert (State.start(rules, 2).kernel is not None) == has_kernel


def test_a_full_word_of_fields() -> None:
    """Bit 63 is a field like any other."""
    board = Board(64, [(n, n + 1, n + 2) for n in range(1, 63)])
    state = at("." * 60 + "aab. 8/8 0/0 0 a put", mills(board, tokens=10))
    batch = Batch.of([state])
    compare(batch, [state])
    for move in ("64", "59", "60", "x63"):
        state = state.apply(state.parse_move(move))
        batch.step([state_code(batch, move)])
        compare(batch, [state])


def state_code(batch: Batch[Any, Any], text: str) -> int:
    """The action code of a move in the first position."""
    state = batch[0]
    return int(state.action(state.parse_move(text)))


def test_other_rulesets_and_too_many_cards_are_refused() -> None:
    start = State.start(PUBLISHED["9am"], 3)
    other = State.start(attrs.evolve(PUBLISHED["9am"], quiet=7), 3)
    with pytest.raises(NinetkaError, match=r"^all states of a batch need the same ruleset"):
        Batch.of([start, other])
    rich = attrs.evolve(start.to_setup(), cards=(1 << 30, 0, 0))
    with pytest.raises(NinetkaError, match=r"^compiled code counts up to 1,073,741,823 cards of"):
        Batch.of([State.from_setup(rich)])
    richest = State.from_setup(attrs.evolve(rich, cards=((1 << 30) - 1, 0, 0)))
    compare(Batch.of([richest]), [richest])


def test_boards_that_look_different_mix() -> None:
    """Names of fields and their places do not matter."""
    board = Board.rings(2)
    plain = attrs.evolve(MILLS, boards={2: Board(board.fields, board.lines)})
    assert plain == MILLS
    batch = Batch.of([State.start(plain), after(State.start(MILLS), "7")])
    assert batch.states() == [State.start(MILLS), after(State.start(MILLS), "7")]
