"""A summary of the rules, and what the player to move is to do, in plain words (K1-K13)."""

from __future__ import annotations

from math import hypot
from typing import Final

from .position import Position
from .rulesets import Capture, Ruleset, Start

_START: Final = {
    Start.EMPTY: "The grid is empty at the start.",
    Start.CROSS: "At the start, two dots of each player form a cross in the middle.",
}
_CAPTURE: Final = {
    Capture.DECLARED: (
        "After placing the dot, the player may declare any number of chains of their own dots. "
        "A chain is a closed ring of at least four live dots, each next to the following one along "
        "a row, a column or a diagonal; it may not cross itself, and the grid's edge is not part "
        "of it. "
        "It needs at least one opposing dot inside that its owner has not captured yet, and it may "
        "not cut through a region that is drawn already. "
        "A chain may be declared in any later turn as well, by its owner alone."
    ),
    Capture.AUTOMATIC: (
        "A dot that closes a ring of the player's live dots, each next to the following one along "
        "a row, a column or a diagonal, around opposing dots captures all that is inside; the "
        "grid's edge is not part of a ring. "
        "A dot placed inside a closed ring of the opponent is captured, unless it captures "
        "something itself."
    ),
}
_EXAMPLE: Final = {
    Capture.DECLARED: (
        "Moves are written by the dot's column and row, such as jk, with each declared chain after "
        "a full stop, its first dot written again at its end: de.cecfdgefdece. "
        "You can also write de stop for the one chain that the dot completes, or, if there are "
        "several, de stop 1 or de stop all."
    ),
    Capture.AUTOMATIC: "Moves are written by the dot's column and row, such as jk.",
}
_AGREED: Final = {
    Capture.DECLARED: (
        "the score is then what it would be if all closed rings were declared and the free points "
        "played out"
    ),
    Capture.AUTOMATIC: "the score is then as it stands",
}
_PARAGRAPHS: Final = (
    "Kropki is a game of dots for two players, x and o, on a grid of {columns} by {rows} points. "
    "The aim is to surround more of the opponent's dots than they surround of yours. "
    "Points have two letters, column then row: a to z, then A to Z, from the left and from the "
    "top. {start}",
    "Players take turns, x first. "
    "A turn places one dot on a free point: one without a dot that is inside no region. "
    "Nobody may pass. {capture}",
    "All points inside become the player's region. "
    "Dots there are dead and can no longer be part of a ring, and nobody may place a dot there. "
    "A region inside a larger one of the opponent becomes theirs.",
    "Each opposing dot in a player's regions scores one point. The player with more points wins; "
    "equal points are a draw. "
    "The game ends when no point is free. A player may resign, and both may agree to stop: "
    "{agreed}.",
    "{example}",
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (K1-K13), one paragraph per line."""
    capture = ruleset.capture
    return "\n".join(_PARAGRAPHS).format(
        columns=ruleset.columns,
        rows=ruleset.rows,
        start=_START[ruleset.start],
        capture=_CAPTURE[capture],
        agreed=_AGREED[capture],
        example=_EXAMPLE[capture],
    )


def instruct(position: Position) -> str:
    """What the player to move is to do, in one sentence with an example (K2, K5).

    The example is in the middle of the dots, or if there are none, of the board.
    """
    free = position.free
    if not free:
        return "The game is over: no point is free."
    others = [*position.dots] or free
    column = sum(point.column for point in others) / len(others)
    row = sum(point.row for point in others) / len(others)
    example = min(free, key=lambda point: hypot(point.column - column, point.row - row))
    sentence = f"Place a dot on a free point, for example {example}"
    if position.ruleset.capture is Capture.AUTOMATIC:
        return f"{sentence}."
    return f"{sentence}; to declare what it completes, add stop: {example} stop."
