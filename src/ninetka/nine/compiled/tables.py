"""Tables of the board (R1-R3, R7), worked out from the board that the rules use.

Squares have numbers here: 0-80 the inner board, row by row from the bottom, 81-116 the rim in the
order of action codes. A set of squares is two words: the first has 0-53, six rows, as its bits; the
second 54-80 and then the rim. So no section is divided, and the rim is in one word.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ...compiled.machine import U
from ..board import LINES, SECTION_AROUND, SECTIONS
from ..moves import ACTION_SQUARES, RIM_CODE
from .packing import BITS, FAR, LONG, SPLIT

NOWHERE: Final = 81
"""A square off the board, where a stone changes nothing."""
RIM_BIT: Final = 27
"""The first bit of the rim in the second word."""
INDEX: Final = np.array([bit.bit_length() - 1 for bit in BITS])
"""By number of a square here: its index in the library, 11·row + column."""
_NUMBER: Final = {bit: number for number, bit in enumerate(BITS)}
LINE_SQUARES: Final = np.array(
    [[_NUMBER[square.bit] for square in line.squares[:FAR]] for line in LINES.values()]
)
"""By rim square: the nine inner squares in front of it, nearest first."""

WORDS: Final = np.zeros((82, 2), U)
"""By inner square: the set of it alone. Row 81 is the empty set."""
for _number in range(81):
    WORDS[_number, _number // SPLIT] = 1 << _number % SPLIT

_masks: Final = list(SECTIONS.values())
_section_of: Final = [_masks.index(SECTION_AROUND[bit]) for bit in BITS[:81]]
SECTION_WORDS: Final = np.array(
    [[sum(WORDS[_number, word] for _number in range(81) if _section_of[_number] == section)
      for word in (0, 1)] for section in range(9)], U
)  # fmt: skip
"""By section: its squares."""

SECTION_OF: Final = np.array([*_section_of, 9], np.uint8)
"""By inner square: its section; 9 for NOWHERE."""

CORE: Final = np.array([_NUMBER[bit] for bit in ACTION_SQUARES[:RIM_CODE]], np.uint8)
"""By action code: the core square."""
CORE_OR_NOWHERE: Final = np.full(LONG, NOWHERE, np.uint8)
"""The same, with a row for any number of six bits."""
CORE_OR_NOWHERE[:RIM_CODE] = CORE
_core_by_section: Final = [[q for q in CORE if _section_of[q] == section] for section in range(9)]
CORE_CODES: Final = np.array(
    [sum(1 << code for code, q in enumerate(CORE) if q in squares) for squares in _core_by_section],
    U,
)
"""By section: the action codes of its core squares, as bits."""
CHOICES: Final = np.zeros((9, 16), np.uint8)
"""By section: the core squares that its neutral may go to (R5)."""
CHOICE_COUNTS: Final = np.array([len(squares) for squares in _core_by_section], U)
for _section, _squares in enumerate(_core_by_section):
    CHOICES[_section, : len(_squares)] = _squares

ENDS: Final = np.full((LONG, 16), NOWHERE, np.uint8)
"""By rim square and number of free squares before it: where its stone stops (R7).

There is a row for any number of six bits, and a column for any of four.
"""
ENDS[: len(LINE_SQUARES), 1 : FAR + 1] = LINE_SQUARES

DEPTHS: Final = np.full((82, LONG), 255, np.uint8)
"""By square: the number of free squares that a stone there leaves before each rim square.

It is 255 where the stone is on another line. So when a stone comes to a square, the depths of a
position become the lesser, byte by byte, of themselves and the square's row, which is one
instruction where bytes can be compared 64 at once.
"""
for _rim, _line in enumerate(LINE_SQUARES):
    DEPTHS[_line, _rim] = np.arange(FAR)

# Boards of random games, four words each, as in `lanes`
WORD: Final = np.zeros(65, U)
"""By rim square: the word of a board that has its line. Lines are rows, then columns."""
SHIFT: Final = np.zeros(65, U)
"""By rim square: the first bit of its line in that word."""
SLIDES: Final = np.full((65, 512), NOWHERE, np.uint8)
"""By rim square and the bits of its line: where its stone stops (R7).

A blocked stone, and no stone (rim square 64, as `machine.nth` has it), end nowhere.
"""
BOARDS: Final = np.zeros((82, 4), U)
"""By square: a board with one stone on it.

The fourth word has the rim squares that it blocks (R8), and from bit 36 on the lines it stands on.
"""
COUNTS: Final = np.array([1 << 7 * int(section) for section in SECTION_OF[:81]] + [0], U)
"""By square: a one in the counter of its section; there are nine of seven bits."""
for _rim, _squares in enumerate(LINE_SQUARES):
    _along_row = _squares[0] // 9 == _squares[1] // 9
    _line = _squares[0] // 9 if _along_row else 9 + _squares[0] % 9
    _places = _squares % 9 if _along_row else _squares // 9
    WORD[_rim], SHIFT[_rim] = _line // 6, _line % 6 * 9
    BOARDS[_squares, _line // 6] |= (1 << (_line % 6 * 9 + _places)).astype(U)
    BOARDS[_squares[0], 3] |= U(1 << _rim)
    BOARDS[_squares, 3] |= U(1 << 36 + int(_line))
    for _bits in range(512):
        _depth = next((k for k, place in enumerate(_places) if _bits >> place & 1), FAR)
        SLIDES[_rim, _bits] = _squares[_depth - 1] if _depth else NOWHERE
