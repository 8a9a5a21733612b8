"""Games of Kropki played by a batch and by states, side by side: how they begin and go on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
from batch.compare import play_on

from ninetka.kropki import Capture, DeclaredState, Ruleset, Seat, Setup, Start, State
from ninetka.kropki.samples import some_ruleset

LARGER, LARGE = 0.05, 0.01
"""The shares of batches on larger and on large boards, which take most of the time."""
SIZES = [(20, 20), (52, 7), (3, 52), (30, 30), (39, 32)]


def some_ruleset_with(capture: Capture, rng: Random) -> Ruleset:
    """A ruleset with this way to capture; where chains are declared, some boards are larger."""
    while True:
        ruleset = some_ruleset(rng)
        if ruleset.capture is capture:
            break
    declared = capture is Capture.DECLARED
    return resized(ruleset, rng, 13) if declared and rng.random() < 0.3 else ruleset


def resized(ruleset: Ruleset, rng: Random, end: int) -> Ruleset:
    """The ruleset on a board of any size from 5 to below an end."""
    columns, rows = rng.randrange(5, end), rng.randrange(5, end)
    return attrs.evolve(ruleset, columns=columns, rows=rows)


def reached(ruleset: Ruleset, rng: Random) -> Any:
    """A position in a random game, in which chains are declared seldom."""
    state: Any = State.start(ruleset)
    for _ in range(rng.randrange(ruleset.columns * ruleset.rows)):
        if state.is_over:
            break
        moves = state.some_moves
        if isinstance(state, DeclaredState) and rng.random() < 0.8:
            moves = moves[: len(state.free)]  # of dots alone
        state = state.apply_unchecked(rng.choice(moves))
    return state


def arranged(ruleset: Ruleset, rng: Random) -> State:
    """Dots here and there, some of them enclosed by others but not captured."""
    share, first = rng.random(), rng.random()
    dots = {
        point: Seat(rng.random() < first) for point in ruleset.board.points if rng.random() < share
    }
    setup = Setup(dots, to_move=rng.choice([*Seat]), ruleset=ruleset)
    return State.from_setup(setup)


def play_side_by_side(seed: int, games: int, capture: Capture = Capture.AUTOMATIC) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies.

    Some boards are larger, and a few are as large as people play on.
    """
    rng = Random(seed)
    ruleset = some_ruleset_with(capture, rng)
    if capture is Capture.AUTOMATIC and rng.random() < LARGER:
        ruleset = resized(ruleset, rng, 17)
    elif rng.random() < LARGE:
        sizes = SIZES if capture is Capture.AUTOMATIC else SIZES[:3]  # by declaring it takes long
        columns, rows = rng.choice(sizes)
        games = 1
        start = Start.FOUR_CROSSES if columns > 3 else Start.CROSS
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows, start=start, border=False)
    return play_out(ruleset, rng, games)


def play_out(ruleset: Ruleset, rng: Random, games: int) -> int:
    """Play games from positions of all kinds, and return the number of plies."""
    kinds = (lambda ruleset, _: State.start(ruleset)), reached, arranged
    states = [rng.choice(kinds)(ruleset, rng) for _ in range(games)]
    if ruleset.capture is Capture.AUTOMATIC:
        return play_on(states, rng)
    return play_declared(states, rng)


def play_declared(states: Sequence[State], rng: Random) -> int:
    """Play games in which chains are declared seldom or often, and return the number of plies."""
    declares = rng.random()

    def some_code(state: State, codes: Sequence[int], rng: Random) -> int:
        return rng.choice(codes) if rng.random() < declares else codes[0]

    return play_on(states, rng, some_code)
