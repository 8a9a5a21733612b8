"""The plain data that `State.to_dict` gives, for JSON, prompts and other languages."""

from __future__ import annotations

from typing import TypedDict

from .scoring import Outcome


class OutcomeView(TypedDict):
    """How a finished game ended (R12)."""

    result: str
    """The points by seat as records state them, such as `4-4`."""
    scores: list[int]
    winners: list[int]
    ranking: list[int]
    """All seats, best first."""


class View(TypedDict):
    """What `State.to_dict` gives. Seats are numbers, from 0."""

    position: str
    """The position text."""
    ruleset: str
    players: int
    phase: str
    to_move: int
    is_over: bool
    legal_moves: list[str]
    """The legal moves as records write them, in the order of their action codes."""
    scores: list[int]
    """Points by seat as the board stands (R12)."""
    owners: dict[str, int | None]
    """By the name of a section, such as `top left`: the seat that holds it (R11), or null."""
    outcome: OutcomeView | None
    """None until the game is over."""


def outcome_view(outcome: Outcome) -> OutcomeView:
    """An outcome as plain data."""
    return {
        "result": str(outcome),
        "scores": list(outcome.scores),
        "winners": list(map(int, outcome.winners)),
        "ranking": list(map(int, outcome.ranking)),
    }
