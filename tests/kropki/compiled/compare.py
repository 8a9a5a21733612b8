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


def some_ruleset_with(capture: Capture, random: Random) -> Ruleset:
    """A ruleset with this way to capture; where chains are declared, some boards are larger."""
    while True:
        ruleset = some_ruleset(random)
        if ruleset.capture is capture:
            break
    declared = capture is Capture.DECLARED
    return resized(ruleset, random, 13) if declared and random.random() < 0.3 else ruleset


def resized(ruleset: Ruleset, random: Random, end: int) -> Ruleset:
    """The ruleset on a board of any size from 5 to below an end."""
    columns, rows = random.randrange(5, end), random.randrange(5, end)
    return attrs.evolve(ruleset, columns=columns, rows=rows)


def reached(ruleset: Ruleset, random: Random) -> Any:
    """A position in a random game, in which chains are declared seldom."""
    state: Any = State.start(ruleset)
    for _ in range(random.randrange(ruleset.columns * ruleset.rows)):
        if state.is_over:
            break
        moves = state.some_moves
        if isinstance(state, DeclaredState) and random.random() < 0.8:
            moves = moves[: len(state.free)]  # of dots alone
        state = state.apply_unchecked(random.choice(moves))
    return state


def arranged(ruleset: Ruleset, random: Random) -> State:
    """Dots here and there, some of them enclosed by others but not captured."""
    share, first = random.random(), random.random()
    dots = {
        point: Seat(random.random() < first)
        for point in ruleset.board.points
        if random.random() < share
    }
    setup = Setup(dots, to_move=random.choice([*Seat]), ruleset=ruleset)
    return State.from_setup(setup)


def play_side_by_side(seed: int, games: int, capture: Capture = Capture.AUTOMATIC) -> int:
    """Play games under some ruleset, compare them at each ply, and return the number of plies.

    Some boards are larger, and a few are as large as people play on.
    """
    random = Random(seed)
    ruleset = some_ruleset_with(capture, random)
    if capture is Capture.AUTOMATIC and random.random() < LARGER:
        ruleset = resized(ruleset, random, 17)
    elif random.random() < LARGE:
        sizes = SIZES if capture is Capture.AUTOMATIC else SIZES[:3]  # by declaring it takes long
        columns, rows = random.choice(sizes)
        games = 1
        start = Start.FOUR_CROSSES if columns > 3 else Start.CROSS
        ruleset = attrs.evolve(ruleset, columns=columns, rows=rows, start=start, border=False)
    return play_out(ruleset, random, games)


def play_out(ruleset: Ruleset, random: Random, games: int) -> int:
    """Play games from positions of all kinds, and return the number of plies."""
    kinds = (lambda ruleset, _: State.start(ruleset)), reached, arranged
    states = [random.choice(kinds)(ruleset, random) for _ in range(games)]
    if ruleset.capture is Capture.AUTOMATIC:
        return play_on(states, random)
    return play_declared(states, random)


def play_declared(states: Sequence[State], random: Random) -> int:
    """Play games in which chains are declared seldom or often, and return the number of plies."""
    declares = random.random()

    def some_code(state: State, codes: Sequence[int], random: Random) -> int:
        return random.choice(codes) if random.random() < declares else codes[0]

    return play_on(states, random, some_code)
