"""The size of the board, the way to capture and the dots at the start (K1, K5, K10)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, final

import attrs

from .. import protocol
from ..base.documented import documented
from ..base.errors import InvalidRulesetError, quoted
from ..base.fields import fitted
from ..base.frozenmap import FrozenMap
from ..base.values import as_code
from ..protocol.rulesets import check_name
from .board import LONGEST, Board
from .moves import Place

if TYPE_CHECKING:
    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start


class Capture(Enum):
    """How dots are captured."""

    DECLARED = "declared"
    """Players declare chains, when they like (K5-K9)."""
    AUTOMATIC = "automatic"
    """What is surrounded is captured at once (K10)."""

    __repr__ = as_code


class Start(Enum):
    """The dots on the board at the start (K1)."""

    EMPTY = "empty"
    CROSS = "cross"
    """Two dots each on the middle four points, in diagonal pairs."""

    __repr__ = as_code


def _check_size(_: object, field: attrs.Attribute[Any], size: int) -> None:
    if not 1 <= size <= LONGEST:
        raise InvalidRulesetError(f"a board has 1 to {LONGEST} {field.name}, not {quoted(size)}")


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=fitted(InvalidRulesetError))
class Ruleset(protocol.GameRuleset["State", Place]):
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
    columns: int = attrs.field(validator=_check_size)
    """1 to 52 (K1)."""
    rows: int = attrs.field(validator=_check_size)
    """1 to 52 (K1)."""
    capture: Capture = Capture.DECLARED
    """Whether players declare chains (K5) or captures are automatic (K10)."""
    start: Start = Start.EMPTY
    """What lies on the board at the start (K1)."""
    board: Board = attrs.field(init=False, eq=False, repr=False)
    """The geometry of the grid."""

    def __attrs_post_init__(self) -> None:
        if self.start is Start.CROSS and min(self.columns, self.rows) < 2:
            raise InvalidRulesetError(
                "the cross needs 2 columns and 2 rows, "
                f"which a board of {self.columns} x {self.rows} does not have"
            )
        object.__setattr__(self, "board", Board.of(self.columns, self.rows))
        published = _published.get(self.name, self)
        if (published.capture, published.start) != (self.capture, self.start):
            object.__setattr__(self, "name", f"{self.name}-custom")

    @property
    def is_published(self) -> bool:
        """Whether it is one of `PUBLISHED`, in any size: the text of a position shows the size."""
        return self.name in PUBLISHED

    @property
    def summary(self) -> str:
        """The rules in about fifteen sentences, for prompts and help (K1-K13)."""
        from .summary import summarize  # which needs rulesets

        return summarize(self)

    @property
    def first_dots(self) -> tuple[int, int]:
        """The dots on the board at the start (K1), by seat as bitboards."""
        if self.start is Start.EMPTY:
            return 0, 0
        stride = self.columns + 1
        corner = 1 << (self.rows // 2 - 1) * stride + self.columns // 2 - 1
        return corner | corner << stride + 1, corner << 1 | corner << stride


_published: dict[str, Ruleset] = {}

TERRITORY: Final = Ruleset("territory", 30, 30)
"""Regions are declared, on 30 x 30 points."""
STANDARD: Final = Ruleset("standard", 39, 32, Capture.AUTOMATIC, Start.CROSS)
"""What is surrounded is captured at once, on 39 x 32 points with the cross."""

_published.update({ruleset.name: ruleset for ruleset in (TERRITORY, STANDARD)})
PUBLISHED: Final[Mapping[str, Ruleset]] = FrozenMap(_published)
"""The rulesets known by name."""
