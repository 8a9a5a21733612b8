"""Small boards and the positions on them that tests write as texts."""

from __future__ import annotations

import re
from typing import Any

import attrs

from ninetka.morris import MILLS, Board, FromMills, Move, Ruleset, State, Stuck

SQUARE = Board(9, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)])
"""Three rows and three columns."""
PATH = Board(11, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 9), (9, 10, 11)])
"""Lines that share their ends: one step to each side, and no way round."""
SHORT = Board(4, [(1, 2, 3), (2, 3, 4)])
"""Too small for everybody's tokens."""


def ruleset(board: Board = SQUARE, **changes: Any) -> Ruleset:
    """9AM's rules on some board for two to four, or others."""
    return Ruleset("small", dict.fromkeys((2, 3, 4), board), **changes)


def mills(board: Board = SQUARE, **changes: Any) -> Ruleset:
    """The rules of Mills on some board, or others."""
    return attrs.evolve(MILLS, name="small", boards={2: board}, **changes)


WALKING = ruleset(PATH, jumping=False)
"""Players with few tokens may be stuck."""
ANY = ruleset(from_mills=FromMills.ALWAYS)
NO_CARDS = ruleset(cards=False)
assert mills().stuck is Stuck.LOSES


PUTTING = "a.b.c.... 2/2/2 0/0/0 0 a put"
MOVING = "aaa.abbb. 0/3/3 0/0/0 0 a move"
JUMPING = "a.aa.....bb 0/1 0/0 0 a move"
REMOVING = "aaa.bbbbc 0/3/3 1/0/0 0 a remove"
OVER = "abab 1/1 0/0 0 a over"
_BOARDS = {JUMPING: PATH, OVER: SHORT, REMOVING: Board(9, [*SQUARE.lines, (6, 7, 8)])}


def of_phase(position: str) -> State:
    """The state of one of these positions."""
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
