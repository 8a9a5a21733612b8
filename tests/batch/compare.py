"""Games played by a batch and by states, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninetka import NEUTRAL, InvalidMoveError, Problem, Setup, Square, State
from ninetka.adapters.arrays import planes_first
from ninetka.base.errors import IllegalMoveError
from ninetka.batch import Batch
from ninetka.nine.board import CORE, INNER, RIM, SECTIONS, Stone, squares_of
from ninetka.nine.samples import some_ruleset
from ninetka.protocol.states import EnumerableState, ObservableState
from ninetka.testing.laws import leaving_moves

CODES = range(86)
ODD_CODES = (
    *(-2, -(2**62), -(2**63), 86, 127, 128, 149, 255, 2704, 2**16, 2**31, 2**32 + 3, 2**62),
    2**63 - 1,
)
"""Codes of no action on many boards; some are those of actions modulo 64, 128 or 2³²."""
ARRANGED = 0.3
"""The share of games that begin with an arrangement of stones, if a possible one is found."""
Choose = Callable[[Any, Sequence[int], Random], int]
"""Chooses one of the codes that a state offers."""


def codes_of(state: Any) -> tuple[int, ...]:
    """The codes of the moves to choose from: those offered where not all can be listed."""
    listed = isinstance(state, EnumerableState)
    return tuple(state.legal_actions if listed else state.offered_actions)


def any_code(state: Any, codes: Sequence[int], rng: Random) -> int:
    return rng.choice(codes)


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies."""
    rng = Random(seed)
    ruleset = some_ruleset(rng)
    start = State.start(ruleset, rng.choice(ruleset.player_counts))
    states = [start] * games
    for i in range(games):
        if rng.random() < ARRANGED:
            tried = (arranged(start, rng) for _ in range(8))
            states[i] = next(filter(None, tried), start)
    return play_on(states, rng)


def play_on(
    states: Sequence[Any], rng: Random, choose: Choose = any_code, leaves: float = 0
) -> int:
    """Play games to the end, compare them at each ply, and return the number of plies.

    `leaves` is how often somebody leaves one of them, if it goes on without.
    """
    batch: Batch[Any, Any] = Batch.of(states)
    states, plies = [*states], 0
    while True:
        codes = compare(batch, states)
        at = rng.randrange(len(states))
        compare_one(batch[at : at + 1], states[at])
        moves = [
            choose(state, each, rng) if each else -1
            for state, each in zip(states, codes, strict=True)
        ]
        refuse(batch, states, moves, at, some_illegal_code(states[at], codes[at], rng))
        if max(moves) < 0:
            assert batch.states() == states
            assert batch.playouts().winners[:, 0].tolist() == [*map(winners, states)]
            return plies
        batch.step(moves)
        states = [
            state.apply_unchecked(state.move(move)) if move >= 0 else state
            for state, move in zip(states, moves, strict=True)
        ]
        plies += sum(move >= 0 for move in moves)
        if rng.random() < leaves:
            for move in leaving_moves(states[at])[:1]:
                batch[at] = states[at] = states[at].apply(move)


def winners(state: Any) -> list[bool]:
    """By seat: whether it has won a game that is over."""
    assert state.outcome is not None
    return [seat in state.outcome.winners for seat in state.seats]


def compare(batch: Batch[Any, Any], states: Sequence[Any]) -> list[tuple[int, ...]]:
    """Everything that a batch tells of its positions is as the states tell it.

    Returns the codes of the moves to choose from in each.
    """
    codes = [*map(codes_of, states)]
    mask = np.zeros((len(states), batch.action_count), np.bool_)
    for row, legal in zip(mask, codes, strict=True):
        row[list(legal)] = True
    assert np.array_equal(batch.legal_mask(), mask)
    assert batch.to_move.tolist() == [state.to_move for state in states]
    assert batch.is_over.tolist() == [state.is_over for state in states]
    assert batch.scores().tolist() == [list(map(float, state.scores)) for state in states]
    packed, words = batch._kernel.pack(states), batch._kernel.words
    assert np.array_equal(words(batch._arrays), words(packed)), "as unpacked, which is slower"
    has_log = batch._arrays[-1].dtype == np.object_
    assert has_log or equal(batch, packed)
    return codes


def compare_one(part: Batch[Any, Any], state: Any) -> None:
    """What it would take long to compare of all positions is as the one state tells it."""
    assert part[0] == state
    assert [*map(state.move, codes_of(state))] == [*state.some_moves]
    if isinstance(state, ObservableState):
        for seat in (None, *state.seats):
            planes = planes_first(state, state.to_move if seat is None else seat)
            assert np.array_equal(part.planes(seat)[0], planes)


def equal(batch: Batch[Any, Any], arrays: tuple[NDArray[Any], ...]) -> bool:
    """Whether the arrays of a batch are these."""
    return all(map(np.array_equal, batch._arrays, arrays))


def some_illegal_code(state: Any, codes: Sequence[int], rng: Random) -> int:
    """A code that is not among those of a state, or of no action at all."""
    odd = rng.random() < 0.2
    tried = rng.choice(ODD_CODES) if odd else rng.randrange(state.action_count + 2)
    return next(code for code in (tried, *ODD_CODES) if code not in {-1, *codes})


def refuse(
    batch: Batch[Any, Any], states: Sequence[Any], codes: list[int], index: int, code: int
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


def arranged(start: State, rng: Random) -> State | None:
    """A random arrangement under the start's ruleset, as a position if it is possible."""
    ruleset, players, seats = start.ruleset, start.players, start.seats
    stones: dict[Square, Stone] = {
        rng.choice(squares_of(mask & CORE)): NEUTRAL for mask in SECTIONS.values()
    }
    free = rng.sample([each for each in squares_of(INNER) if each not in stones], 9 * 8)
    rim, supply = rng.sample(squares_of(RIM), 36), ruleset.stones_by_seat(players)
    rounds = rng.randrange(min(*supply, 6) + 1)
    for seat, each in zip(seats, supply, strict=True):
        slid = min(each, max(0, rounds + rng.randrange(-1, 2)))
        stones |= dict.fromkeys((*free[:slid], *rim[: each - slid]), seat)
        free, rim = free[slid:], rim[each - slid :]
    for seat in rng.sample(seats, players):
        setup = Setup(stones, seat, players, ruleset)
        if setup.problems == Problem(0):
            return State.from_setup(setup)
    return None
