"""The legend below the board: stones, shades, points and names; whose turn it is or who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from ...drawing.svg import DARK, fitting, label, legend_box, star, turn_mark
from ..board import Seat
from ..rulesets import Ruleset
from ..scoring import Outcome
from ..state import State
from .layout import CELL, Layout
from .pieces import shade, stone_element

_GAP: Final = 8
_PADDING: Final = 6
_NAME: Final = 13
"""The size of the font of names."""


def legend_height(names: Sequence[str]) -> int:
    """The height of the legend, with the gap below it."""
    return _box_height(names) + _GAP


def _box_height(names: Sequence[str]) -> int:
    return CELL + 2 * _PADDING + (_NAME + _PADDING if any(names) else 0)


def legend(
    state: State, outcome: Outcome | None, names: Sequence[str], layout: Layout
) -> Iterator[Element]:
    """A box for each seat; the one to move, or the winner, stands out."""
    width = (layout.side - (state.players + 1) * _GAP) / state.players
    height, top = _box_height(names), layout.side
    marked = state.to_move if outcome is None else outcome.winner
    scores = (outcome or state).scores
    for seat, name in zip(state.seats, names, strict=True):
        left = _GAP + seat * (width + _GAP)
        yield legend_box(f"seat {seat}", width, height, (left, top), marked=seat is marked)
        if seat is marked:
            mark = turn_mark if outcome is None else star
            yield mark(left + _PADDING + 11, top + _PADDING + CELL // 2)
        yield from _points(state.ruleset, seat, scores[seat], left + _PADDING + 24, top + _PADDING)
        if name:
            shown = fitting(name, (width - 2 * _PADDING) / _NAME)
            base = (left + _PADDING, top + height - _PADDING - 3)
            yield label(shown, base, f"name {seat}", _NAME, DARK, anchor="start")


def _points(ruleset: Ruleset, seat: Seat, points: int, x: float, y: float) -> Iterator[Element]:
    """A seat's stone on its shade, and its points."""
    middle = y + CELL // 2
    yield from shade(ruleset, seat, x, y, CELL, "key")
    yield stone_element(ruleset, seat, (x + CELL // 2, middle))
    at = (x + CELL + 17, middle + 7)
    yield label(str(points), at, f"score {seat}", 20, DARK, bold=True)
