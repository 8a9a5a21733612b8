"""The sentences of Kropki: the rules in short, what is to be done, and what a move has done."""

from __future__ import annotations

from math import hypot
from typing import Final

from .board import SECOND
from .legality import why_over
from .moves import Move, Pass
from .position import Position
from .rulesets import Capture, Passing, Ruleset, Start, half_text

_START: Final = {
    Start.EMPTY: "The grid is empty at the start.",
    Start.CROSS: "At the start, two dots of each player form a cross in the middle.",
    Start.RIGHT_CROSS: "At the start, two dots of each player form a cross in the middle.",
    Start.TWO_CROSSES: (
        "At the start, four dots of each player form two crosses beside each other in the middle."
    ),
    Start.FOUR_CROSSES: (
        "At the start, eight dots of each player form four crosses, one in each quarter."
    ),
    Start.DOT: "At the start, there is one dot of x in the middle.",
}
_CAPTURE: Final = {
    Capture.DECLARED: (
        "After placing the dot, the player may declare any number of chains of their own dots. "
        "A chain is a closed ring of at least four live dots, each next to the following one along "
        "a row, a column or a diagonal; it may not cross itself, and the grid's edge is not part "
        "of it. "
        "It needs {inside}, and it may not cut through a region that is drawn already. "
        "A chain may be declared in any later turn as well, by its owner alone."
    ),
    Capture.AUTOMATIC: (
        "A dot that closes a ring of the player's live dots, each next to the following one along "
        "a row, a column or a diagonal, {inside}; {edge}. "
        "A dot placed inside a closed ring of the opponent is captured, unless it captures "
        "something itself."
    ),
}
_INSIDE: Final = {
    (Capture.DECLARED, False): (
        "at least one opposing dot inside that its owner has not captured yet"
    ),
    (Capture.DECLARED, True): (
        "a point inside that does not belong to its owner yet, even if no dot is there"
    ),
    (Capture.AUTOMATIC, False): "around opposing dots captures all that is inside",
    (Capture.AUTOMATIC, True): "captures all that is inside, even if no dot is there",
}
"""What a ring has inside, by the way to capture and whether areas may be empty (K6, K10, K21)."""
_EDGE: Final = {
    False: "the grid's edge is not part of a ring",
    True: (
        "the edge of the grid helps: a ring may run along it, but of the areas that reach the edge "
        "the largest stays open"
    ),
}
"""What the edge does, by whether it helps (K4, K22)."""
_PASSING: Final = {
    Passing.NEVER: "Nobody may pass.",
    Passing.TURNS: "A player may pass instead, which is written pass.",
    Passing.FOR_GOOD: (
        "A player may stop instead, which is written pass: they place no more dots, and the "
        "opponent goes on alone until they pass too."
    ),
}
_AFTER_PASS: Final = {
    (Passing.TURNS, 0): "",
    (Passing.TURNS, 1): ", which ends the game",
    (Passing.FOR_GOOD, 0): " to place no more dots",
    (Passing.FOR_GOOD, 1): ", which ends the game",
}
"""What a pass leads to, by the passes before it."""
_OVER: Final = {
    Passing.NEVER: "when no point is free",
    Passing.TURNS: "when no point is free, or both players pass one after the other",
    Passing.FOR_GOOD: "when no point is free, or both players have passed",
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
_GROUNDING: Final = (
    " A player may also end the game by grounding: then all their dots count for the opponent, "
    "except those connected to the grid's edge by live dots or regions of theirs, next to each "
    "other along rows and columns."
)
_PARAGRAPHS: Final = (
    "Kropki is a game of dots for two players, x and o, on a grid of {columns} by {rows} points. "
    "The aim is to surround more of the opponent's dots than they surround of yours. "
    "Points have two letters, column then row: a to z, then A to Z, from the left and from the "
    "top. {start}",
    "Players take turns, {begins} first. "
    "A turn places one dot on a free point: one without a dot that is inside no region. "
    "{passing} {capture}",
    "All points inside become the player's region. "
    "Dots there are dead and can no longer be part of a ring, and nobody may place a dot there. "
    "A region inside a larger one of the opponent becomes theirs.",
    "Each opposing dot in a player's regions scores one point. {komi}The player with more points "
    "wins; equal points are a draw. "
    "The game ends {over}. A player may resign, and both may agree to stop: "
    "{agreed}.{grounding}",
    "{example}",
)


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset (K1-K24), one paragraph per line."""
    capture = ruleset.capture
    return "\n".join(_PARAGRAPHS).format(
        columns=ruleset.columns,
        rows=ruleset.rows,
        start=_START[ruleset.start],
        begins=ruleset.begins,
        komi=_komi(ruleset),
        grounding=_GROUNDING if ruleset.grounding else "",
        capture=_CAPTURE[capture].format(
            inside=_INSIDE[capture, ruleset.empty_areas], edge=_EDGE[ruleset.border]
        ),
        passing=_PASSING[ruleset.passing],
        over=_OVER[ruleset.passing],
        agreed=_AGREED[capture],
        example=_EXAMPLE[capture],
    )


def _komi(ruleset: Ruleset) -> str:
    """The sentence about komi (K19), if there is any."""
    if not ruleset.komi:
        return ""
    return f"{SECOND} has {half_text(ruleset.komi)} points from the start. "


def instruct(position: Position) -> str:
    """What the player to move is to do, in one sentence with an example (K2, K5, K24).

    The example is in the middle of the dots, or if there are none, of the board.
    """
    free = position.free
    if not free:
        return f"The game is over: {why_over(position)}."
    others = [*position.dots] or free
    column = sum(point.column for point in others) / len(others)
    row = sum(point.row for point in others) / len(others)
    example = min(free, key=lambda point: hypot(point.column - column, point.row - row))
    sentence = f"Place a dot on a free point, for example {example}"
    if position.ruleset.passing is not Passing.NEVER:
        return f"{sentence}, or pass{_AFTER_PASS[position.ruleset.passing, position.passes]}."
    if position.ruleset.capture is Capture.AUTOMATIC:
        return f"{sentence}."
    return f"{sentence}; to declare what it completes, add stop: {example} stop."


def tell(before: Position, move: Move, after: Position) -> str:
    """What a move has done, with the dots that have been surrounded by it."""
    seat = before.to_move
    if isinstance(move, Pass):
        return f"Seat {seat} passed."
    act = f"Seat {seat} put a dot at {move.point}"
    count = _captured(after, seat) - _captured(before, seat)
    if count > 0:
        return (
            f"{act} and surrounded {count} dots." if count > 1 else f"{act} and surrounded a dot."
        )
    # The dot was put into a ring of the opponent (K10)
    if _captured(after, seat.other) > _captured(before, seat.other):
        return f"{act}, where it was surrounded at once."
    return f"{act} and drew a region." if len(after.regions) > len(before.regions) else f"{act}."


def _captured(position: Position, seat: int) -> int:
    """The number of opposing dots in a seat's regions."""
    return (position.owned_masks[seat] & position.dot_masks[1 - seat]).bit_count()
