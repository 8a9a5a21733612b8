"""Any arrangement of stones, and everything that keeps it from being a position of the game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Flag, auto
from operator import and_
from typing import TYPE_CHECKING, Final, TypeAlias, final

import attrs

from .. import errors
from ..errors import InvalidRulesetError, NinetkaError, listed, quoted, refuse, together
from ..frozenmap import FrozenMap
from .movement import movable
from .notation import read_board, write_position
from .rulesets import (
    NESTORGAMES,
    NEUTRAL,
    NEUTRALS,
    PUBLISHED,
    Neutral,
    Ruleset,
    Seat,
    Stone,
    Terms,
)
from .squares import CORE, CORNERS, INNER, LINE_STARTS, LINES, SECTIONS, Square, mask_of, squares_of

_STONE_TYPES: Final = (Neutral, Seat)
_LETTERS: Final = {seat.letter: seat for seat in Seat}


if TYPE_CHECKING:

    class InvalidPositionError(errors.InvalidPositionError):
        """What type checkers see of 9tka's errors; at run time all games have the one class."""

        problems: Problem

else:
    InvalidPositionError = errors.InvalidPositionError


class Problem(Flag):
    """What can be wrong with an arrangement of stones. Several hold at once."""

    MALFORMED = auto()
    """The text is no position text."""
    UNKNOWN_RULESET = auto()
    """The text names a ruleset that is neither published nor the one passed in."""
    WRONG_PLAYERS = auto()
    """The ruleset is not for so many players (R4)."""
    STONE_ON_CORNER = auto()
    """A stone stands on a corner (R1)."""
    NEUTRAL_OFF_CORE = auto()
    """A neutral stands elsewhere than on the core (R5)."""
    TWO_NEUTRALS_IN_SECTION = auto()
    """A section has more than one neutral (R5)."""
    TOO_EARLY = auto()
    """A player's stone is on the board before placement, or inside before movement (R5-R7)."""
    TOO_MANY_STONES = auto()
    """A seat has more stones than the ruleset gives it, or does not play (R4)."""
    IMPOSSIBLE_COUNTS = auto()
    """No order of turns gives the seats so many stones, or so many slides, each (R6, R7, Q1)."""
    UNACCOUNTED_STONE = auto()
    """The inner stones cannot all have come from different empty rim squares (R7)."""
    WRONG_SEAT = auto()
    """It cannot be the turn of the seat to move (Q1, R9)."""


Finding: TypeAlias = tuple[Problem, str]


def _frozen_stones(stones: Mapping[Square, Stone]) -> FrozenMap[Square, Stone]:
    if not isinstance(stones, Mapping):
        raise NinetkaError(
            f"stones maps a Square to NEUTRAL or a Seat; {quoted(stones)} is not a mapping"
        )
    for square, stone in stones.items():
        if not isinstance(square, Square) or not isinstance(stone, _STONE_TYPES):
            raise NinetkaError(
                "stones maps a Square to NEUTRAL or a Seat, "
                f"not {quoted(square)} to {quoted(stone)}"
            )
    return FrozenMap(stones)


def _checked_ruleset(ruleset: Ruleset) -> Ruleset:
    if not isinstance(ruleset, Ruleset):
        raise InvalidRulesetError(f"{quoted(ruleset)} is not a Ruleset")
    return ruleset


def _masks(setup: Setup) -> FrozenMap[Stone, int]:
    masks: dict[Stone, int] = {NEUTRAL: 0, **dict.fromkeys(Seat, 0)}
    for square, stone in setup.stones.items():
        masks[stone] |= square.bit
    return FrozenMap(masks)


@final
@attrs.frozen
class Setup:
    """An arrangement of stones, which need not be possible, and whose turn it is.

    `State.from_setup` makes a position of it if it has no problems. Raises NinetkaError for what
    are no stones on squares, no seat or no ruleset.

    >>> setup = Setup({Square("A5"): NEUTRAL}, Seat.SECOND)
    >>> setup.problems == Problem.NEUTRAL_OFF_CORE
    True
    """

    stones: Mapping[Square, Stone] = attrs.field(converter=_frozen_stones)
    to_move: Seat = attrs.field(default=Seat.FIRST, converter=Seat)
    players: int = attrs.field(default=2, converter=int)
    ruleset: Ruleset = attrs.field(default=NESTORGAMES, converter=_checked_ruleset)
    masks: Mapping[Stone, int] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_masks, takes_self=True)
    )
    """Neutrals and each seat: the bitboard of the squares where such stones stand."""

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> Setup:
        """Read a position text. A custom ruleset must be passed in.

        Raises InvalidPositionError with everything about the text that cannot be read; whether
        the arrangement is possible is for `problems` to say.
        """
        return _read(text, ruleset)

    def to_text(self) -> str:
        """The position text."""
        return write_position(self.masks, self.to_move, self.players, self.ruleset.name)

    @property
    def problems(self) -> Problem:
        """Everything that keeps the arrangement from being a position; falsy if nothing does."""
        return together(self.findings, Problem(0))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each problem found, with a sentence that says where."""
        return tuple(_find(self))

    def check(self) -> None:
        """Raise InvalidPositionError if there is any problem."""
        refuse(self.findings)


def _read(text: str, custom: Ruleset | None) -> Setup:
    fields = text.split() if isinstance(text, str) else []
    if len(fields) != 4:
        sentence = (
            f"a position is board, seat, players and ruleset, not {quoted(text)}: "
            "write 'BOARD a 2 nestorgames', for example"
        )
        refuse([(Problem.MALFORMED, sentence)])
    board, seat, players, name = fields
    stones, wrong = read_board(board)
    if seat not in _LETTERS:
        wrong.append(f"the seat to move is a, b, c or d, not {quoted(seat)}")
    if not re.fullmatch("[0-9]", players):
        wrong.append(f"the number of players is 2, 3 or 4, not {quoted(players)}")
    findings = [(Problem.MALFORMED, sentence) for sentence in wrong]
    ruleset = PUBLISHED.get(name) if custom is None else _checked_ruleset(custom)
    if ruleset is None or ruleset.name != name:
        known = ", ".join(PUBLISHED) if custom is None else custom.name
        sentence = f"the ruleset {quoted(name)} is not known here, only {known}"
        findings.append((Problem.UNKNOWN_RULESET, sentence))
    refuse(findings)
    assert ruleset is not None
    return Setup(stones, _LETTERS[seat], int(players), ruleset)


def _find(setup: Setup) -> Iterator[Finding]:
    masks = setup.masks
    yield from _misplaced(setup, masks[NEUTRAL])
    try:
        terms = Terms.of(setup.ruleset, setup.players)
    except InvalidRulesetError as error:
        yield Problem.WRONG_PLAYERS, str(error)
    else:
        yield from _too_many(terms, masks)
        yield from _out_of_turn(setup, terms, masks)


def _out_of_turn(setup: Setup, terms: Terms, masks: Mapping[Stone, int]) -> Iterator[Finding]:
    """What the phase that the stones show does not allow."""
    neutrals = masks[NEUTRAL]
    stones = [masks[seat] for seat in terms.seats]
    everyones = sum(masks.values()) - neutrals
    placed = sum(own.bit_count() for own in stones)
    if neutrals.bit_count() < NEUTRALS:
        for square in squares_of(everyones):
            yield Problem.TOO_EARLY, f"{square} has a player's stone before all neutrals are placed"
        yield from _wrong_seat(setup.to_move, {terms.seats[neutrals.bit_count() % terms.players]})
    elif NEUTRALS + placed < terms.full:
        for square in squares_of(everyones & INNER):
            yield Problem.TOO_EARLY, f"{square} has a player's stone before all stones are placed"
        yield from _uneven_placement(terms, stones)
        yield from _wrong_seat(setup.to_move, {terms.seat_after_turns(placed)})
    else:
        able = movable(mask_of(setup.stones), terms.edge)
        yield from after_placement(terms, setup.to_move, stones, neutrals, able)


def after_placement(
    terms: Terms, to_move: Seat, stones: Sequence[int], neutrals: int, able: int
) -> Iterator[Finding]:
    """What is wrong with an arrangement of all stones, given those that can slide."""
    yield from _impossible_slides(terms, to_move, stones, able)
    yield from _unaccounted(sum(stones), neutrals)


def _misplaced(setup: Setup, neutrals: int) -> Iterator[Finding]:
    for square in squares_of(sum(setup.masks.values()) & CORNERS):
        yield Problem.STONE_ON_CORNER, f"{square} is a corner and cannot have a stone"
    for square in squares_of(neutrals & ~CORE):
        yield Problem.NEUTRAL_OFF_CORE, f"{square} has a neutral but is not on the core"
    for section, mask in SECTIONS.items():
        count = (neutrals & mask).bit_count()
        if count > 1:
            yield (
                Problem.TWO_NEUTRALS_IN_SECTION,
                f"the {section} section has {count} neutrals, not one",
            )


def _too_many(terms: Terms, masks: Mapping[Stone, int]) -> Iterator[Finding]:
    for seat in Seat:
        count = masks[seat].bit_count()
        if seat not in terms.seats and count:
            yield Problem.TOO_MANY_STONES, f"seat {seat} has stones but does not play"
        elif count > terms.stones_each:
            sentence = f"seat {seat} has {count} stones, more than its {terms.stones_each}"
            yield Problem.TOO_MANY_STONES, sentence


def _wrong_seat(to_move: Seat, possible: Collection[Seat]) -> Iterator[Finding]:
    if to_move not in possible:
        seats = listed(sorted(possible), "or")
        yield Problem.WRONG_SEAT, f"it is the turn of seat {seats}, not {to_move}"


def _uneven_placement(terms: Terms, stones: Sequence[int]) -> Iterator[Finding]:
    counts = [own.bit_count() for own in stones]
    fair = _turns_had(terms, sum(counts))
    if counts != fair:
        yield (
            Problem.IMPOSSIBLE_COUNTS,
            f"of {sum(counts)} stones placed the seats have {listed(counts)}, not {listed(fair)}",
        )


def _impossible_slides(
    terms: Terms, to_move: Seat, stones: Sequence[int], able: int
) -> Iterator[Finding]:
    slid = [(own & INNER).bit_count() for own in stones]
    can_slide = [bool(own & able) for own in stones]
    if to_move in _seats_after_slides(terms, slid, can_slide):
        return
    possible = set(_seats_after_slides(terms, slid, can_slide))
    if possible:
        yield from _wrong_seat(to_move, possible)
    else:
        sentence = f"no order of turns lets the seats slide {listed(slid)} times"
        yield Problem.IMPOSSIBLE_COUNTS, sentence
        yield from _wrong_seat(to_move, terms.seats)


def _seats_after_slides(terms: Terms, slid: Sequence[int], able: Sequence[bool]) -> Iterator[Seat]:
    """The seats whose turn it may be, given how often each has slid and whether it still can.

    A seat comes once for every number of turns that may have led there.
    """
    # Before, between and after the slides fewer than all players pass in a row (R10).
    for turns in range(sum(slid), (sum(slid) + 1) * terms.players):
        if _turns_fit(terms, turns, slid, able):
            yield terms.seat_after_turns(turns)


def _turns_fit(terms: Terms, turns: int, slid: Sequence[int], able: Sequence[bool]) -> bool:
    """Whether the seats can have slid so often in so many turns, and passed in the others.

    With `slid` 3 and 1 and the first seat the opener, 6 turns are 3 for each: the second passed
    twice, so (Q3 aside) it is blocked now. Its pass came last, and the last slide right before.
    """
    passed = [had - did for had, did in zip(_turns_had(terms, turns), slid, strict=True)]
    can_come_back = terms.can_wake and any(slid)  # Q3; else who once passed is blocked for good
    if min(passed) < 0 or (any(map(and_, map(bool, passed), able)) and not can_come_back):
        return False
    for back in range(min(turns, terms.players)):
        seat = terms.seat_after_turns(turns - 1 - back)
        if slid[seat] and (not passed[seat] or can_come_back):
            return True  # this can have been the last slide
        if able[seat] or not any(able):
            return False  # no pass: it could have slid, or the game was over (R10)
    return not any(slid)


def _turns_had(terms: Terms, turns: int) -> list[int]:
    """How many of so many turns since the phase began each seat has had (Q1)."""
    offsets = [(seat - terms.opener) % terms.players for seat in terms.seats]
    return [(turns - offset + terms.players - 1) // terms.players for offset in offsets]


def _unaccounted(stones: int, neutrals: int) -> Iterator[Finding]:
    """Match inner stones to the empty rim squares they can have come from, each to one at most."""
    came_from: dict[int, Square] = {}

    def place(stone: Square, tried: set[int]) -> bool:
        starts = LINE_STARTS[stone.bit] & ~stones
        while starts:
            start = starts & -starts
            starts ^= start
            came_through = LINES[start].up_to[stone.bit]
            if start not in tried and not came_through & neutrals:  # which were there first
                tried.add(start)
                other = came_from.get(start)
                if other is None or place(other, tried):
                    came_from[start] = stone
                    return True
        return False

    for stone in squares_of(stones & INNER):
        if not place(stone, set()):
            yield (
                Problem.UNACCOUNTED_STONE,
                f"no empty rim square is left that the stone on {stone} can have come from",
            )
