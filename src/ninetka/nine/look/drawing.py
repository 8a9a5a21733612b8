"""A State of 9tka as an SVG picture: the board, marks on it, and the legend below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from ...base.messages import Message, joined, listed
from ...drawing.options import Picture, labels
from ...drawing.svg import (
    ACCENT,
    DARK,
    INK,
    Point,
    arrow,
    arrows,
    blank_picture,
    fit_text,
    label,
    legend_box,
    star,
    turn_mark,
)
from ..board import COLUMNS, LINES, NEUTRAL, SIZE, SQUARES, Square, Stone, as_square
from ..moves import Move, Pass, Slide
from ..scoring import Outcome
from ..state import OrientedPicture, State
from ..symmetry import Symmetry
from ..texts import Say
from .pieces import CELL, FREE, GRID, PAPER, Layout, box, shade, stone_element
from .text_board import end_of, status
from .text_board import write as write

_MARGIN: Final = 32
_BARE_MARGIN: Final = 8
"""The margin without coordinates."""
_LAYOUTS_KEPT: Final = 16
"""All eight ways to turn the board, with and without coordinates."""
_GAP: Final = 8
_PADDING: Final = 6
"""Around and inside the boxes of the legend."""
_NAME: Final = 13
"""The size of the font of names."""
_POINTED: Final = "#12355b"
"""The colour of what the caller points at."""
_TARGETS_KEPT: Final = 2048

MARKS: Final = ("legal-moves", "blocked")
"""The marks of pictures: legal moves, and stones that cannot slide (R8)."""


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
        layout.side + (_legend_height(picture.names) + _GAP if picture.legend else 0),
        title=Say.TITLE(status=status(state, outcome, [*map(str, state.seats)])),
        description=_description(state, outcome, picture),
        paper=PAPER,
    )
    seen.extend([*_sections(state, layout), *_lines(layout)])
    if picture.coordinates:
        seen.extend(_coordinates(layout))
    seen.extend([*_marked_board(state, picture, layout)])
    if picture.legend:
        seen.extend([*_legend(state, outcome, picture.names, layout)])
    players = labels(state.seats, picture.names)
    legal = "legal-moves" in picture.marks
    svg.extend([*_targets(state, players, layout, legal=legal, every=picture.targets)])
    return svg


def _description(state: State, outcome: Outcome | None, picture: Picture[Move, Square]) -> Message:
    """Describe the picture for people who cannot see it."""
    players = [
        label if name else Say.SEAT(seat=label)
        for label, name in zip(labels(state.seats, picture.names), picture.names, strict=True)
    ]
    scores = zip(players, (outcome or state).scores, strict=True)
    held = tuple(
        joined([Say[section.name](), str(owner)])
        for section, owner in state.owners.items()
        if owner is not None
    )
    phase = Say[state.phase.name]()
    sentences = [
        Say.STAGE(ruleset=state.ruleset.name, players=state.players, phase=phase),
        Say.TO_MOVE(player=players[state.to_move])
        if outcome is None
        else Say.WON_BY(player=players[outcome.winner]),
        Say.SCORES(points=tuple(f"{player} {points}" for player, points in scores)),
        Say.HELD(sections=held) if held else Say.NONE_HELD(),
    ]
    move = picture.last_move
    if move is not None:
        end = f"-{end_of(state, move)}" if isinstance(move, Slide) else ""
        sentences.append(Say.LAST_MOVE(move=f"{move}{end}"))
    sentences.append(Say.POSITION(position=state.to_text()))
    return joined(sentences, ". ")


def _sections(state: State, layout: Layout) -> Iterator[Element]:
    """The ground of each section (R2), shaded if somebody has conquered it (R11)."""
    side = 3 * CELL
    for section, owner in state.owners.items():
        x, y = layout.block(section.squares)
        yield box(x, y, side, {"class": "section", "fill": FREE if owner is None else PAPER})
        if owner is not None:
            yield from shade(state.ruleset, owner, x, y, side, "section")


@lru_cache(_LAYOUTS_KEPT)
def _lines(layout: Layout) -> tuple[Element, Element]:
    """The thin lines between squares, and the thick ones around sections (R2)."""
    low, high = layout.margin, layout.side - layout.margin
    first, last = low + CELL, high - CELL
    grid = "".join(f"M{first} {end}H{last}M{end} {first}V{last}" for end in (low, high))
    for at in range(first, last + 1, CELL):
        grid += f"M{low} {at}H{high}M{at} {low}V{high}"
    thick = range(first, last + 1, 3 * CELL)
    borders = "".join(f"M{first} {at}H{last}M{at} {first}V{last}" for at in thick)
    return (
        Element("path", {"class": "grid", "d": grid, "fill": "none", "stroke": GRID}),
        Element(
            "path",
            {"class": "border", "d": borders, "fill": "none", "stroke": INK, "stroke-width": "2.5"},
        ),
    )


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
    pointed = {"fill": _POINTED, "fill-opacity": "0.2", "stroke": _POINTED, "stroke-width": "3"}
    for square in picture.highlights:
        x, y = layout.corner(square)
        mark = {"class": "pointed", "data-place": str(square), **pointed}
        yield box(x + 2, y + 2, CELL - 4, mark)
    for square in SQUARES:
        stone = state.stone_at(square)
        if stone is not None:
            yield stone_element(state.ruleset, stone, layout.middle(square), str(square))
    if picture.last_move is not None:
        yield from _last_move(state, picture.last_move, layout)
    if "legal-moves" in picture.marks:
        yield from _legal_moves(state, layout)
    if "blocked" in picture.marks:
        yield from _blocked(state, layout)

    def middle(square: Square) -> Point:
        return layout.middle(as_square(square))

    yield from arrows(picture.arrows, middle, _POINTED, 5, place="square", name_of=as_square)


def _last_move(state: State, move: Move, layout: Layout) -> Iterator[Element]:
    """An arrow along a slide, or a ring around a placed stone; a pass leaves no mark."""
    end = end_of(state, move)
    if isinstance(move, Pass) or end is None:
        return
    x, y = layout.middle(move.square)
    place = {"class": "last-move", "cx": str(x), "cy": str(y)}
    if isinstance(move, Slide):
        end_x, end_y = layout.middle(end)
        tip = end_x - 17 * _sign(end_x - x), end_y - 17 * _sign(end_y - y)
        yield from arrow((x, y), tip, "last-move", ACCENT, 3.5)
        yield Element("circle", place | {"r": "5", "fill": ACCENT})
    else:
        ring = {"r": "18.5", "stroke": ACCENT, "stroke-width": "3.5", "fill": "none"}
        yield Element("circle", place | ring)


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _legal_moves(state: State, layout: Layout) -> Iterator[Element]:
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
    mark = {"class": "legal", "data-place": str(square), "cx": str(x), "cy": str(y)}
    return Element("circle", mark | {"fill": "none", "stroke": DARK, "stroke-width": "2.5"} | look)


def _slide_ends(state: State) -> dict[Square, list[Square]]:
    """By square where legal slides end: the squares where they start."""
    ends: dict[Square, list[Square]] = {}
    for move in state.legal_moves:
        if isinstance(move, Slide) and (end := state.target(move.square)):
            ends.setdefault(end, []).append(move.square)
    return {end: ends[end] for end in sorted(ends, key=lambda square: square.index)}


def _blocked(state: State, layout: Layout) -> Iterator[Element]:
    """A bar before each rim stone whose neighbouring inner square is taken (R8)."""
    for line in LINES.values():
        if state.stone_at(line.start) is not None and state.stone_at(line.squares[0]) is not None:
            (x, y), (to_x, to_y) = layout.middle(line.start), layout.middle(line.squares[0])
            dx, dy = _sign(to_x - x), _sign(to_y - y)
            at_x, at_y = x + dx * CELL // 2, y + dy * CELL // 2
            ends = f"M{at_x - 13 * dy} {at_y - 13 * dx}L{at_x + 13 * dy} {at_y + 13 * dx}"
            look = {"stroke": ACCENT, "stroke-width": "6", "stroke-linecap": "round"}
            yield Element(
                "path", {"class": "blocked", "data-place": str(line.start), "d": ends, **look}
            )


def _targets(
    state: State, players: Sequence[str], layout: Layout, *, legal: bool, every: bool
) -> Iterator[Element]:
    """Transparent squares to be clicked, above all squares if `every`.

    Otherwise only above those where `legal` moves start or end. If they are above all, each says
    what is on its square. Those of stones that can slide then have `data-to`, where they stop.
    """
    named: set[Square] = set()
    ends = _slide_ends(state) if legal else {}
    standing: dict[Stone | None, str] = {None: Say.EMPTY(), NEUTRAL: Say.NEUTRAL_STONE()}
    standing |= {seat: Say.STONE_OF(player=players[seat]) for seat in state.seats}
    if legal:
        named = {move.square for move in state.legal_moves if not isinstance(move, Pass)}
    for square in SQUARES:
        if square in named or square in ends or (every and not square.is_corner):
            kind = "target playable" if square in named else "target"
            said, to = "", None
            if every:
                what = [square.name, standing[state.stone_at(square)]]
                if square in named:
                    to = state.target(square)
                    what.append(Say.CAN_SLIDE_TO(square=to) if to else Say.CAN_BE_PLACED())
                elif square in ends:
                    starts = reduce(lambda *two: listed(two), map(str, ends[square]))
                    what.append(Say.WHERE_SLIDES_END(squares=starts))
                said = ", ".join(what)
            yield _target(kind, square, layout, said, to)


@lru_cache(_TARGETS_KEPT)
def _target(kind: str, square: Square, layout: Layout, said: str, to: Square | None) -> Element:
    look = {"class": kind, "data-place": str(square), "fill": "none", "pointer-events": "all"}
    if to is not None:
        look["data-to"] = str(to)
    target = box(*layout.corner(square), CELL, look)
    if said:
        SubElement(target, "title").text = said
    return target


def _legend_height(names: Sequence[str]) -> int:
    """The height of the boxes of the legend."""
    return CELL + 2 * _PADDING + (_NAME + _PADDING if any(names) else 0)


def _legend(
    state: State, outcome: Outcome | None, names: Sequence[str], layout: Layout
) -> Iterator[Element]:
    """A box for each seat; the one to move, or the winner, stands out."""
    width = (layout.side - (state.players + 1) * _GAP) / state.players
    height, top = _legend_height(names), layout.side
    marked = state.to_move if outcome is None else outcome.winner
    scores = (outcome or state).scores
    for seat, name in zip(state.seats, names, strict=True):
        left = _GAP + seat * (width + _GAP)
        yield legend_box(f"seat {seat}", width, height, (left, top), marked=seat is marked)
        if seat is marked:
            mark = turn_mark if outcome is None else star
            yield mark(left + _PADDING + 11, top + _PADDING + CELL // 2)
        # The seat's stone on its shade, and its points
        x, y = left + _PADDING + 24, top + _PADDING
        yield from shade(state.ruleset, seat, x, y, CELL, "key")
        yield stone_element(state.ruleset, seat, (x + CELL // 2, y + CELL // 2))
        at = (x + CELL + 17, y + CELL // 2 + 7)
        yield label(str(scores[seat]), at, f"score {seat}", 20, DARK, bold=True)
        if name:
            shown = fit_text(name, (width - 2 * _PADDING) / _NAME)
            base = (left + _PADDING, top + height - _PADDING - 3)
            yield label(shown, base, f"name {seat}", _NAME, DARK, anchor="start")
