"""Ways to come by states: written lines of moves, and random play for Hypothesis."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from ninetka import (
    NESTORGAMES,
    WIKI,
    EdgeStop,
    Game,
    Move,
    Pass,
    PlaceNeutral,
    PlaceStone,
    Ruleset,
    Slide,
    Square,
    State,
    TurnOrder,
)
from ninetka.nine.squares import SQUARES

NEUTRALS = "C3 F3 I3 C6 F6 I6 C9 F9 I9"
"""A neutral in the middle of rows and columns 3, 6 and 9: all other lines are free of them."""


def after(moves: str, ruleset: Ruleset = NESTORGAMES, players: int = 2) -> State:
    """The state after some moves from the start."""
    state = State.start(ruleset, players)
    for text in moves.split():
        state = state.apply(state.parse_move(text))
    return state


def moves_of(text: str) -> list[Move]:
    """The moves of bare texts with their marks."""
    return [_move_of(word) for word in text.split()]


def _move_of(word: str) -> Move:
    if word == "--":
        return Pass()
    if word.startswith("*"):
        return PlaceNeutral(Square(word[1:]))
    return PlaceStone(Square(word[1:])) if word.startswith("@") else Slide(Square(word))


def playout(state: State, random: Random, plies: int | None = None) -> Game[State, Move]:
    """Random moves, to the end or for so many plies."""
    moves: list[Move] = []
    initial = state
    while state.legal_moves and len(moves) != plies:
        move = random.choice(state.legal_moves)
        moves.append(move)
        state = state.apply(move)
    return Game.from_state(initial, moves)


@st.composite
def custom_rulesets(draw: st.DrawFn) -> Ruleset:
    """Any ruleset: few stones or many, both edge rules, both turn orders."""
    counts = {players: st.integers(1, 36 // players) for players in (2, 3, 4)}
    chosen = draw(st.sets(st.sampled_from([2, 3, 4]), min_size=1))
    return Ruleset(
        name=draw(st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)),
        stones={players: draw(counts[players]) for players in chosen},
        edge_stop=draw(st.sampled_from(EdgeStop)),
        turn_order=draw(st.sampled_from(TurnOrder)),
    )


RULESETS = st.sampled_from([NESTORGAMES, WIKI]) | custom_rulesets()


@st.composite
def starts(draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> State:
    """The start of a game under some ruleset, for some number of players."""
    ruleset = draw(rulesets)
    return State.start(ruleset, draw(st.sampled_from(sorted(ruleset.stones))))


@st.composite
def games(draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> Game[State, Move]:
    """Whole random games."""
    return playout(draw(starts(rulesets)), Random(draw(st.integers(0, 1 << 32))))


@st.composite
def states(draw: st.DrawFn, rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> State:
    """A state somewhere in a random game, the end included."""
    reached = list(draw(games(rulesets)).states())
    return reached[draw(st.integers(0, len(reached) - 1))]


SQUARE = st.sampled_from(SQUARES)
ANY_MOVE: st.SearchStrategy[Move] = st.one_of(
    st.builds(PlaceNeutral, SQUARE),
    st.builds(PlaceStone, SQUARE),
    st.builds(Slide, SQUARE),
    st.just(Pass()),
)
"""Any move object at all, legal somewhere or nowhere."""
