"""Below the board: players with dot, points and name; whose turn it is or who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element

from ..svg import DARK, INK, fitting, label, star, turn_mark
from .board import Seat
from .layout import Layout
from .pieces import dot_element

if TYPE_CHECKING:
    from .state import State

# Lengths are in the layout's units.
_GAP: Final = 8
_PADDING: Final = 6
_ROW: Final = 26
"""How high the row of mark, dot and points is."""
_DOT: Final = 22
"""The dot is as large as on a board with so much from point to point."""
_NAME: Final = 13
"""The size of the font of names."""
_BORDER: Final = "#8d8679"
"""Seen on light and on dark pages."""


def legend_height(names: Sequence[str], layout: Layout) -> int:
    """How high the legend is, with the gap below it."""
    return round((_box_height(names) + _GAP) * layout.unit)


def _box_height(names: Sequence[str]) -> int:
    return _ROW + 2 * _PADDING + (_NAME + _PADDING if any(names) else 0)


def legend(state: State, names: Sequence[str], layout: Layout) -> Iterator[Element]:
    """A box for each seat; that of the seat to move, or of the winner, stands out."""
    width = (layout.width / layout.unit - 3 * _GAP) / 2
    marked = state.to_move if state.outcome is None else state.outcome.winner
    for seat, name in zip(state.seats, names, strict=True):
        left = (_GAP + seat * (width + _GAP)) * layout.unit
        place = f"translate({left:g} {layout.height}) scale({layout.unit:g})"
        group = Element("g", {"class": f"seat {seat}", "transform": place})
        group.append(_box(width, _box_height(names), seat is marked))
        middle = _PADDING + _ROW / 2
        if seat is marked:
            group.append((star if state.is_over else turn_mark)(_PADDING + 11, middle))
        group.extend(_points(state, seat, middle))
        if name:
            group.append(_name(name, width, _box_height(names)))
        yield group


def _box(width: float, height: int, marked: bool) -> Element:
    look = {"class": "box", "fill": "none", "rx": "5", "stroke": _BORDER}
    look |= {"stroke-width": "3"} if marked else {"stroke-opacity": "0.4"}
    return Element("rect", look | {"width": f"{width:g}", "height": str(height)})


def _points(state: State, seat: Seat, middle: float) -> Iterator[Element]:
    """A seat's dot, its letter and its points."""
    yield dot_element((_PADDING + 33, middle), _DOT, seat)
    yield label(str(seat), (_PADDING + 51, middle + 5), f"letter {seat}", 15, INK)
    score = label(str(state.scores[seat]), (_PADDING + 64, middle + 7), f"score {seat}", 20, DARK)
    score.set("text-anchor", "start")
    score.set("font-weight", "bold")
    yield score


def _name(name: str, width: float, height: int) -> Element:
    shown = fitting(name, (width - 2 * _PADDING) / _NAME)
    element = label(shown, (_PADDING, height - _PADDING - 3), "name", _NAME, DARK)
    element.set("text-anchor", "start")
    return element
