"""The legend below the board: each player's dot, points and name, whose turn it is or who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from ...drawing.svg import DARK, INK, fitting, label, legend_box, star, turn_mark
from ..rulesets import half_text
from ..scoring import Outcome
from ..state import State
from .layout import Layout
from .pieces import dot_element

# Lengths are in the layout's units.
_GAP: Final = 8
_PADDING: Final = 6
_ROW: Final = 26
"""The height of the row with mark, dot and points."""
_DOT: Final = 22
"""The dot is as large as on a board with this distance between points."""
_NAME: Final = 13
"""The font size of names."""


def legend_height(names: Sequence[str], layout: Layout) -> int:
    """The height of the legend with the gap below it."""
    return round((_box_height(names) + _GAP) * layout.unit)


def _box_height(names: Sequence[str]) -> int:
    return _ROW + 2 * _PADDING + (_NAME + _PADDING if any(names) else 0)


def legend(
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
            shown, at = fitting(name, (width - 2 * _PADDING) / _NAME), (_PADDING, height - 9)
            group.append(label(shown, at, "name", _NAME, DARK, anchor="start"))
        yield group
