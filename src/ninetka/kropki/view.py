"""A position as plain data, for JSON, prompts and programs in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from .chains import chain_text
from .scoring import Outcome

if TYPE_CHECKING:
    from .state import State


class RegionView(TypedDict):
    """A region as drawn (K5)."""

    seat: int
    chain: str
    """Two letters a dot, the first repeated at the end (K15)."""


class OutcomeView(TypedDict):
    """How a finished game ended (K11-K13)."""

    result: str
    """As records state it, such as `4-1`."""
    scores: list[int]
    winners: list[int]
    ranking: list[int]
    """Both seats, the better first."""


class View(TypedDict):
    """What `State.to_dict` gives: a position, and what the rules say of it. Seats are numbers."""

    position: str
    """The position text (K16)."""
    ruleset: str
    columns: int
    rows: int
    players: int
    to_move: int
    is_over: bool
    free: list[str]
    """The points where a dot may be placed, row by row from the top (K2)."""
    can_declare: bool
    """Whether chains may be declared with the dot; if not, `free` are all the legal moves."""
    scores: list[int]
    """Points by seat as the board stands (K11)."""
    regions: list[RegionView]
    """In the order in which they were drawn."""
    outcome: OutcomeView | None
    """None until the game is over."""


def view(state: State, *, can_declare: bool) -> View:
    """A position as plain data."""
    return {
        "position": state.to_text(),
        "ruleset": state.ruleset.name,
        "columns": state.ruleset.columns,
        "rows": state.ruleset.rows,
        "players": state.players,
        "to_move": int(state.to_move),
        "is_over": state.is_over,
        "free": [point.name for point in state.free],
        "can_declare": can_declare,
        "scores": list(state.scores),
        "regions": [
            {"seat": int(region.seat), "chain": chain_text(region.chain)}
            for region in state.regions
        ],
        "outcome": None if state.outcome is None else _outcome(state.outcome),
    }


def _outcome(outcome: Outcome) -> OutcomeView:
    return {
        "result": str(outcome),
        "scores": list(outcome.scores),
        "winners": list(map(int, outcome.winners)),
        "ranking": list(map(int, outcome.ranking)),
    }
