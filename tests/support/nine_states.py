"""States of 9tka for tests: from lines of moves, from random play, from strategies."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from ninetka import (
    NESTORGAMES,
    Game,
    Move,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Ruleset,
    Slide,
    Square,
    State,
)
from ninetka.testing import strategies

NEUTRALS = "C3 F3 I3 C6 F6 I6 C9 F9 I9"
"""A neutral in the middle of rows and columns 3, 6 and 9: all other lines are free of them."""


def after(moves: str, ruleset: Ruleset = NESTORGAMES, players: int = 2) -> State:
    """The state after these moves from the start."""
    state = State.start(ruleset, players)
    for text in moves.split():
        state = state.apply(state.parse_move(text))
    return state


def moves_of(text: str) -> list[Move]:
    """The moves that texts with their marks (`*E5`, `@A5`) stand for, in any position."""
    return [_move_of(word) for word in text.split()]


def _move_of(word: str) -> Move:
    if word == "--":
        return Pass()
    if word.startswith("*"):
        return PlaceNeutral(Square(word[1:]))
    return PlaceStone(Square(word[1:])) if word.startswith("@") else Slide(Square(word))


def playout(state: State, rng: Random, plies: int | None = None) -> Game[State, Move]:
    """A game of random moves, to its end or for `plies` plies."""
    moves: list[Move] = []
    initial = state
    while state.legal_moves and len(moves) != plies:
        move = rng.choice(state.legal_moves)
        moves.append(move)
        state = state.apply(move)
    return Game.from_state(initial, moves)


def winning_codes(state: State) -> list[int]:
    """The actions by which the seat to move wins if both play as well as they can; two players."""
    seat = state.to_move
    return [code for code in state.legal_actions if wins(state.apply(state.move(code)), seat)]


def wins(state: State, seat: int) -> bool:
    """Whether a seat of two wins if both play as well as they can."""
    if state.outcome is not None:
        return state.outcome.winner == seat
    found = (wins(state.apply_unchecked(move), seat) for move in state.legal_moves)
    return any(found) if state.to_move == seat else all(found)


RULESETS = strategies.rulesets(Ruleset)


def starts(rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> st.SearchStrategy[State]:
    """The start of a game under any ruleset, for any number of players."""
    return strategies.starts(rulesets)


def games(rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> st.SearchStrategy[Game[State, Move]]:
    """Whole random games."""
    return strategies.games(starts(rulesets))


def states(
    rulesets: st.SearchStrategy[Ruleset] = RULESETS, phase: Phase | None = None
) -> st.SearchStrategy[State]:
    """A state anywhere in a random game, including its end."""
    return strategies.states(starts(rulesets), phase)
