"""How soon the ends of games of 9tka are solved.

Each position is the first of a random game in which all players together have no more slides to
choose from than that.

Usage: python benchmarks/endings.py [POSITIONS]
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median

import attrs

from ninetka import WIKI, State
from ninetka.nine.moves import Phase
from ninetka.simulate import random_game
from ninetka.solve import Budget, value

ENDINGS = ((2, 14), (2, 20), (2, 22), (2, 24), (3, 20), (4, 10), (4, 20))
"""Players, and slides to choose from."""
BUDGET = Budget(seconds=10)


def slides(state: State) -> int:
    """The number of slides that the players could make if it were their turn."""
    return sum(len(attrs.evolve(state, to_move=seat).legal_moves) for seat in state.seats)


def ending(players: int, most: int, seed: int) -> State:
    """The first position of a random game with no more slides than that."""
    game = random_game(State.start(WIKI, players=players), Random(seed))
    movement = (state for state in game.states if state.phase is Phase.MOVEMENT)
    return next(state for state in movement if slides(state) <= most)


def main() -> None:
    """Print how long the positions of each kind took, and how many values are certain."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    value(ending(2, 4, 0), BUDGET)  # which compiles
    for players, most in ENDINGS:
        times, certain = list[float](), 0
        for seed in range(count):
            state = ending(players, most, seed)
            begun = time.process_time()
            certain += value(state, BUDGET).proven
            times.append(time.process_time() - begun)
        took = f"{median(times):.2f} s of a core, at most {max(times):.2f} s"
        print(f"{players} players, {most} slides: {took}; {certain} of {count} certain")


if __name__ == "__main__":
    main()
