"""The plain data that `State.to_dict` gives, for JSON, prompts and other languages."""

from __future__ import annotations

from typing import TypedDict

from .scoring import Outcome


class RegionView(TypedDict):
    """A region as drawn (K5)."""

    seat: int
    chain: str
    """Two letters for each dot, the first repeated at the end (K15)."""


class OutcomeView(TypedDict):
    """How a finished game ended (K11-K13)."""

    result: str
    """The result as records state it, such as `4-1`."""
    scores: list[int]
    winners: list[int]
    ranking: list[int]
    """Both seats, the winner first."""


class View(TypedDict):
    """A position and what the rules say about it. Seats are numbers."""

    position: str
    """The position text (K16)."""
    ruleset: str
    columns: int
    rows: int
    players: int
    to_move: int
    is_over: bool
    legal_moves: list[str]
    """The moves that place a dot alone, row by row from the top (K2)."""
    can_declare: bool
    """Whether chains may be declared with the dot. If not, these are all the legal moves."""
    scores: list[int]
    """Points by seat as the board stands (K11)."""
    regions: list[RegionView]
    """In the order in which they were drawn."""
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
