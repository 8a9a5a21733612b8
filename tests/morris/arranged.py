"""Small boards and the positions on them that tests write as texts."""

from __future__ import annotations

import re
from typing import Any

import attrs

from ninetka.morris import (
    MILLS,
    Board,
    FromMills,
    FullBoard,
    MillRule,
    Move,
    PlacingMills,
    Ruleset,
    State,
    Stuck,
)

SQUARE = Board(9, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)])
"""Three rows and three columns."""
PATH = Board(11, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 9), (9, 10, 11)])
"""Lines that share their ends: one step to each side, and no way round."""
CIRCLE = Board(8, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 1)])
"""Four lines round: full with four tokens of two players."""
ROWS = Board(
    10,
    [(1, 2, 3), (2, 3, 4), (3, 4, 5), (6, 7, 8), (7, 8, 9), (8, 9, 10)],
    edges=[(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)],
)
"""Two rows of five fields, as three lines of three each."""
SHORT = Board(4, [(1, 2, 3), (2, 3, 4)])
"""Too small for everybody's tokens."""


def ruleset(board: Board = SQUARE, **changes: Any) -> Ruleset:
    """9AM's rules on some board for two to four, or others."""
    return Ruleset("small", dict.fromkeys((2, 3, 4), board), **changes)


def mills(board: Board = SQUARE, **changes: Any) -> Ruleset:
    """The rules of Mills on some board, or others."""
    return attrs.evolve(MILLS, name="small", boards={2: board}, **changes)


WALKING = ruleset(PATH, jumping=0)
"""Players with few tokens may be stuck."""
ANY = ruleset(from_mills=FromMills.ALWAYS)
NO_CARDS = ruleset(cards=False)
FIRST_REMOVES = mills(CIRCLE, tokens=4, full_board=FullBoard.FIRST_REMOVES)
assert mills().stuck is Stuck.LOSES


PUTTING = "a.b.c.... 2/2/2 0/0/0 0 a put"
MOVING = "aaa.abbb. 0/3/3 0/0/0 0 a move"
JUMPING = "a.aa.....bb 0/1 0/0 0 a move"
REMOVING = "aaa.bbbbc 0/3/3 1/0/0 0 a remove"
EITHER = "a.b.c.a.. 2/2/2 0/0/0 0 a either"
NO_MILLS = "aa.bb.... 1/1 0/0 0 a put"
MARKED = "aaax...b 1/2 0/0 0 b put"
NO_ROWS = "aa.a.b.b.b 1/1 0/0 0 a put"
FULL = "aabbaabb 0/0 0/0 0 a remove"
OVER = "abab 1/1 0/0 0 a over"
_BOARDS = {JUMPING: PATH, OVER: SHORT, REMOVING: Board(9, [*SQUARE.lines, (6, 7, 8)])}


_RULES = {
    EITHER: ruleset(mixed=True),
    FULL: FIRST_REMOVES,
    NO_MILLS: ruleset(placing_mills=PlacingMills.FORBIDDEN),
    MARKED: mills(CIRCLE, tokens=4, marking=True),
    NO_ROWS: ruleset(ROWS, long_rows=MillRule.FORBIDDEN),
}


def of_phase(position: str) -> State:
    """The state of one of these positions."""
    if position in _RULES:
        return at(position, _RULES[position])
    board = _BOARDS.get(position, SQUARE)
    return at(position, ruleset(board, tokens=3 if board is SHORT else 9))


def at(position: str, rules: Ruleset | None = None) -> State:
    """The position of a text without the ruleset's name, which is `small` unless none is given."""
    name = "small" if rules is None else rules.name
    return State.from_text(f"{position} {name}", ruleset() if rules is None else rules)


def after(state: State, moves: str) -> State:
    """The state after some moves."""
    for text in moves.split():
        state = state.apply(text)
    return state


def texts(state: State) -> list[str]:
    """The legal moves."""
    return [state.move_text(move) for move in state.legal_moves]


def position(state: State) -> str:
    """The position text without the ruleset's name."""
    return state.to_text().rpartition(" ")[0]


def in_names(move: Move, board: Board) -> str:
    """A move's text with each number replaced by the field's name, if it has one."""
    names = {str(field): name for field, name in board.names.items()}
    return re.sub("[0-9]+", lambda number: names.get(number[0], number[0]), str(move))
