"""The layout of squares, with stones and shades that can be told apart without colours.

The colours of the nestorgames set are of the palette that Okabe and Ito chose for people with any
colour vision ("Color Universal Design", 2002).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, SubElement

import attrs

from ...drawing.svg import DARK, Point, ink_on, label
from ..board import NEUTRAL, SIZE, Seat, Square, Stone
from ..rulesets import NESTORGAMES, Ruleset
from ..symmetry import Symmetry

CELL: Final = 40
"""The side of a square, in units of the picture's viewBox."""

PALETTE: Final[Mapping[str, str]] = {
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "orange": "#e69f00",
    "green": "#009e73",
    "red": "#d55e00",
    "black": "#2b2b2b",
    "purple": "#cc79a7",
    "pink": "#cc79a7",
    "cyan": "#56b4e9",
    "white": "#ffffff",
    "grey": "#999999",
    "gray": "#999999",
    "brown": "#7a4a1e",
}
"""By the name that a ruleset gives a colour (R4): how it is shown."""
PAPER: Final = "#fbfaf7"
FREE: Final = "#efece4"
"""The ground of sections that nobody has conquered."""
GRID: Final = "#b9b3a5"
"""Of the lines between squares."""

_HEX: Final = re.compile("#[0-9a-f]{6}")
_STONES_KEPT: Final = 4096
_SHAPES: Final[Mapping[Stone, tuple[str, dict[str, str]]]] = {
    NEUTRAL: ("circle", {"r": "12"}),
    Seat.FIRST: ("circle", {"r": "16"}),
    Seat.SECOND: ("rect", {"x": "-14.5", "y": "-14.5", "width": "29", "height": "29", "rx": "3"}),
    Seat.THIRD: ("path", {"d": "M0-18L18 13H-18Z"}),
    Seat.FOURTH: ("path", {"d": "M0-19L19 0L0 19L-19 0Z"}),
}


@attrs.frozen
class Layout:
    """The board turned or mirrored, with a margin around it."""

    orientation: Symmetry
    margin: int

    @property
    def side(self) -> int:
        """The width and height of the board with its margins."""
        return SIZE * CELL + 2 * self.margin

    def corner(self, square: Square) -> tuple[int, int]:
        """The top left corner of a square."""
        seen = self.orientation.square(square)
        return self.margin + seen.column * CELL, self.margin + (SIZE - 1 - seen.row) * CELL

    def middle(self, square: Square) -> tuple[int, int]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL // 2, y + CELL // 2

    def block(self, squares: Iterable[Square]) -> tuple[int, int]:
        """The top left corner of a block of squares."""
        corners = [self.corner(square) for square in squares]
        return min(x for x, _ in corners), min(y for _, y in corners)


def colour_of(ruleset: Ruleset, stone: Stone) -> str:
    """The colour a stone is shown in, as `#rrggbb`.

    A ruleset names colours of the palette or gives `#rrggbb`; for any other name, the stone has its
    colour in the nestorgames set.
    """
    name = _name(ruleset, stone).lower()
    if _HEX.fullmatch(name):
        return name
    return PALETTE.get(name) or PALETTE[_name(NESTORGAMES, stone)]


def _name(ruleset: Ruleset, stone: Stone) -> str:
    return ruleset.neutral_colour if stone is NEUTRAL else ruleset.colours[Seat(stone)]


def stone_element(ruleset: Ruleset, stone: Stone, at: Point, name: str = "") -> Element:
    """A stone in its colour, with its own shape and letter; a neutral has a cross.

    `at` is its middle, and `name` the name of its square, for pages. It is the same object from
    picture to picture.
    """
    return _stone(colour_of(ruleset, stone), stone, at, name)


@lru_cache(_STONES_KEPT)
def _stone(colour: str, stone: Stone, at: Point, name: str) -> Element:
    ink = ink_on(colour)
    x, y = at
    place = {"transform": f"translate({x:g} {y:g})"}
    group = Element("g", {"class": f"stone {stone}", "data-piece": str(stone), **place})
    if name:
        group.set("data-place", name)
    shape, size = _SHAPES[stone]
    look = {"fill": colour, "stroke": DARK, "stroke-width": "1.5", "stroke-linejoin": "round"}
    SubElement(group, shape, size | look)
    if stone is NEUTRAL:
        cross = {"d": "M-5-5L5 5M-5 5L5-5", "stroke": ink, "stroke-width": "3"}
        SubElement(group, "path", {**cross, "stroke-linecap": "round"})
    else:
        middle = 8 if stone is Seat.THIRD else 6
        group.append(label(str(stone), (0, middle), "letter", 18, ink, bold=True))
    return group


def shade(
    ruleset: Ruleset, owner: Seat, x: float, y: float, side: int, kind: str
) -> Iterator[Element]:
    """The shade of a conquered section (R11): the owner's colour, hatched in a way of its own.

    `x` and `y` are its top left corner, `side` its width, and `kind` its CSS class.
    """
    colour = {"fill": colour_of(ruleset, owner), "fill-opacity": "0.38"}
    yield box(x, y, side, {"class": f"{kind} {owner}", **colour})
    hatch = {"stroke": DARK, "stroke-opacity": "0.28", "fill": "none"}
    yield Element("path", {"class": f"hatch {owner}", "d": _hatch(owner, x, y, side), **hatch})


def box(x: float, y: float, side: float, look: dict[str, str]) -> Element:
    """A square in a picture, given its top left corner, its side and its look."""
    place = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{side:g}", "height": f"{side:g}"}
    return Element("rect", look | place)


def _hatch(owner: Seat, x: float, y: float, side: int) -> str:
    steps = range(8, side, 8)
    if owner is Seat.FIRST:
        return "".join(f"M{x:g} {y + step:g}h{side}" for step in steps)
    if owner is Seat.SECOND:
        return "".join(f"M{x + step:g} {y:g}v{side}" for step in steps)
    rising = owner is Seat.THIRD
    start, dy = (y, -1) if rising else (y + side, 1)
    path = ""
    for step in range(12, 2 * side, 12):
        near, far = min(step, side), max(step - side, 0)
        # from the left or, past the corner, the bottom (top) edge to the opposite one
        path += f"M{x + far:g} {start - dy * near:g}L{x + near:g} {start - dy * far:g}"
    return path
