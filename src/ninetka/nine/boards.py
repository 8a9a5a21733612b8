"""A State to look at as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .. import terminal
from ..errors import NinetkaError, quoted
from .colours import colour_of, ink_on
from .moves import Move, Pass, Slide
from .squares import LINES, SIZE, SQUARES, Square

if TYPE_CHECKING:
    from .state import State

LINES_AND_DOTS: Final = "┌┬┐├┼┤└┴┘─│·"
_ASCII: Final = str.maketrans(LINES_AND_DOTS, "+++++++++-|.")


def draw_text(
    state: State, *, last_move: Move | None, colour: bool, unicode: bool, names: Sequence[str]
) -> str:
    """The board with coordinates and lines between the sections (R2), and whose turn it is."""
    if last_move is not None:
        state.undo(last_move)
    marked = None if last_move is None else end_of(state, last_move)
    letters = "     " + "   ".join(["A", "B C D", "E F G", "H I J", "K"])
    top, middle, bottom = (
        "       " + left + cross.join(["───────"] * 3) + right
        for left, cross, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    rows = [_row(state, row, colour, marked) for row in reversed(range(SIZE))]
    inside = [top, *rows[1:4], middle, *rows[4:7], middle, *rows[7:10], bottom]
    lines = [letters, rows[0], *inside, rows[10], letters]
    players = labels(state, [terminal.printable(name) for name in checked_names(state, names)])
    if any(names):
        lines.append(", ".join(players))
    text = "\n".join([*lines, status(state, players)])
    if unicode:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


def end_of(state: State, move: Move) -> Square | None:
    """Where the stone of a move that led here stands; None for a pass."""
    if not isinstance(move, Slide):
        return None if isinstance(move, Pass) else move.square
    line = LINES[move.square.bit]
    return next(square for square in line.squares if state.stone_at(square) is not None)


def checked_names(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat, empty where none is given. Raises NinetkaError."""
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(name, str) for name in names)
    ):
        raise NinetkaError(f"names are a text for each seat, not {quoted(names)}")
    if len(names) > state.players:
        raise NinetkaError(f"there are {len(names)} names for {state.players} players")
    return (*names, *[""] * (state.players - len(names)))


def labels(state: State, names: Sequence[str]) -> list[str]:
    """What to call the players by seat: `Ann (a)`, or the letter alone without a name."""
    return [
        f"{name} ({seat})" if name else str(seat)
        for seat, name in zip(state.seats, names, strict=True)
    ]


def status(state: State, players: Sequence[str]) -> str:
    """How the game stands, given what to call the players."""
    stage = f"{state.phase}, {players[state.to_move]} to move"
    if state.outcome is not None:
        winner = players[state.outcome.winner]
        stage = f"over, {state.outcome}"
        if winner != str(state.outcome.winner):
            stage += f", won by {winner}"
    return f"{state.ruleset.name}, {state.players} players, {stage}"


def _row(state: State, row: int, colour: bool, marked: Square | None) -> str:
    bar = " │ " if 0 < row < SIZE - 1 else "   "
    gaps = [f"{row + 1:>3}  ", *[bar, " ", " "] * 3, bar, f"  {row + 1}"]
    if marked is not None and marked.row == row:
        before, after = marked.column, marked.column + 1
        gaps[before] = gaps[before][:-1] + "["
        gaps[after] = "]" + gaps[after][1:]
    shown = [_square(state, square, colour) for square in SQUARES[row * SIZE :][:SIZE]]
    return "".join(gap + cell for gap, cell in zip(gaps, [*shown, ""], strict=True))


def _square(state: State, square: Square, colour: bool) -> str:
    stone = state.stone_at(square)
    if stone is None:
        return " " if square.is_corner else "·"
    if not colour:
        return str(stone)
    paper = colour_of(state.ruleset, stone)
    return terminal.on_colour(str(stone), paper, ink_on(paper))
