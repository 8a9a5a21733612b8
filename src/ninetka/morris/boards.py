"""The boards of the world's mill games, as they are usually drawn (M1, M16).

Fields have the usual names: columns from `a` on the left, rows from 1 at the bottom. Where a board
has other numbers than those of `Board.rings`, fields are numbered as one reads: row by row from the
top left.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

import attrs

from .board import Board


def _drawn(lines: str, edges: str = "") -> Board:
    """The board with these lines and edges, each written with the names of its fields."""
    joined = [[each.split("-") for each in text.split()] for text in (lines, edges)]
    used = {name for each in joined for fields in each for name in fields}
    names = sorted(used, key=lambda name: (-int(name[1:]), name[0]))
    number = {name: at for at, name in enumerate(names, 1)}
    numbers = [[[number[name] for name in fields] for fields in each] for each in joined]
    spots = [(ord(name[0]) - ord("a"), int(name[1:])) for name in names]
    wide, high = (max(axis) for axis in zip(*spots, strict=True))
    unit = max(wide, high - 1) / 2
    places = [((x - wide / 2) / unit, ((high + 1) / 2 - y) / unit) for x, y in spots]
    return Board(
        len(names),
        numbers[0],
        edges=numbers[1],
        names=dict(enumerate(names, 1)),
        places=dict(enumerate(places, 1)),
    )


_ROWS_OF_THREE: Final = "a3-b3-c3 a2-b2-c2 a1-b1-c1 a1-a2-a3 b1-b2-b3 c1-c2-c3"
_TWO_RINGS: Final = "a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a1-a3-a5 b2-b3-b4 d2-d3-d4 e1-e3-e5"
_TO_THE_CENTRE: Final = "a3-b3-c3 b3-c3-d3 c3-d3-e3 c1-c2-c3 c2-c3-c4 c3-c4-c5"

SQUARE: Final = _drawn(_ROWS_OF_THREE)
"""Three rows and three columns."""
CROSSED_SQUARE: Final = _drawn(f"{_ROWS_OF_THREE} a1-b2-c3 a3-b2-c1")
"""Three rows, three columns and two diagonals."""
TWO_RINGS: Final = _drawn(_TWO_RINGS, edges="a3-b3 d3-e3 c1-c2 c4-c5")
"""Two rings, with spokes of two fields each, which are no lines."""
TWO_RINGS_WITH_CENTRE: Final = _drawn(f"{_TWO_RINGS} {_TO_THE_CENTRE}")
"""Two rings with a field in their middle: lines lead from each side to it, and right through it."""


def _with_diagonals() -> Board:
    rings = Board.rings(2)
    diagonals = [[ring[at] for ring in rings.ring_fields] for at in range(1, 8, 2)]
    return attrs.evolve(rings, lines=[*rings.lines, *diagonals])


THREE_RINGS_WITH_DIAGONALS: Final = _with_diagonals()
"""The board of Mills with four more lines, which join the corners of the rings."""


def _wheel() -> Board:
    compass = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    turns = [pi / 4 * at for at in range(8)]
    rim = [(round(sin(turn), 9), round(-cos(turn), 9)) for turn in turns]
    return Board(
        9,
        [(at, 9, at + 4) for at in range(1, 5)],
        edges=[(at, at % 8 + 1) for at in range(1, 9)],
        names=dict(enumerate([*compass, "c"], 1)),
        places=dict(enumerate([*rim, (0, 0)], 1)),
    )


WHEEL: Final = _wheel()
"""Eight fields round a ninth: four lines through the centre, and a rim of edges. Fields have the
names of the compass, `n` to `nw`, numbered clockwise, and the centre is `c`."""


def _rows(columns: str, rows: int) -> Board:
    """A grid whose lines are all three consecutive fields of a row or a column."""
    grid = [[f"{column}{row}" for column in columns] for row in range(1, rows + 1)]
    long = [*grid, *(list(column) for column in zip(*grid, strict=True))]
    return _drawn(
        " ".join("-".join(each[at : at + 3]) for each in long for at in range(len(each) - 2))
    )


FIVE_ROWS: Final = _rows("abcdef", 5)
"""Five rows of six fields; any three next to each other in a row or a column are a line."""
