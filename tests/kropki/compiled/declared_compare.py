"""Games of Kropki with declared chains played by a batch and by states, side by side."""

from __future__ import annotations

from random import Random

import attrs
import numpy as np
import pytest

from kropki.compiled.compare import ODD_CODES
from ninetka.base.errors import IllegalMoveError, InvalidMoveError
from ninetka.batch import Batch
from ninetka.kropki import Capture, DeclaredState, Move, Ruleset, Seat, Setup, Start
from ninetka.kropki.samples import some_ruleset

Positions = Batch[DeclaredState, Move]


def some_declared_ruleset(random: Random) -> Ruleset:
    """A ruleset with declared chains; some boards are larger."""
    while True:
        ruleset = some_ruleset(random)
        if ruleset.capture is Capture.DECLARED:
            break
    if random.random() < 0.3:
        columns, rows = random.randrange(5, 13), random.randrange(5, 13)
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows)
    return ruleset


def reached(ruleset: Ruleset, random: Random) -> DeclaredState:
    """A position in a random game, in which chains are declared seldom."""
    state = DeclaredState.start(ruleset)
    for _ in range(random.randrange(ruleset.columns * ruleset.rows)):
        if state.is_over:
            break
        codes = state.offered_actions
        if random.random() < 0.8:
            codes = tuple(code for code in codes if code < state.action_count // 2)
        state = state.apply_unchecked(state.move(random.choice(codes)))
    return state


def arranged(ruleset: Ruleset, random: Random) -> DeclaredState:
    """Dots here and there, many of them enclosed by others."""
    share, first = random.random(), random.random()
    dots = {
        point: Seat(random.random() < first)
        for point in ruleset.board.points
        if random.random() < share
    }
    setup = Setup(dots, to_move=random.choice([*Seat]), ruleset=ruleset)
    return DeclaredState.from_setup(setup)


def play_side_by_side(seed: int, games: int) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies."""
    random = Random(seed)
    ruleset = some_declared_ruleset(random)
    if random.random() < 0.01:
        columns, rows = random.choice([(20, 20), (30, 30), (39, 32), (52, 7), (3, 52)])
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows, start=Start.EMPTY)
    return play_out(ruleset, random, games)


def play_out(ruleset: Ruleset, random: Random, games: int) -> int:
    """Play games from positions of all kinds, and return the number of plies."""
    kinds = (lambda ruleset, _: DeclaredState.start(ruleset)), reached, arranged
    return play_on([random.choice(kinds)(ruleset, random) for _ in range(games)], random)


def play_on(states: list[DeclaredState], random: Random) -> int:
    """Play games to the end, compare them at each ply, and return the number of plies."""
    batch: Positions = Batch.of(states)
    plies, declares = 0, random.random()
    while True:
        offered = [state.offered_actions for state in states]
        compare(batch, states, offered)
        at = random.randrange(len(states))
        assert batch[at] == states[at]
        moves = [some_code(codes, declares, random) for codes in offered]
        wrong = {*range(states[at].action_count + 2), *ODD_CODES}.difference(offered[at])
        refuse(batch, states[at], moves, at, random.choice(sorted(wrong)))
        if max(moves) < 0:
            assert batch.states() == states
            return plies
        batch.step(moves)
        states = [
            state.apply(offered_move(state, codes, move)) if move >= 0 else state
            for state, codes, move in zip(states, offered, moves, strict=True)
        ]
        plies += sum(move >= 0 for move in moves)


def offered_move(state: DeclaredState, codes: tuple[int, ...], code: int) -> Move:
    """The move offered with a code, which stands at the same place in `some_moves`."""
    move = state.move(code)
    assert state.some_moves[codes.index(code)] == move
    return move


def some_code(offered: tuple[int, ...], declares: float, random: Random) -> int:
    """One of the codes offered, and if there are chains, one with them by this chance; or -1."""
    if not offered:
        return -1
    return random.choice(offered) if random.random() < declares else offered[0]


def compare(batch: Positions, states: list[DeclaredState], offered: list[tuple[int, ...]]) -> None:
    """Everything that a batch tells of its positions is as the states tell it."""
    mask = np.zeros((len(states), states[0].action_count), np.bool_)
    for i, codes in enumerate(offered):
        mask[i, list(codes)] = True
    assert np.array_equal(batch.legal_mask(), mask)
    assert batch.to_move.tolist() == [state.to_move for state in states]
    assert batch.is_over.tolist() == [state.is_over for state in states]
    assert batch.scores().tolist() == [[*map(float, state.scores)] for state in states]


def refuse(batch: Positions, state: DeclaredState, codes: list[int], index: int, code: int) -> None:
    """A code that is not offered is refused in the midst of others, as the state refuses it."""
    before = batch.copy()
    codes = [*codes[:index], code, *codes[index + 1 :]]
    if code == -1:
        return
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as expected:
        state.apply(state.move(code))
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as refused:
        batch.step(codes)
    assert (refused.type, str(refused.value)) == (expected.type, str(expected.value))
    assert refused.value.__notes__ == [f"at position {index} of the batch"]
    assert all(map(np.array_equal, batch._arrays, before._arrays))
