"""A state as text and as a picture. Nothing imports this module: it is loaded when first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ninetka.base.errors import NinetkaError
from ninetka.drawing import Picture, TextBoard, labels
from ninetka.drawing.svg import DARK, INK, Point, arrow, blank_picture, fit_text, label

from .moves import SQUARES, Square
from .state import Seat, State

MARKS: Final = ("legal-moves",)
"""What pictures can mark."""

_CELL: Final = 60
_MARGIN: Final = 30
_SIDE: Final = 3 * _CELL + 2 * _MARGIN
_FONT: Final = 15
_SHAPES: Final = {
    Seat.CROSSES: "M-17-17L17 17M-17 17L17-17",
    Seat.NOUGHTS: "M0-18A18 18 0 0 1 0 18A18 18 0 0 1 0-18",
}
_ACCENT: Final = "#b3541e"


def write(state: State, board: TextBoard[Square]) -> str:
    """The board as text, with the last move in brackets."""
    _check_last_move(state, board.last_move)
    lines: list[str] = []
    for row in range(3):
        squares = SQUARES[3 * row : 3 * row + 3]
        cells = [_cell(state, square, board.last_move) for square in squares]
        lines.append(f"{3 - row} {''.join(cells)}".rstrip())
    return "\n".join([*lines, "   a  b  c", _status(state, labels(state.seats, board.names))])


def _cell(state: State, square: Square, last_move: Square | None) -> str:
    seat = state.mark_at(square)
    mark = "." if seat is None else str(seat)
    return f"[{mark}]" if square is last_move else f" {mark} "


def draw(state: State, picture: Picture[Square, Square]) -> Element:
    """The board as a picture, with the last move in colour."""
    _check_last_move(state, picture.last_move)
    players = labels(state.seats, picture.names)
    svg, seen = blank_picture(
        picture,
        _SIDE,
        _SIDE + 2 * _FONT * picture.legend,
        title=f"Tic-tac-toe: {_status(state, [*map(str, state.seats)])}",
        description=f"{_status(state, players)}. Position: {state.to_text()}",
        paper="#fbfaf7",
    )
    seen.extend([*_board(state, picture)])
    if picture.legend:
        text = fit_text(_status(state, players), _SIDE / _FONT)
        seen.append(label(text, (_SIDE / 2, _SIDE + _FONT), "status", _FONT, DARK))
    if picture.targets:
        svg.extend([*_targets(state, players)])
    return svg


def _board(state: State, picture: Picture[Square, Square]) -> Iterator[Element]:
    low, high = _MARGIN + _CELL, _SIDE - _MARGIN - _CELL
    first, last = _MARGIN, _SIDE - _MARGIN
    lines = (
        f"M{low} {first}V{last}M{high} {first}V{last}M{first} {low}H{last}M{first} {high}H{last}"
    )
    yield Element("path", {"class": "grid", "d": lines, "stroke": INK, "stroke-width": "2"})
    for square in SQUARES:
        x, y = _middle(square)
        seat = state.mark_at(square)
        place = {"data-place": str(square), "transform": f"translate({x:g} {y:g})"}
        if seat is not None:
            colour = _ACCENT if square is picture.last_move else DARK
            look = {"d": _SHAPES[seat], "fill": "none", "stroke": colour, "stroke-width": "5"}
            piece = {"class": f"mark {seat}", "data-piece": str(seat), **place}
            yield Element("path", piece | look)
        elif "legal-moves" in picture.marks and not state.is_over:
            yield Element("circle", {"class": "legal", **place, "r": "5", "fill": _ACCENT})
    if picture.coordinates:
        for at, (letter, number) in enumerate(zip("abc", "321", strict=True)):
            middle = _MARGIN + _CELL * (at + 0.5)
            yield label(letter, (middle, _SIDE - 10), "coordinate")
            yield label(number, (_MARGIN / 2, middle + 5), "coordinate")
    for square in picture.highlights:
        yield _box(square, {"class": "highlight", "fill": _ACCENT, "fill-opacity": "0.2"})
    for start, end in picture.arrows:
        if start is end:
            raise NinetkaError(f"an arrow leads to another square, not from {start} to {end}")
        yield from arrow(_middle(start), _middle(end), "arrow", _ACCENT, 5)


def _targets(state: State, players: Sequence[str]) -> Iterator[Element]:
    """A transparent square over each place, which says what is there."""
    for square in SQUARES:
        target = _box(square, {"class": "target", "fill": "none", "pointer-events": "all"})
        seat = state.mark_at(square)
        content = "free" if seat is None else f"mark of {players[seat]}"
        SubElement(target, "title").text = f"{square}, {content}"
        yield target


def _box(square: Square, look: dict[str, str]) -> Element:
    x, y = (f"{centre - _CELL / 2:g}" for centre in _middle(square))
    size = {"width": str(_CELL), "height": str(_CELL)}
    return Element("rect", {"data-place": str(square), "x": x, "y": y, **size, **look})


def _middle(square: Square) -> Point:
    row, column = divmod(square.value, 3)
    return _MARGIN + _CELL * (column + 0.5), _MARGIN + _CELL * (row + 0.5)


def _status(state: State, players: Sequence[str]) -> str:
    if state.outcome is None:
        return f"{players[state.to_move]} to move"
    return "draw" if state.winner is None else f"won by {players[state.winner]}"


def _check_last_move(state: State, move: Square | None) -> None:
    if move is not None and state.mark_at(move) is not Seat(1 - state.to_move):
        raise NinetkaError(f"{move} was not the last move")
