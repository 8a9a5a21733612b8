"""Rulesets: the stones and which readings of the rules apply.

`Terms` are a ruleset for a number of players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, quoted
from ..base.fields import convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import Message, listed
from ..base.values import as_code
from ..protocol.options import option
from ..protocol.rulesets import OptionsRuleset, check_name, checked_players
from .board import RIM, SEATS, Seat
from .moves import Move, Phase
from .texts import Say

if TYPE_CHECKING:
    from random import Random

    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start

NEUTRALS: Final = 9
"""The number of neutral stones, one a section (R4, R5)."""
RIM_SQUARES: Final = RIM.bit_count()
PLAYER_COUNTS: Final = (2, 3, 4)
"""The possible numbers of players (R4)."""


class EdgeStop(Enum):
    """The rules for a slide that meets no stone, not even on the opposite rim (Q2)."""

    BOARD = "board"
    """The board's edge stops it, on the last inner square (nestorgames)."""
    STONE = "stone"
    """Nothing stops it, so it is illegal (the wiki)."""

    __repr__ = as_code


class TurnOrder(Enum):
    """The seat that begins placement, and later movement (Q1)."""

    CONTINUES = "continues"
    """The seat after the one that ended the phase before."""
    RESTARTS = "restarts"
    """The first seat."""

    __repr__ = as_code


class NeutralPlacement(Enum):
    """The ways to decide where the neutrals stand (Q5)."""

    PLAYERS = "players"
    """The players, in turn (R5)."""
    RANDOM = "random"
    """Chance, before the first turn (BoardGameGeek)."""

    __repr__ = as_code


class TieBreak(Enum):
    """The ways to break a tie for most points (Q6)."""

    LATER_SEAT = "later-seat"
    """The one latest in seat order (R12)."""
    LAST_SLIDE = "last-slide"
    """The one who slid last (BoardGameGeek)."""

    __repr__ = as_code


Supply: TypeAlias = int | tuple[int, ...]
"""The number of stones of each player, or a number for each seat where they differ (Q7)."""


def _by_seat(players: int, supply: Supply) -> tuple[int, ...]:
    """A supply as a number for each seat."""
    return (supply,) * players if isinstance(supply, int) else supply


_PAIR: Final = re.compile("[0-9]{1,3}:[0-9]{1,3}([,/][0-9]{1,3}){0,3}")
"""A number of players and their stones, for each or by seat."""
_COMMA: Final = re.compile("[,/]")
"""Records write a comma. Where that has another meaning, as in OpenSpiel, a slash is read too."""


def _read_stones(tag: str, text: str) -> dict[int, Supply]:
    pairs = text.split(None, len(PLAYER_COUNTS))
    if not all(map(_PAIR.fullmatch, pairs)):
        raise InvalidRulesetError(Say.NOT_STONES(tag=tag, text=quoted(text)))
    supplies = (pair.split(":") for pair in pairs)
    stones = {int(players): _read_supply(supply) for players, supply in supplies}
    if len(stones) < len(pairs):
        raise InvalidRulesetError(Say.STONES_TWICE(tag=tag, text=quoted(text)))
    return stones


def _read_supply(text: str) -> Supply:
    """The stones of each player, or by seat (Q7)."""
    by_seat = tuple(map(int, _COMMA.split(text)))
    return by_seat if len(by_seat) > 1 else by_seat[0]


def _write_stones(stones: Mapping[int, Supply]) -> str:
    return " ".join(
        f"{players}:{supply if isinstance(supply, int) else ','.join(map(str, supply))}"
        for players, supply in stones.items()
    )


def some_stones(rng: Random, _: object = None) -> dict[int, Supply]:
    """Few stones or many (Q4, Q7), for some numbers of players."""
    most = {players: rng.choice(range(RIM_SQUARES // players + 1)) for players in PLAYER_COUNTS}
    given = {players: _some_supply(players, each, rng) for players, each in most.items() if each}
    return given or {2: 1}


def _some_supply(players: int, each: int, rng: Random) -> Supply:
    """That many stones for each of some players, or up to that many by seat (Q7)."""
    differing = tuple(rng.randint(1, each) for _ in range(players))
    return rng.choice((each, differing))


def _wrong_supply(players: int, supply: Supply) -> Message | None:
    """Say why that many players cannot have these stones (R4, Q4, Q7); None if they can."""
    if players not in PLAYER_COUNTS:
        return Say.NOT_PLAYED_BY(players=quoted(players))
    by_seat = _by_seat(players, supply)
    if len(by_seat) != players:
        return Say.WRONG_SUPPLIES(players=players, count=len(by_seat))
    if min(by_seat) < 1:
        return Say.TOO_FEW_STONES(players=players, count=quoted(min(by_seat)))
    if sum(by_seat) <= RIM_SQUARES:
        return None
    if isinstance(supply, int):
        return Say.TOO_FULL(players=players, count=quoted(supply), rim=RIM_SQUARES)
    counts = listed(map(quoted, supply))
    return Say.TOO_FULL_BY_SEAT(players=players, counts=counts, rim=RIM_SQUARES)


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=convert_fields(InvalidRulesetError))
class Ruleset(OptionsRuleset["State", Move]):
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
    stones: Mapping[int, Supply] = attrs.field(
        default=FrozenMap({2: 18, 3: 12, 4: 9}),
        metadata=option(
            "Stones",
            "Q4",
            required=True,
            read=_read_stones,
            write=_write_stones,
            samples=some_stones,
        ),
    )
    """The number of stones that each player has, by number of players (R4, Q4).

    It is a number for each seat where they differ (Q7): `{2: (19, 17)}`.
    """
    edge_stop: EdgeStop = attrs.field(
        default=EdgeStop.BOARD, metadata=option("EdgeStop", "Q2", required=True)
    )
    """The rule for a slide that meets no stone (Q2)."""
    turn_order: TurnOrder = attrs.field(
        default=TurnOrder.CONTINUES, metadata=option("TurnOrder", "Q1", required=True)
    )
    """The rule for who begins placement and movement (Q1)."""
    neutral_placement: NeutralPlacement = attrs.field(
        default=NeutralPlacement.PLAYERS, metadata=option("NeutralPlacement", "Q5")
    )
    """The rule for who decides where the neutrals stand (Q5)."""
    tie_break: TieBreak = attrs.field(
        default=TieBreak.LATER_SEAT, metadata=option("TieBreak", "Q6")
    )
    """The rule for a tie for most points (Q6)."""
    colours: tuple[str, ...] = attrs.field(default=("yellow", "blue", "orange", "green"), eq=False)
    """The stones' colours, by seat."""
    neutral_colour: str = attrs.field(default="red", eq=False)
    """The colour of the neutrals."""

    def __attrs_post_init__(self) -> None:
        stones = {**self.stones}
        for players, supply in stones.items():
            # A number alone if all seats have the same
            if isinstance(supply, tuple) and len({*supply}) == 1 and len(supply) == players:
                stones[players] = supply[0]
        object.__setattr__(self, "stones", FrozenMap(sorted(stones.items())))
        super().__attrs_post_init__()

    def contradictions(self) -> Iterator[str]:
        """Yield what is wrong with the stones and colours, and what does not go together (Q6)."""
        if not self.stones:
            yield Say.NO_STONES()
        short: list[int] = []
        for players, supply in self.stones.items():
            wrong = _wrong_supply(players, supply)
            if wrong is not None:
                yield wrong
            elif sum(_by_seat(players, supply)) < RIM_SQUARES:
                short.append(players)
        # A stone must not be able to wake if ties go by the last slide (Q3)
        wakes = short and self.edge_stop is EdgeStop.STONE
        if wakes and self.tie_break is TieBreak.LAST_SLIDE:
            yield Say.CAN_WAKE(players=listed(short, "or"), rim=RIM_SQUARES)
        if len(self.colours) != len(SEATS):
            yield Say.WRONG_COLOURS(colours=quoted(self.colours))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that it is for (R4)."""
        return tuple(self.stones)

    def stones_by_seat(self, players: int) -> tuple[int, ...]:
        """Return the number of stones that each of that many players begins with (R4, Q7).

        Raises InvalidRulesetError if the ruleset is not for that number.
        """
        count = checked_players(self.name, self.stones, players)
        return _by_seat(count, self.stones[count])

    @property
    def summary(self) -> str:
        """The rules of this ruleset in short, for prompts and help, one paragraph per line."""
        from .descriptions import summarize  # which needs rulesets

        return summarize(self)


NESTORGAMES: Final = Ruleset(name="nestorgames")
"""The published rule sheet."""
WIKI: Final = Ruleset(
    name="wiki",
    edge_stop=EdgeStop.STONE,
    colours=("blue", "yellow", "red", "green"),
    neutral_colour="black",
)
"""The rules as iggamecenter's page gives them. With a full rim they play alike (Q2)."""

BOARDGAMEGEEK: Final = Ruleset(
    name="boardgamegeek",
    edge_stop=EdgeStop.STONE,
    neutral_placement=NeutralPlacement.RANDOM,
    tie_break=TieBreak.LAST_SLIDE,
)
"""The rules as BoardGameGeek's listing describes them (Q5, Q6)."""

PUBLISHED: Final = Ruleset.publish(NESTORGAMES, WIKI, BOARDGAMEGEEK)
"""The rulesets known by name."""


@final
@attrs.frozen(cache_hash=True)
class Terms:
    """A ruleset for a number of players, with what follows from it, worked out once for a game."""

    ruleset: Ruleset
    players: int
    stones: tuple[int, ...]
    """The number of stones that each seat begins with (R4, Q7)."""
    all_stones: int
    """The number of stones, neutrals included, on the board once placement has ended (R6)."""
    seats: tuple[Seat, ...]
    seat_after: tuple[Seat, ...]
    """The next seat in turn order, by seat."""
    placement_order: tuple[Seat, ...]
    """The seat to move in placement, by the number of stones on the rim (R6, Q1, Q7).

    The last is the seat that begins movement.
    """
    edge: int
    """The squares that stop a slide even when empty (Q2)."""
    can_resume: bool
    """Whether a stone that nothing would stop can be stopped by something later (Q3)."""
    draws_neutrals: bool
    """Whether chance places the neutrals (Q5)."""

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> Terms:
        """The terms for a number of players. Raises InvalidRulesetError if there are none (R4)."""
        players = checked_players(ruleset.name, ruleset.stones, players)
        stones = ruleset.stones_by_seat(players)
        all_stones = NEUTRALS + sum(stones)
        seats = SEATS[:players]
        edge = RIM if ruleset.edge_stop is EdgeStop.BOARD else 0
        restarts = ruleset.turn_order is TurnOrder.RESTARTS
        drawn = ruleset.neutral_placement is NeutralPlacement.RANDOM
        # Neutrals placed by chance take no turns (Q5)
        first = 0 if restarts or drawn else NEUTRALS % players
        return cls(
            ruleset=ruleset,
            players=players,
            stones=stones,
            all_stones=all_stones,
            seats=seats,
            seat_after=seats[1:] + seats[:1],
            placement_order=_placement_order(stones, first, restarts),
            edge=edge,
            can_resume=not edge and all_stones < NEUTRALS + RIM_SQUARES,
            draws_neutrals=drawn,
        )

    @property
    def first_to_place(self) -> Seat:
        """The seat that begins placement (Q1)."""
        return self.placement_order[0]

    @property
    def first_to_move(self) -> Seat:
        """The seat that begins movement (Q1)."""
        return self.placement_order[-1]

    def phase(self, stones: int) -> Phase:
        """Return the phase, given the number of stones on the board with neutrals (R5-R7)."""
        if stones < NEUTRALS:
            return Phase.NEUTRALS
        return Phase.PLACEMENT if stones < self.all_stones else Phase.MOVEMENT

    def placed_by_seat(self, stones: int) -> list[int]:
        """Return how many of the first `stones` placed belong to each seat (R6, Q1, Q7)."""
        placed = self.placement_order[:stones]
        return [placed.count(seat) for seat in self.seats]

    def seat_after_turns(self, turns: int) -> Seat:
        """Return the seat to move after a number of turns of movement (Q1)."""
        return self.seats[(self.first_to_move + turns) % self.players]

    def turns_by_seat(self, turns: int) -> list[int]:
        """Return how many of the first `turns` of movement belong to each seat (Q1)."""
        return [(turns - offset + self.players - 1) // self.players for offset in self.offsets]

    @property
    def offsets(self) -> list[int]:
        """The number of seats before each seat in a round of movement (Q1)."""
        return [(seat - self.first_to_move) % self.players for seat in self.seats]

    def __reduce__(self) -> tuple[Callable[[Ruleset, int], Terms], tuple[Ruleset, int]]:
        return Terms.of, (self.ruleset, self.players)


@lru_cache(maxsize=256)  # every game asks this
def _placement_order(stones: tuple[int, ...], first: int, restarts: bool) -> tuple[Seat, ...]:
    """`Terms.placement_order`: a seat that has no stone left to place is stepped over (Q7)."""
    seats = SEATS[: len(stones)]
    turns = seats[first:] + seats[:first]
    order = [seat for nth in range(max(stones)) for seat in turns if nth < stones[seat]]
    after = Seat.FIRST if restarts else seats[(order[-1] + 1) % len(seats)]
    return (*order, after)
