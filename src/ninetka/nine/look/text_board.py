"""A State of 9tka as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...base.messages import Message
from ...drawing.options import Paint, TextBoard, labels
from ..board import LINES, SIZE, SQUARES, Square
from ..moves import Move, Pass, Slide
from ..scoring import Outcome
from ..state import State
from ..texts import Say
from .pieces import colour_of

LINES_AND_DOTS: Final = "┌┬┐├┼┤└┴┘─│·"
_ASCII: Final = str.maketrans(LINES_AND_DOTS, "+++++++++-|.")


def write(state: State, board: TextBoard[Move]) -> str:
    """The board that `State.to_board` gives: coordinates, sections (R2), stones, whose turn it is.

    Stones are letters; the stone of the last move stands in brackets. Raises IllegalMoveError if
    that cannot have been the last move.
    """
    marked = None
    if board.last_move is not None:
        state.undo(board.last_move)
        marked = end_of(state, board.last_move)
    letters = "     " + "   ".join(["A", "B C D", "E F G", "H I J", "K"])
    top, middle, bottom = (
        "       " + left + cross.join(["───────"] * 3) + right
        for left, cross, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    rows = [_row(state, row, board.paint, marked) for row in reversed(range(SIZE))]
    inside = [top, *rows[1:4], middle, *rows[4:7], middle, *rows[7:10], bottom]
    lines = [letters, rows[0], *inside, rows[10], letters]
    players = labels(state.seats, board.names)
    if any(board.names):
        lines.append(", ".join(players))
    text = "\n".join([*lines, status(state, state.outcome_if(board.ending), players)])
    return text if board.unicode else text.translate(_ASCII)


def end_of(state: State, move: Move) -> Square | None:
    """The square of the last move's stone; None for a pass."""
    if not isinstance(move, Slide):
        return None if isinstance(move, Pass) else move.square
    line = LINES[move.square.bit]
    return next(square for square in line.squares if state.stone_at(square) is not None)


def status(state: State, outcome: Outcome | None, players: Sequence[str]) -> Message:
    """The line on how the game stands; `players` has what to call each seat."""
    played = {"ruleset": state.ruleset.name, "players": state.players}
    if outcome is None:
        return Say.STATUS(**played, phase=Say[state.phase.name](), player=players[state.to_move])
    winner = players[outcome.winner]
    if winner == str(outcome.winner):
        return Say.STATUS_OVER(**played, result=outcome)
    return Say.STATUS_WON(**played, result=outcome, winner=winner)


def _row(state: State, row: int, paint: Paint | None, marked: Square | None) -> str:
    bar = " │ " if 0 < row < SIZE - 1 else "   "
    gaps = [f"{row + 1:>3}  ", *[bar, " ", " "] * 3, bar, f"  {row + 1}"]
    if marked is not None and marked.row == row:
        before, after = marked.column, marked.column + 1
        gaps[before] = gaps[before][:-1] + "["
        gaps[after] = "]" + gaps[after][1:]
    shown = [_square(state, square, paint) for square in SQUARES[row * SIZE :][:SIZE]]
    return "".join(gap + cell for gap, cell in zip(gaps, [*shown, ""], strict=True))


def _square(state: State, square: Square, paint: Paint | None) -> str:
    stone = state.stone_at(square)
    if stone is None:
        return " " if square.is_corner else "·"
    return str(stone) if paint is None else paint(str(stone), colour_of(state.ruleset, stone))
