"""Dots and regions as they are drawn, different for the two players even without colours.

The first player's dots are full, the second's have a hole; the hatching of their regions rises or
falls. A dot or region looks the same whatever else is on the board, and is the same object from
picture to picture, which makes replay pages small and fast.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...drawing import svg
from ..board import Seat
from ..chains import Chain, steps
from .layout import Layout

COLOURS: Final = ("#0a3a78", "#e2570e")
"""By seat: of live dots, chains and hatching."""
FADED: Final = ("#8aa3cb", "#eea67f")
"""By seat: of dead dots."""
GROUNDS: Final = ("#3d8bff", "#ff8a3d")
"""By seat: of regions, where most of the paper shows through."""
TINTS: Final = ("#b9cdf0", "#fcd9b4")
"""By seat: the ground of its points on boards of text."""
PAPER: Final = "#fdfcf8"
GRID: Final = "#a9bccb"

_DOTS_KEPT: Final = 8192
"""Enough for all dots of a large game, live and dead."""
_REGIONS_KEPT: Final = 1024
# Lengths in distances between points:
_RADIUS: Final = 0.38
"""The radius of a dot."""
_RING: Final = 0.19
"""The width of the ring that the second player's dots are."""
_OUTLINE: Final = 0.13
_DASHES: Final = 0.1
_THIN: Final = 0.08
_CROSS: Final = 0.46
"""The width and height of the cross on a captured dot."""


@lru_cache(_DOTS_KEPT)
def dot_element(
    at: svg.Point, cell: int, seat: Seat, name: str = "", dead: bool = False, counts: bool = False
) -> Element:
    """A dot: a disc or a ring; faded if `dead`, crossed out if it `counts` for the opponent.

    `at` is its middle, and `cell` the width of a cell. `name` is its point's, for pages.
    """
    x, y = (f"{each:g}" for each in at)
    kind = f"dot {seat}{' dead' * dead}{' captured' * counts}"
    named = {"class": kind, "data-piece": str(seat)} | ({"data-place": name} if name else {})
    colour = (FADED if dead else COLOURS)[seat]
    disc = {"cx": x, "cy": y, "fill": colour, "r": f"{_RADIUS * cell:g}"}
    if seat is Seat.SECOND:
        ring = {"stroke": colour, "stroke-width": f"{_RING * cell:g}"}
        disc |= {"fill": PAPER, "r": f"{(_RADIUS - _RING / 2) * cell:g}", **ring}
    if not counts:
        return Element("circle", named | disc)
    group = Element("g", named)
    SubElement(group, "circle", disc)
    side, half = f"{_CROSS * cell:g}", f"{_CROSS / 2 * cell:g}"
    cross = f"M{x} {y}m-{half}-{half}l{side} {side}m0-{side}l-{side} {side}"
    line = {"stroke": svg.DARK, "stroke-width": f"{_THIN * cell:g}", "fill": "none"}
    SubElement(group, "path", {"d": cross, **line})
    return group


@lru_cache(_REGIONS_KEPT)
def region_element(layout: Layout, seat: Seat, chain: Chain) -> Element:
    """A region's ground with the hatching of its seat, and its chain around it (K8)."""
    group = Element("g", {"class": f"region {seat}"})
    area = {"fill": GROUNDS[seat], "fill-opacity": "0.25", "d": chain_path(layout, chain)}
    SubElement(group, "path", area | _line(seat, _OUTLINE * layout.cell))
    lines = {"class": f"hatch {seat}", "d": _hatch(layout, seat, chain), "fill": "none"}
    SubElement(group, "path", lines | _line(seat, _THIN * layout.cell) | {"stroke-opacity": "0.4"})
    return group


@lru_cache(_REGIONS_KEPT)
def swallowed_element(layout: Layout, seat: Seat, chain: Chain) -> Element:
    """A region that lies in another (K8): only its chain, thin and dashed."""
    dashes = _line(seat, _DASHES * layout.cell) | {"stroke-dasharray": f"{0.2 * layout.cell:g}"}
    path = {"class": f"region {seat} swallowed", "d": chain_path(layout, chain), "fill": "none"}
    return Element("path", path | dashes)


def _line(seat: Seat, width: float) -> dict[str, str]:
    return {"stroke": COLOURS[seat], "stroke-width": f"{width:g}", "stroke-linejoin": "round"}


def chain_path(layout: Layout, chain: Chain) -> str:
    """The polygon of a chain."""
    x, y = layout.middle(chain[0])
    sides = [
        f"l{(to.column - at.column) * layout.cell} {(to.row - at.row) * layout.cell}"
        for at, to in steps(chain)
    ]
    return f"M{x:g} {y:g}{''.join(sides[:-1])}Z"


def _hatch(layout: Layout, seat: Seat, chain: Chain) -> str:
    """Lines across a polygon, one between each two diagonals of points, rising or falling."""
    slant = 1 if seat is Seat.FIRST else -1  # column + slant * row is the same along a line
    crossings: dict[float, list[float]] = {}
    for one, other in steps(chain):
        start, end = sorted((each.column + slant * each.row, each.column) for each in (one, other))
        for number in range(start[0], end[0]):
            share = (number + 0.5 - start[0]) / (end[0] - start[0])
            crossings.setdefault(number + 0.5, []).append(start[1] + share * (end[1] - start[1]))
    path, cell = "", layout.cell
    for line, columns in sorted(crossings.items()):
        ends = iter(sorted(columns))
        for first, last in zip(ends, ends, strict=True):
            x, y = layout.left + first * cell, layout.margin + slant * (line - first) * cell
            length = (last - first) * cell
            path += f"M{x:g} {y:g}l{length:g} {-slant * length:g}"
    return path
