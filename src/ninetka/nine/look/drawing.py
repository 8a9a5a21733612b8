"""A State of 9tka as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element

from ...drawing.options import Picture, labels
from ...drawing.svg import INK, blank_picture, label
from ..board import COLUMNS, SIZE, SQUARES, Seat, Section, Square
from ..moves import Move, Slide
from ..rulesets import Ruleset
from ..scoring import Outcome
from ..state import OrientedPicture, State
from ..symmetry import Symmetry
from . import marks
from .layout import CELL, Layout
from .legend import legend, legend_height
from .pieces import FREE, GRID, PAPER, box, shade, stone_element
from .text_board import end_of, status
from .text_board import write as write

_MARGIN: Final = 32
_BARE_MARGIN: Final = 8
"""The margin without coordinates."""
_LAYOUTS_KEPT: Final = 16
"""All eight ways to turn the board, with and without coordinates."""


MARKS: Final = ("legal-moves", "blocked")
"""What pictures can mark: legal moves, and stones that cannot slide (R8)."""


def draw(state: State, picture: Picture[Move, Square]) -> Element:
    """The picture that `State.to_svg` writes.

    Raises IllegalMoveError if the last move cannot have been that, NinetkaError for an arrow from a
    square to itself.
    """
    outcome = state.outcome_if(picture.ending)
    if picture.last_move is not None:
        state.undo(picture.last_move)
    orientation = Symmetry.IDENTITY
    if isinstance(picture, OrientedPicture):
        orientation = picture.orientation
    layout = Layout(orientation, _MARGIN if picture.coordinates else _BARE_MARGIN)
    svg, seen = blank_picture(
        picture,
        layout.side,
        layout.side + (legend_height(picture.names) if picture.legend else 0),
        title=f"9tka: {status(state, outcome, [*map(str, state.seats)])}",
        description=_description(state, outcome, picture),
        paper=PAPER,
    )
    seen.extend([*_board(state, layout), *(_coordinates(layout) if picture.coordinates else ())])
    seen.extend([*_marked_board(state, picture, layout)])
    if picture.legend:
        seen.extend([*legend(state, outcome, picture.names, layout)])
    players = labels(state.seats, picture.names)
    legal = "legal-moves" in picture.marks
    svg.extend([*marks.targets(state, players, layout, legal=legal, every=picture.targets)])
    return svg


def _description(state: State, outcome: Outcome | None, picture: Picture[Move, Square]) -> str:
    """What the picture shows, in words for people who cannot see it."""
    players = labels(state.seats, picture.names, "Seat")
    points = ", ".join(
        f"{player} {points}"
        for player, points in zip(players, (outcome or state).scores, strict=True)
    )
    held = ", ".join(
        f"{section} {owner}" for section, owner in state.owners.items() if owner is not None
    )
    turn = f"{players[state.to_move]} to move"
    if outcome is not None:
        turn = f"Won by {players[outcome.winner]}"
    sentences = [
        f"{state.ruleset.name}, {state.players} players, {state.phase}",
        turn,
        f"Points: {points}",
        f"Sections held: {held or 'none'}",
    ]
    if picture.last_move is not None:
        sentences.append(f"Last move: {_played_text(state, picture.last_move)}")
    sentences.append(f"Position: {state.to_text()}")
    return ". ".join(sentences)


def _played_text(state: State, move: Move) -> str:
    return f"{move}-{end_of(state, move)}" if isinstance(move, Slide) else str(move)


def _board(state: State, layout: Layout) -> Iterator[Element]:
    for section, owner in state.owners.items():
        yield from _section(state.ruleset, section, owner, layout)
    yield from _lines(layout)


@lru_cache(_LAYOUTS_KEPT)
def _lines(layout: Layout) -> tuple[Element, Element]:
    thin = {"class": "grid", "d": _grid(layout), "fill": "none", "stroke": GRID}
    thick = {"class": "border", "d": _borders(layout), "fill": "none", "stroke": INK}
    return Element("path", thin), Element("path", thick | {"stroke-width": "2.5"})


def _section(
    ruleset: Ruleset, section: Section, owner: Seat | None, layout: Layout
) -> Iterator[Element]:
    x, y = layout.block(section.squares)
    side = 3 * CELL
    ground = FREE if owner is None else PAPER
    yield box(x, y, side, {"class": "section", "fill": ground})
    if owner is not None:
        yield from shade(ruleset, owner, x, y, side, "section")


def _grid(layout: Layout) -> str:
    low, high = layout.margin, layout.side - layout.margin
    first, last = low + CELL, high - CELL
    rim = "".join(f"M{first} {end}H{last}M{end} {first}V{last}" for end in (low, high))
    inside = range(first, last + 1, CELL)
    return rim + "".join(f"M{low} {each}H{high}M{each} {low}V{high}" for each in inside)


def _borders(layout: Layout) -> str:
    first, last = layout.margin + CELL, layout.side - layout.margin - CELL
    at = range(first, last + 1, 3 * CELL)
    return "".join(f"M{first} {each}H{last}M{each} {first}V{last}" for each in at)


@lru_cache(_LAYOUTS_KEPT)
def _coordinates(layout: Layout) -> tuple[Element, ...]:
    """Letters and numbers on all four sides, where they belong on the turned board."""
    far = layout.side - layout.margin
    ranks = [(COLUMNS[at], SQUARES[at]) for at in range(SIZE)]
    ranks += [(str(at + 1), SQUARES[at * SIZE]) for at in range(SIZE)]
    upright = layout.middle(SQUARES[0])[0] == layout.middle(SQUARES[SIZE])[0]
    texts = []
    for at, (text, square) in enumerate(ranks):
        x, y = layout.middle(square)
        if (at < SIZE) == upright:
            places = [(x, layout.margin * 2 // 3), (x, far + layout.margin * 3 // 5)]
        else:
            places = [(layout.margin // 2, y + 5), (layout.side - layout.margin // 2, y + 5)]
        texts += [label(text, place, "coordinate") for place in places]
    return tuple(texts)


def _marked_board(
    state: State, picture: Picture[Move, Square], layout: Layout
) -> Iterator[Element]:
    """The stones, with the marks below and above them."""
    yield from marks.highlights(picture.highlights, layout)
    for square in SQUARES:
        stone = state.stone_at(square)
        if stone is not None:
            yield stone_element(state.ruleset, stone, layout.middle(square), str(square))
    if picture.last_move is not None:
        yield from marks.last_move(state, picture.last_move, layout)
    if "legal-moves" in picture.marks:
        yield from marks.legal_moves(state, layout)
    if "blocked" in picture.marks:
        yield from marks.blocked(state, layout)
    yield from marks.pointing(picture.arrows, layout)
