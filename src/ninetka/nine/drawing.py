"""A State to look at as an SVG picture.

The picture has no ids, scripts, styles or links, so any number of them can share one page. Its
classes say what each element is, and style sheets may give them other looks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast
from xml.etree.ElementTree import Element, SubElement, tostring

import attrs

from ..errors import NinetkaError, listed, quoted
from ..svg import INK, clean, frame, label
from ..values import Value
from . import marks
from .boards import checked_names, draw_text, end_of, labels, status
from .layout import CELL, Layout
from .legend import legend, legend_height
from .moves import Move, Slide
from .pieces import box, shade, stone_element
from .rulesets import Ruleset, Seat
from .squares import COLUMNS, SIZE, SQUARES, Section, Square
from .symmetry import Symmetry

if TYPE_CHECKING:
    from .state import State

_MARGIN: Final = 32
_BARE_MARGIN: Final = 8
"""Without coordinates in it."""
_PAPER: Final = "#fbfaf7"
_FREE: Final = "#efece4"
_LINE: Final = "#b9b3a5"


MARKS: Final = ("legal-moves", "blocked")
"""What pictures can mark: moves, and stones that cannot slide (R8)."""


class Drawn(Value):
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
        """The board as lines of text: coordinates, sections, stones by letter, whose turn it is.

        The stone of the `last_move` stands in brackets. In ASCII alone, or with lines of
        `unicode`; with the ruleset's colours as codes that terminals know, or without; with the
        players' `names` by seat, if they are given.

        Raises IllegalMoveError if the last move cannot have been that, NinetkaError for too many
        names.
        """
        state = _state(self)
        return draw_text(state, last_move=last_move, colour=colour, unicode=unicode, names=names)

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
        orientation: Symmetry = Symmetry.IDENTITY,
        coordinates: bool = True,
        highlights: Iterable[Square] = (),
        arrows: Iterable[tuple[Square, Square]] = (),
        targets: bool = False,
    ) -> str:
        """The board as an SVG picture, which scales to any size; sections as held now (R11).

        `last_move` is shown by an arrow or a ring. The `marks` can be `legal-moves` and `blocked`,
        which is for stones that cannot slide (R8). The `legend` below gives each seat's stone,
        points and, by seat, its name of `names`. `title` is what screen readers say first. `size`
        is the width in pixels; without it the picture fills what it is put in. `orientation` turns
        or mirrors the board; squares keep their names, which `coordinates` show around it.
        `highlights` are squares, and `arrows` pairs of squares, to point at. `targets` is for pages
        whose squares are controls: it lays a transparent element over each that says what is there.

        Raises IllegalMoveError if the last move cannot have been that, and NinetkaError for too
        many names, a mark or a size that no picture has or an arrow from a square to itself.
        """
        options = Picture(
            last_move=last_move,
            marks=_checked_marks(marks),
            legend=legend,
            names=names,
            title=title,
            size=size,
            orientation=orientation,
            coordinates=coordinates,
            highlights=highlights,
            arrows=arrows,
            targets=targets,
        )
        return draw_svg(_state(self), options)

    def _repr_svg_(self) -> str:
        return self.to_svg(size=400)


def _checked_marks(marks: Collection[str]) -> Collection[str]:
    for mark in marks:
        if mark not in MARKS:
            raise NinetkaError(f"a picture of 9tka can mark {listed(MARKS)}, not {quoted(mark)}")
    return marks


def _state(drawn: Drawn) -> State:
    return cast("State", drawn)  # which stands on this module and is the only one


@attrs.frozen(kw_only=True)
class Picture:
    """What `State.to_svg` is asked for."""

    last_move: Move | None
    marks: Collection[str]
    legend: bool
    names: Sequence[str]
    title: str | None
    size: int | None
    orientation: Symmetry
    coordinates: bool
    highlights: Iterable[Square]
    arrows: Iterable[tuple[Square, Square]]
    targets: bool


def draw_svg(state: State, asked: Picture) -> str:
    """The picture that `State.to_svg` gives."""
    if asked.last_move is not None:
        state.undo(asked.last_move)
    names = [clean(name) for name in checked_names(state, asked.names)]
    layout = Layout(asked.orientation, _MARGIN if asked.coordinates else _BARE_MARGIN)
    height = layout.side + (legend_height(names) if asked.legend else 0)
    svg = frame(layout.side, height, asked.size, "group" if asked.targets else "img")
    SubElement(svg, "title").text = _heading(state, asked.title)
    SubElement(svg, "desc").text = _description(state, asked.last_move, names)
    # Where squares are controls the rest says nothing more than they and the description.
    seen = SubElement(svg, "g", {"aria-hidden": "true"}) if asked.targets else svg
    paper = {"class": "paper", "width": "100%", "height": "100%", "rx": "8", "fill": _PAPER}
    SubElement(seen, "rect", paper)
    seen.extend([*_board(state, layout), *(_coordinates(layout) if asked.coordinates else ())])
    seen.extend([*_marked_board(state, asked, layout)])
    if asked.legend:
        seen.extend([*legend(state, names, layout)])
    players, legal = labels(state, names), "legal-moves" in asked.marks
    svg.extend([*marks.targets(state, players, layout, legal=legal, every=asked.targets)])
    return tostring(svg, encoding="unicode")


def _heading(state: State, title: str | None) -> str:
    if title is None:
        return f"9tka: {status(state, labels(state, [''] * state.players))}"
    if not isinstance(title, str):
        raise NinetkaError(f"a title is a text, not {quoted(title)}")
    return clean(title)


def _description(state: State, last_move: Move | None, names: Sequence[str]) -> str:
    """What the picture shows, for those who cannot see it."""
    players = [
        f"{name} ({seat})" if name else f"Seat {seat}"
        for seat, name in zip(state.seats, names, strict=True)
    ]
    points = ", ".join(
        f"{player} {points}" for player, points in zip(players, state.scores, strict=True)
    )
    held = ", ".join(
        f"{section} {owner}" for section, owner in state.owners.items() if owner is not None
    )
    turn = (
        f"Won by {players[state.outcome.winner]}"
        if state.outcome
        else f"{players[state.to_move]} to move"
    )
    sentences = [
        f"{state.ruleset.name}, {state.players} players, {state.phase}",
        turn,
        f"Points: {points}",
        f"Sections held: {held or 'none'}",
    ]
    if last_move is not None:
        sentences.append(f"Last move: {_played_text(state, last_move)}")
    sentences.append(f"Position: {state.to_text()}")
    return ". ".join(sentences)


def _played_text(state: State, move: Move) -> str:
    return f"{move}-{end_of(state, move)}" if isinstance(move, Slide) else str(move)


def _board(state: State, layout: Layout) -> Iterator[Element]:
    for section, owner in state.owners.items():
        yield from _section(state.ruleset, section, owner, layout)
    thin = {"class": "grid", "d": _grid(layout), "fill": "none", "stroke": _LINE}
    thick = {"class": "border", "d": _borders(layout), "fill": "none", "stroke": INK}
    yield Element("path", thin)
    yield Element("path", thick | {"stroke-width": "2.5"})


def _section(
    ruleset: Ruleset, section: Section, owner: Seat | None, layout: Layout
) -> Iterator[Element]:
    x, y = layout.block(section.squares)
    side = 3 * CELL
    ground = _FREE if owner is None else _PAPER
    yield box(x, y, side, {"class": "section", "fill": ground})
    if owner is not None:
        yield from shade(ruleset, owner, x, y, side, "section")


def _grid(layout: Layout) -> str:
    low, high = layout.margin, layout.side - layout.margin
    first, last = low + CELL, high - CELL
    rim = "".join(f"M{first} {end}H{last}M{end} {first}V{last}" for end in (low, high))
    inside = range(first, last + 1, CELL)
    return rim + "".join(f"M{low} {each}H{high}M{each} {low}V{high}" for each in inside)


def _borders(layout: Layout) -> str:
    first, last = layout.margin + CELL, layout.side - layout.margin - CELL
    at = range(first, last + 1, 3 * CELL)
    return "".join(f"M{first} {each}H{last}M{each} {first}V{last}" for each in at)


def _coordinates(layout: Layout) -> Iterator[Element]:
    """Letters and numbers on all four sides, along which they run as the board is turned."""
    far = layout.side - layout.margin
    ranks = [(COLUMNS[at], SQUARES[at]) for at in range(SIZE)]
    ranks += [(str(at + 1), SQUARES[at * SIZE]) for at in range(SIZE)]
    upright = layout.middle(SQUARES[0])[0] == layout.middle(SQUARES[SIZE])[0]
    for at, (text, square) in enumerate(ranks):
        x, y = layout.middle(square)
        if (at < SIZE) == upright:
            places = [(x, layout.margin * 2 // 3), (x, far + layout.margin * 3 // 5)]
        else:
            places = [(layout.margin // 2, y + 5), (layout.side - layout.margin // 2, y + 5)]
        for place in places:
            yield label(text, place, "coordinate")


def _marked_board(state: State, asked: Picture, layout: Layout) -> Iterator[Element]:
    """The stones, and what is marked below and above them."""
    yield from marks.highlights(asked.highlights, layout)
    for square in SQUARES:
        stone = state.stone_at(square)
        if stone is not None:
            yield stone_element(state.ruleset, stone, layout.middle(square), str(square))
    if asked.last_move is not None:
        yield from marks.last_move(state, asked.last_move, layout)
    if "legal-moves" in asked.marks:
        yield from marks.legal_marks(state, layout)
    if "blocked" in asked.marks:
        yield from marks.blocked_marks(state, layout)
    yield from marks.arrows(asked.arrows, layout)
