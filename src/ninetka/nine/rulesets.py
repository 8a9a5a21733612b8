"""Rulesets: the stones and which readings of the rules apply (R4, Q1-Q4).

`Terms` are a ruleset for a number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, final

import attrs

from .. import protocol
from ..base.documented import documented
from ..base.errors import InvalidRulesetError, quoted
from ..base.fields import fitted
from ..base.frozenmap import FrozenMap
from ..base.values import as_code
from ..protocol.rulesets import check_name, checked_players
from .board import RIM, SEATS, Seat
from .moves import Move, Phase

if TYPE_CHECKING:
    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start

NEUTRALS: Final = 9
"""The number of neutral stones, one a section (R4, R5)."""
RIM_SQUARES: Final = RIM.bit_count()
PLAYER_COUNTS: Final = (2, 3, 4)
"""The possible numbers of players (R4)."""


class EdgeStop(Enum):
    """What stops a slide that meets no stone, not even on the opposite rim (Q2)."""

    BOARD = "board"
    """The board's edge, on the last inner square (nestorgames)."""
    STONE = "stone"
    """Nothing: such a slide is not legal (the wiki)."""

    __repr__ = as_code


class TurnOrder(Enum):
    """The seat that begins placement, and later movement (Q1)."""

    CONTINUES = "continues"
    """The seat after the one that ended the phase before."""
    RESTARTS = "restarts"
    """The first seat."""

    __repr__ = as_code


def _check_stones(_: object, __: object, stones: Mapping[int, int]) -> None:
    if not stones:
        raise InvalidRulesetError("a ruleset needs a number of stones for 2, 3 or 4 players")
    for players, each in stones.items():
        if players not in PLAYER_COUNTS:
            raise InvalidRulesetError(f"9tka is played by 2 to 4, not by {quoted(players)}")
        if each < 1:
            raise InvalidRulesetError(
                f"each of {players} players needs at least 1 stone, not {quoted(each)}"
            )
        if players * each > RIM_SQUARES:
            raise InvalidRulesetError(
                f"{players} players with {quoted(each)} stones each "
                f"do not fit on the rim of {RIM_SQUARES}"
            )


def _check_colours(_: object, __: object, colours: tuple[str, ...]) -> None:
    if len(colours) != len(SEATS):
        raise InvalidRulesetError(
            f"a ruleset has the name of a colour for each of 4 seats, not {quoted(colours)}"
        )


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=fitted(InvalidRulesetError))
class Ruleset(protocol.GameRuleset["State", Move]):
    """A variant of 9tka, as data.

    Two rulesets are equal if everything but their colours is, which are only for showing games. To
    change a ruleset, use `attrs.evolve`. Only a published ruleset can have its name, so that texts
    never mean another: with other rules, `wiki` becomes `wiki-custom`. Raises InvalidRulesetError.

    >>> import attrs
    >>> attrs.evolve(NESTORGAMES, stones={2: 9}).name
    'nestorgames-custom'
    """

    game: ClassVar[str] = "ninetka"

    name: str = attrs.field(validator=check_name)
    """One word, used in the texts of positions and records."""
    stones: Mapping[int, int] = attrs.field(
        default=FrozenMap({2: 18, 3: 12, 4: 9}), validator=_check_stones
    )
    """By number of players: the number of stones that each has (R4, Q4)."""
    edge_stop: EdgeStop = EdgeStop.BOARD
    """What stops a slide that meets no stone (Q2)."""
    turn_order: TurnOrder = TurnOrder.CONTINUES
    """Who begins placement and movement (Q1)."""
    colours: tuple[str, ...] = attrs.field(
        default=("yellow", "blue", "orange", "green"), eq=False, validator=_check_colours
    )
    """The stones' colours, by seat."""
    neutral_colour: str = attrs.field(default="red", eq=False)
    """The colour of the neutrals."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "stones", FrozenMap(sorted(self.stones.items())))
        if _published.get(self.name, self) != self:
            object.__setattr__(self, "name", f"{self.name}-custom")

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that it is for (R4)."""
        return tuple(self.stones)

    @property
    def is_published(self) -> bool:
        """Whether it is one of `PUBLISHED`, which the text of a position names."""
        return self == PUBLISHED.get(self.name)

    @property
    def summary(self) -> str:
        """The rules of this ruleset in short, for prompts and help, one paragraph per line."""
        from .summary import summarize  # which needs rulesets

        return summarize(self)


_published: dict[str, Ruleset] = {}

NESTORGAMES: Final = Ruleset(name="nestorgames")
"""The published rule sheet."""
WIKI: Final = Ruleset(
    name="wiki",
    edge_stop=EdgeStop.STONE,
    colours=("blue", "yellow", "red", "green"),
    neutral_colour="black",
)
"""The rules as iggamecenter's page gives them. With a full rim they play alike (Q2)."""

_published.update({ruleset.name: ruleset for ruleset in (NESTORGAMES, WIKI)})
PUBLISHED: Final[Mapping[str, Ruleset]] = FrozenMap(_published)
"""The rulesets known by name."""


@final
@attrs.frozen(cache_hash=True)
class Terms:
    """A ruleset for a number of players, with what follows from it, worked out once for a game."""

    ruleset: Ruleset
    players: int
    stones_each: int
    """The stones each player begins with (R4)."""
    full: int
    """The number of stones, neutrals included, on the board once placement has ended (R6)."""
    seats: tuple[Seat, ...]
    seat_after: tuple[Seat, ...]
    """By seat: the next one."""
    opener: Seat
    """The seat that begins placement, and movement too, as all place equally many stones (Q1)."""
    edge: int
    """The squares that stop a slide even when empty (Q2)."""
    can_wake: bool
    """Whether a stone that nothing would stop can be stopped by something later (Q3)."""

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> Terms:
        """The terms for a number of players. Raises InvalidRulesetError if there are none (R4)."""
        players = checked_players(ruleset.name, ruleset.stones, players)
        stones_each = ruleset.stones[players]
        full = NEUTRALS + players * stones_each
        seats = SEATS[:players]
        continues = ruleset.turn_order is TurnOrder.CONTINUES
        edge = RIM if ruleset.edge_stop is EdgeStop.BOARD else 0
        return cls(
            ruleset=ruleset,
            players=players,
            stones_each=stones_each,
            full=full,
            seats=seats,
            seat_after=seats[1:] + seats[:1],
            opener=seats[NEUTRALS % players] if continues else Seat.FIRST,
            edge=edge,
            can_wake=not edge and full < NEUTRALS + RIM_SQUARES,
        )

    def phase(self, stones: int) -> Phase:
        """What turns are spent on, by the number of stones on the board with neutrals (R5-R7)."""
        if stones < NEUTRALS:
            return Phase.NEUTRALS
        return Phase.PLACEMENT if stones < self.full else Phase.MOVEMENT

    def seat_after_turns(self, turns: int) -> Seat:
        """Whose turn it is after a number of turns of placement, or of movement (Q1)."""
        return self.seats[(self.opener + turns) % self.players]

    def turns_by_seat(self, turns: int) -> list[int]:
        """By seat: how many of the turns since placement, or movement, began were its own (Q1)."""
        offsets = [(seat - self.opener) % self.players for seat in self.seats]
        return [(turns - offset + self.players - 1) // self.players for offset in offsets]

    def __reduce__(self) -> tuple[Callable[[Ruleset, int], Terms], tuple[Ruleset, int]]:
        return Terms.of, (self.ruleset, self.players)
