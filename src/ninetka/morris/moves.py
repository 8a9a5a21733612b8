"""The phases, the kinds of move and their action codes (M5-M7, M10, M28).

Moves may be made from the fields' numbers: `Step(7, 10)`.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, partial
from itertools import product, starmap
from typing import Final, SupportsIndex, TypeAlias, final

import attrs

from ..base.bits import BitTable
from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import convert_fields
from ..base.plain import SerializableMove
from ..protocol.endings import EndingKind
from ..protocol.states import checked_action
from .board import FIELDS, SEATS, Field, Seat, as_field
from .texts import Say

_TEXT: Final = re.compile(
    "(?P<x>x?)(?P<field>[0-9]{1,3})|(?P<start>[0-9]{1,3})-(?P<end>[0-9]{1,3})"
)


class _GameMove(SerializableMove):
    __slots__ = ()

    @staticmethod
    def _written(text: str) -> Move | None:
        match = _TEXT.fullmatch(text)
        if match is None:
            return LEAVES.get(text)
        if match["end"]:
            return Step(int(match["start"]), int(match["end"]))
        return (Remove if match["x"] else Put)(int(match["field"]))


class Phase(Enum):
    """The phases: what the player to move has to do."""

    PUT = "put"
    """Put a token on a free field (M5)."""
    MOVE = "move"
    """Move a token to a neighbouring free field, or jump (M6, M7)."""
    EITHER = "either"
    """Put a token on a free field, or move one (M17)."""
    REMOVE = "remove"
    """Remove a token, having made a mill (M10)."""
    OVER = "over"
    """The game is over (M13)."""

    def __str__(self) -> str:
        return self.value


@final
@documented
@attrs.frozen(repr=False)
class Put(_GameMove):
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
class Step(_GameMove):
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
class Remove(_GameMove):
    """Remove a token of another player (M10). Text: `x23`."""

    field: Field = attrs.field(converter=as_field)
    """The field of the token to remove."""

    def __str__(self) -> str:
        return f"x{self.field}"

    def __repr__(self) -> str:
        return f"Remove({self.field})"


LEAVING: Final = {EndingKind.RESIGNATION: "resigns", EndingKind.TIME: "out-of-time"}
"""The ways to leave a game that goes on, and their texts in moves (M28)."""


def _check_kind(_: object, __: object, kind: EndingKind) -> None:
    if kind not in LEAVING:
        raise NinetkaError(Say.WAYS_TO_LEAVE(kind=quoted(kind.value)))


@final
@documented
@attrs.frozen(repr=False, field_transformer=convert_fields())
class Leave(_GameMove):
    """A player leaves a game that goes on without them (M28). Text: `c:resigns`, `c:out-of-time`.

    This is legal at anybody's turn, but not among `State.legal_moves`, and has no action code.
    Raises NinetkaError for what is not a seat or a way to leave.
    """

    seat: Seat
    """The seat that leaves."""
    kind: EndingKind = attrs.field(default=EndingKind.RESIGNATION, validator=_check_kind)
    """The way: the player resigns, or has run out of time."""

    def __str__(self) -> str:
        return f"{self.seat}:{LEAVING[self.kind]}"

    def __repr__(self) -> str:
        return f"Leave({self.seat!r}, {self.kind})"


LEAVES: Final = {str(move): move for move in starmap(Leave, product(SEATS, LEAVING))}
"""All moves by which players leave, by text."""

BoardMove: TypeAlias = Put | Step | Remove
"""A move that the player to move can choose (M5-M7, M10)."""
Move: TypeAlias = BoardMove | Leave
"""Any move of 9AM and Mills (M5-M7, M10, M28)."""


def fields_named(move: BoardMove) -> tuple[Field, ...]:
    """The field of a put or a removal, or where a step starts and ends."""
    return (move.start, move.end) if isinstance(move, Step) else (move.field,)


PUTS: Final = BitTable(FIELDS, Put)
REMOVALS: Final = BitTable(FIELDS, Remove)
CODES: Final = BitTable(FIELDS, lambda field: field.index)
STEPS: Final = tuple(BitTable(FIELDS, partial(cache(Step), field)) for field in FIELDS)
"""The steps and jumps from each field, by its index, as tables of the fields they end on."""


def code_of(move: BoardMove, fields: int) -> int:
    """The action code of a move on a board with this number of fields.

    A put or a removal has its field's index. Steps follow: fields * (start + 1) + end, by index.
    """
    if isinstance(move, Step):
        return fields * (move.start.index + 1) + move.end.index
    return move.field.index


def action_count(fields: int) -> int:
    """The number of action codes on a board with this number of fields."""
    return fields * (fields + 1)


def move_of_code(action: SupportsIndex, phase: Phase, fields: int) -> BoardMove:
    """The move with this action code, in a phase. Raises InvalidMoveError if there is none."""
    before, last = divmod(checked_action(action, action_count(fields)), fields)
    if before:
        return Step(FIELDS[before - 1], FIELDS[last])
    return Remove(FIELDS[last]) if phase is Phase.REMOVE else Put(FIELDS[last])
