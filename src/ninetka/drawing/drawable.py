"""States that can be drawn, and how they are asked to be."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import attrs

from ..base.texts import printable
from ..protocol.states import GameState
from .options import (
    NOTEBOOK_WIDTH,
    Drawing,
    M,
    P,
    Picture,
    TextBoard,
    names_by_seat,
    takes_keywords,
)

if TYPE_CHECKING:
    from fractions import Fraction
    from xml.etree.ElementTree import Element


class DrawableState(GameState[M], Generic[M, P]):
    """A state that can be drawn, with the points as they stand. P is a place on the board."""

    __slots__ = ()

    @property
    @abstractmethod
    def drawing(self) -> Drawing[Any, M, P]:
        """The module that draws it, imported here, so that it is loaded with the first picture."""

    @property
    def marks(self) -> Sequence[str]:
        """The names of what `to_svg` can mark: `legal-moves` for instance."""
        return self.drawing.MARKS

    @property
    @abstractmethod
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat, if the game ended here."""

    board_has_points: ClassVar[bool] = False
    """Whether text boards show the points, so that commands need not print them too."""

    @property
    def running_scores(self) -> Sequence[int | Fraction]:
        """The points to show while the game goes on; empty if they only tell who has won."""
        return self.scores

    @takes_keywords(TextBoard[M])
    def to_board(self, board: TextBoard[M]) -> str:
        """The position as lines of text: the board, and whose turn it is or who won.

        The `last_move` is marked. With an `ending`, which ended the game here other than by a move,
        its outcome is shown and what it captures. The text is ASCII, or with `unicode` has lines
        and shapes that most terminals can show. `names` are the players', by seat. `paint` is for
        colour: it is given each stone's text and its colour, `#rrggbb`, and returns what to print.
        `room` is the number of columns and lines that there is room for: of a large board, only the
        part around the last move is shown.

        Raises IllegalMoveError or NinetkaError if the last move cannot have been that, and
        NinetkaError for an ending that cannot be, or too many names.
        """
        if board.ending is not None:
            self.outcome_after(board.ending)
        names = [printable(name) for name in names_by_seat(board.names, self.players)]
        text = self.drawing.write(self, attrs.evolve(board, names=names))
        return text if board.unicode else text.encode("ascii", "backslashreplace").decode()

    def __str__(self) -> str:
        """`to_board` in ASCII without colours, wherever it is printed."""
        return self.to_board()

    @takes_keywords(Picture[M, P])
    def to_svg(self, picture: Picture[M, P]) -> str:
        """The position as an SVG picture.

        It marks the `last_move`, if given, and what `marks` names. With an `ending`, which ended
        the game here other than by a move, its outcome is shown and what it captures. The `legend`
        below the board gives each seat's colour, points and, from `names`, its name. `title` is
        what screen readers say first. `size` is the width in pixels; without it the picture fills
        the space it is given and scales. `coordinates` name rows, columns or places at the side.
        `highlights` are places, and `arrows` pairs of places, to point at. `targets` is for pages
        whose places are controls: each gets a transparent element above it that says what is there.
        Its class is `target`, and its `data-place` has the place's name, as
        `ClickableState.click` takes it.

        The picture is safe to put into a page, with any texts: it is one element without ids,
        links or scripts.

        Raises IllegalMoveError or NinetkaError if the last move cannot have been that, and
        NinetkaError for an ending that cannot be, too many names, a mark the game does not have, a
        width outside 1 to 10,000 pixels, a place off the board or an arrow from a place to itself.
        """
        return self._svg(picture)

    def svg_element(self, picture: Picture[M, P], /) -> Element:
        """The picture that `to_svg` writes, as an element that nobody may change.

        Games whose pictures share elements from ply to ply return the same objects again, which
        makes a replay page, where all pictures are compared, several times as fast. Raises as
        `to_svg`.
        """
        from .svg import checked

        if picture.ending is not None:
            self.outcome_after(picture.ending)
        return self.drawing.draw(self, checked(picture, self.marks, self.players))

    def _repr_svg_(self) -> str:
        return self.to_svg(size=NOTEBOOK_WIDTH)

    def _svg(self, picture: Picture[M, P]) -> str:
        from xml.etree.ElementTree import tostring

        return tostring(self.svg_element(picture), encoding="unicode")
