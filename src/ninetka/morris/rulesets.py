"""Rulesets: the board, the tokens and which rules apply (M1, M4-M8, M10, M13, M15)."""

from __future__ import annotations

from collections.abc import Mapping
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
from .board import PLAYER_COUNTS, SEATS, Board, Seat

if TYPE_CHECKING:
    from .moves import Move  # noqa: F401
    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start

FEWEST_TOKENS: Final = 3
"""A player with fewer is expelled or has lost (M12, M15); with exactly this many, may jump (M7)."""
MOST: Final = 999


class Stuck(Enum):
    """What happens to a player who cannot move or has fewer than three tokens."""

    STEPPED_OVER = "stepped over"
    """A player who cannot move is stepped over (M8), one with too few tokens is expelled (M12)."""
    LOSES = "loses"
    """The player has lost (M15). Only for two players."""

    __repr__ = as_code


class FromMills(Enum):
    """Whether tokens in mills may be removed (M10, M15)."""

    NEVER = "never"
    IF_ALL = "if all"
    """Only if all tokens of the other players are in mills."""
    ALWAYS = "always"

    __repr__ = as_code


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=fitted(InvalidRulesetError))
class Ruleset(protocol.GameRuleset["State", "Move"]):
    """The rules of a game of mills, as data.

    Use `attrs.evolve` to change a ruleset. The name of a published ruleset always stands for its
    rules: with other rules, `mills` becomes `mills-custom`. Raises InvalidRulesetError.

    >>> import attrs
    >>> attrs.evolve(MILLS, jumping=False).name
    'mills-custom'
    """

    game: ClassVar[str] = "morris"

    name: str = attrs.field(validator=check_name)
    """The ruleset's name in position texts and records: one word."""
    boards: Mapping[int, Board]
    """The board for each number of players, 2 to 5 (M1)."""
    tokens: int = 9
    """The number of tokens that each player begins with, 3 to 999 (M4)."""
    cards: bool = True
    """Whether mills earn cards, which count as points (M11, M14)."""
    stuck: Stuck = Stuck.STEPPED_OVER
    """What happens to a player who cannot move or has too few tokens (M8, M12, M15)."""
    from_mills: FromMills = FromMills.NEVER
    """Whether tokens in mills may be removed (M10, M15)."""
    jumping: bool = True
    """Whether a player with three tokens left may jump (M7)."""
    quiet: int = 20
    """The game ends after this number of turns without a put or a removal in a row, times the
    number of players at the start (M13): 1 to 999."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "boards", FrozenMap(sorted(self.boards.items())))
        if not self.boards:
            raise InvalidRulesetError("a ruleset needs a board for 2, 3, 4 or 5 players")
        for players in self.boards:
            if players not in PLAYER_COUNTS:
                raise InvalidRulesetError(f"boards are for 2 to 5 players, not {quoted(players)}")
        if not FEWEST_TOKENS <= self.tokens <= MOST:
            raise InvalidRulesetError(
                f"each player has {FEWEST_TOKENS} to {MOST} tokens, not {quoted(self.tokens)}"
            )
        if not 1 <= self.quiet <= MOST:
            raise InvalidRulesetError(
                f"the game ends after 1 to {MOST} quiet turns per player, not {quoted(self.quiet)}"
            )
        if self.stuck is Stuck.LOSES and self.player_counts != (2,):
            raise InvalidRulesetError("only in games for 2 players can a stuck player lose")
        if _published.get(self.name, self) != self:
            object.__setattr__(self, "name", f"{self.name}-custom")

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players for which there is a board."""
        return tuple(self.boards)

    @property
    def is_published(self) -> bool:
        """Whether it is one of `PUBLISHED`, which the text of a position names."""
        return self == PUBLISHED.get(self.name)

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help (M3-M15): a paragraph per line."""
        from .summary import summarize  # which needs rulesets

        return summarize(self)


_published: dict[str, Ruleset] = {}

NINE_AM: Final = Ruleset("9am", {players: Board.rings(players) for players in (3, 4, 5)})
"""GAME 9AM, for three to five players."""
MILLS: Final = Ruleset(
    "mills",
    {2: Board.rings(2)},
    cards=False,
    stuck=Stuck.LOSES,
    from_mills=FromMills.IF_ALL,
    quiet=50,
)
"""The usual game for two players (M15)."""

_published.update({ruleset.name: ruleset for ruleset in (NINE_AM, MILLS)})
PUBLISHED: Final[Mapping[str, Ruleset]] = FrozenMap(_published)
"""The rulesets that texts name without describing them."""


@final
@attrs.frozen(cache_hash=True)
class Terms:
    """A ruleset for a number of players, with what all states of a game share."""

    ruleset: Ruleset
    players: int
    board: Board = attrs.field(eq=False)
    seats: tuple[Seat, ...] = attrs.field(eq=False)
    order_from: tuple[tuple[Seat, ...], ...] = attrs.field(eq=False)
    """By seat: all seats in turn order, from this one on."""
    quiet_limit: int = attrs.field(eq=False)
    """The number of quiet turns in a row that ends the game (M13)."""
    always_room: bool = attrs.field(eq=False)
    """Whether there is a field for every token, so a token in hand can always be put."""

    @staticmethod
    def of(ruleset: Ruleset, players: int) -> Terms:
        """The terms for this number of players. Raises InvalidRulesetError without a board."""
        players = checked_players(ruleset.name, ruleset.boards, players)
        seats = SEATS[:players]
        order_from = tuple(seats[seat:] + seats[:seat] for seat in seats)
        board = ruleset.boards[players]
        return Terms(
            ruleset,
            players,
            board,
            seats,
            order_from,
            quiet_limit=ruleset.quiet * players,
            always_room=ruleset.tokens * players <= board.fields,
        )
