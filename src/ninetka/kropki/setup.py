"""Any arrangement of dots and regions, and everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Flag, auto
from typing import Final, TypeAlias, cast, final

import attrs

from ..base import errors
from ..base.deadline import check_time
from ..base.documented import documented
from ..base.errors import InvalidRulesetError, combined_problems, quoted, refuse
from ..base.fields import convert, convert_fields
from ..base.texts import COMMA
from ..protocol.rulesets import known_ruleset
from ..protocol.states import Fault
from .board import SEATS, Point, Seat, off_the_board
from .chains import SHORTEST
from .legality import Reason, judge, ring_fault, shortest_chain
from .notation import Words, board_size, read_board, read_region, write_position
from .position import Position, undrawn
from .regions import Region
from .rulesets import PUBLISHED, STANDARD, Ruleset
from .texts import Say
from .turns import passes_fault, with_passes


class InvalidPositionError(errors.InvalidPositionError):
    """An arrangement, or its text, that is not a position of Kropki."""

    problems: Problem


class Problem(Flag):
    """The problems that an arrangement of dots and regions can have. Several can hold at once."""

    MALFORMED = auto()
    """The text is not a position text (K16), or its board does not have the ruleset's size."""
    UNKNOWN_RULESET = auto()
    """The text names a ruleset that is neither published nor passed in."""
    OFF_THE_BOARD = auto()
    """A dot, or a dot of a region's chain, is not on the board (K1)."""
    BROKEN_CHAIN = auto()
    """A region's chain is not a ring of its owner's dots that were live when it was drawn (K3)."""
    NO_CAPTIVE = auto()
    """A region has no opposing dot inside, or only dots that its owner captured before (K6).

    Where regions need no captive: nothing but points that belonged to its owner before (K21).
    """
    CONFLICT = auto()
    """A region conflicts with one drawn earlier (K7)."""
    PASSES = auto()
    """The number of players who have passed is impossible (K24)."""


Finding: TypeAlias = tuple[Problem, str]

_PROBLEM_OF: Final[Mapping[Reason, Problem]] = {
    Reason.OFF_THE_BOARD: Problem.OFF_THE_BOARD,
    Reason.NOT_YOUR_DOT: Problem.BROKEN_CHAIN,
    Reason.DEAD_DOT: Problem.BROKEN_CHAIN,
    Reason.CHAIN_TOO_SHORT: Problem.BROKEN_CHAIN,
    Reason.NO_CAPTIVE: Problem.NO_CAPTIVE,
    Reason.NOTHING_INSIDE: Problem.NO_CAPTIVE,
    Reason.CROSSES_A_REGION: Problem.CONFLICT,
    Reason.RUNS_THROUGH_A_REGION: Problem.CONFLICT,
}
_PASSES: Final = {"": 0, "1": 1, "2": 2}
_SEATS: Final = {seat.letter: seat for seat in SEATS}


def _as_regions(regions: Iterable[Region]) -> tuple[Region, ...]:
    return cast("tuple[Region, ...]", convert(tuple[Region, ...], regions, "regions"))


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Setup:
    """Any arrangement of dots and regions, possible or not, and whose turn it is.

    `State.from_setup` makes a position of it if it has no problems. Any number of dots for each
    seat is fine, and either seat may be to move. Raises NinetkaError for what is not a point, a
    seat, a region and so on.

    >>> setup = Setup({Point("bc"): Seat.FIRST}, [Region(Seat.FIRST, "bccddccbbc")])
    >>> setup.problems
    <Problem.BROKEN_CHAIN: 8>
    """

    dots: Mapping[Point, Seat]
    """All dots, dead ones included."""
    regions: tuple[Region, ...] = attrs.field(default=(), converter=_as_regions)
    """In the order in which they were drawn."""
    to_move: Seat = Seat.FIRST
    """The seat to move."""
    ruleset: Ruleset = STANDARD
    """The variant, with the size of the board."""
    passes: int = 0
    """The number of players who have passed: in a row, or if they pass for good, at all (K24)."""

    @classmethod
    def from_text(cls, text: str, ruleset: Ruleset | None = None) -> Setup:
        """Read a position text (K16). A custom ruleset must be passed in.

        Raises InvalidPositionError with everything about the text that cannot be read. Whether the
        arrangement is possible is not checked: see `problems`.
        """
        return _read(text, ruleset)

    def to_text(self) -> str:
        """The position text. Dots that are not on the board are left out."""
        return write_position(
            Position(
                self.ruleset, self.to_move, self.masks, regions=self.regions, passes=self.passes
            )
        )

    @property
    def masks(self) -> tuple[int, int]:
        """The dots by seat, as bitboards."""
        bits = self.ruleset.board.bits
        masks = [0, 0]
        for point, seat in self.dots.items():
            masks[seat] |= bits[point.index]
        return masks[0], masks[1]

    @property
    def problems(self) -> Problem:
        """Everything that keeps the arrangement from being a position; falsy if nothing does."""
        return combined_problems(self.findings, Problem(0))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Each problem, with a sentence that says where it is."""
        _, findings = _drawn(self)
        return tuple(findings)

    def drawn(self) -> Position:
        """The position with the regions drawn again, one after another (K3-K8).

        Raises InvalidPositionError if there is any problem.
        """
        position, findings = _drawn(self)
        refuse(findings, InvalidPositionError)
        return position

    def partly_drawn(self) -> Position:
        """The position with those of the regions that can be drawn, whatever is wrong."""
        position, _ = _drawn(self)
        return position


def with_rings(position: Position) -> Position:
    """The same position; if the border helps, with all regions drawn again.

    What a chain along the edge encloses cannot be told from the chain alone (K22).
    """
    if not position.ruleset.border:
        return position
    ruleset, regions = position.ruleset, position.regions
    return Setup(position.dots, regions, position.to_move, ruleset, position.passes).drawn()


def _drawn(setup: Setup) -> tuple[Position, list[Finding]]:
    """The position with all possible regions drawn, and what is wrong with the others."""
    board = setup.ruleset.board
    findings = [
        (Problem.OFF_THE_BOARD, off_the_board(point, board))
        for point in setup.dots
        if not board.bits[point.index]
    ]
    position = undrawn(setup.ruleset, setup.to_move, setup.masks)
    for region in setup.regions:
        check_time()
        judged = judge(position, region.seat, region.chain)
        if isinstance(judged, Fault):
            findings.append(
                (_PROBLEM_OF[judged.reason], Say.REGION(region=region, sentence=judged.sentence))
            )
        else:
            position = position.with_region(judged)
    if setup.passes:
        fault = passes_fault(position, setup.passes)
        if fault is not None:
            findings.append((Problem.PASSES, fault))
        position = with_passes(position, setup.passes)
    return position, findings


def _sized(published: Ruleset, rows: str) -> Ruleset:
    """A published ruleset on a board of the rows' size.

    Raises InvalidPositionError if it cannot be played on a board of that size.
    """
    columns, count = board_size(rows)
    try:
        return attrs.evolve(published, columns=columns, rows=count)
    except InvalidRulesetError as error:
        raise InvalidPositionError(error.message, Problem.MALFORMED) from error


def _read(text: str, custom: Ruleset | None) -> Setup:
    fields = text.split()
    if len(fields) not in (4, 5):
        sentence = Say.NOT_A_POSITION(text=quoted(text))
        refuse([(Problem.MALFORMED, sentence)], InvalidPositionError)
    words = Words(*fields)
    dots: Mapping[Point, Seat] = {}
    findings = []
    rulesets = PUBLISHED if custom is None else {custom.name: custom}
    ruleset: Ruleset | None = None
    try:
        ruleset = known_ruleset(words.ruleset, rulesets)
    except InvalidRulesetError as error:
        findings.append((Problem.UNKNOWN_RULESET, error.message))
    else:
        ruleset = _sized(ruleset, words.board) if custom is None else ruleset
        dots, wrong = read_board(words.board, ruleset.columns, ruleset.rows)
        findings += [(Problem.MALFORMED, sentence) for sentence in wrong]
    if words.to_move not in _SEATS:
        findings.append((Problem.MALFORMED, Say.WRONG_SEAT(seat=quoted(words.to_move))))
    if words.passes not in _PASSES:
        findings.append((Problem.MALFORMED, Say.WRONG_PASSES(passes=quoted(words.passes))))
    shortest = SHORTEST if ruleset is None else shortest_chain(ruleset)
    regions, wrong_regions = _read_regions(words.regions, shortest)
    refuse(findings + wrong_regions, InvalidPositionError)
    assert ruleset is not None
    return Setup(dots, regions, _SEATS[words.to_move], ruleset, _PASSES[words.passes])


def _read_regions(text: str, shortest: int) -> tuple[list[Region], list[Finding]]:
    """The regions of a position text, and what is wrong with those that cannot be read.

    A chain has as many points as the `shortest` at least.
    """
    regions: list[Region] = []
    findings: list[Finding] = []
    for piece in [] if text == "-" else re.split(COMMA, text):
        read = read_region(piece)
        fault = None if read is None else ring_fault(read[1], shortest)
        if read is None:
            findings.append((Problem.MALFORMED, Say.NOT_A_REGION(text=quoted(piece))))
        elif fault is not None:
            sentence = Say.REGION(region=quoted(piece), sentence=fault.sentence)
            findings.append((Problem.BROKEN_CHAIN, sentence))
        else:
            regions.append(Region(*read))
    return regions, findings
