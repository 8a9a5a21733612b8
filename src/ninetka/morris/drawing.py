"""A State to look at as an SVG picture.

The picture has no ids, scripts, styles or links, so any number of them can share one page. Its
classes say what each element is, and style sheets may give them other looks. Every token and every
mill is an element of its own, which stays the same from move to move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast
from xml.etree.ElementTree import Element, SubElement, tostring

import attrs

from ..drawing import Paint
from ..errors import NinetkaError, listed, quoted
from ..svg import clean, frame
from . import marks
from .board import Field, Seat
from .boards import check_last, checked_names, draw_text, labels, status
from .colours import PAPER
from .layout import Layout
from .legend import legend, legend_height
from .moves import Move
from .pieces import board_element, mill_element, numbers_element, token_element

if TYPE_CHECKING:
    from .state import State

MARKS: Final = ("legal-moves", "names")
"""What pictures can mark: what may be done (M5-M7, M10), and fields by their names (M2)."""


class Drawn:
    """What a State is as far as it can be looked at."""

    __slots__ = ()

    def to_board(
        self,
        *,
        last_move: Move | None = None,
        unicode: bool = False,
        names: Sequence[str] = (),
        paint: Paint | None = None,
    ) -> str:
        """The board as lines of text, what each player has, whose turn it is and what is due.

        Fields are numbers, with the letter of the owner if a token is there: `16a`. The lines of
        mills (M3) are of `*`. The field of the `last_move` stands in brackets. If the fields' names
        are columns and rows (M2), they stand around the board. A board whose fields have no places,
        or too many, is a list of its lines. It is ASCII alone unless `unicode` is asked for, which
        has better lines. `colour` adds codes that terminals know, and `names` are the players', by
        seat. Without names, no line is longer than 80 characters.

        Raises IllegalMoveError if the last move cannot have been that, NinetkaError for too many
        names.
        """
        state = _state(self)
        return draw_text(state, last_move=last_move, unicode=unicode, names=names, paint=paint)

    def __str__(self) -> str:
        """`to_board` in ASCII without colours, wherever it is printed."""
        return self.to_board()

    def to_svg(
        self,
        *,
        last_move: Move | None = None,
        marks: Collection[str] = (),
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
        coordinates: bool = True,
        highlights: Iterable[Field | int] = (),
        arrows: Iterable[tuple[Field | int, Field | int]] = (),
        targets: bool = False,
    ) -> str:
        """The board as an SVG picture, which scales to any size, with mills as thick lines (M3).

        The fields are where the board has their `places`, or evenly on a circle. The `last_move` is
        a ring around a token put or moved, with a line from where it was, or a cross where one was
        removed. The `marks` can be `legal-moves`, for rings on the fields that legal moves name,
        and `names`, for the names of fields in place of their numbers. The `legend` below says what
        is due and gives each seat's token, hand, cards, points and, from `names`, its name. `title`
        is what screen readers say first. `size` is the width in pixels; without it the picture
        fills what it is put in. `coordinates` are the numbers beside the fields. `highlights` are
        fields, and `arrows` pairs of fields, to point at. `targets` is for pages whose fields are
        controls: it lays a transparent element over each that says what is there.

        Raises IllegalMoveError if the last move cannot have been that, as far as the position
        tells, and NinetkaError for too many names, a mark or a size that no picture has, a field
        that is not on the board or an arrow from a field to itself.
        """
        options = Picture(
            last_move=last_move,
            marks=_checked_marks(marks),
            legend=legend,
            names=names,
            title=title,
            size=size,
            coordinates=coordinates,
            highlights=highlights,
            arrows=arrows,
            targets=targets,
        )
        return tostring(draw_svg(_state(self), options), encoding="unicode")

    def svg_element(
        self, *, last_move: Move | None = None, names: Sequence[str] = (), title: str | None = None
    ) -> Element:
        """The picture that `to_svg` writes, as an element that nobody may change.

        The board, tokens and mills in it are the same objects as in other pictures. Raises
        NinetkaError as `to_svg` does.
        """
        return draw_svg(_state(self), Picture(last_move=last_move, names=names, title=title))

    def _repr_svg_(self) -> str:
        return self.to_svg(size=500)


def _checked_marks(marks: Collection[str]) -> Collection[str]:
    for mark in marks:
        if mark not in MARKS:
            raise NinetkaError(
                f"a picture of 9AM or Mills can mark {listed(MARKS)}, not {quoted(mark)}"
            )
    return marks


def _state(drawn: Drawn) -> State:
    return cast("State", drawn)  # which stands on this module and is the only one


@attrs.frozen(kw_only=True)
class Picture:
    """What `State.to_svg` is asked for."""

    last_move: Move | None
    names: Sequence[str]
    title: str | None
    marks: Collection[str] = ()
    legend: bool = True
    size: int | None = None
    coordinates: bool = True
    highlights: Iterable[Field | int] = ()
    arrows: Iterable[tuple[Field | int, Field | int]] = ()
    targets: bool = False


def draw_svg(state: State, asked: Picture) -> Element:
    """The picture that `State.to_svg` gives."""
    if asked.last_move is not None:
        check_last(state, asked.last_move)
    names = [clean(name) for name in checked_names(state, asked.names)]
    players = labels(state, names)
    layout = Layout.of(state.board, bool(asked.coordinates))
    height = layout.height + (legend_height(state, layout) if asked.legend else 0)
    svg = frame(layout.width, height, asked.size, "group" if asked.targets else "img")
    SubElement(svg, "title").text = _heading(state, asked.title)
    SubElement(svg, "desc").text = _description(state, asked.last_move, players)
    # Where fields are controls the rest says nothing more than they and the description.
    seen = SubElement(svg, "g", {"aria-hidden": "true"}) if asked.targets else svg
    seen.append(_paper())
    seen.extend([*_marked_board(state, asked, layout)])
    if asked.legend:
        seen.extend([*legend(state, names, layout)])
    if asked.targets:
        svg.extend([*marks.targets(state, players, layout)])
    return svg


def _heading(state: State, title: str | None) -> str:
    return status(state, labels(state, [""] * state.players)) if title is None else clean(title)


def _description(state: State, last_move: Move | None, players: Sequence[str]) -> str:
    """What the picture shows, for those who cannot see it."""
    sentences = [status(state, players)]
    each = zip(state.seats, players, state.scores, strict=True)
    sentences += [f"{player}: {_holdings(state, seat, score)}" for seat, player, score in each]
    if last_move is not None:
        sentences.append(f"Last move: {last_move}")
    return ". ".join(sentences)


def _holdings(state: State, seat: Seat, score: Fraction) -> str:
    own = [field for field, owner in state.tokens.items() if owner is seat]
    parts = [f"tokens on {listed(own)}"] if own else []
    parts += [f"mill {'-'.join(map(str, line))}" for line in state.mills(seat)]
    if seat in state.expelled:
        parts.append("expelled")
    elif state.hands[seat]:
        parts.append(f"{state.hands[seat]} in hand")
    if state.ruleset.cards:
        parts.append(f"cards {state.cards[seat]}, points {score}")
    return ", ".join(parts)


def _paper() -> Element:
    look = {"class": "paper", "width": "100%", "height": "100%", "rx": "8", "fill": PAPER}
    return Element("rect", look)


def _marked_board(state: State, asked: Picture, layout: Layout) -> Iterator[Element]:
    """The board with mills and tokens, and what is marked below and above them."""
    yield board_element(layout)
    for seat in state.seats:
        for line in state.mills(seat):
            yield mill_element(layout, seat, line)
    if asked.coordinates:
        yield numbers_element(layout, "names" in asked.marks)
    yield from marks.highlights(asked.highlights, layout)
    for field, seat in state.tokens.items():
        yield token_element(layout.places[field], layout.radius, seat, field)
    if asked.last_move is not None:
        yield from marks.last_move(asked.last_move, layout)
    if "legal-moves" in asked.marks:
        yield from marks.legal_moves(state, layout)
    yield from marks.arrows(asked.arrows, layout)
