"""Marks on the board: the last move, possible moves, what the caller points at, and controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...base.messages import language
from ...drawing import svg
from ...drawing.svg import ACCENT, INK, arrows
from ..board import Board, InvalidPointError, Point, off_the_board
from ..chains import Chain
from ..moves import Move, Place
from ..state import State
from ..texts import Say
from .layout import Layout
from .pieces import COLOURS, chain_path
from .text_board import regions_of

_POINTED: Final = "#00695c"
_BOARDS_KEPT: Final = 8
_TARGETS_KEPT: Final = 8192
"""Enough for a few large boards; making the elements anew takes longer than all the rest."""


def new_chains(state: State, move: Move, layout: Layout) -> Iterator[Element]:
    """The chains drawn with the last move, wider than others; they go below the dots.

    Raises NinetkaError if the move cannot have been the last.
    """
    for region in regions_of(state, move):
        look = {"stroke": COLOURS[region.seat], "stroke-width": f"{0.26 * layout.cell:g}"}
        yield _chain(f"last-move chain {region.seat}", region.chain, layout, look)


def last_move(move: Place, layout: Layout) -> Element:
    """A ring around the dot of the last move."""
    ring = {"stroke": ACCENT, "stroke-width": f"{0.13 * layout.cell:g}", "fill": "none"}
    return _circle("last-move", move.point, 0.52, layout, ring)


def legal_moves(state: State, layout: Layout) -> Iterator[Element]:
    """A speck on each free point (K2)."""
    specks = _specks(layout)
    for point in state.free:
        yield specks[point.row * layout.columns + point.column]


@lru_cache(_BOARDS_KEPT)
def _specks(layout: Layout) -> tuple[Element, ...]:
    """The specks of all points, row by row: the same objects in every picture."""
    points = Board.of(layout.columns, layout.rows).points
    return tuple(_circle("legal", point, 0.11, layout, {"fill": INK}) for point in points)


def legal_chains(state: State, layout: Layout) -> Iterator[Element]:
    """The tight chains that the player to move could declare now (K5, K10)."""
    dashes = {"stroke-dasharray": f"{0.35 * layout.cell:g} {0.2 * layout.cell:g}"}
    look = {"stroke": ACCENT, "stroke-width": f"{0.16 * layout.cell:g}", **dashes}
    for chain in () if state.is_over else state.legal_chains():
        yield _chain(f"legal-chain {state.to_move}", chain, layout, look)


def _chain(kind: str, chain: Chain, layout: Layout, look: dict[str, str]) -> Element:
    path = {"class": kind, "d": chain_path(layout, chain), "fill": "none"}
    return Element("path", path | {"stroke-linejoin": "round"} | look)


def _circle(
    kind: str, point: Point, radius: float, layout: Layout, look: dict[str, str]
) -> Element:
    x, y = layout.middle(point)
    place = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius * layout.cell:g}"}
    return Element("circle", {"class": kind, "data-place": str(point), **place, **look})


def highlights(points: Iterable[Point], board: Board, layout: Layout) -> Iterator[Element]:
    """Points that the caller points at. Raises NinetkaError for a point that is not there."""
    look = {"fill": _POINTED, "fill-opacity": "0.2", "stroke": _POINTED}
    look |= {"stroke-width": f"{0.09 * layout.cell:g}"}
    for point in points:
        _check(point, board)
        yield _square("pointed", point, layout, look)


def pointing(
    pairs: Iterable[tuple[Point, Point]], board: Board, layout: Layout
) -> Iterator[Element]:
    """Arrows from point to point. Raises NinetkaError if one leads nowhere."""

    def middle(point: Point) -> svg.Point:
        _check(point, board)
        return layout.middle(point)

    return arrows(pairs, middle, _POINTED, layout.cell / 8, place="point")


def _check(point: Point, board: Board) -> None:
    if not board.bits[point.index]:
        raise InvalidPointError(off_the_board(point, board))


def targets(state: State, players: Sequence[str], layout: Layout) -> list[Element]:
    """A transparent square over each point, which says what is there."""
    elements, dots = [*_free_targets(layout, language())], state.dots
    for point in state.board.points_of(state.board.all & ~state.free_mask):
        seat, owner = dots.get(point), state.owner_of(point)
        if owner is None:
            said = Say.DOT(point=point, player=players[seat or 0])
        elif seat is None:
            said = Say.IN_REGION(point=point, owner=players[owner])
        else:
            said = Say.DEAD_DOT_IN_REGION(point=point, player=players[seat], owner=players[owner])
        elements[point.row * layout.columns + point.column] = _target("target", point, layout, said)
    return elements


@lru_cache(_BOARDS_KEPT)
def _free_targets(layout: Layout, _: str) -> tuple[Element, ...]:
    """The squares of all points as if they were free, in the language that is given."""
    points = Board.of(layout.columns, layout.rows).points
    kind = "target playable"
    return tuple(_target(kind, point, layout, Say.FREE(point=point)) for point in points)


@lru_cache(_TARGETS_KEPT)
def _target(kind: str, point: Point, layout: Layout, said: str) -> Element:
    target = _square(kind, point, layout, {"fill": "none", "pointer-events": "all"})
    SubElement(target, "title").text = said
    return target


def _square(kind: str, point: Point, layout: Layout, look: dict[str, str]) -> Element:
    x, y = layout.middle(point)
    half, side = layout.cell / 2, str(layout.cell)
    place = {"x": f"{x - half:g}", "y": f"{y - half:g}", "width": side, "height": side}
    return Element("rect", {"class": kind, "data-place": str(point), **look, **place})
