"""A State to look at as text.

Live dots are `x` and `o`, dead ones (K8) `X` and `O`. Points without a dot that belong to the first
player are `-`, to the second `=`; free ones are `.`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from .. import terminal
from ..drawing import Paint
from ..errors import NinetkaError
from .board import LETTERS, Point, Seat
from .colours import COLOURS, TINTS
from .moves import Place
from .regions import Region
from .rulesets import Capture

if TYPE_CHECKING:
    from .state import State

SYMBOLS: Final = "●○▪▫─═·"
"""By what a point holds: live dots, dead dots and owned points of either seat, nothing."""
_ASCII: Final = str.maketrans(SYMBOLS, "xoXO-=.")


def draw_text(
    state: State,
    *,
    last_move: Place | None,
    unicode: bool,
    names: Sequence[str],
    paint: Paint | None,
) -> str:
    """The board with coordinates, the points by seat and whose turn it is."""
    if last_move is not None:
        regions_of(state, last_move)
    marked = None if last_move is None else last_move.point
    players = labels(state, [terminal.printable(name) for name in checked_names(names)])
    letters = "  " + " ".join(LETTERS[: state.ruleset.columns])
    rows = [*_rows(state, marked, paint)]
    text = "\n".join([letters, *rows, letters, points(state, players), status(state, players)])
    if unicode:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode()


def regions_of(state: State, move: Place) -> tuple[Region, ...]:
    """The regions that a move has drawn, if it has led to a state (K5, K10).

    Raises NinetkaError if it cannot have.
    """
    mover, point = state.to_move.other, move.point
    if state.dots.get(point) is not mover:
        raise NinetkaError(f"{point} is not the last move: no dot of {mover} is there")
    if state.ruleset.capture is Capture.AUTOMATIC:
        # Before, the point was free: no region can have had to do with it.
        latest = takewhile(
            lambda region: point in region.chain or point in region.inside, reversed(state.regions)
        )
        return tuple(latest)
    regions = state.regions[len(state.regions) - len(move.chains) :]
    if [(region.seat, region.chain) for region in regions] != [
        (mover, chain) for chain in move.chains
    ]:
        raise NinetkaError(f"{point} is not the last move: its chains are not the last drawn")
    return regions


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat, empty where none is given. Raises NinetkaError for too many."""
    if len(names) > len(Seat):
        raise NinetkaError(f"there are {len(names)} names for 2 players")
    return (*names, *[""] * (len(Seat) - len(names)))


def labels(state: State, names: Sequence[str]) -> list[str]:
    """What to call the players by seat: `Ann (x)`, or the letter alone without a name."""
    return [
        f"{name} ({seat})" if name else str(seat)
        for seat, name in zip(state.seats, names, strict=True)
    ]


def points(state: State, players: Sequence[str]) -> str:
    """The points by seat, given what to call the players."""
    scores = zip(players, state.scores, strict=True)
    return ", ".join(f"{player} {score}" for player, score in scores)


def status(state: State, players: Sequence[str]) -> str:
    """How the game stands, given what to call the players."""
    ruleset = state.ruleset
    stage = f"{players[state.to_move]} to move"
    if state.outcome is not None:
        winner = state.outcome.winner
        ended = "drawn" if winner is None else f"won by {players[winner]}"
        stage = f"over, {state.outcome}, {ended}"
    return f"{ruleset.name}, {ruleset.columns} x {ruleset.rows}, {stage}"


def _rows(state: State, marked: Point | None, paint: Paint | None) -> Iterator[str]:
    dots = state.dots
    columns = state.ruleset.columns
    board = state.board.points
    for row in range(state.ruleset.rows):
        gaps = [" "] * (columns + 1)
        if marked is not None and marked.row == row:
            gaps[marked.column : marked.column + 2] = "[]"
        shown = [_point(state, dots, point, paint) for point in board[row * columns :][:columns]]
        cells = "".join(gap + cell for gap, cell in zip(gaps, [*shown, ""], strict=True))
        yield f"{LETTERS[row]}{cells}".rstrip(" ")


def _point(state: State, dots: Mapping[Point, Seat], point: Point, paint: Paint | None) -> str:
    seat, owner = dots.get(point), state.owner_of(point)
    live, dead, owned, free = SYMBOLS[:2], SYMBOLS[2:4], SYMBOLS[4:6], SYMBOLS[6]
    if seat is not None:
        symbol = (live if owner is None else dead)[seat]
    elif owner is not None:
        symbol = owned[owner]
    else:
        return free
    if paint is None:
        return symbol
    return paint(symbol, COLOURS[seat] if owner is None and seat is not None else TINTS[owner or 0])
