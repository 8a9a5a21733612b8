"""Kropki described: the rules in short, what is to be done, and what a move has done."""

from __future__ import annotations

from math import hypot
from typing import Final

from ..base.messages import joined
from .board import SECOND
from .legality import why_over
from .moves import Move, Pass
from .position import Position
from .rulesets import Capture, Passing, Ruleset, Start, half_text
from .texts import Say

_START: Final = {
    Start.EMPTY: Say.STARTS_EMPTY,
    Start.CROSS: Say.STARTS_WITH_CROSS,
    Start.RIGHT_CROSS: Say.STARTS_WITH_CROSS,
    Start.TWO_CROSSES: Say.STARTS_WITH_TWO_CROSSES,
    Start.FOUR_CROSSES: Say.STARTS_WITH_FOUR_CROSSES,
    Start.DOT: Say.STARTS_WITH_DOT,
}
_PASSING: Final = {
    Passing.NEVER: Say.NEVER_PASS,
    Passing.TURNS: Say.MAY_PASS,
    Passing.FOR_GOOD: Say.MAY_STOP,
}
_OVER: Final = {
    Passing.NEVER: Say.ENDS_WHEN_FULL,
    Passing.TURNS: Say.ENDS_BY_PASSES,
    Passing.FOR_GOOD: Say.ENDS_WHEN_STOPPED,
}
_OR_PASS: Final = {
    (Passing.TURNS, 0): Say.PLACE_OR_PASS,
    (Passing.TURNS, 1): Say.PLACE_OR_END,
    (Passing.FOR_GOOD, 0): Say.PLACE_OR_STOP,
    (Passing.FOR_GOOD, 1): Say.PLACE_OR_END,
}
"""The sentence of `instruct` where players may pass, by the rule for it and the passes so far."""


def summarize(ruleset: Ruleset) -> str:
    """The rules of a ruleset, one paragraph per line."""
    is_automatic = ruleset.capture is Capture.AUTOMATIC
    paragraphs: list[list[str]] = [
        [
            Say.INTRODUCTION(columns=ruleset.columns, rows=ruleset.rows),
            Say.AIM(),
            Say.POINTS_HAVE_LETTERS(),
            _START[ruleset.start](),
        ],
        [
            Say.TURNS(first=ruleset.begins),
            Say.A_TURN(),
            _PASSING[ruleset.passing](),
            *(_automatic(ruleset) if is_automatic else _declared(ruleset)),
        ],
        [Say.INSIDE_IS_REGION(), Say.DOTS_DIE(), Say.REGION_SWALLOWED()],
        [
            Say.A_DOT_SCORES(),
            *([Say.HAS_KOMI(seat=SECOND, points=half_text(ruleset.komi))] if ruleset.komi else []),
            Say.MORE_POINTS_WIN(),
            _OVER[ruleset.passing](),
            Say.AGREED_AS_IT_STANDS() if is_automatic else Say.AGREED_PLAYED_OUT(),
            *([Say.MAY_GROUND()] if ruleset.grounding else []),
        ],
        [Say.DOTS_AS_TEXT()] if is_automatic else [Say.CHAINS_AS_TEXT(), Say.CALLS_AS_TEXT()],
    ]
    return joined([joined(each) for each in paragraphs], "\n")


def _declared(ruleset: Ruleset) -> list[str]:
    """Describe how chains are declared (K5-K9, K21)."""
    needs = Say.NEEDS_POINT() if ruleset.empty_areas else Say.NEEDS_CAPTIVE()
    return [Say.MAY_DECLARE(), Say.WHAT_A_CHAIN_IS(), needs, Say.DECLARED_LATER()]


def _automatic(ruleset: Ruleset) -> list[str]:
    """Describe automatic captures (K4, K10, K21, K22)."""
    captures = Say.CAPTURES_ALL() if ruleset.empty_areas else Say.CAPTURES_DOTS()
    edge = Say.EDGE_HELPS() if ruleset.border else Say.EDGE_IS_OPEN()
    return [Say.CLOSING(captures=captures, edge=edge), Say.PUT_INSIDE()]


def instruct(position: Position) -> str:
    """Tell the player to move what to do, in one sentence with an example (K2, K5, K24).

    The example is the free point nearest to the middle of the dots, or of the empty board.
    """
    free = position.free
    if not free:
        return Say.IS_OVER(why=why_over(position))
    others = [*position.dots] or free
    column = sum(point.column for point in others) / len(others)
    row = sum(point.row for point in others) / len(others)
    example = min(free, key=lambda point: hypot(point.column - column, point.row - row))
    if position.ruleset.passing is not Passing.NEVER:
        return _OR_PASS[position.ruleset.passing, position.passes](example=example)
    if position.ruleset.capture is Capture.AUTOMATIC:
        return Say.PLACE(example=example)
    return Say.PLACE_AND_DECLARE(example=example)


def tell(before: Position, move: Move, after: Position) -> str:
    """Describe what a move has done, with the number of dots that it has captured."""
    seat = before.to_move
    if isinstance(move, Pass):
        return Say.PASSED(seat=seat)
    point, count = move.point, _captured(after, seat) - _captured(before, seat)
    if count > 1:
        return Say.PUT_AND_CAPTURED(seat=seat, point=point, count=count)
    if count > 0:
        return Say.PUT_AND_CAPTURED_ONE(seat=seat, point=point)
    # The dot was put into a ring of the opponent (K10)
    if _captured(after, seat.other) > _captured(before, seat.other):
        return Say.PUT_AND_LOST(seat=seat, point=point)
    has_drawn = len(after.regions) > len(before.regions)
    return (Say.PUT_AND_DREW if has_drawn else Say.PUT)(seat=seat, point=point)


def _captured(position: Position, seat: int) -> int:
    """The number of opposing dots in a seat's regions."""
    return (position.owned_masks[seat] & position.dot_masks[1 - seat]).bit_count()
