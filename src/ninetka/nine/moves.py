"""The phases, the four kinds of move (R5-R9) and their action codes.

A move is a decision alone: where a slide ends is for the state to say. `str(move)` is its bare
text.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeAlias, TypeVar, final

import attrs

from ..errors import InvalidMoveError
from .squares import CORE, LINES, SQUARES, Square, squares_of


def _check_square(move: object, _: attrs.Attribute[Any], square: object) -> None:
    if not isinstance(square, Square):
        raise InvalidMoveError(
            f"{type(move).__name__} takes a Square, such as Square('E5'), not {square!r}"
        )


class Phase(Enum):
    """What turns are spent on (R5-R7). A finished game stays in its last phase."""

    NEUTRALS = "neutrals"
    PLACEMENT = "placement"
    MOVEMENT = "movement"

    def __str__(self) -> str:
        return self.value


@final
@attrs.frozen
class PlaceNeutral:
    """Place a neutral stone on a square of the core (R5). Text: `*E5`."""

    square: Square = attrs.field(validator=_check_square)

    def __str__(self) -> str:
        return f"*{self.square}"


@final
@attrs.frozen
class PlaceStone:
    """Place an own stone on a square of the rim (R6). Text: `@A5`."""

    square: Square = attrs.field(validator=_check_square)

    def __str__(self) -> str:
        return f"@{self.square}"


@final
@attrs.frozen
class Slide:
    """Slide the own stone on a rim square into the inner board (R7). Text: `A5`, or `A5-F5`."""

    square: Square = attrs.field(validator=_check_square)

    def __str__(self) -> str:
        return str(self.square)


@final
@attrs.frozen
class Pass:
    """Pass, which a player who cannot slide must do (R9). Text: `--`."""

    def __str__(self) -> str:
        return "--"


Move: TypeAlias = PlaceNeutral | PlaceStone | Slide | Pass

PASS: Final = Pass()

_M = TypeVar("_M", bound=Move)


@final
class MoveTable(dict[int, tuple[_M, ...]]):
    """Bitboard: the moves of one kind on its squares, by index; each made when first asked for.

    It hands out the same move objects again and again, four times as fast as walking over the
    bits. It stays small if few sets are asked for: there are 2^9 on each side of the rim, and as
    many of whole sections' core squares.
    """

    def __init__(self, kind: Callable[[Square], _M]) -> None:
        self._moves = {square.bit: kind(square) for square in SQUARES}

    def __missing__(self, mask: int) -> tuple[_M, ...]:
        moves = self[mask] = tuple(self._moves[square.bit] for square in squares_of(mask))
        return moves


NEUTRAL_MOVES: Final = MoveTable(PlaceNeutral)
STONE_MOVES: Final = MoveTable(PlaceStone)
SLIDES: Final = MoveTable(Slide)

# Action codes: a neutral on each core square by index, each rim square as in R1, the pass.
CORE_ACTIONS: Final = {square.bit: code for code, square in enumerate(squares_of(CORE))}
RIM_ACTIONS: Final = {bit: code for code, bit in enumerate(LINES, start=len(CORE_ACTIONS))}
PASS_ACTION: Final = len(CORE_ACTIONS) + len(RIM_ACTIONS)
ACTION_SQUARES: Final = tuple(CORE_ACTIONS) + tuple(RIM_ACTIONS)
"""The bit of the square that each action code but the pass speaks of."""
