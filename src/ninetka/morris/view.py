"""The plain data that a position is given as, for JSON, prompts and programs in any language."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from .scoring import Outcome


class OutcomeView(TypedDict):
    """How a finished game ended (M13-M15)."""

    result: str
    """As records state it, such as `100:0:-5/2:5/2` or `1-0`."""
    scores: list[int | str]
    """Points by seat: a number, or a text such as `-5/2` if they are not whole."""
    winners: list[int]
    ranking: list[int]
    """All seats, best first."""


class View(TypedDict):
    """What `State.to_dict` returns. Seats are numbers from 0."""

    position: str
    """The position text."""
    ruleset: str
    players: int
    phase: str
    """What the player to move has to do: `put`, `move` or `remove`; or `over`."""
    to_move: int
    is_over: bool
    legal_moves: list[str]
    """As in records, in the order of their action codes."""
    scores: list[int | str]
    """Points by seat if the game ended here: a number, or a text such as `-5/2` (M14)."""
    fields: list[str]
    """By field, in the order of their numbers: its name, as in moves, or its number."""
    tokens: list[int | None]
    """By field, likewise: the seat whose token is there, or None."""
    hands: list[int]
    """The number of tokens in hand, by seat (M4)."""
    cards: list[int]
    """The number of cards, by seat (M11)."""
    expelled: list[int]
    """The seats that have been expelled (M12)."""
    stepped_over: list[int]
    """The seats that could not move and were stepped over right before this turn (M8)."""
    quiet: int
    """How many turns in a row neither put nor removed a token (M13)."""
    outcome: OutcomeView | None
    """None until the game is over."""


def plain(points: Fraction) -> int | str:
    """Points for JSON: a number, or a text such as `-5/2` if they are not whole."""
    return int(points) if points.denominator == 1 else str(points)


def outcome_view(outcome: Outcome) -> OutcomeView:
    """An outcome as plain data."""
    return {
        "result": str(outcome),
        "scores": list(map(plain, outcome.scores)),
        "winners": list(map(int, outcome.winners)),
        "ranking": list(map(int, outcome.ranking)),
    }
