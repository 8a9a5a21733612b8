"""Marks on the board: the last move, possible moves, what the caller points at, and controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...drawing.svg import ACCENT, DARK, Point, arrow, arrows
from ..board import LINES, NEUTRAL, SQUARES, Seat, Square, as_square
from ..moves import Move, Pass, Slide
from ..state import State
from .layout import CELL, Layout
from .pieces import box
from .text_board import end_of

_POINTED: Final = "#12355b"
_TARGETS_KEPT: Final = 2048


def last_move(state: State, move: Move, layout: Layout) -> Iterator[Element]:
    """An arrow along a slide, or a ring around a placed stone; a pass leaves no mark."""
    end = end_of(state, move)
    if isinstance(move, Pass) or end is None:
        return
    x, y = layout.middle(move.square)
    place = {"class": "last-move", "cx": str(x), "cy": str(y)}
    if isinstance(move, Slide):
        yield from arrow(
            (x, y), _short_of(layout.middle(end), (x, y), 17), "last-move", ACCENT, 3.5
        )
        yield Element("circle", place | {"r": "5", "fill": ACCENT})
    else:
        ring = {"r": "18.5", "stroke": ACCENT, "stroke-width": "3.5", "fill": "none"}
        yield Element("circle", place | ring)


def _short_of(end: Point, start: Point, distance: float) -> Point:
    """The point at this distance before the end of a line along a row or column."""
    (x, y), (from_x, from_y) = end, start
    return x - _sign(x - from_x) * distance, y - _sign(y - from_y) * distance


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def legal_moves(state: State, layout: Layout) -> Iterator[Element]:
    """A dot where a stone may be placed; a ring on each stone that can slide and where it stops."""
    for move in state.legal_moves:
        if isinstance(move, Slide):
            yield _ring(move.square, layout, {"r": "18.5", "stroke-dasharray": "4 3"})
        elif not isinstance(move, Pass):
            yield _ring(move.square, layout, {"r": "5", "stroke-width": "2"})
    for end in _slide_ends(state):
        yield _ring(end, layout, {"r": "6", "stroke-width": "2"})


def _ring(square: Square, layout: Layout, look: dict[str, str]) -> Element:
    x, y = layout.middle(square)
    mark = {"class": "legal", "data-square": str(square), "cx": str(x), "cy": str(y)}
    return Element("circle", mark | {"fill": "none", "stroke": DARK, "stroke-width": "2.5"} | look)


def _slide_ends(state: State) -> dict[Square, list[Square]]:
    """By square where legal slides end: the squares where they start."""
    ends: dict[Square, list[Square]] = {}
    for move in state.legal_moves:
        if isinstance(move, Slide) and (end := state.target(move.square)):
            ends.setdefault(end, []).append(move.square)
    return {end: ends[end] for end in sorted(ends, key=lambda square: square.index)}


def blocked(state: State, layout: Layout) -> Iterator[Element]:
    """A bar before each rim stone whose neighbouring inner square is taken (R8)."""
    for line in LINES.values():
        if state.stone_at(line.start) is not None and state.stone_at(line.squares[0]) is not None:
            (x, y), (to_x, to_y) = layout.middle(line.start), layout.middle(line.squares[0])
            dx, dy = _sign(to_x - x), _sign(to_y - y)
            at_x, at_y = x + dx * CELL // 2, y + dy * CELL // 2
            ends = f"M{at_x - 13 * dy} {at_y - 13 * dx}L{at_x + 13 * dy} {at_y + 13 * dx}"
            look = {"stroke": ACCENT, "stroke-width": "6", "stroke-linecap": "round"}
            yield Element(
                "path", {"class": "blocked", "data-square": str(line.start), "d": ends, **look}
            )


def highlights(squares: Iterable[Square], layout: Layout) -> Iterator[Element]:
    """The squares that the caller points at."""
    look = {"fill": _POINTED, "fill-opacity": "0.2", "stroke": _POINTED, "stroke-width": "3"}
    for square in squares:
        x, y = layout.corner(square)
        mark = {"class": "pointed", "data-square": str(square), **look}
        yield box(x + 2, y + 2, CELL - 4, mark)


def pointing(pairs: Iterable[tuple[Square, Square]], layout: Layout) -> Iterator[Element]:
    """The caller's arrows. Raises NinetkaError for one from a square to itself."""

    def middle(square: Square) -> Point:
        return layout.middle(as_square(square))

    return arrows(pairs, middle, _POINTED, 5, place="square", name_of=as_square)


def targets(
    state: State, players: Sequence[str], layout: Layout, *, legal: bool, every: bool
) -> Iterator[Element]:
    """Transparent squares to be clicked, above all squares if `every`.

    Otherwise only above those where `legal` moves start or end. If they are above all, each says
    what is on its square. Those of stones that can slide then have `data-to`, where they stop.
    """
    named: set[Square] = set()
    ends = _slide_ends(state) if legal else {}
    if legal:
        named = {move.square for move in state.legal_moves if not isinstance(move, Pass)}
    for square in SQUARES:
        if square in named or square in ends or (every and not square.is_corner):
            kind = "target playable" if square in named else "target"
            said, to = "", None
            if every:
                what = [f"{square}, {_standing(state, players, square)}"]
                if square in named:
                    to = state.target(square)
                    what.append(f"can slide to {to}" if to else "a stone can be placed here")
                elif square in ends:
                    what.append(f"where {' and '.join(map(str, ends[square]))} can slide to")
                said = ", ".join(what)
            yield _target(kind, square, layout, said, to)


@lru_cache(_TARGETS_KEPT)
def _target(kind: str, square: Square, layout: Layout, said: str, to: Square | None) -> Element:
    look = {"class": kind, "data-square": str(square), "fill": "none", "pointer-events": "all"}
    if to is not None:
        look["data-to"] = str(to)
    target = box(*layout.corner(square), CELL, look)
    if said:
        SubElement(target, "title").text = said
    return target


def _standing(state: State, players: Sequence[str], square: Square) -> str:
    stone = state.stone_at(square)
    if stone is None:
        return "empty"
    return "neutral stone" if stone is NEUTRAL else f"stone of {players[Seat(stone)]}"
