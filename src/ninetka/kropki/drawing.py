"""A State to look at as an SVG picture.

The picture has no ids, scripts, styles or links, so any number of them can share one page. Its
classes say what each element is, and style sheets may give them other looks. Every dot and every
region is an element of its own, which stays the same from move to move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast
from xml.etree.ElementTree import Element, SubElement, tostring

import attrs

from ..drawing import Paint
from ..errors import NinetkaError, listed, quoted
from ..svg import clean, frame, label
from . import marks
from .board import LETTERS, Point
from .boards import checked_names, draw_text, labels, points, regions_of, status
from .colours import GRID, PAPER
from .layout import Layout
from .legend import legend, legend_height
from .moves import Place
from .pieces import dot_element, region_element, swallowed_element
from .regions import outermost

if TYPE_CHECKING:
    from .state import State

MARKS: Final = ("legal-moves", "legal-chains")
"""What pictures can mark: free points (K2), and tight chains that could be declared now (K5)."""


class Drawn:
    """What a State is as far as it can be looked at."""

    __slots__ = ()

    def to_board(
        self,
        *,
        last_move: Place | None = None,
        unicode: bool = False,
        names: Sequence[str] = (),
        paint: Paint | None = None,
    ) -> str:
        """The board as lines of text: coordinates, what is on each point, points, whose turn it is.

        Live dots are `x` and `o`, dead ones `X` and `O` (K8). Points without a dot that belong to
        the first player are `-`, to the second `=`; free ones are `.`. The dot of the `last_move`
        stands in brackets. In ASCII alone, or with dots of `unicode`; with colours as codes that
        terminals know, or without; with the players' `names` by seat, if they are given. A board of
        39 columns is 80 characters wide.

        Raises NinetkaError if the last move cannot have been that, or for too many names.
        """
        state = _state(self)
        return draw_text(state, last_move=last_move, unicode=unicode, names=names, paint=paint)

    def __str__(self) -> str:
        """`to_board` in ASCII without colours, wherever it is printed."""
        return self.to_board()

    def to_svg(
        self,
        *,
        last_move: Place | None = None,
        marks: Collection[str] = (),
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
        coordinates: bool = True,
        highlights: Iterable[Point] = (),
        arrows: Iterable[tuple[Point, Point]] = (),
        targets: bool = False,
    ) -> str:
        """The board as an SVG picture, which scales to any size; regions as drawn (K8).

        The `last_move` is ringed, and the chains drawn with it are thicker. The `marks` can be
        `legal-moves`, for the free points, and `legal-chains`, for the tight chains that the player
        to move could declare. The `legend` below gives each seat's dot, points and, by seat, its
        name of `names`. `title` is what screen readers say first. `size` is the width in pixels, at
        which texts can be read; without it the picture fills what it is put in. `coordinates` are
        the letters around the board; only some of them where all would be too small. `highlights`
        are points, and `arrows` pairs of points, to point at. `targets` is for pages whose points
        are controls: it lays a transparent element over each that says what is there.

        Raises NinetkaError if the last move cannot have been that, for too many names, a mark or a
        size that no picture has, a point that is not on the board or an arrow from a point to
        itself.
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
        self, *, last_move: Place | None = None, names: Sequence[str] = (), title: str | None = None
    ) -> Element:
        """The picture that `to_svg` writes, as an element that nobody may change.

        Dots and regions in it are the same objects as in other pictures. Raises NinetkaError as
        `to_svg` does.
        """
        return draw_svg(_state(self), Picture(last_move=last_move, names=names, title=title))

    def _repr_svg_(self) -> str:
        return self.to_svg(size=600)


def _checked_marks(marks: Collection[str]) -> Collection[str]:
    for mark in marks:
        if mark not in MARKS:
            raise NinetkaError(f"a picture of Kropki can mark {listed(MARKS)}, not {quoted(mark)}")
    return marks


def _state(drawn: Drawn) -> State:
    return cast("State", drawn)  # which stands on this module and is the only one


@attrs.frozen(kw_only=True)
class Picture:
    """What `State.to_svg` is asked for."""

    last_move: Place | None
    names: Sequence[str]
    title: str | None
    marks: Collection[str] = ()
    legend: bool = True
    size: int | None = None
    coordinates: bool = True
    highlights: Iterable[Point] = ()
    arrows: Iterable[tuple[Point, Point]] = ()
    targets: bool = False


def draw_svg(state: State, asked: Picture) -> Element:
    """The picture that `State.to_svg` gives."""
    names = [clean(name) for name in checked_names(asked.names)]
    ruleset = state.ruleset
    layout = Layout.of(
        ruleset.columns, ruleset.rows, asked.size, bool(asked.coordinates), bool(asked.legend)
    )
    height = layout.height + (legend_height(names, layout) if asked.legend else 0)
    svg = frame(layout.width, height, asked.size, "group" if asked.targets else "img")
    SubElement(svg, "title").text = _heading(state, asked.title)
    SubElement(svg, "desc").text = _description(state, asked.last_move, names)
    # Where points are controls the rest says nothing more than they and the description.
    seen = SubElement(svg, "g", {"aria-hidden": "true"}) if asked.targets else svg
    seen.append(_paper())
    seen.append(_grid(layout))
    if asked.coordinates:
        seen.append(_coordinates(layout))
    seen.extend([*_marked_board(state, asked, layout)])
    if asked.legend:
        seen.extend([*legend(state, names, layout)])
    if asked.targets:
        svg.extend([*marks.targets(state, labels(state, names), layout)])
    return svg


def _heading(state: State, title: str | None) -> str:
    return f"Kropki: {status(state, labels(state, ['', '']))}" if title is None else clean(title)


def _description(state: State, last_move: Place | None, names: Sequence[str]) -> str:
    """How the game stands, for those who cannot see it; what is where would be too much."""
    players = labels(state, names)
    sentences = [status(state, players), f"Points: {points(state, players)}"]
    if last_move is not None:
        count = len(regions_of(state, last_move))
        drawn = f", which draws {count} region{'s' * (count > 1)}" if count else ""
        sentences.append(f"Last move: {last_move.point}{drawn}")
    return ". ".join(sentences)


def _paper() -> Element:
    look = {"class": "paper", "width": "100%", "height": "100%", "rx": "8", "fill": PAPER}
    return Element("rect", look)


def _grid(layout: Layout) -> Element:
    over = 0.2 * layout.cell  # so that a board of one row or column shows where its points are
    left, top = layout.left - over, layout.margin - over
    across, down = layout.right + over - left, layout.bottom + over - top
    rows = (layout.margin + row * layout.cell for row in range(layout.rows))
    columns = (layout.left + column * layout.cell for column in range(layout.columns))
    path = "".join(f"M{left:g} {y}h{across:g}" for y in rows)
    path += "".join(f"M{x:g} {top:g}v{down:g}" for x in columns)
    return Element("path", {"class": "grid", "d": path, "fill": "none", "stroke": GRID})


def _coordinates(layout: Layout) -> Element:
    """Letters on all four sides (K14), as many as can stand side by side."""
    group = Element("g", {"class": "coordinates"})
    letter = layout.letter
    away = 0.5 * layout.cell + 0.6 * letter  # from a dot's middle to a letter's
    to_base = 0.35 * letter  # from a letter's middle
    for text, x in _thinned(layout, layout.left, layout.columns):
        for y in (layout.margin - away, layout.bottom + away):
            group.append(label(text, (x, y + to_base), "coordinate", letter))
    for text, y in _thinned(layout, layout.margin, layout.rows):
        for x in (layout.left - away, layout.right + away):
            group.append(label(text, (x, y + to_base), "coordinate", letter))
    return group


def _thinned(layout: Layout, start: float, count: int) -> Iterator[tuple[str, float]]:
    room = 1.25 * layout.letter
    every = next(every for every in range(1, 100) if every * layout.cell >= room)
    for number in range(0, count, every):
        yield LETTERS[number], start + number * layout.cell


def _marked_board(state: State, asked: Picture, layout: Layout) -> Iterator[Element]:
    """Regions and dots, and what is marked below and above them."""
    yield from _regions(state, layout)
    yield from marks.highlights(asked.highlights, state.board, layout)
    if asked.last_move is not None:
        yield from marks.new_chains(state, asked.last_move, layout)
    if "legal-chains" in asked.marks:
        yield from marks.legal_chains(state, layout)
    yield from _dots(state, layout)
    if asked.last_move is not None:
        yield marks.last_move(asked.last_move, layout)
    if "legal-moves" in asked.marks:
        yield from marks.legal_moves(state, layout)
    yield from marks.arrows(asked.arrows, state.board, layout)


def _regions(state: State, layout: Layout) -> Iterator[Element]:
    outer = {id(region) for region in outermost(state.regions, state.board)}
    for region in state.regions:
        element = region_element if id(region) in outer else swallowed_element
        yield element(layout, region.seat, region.chain)


def _dots(state: State, layout: Layout) -> Iterator[Element]:
    for point, seat in state.dots.items():
        owner = state.owner_of(point)
        yield dot_element(
            layout.at(point), layout.cell, seat, str(point),
            dead=owner is not None, counts=owner is seat.other,
        )  # fmt: skip
