"""A State of Kropki as text.

Live dots are `x` and `o`, dead ones (K8) `X` and `O`. Points without a dot are `-` if they belong
to the first player, `=` if they belong to the second, and `.` if they are free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from ...base.errors import NinetkaError, check_move
from ...drawing.options import Paint, TextBoard, labels, visible_part
from ..board import LETTERS, Point, Seat
from ..moves import Move, Pass, Place
from ..regions import Region
from ..rulesets import Capture, half_text
from ..scoring import Outcome, ended
from ..state import State
from ..texts import Say
from ..turns import last_dot_by
from .pieces import COLOURS, TINTS

_ASCII: Final = str.maketrans("●○▪▫─═·", "xoXO-=.")


def write(state: State, board: TextBoard[Move]) -> str:
    """The board that `State.to_board` gives: coordinates, points by seat and whose turn it is.

    The dot of the last move is in brackets, unless that was a pass. A board of 39 columns is 80
    characters wide. Raises NinetkaError if the last move cannot have been that.
    """
    outcome, marked = state.outcome_if(board.ending), None
    if board.last_move is not None:
        regions_of(state, board.last_move)
        marked = board.last_move.point if isinstance(board.last_move, Place) else None
    state = ended(state, board.ending)
    columns, rows = range(state.ruleset.columns), range(state.ruleset.rows)
    if board.room is not None:
        width, height = board.room
        columns = visible_part(len(columns), width // 2 - 1, marked and marked.column)
        # Letters, points and status take four lines
        rows = visible_part(len(rows), height - 4, marked and marked.row)
    letters = "  " + " ".join(LETTERS[column] for column in columns)
    dots = state.dots
    shown = [_row(state, dots, row, columns, board.paint, marked) for row in rows]
    players = labels(state.seats, board.names)
    below = points(state, outcome, players), status(state, outcome, players)
    text = "\n".join([letters, *shown, letters, *below])
    return text if board.unicode else text.translate(_ASCII)


def _row(
    state: State,
    dots: Mapping[Point, Seat],
    row: int,
    columns: range,
    paint: Paint | None,
    marked: Point | None,
) -> str:
    """A row of the text board, which begins with its letter."""
    line, gap = LETTERS[row], " "
    for point in state.board.points[row * state.ruleset.columns :][columns.start : columns.stop]:
        seat, owner = dots.get(point), state.owner_of(point)
        ground = None if owner is None else TINTS[owner]
        if seat is None:
            symbol = "·" if owner is None else "─═"[owner]
        elif owner is None:
            symbol, ground = "●○"[seat], COLOURS[seat]
        else:
            symbol = "▪▫"[seat]
        line += "[" if point is marked else gap
        line += paint(symbol, ground) if paint and ground else symbol
        gap = "]" if point is marked else " "
    return f"{line}{gap}".rstrip(" ")


def regions_of(state: State, move: Move) -> tuple[Region, ...]:
    """The regions that were drawn with the last move (K5, K10); none with a pass (K24).

    Raises NinetkaError if the move cannot have been the last.
    """
    check_move(move, Place, Pass)
    if isinstance(move, Pass):
        if not state.passes:
            raise NinetkaError(Say.NOBODY_HAS_PASSED())
        return ()
    mover, point = last_dot_by(state), move.point
    if mover is None:
        raise NinetkaError(Say.LAST_WAS_PASS(point=point))
    if state.dots.get(point) is not mover:
        raise NinetkaError(Say.LAST_HAS_NO_DOT(point=point, seat=mover))
    if state.ruleset.capture is Capture.AUTOMATIC:
        # Before the move the point was free, so no earlier region can have it.
        latest = takewhile(
            lambda region: point in region.chain or point in region.inside, reversed(state.regions)
        )
        return tuple(latest)
    regions = state.regions[len(state.regions) - len(move.chains) :]
    if [(region.seat, region.chain) for region in regions] != [
        (mover, chain) for chain in move.chains
    ]:
        raise NinetkaError(Say.LAST_HAS_OTHER_CHAINS(point=point))
    return regions


def points(state: State, outcome: Outcome | None, players: Sequence[str]) -> str:
    """The points by seat, given what to call the players."""
    shown = zip(players, (outcome or state).scores, strict=True)
    return ", ".join(f"{player} {half_text(score)}" for player, score in shown)


def status(state: State, outcome: Outcome | None, players: Sequence[str]) -> str:
    """The state of the game, given what to call the players."""
    ruleset = state.ruleset
    board = {"ruleset": ruleset.name, "columns": ruleset.columns, "rows": ruleset.rows}
    if outcome is None:
        return Say.TO_MOVE(**board, player=players[state.to_move])
    if outcome.winner is None:
        return Say.DRAWN(**board, outcome=outcome)
    return Say.WON(**board, outcome=outcome, player=players[outcome.winner])
