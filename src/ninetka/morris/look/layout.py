"""The layout of a picture, in units of its viewBox from the top left corner.

Pictures can be read on a telephone, about 360 pixels wide. A crowded board makes the picture wider
and its texts larger in proportion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, sin, sqrt
from typing import Final, TypeAlias, final

import attrs

from ...base.frozenmap import FrozenMap
from ...drawing.svg import Point
from ..board import FIELDS, Board, Field

Segment: TypeAlias = tuple[Point, Point]

WIDTH: Final = 400
"""The least width of a picture, and the width of a legend."""
_SPACING: Final = 22
"""The least distance between fields."""
_MAX_RADIUS: Final = 16
"""Of tokens; smaller if fields are close to each other."""
_FONT: Final = 11
"""The font size of numbers in a picture of the least width: 10 pixels on a telephone."""
_TOKEN_SHARE: Final = 0.41
"""A token's radius at most, in distances between the two closest fields."""
_RING: Final = 1.3
"""The radius of a ring around a token, in radii of the token."""
_MILL: Final = 0.5
"""The width of a mill on either side of its line, in radii of a token."""
_DIRECTIONS: Final = 16
"""In which a number may be placed from its field."""
_ENOUGH: Final = 0.65
"""Room around a number that is as good as any more, in font sizes."""


@final
@attrs.frozen(eq=False)
class Layout:
    """A board in a picture. `Layout.of` returns the same layout for the same board."""

    board: Board
    places: Mapping[Field, Point]
    """The middle of each field."""
    numbers: Mapping[Field, Point]
    """The middle of each field's number."""
    radius: float
    """Of tokens."""
    font: float
    """The font size of numbers."""
    width: int
    height: int
    """Of the board with its margins."""

    @property
    def unit(self) -> float:
        """A unit of the legend in units of the picture, at least 1."""
        return self.width / WIDTH

    @staticmethod
    def of(board: Board, coordinates: bool) -> Layout:
        """The layout of a board, with or without numbers beside its fields."""
        return _laid_out(board, (board.places, board.names, board.ring_fields), coordinates)


@lru_cache
def _laid_out(board: Board, shown: tuple[object, ...], coordinates: bool) -> Layout:
    """The layout of a board; `shown` is how it looks, which may differ for equal boards."""
    spots = board.places or _circle(board.fields)
    right, down = (max(spot[at] for spot in spots.values()) for at in (0, 1))
    left, up = (min(spot[at] for spot in spots.values()) for at in (0, 1))
    nearest = min(
        dist(one, other)
        for at, one in enumerate(spots.values())
        for other in [*spots.values()][:at]
    )
    share = 1.5 * _FONT / WIDTH if coordinates else 0  # of the width, for numbers on a side
    side = WIDTH * (1 - 2 * share) - 2 * _edge(_MAX_RADIUS)
    scale = max(side / max(right - left, down - up), _SPACING / nearest)
    radius = round(min(_MAX_RADIUS, _TOKEN_SHARE * nearest * scale), 1)
    fitting = ((right - left) * scale + 2 * _edge(radius)) / (1 - 2 * share)
    width = max(round(fitting), WIDTH)
    margin = _edge(radius) + share * width
    places = {
        field: (
            round(width / 2 + (x - (left + right) / 2) * scale, 1),
            round(margin + (y - up) * scale, 1),
        )
        for field, (x, y) in spots.items()
    }
    font = round(_FONT * width / WIDTH, 1)
    return Layout(
        board,
        FrozenMap(places),
        FrozenMap(_numbers(board, places, radius, font)),
        radius,
        font,
        width,
        height=round((down - up) * scale + 2 * margin),
    )


def _edge(radius: float) -> float:
    """The distance from a token's middle to the edge or to numbers, with room for a ring."""
    return _RING * radius + 2


def _circle(fields: int) -> dict[Field, Point]:
    """Evenly on a circle, clockwise from the top."""
    turns = (2 * pi * at / fields for at in range(fields))
    return {
        field: (sin(turn), -cos(turn)) for field, turn in zip(FIELDS[:fields], turns, strict=True)
    }


def segments(board: Board, places: Mapping[Field, Point]) -> Iterator[Segment]:
    """The lines and edges from field to field."""
    for joined in (*board.lines, *board.edges):
        for start, end in pairwise(joined):
            yield places[start], places[end]


def _numbers(
    board: Board, places: Mapping[Field, Point], radius: float, size: float
) -> dict[Field, Point]:
    """Places beside the fields, where lines, fields and other numbers leave most room."""
    found: dict[Field, Point] = {}
    hindrances = [(line, _MILL * radius) for line in segments(board, places)]
    hindrances += [((at, at), radius) for at in places.values()]
    far = 4 * radius + 3 * size
    for field, at in places.items():
        near = [
            (line, wide)
            for line, wide in hindrances
            if line != (at, at) and _distance(at, line) < far
        ]
        room = partial(_room, hindrances=near, enough=_ENOUGH * size)
        spot = max(_spots(board, places, field, radius, size), key=room)
        found[field] = spot
        hindrances.append(((spot, spot), 0.8 * size))
    return found


def _room(spot: Point, hindrances: Sequence[tuple[Segment, float]], enough: float) -> float:
    """The distance from a point to the nearest hindrance, at most `enough`."""
    return round(min(enough, *(_distance(spot, line) - wide for line, wide in hindrances)), 1)


def _spots(
    board: Board, places: Mapping[Field, Point], field: Field, radius: float, size: float
) -> Iterator[Point]:
    """Places for a field's number that leave room for a ring around its token; outward first."""
    x, y = places[field]
    middle_x, middle_y = (sum(axis) / board.fields for axis in zip(*places.values(), strict=True))
    innermost = any(field in ring for ring in board.ring_fields[2:])
    # In the centre these are 0 up to rounding, whose sign differs between systems
    off_x, off_y = (round(off, 6) + 0.0 for off in (x - middle_x, y - middle_y))
    outward = atan2(off_y, off_x) + pi * innermost
    length = max(len(str(field)), len(board.name_of(field)))
    across, down = 0.3 * length * size, 0.36 * size
    for turn in sorted(range(_DIRECTIONS), key=lambda turn: min(turn, _DIRECTIONS - turn)):
        right, below = (each(outward + 2 * pi * turn / _DIRECTIONS) for each in (cos, sin))
        away = _away(abs(right), abs(below), across, down, _RING * radius)
        yield x + away * right, y + away * below


def _away(right: float, below: float, across: float, down: float, radius: float) -> float:
    """The distance, in a direction, between the middles of a disc and of a box that touches it.

    The box extends `across` to each side of its middle, and `down` above and below it.
    """
    if (radius + across) * below <= down * right:
        return (radius + across) / right
    if (radius + down) * right <= across * below:
        return (radius + down) / below
    along = right * across + below * down  # a corner of the box touches the disc
    return along + sqrt(along**2 + radius**2 - across**2 - down**2)


def _distance(at: Point, line: Segment) -> float:
    """The distance from a point to a segment, which may be a single point."""
    (x, y), ((x1, y1), (x2, y2)) = at, line
    dx, dy = x2 - x1, y2 - y1
    share = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy or 1)
    share = min(max(share, 0), 1)
    return hypot(x - x1 - share * dx, y - y1 - share * dy)
