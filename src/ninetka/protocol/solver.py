"""The interface for solving a game: positions are looked up in tables, or searched to the end.

`ninetka.solve` finds a game's `Solver` by its entry in the registry, and does without where there
is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, Protocol, final

import attrs
from attrs.validators import optional

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import convert_fields
from .states import GameState, M, S

__all__ = ["Budget", "KnownValue", "Solver", "TableTask", "Value"]


@final
@documented
@attrs.frozen
class Value(Generic[M]):
    """The value of a position: what it is worth if everybody plays perfectly from it.

    With three or more players, perfect play means that everybody makes their own share as large as
    they can, and nothing is taken for granted about who gains by a choice between equals.
    """

    payoffs: tuple[Fraction, ...]
    """Shares by seat, as in `Outcome.shares`: 1 for a win, 1/2 for a draw of two, 0 for a loss.

    If they are not proven, the middle of what is still possible.
    """
    distance: int | None
    """The plies to the end if winners hurry and losers hold out.

    None for a draw, with three or more players, and where it is not known.
    """
    moves: tuple[M, ...]
    """The best moves, none if the game is over: those that keep the payoffs and the distance."""
    proven: bool
    """Whether the payoffs are certain."""
    why_unproven: str = ""
    """The reason why they are not, in a sentence."""

    def to_dict(self, state: GameState[M]) -> dict[str, Any]:
        """Plain data, with texts for moves, given the position that it is about."""
        return {
            "payoffs": [*map(float, self.payoffs)],
            "distance": self.distance,
            "moves": [*map(state.move_text_unchecked, self.moves)],
            "proven": self.proven,
            "why_unproven": self.why_unproven,
        }


@final
@documented
@attrs.frozen
class KnownValue:
    """The value of a position that a game knows without a search."""

    payoffs: tuple[Fraction, ...]
    """Proven payoffs, as in `Value.payoffs`."""
    distance: int | None = None
    """The plies to the end, as in `Value.distance`."""


def _positive(_: object, attribute: attrs.Attribute[Any], number: float) -> None:
    if not number > 0:  # which a NaN is not either
        raise NinetkaError(f"a budget of {attribute.name} is greater than 0, not {quoted(number)}")


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Budget:
    """The limits of a search, at least one. Raises NinetkaError for a limit of 0 or less."""

    nodes: int | None = attrs.field(default=None, validator=optional(_positive))
    """The number of positions."""
    seconds: float | None = attrs.field(default=None, validator=optional(_positive))
    """The time."""

    def __attrs_post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise NinetkaError("a budget needs a limit: nodes, seconds or both")

    def __str__(self) -> str:
        """The limits as a sentence has them: `100,000 positions`, `2 s` or both."""
        nodes = [] if self.nodes is None else [f"{self.nodes:,} positions"]
        seconds = [] if self.seconds is None else [f"{self.seconds:g} s"]
        return " and ".join(nodes + seconds)

    @property
    def spent(self) -> str:
        """The sentence for a value that is not proven because the budget is spent."""
        return f"the budget of {self} was not enough"

    @property
    def end(self) -> float | None:
        """The end of the time if it begins now, on the clock of `time.monotonic`, or None."""
        return None if self.seconds is None else time.monotonic() + self.seconds


class TableTask(Protocol):
    """A part of the tables that a game can make, in one go."""

    @property
    def positions(self) -> int:
        """The most positions that it decides."""

    @property
    def facts(self) -> Sequence[str]:
        """A line on each of its files, once they are made."""

    def is_made(self) -> bool:
        """Return whether its files are complete. Raises NinetkaError if they are of other rules."""

    def make(self, advance: Callable[[int], object], /) -> None:
        """Make its files, each whole or not at all; calls `advance` as positions are decided."""


class Solver(Generic[S, M]):
    """Base of a game's knowledge of perfect play; by default none, and tools search by moves."""

    def known(self, state: S, folder: Path | None, /) -> KnownValue | None:
        """The value of a position without a search, from tables in a folder; None if unknown.

        Only of positions in which the game is not over. Raises NinetkaError for a damaged table.
        """
        return None

    def searched(self, state: S, budget: Budget, /) -> Value[M] | None:
        """The value by a search of the game's own; None if the usual search should be used."""
        return None

    def handicapped(self, state: S, lead: int, /) -> S | None:
        """The position with `lead` points more for the second seat, to see what points are worth.

        None in games that know no such points.
        """
        return None

    def tasks(self, start: S, tokens: int | None, folder: Path, /) -> Sequence[TableTask]:
        """The tables of a ruleset, in the order in which they can be made.

        `tokens` limits them to positions with that number of tokens at most, after the placing;
        without it they are for the whole game. Raises NinetkaError if the game makes no tables of
        that kind.
        """
        raise NinetkaError(f"there are no tables of {start.game}")

    def mistakes(self, start: S, path: Path, /) -> Sequence[str | None]:
        """Check a table of a start's ruleset by the rules: by position, its mistake or None.

        Each position is checked against its successors when it is asked for. Raises NinetkaError
        for what is not a table, or one that is damaged.
        """
        raise NinetkaError(f"there are no tables of {start.game}")


def final_value(state: GameState[Any]) -> KnownValue:
    """The value of a position in which the game is over."""
    outcome = state.outcome
    assert outcome is not None
    return KnownValue(tuple(outcome.shares), 0 if state.players == 2 and outcome.winners else None)
