"""Marks on the board: the last move, possible moves, what the caller points at, and controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...drawing.svg import ACCENT, DARK, Point, arrows
from ..board import FIELDS, Field
from ..moves import Leave, Move, Remove, Step, fields_named
from ..state import State
from ..texts import Say
from .layout import Layout
from .pieces import PAPER
from .text_board import label_of

_POINTED: Final = "#00695c"
_STROKE: Final = 0.22
"""The width of rings, crosses and arrows, in radii of tokens."""
_RING: Final = 1.15
"""The radius of a ring around a token, in radii of tokens."""
_TARGET: Final = 1.2
"""The radius of a target: those of the nearest fields nearly touch."""
_TARGETS_KEPT: Final = 2048
_LEGAL: Final = 0.15
_AROUND: Final = 1.25
"""Width and radius of dashed rings, which leave a gap to black tokens."""


def last_move(move: Move, layout: Layout) -> Iterator[Element]:
    """A ring around the token put or moved, and its way; or a cross where one was removed.

    Nothing for a player who has left.
    """
    if isinstance(move, Leave):
        return
    look = {"stroke": ACCENT, "stroke-width": f"{_width(layout):.3g}", "fill": "none"}
    kind = {"class": "last-move"}
    if isinstance(move, Remove):
        yield _cross("last-move", move.field, 0.75, layout, look)
        return
    if isinstance(move, Step):
        (x, y), (to_x, to_y) = start, end = layout.places[move.start], layout.places[move.end]
        share = 1 - _RING * layout.radius / dist(start, end)
        line = f"M{x:g} {y:g}l{share * (to_x - x):.1f} {share * (to_y - y):.1f}"
        yield Element("path", kind | {"d": line, **look})
        yield _circle("last-move", move.start, 0.4, layout, {"fill": ACCENT})
    yield _circle("last-move", fields_named(move)[-1], _RING, layout, look)


def marked_fields(state: State, layout: Layout) -> Iterator[Element]:
    """A small cross on each marked field (M26)."""
    look = {"stroke": DARK, "stroke-width": f"{_width(layout):.3g}", "fill": "none"}
    for field in state.marked:
        yield _cross("marked", field, 0.4, layout, look)


def _cross(
    kind: str, field: Field, size: float, layout: Layout, look: Mapping[str, str]
) -> Element:
    x, y = layout.places[field]
    far = round(size * layout.radius, 1)
    back, over = f"{-far:g} {-far:g}", f"{2 * far:g}"
    path = f"M{x:g} {y:g}m{back}l{over} {over}m0-{over}l-{over} {over}"
    return Element("path", {"class": kind, "data-place": str(field), "d": path, **look})


def legal_moves(state: State, layout: Layout) -> Iterator[Element]:
    """Small rings on free fields to put on or move to, dashed ones around tokens to choose."""
    look = {"stroke": DARK, "stroke-width": f"{_LEGAL * layout.radius:.2g}"}
    dashes = f"{0.35 * layout.radius:.2g} {0.25 * layout.radius:.2g}"
    fields = {field for move in state.legal_moves for field in fields_named(move)}
    for field in sorted(fields, key=lambda field: field.number):
        if state.token_at(field) is None:
            yield _circle("legal", field, 0.5, layout, look | {"fill": PAPER})
        else:
            shown = look | {"fill": "none", "stroke-dasharray": dashes}
            yield _circle("legal", field, _AROUND, layout, shown)


def highlights(fields: Iterable[Field | int], layout: Layout) -> Iterator[Element]:
    """Fields that the caller points at. Raises NinetkaError if the board doesn't have one."""
    look = {"fill": _POINTED, "fill-opacity": "0.25", "stroke": _POINTED}
    look |= {"stroke-width": f"{0.6 * _width(layout):.2g}"}
    for field in fields:
        yield _circle("pointed", _checked(field, layout), 1.5, layout, look)


def pointing(pairs: Iterable[tuple[Field | int, Field | int]], layout: Layout) -> Iterator[Element]:
    """The caller's arrows. Raises NinetkaError for one from a field to itself."""

    def middle(field: Field | int) -> Point:
        return layout.places[_checked(field, layout)]

    name_of = layout.board.name_of
    return arrows(pairs, middle, _POINTED, _width(layout), place="field", name_of=name_of)


def _checked(field: Field | int, layout: Layout) -> Field:
    return FIELDS[layout.board.index_of(field)]


def targets(state: State, names: Sequence[str], layout: Layout) -> Iterator[Element]:
    """A transparent disc over each field that says what is there."""
    first = {fields_named(move)[0] for move in state.legal_moves}
    in_mills = {field for seat in state.seats for line in state.mills(seat) for field in line}
    tokens = [
        Say.TOKEN_OF(player=label_of(seat, names)) if names[seat] else Say.TOKEN_OF_SEAT(seat=seat)
        for seat in state.seats
    ]
    free, marked, in_a_mill = Say.FREE(), Say.MARKED(), f", {Say.IN_A_MILL()}"
    for field in FIELDS[: state.board.fields]:
        owner = state.token_at(field)
        unowned = marked if field in state.marked else free
        what = unowned if owner is None else tokens[owner]
        kind = "target playable" if field in first else "target"
        mill = in_a_mill if field in in_mills else ""
        yield _target(kind, field, layout, f"{state.board.name_of(field)}, {what}{mill}")


@lru_cache(_TARGETS_KEPT)
def _target(kind: str, field: Field, layout: Layout, said: str) -> Element:
    target = _circle(kind, field, _TARGET, layout, {"fill": "none", "pointer-events": "all"})
    SubElement(target, "title").text = said
    return target


def _width(layout: Layout) -> float:
    return _STROKE * layout.radius


def _circle(
    kind: str, field: Field, radius: float, layout: Layout, look: dict[str, str]
) -> Element:
    x, y = layout.places[field]
    place = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius * layout.radius:.3g}"}
    return Element("circle", {"class": kind, "data-place": str(field), **place, **look})
