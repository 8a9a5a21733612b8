"""The size of the board, the way to capture, the start, and what else variants choose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, NinetkaError, quoted
from ..base.fields import as_int, convert_fields
from ..base.values import as_code
from ..protocol.options import option
from ..protocol.rulesets import OptionsRuleset, check_name
from .board import FIRST, LONGEST, SECOND, Board, Seat
from .moves import Move
from .texts import Say

if TYPE_CHECKING:
    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start

Points: TypeAlias = int | Fraction
"""Exact points: a whole number as an int, any other as a Fraction."""

_KOMI: Final = re.compile(r"[+-]?[0-9]{1,4}(\.[05]0?)?")
MOST_KOMI: Final = LONGEST * LONGEST
"""The most points that komi can be: as many as the largest board has."""


class Capture(Enum):
    """The ways to capture dots."""

    DECLARED = "declared"
    """Players declare chains, when they like (K5-K9)."""
    AUTOMATIC = "automatic"
    """Surrounded dots are captured at once (K10)."""

    __repr__ = as_code


class Start(Enum):
    """The dots on the board at the start (K1, K18)."""

    EMPTY = "empty"
    CROSS = "cross"
    """Two dots each on the middle four points, in diagonal pairs."""
    RIGHT_CROSS = "right-cross"
    """The cross, to the right of the middle if the number of columns is odd."""
    TWO_CROSSES = "two-crosses"
    """Two crosses beside each other, the second one turned."""
    FOUR_CROSSES = "four-crosses"
    """A cross in each quarter of the board, often called 4X."""
    DOT = "dot"
    """One dot of the first player in the middle, so the second player begins."""

    __repr__ = as_code


class Passing(Enum):
    """The rules for passing, which is a turn without a dot (K24)."""

    NEVER = "never"
    """Every turn places a dot (K2)."""
    TURNS = "turns"
    """In any turn; two passes in a row end the game."""
    FOR_GOOD = "for good"
    """A player who passes has stopped: the opponent goes on alone, until they stop too."""

    __repr__ = as_code


_NEEDS: Final = {
    Start.CROSS: (Say.CROSS_NEEDS, 2, 2),
    Start.RIGHT_CROSS: (Say.CROSS_NEEDS, 2, 2),
    Start.TWO_CROSSES: (Say.TWO_CROSSES_NEED, 4, 2),
    Start.FOUR_CROSSES: (Say.FOUR_CROSSES_NEED, 4, 4),
}
"""The least columns and rows that starts need, with the sentence that says so."""
_DECLARED: Final = {"capture": Capture.DECLARED}
"""What options that need automatic captures don't go with."""


def as_half(
    value: object, what: str, error: Callable[[str], NinetkaError], most: int = MOST_KOMI
) -> Points:
    """A number as exact points (K19), which are a multiple of one half, from `-most` to `most`.

    Raises `error` for anything else, which it calls `what`.
    """
    exact = value if isinstance(value, float | Fraction) else as_int(value)
    if exact is not None and -most <= exact <= most:
        half = Fraction(exact)
        if half.denominator <= 2:
            return half if half.denominator == 2 else half.numerator
    raise error(Say.HALF(what=what, least=-most, most=most, value=quoted(value)))


def half_text(points: Points) -> str:
    """Points as players write them: `4`, `6.5`, `-0.5`."""
    return str(points if isinstance(points, int) else float(points))


def _as_komi(komi: float | Fraction) -> Points:
    return as_half(komi, Say.KOMI(), InvalidRulesetError)


def _read_number(tag: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InvalidRulesetError(Say.SIZE_TAG(tag=tag, text=quoted(text)))
    return int(text)


def _read_komi(tag: str, text: str) -> Points:
    if not _KOMI.fullmatch(text):
        raise InvalidRulesetError(Say.KOMI_TAG(tag=tag, text=quoted(text)))
    return as_half(float(text), tag, InvalidRulesetError)


def _size(
    tag: str, label: str, suggestions: Sequence[str], samples: Sequence[int]
) -> dict[str, Any]:
    """The option of a board's columns or rows (K1)."""
    return option(
        tag,
        "K1",
        required=True,
        read=_read_number,
        values=range(1, LONGEST + 1),
        suggestions=suggestions,
        label=label,
        samples=samples,
    )


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=convert_fields(InvalidRulesetError))
class Ruleset(OptionsRuleset["State", Move]):
    """A variant of Kropki, as data.

    `attrs.evolve` changes a ruleset. A published one keeps its name on boards of other sizes, which
    position texts show. With other rules its name changes too, so that no name means two things:
    `territory` with the cross becomes `territory-custom`. Raises InvalidRulesetError.

    >>> import attrs
    >>> attrs.evolve(TERRITORY, columns=20, rows=20).name
    'territory'
    """

    game: ClassVar[str] = "kropki"

    name: str = attrs.field(validator=check_name)
    """One word, for position texts and records."""
    columns: int = attrs.field(
        metadata=_size(
            "Columns",
            Say.LABEL_COLUMNS(),
            ("39", "30", "20", "15", "10"),
            samples=(5, 4, 3, 1, 7),
        )
    )
    """The number of columns (K1)."""
    rows: int = attrs.field(
        metadata=_size(
            "Rows", Say.LABEL_ROWS(), ("32", "30", "20", "15", "10"), samples=(5, 4, 3, 1, 6)
        )
    )
    """The number of rows (K1)."""
    capture: Capture = attrs.field(
        default=Capture.DECLARED, metadata=option("Capture", "K5", required=True)
    )
    """Whether players declare chains (K5) or captures are automatic (K10)."""
    start: Start = attrs.field(default=Start.EMPTY, metadata=option("Start", "K18", required=True))
    """The dots on the board at the start (K1, K18)."""
    passing: Passing = attrs.field(
        default=Passing.NEVER, metadata=option("Passing", "K24", not_with=_DECLARED)
    )
    """Whether a player may pass (K24)."""
    komi: Points = attrs.field(
        default=0,
        converter=_as_komi,
        metadata=option(
            "Komi",
            "K19",
            read=_read_komi,
            write=half_text,
            suggestions=("0", "0.5", "1.5", "-0.5"),
            label=Say.LABEL_KOMI(),
            samples=(0, 0, Fraction(13, 2), -1),
        ),
    )
    """The points that the second player has from the start: whole or half, or negative (K19)."""
    grounding: bool = attrs.field(
        default=False, metadata=option("Grounding", "K20", not_with=_DECLARED)
    )
    """Whether a player may end the game by grounding (K20)."""
    empty_areas: bool = attrs.field(default=False, metadata=option("EmptyAreas", "K21"))
    """Whether areas without a captive can be enclosed too (K21)."""
    border: bool = attrs.field(
        default=False, metadata=option("Border", "K22", not_with={**_DECLARED, "grounding": True})
    )
    """Whether the edge of the board helps to enclose (K22)."""
    board: Board = attrs.field(init=False, eq=False, repr=False)
    """The geometry of the grid."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "board", Board.of(self.columns, self.rows))

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each impossible value, and for values that contradict each other."""
        if not 1 <= self.columns <= LONGEST:
            yield Say.COLUMNS(most=LONGEST, columns=quoted(self.columns))
        if not 1 <= self.rows <= LONGEST:
            yield Say.ROWS(most=LONGEST, rows=quoted(self.rows))
        # The start is not checked on an impossible board
        has_size = 1 <= self.columns <= LONGEST and 1 <= self.rows <= LONGEST
        needs, across, down = _NEEDS.get(self.start, (Say.CROSS_NEEDS, 1, 1))
        if has_size and (self.columns < across or self.rows < down):
            yield needs(across=across, down=down, columns=self.columns, rows=self.rows)
        if self.border and has_size and min(self.columns, self.rows) < 2:
            yield Say.BORDER_NEEDS_ROOM()

    def has_same_rules(self, other: Ruleset) -> bool:
        """Return whether both have the same rules, apart from the size of the board."""
        return bool(_rules(self) == _rules(other))

    @property
    def summary(self) -> str:
        """The rules in about fifteen sentences, for prompts and help."""
        from .descriptions import summarize  # which needs rulesets

        return summarize(self)

    @property
    def first_dots(self) -> tuple[int, int]:
        """The dots on the board at the start (K1, K18), by seat as bitboards."""
        columns, rows, stride = self.columns, self.rows, self.board.stride
        if self.start is Start.DOT:
            return 1 << rows // 2 * stride + columns // 2, 0
        first = second = 0
        for column, row, is_turned in self._crosses:
            corner = 1 << row * stride + column
            pairs = corner | corner << stride + 1, corner << 1 | corner << stride
            first |= pairs[is_turned]
            second |= pairs[not is_turned]
        return first, second

    @property
    def _crosses(self) -> tuple[tuple[int, int, bool], ...]:
        """Each cross at the start (K1, K18): its upper left column and row, and if it is turned.

        In a turned cross that point has a dot of the second player.
        """
        columns, rows = self.columns, self.rows
        middle, right = rows // 2 - 1, (columns + 1) // 2
        match self.start:
            case Start.CROSS:
                return ((columns // 2 - 1, middle, False),)
            case Start.RIGHT_CROSS:
                return ((right - 1, middle, False),)
            case Start.TWO_CROSSES:
                return (right - 2, middle, False), (right, middle, True)
            case Start.FOUR_CROSSES:
                left, top = columns // 3 - 1, rows // 3 - 1
                if (columns, rows) == (39, 32):  # where the sites do not round
                    left, top = 11, 10
                across, down = (left, columns - 2 - left), (top, rows - 2 - top)
                return tuple((column, row, False) for row in down for column in across)
        return ()

    @property
    def begins(self) -> Seat:
        """The seat that moves first: the second if the first has the only dot (K2, K18)."""
        return SECOND if self.start is Start.DOT else FIRST


_FREE: Final = frozenset({"name", "columns", "rows", "board"})
"""The fields in which rulesets of one published name may differ."""
_rules: Final = attrgetter(*(name for name in attrs.fields_dict(Ruleset) if name not in _FREE))
"""The fields of a published ruleset that are the same on boards of all sizes."""

TERRITORY: Final = Ruleset("territory", 30, 30)
"""Regions are declared, on 30 x 30 points."""
STANDARD: Final = Ruleset("standard", 39, 32, Capture.AUTOMATIC, Start.CROSS)
"""Surrounded dots are captured at once, on 39 x 32 points with the cross."""

PUBLISHED: Final[Mapping[str, Ruleset]] = Ruleset.publish(TERRITORY, STANDARD)
"""The rulesets known by name."""
