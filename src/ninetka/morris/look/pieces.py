"""Drawings of the board, tokens and mills. Tokens have their owner's letter besides the colour.

The elements do not depend on what else is on the board and are the same objects from picture to
picture, which makes replay pages small and quick.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...drawing import svg
from ..board import Field, Line, Seat
from .layout import Layout

COLOURS: Final = ("#005fae", "#f2a900", "#c82d1e", "#7fd0f0", "#1c1c1c")
"""By seat: of tokens and mills."""
PAPER: Final = "#fdfcf8"
LINES: Final = "#8d8679"
"""Of the board's lines and free fields."""

_TOKENS_KEPT: Final = 4096
_MILLS_KEPT: Final = 1024
_SPECK: Final = 0.3
"""A free field's radius, like the widths below in radii of tokens."""
_LINE: Final = 0.14
_MILL: Final = 0.7
_RIM: Final = 0.14
_LETTER: Final = 1.35
"""The size of the font of letters."""


@lru_cache
def board_element(layout: Layout) -> Element:
    """The lines, edges and fields of the empty board."""
    group = Element("g", {"class": "board"})
    look = {"fill": "none", "stroke": LINES, "stroke-linejoin": "round"}
    lines = "".join(_path(layout, each) for each in (*layout.board.lines, *layout.board.edges))
    width = f"{_LINE * layout.radius:.2g}"
    SubElement(group, "path", {"class": "lines", "d": lines, "stroke-width": width, **look})
    for field, (x, y) in layout.places.items():
        place = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{_SPECK * layout.radius:.3g}"}
        kind = {"class": "field", "data-place": str(field)}
        SubElement(group, "circle", kind | place | {"fill": LINES})
    return group


@lru_cache
def numbers_element(layout: Layout, named: bool) -> Element:
    """The fields' names, or else their numbers, beside them."""
    group = Element("g", {"class": "coordinates"})
    size = layout.font
    for field, (x, y) in layout.numbers.items():
        text = layout.board.name_of(field) if named else str(field)
        group.append(svg.label(text, (x, round(y + 0.36 * size, 1)), "coordinate"))
        group[-1].set("font-size", f"{size:g}")
    return group


@lru_cache(_TOKENS_KEPT)
def token_element(at: svg.Point, radius: float, seat: Seat, field: Field | None = None) -> Element:
    """A token on a field or in the legend: a disc in the seat's colour, with its letter."""
    x, y = at
    group = Element("g", {"class": f"token {seat}", "data-piece": str(seat)})
    if field is not None:
        group.set("data-place", str(field))
    place = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius:g}"}
    rim = {"stroke": svg.DARK, "stroke-width": f"{_RIM * radius:.2g}"}
    SubElement(group, "circle", place | {"fill": COLOURS[seat], **rim})
    size = round(_LETTER * radius, 1)
    base, ink = (x, round(y + 0.34 * size, 1)), svg.ink_on(COLOURS[seat])
    group.append(svg.label(str(seat), base, "letter", fill=ink, bold=True))
    group[-1].set("font-size", f"{size:g}")
    return group


@lru_cache(_MILLS_KEPT)
def mill_element(layout: Layout, seat: Seat, line: Line) -> Element:
    """A mill (M3): a thick line in the seat's colour, with dark rims."""
    group = Element("g", {"class": f"mill {seat}", "fill": "none", "stroke-linejoin": "round"})
    width = _MILL * layout.radius
    rim = width + 2 * _RIM * layout.radius
    for colour, across in ((svg.DARK, rim), (COLOURS[seat], width)):
        look = {"stroke": colour, "stroke-width": f"{across:.3g}"}
        SubElement(group, "path", {"d": _path(layout, line), **look})
    return group


def _path(layout: Layout, line: Line) -> str:
    corners = (layout.places[field] for field in line)
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners)
