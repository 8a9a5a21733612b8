"""The phases, the three kinds of move and their action codes (M5-M7, M10).

Fields of moves may be given by their numbers: `Step(7, 10)`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache, partial
from operator import index
from typing import Final, SupportsIndex, TypeAlias, TypeVar, final

import attrs

from ..errors import InvalidMoveError, quoted
from ..protocol import plays
from ..values import Value
from .board import FIELDS, Field, as_field, fields_of


class Phase(Enum):
    """What the player to move has to do."""

    PUT = "put"
    """Put a token on a free field (M5)."""
    MOVE = "move"
    """Move a token to a neighbouring free field, or jump (M6, M7)."""
    REMOVE = "remove"
    """Remove a token, having made a mill (M10)."""
    OVER = "over"
    """Nothing: the game is over (M13)."""

    def __str__(self) -> str:
        return self.value


@final
@attrs.frozen(repr=False)
class Put(Value):
    """Put a token on a free field (M5). Text: `7`."""

    field: Field = attrs.field(converter=as_field)

    def __str__(self) -> str:
        return str(self.field)

    def __repr__(self) -> str:
        return f"Put({self.field})"


@final
@attrs.frozen(repr=False)
class Step(Value):
    """Move a token to a neighbouring free field, or jump to any (M6, M7). Text: `7-10`."""

    start: Field = attrs.field(converter=as_field)
    end: Field = attrs.field(converter=as_field)

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    def __repr__(self) -> str:
        return f"Step({self.start}, {self.end})"


@final
@attrs.frozen(repr=False)
class Remove(Value):
    """Remove a token of another player (M10). Text: `x23`."""

    field: Field = attrs.field(converter=as_field)

    def __str__(self) -> str:
        return f"x{self.field}"

    def __repr__(self) -> str:
        return f"Remove({self.field})"


Move: TypeAlias = Put | Step | Remove

_T = TypeVar("_T")
_CHUNK: Final = 8
_LOW: Final = (1 << _CHUNK) - 1
_MOST: Final = 1 << 13
"""More sets than any one board needs."""


@final
class FieldTable(dict[int, tuple[_T, ...]]):
    """By a set of fields: what stands for each of them, made when the set is first asked for.

    It hands out the same objects again and again, ten times as fast as walking over the bits. What
    the boards of many records have filled is thrown away.
    """

    def __init__(self, of: Callable[[Field], _T]) -> None:
        self._of = of

    def __missing__(self, mask: int) -> tuple[_T, ...]:
        if len(self) == _MOST:
            self.clear()
        found = self[mask] = tuple(map(self._of, fields_of(mask)))
        return found

    def of_any(self, mask: int) -> tuple[_T, ...]:
        """What stands for the fields of any set, looked up by eights, so that few are kept."""
        found: tuple[_T, ...] = ()
        chunk = _LOW
        while mask:
            part = mask & chunk
            if part:
                found += self[part]
                mask ^= part
            chunk <<= _CHUNK
        return found


PUTS: Final = FieldTable(Put)
REMOVALS: Final = FieldTable(Remove)
CODES: Final = FieldTable(lambda field: field.index)
STEPS: Final = tuple(FieldTable(partial(cache(Step), field)) for field in FIELDS)
"""By the index of a field: the steps and jumps from there to the fields of a set."""


def code_of(move: Move, fields: int) -> int:
    """The action code of a move on a board of so many fields.

    A put or a removal has its field's index. Steps follow: fields·(start + 1) + end.
    """
    if isinstance(move, Step):
        return fields * (move.start.index + 1) + move.end.index
    return move.field.index


def action_count(fields: int) -> int:
    """How many action codes there are on a board of so many fields."""
    return fields * (fields + 1)


def move_of_code(action: SupportsIndex, phase: Phase, fields: int) -> Move:
    """The move that an action code stands for in a phase. Raises InvalidMoveError."""
    if not plays(action, action_count(fields)):
        last = action_count(fields) - 1
        raise InvalidMoveError(f"{quoted(action)} is not an action: actions are 0 to {last}")
    before, last = divmod(index(action), fields)
    if before:
        return Step(FIELDS[before - 1], FIELDS[last])
    return Remove(FIELDS[last]) if phase is Phase.REMOVE else Put(FIELDS[last])
