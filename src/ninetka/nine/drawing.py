"""A State to look at: as text for terminals, and as SVG.

The SVG has no ids, scripts, styles or links, so any number of pictures can share one page. Its
classes say what each element is, and style sheets may give them other looks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from .. import terminal
from ..errors import NinetkaError, quoted
from .colours import DARK, colour_of, ink_on
from .moves import Move, Pass, Slide
from .rulesets import NEUTRAL, Ruleset, Seat, Stone
from .squares import COLUMNS, LINES, SIZE, SQUARES, Section, Square

if TYPE_CHECKING:
    from .state import State

LINES_AND_DOTS: Final = "┌┬┐├┼┤└┴┘─│·"
_ASCII: Final = str.maketrans(LINES_AND_DOTS, "+++++++++-|.")


def draw_text(state: State, *, colour: bool, unicode: bool) -> str:
    """The board with coordinates and lines between the sections (R2), and whose turn it is."""
    letters = "     " + "   ".join(["A", "B C D", "E F G", "H I J", "K"])
    top, middle, bottom = (
        "       " + left + cross.join(["───────"] * 3) + right
        for left, cross, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    rows = [_text_row(state, row, colour) for row in reversed(range(SIZE))]
    inside = [top, *rows[1:4], middle, *rows[4:7], middle, *rows[7:10], bottom]
    board = "\n".join([letters, rows[0], *inside, rows[10], letters])
    text = f"{board}\n{_status(state)}"
    if unicode:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


def _status(state: State) -> str:
    end = f"over, {state.outcome}" if state.is_over else f"{state.phase}, {state.to_move} to move"
    return f"{state.ruleset.name}, {state.players} players, {end}"


def _text_row(state: State, row: int, colour: bool) -> str:
    shown = [_text_square(state, square, colour) for square in SQUARES[row * SIZE :][:SIZE]]
    inside = [" ".join(shown[first : first + 3]) for first in (1, 4, 7)]
    bar = " │ " if 0 < row < SIZE - 1 else "   "
    return bar.join([f"{row + 1:>3}  {shown[0]}", *inside, f"{shown[10]}  {row + 1}"])


def _text_square(state: State, square: Square, colour: bool) -> str:
    stone = state.stone_at(square)
    if stone is None:
        return " " if square.is_corner else "·"
    if not colour:
        return str(stone)
    paper = colour_of(state.ruleset, stone)
    return terminal.on_colour(str(stone), paper, ink_on(paper))


# Lengths in the units of the viewBox: a square is 40 wide.
_CELL: Final = 40
_MARGIN: Final = 32
_BOARD: Final = SIZE * _CELL
_WIDTH: Final = _BOARD + 2 * _MARGIN
_LEGEND: Final = 44
_MOST_PIXELS: Final = 10_000
_NAME_LENGTH: Final = {2: 20, 3: 10, 4: 5}
"""The most characters of a name that the legend has room for, by number of players."""

_PAPER: Final = "#fbfaf7"
_FREE: Final = "#efece4"
_LINE: Final = "#b9b3a5"
_BORDER: Final = "#5d574c"
_ACCENT: Final = "#b0006d"
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_svg(
    state: State,
    *,
    last_move: Move | None,
    legal_moves: bool,
    blocked: bool,
    legend: bool,
    names: Sequence[str],
    title: str | None,
    size: int | None,
) -> str:
    """The picture that `State.to_svg` gives."""
    names = _checked_names(state, names)
    svg = _frame(_WIDTH + (_LEGEND if legend else 0), size)
    SubElement(svg, "title").text = _heading(state, title)
    SubElement(svg, "desc").text = _description(state, last_move, names)
    paper = {"class": "paper", "width": "100%", "height": "100%", "rx": "8", "fill": _PAPER}
    SubElement(svg, "rect", paper)
    svg.extend(_board(state))
    svg.extend(_stones(state))
    if last_move is not None:
        svg.extend(_last_move(state, last_move))
    if legal_moves:
        svg.extend(_legal_marks(state))
    if blocked:
        svg.extend(_blocked_marks(state))
    if legend:
        svg.extend(_legend(state, names))
    return tostring(svg, encoding="unicode")


def _frame(height: int, size: int | None) -> Element:
    look = {"role": "img", "font-family": "sans-serif", "text-anchor": "middle"}
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_WIDTH} {height}"}
    if size is None:
        return Element("svg", box | look)
    if type(size) is not int or not 1 <= size <= _MOST_PIXELS:
        raise NinetkaError(f"a picture is 1 to {_MOST_PIXELS} pixels wide, not {quoted(size)}")
    pixels = {"width": str(size), "height": str(round(size * height / _WIDTH))}
    return Element("svg", box | pixels | look)


def _heading(state: State, title: str | None) -> str:
    if title is None:
        return f"9tka: {_status(state)}"
    if not isinstance(title, str):
        raise NinetkaError(f"a title is a text, not {quoted(title)}")
    return _clean(title)


def _checked_names(state: State, names: Sequence[str]) -> tuple[str, ...]:
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(name, str) for name in names)
    ):
        raise NinetkaError(f"names are a text for each seat, not {quoted(names)}")
    if len(names) > state.players:
        raise NinetkaError(f"there are {len(names)} names for {state.players} players")
    given = [_clean(name) for name in names]
    return tuple(given + [""] * (state.players - len(given)))


def _clean(text: str) -> str:
    """A text without what no XML can hold."""
    return _NOT_IN_XML.sub("\ufffd", text)


def _description(state: State, last_move: Move | None, names: Sequence[str]) -> str:
    """What the picture shows, for those who cannot see it."""
    players = [
        f"{name} ({seat})" if name else f"Seat {seat}"
        for seat, name in zip(state.seats, names, strict=True)
    ]
    points = ", ".join(
        f"{player} {points}" for player, points in zip(players, state.scores, strict=True)
    )
    held = ", ".join(
        f"{section} {owner}" for section, owner in state.owners.items() if owner is not None
    )
    turn = (
        f"Won by {players[state.outcome.winner]}"
        if state.outcome
        else f"{players[state.to_move]} to move"
    )
    sentences = [
        f"{state.ruleset.name}, {state.players} players, {state.phase}",
        turn,
        f"Points: {points}",
        f"Sections held: {held or 'none'}",
    ]
    if last_move is not None:
        sentences.append(f"Last move: {_played_text(state, last_move)}")
    sentences.append(f"Position: {state.to_text()}")
    return ". ".join(sentences)


def _played_text(state: State, move: Move) -> str:
    return f"{move}-{_end_of(state, move)}" if isinstance(move, Slide) else str(move)


def _end_of(state: State, slide: Slide) -> Square:
    """Where the stone of a slide that led here stands."""
    line = LINES[slide.square.bit]
    return next(square for square in line.squares if state.stone_at(square) is not None)


def _left(square: Square) -> int:
    return _MARGIN + square.column * _CELL


def _top(square: Square) -> int:
    return _MARGIN + (SIZE - 1 - square.row) * _CELL


def _middle(square: Square) -> tuple[int, int]:
    return _left(square) + _CELL // 2, _top(square) + _CELL // 2


def _board(state: State) -> Iterator[Element]:
    for section, owner in state.owners.items():
        yield from _section(state.ruleset, section, owner)
    yield Element("path", {"class": "grid", "d": _grid(), "fill": "none", "stroke": _LINE})
    yield Element(
        "path",
        {
            "class": "border",
            "d": _borders(),
            "fill": "none",
            "stroke": _BORDER,
            "stroke-width": "2.5",
        },
    )
    for column, letter in enumerate(COLUMNS):
        x = _MARGIN + column * _CELL + _CELL // 2
        yield _text(letter, x, _MARGIN * 2 // 3, "coordinate")
        yield _text(letter, x, _MARGIN + _BOARD + _MARGIN * 3 // 5, "coordinate")
    for row in range(SIZE):
        y = _MARGIN + (SIZE - 1 - row) * _CELL + _CELL // 2 + 5
        yield _text(str(row + 1), _MARGIN // 2, y, "coordinate")
        yield _text(str(row + 1), _WIDTH - _MARGIN // 2, y, "coordinate")


def _section(ruleset: Ruleset, section: Section, owner: Seat | None) -> Iterator[Element]:
    top_left = section.squares[6]
    x, y, side = _left(top_left), _top(top_left), 3 * _CELL
    ground = _FREE if owner is None else _PAPER
    yield _square(x, y, side, {"class": "section", "fill": ground})
    if owner is not None:
        yield from _shade(ruleset, owner, x, y, side, "section")


def _shade(
    ruleset: Ruleset, owner: Seat, x: int, y: int, side: int, kind: str
) -> Iterator[Element]:
    """What shows who holds a section (R11): the seat's colour, hatched in the seat's own way."""
    colour = {"fill": colour_of(ruleset, owner), "fill-opacity": "0.38"}
    yield _square(x, y, side, {"class": f"{kind} {owner}", **colour})
    hatch = {"stroke": DARK, "stroke-opacity": "0.28", "fill": "none"}
    yield Element("path", {"class": f"hatch {owner}", "d": _hatch(owner, x, y, side), **hatch})


def _square(x: int, y: int, side: int, look: dict[str, str]) -> Element:
    place = {"x": str(x), "y": str(y), "width": str(side), "height": str(side)}
    return Element("rect", look | place)


def _hatch(owner: Seat, x: int, y: int, side: int) -> str:
    steps = range(8, side, 8)
    if owner is Seat.FIRST:
        return "".join(f"M{x} {y + step}h{side}" for step in steps)
    if owner is Seat.SECOND:
        return "".join(f"M{x + step} {y}v{side}" for step in steps)
    rising = owner is Seat.THIRD
    start, dy = (y, -1) if rising else (y + side, 1)
    path = ""
    for step in range(12, 2 * side, 12):
        near, far = min(step, side), max(step - side, 0)
        # from the left or, past the corner, the bottom (top) edge to the opposite one
        path += f"M{x + far} {start - dy * near}L{x + near} {start - dy * far}"
    return path


def _grid() -> str:
    first, last = _MARGIN + _CELL, _MARGIN + _BOARD - _CELL
    low, high = _MARGIN, _MARGIN + _BOARD
    rim = "".join(f"M{first} {end}H{last}M{end} {first}V{last}" for end in (low, high))
    inside = range(first, last + 1, _CELL)
    return rim + "".join(f"M{low} {each}H{high}M{each} {low}V{high}" for each in inside)


def _borders() -> str:
    first, last = _MARGIN + _CELL, _MARGIN + _BOARD - _CELL
    at = range(first, last + 1, 3 * _CELL)
    return "".join(f"M{first} {each}H{last}M{each} {first}V{last}" for each in at)


def _text(text: str, x: float, y: float, kind: str, size: int = 15, fill: str = _BORDER) -> Element:
    place = {"class": kind, "x": f"{x:g}", "y": f"{y:g}", "font-size": str(size), "fill": fill}
    element = Element("text", place)
    element.text = text
    return element


def _stones(state: State) -> Iterator[Element]:
    for square in SQUARES:
        stone = state.stone_at(square)
        if stone is not None:
            yield _stone(state.ruleset, stone, *_middle(square), str(square))


_SHAPES: Final[Mapping[Stone, tuple[str, dict[str, str]]]] = {
    NEUTRAL: ("circle", {"r": "12"}),
    Seat.FIRST: ("circle", {"r": "16"}),
    Seat.SECOND: ("rect", {"x": "-14.5", "y": "-14.5", "width": "29", "height": "29", "rx": "3"}),
    Seat.THIRD: ("path", {"d": "M0-18L18 13H-18Z"}),
    Seat.FOURTH: ("path", {"d": "M0-19L19 0L0 19L-19 0Z"}),
}


def _stone(ruleset: Ruleset, stone: Stone, x: int, y: int, name: str = "") -> Element:
    """A stone in its colour, with a shape and a letter, or for a neutral a cross, of its own."""
    colour = colour_of(ruleset, stone)
    ink = ink_on(colour)
    group = Element("g", {"class": f"stone {stone}", "transform": f"translate({x} {y})"})
    if name:
        group.set("data-square", name)
    shape, size = _SHAPES[stone]
    look = {"fill": colour, "stroke": DARK, "stroke-width": "1.5", "stroke-linejoin": "round"}
    SubElement(group, shape, size | look)
    if stone is NEUTRAL:
        cross = {"d": "M-5-5L5 5M-5 5L5-5", "stroke": ink, "stroke-width": "3"}
        SubElement(group, "path", {**cross, "stroke-linecap": "round"})
    else:
        middle = 8 if stone is Seat.THIRD else 6
        group.append(_text(str(stone), 0, middle, "letter", 18, ink))
        group[-1].set("font-weight", "bold")
    return group


def _last_move(state: State, move: Move) -> Iterator[Element]:
    """An arrow along a slide, a ring around a stone placed; a pass leaves no mark."""
    look = {"class": "last-move", "stroke": _ACCENT, "stroke-width": "3.5", "fill": "none"}
    if isinstance(move, Pass):
        return
    x, y = _middle(move.square)
    if not isinstance(move, Slide):
        yield Element("circle", {**look, "cx": str(x), "cy": str(y), "r": "18.5"})
        return
    to_x, to_y = _middle(_end_of(state, move))
    length = math.hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / length, (to_y - y) / length
    tip_x, tip_y = to_x - 17 * dx, to_y - 17 * dy
    back_x, back_y = tip_x - 11 * dx, tip_y - 11 * dy
    head = [(tip_x, tip_y), (back_x - 8 * dy, back_y + 8 * dx), (back_x + 8 * dy, back_y - 8 * dx)]
    yield Element("path", {**look, "d": f"M{x} {y}L{back_x:g} {back_y:g}"})
    yield Element(
        "circle", {"class": "last-move", "cx": str(x), "cy": str(y), "r": "5", "fill": _ACCENT}
    )
    yield Element("polygon", {"class": "last-move", "points": _points(head), "fill": _ACCENT})


def _legal_marks(state: State) -> Iterator[Element]:
    """A dot where a stone may be placed; a ring on each stone that can slide and where it stops."""
    ends = set()
    for move in state.legal_moves:
        if isinstance(move, Pass):
            continue
        if isinstance(move, Slide):
            yield _mark(move.square, {"r": "18.5", "stroke-dasharray": "4 3"})
            ends.add(state.target(move.square))
        else:
            yield _mark(move.square, {"r": "5", "stroke-width": "2"})
    for end in sorted(filter(None, ends), key=lambda square: square.index):
        yield _mark(end, {"r": "6", "stroke-width": "2"})


def _mark(square: Square, look: dict[str, str]) -> Element:
    x, y = _middle(square)
    mark = {"class": "legal", "data-square": str(square), "cx": str(x), "cy": str(y)}
    return Element("circle", mark | {"fill": "none", "stroke": DARK, "stroke-width": "2.5"} | look)


def _blocked_marks(state: State) -> Iterator[Element]:
    """A bar before each rim stone whose neighbouring inner square is taken (R8)."""
    for line in LINES.values():
        if state.stone_at(line.start) is not None and state.stone_at(line.squares[0]) is not None:
            (x, y), (to_x, to_y) = _middle(line.start), _middle(line.squares[0])
            dx, dy = (to_x - x) // _CELL, (to_y - y) // _CELL
            at_x, at_y = x + dx * _CELL // 2, y + dy * _CELL // 2
            ends = f"M{at_x - 13 * dy} {at_y - 13 * dx}L{at_x + 13 * dy} {at_y + 13 * dx}"
            look = {"stroke": _ACCENT, "stroke-width": "6", "stroke-linecap": "round"}
            yield Element(
                "path", {"class": "blocked", "data-square": str(line.start), "d": ends, **look}
            )


def _legend(state: State, names: Sequence[str]) -> Iterator[Element]:
    """Below the board: seats with stone, shade, points and name; whose turn it is or who won."""
    share, most = _BOARD / state.players, _NAME_LENGTH[state.players]
    y = _WIDTH + _LEGEND // 2 - 6
    marked = state.outcome.winner if state.outcome else state.to_move
    for seat, name, points in zip(state.seats, names, state.scores, strict=True):
        x = round(_MARGIN + seat * share) + 16
        shown = name if len(name) <= most else f"{name[: most - 1]}…"
        if seat is marked:
            yield _star(x - 10, y) if state.outcome else _turn(x - 10, y)
        yield from _shade(state.ruleset, seat, x, y - _CELL // 2, _CELL, "key")
        yield _stone(state.ruleset, seat, x + _CELL // 2, y)
        score = _text(str(points), x + 51, y + 7, f"score {seat}", 20, DARK)
        label = _text(shown, x + 60, y + 6, f"name {seat}", 13, DARK)
        score.set("font-weight", "bold")
        label.set("text-anchor", "start")
        yield from (score, label)


def _turn(x: int, y: int) -> Element:
    return Element(
        "path",
        {"class": "to-move", "d": f"M{x - 6} {y - 8}L{x + 7} {y}L{x - 6} {y + 8}Z", "fill": DARK},
    )


def _star(x: int, y: int) -> Element:
    radii = [10, 4] * 5
    angles = [math.pi * (step / 5 - 0.5) for step in range(10)]
    points = [
        (x + r * math.cos(at), y + r * math.sin(at)) for r, at in zip(radii, angles, strict=True)
    ]
    return Element("polygon", {"class": "won", "points": _points(points), "fill": DARK})


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
