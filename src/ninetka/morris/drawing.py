"""A State to look at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, cast

from .boards import draw_text
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
        """The board as lines of text, what each player has, whose turn it is and what is due.

        Fields are numbers, with the letter of the owner if a token is there: `16a`. The lines of
        mills (M3) are of `*`. The field of the `last_move` stands in brackets. If the fields' names
        are columns and rows (M2), they stand around the board. A board whose fields have no places,
        or too many, is a list of its lines. In ASCII alone, or with lines of `unicode`; with
        colours as codes that terminals know, or without; with the players' `names` by seat, if they
        are given. Without names, no line is longer than 80 characters.

        Raises IllegalMoveError if the last move cannot have been that, NinetkaError for too many
        names.
        """
        state = _state(self)
        return draw_text(state, last_move=last_move, colour=colour, unicode=unicode, names=names)

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
        """`to_board` in ASCII without colours, wherever it is printed."""
        return self.to_board()


def _state(drawn: Drawn) -> State:
    return cast("State", drawn)  # which stands on this module and is the only one
