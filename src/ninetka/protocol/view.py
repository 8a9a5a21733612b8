"""Positions, outcomes and points as plain data, for JSON, prompts and other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

from ..base.plain import typed_dict
from ..base.position import GameOutcome

if TYPE_CHECKING:
    from fractions import Fraction

P = TypeVar("P", int, int | str)


@typed_dict
class OutcomeView(TypedDict, Generic[P]):
    """The outcome of a finished game. Seats are numbers from 0."""

    result: str
    """The result as records state it, such as `4-4` or `100:0:-5/2:5/2`."""
    scores: list[P]
    """Points by seat: numbers; in games with fractions, texts such as `-5/2` where needed."""
    winners: list[int]
    ranking: list[int]
    """All seats, best first."""


@typed_dict
class PositionView(TypedDict, Generic[P]):
    """The dict of `State.to_dict` in all games. Seats are numbers from 0.

    There are also `legal_moves`, as texts, or `some_moves` where they cannot all be listed.
    """

    position: str
    """The position text."""
    ruleset: str
    players: int
    to_move: int
    is_over: bool
    scores: list[P]
    """Points by seat as the board stands: numbers or, as in an outcome, texts."""
    outcome: OutcomeView[P] | None
    """None until the game is over."""


def outcome_view(outcome: GameOutcome | None, scores: Sequence[P]) -> OutcomeView[P] | None:
    """An outcome as plain data, given its points as plain data; None of a game that goes on."""
    if outcome is None:
        return None
    return {
        "result": str(outcome),
        "scores": list(scores),
        "winners": list(map(int, outcome.winners)),
        "ranking": list(map(int, outcome.ranking)),
    }


def exact(points: int | Fraction) -> int | Fraction:
    """Exact points, of which whole ones are of the type int."""
    return points.numerator if points.denominator == 1 else points


def plain(points: int | Fraction) -> int | str:
    """Exact points for JSON: a number, or a text such as "1/3" if they are not whole."""
    number = exact(points)
    return number if isinstance(number, int) else str(number)
