"""Games played by a batch and by states, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninetka import NEUTRAL, InvalidMoveError, Problem, Setup, Square, State
from ninetka.base.errors import IllegalMoveError
from ninetka.batch import Batch
from ninetka.nine.board import CORE, INNER, RIM, SECTIONS, Stone, squares_of
from ninetka.nine.samples import some_ruleset
from ninetka.protocol.states import EnumerableState

CODES = range(86)
ODD_CODES = (-2, -(2**62), -(2**63), 86, 127, 128, 149, 255, 2**31, 2**32 + 3, 2**62, 2**63 - 1)
"""Codes of no action; some are those of actions modulo 64, 128 or 2³²."""
ARRANGED = 0.3
"""The share of games that begin with an arrangement of stones, if a possible one is found."""


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies."""
    random = Random(seed)
    ruleset = some_ruleset(random)
    start = State.start(ruleset, random.choice(ruleset.player_counts))
    states = [start] * games
    for i in range(games):
        if random.random() < ARRANGED:
            tried = (arranged(start, random) for _ in range(8))
            states[i] = next(filter(None, tried), start)
    batch, plies = Batch.of(states), 0
    while True:
        compare(batch, states)
        index = random.randrange(games)
        assert batch[index] == states[index]
        moves = [random.choice(state.legal_actions or (-1,)) for state in states]
        refuse(batch, states, moves, index, some_illegal_code(states[index], random))
        if max(moves) < 0:
            assert batch.states() == states
            assert batch.playouts().winners[:, 0].argmax(-1).tolist() == list(map(winner, states))
            return plies
        batch.step(moves)
        states = [
            state.apply_unchecked(state.move(move)) if move >= 0 else state
            for state, move in zip(states, moves, strict=True)
        ]
        plies += sum(move >= 0 for move in moves)


def winner(state: State) -> int:
    """Who has won a game that is over."""
    assert state.outcome is not None
    return state.outcome.winner


def compare(batch: Batch[Any, Any], states: Sequence[EnumerableState[Any]]) -> None:
    """Everything that a batch tells of its positions is as the states tell it."""
    actions = [state.legal_actions for state in states]
    mask = np.zeros((len(states), batch.action_count), np.bool_)
    for row, legal in zip(mask, actions, strict=True):
        row[list(legal)] = True
    assert np.array_equal(batch.legal_mask(), mask)
    assert batch.to_move.tolist() == [state.to_move for state in states]
    assert batch.is_over.tolist() == [state.is_over for state in states]
    assert batch.scores().tolist() == [list(map(float, state.scores)) for state in states]
    assert equal(batch, batch._kernel.pack(states)), "as unpacked, which is slower"


def equal(batch: Batch[Any, Any], arrays: tuple[NDArray[Any], ...]) -> bool:
    """Whether the arrays of a batch are these."""
    return all(map(np.array_equal, batch._arrays, arrays))


def some_illegal_code(state: EnumerableState[Any], random: Random) -> int:
    """A code that is not legal in a state, or of no action at all."""
    legal, codes = {*state.legal_actions}, range(state.action_count)
    tried = random.choice(ODD_CODES) if random.random() < 0.2 else random.choice(codes)
    return next(code for code in (tried, *ODD_CODES) if code not in {-1, *legal})


def refuse(
    batch: Batch[Any, Any],
    states: Sequence[EnumerableState[Any]],
    codes: list[int],
    index: int,
    code: int,
) -> None:
    """An illegal code in the midst of legal ones is refused as the state refuses it."""
    before, state = batch.copy(), states[index]
    codes = [*codes[:index], code, *codes[index + 1 :]]
    try:
        state.apply(state.move(code))
        raise AssertionError(f"{code} is legal")
    except (IllegalMoveError, InvalidMoveError) as error:
        expected = error
    try:
        batch.step(codes)
        raise AssertionError(f"{code} was done")
    except (IllegalMoveError, InvalidMoveError) as error:
        assert (type(error), str(error)) == (type(expected), str(expected))
        assert getattr(error, "reason", None) is getattr(expected, "reason", None)
        assert error.__notes__ == [f"at position {index} of the batch"]
    assert equal(before, batch._arrays)


def arranged(start: State, random: Random) -> State | None:
    """A random arrangement under the start's ruleset, as a position if it is possible."""
    ruleset, players, seats = start.ruleset, start.players, start.seats
    stones: dict[Square, Stone] = {
        random.choice(squares_of(mask & CORE)): NEUTRAL for mask in SECTIONS.values()
    }
    free = random.sample([each for each in squares_of(INNER) if each not in stones], 9 * 8)
    rim, supply = random.sample(squares_of(RIM), 36), ruleset.stones_by_seat(players)
    rounds = random.randrange(min(*supply, 6) + 1)
    for seat, each in zip(seats, supply, strict=True):
        slid = min(each, max(0, rounds + random.randrange(-1, 2)))
        stones |= dict.fromkeys((*free[:slid], *rim[: each - slid]), seat)
        free, rim = free[slid:], rim[each - slid :]
    for seat in random.sample(seats, players):
        setup = Setup(stones, seat, players, ruleset)
        if setup.problems == Problem(0):
            return State.from_setup(setup)
    return None
