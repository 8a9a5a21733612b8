"""The phases, the three kinds of move and their action codes (M5-M7, M10).

Moves may be made from the fields' numbers: `Step(7, 10)`.
"""

from __future__ import annotations

from enum import Enum
from functools import cache, partial
from operator import index
from typing import Final, SupportsIndex, TypeAlias, final

import attrs

from ..base.bits import BitTable
from ..base.documented import documented
from ..base.errors import InvalidMoveError, quoted
from ..base.values import Value
from ..protocol.states import plays
from .board import FIELDS, Field, as_field


class Phase(Enum):
    """What the player to move has to do."""

    PUT = "put"
    """Put a token on a free field (M5)."""
    MOVE = "move"
    """Move a token to a neighbouring free field, or jump (M6, M7)."""
    REMOVE = "remove"
    """Remove a token, having made a mill (M10)."""
    OVER = "over"
    """The game is over (M13)."""

    def __str__(self) -> str:
        return self.value


@final
@documented
@attrs.frozen(repr=False)
class Put(Value):
    """Put a token on a free field (M5). Text: `7`."""

    field: Field = attrs.field(converter=as_field)
    """The field where the token goes."""

    def __str__(self) -> str:
        return str(self.field)

    def __repr__(self) -> str:
        return f"Put({self.field})"


@final
@documented
@attrs.frozen(repr=False)
class Step(Value):
    """Move a token to a neighbouring free field, or jump to any (M6, M7). Text: `7-10`."""

    start: Field = attrs.field(converter=as_field)
    """The field where the token is."""
    end: Field = attrs.field(converter=as_field)
    """The field where it goes."""

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    def __repr__(self) -> str:
        return f"Step({self.start}, {self.end})"


@final
@documented
@attrs.frozen(repr=False)
class Remove(Value):
    """Remove a token of another player (M10). Text: `x23`."""

    field: Field = attrs.field(converter=as_field)
    """The field of the token to remove."""

    def __str__(self) -> str:
        return f"x{self.field}"

    def __repr__(self) -> str:
        return f"Remove({self.field})"


Move: TypeAlias = Put | Step | Remove
"""Any move of 9AM and Mills (M5-M7, M10)."""


def fields_named(move: Move) -> tuple[Field, ...]:
    """The field of a put or a removal, or where a step starts and ends."""
    return (move.start, move.end) if isinstance(move, Step) else (move.field,)


PUTS: Final = BitTable(FIELDS, Put)
REMOVALS: Final = BitTable(FIELDS, Remove)
CODES: Final = BitTable(FIELDS, lambda field: field.index)
STEPS: Final = tuple(BitTable(FIELDS, partial(cache(Step), field)) for field in FIELDS)
"""By a field's index: the steps and jumps from there to the fields of a bitboard."""


def code_of(move: Move, fields: int) -> int:
    """The action code of a move on a board with this number of fields.

    A put or a removal has its field's index. Steps follow: fields * (start + 1) + end, by index.
    """
    if isinstance(move, Step):
        return fields * (move.start.index + 1) + move.end.index
    return move.field.index


def action_count(fields: int) -> int:
    """The number of action codes on a board with this number of fields."""
    return fields * (fields + 1)


def move_of_code(action: SupportsIndex, phase: Phase, fields: int) -> Move:
    """The move with this action code, in a phase. Raises InvalidMoveError if there is none."""
    if not plays(action, action_count(fields)):
        last = action_count(fields) - 1
        raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
    before, last = divmod(index(action), fields)
    if before:
        return Step(FIELDS[before - 1], FIELDS[last])
    return Remove(FIELDS[last]) if phase is Phase.REMOVE else Put(FIELDS[last])
