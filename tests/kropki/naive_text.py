"""Kropki's texts for the naive rules: well-formed points, chains, moves and positions (K14-K16)."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from kropki.naive import Chain, Naive, Options, Point


def point_text(point: Point) -> str:
    """Two letters, column then row (K14)."""
    return ascii_letters[point[0]] + ascii_letters[point[1]]


def read_points(text: str) -> list[Point]:
    """The points of a text of two letters each (K14)."""
    letters = map(ascii_letters.index, text)
    return [*zip(letters, letters, strict=True)]


def chain_text(chain: Chain) -> str:
    """The chain as it is, its first dot repeated at the end (K15)."""
    return "".join(point_text(dot) for dot in (*chain, chain[0]))


def read_chain(text: str) -> Chain:
    """The chain of a text that repeats the first dot at the end (K15)."""
    return tuple(read_points(text)[:-1])


def move_text(dot: Point, chains: Sequence[Chain] = ()) -> str:
    """A turn's dot and the chains as they are: K15's own form if each is `canonical`."""
    return ".".join([point_text(dot), *(chain_text(chain) for chain in chains)])


def read_move(text: str) -> tuple[Point, list[Chain]]:
    """The dot and the chains of a move's text (K15)."""
    dot, *chains = text.split(".")
    return read_points(dot)[0], [*map(read_chain, chains)]


def position_text(game: Naive) -> str:
    """Rows from the top, the seat to move, the ruleset's name and the regions (K16)."""
    lines = []
    for row in range(game.rows):
        line, run = "", 0
        for column in range(game.columns):
            seat = game.dots.get((column, row))
            if seat is None:
                run += 1
                continue
            line += (str(run) if run else "") + "xo"[seat]
            run = 0
        lines.append(line + (str(run) if run else ""))
    regions = [f"{'xo'[region.seat]}:{chain_text(region.chain)}" for region in game.regions]
    ruleset = "standard" if game.automatic else "territory"
    return f"{'/'.join(lines)} {'xo'[game.to_move]} {ruleset} {','.join(regions) or '-'}"


def read_position(text: str, options: Options | None = None) -> Naive:
    """The position of a well-formed text, its regions drawn again (K16)."""
    board, seat, ruleset, regions = text.split(" ")
    lines = [expanded(line) for line in board.split("/")]
    dots = {}
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != ".":
                dots[column, row] = "xo".index(letter)
    size, automatic = (len(lines[0]), len(lines)), ruleset == "standard"
    game = Naive.setup(*size, automatic, dots, "xo".index(seat), options)
    for region in [] if regions == "-" else regions.split(","):
        game = game.declared("xo".index(region[0]), read_chain(region[2:]))
    return game


def expanded(line: str) -> str:
    """A row of a position text with a full stop for each point without a dot."""
    written, number = "", ""
    for letter in line:
        if letter.isdigit():
            number += letter
            continue
        written += "." * int(number or 0) + letter
        number = ""
    return written + "." * int(number or 0)
