"""A State to look at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, cast

from .moves import Move

if TYPE_CHECKING:
    from .state import State

MARKS: Final = ("legal-moves", "mills")


class Drawn:
    """What a State is as far as it can be looked at."""

    __slots__ = ()

    def to_board(
        self,
        *,
        last_move: Move | None = None,
        colour: bool = False,
        unicode: bool = False,
        names: Sequence[str] = (),
    ) -> str:
        return cast("State", self).to_text()

    def to_svg(
        self,
        *,
        last_move: Move | None = None,
        marks: Collection[str] = (),
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
    ) -> str:
        return "<svg/>"

    def __str__(self) -> str:
        return self.to_board()
