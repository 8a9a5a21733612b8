"""A state as text and as a picture. Nothing imports this module: it is loaded when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ninetka.drawing import Picture, TextBoard, labels
from ninetka.drawing import svg as parts
from ninetka.protocol.endings import Ending

from .board import Point, Seat
from .moves import Move, Place
from .state import State

MARKS: Final = ("legal-moves",)
"""What pictures can mark."""

_RADIUS: Final = 22
"""From the middle of a point to its corners."""
_WIDTH: Final = sqrt(3) * _RADIUS
_MARGIN: Final = 30
_FONT: Final = 15
_COLOURS: Final = {Seat.FIRST: "#b3541e", Seat.SECOND: "#1e5fb3"}
_PAPER: Final = "#fbfaf7"


def write(state: State, board: TextBoard[Move]) -> str:
    """The board as text, each row half a point further right; the last stone is a capital."""
    last = _last_stone(state, board.last_move)
    size = state.size
    lines = [f"   {' '.join(str(Point(0, column))[0] for column in range(size))}"]
    for row in range(size):
        cells = (_cell(state, Point(row, column), last) for column in range(size))
        lines.append(f"{' ' * row}{row + 1:>2} {' '.join(cells)}")
    return "\n".join([*lines, _status(state, labels(state.seats, board.names), board.ending)])


def _cell(state: State, point: Point, last: Point | None) -> str:
    seat = state.seat_at(point)
    stone = "." if seat is None else str(seat)
    return stone.upper() if point == last else stone


def draw(state: State, picture: Picture[Move, Point]) -> Element:
    """The board as a picture, with a ring on the last stone."""
    players = labels(state.seats, picture.names)
    size = state.size
    width = round(2 * _MARGIN + _WIDTH * (1.5 * size - 0.5))
    height = round(2 * _MARGIN + _RADIUS * (1.5 * size + 0.5))
    svg, seen = parts.blank_picture(
        picture,
        width,
        height + 2 * _FONT * picture.legend,
        title=f"Hex: {_status(state, [*map(str, state.seats)], picture.ending)}",
        description=f"{_status(state, players, picture.ending)}. Position: {state.to_text()}",
        paper=_PAPER,
    )
    seen.extend([*_board(state, picture)])
    if picture.legend:
        text = parts.fit_text(_status(state, players, picture.ending), width / _FONT)
        seen.append(parts.label(text, (width / 2, height + _FONT), "status", _FONT, parts.DARK))
    if picture.targets:
        svg.extend([*_targets(state, players)])
    return svg


def _board(state: State, picture: Picture[Move, Point]) -> Iterator[Element]:
    last = _last_stone(state, picture.last_move)
    marked = () if "legal-moves" not in picture.marks else map(str, state.legal_moves)
    free = {*marked}
    for point in state.points:
        yield _cell_of(point, {"class": "point", "fill": _PAPER, "stroke": parts.INK})
        x, y = _middle(point)
        place = {"data-place": str(point), "cx": f"{x:.1f}", "cy": f"{y:.1f}"}
        seat = state.seat_at(point)
        if seat is not None:
            piece = {"class": f"stone {seat}", "data-piece": str(seat), **place, "r": "15"}
            yield Element("circle", piece | _fill(seat))
        elif str(point) in free:
            yield Element("circle", {"class": "legal", **place, "r": "4", "fill": parts.INK})
        if point == last:
            ring = {"fill": "none", "stroke": parts.LIGHT, "stroke-width": "3"}
            yield Element("circle", {"class": "last", **place, "r": "8", **ring})
    yield from _sides(state.size)
    if picture.coordinates:
        yield from _coordinates(state.size)
    for point in picture.highlights:
        shine = {"class": "highlight", "fill": parts.ACCENT, "fill-opacity": "0.25"}
        yield _cell_of(point, shine)
    yield from parts.arrows(picture.arrows, _middle, parts.ACCENT, 5, place="point")


def _sides(size: int) -> Iterator[Element]:
    """The sides that the players have to connect, in their colours."""
    along, end = range(size), size - 1
    for seat, border, corners in (
        (Seat.FIRST, [Point(0, at) for at in along], (4, 5, 0)),
        (Seat.FIRST, [Point(end, at) for at in along], (3, 2, 1)),
        (Seat.SECOND, [Point(at, 0) for at in along], (4, 3, 2)),
        (Seat.SECOND, [Point(at, end) for at in along], (5, 0, 1)),
    ):
        line = parts.points(_corner(point, corner) for point in border for corner in corners)
        look = {"fill": "none", "stroke": _COLOURS[seat], "stroke-width": "4"}
        yield Element("polyline", {"class": f"side {seat}", "points": line, **look})


def _coordinates(size: int) -> Iterator[Element]:
    for at in range(size):
        x, y = _middle(Point(0, at))
        yield parts.label(str(Point(0, at))[0], (x, y - 1.3 * _RADIUS), "coordinate")
        x, y = _middle(Point(at, 0))
        yield parts.label(str(at + 1), (x - 1.4 * _RADIUS, y + 5), "coordinate")


def _targets(state: State, players: Sequence[str]) -> Iterator[Element]:
    """A transparent hexagon over each point, which says what is there."""
    for point in state.points:
        look = {"class": "target", "fill": "none", "pointer-events": "all"}
        target = _cell_of(point, {"data-place": str(point), **look})
        seat = state.seat_at(point)
        content = "free" if seat is None else f"stone of {players[seat]}"
        SubElement(target, "title").text = f"{point}, {content}"
        yield target


def _cell_of(point: Point, look: dict[str, str]) -> Element:
    corners = (_corner(point, corner) for corner in range(6))
    return Element("polygon", {"points": parts.points(corners), **look})


def _corner(point: Point, corner: int) -> parts.Point:
    """The corners of a point, clockwise from the upper right one."""
    x, y = _middle(point)
    angle = pi / 3 * corner - pi / 6
    return x + _RADIUS * cos(angle), y + _RADIUS * sin(angle)


def _middle(point: Point) -> parts.Point:
    x = _MARGIN + _WIDTH * (point.column + point.row / 2 + 0.5)
    return x, _MARGIN + _RADIUS * (1.5 * point.row + 1)


def _fill(seat: Seat) -> dict[str, str]:
    return {"fill": _COLOURS[seat]}


def _last_stone(state: State, move: Move | None) -> Point | None:
    """Where the last move has put a stone. Raises IllegalMoveError if it was another move."""
    if move is None:
        return None
    before = state.undo(move)
    return move.point if isinstance(move, Place) else Point.from_text(before.places_of(move)[1])


def _status(state: State, players: Sequence[str], ending: Ending | None) -> str:
    outcome = state.outcome_if(ending)
    if outcome is None:
        return f"{players[state.to_move]} to move"
    return f"won by {players[outcome.winner]}"
