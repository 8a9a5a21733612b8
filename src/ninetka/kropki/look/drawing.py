"""A State of Kropki as an SVG picture.

Every dot and every region is an element of its own, the same from move to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element

from ...base.messages import joined
from ...drawing.options import Picture, labels
from ...drawing.svg import DARK, INK, blank_picture, fit_text, label, legend_box, star, turn_mark
from ..board import LETTERS, Point
from ..moves import Move, Place
from ..regions import outermost
from ..rulesets import half_text
from ..scoring import Outcome, ended
from ..state import State
from ..texts import Say
from . import marks
from .layout import Layout
from .pieces import GRID, PAPER, dot_element, region_element, swallowed_element
from .text_board import points, regions_of, status
from .text_board import write as write

_BOARDS_KEPT: Final = 8
MARKS: Final = ("legal-moves", "legal-chains")
"""The marks of pictures: free points (K2), and tight chains that could be declared now (K5)."""

# Lengths of the legend, in the layout's units.
_GAP: Final = 8
_PADDING: Final = 6
_ROW: Final = 26
"""The height of the row with mark, dot and points."""
_DOT: Final = 22
"""The dot is as large as on a board with this distance between points."""
_NAME: Final = 13
"""The font size of names."""


def draw(state: State, picture: Picture[Move, Point]) -> Element:
    """The picture that `State.to_svg` writes; after an agreement or grounding, settled (K13, K20).

    The last move's dot is ringed, and the chains drawn with it are wider. Raises NinetkaError if it
    cannot have been the last move, for an ending that cannot be, for a point that is not on the
    board, or for an arrow from a point to itself.
    """
    outcome = state.outcome_if(picture.ending)
    size = state.ruleset.columns, state.ruleset.rows
    layout = Layout.of(*size, picture.size, bool(picture.coordinates), bool(picture.legend))
    svg, seen = blank_picture(
        picture,
        layout.width,
        layout.height + (_legend_height(picture.names, layout) if picture.legend else 0),
        title=Say.TITLE(status=status(state, outcome, [*map(str, state.seats)])),
        description=_description(state, outcome, picture),
        paper=PAPER,
    )
    seen.append(_grid(layout))
    if picture.coordinates:
        seen.append(_coordinates(layout))
    seen.extend([*_marked_board(state, picture, layout)])
    if picture.legend:
        seen.extend([*_legend(state, outcome, picture.names, layout)])
    if picture.targets:
        svg.extend(marks.targets(state, labels(state.seats, picture.names), layout))
    return svg


def _description(state: State, outcome: Outcome | None, picture: Picture[Move, Point]) -> str:
    """A summary for people who can't see the picture; listing every point would be too long."""
    players = labels(state.seats, picture.names)
    scored = Say.POINTS(points=points(state, outcome, players))
    sentences = [status(state, outcome, players), scored]
    if picture.last_move is not None:
        count = len(regions_of(state, picture.last_move))
        last = picture.last_move
        made = last.point if isinstance(last, Place) else last
        if count > 1:
            sentences.append(Say.LAST_MOVE_DREW(move=made, count=count))
        else:
            sentences.append((Say.LAST_MOVE_DREW_ONE if count else Say.LAST_MOVE)(move=made))
    return joined(sentences, ". ")


@lru_cache(_BOARDS_KEPT)
def _grid(layout: Layout) -> Element:
    over = 0.2 * layout.cell  # so that a board of one row or column shows where its points are
    left, top = layout.left - over, layout.margin - over
    across, down = layout.right + over - left, layout.bottom + over - top
    rows = (layout.margin + row * layout.cell for row in range(layout.rows))
    columns = (layout.left + column * layout.cell for column in range(layout.columns))
    path = "".join(f"M{left:g} {y}h{across:g}" for y in rows)
    path += "".join(f"M{x:g} {top:g}v{down:g}" for x in columns)
    return Element("path", {"class": "grid", "d": path, "fill": "none", "stroke": GRID})


@lru_cache(_BOARDS_KEPT)
def _coordinates(layout: Layout) -> Element:
    """Letters on all four sides (K14); if there is little room, only every second or third one."""
    group = Element("g", {"class": "coordinates"})
    away = 0.5 * layout.cell + 0.6 * layout.letter  # from a dot's middle to a letter's
    to_base = 0.35 * layout.letter  # from a letter's middle
    every = next(each for each in range(1, 100) if each * layout.cell >= 1.25 * layout.letter)
    places: list[tuple[int, float, float]] = []
    for column in range(0, layout.columns, every):
        across = layout.left + column * layout.cell
        places += [(column, across, layout.margin - away), (column, across, layout.bottom + away)]
    for row in range(0, layout.rows, every):
        down = layout.margin + row * layout.cell
        places += [(row, layout.left - away, down), (row, layout.right + away, down)]
    for number, x, y in places:
        group.append(label(LETTERS[number], (x, y + to_base), "coordinate", layout.letter))
    return group


def _marked_board(state: State, picture: Picture[Move, Point], layout: Layout) -> Iterator[Element]:
    """Regions and dots, and the marks below and above them."""
    shown = ended(state, picture.ending)
    outer = {id(region) for region in outermost(shown.regions, shown.board)}
    for region in shown.regions:
        # A region is lost inside another (K8) or by grounding (K20)
        kept = region.ring_on(shown.board).inside & shown.owned_masks[region.seat]
        element = region_element if id(region) in outer and kept else swallowed_element
        yield element(layout, region.seat, region.chain)
    yield from marks.highlights(picture.highlights, state.board, layout)
    if picture.last_move is not None:
        yield from marks.new_chains(state, picture.last_move, layout)
    if "legal-chains" in picture.marks:
        yield from marks.legal_chains(state, layout)
    for point, seat in state.dots.items():
        owner, at = shown.owner_of(point), layout.middle(point)
        is_dead, counts = owner is not None, owner is seat.other
        yield dot_element(at, layout.cell, seat, str(point), is_dead, counts)
    if isinstance(picture.last_move, Place):
        yield marks.last_move(picture.last_move, layout)
    if "legal-moves" in picture.marks:
        yield from marks.legal_moves(state, layout)
    yield from marks.pointing(picture.arrows, state.board, layout)


def _legend_height(names: Sequence[str], layout: Layout) -> int:
    """The height of the legend with the gap below it."""
    return round((_box_height(names) + _GAP) * layout.unit)


def _box_height(names: Sequence[str]) -> int:
    return _ROW + 2 * _PADDING + (_NAME + _PADDING if any(names) else 0)


def _legend(
    state: State, outcome: Outcome | None, names: Sequence[str], layout: Layout
) -> Iterator[Element]:
    """A box for each seat; that of the seat to move, or of the winner, stands out."""
    width, height = (layout.width / layout.unit - 3 * _GAP) / 2, _box_height(names)
    middle = _PADDING + _ROW / 2
    marked = state.to_move if outcome is None else outcome.winner
    for seat, name in zip(state.seats, names, strict=True):
        left = (_GAP + seat * (width + _GAP)) * layout.unit
        place = f"translate({left:g} {layout.height}) scale({layout.unit:g})"
        group = Element("g", {"class": f"seat {seat}", "transform": place})
        group.append(legend_box("box", width, height, marked=seat is marked))
        if seat is marked:
            group.append((turn_mark if outcome is None else star)(_PADDING + 11, middle))
        group.append(dot_element((_PADDING + 33, middle), _DOT, seat))
        group.append(label(str(seat), (_PADDING + 51, middle + 5), f"letter {seat}", 15, INK))
        score, at = half_text((outcome or state).scores[seat]), (_PADDING + 64, middle + 7)
        group.append(label(score, at, f"score {seat}", 20, DARK, anchor="start", bold=True))
        if name:
            shown, at = fit_text(name, (width - 2 * _PADDING) / _NAME), (_PADDING, height - 9)
            group.append(label(shown, at, "name", _NAME, DARK, anchor="start"))
        yield group
