"""The two kinds of move, and how they are written."""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from .board import Point


@attrs.frozen
class Place:
    """Place a stone on a point."""

    point: Point

    def __str__(self) -> str:
        return str(self.point)


@attrs.frozen
class Swap:
    """Take over the opponent's first stone: it goes to the mirrored point, in one's own colour."""

    def __str__(self) -> str:
        return "swap"


Move: TypeAlias = Place | Swap
SWAP: Final = Swap()


def read_move(text: str) -> Move:
    """The move of a text: a point, or `swap`. Raises InvalidMoveError."""
    return SWAP if text.lower() == "swap" else Place(Point.from_text(text))
