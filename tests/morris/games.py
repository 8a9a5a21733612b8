"""States of random games, to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from morris.arranged import SQUARE
from ninetka import Game
from ninetka.morris import MILLS, NINE_AM, Move, Phase, Ruleset, State

SMALL = Ruleset("small", {3: SQUARE}, tokens=3)
WON = "aa......bbbb............ 0/0 0/0 0 a over mills"
DRAWN = "aaaa....bbbb............ 0/0 0/0 100 a over mills"


def start(players: int) -> State:
    """That of Mills for two, of 9AM for more."""
    return State.start(MILLS if players == 2 else NINE_AM, players)


def play(state: State, seed: int, plies: int | None = None) -> Iterator[tuple[State, Move, State]]:
    """A random game in which a mill is made if one of a few moves does."""
    random = Random(seed)
    while not state.is_over and plies != 0:
        tried = random.choices(state.legal_moves, k=5)
        after, move = max(
            ((state.apply(move), move) for move in tried),
            key=lambda pair: pair[0].phase is Phase.REMOVE,
        )
        yield state, move, after
        state, plies = after, None if plies is None else plies - 1


def some_state(players: int, seed: int) -> State:
    """A state somewhere in a random game."""
    *_, (_, _, state) = play(start(players), seed, Random(seed).randrange(1, 200))
    return state


def whole_game(players: int, seed: int) -> Game[State, Move]:
    """Such a game to its end; of five players with seed 0 it ends with one who is not expelled."""
    return Game.from_state(start(players), [move for _, move, _ in play(start(players), seed)])
