"""Games of Kropki played by a batch and by states, side by side."""

from __future__ import annotations

from random import Random

import attrs
import numpy as np
import pytest
from numpy.typing import NDArray

from ninetka.base.errors import IllegalMoveError, InvalidMoveError
from ninetka.batch import Batch
from ninetka.kropki import AutomaticState, Capture, Move, Ruleset, Seat, Setup, Start
from ninetka.kropki.samples import some_ruleset

ODD_CODES = (-2, -(2**62), -(2**63), 255, 2704, 2**16, 2**31, 2**32 + 3, 2**62, 2**63 - 1)
"""Codes that are those of actions at most on some boards, or modulo a power of two."""
LARGER, LARGE = 0.05, 0.01
"""The shares of batches on larger and on large boards, which take most of the time."""


def some_automatic_ruleset(random: Random) -> Ruleset:
    """A ruleset with automatic capture."""
    while True:
        ruleset = some_ruleset(random)
        if ruleset.capture is Capture.AUTOMATIC:
            return ruleset


def start(ruleset: Ruleset) -> AutomaticState:
    """The start of a game with automatic capture."""
    return AutomaticState.start(ruleset)


def reached(ruleset: Ruleset, random: Random) -> AutomaticState:
    """A position in a random game."""
    state = start(ruleset)
    for _ in range(random.randrange(ruleset.columns * ruleset.rows)):
        if state.is_over:
            break
        state = state.apply_unchecked(random.choice(state.legal_moves))
    return state


def arranged(ruleset: Ruleset, random: Random) -> AutomaticState:
    """Dots here and there, some of them enclosed by others but not captured."""
    share, points = random.random(), ruleset.board.points
    dots = {point: random.choice([*Seat]) for point in points if random.random() < share}
    seat = random.choice([*Seat])
    return AutomaticState.from_setup(Setup(dots, to_move=seat, ruleset=ruleset))


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies.

    Some boards are larger, and a few are as large as people play on.
    """
    random = Random(seed)
    ruleset = some_automatic_ruleset(random)
    if random.random() < LARGER:
        columns, rows = random.randrange(5, 17), random.randrange(5, 17)
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows)
    elif random.random() < LARGE:
        columns, rows = random.choice([(20, 20), (30, 30), (39, 32), (52, 7), (3, 52)])
        start = Start.FOUR_CROSSES if columns > 3 else Start.CROSS
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows, start=start, border=False)
    return play_out(ruleset, random, games)


def play_out(ruleset: Ruleset, random: Random, games: int) -> int:
    """Play games from positions of all kinds, and return the number of plies."""
    kinds = (lambda ruleset, _: start(ruleset)), reached, arranged
    return play_on([random.choice(kinds)(ruleset, random) for _ in range(games)], random)


def play_on(states: list[AutomaticState], random: Random) -> int:
    """Play games to the end, compare them at each ply, and return the number of plies."""
    batch, games = Batch.of(states), len(states)
    plies = 0
    while True:
        compare(batch, states)
        index = random.randrange(games)
        assert batch[index] == states[index]
        moves = [random.choice(state.legal_actions or (-1,)) for state in states]
        refuse(batch, states, moves, index, some_illegal_code(states[index], random))
        if max(moves) < 0:
            check_ended(batch, states)
            return plies
        batch.step(moves)
        states = [
            state.apply_unchecked(state.move(move)) if move >= 0 else state
            for state, move in zip(states, moves, strict=True)
        ]
        plies += sum(move >= 0 for move in moves)


def check_ended(batch: Batch[AutomaticState, Move], states: list[AutomaticState]) -> None:
    """What a batch says of games that are over."""
    assert batch.states() == states
    winners = batch.playouts().winners[:, 0]
    for state, won in zip(states, winners, strict=True):
        assert state.outcome is not None
        assert [seat for seat in state.seats if won[seat]] == [*state.outcome.winners]


def compare(batch: Batch[AutomaticState, Move], states: list[AutomaticState]) -> None:
    """Everything that a batch tells of its positions is as the states tell it."""
    size, first = len(states), states[0]
    mask = np.zeros((size, first.action_count), np.bool_)
    for i, state in enumerate(states):
        mask[i, list(state.legal_actions)] = True
    assert np.array_equal(batch.legal_mask(), mask)
    assert batch.to_move.tolist() == [state.to_move for state in states]
    assert batch.is_over.tolist() == [state.is_over for state in states]
    assert batch.scores().tolist() == [[*map(float, state.scores)] for state in states]
    shape = (size, len(first.plane_names), *first.plane_shape)
    for seat in (None, *first.seats):
        planes = np.array([planes_of(state, seat) for state in states], np.uint8)
        assert np.array_equal(batch.planes(seat), planes.reshape(shape))


def planes_of(state: AutomaticState, seat: Seat | None) -> list[NDArray[np.uint8]]:
    """Each plane as bits, as the seat sees it or the one to move."""
    count = state.ruleset.columns * state.ruleset.rows
    planes = state.planes(state.to_move if seat is None else seat)
    octets = [np.frombuffer(plane.to_bytes(-(-count // 8), "little"), np.uint8) for plane in planes]
    return [np.unpackbits(each, count=count, bitorder="little") for each in octets]


def some_illegal_code(state: AutomaticState, random: Random) -> int:
    """A code that is not legal in a state, or of no action at all."""
    codes = {*range(state.action_count + 2), *random.sample(ODD_CODES, 3)}
    illegal: list[int] = sorted(codes.difference(state.legal_actions))
    return random.choice(illegal)


def refuse(
    batch: Batch[AutomaticState, Move],
    states: list[AutomaticState],
    codes: list[int],
    index: int,
    code: int,
) -> None:
    """An illegal code in the midst of legal ones is refused as the state refuses it."""
    before, state = batch.copy(), states[index]
    codes = [*codes[:index], code, *codes[index + 1 :]]
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as expected:
        state.apply(state.move(code))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as refused:
        batch.step(codes)
    assert (refused.type, str(refused.value)) == (expected.type, str(expected.value))
    assert refused.value.__notes__ == [f"at position {index} of the batch"]
    assert all(map(np.array_equal, batch._arrays, before._arrays))
