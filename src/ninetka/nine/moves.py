"""The phases, the four kinds of move (R5-R9) and their action codes.

A move is only the player's decision: where a slide ends depends on the state. `str(move)` is its
short text. A move's square may be given by its name: `Slide("A5")`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final, TypeAlias, TypeVar, final

import attrs

from ..base.bits import BitTable
from ..base.documented import documented
from ..base.plain import SerializableMove
from .board import BOTTOM, CORE, LEFT, LINES, RIGHT, SQUARES, TOP, Square, as_square, squares_of

_T = TypeVar("_T")
_M = TypeVar("_M")


def _as_code(move: PlaceNeutral | PlaceStone | Slide) -> str:
    return f"{type(move).__name__}({move.square.name!r})"


class _GameMove(SerializableMove):
    __slots__ = ()

    @staticmethod
    def _written(text: str) -> Move:
        if text == str(PASS):
            return PASS
        match text[:1]:
            case "*":
                return PlaceNeutral(text[1:])
            case "@":
                return PlaceStone(text[1:])
        return Slide(text)


class Phase(Enum):
    """A phase of the game, by what is done in each turn (R5-R7). A game ends in the last one."""

    NEUTRALS = "neutrals"
    PLACEMENT = "placement"
    MOVEMENT = "movement"

    def __str__(self) -> str:
        return self.value


@final
@documented
@attrs.frozen(repr=False)
class PlaceNeutral(_GameMove):
    """Place a neutral stone on a square of the core (R5). Text: `*E5`."""

    square: Square = attrs.field(converter=as_square)
    """The square where the neutral is placed."""

    def __str__(self) -> str:
        return f"*{self.square}"

    __repr__ = _as_code


@final
@documented
@attrs.frozen(repr=False)
class PlaceStone(_GameMove):
    """Place one of your stones on a square of the rim (R6). Text: `@A5`."""

    square: Square = attrs.field(converter=as_square)
    """The rim square where the stone goes."""

    def __str__(self) -> str:
        return f"@{self.square}"

    __repr__ = _as_code


@final
@documented
@attrs.frozen(repr=False)
class Slide(_GameMove):
    """Slide your stone on a rim square into the inner board (R7). Text: `A5`, or `A5-F5`."""

    square: Square = attrs.field(converter=as_square)
    """The rim square where the stone starts."""

    def __str__(self) -> str:
        return str(self.square)

    __repr__ = _as_code


@final
@attrs.frozen
class Pass(_GameMove):
    """Pass, which a player who cannot slide must do (R9). Text: `--`."""

    def __str__(self) -> str:
        return "--"


Move: TypeAlias = PlaceNeutral | PlaceStone | Slide | Pass
"""Any move of 9tka (R5-R9)."""

PASS: Final = Pass()

KIND_OF: Final[Mapping[Phase, type[PlaceNeutral | PlaceStone | Slide]]] = {
    Phase.NEUTRALS: PlaceNeutral,
    Phase.PLACEMENT: PlaceStone,
    Phase.MOVEMENT: Slide,
}
"""The kind of move in each phase."""


def _table(kind: Callable[[Square], _M]) -> BitTable[_M]:
    moves = {square: kind(square) for square in SQUARES}
    return BitTable(SQUARES, moves.__getitem__)


NEUTRAL_MOVES: Final = _table(PlaceNeutral)
STONE_MOVES: Final = _table(PlaceStone)
SLIDES: Final = _table(Slide)


def on_rim(table: BitTable[_T], mask: int) -> tuple[_T, ...]:
    """The entries of rim squares in a table, by side: left, right, bottom, top.

    Few bitboards are asked for: 2^9 on each side.
    """
    return table[mask & LEFT] + table[mask & RIGHT] + table[mask & BOTTOM] + table[mask & TOP]


ACTION_SQUARES: Final = tuple(square.bit for square in squares_of(CORE)) + tuple(LINES)
"""The bit of each action's square, by code: core squares by index, then rim squares as in R1.

The code after these is the pass's.
"""
CODE_OF: Final = {bit: code for code, bit in enumerate(ACTION_SQUARES)}
CODES: Final = BitTable(SQUARES, lambda square: CODE_OF[square.bit])
RIM_CODE: Final = CORE.bit_count()
"""The first action code of a rim square; lower codes are core squares."""
PASS_CODE: Final = len(ACTION_SQUARES)
