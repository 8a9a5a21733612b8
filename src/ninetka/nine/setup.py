"""Any arrangement of stones, and everything that keeps it from being a position of the game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Flag, auto
from operator import and_
from typing import Final, TypeAlias, final

import attrs

from ..base import errors
from ..base.documented import documented
from ..base.errors import InvalidRulesetError, combined_problems, quoted, refuse
from ..base.fields import convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from ..protocol.rulesets import known_ruleset
from .board import (
    CORE,
    CORNERS,
    INNER,
    LINE_STARTS,
    LINES,
    NEUTRAL,
    SECTIONS,
    Seat,
    Square,
    Stone,
    squares_of,
)
from .moves import Phase
from .notation import Words, read_board, write_position
from .position import Position
from .rulesets import NESTORGAMES, NEUTRALS, PUBLISHED, Ruleset, Terms
from .texts import Say

_LETTERS: Final = {seat.letter: seat for seat in Seat}


class InvalidPositionError(errors.InvalidPositionError):
    """An arrangement, or its text, that is not a position of 9tka."""

    problems: Problem


class Problem(Flag):
    """The problems that an arrangement of stones can have. Several can hold at once."""

    MALFORMED = auto()
    """The text is not a position text."""
    UNKNOWN_RULESET = auto()
    """The text names a ruleset that is neither published nor the one passed in."""
    WRONG_PLAYERS = auto()
    """The ruleset is not for that number of players (R4)."""
    STONE_ON_CORNER = auto()
    """A stone stands on a corner (R1)."""
    NEUTRAL_OFF_CORE = auto()
    """A neutral stands off the core (R5)."""
    TWO_NEUTRALS_IN_SECTION = auto()
    """A section has more than one neutral (R5)."""
    TOO_EARLY = auto()
    """A player's stone is on the board before placement, or inside before movement (R5-R7)."""
    TOO_MANY_STONES = auto()
    """A seat has more stones than the ruleset gives it, or is not in the game (R4)."""
    IMPOSSIBLE_COUNTS = auto()
    """No order of turns gives the seats these numbers of stones, or of slides (R6, R7, Q1)."""
    UNACCOUNTED_STONE = auto()
    """The inner stones cannot all have come from different empty rim squares (R7)."""
    WRONG_SEAT = auto()
    """It cannot be the turn of the seat to move (Q1, R9)."""


Finding: TypeAlias = tuple[Problem, str]


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Setup:
    """An arrangement of stones, which need not be possible, and whose turn it is.

    If it has no problems, `State.from_setup` gives the position. Raises NinetkaError for what is
    not a square, a stone, a seat and so on.

    >>> setup = Setup({Square("A5"): NEUTRAL}, Seat.SECOND)
    >>> setup.problems == Problem.NEUTRAL_OFF_CORE
    True
    """

    stones: Mapping[Square, Stone]
    """By square: the seat whose stone is there, or `NEUTRAL`."""
    to_move: Seat = Seat.FIRST
    """The seat to move."""
    players: int = 2
    """The number of players."""
    ruleset: Ruleset = NESTORGAMES
    """The variant."""
    masks: Mapping[Stone, int] = attrs.field(init=False, eq=False, repr=False)
    """The bitboards of the squares where neutrals, and where each of four seats' stones stand."""

    @masks.default
    def _masks(self) -> FrozenMap[Stone, int]:
        masks: dict[Stone, int] = {NEUTRAL: 0, **dict.fromkeys(Seat, 0)}
        for square, stone in self.stones.items():
            masks[stone] |= square.bit
        return FrozenMap(masks)

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> Setup:
        """Read a position text. A custom ruleset must be passed in.

        Raises InvalidPositionError with everything in the text that cannot be read. `problems` says
        whether the arrangement is possible.
        """
        fields = text.split()
        if len(fields) != len(Words._fields):
            sentence = Say.NOT_A_POSITION(text=quoted(text))
            refuse([(Problem.MALFORMED, sentence)], InvalidPositionError)
        words = Words(*fields)
        stones, wrong = read_board(words.board)
        if words.to_move not in _LETTERS:
            wrong.append(Say.NOT_A_SEAT(text=quoted(words.to_move)))
        if not re.fullmatch("[0-9]", words.players):
            wrong.append(Say.NOT_THE_PLAYERS(text=quoted(words.players)))
        findings = [(Problem.MALFORMED, sentence) for sentence in wrong]
        rulesets = PUBLISHED if ruleset is None else {ruleset.name: ruleset}
        known: Ruleset | None = None
        try:
            known = known_ruleset(words.ruleset, rulesets)
        except InvalidRulesetError as error:
            findings.append((Problem.UNKNOWN_RULESET, error.message))
        refuse(findings, InvalidPositionError)
        assert known is not None
        return cls(stones, _LETTERS[words.to_move], int(words.players), known)

    def to_text(self) -> str:
        """The position text."""
        return write_position(self)

    @property
    def problems(self) -> Problem:
        """Everything that keeps the arrangement from being a position; falsy if nothing does."""
        return combined_problems(self.findings, Problem(0))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each problem found, with a sentence that says where.

        If the ruleset is not for the number of players, only misplaced stones are looked for.
        """
        misplaced = tuple(_misplaced(self))
        try:
            terms = Terms.of(self.ruleset, self.players)
        except InvalidRulesetError as error:
            return (*misplaced, (Problem.WRONG_PLAYERS, error.message))
        return (*misplaced, *_too_many(self, terms), *_out_of_turn(self, terms))

    def check(self) -> None:
        """Raise InvalidPositionError if there is any problem."""
        refuse(self.findings, InvalidPositionError)


def _misplaced(setup: Setup) -> Iterator[Finding]:
    """Stones where none can stand (R1), and neutrals where none can be placed (R5)."""
    neutrals = setup.masks[NEUTRAL]
    for square in squares_of(sum(setup.masks.values()) & CORNERS):
        yield Problem.STONE_ON_CORNER, Say.ON_A_CORNER(square=square)
    for square in squares_of(neutrals & ~CORE):
        yield Problem.NEUTRAL_OFF_CORE, Say.OFF_THE_CORE(square=square)
    for section, mask in SECTIONS.items():
        count = (neutrals & mask).bit_count()
        if count > 1:
            sentence = Say.MANY_NEUTRALS(section=Say[section.name](), count=count)
            yield Problem.TWO_NEUTRALS_IN_SECTION, sentence


def _too_many(setup: Setup, terms: Terms) -> Iterator[Finding]:
    """Seats with more stones than they begin with (R4)."""
    for seat in Seat:
        count = setup.masks[seat].bit_count()
        if seat not in terms.seats and count:
            yield Problem.TOO_MANY_STONES, Say.DOES_NOT_PLAY(seat=seat)
        elif seat in terms.seats and count > terms.stones[seat]:
            sentence = Say.TOO_MANY_STONES(seat=seat, count=count, most=terms.stones[seat])
            yield Problem.TOO_MANY_STONES, sentence


def _out_of_turn(setup: Setup, terms: Terms) -> Iterator[Finding]:
    """Stones, and a seat to move, that cannot be in the phase that the stones show (R5-R10, Q1)."""
    masks = setup.masks
    neutrals = masks[NEUTRAL].bit_count()
    stones = [masks[seat] for seat in terms.seats]
    counts = [own.bit_count() for own in stones]
    everyones, placed = sum(masks.values()) - masks[NEUTRAL], sum(counts)
    phase = terms.phase(NEUTRALS + placed if neutrals >= NEUTRALS else neutrals)
    if phase is Phase.NEUTRALS:
        for square in squares_of(everyones):
            yield Problem.TOO_EARLY, Say.BEFORE_NEUTRALS(square=square)
        yield from _wrong_seat(setup.to_move, {terms.seats[neutrals % terms.players]})
    elif phase is Phase.PLACEMENT:
        for square in squares_of(everyones & INNER):
            yield Problem.TOO_EARLY, Say.BEFORE_STONES(square=square)
        fair = terms.placed_by_seat(placed)
        if counts != fair:
            sentence = Say.UNFAIR_PLACEMENT(placed=placed, counts=listed(counts), fair=listed(fair))
            yield Problem.IMPOSSIBLE_COUNTS, sentence
        yield from _wrong_seat(setup.to_move, {terms.placement_order[placed]})
    else:
        others = sum(masks.values()) & ~sum(stones)
        position = Position.from_masks(terms, setup.to_move, others, tuple(stones))
        possible = _seats_to_move(position)
        if not possible:
            slid = [(own & INNER).bit_count() for own in stones]
            yield Problem.IMPOSSIBLE_COUNTS, Say.UNFAIR_SLIDES(counts=listed(slid))
        yield from _wrong_seat(position.to_move, possible or position.seats)
        for square in _unaccounted(position):
            yield Problem.UNACCOUNTED_STONE, Say.UNACCOUNTED_STONE(square=square)


def _wrong_seat(to_move: Seat, possible: Collection[Seat]) -> Iterator[Finding]:
    """A seat to move that is not one of the possible ones (Q1, R9)."""
    if to_move not in possible:
        yield Problem.WRONG_SEAT, Say.WRONG_SEAT(seats=listed(sorted(possible), "or"), seat=to_move)


# Whether slides can have led to an arrangement of all stones, by counting and matching. Nothing is
# played backwards, so a few arrangements pass that no game reaches.


def _seats_to_move(position: Position) -> set[Seat]:
    """The seats whose turn it can be; none if no order of turns gives each seat its slides."""
    terms = position.terms
    slid = [(own & INNER).bit_count() for own in position.stone_masks]
    can_slide = [bool(own & position.open_mask) for own in position.stone_masks]
    # Before, between and after the slides fewer than all players pass in a row (R10)
    possible = range(sum(slid), (sum(slid) + 1) * terms.players)
    return {
        terms.seat_after_turns(turns)
        for turns in possible
        if _turns_fit(terms, turns, slid, can_slide)
    }


def _turns_fit(terms: Terms, turns: int, slid: Sequence[int], able: Sequence[bool]) -> bool:
    """Return whether each seat can have made its slides within these turns, passing in its others.

    `slid` has the slides of each seat, and `able` whether it can slide now. If `slid` is 3 and 1
    and the first seat began, 6 turns are 3 for each: the second seat passed twice, so (Q3 aside) it
    is blocked now, and its passes came after its slide.
    """
    passed = [own - did for own, did in zip(terms.turns_by_seat(turns), slid, strict=True)]
    can_come_back = terms.can_resume and any(slid)  # Q3; otherwise a seat that passed stays blocked
    if min(passed) < 0 or (any(map(and_, map(bool, passed), able)) and not can_come_back):
        return False
    for back in range(min(turns, terms.players)):
        seat = terms.seat_after_turns(turns - 1 - back)
        # This turn can have been the last slide
        if slid[seat] and (not passed[seat] or can_come_back):
            return True
        # It was no pass: the seat could have slid (R9), or the game was over (R10)
        if able[seat] or not any(able):
            return False
    return not any(slid)


def _unaccounted(position: Position) -> list[Square]:
    """The inner stones that cannot have come from an empty rim square of their own (R7).

    They are found by bipartite matching: each inner stone with a rim square that it can have come
    from without meeting a neutral.
    """
    stones, neutrals = sum(position.stone_masks), position.neutral_mask
    came_from: dict[int, Square] = {}

    def find_start(stone: Square, tried: set[int]) -> bool:
        """Find a rim square for a stone, if need be by finding another for a stone that has it."""
        for start in squares_of(LINE_STARTS[stone.bit] & ~stones):
            way = LINES[start.bit].up_to[stone.bit]
            if start.bit not in tried and not way & neutrals:
                tried.add(start.bit)
                other = came_from.get(start.bit)
                if other is None or find_start(other, tried):
                    came_from[start.bit] = stone
                    return True
        return False

    return [stone for stone in squares_of(stones & INNER) if not find_start(stone, set())]
