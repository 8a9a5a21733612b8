"""What is played on and by which rules (M1, M4-M8, M10, M13, M15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, ClassVar, Final, final

import attrs

from .. import protocol
from ..errors import InvalidRulesetError, listed, quoted
from ..frozenmap import FrozenMap
from ..values import as_code
from .board import PLAYER_COUNTS, SEATS, Board, Seat
from .summary import summarize

if TYPE_CHECKING:
    from .moves import Move
    from .state import State

    # Tells type checkers that Game.start(ruleset) is a Game[State, Move]. At run time State, which
    # stands on this module, is not there yet.
    _Base = protocol.GameRuleset[State, Move]
else:
    _Base = protocol.GameRuleset

FEWEST_TOKENS: Final = 3
"""A player with fewer is expelled or has lost (M12, M15); with just as many one may jump (M7)."""
_MOST: Final = 999
_WORD: Final = re.compile(r"[\w.+-]+")


class Stuck(Enum):
    """What becomes of a player who is to move and cannot, or has fewer than three tokens."""

    STEPPED_OVER = "stepped over"
    """One who cannot move is stepped over (M8), one with too few tokens is expelled (M12)."""
    LOSES = "loses"
    """Either of them has lost (M15). Only for two players."""

    __repr__ = as_code


class FromMills(Enum):
    """Whether tokens that are in mills may be removed (M10, M15)."""

    NEVER = "never"
    IF_ALL = "if all"
    """If no other player has a token that is in no mill."""
    ALWAYS = "always"

    __repr__ = as_code


def _check_name(_: object, __: object, name: str) -> None:
    if not _WORD.fullmatch(name):
        raise InvalidRulesetError(
            f"a ruleset's name is one word of letters, digits and _ . + -, not {quoted(name)}"
        )


def _frozen_boards(boards: Mapping[int, Board]) -> FrozenMap[int, Board]:
    return FrozenMap(sorted((index(players), board) for players, board in boards.items()))


def _check_boards(_: object, __: object, boards: Mapping[int, Board]) -> None:
    if not boards:
        raise InvalidRulesetError("a ruleset needs a board for 2, 3, 4 or 5 players")
    for players in boards:
        if players not in PLAYER_COUNTS:
            raise InvalidRulesetError(f"2 to 5 can play, not {quoted(players)}")


def _check_tokens(_: object, __: object, tokens: int) -> None:
    if not FEWEST_TOKENS <= tokens <= _MOST:
        raise InvalidRulesetError(
            f"each player has {FEWEST_TOKENS} to {_MOST} tokens, not {quoted(tokens)}"
        )


def _check_quiet(_: object, __: object, quiet: int) -> None:
    if not 1 <= quiet <= _MOST:
        raise InvalidRulesetError(
            f"the game ends after 1 to {_MOST} quiet turns a player, not {quoted(quiet)}"
        )


@final
@attrs.frozen(cache_hash=True)
class Ruleset(_Base):
    """A game of mills, as data.

    To make a ruleset like another use `attrs.evolve`. A published ruleset's name is for that one
    alone, so that texts never mean another: with other rules, `mills` becomes `mills-custom`.
    Raises InvalidRulesetError.

    >>> import attrs
    >>> attrs.evolve(MILLS, jumping=False).name
    'mills-custom'
    """

    game: ClassVar[str] = "morris"

    name: str = attrs.field(validator=_check_name)
    """One word, which stands for it in the texts of positions and records."""
    boards: Mapping[int, Board] = attrs.field(converter=_frozen_boards, validator=_check_boards)
    """Number of players: the board they play on (M1)."""
    tokens: int = attrs.field(default=9, validator=_check_tokens)
    """How many each player has at the start, 3 or more (M4)."""
    cards: bool = True
    """Whether mills earn cards, by which points are counted (M11, M14)."""
    stuck: Stuck = Stuck.STEPPED_OVER
    """What becomes of a player who cannot move or has too few tokens (M8, M12, M15)."""
    from_mills: FromMills = FromMills.NEVER
    """Whether tokens that are in mills may be removed (M10, M15)."""
    jumping: bool = True
    """Whether a player with three tokens left may jump (M7)."""
    quiet: int = attrs.field(default=20, validator=_check_quiet)
    """The game is over after so many turns in a row, for each player at the start, that were moves
    or jumps and removed nothing (M13)."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "tokens", index(self.tokens))  # NumPy's are not for JSON
        object.__setattr__(self, "quiet", index(self.quiet))
        if self.stuck is Stuck.LOSES and self.player_counts != (2,):
            raise InvalidRulesetError("a player who cannot move loses only in games for 2 players")
        if _published.get(self.name, self) != self:
            object.__setattr__(self, "name", f"{self.name}-custom")

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may play."""
        return tuple(self.boards)

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help (M3-M15); a paragraph a line."""
        return summarize(self)


_published: dict[str, Ruleset] = {}

NINE_AM: Final = Ruleset("9am", {players: Board.rings(players) for players in (3, 4, 5)})
"""GAME 9AM, for three to five."""
MILLS: Final = Ruleset(
    "mills",
    {2: Board.rings(2)},
    cards=False,
    stuck=Stuck.LOSES,
    from_mills=FromMills.IF_ALL,
    quiet=50,
)
"""The ordinary game for two (M15)."""

_published.update({ruleset.name: ruleset for ruleset in (NINE_AM, MILLS)})
PUBLISHED: Final[Mapping[str, Ruleset]] = FrozenMap(_published)
"""The rulesets known by name."""


@final
@attrs.frozen(cache_hash=True)
class Terms:
    """What a ruleset comes to for a number of players, worked out once for all states of a game."""

    ruleset: Ruleset
    players: int
    board: Board = attrs.field(eq=False)
    seats: tuple[Seat, ...] = attrs.field(eq=False)
    order_from: tuple[tuple[Seat, ...], ...] = attrs.field(eq=False)
    """By seat: all seats in turn order, beginning with it."""
    quiet_limit: int = attrs.field(eq=False)
    """So many quiet turns in a row end the game (M13)."""
    always_room: bool = attrs.field(eq=False)
    """Whether there is a field for every token, so that one in hand can always be put."""

    @staticmethod
    def of(ruleset: Ruleset, players: int) -> Terms:
        """The terms for a game. Raises InvalidRulesetError if so many players cannot play."""
        if players not in ruleset.boards:
            numbers = listed(ruleset.boards, "or")
            raise InvalidRulesetError(
                f"{ruleset.name} is for {numbers} players, not {quoted(players)}"
            )
        players = int(players)
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

    def __reduce__(self) -> tuple[Callable[[Ruleset, int], Terms], tuple[Ruleset, int]]:
        return Terms.of, (self.ruleset, self.players)
