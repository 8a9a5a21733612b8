"""Rulesets: the board, the tokens and which rules apply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, cast, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, quoted
from ..base.fields import convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import Message
from ..base.values import as_code
from ..protocol.options import option
from ..protocol.rulesets import OptionsRuleset, check_name, checked_players
from .board import (
    CROSSED_SQUARE,
    FIVE_ROWS,
    FREE,
    PLAYER_COUNTS,
    SEATS,
    SQUARE,
    THREE_RINGS_WITH_DIAGONALS,
    TWO_RINGS,
    TWO_RINGS_WITH_CENTRE,
    WHEEL,
    Board,
    Seat,
    some_boards,
)
from .board_text import read_boards, read_number, read_start, write_boards, write_start
from .moves import Phase
from .texts import Say

if TYPE_CHECKING:
    from .moves import Move  # noqa: F401
    from .state import State  # noqa: F401  # in Ruleset's base, for Game.start

FEWEST_TOKENS: Final = 3
"""Each player begins with at least as many (M4); with fewer one usually cannot go on (M12, M15)."""
MOST: Final = 999


class Stuck(Enum):
    """The rules for a player who cannot move or has too few tokens (M21)."""

    STEPPED_OVER = "stepped over"
    """A player who cannot move is stepped over (M8), one with too few tokens is expelled (M12)."""
    LOSES = "loses"
    """The player has lost (M15). Only for two players."""
    DRAWS = "draws"
    """If a player cannot move, the game is a draw (M19); one with too few tokens has lost (M15).
    Only for two players."""

    __repr__ = as_code


class FromMills(Enum):
    """The rules for removing tokens in mills (M10, M15)."""

    NEVER = "never"
    IF_ALL = "if all"
    """Only if all tokens of the other players are in mills."""
    ALWAYS = "always"

    __repr__ = as_code


class FullBoard(Enum):
    """The rules for a put that leaves no field free (M19)."""

    STUCK = "stuck"
    """No special rule: nobody can move (M8, M15)."""
    DRAW = "draw"
    """The game is a draw."""
    FIRST_REMOVES = "first removes"
    """The first player removes a token of the second, who then moves."""
    SECOND_REMOVES = "second removes"
    """The second player removes a token of the first, who then moves."""

    __repr__ = as_code


class Removals(Enum):
    """The number of tokens that a new mill removes (M10, M20)."""

    ONE = "one"
    """One, however many mills were made."""
    EACH = "each mill"
    """One for each mill in which the token just put or moved stands."""

    __repr__ = as_code


class MillRule(Enum):
    """The worth of mills of a certain kind (M24, M25)."""

    COUNTS = "counts"
    """They count like any others."""
    NOTHING = "nothing"
    """They count for nothing."""
    FORBIDDEN = "forbidden"
    """They may not be made."""

    __repr__ = as_code


def _read_jumping(tag: str, text: str) -> int:
    return FEWEST_TOKENS * (text == "yes") if text in ("no", "yes") else read_number(tag, text)


def _most_to_jump(number: int) -> int:
    number = FEWEST_TOKENS * number if isinstance(number, bool) else number
    return cast("int", convert(int, number, "jumping", InvalidRulesetError))


@final
@documented
@attrs.frozen(cache_hash=True, field_transformer=convert_fields(InvalidRulesetError))
class Ruleset(OptionsRuleset["State", "Move"]):
    """The rules of a game of mills, as data.

    Use `attrs.evolve` to change a ruleset. The name of a published ruleset always stands for its
    rules: with other rules, `mills` becomes `mills-custom`. Raises InvalidRulesetError, also for
    options that make no sense together.

    >>> import attrs
    >>> attrs.evolve(MILLS, jumping=0).name
    'mills-custom'
    """

    game: ClassVar[str] = "morris"

    name: str = attrs.field(validator=check_name)
    """The ruleset's name in position texts and records: one word."""
    boards: Mapping[int, Board] = attrs.field(
        metadata=option(
            "Boards",
            "M1",
            required=True,
            read=read_boards,
            write=write_boards,
            samples=lambda rng, ruleset: some_boards(rng, ruleset.player_counts),
        )
    )
    """The board for each number of players, 2 to 5 (M1)."""
    tokens: int = attrs.field(
        default=9,
        metadata=option(
            "Tokens",
            "M4",
            required=True,
            read=read_number,
            values=range(FEWEST_TOKENS, MOST + 1),
            suggestions=["9"],
            label=Say.LABEL_TOKENS(),
            samples=[3, 4, 5, 9],
        ),
    )
    """The number of tokens that each player begins with (M4)."""
    cards: bool = attrs.field(default=True, metadata=option("Cards", "M11", required=True))
    """Whether mills earn cards, which count as points (M11, M14)."""
    stuck: Stuck = attrs.field(
        default=Stuck.STEPPED_OVER,
        metadata=option("Stuck", "M15", required=True, only_for_two=True),
    )
    """The rule for a player who cannot move or has too few tokens (M8, M12, M15, M19)."""
    from_mills: FromMills = attrs.field(
        default=FromMills.NEVER, metadata=option("FromMills", "M10", required=True)
    )
    """The rule for removing tokens in mills (M10, M15)."""
    jumping: int = attrs.field(
        default=FEWEST_TOKENS,
        converter=_most_to_jump,
        metadata=option(
            "Jumping",
            "M7",
            required=True,
            read=_read_jumping,
            suggestions=["no", "3", "4"],
            label=Say.LABEL_JUMPING(),
            samples=lambda rng, ruleset: rng.choice([0, *range(ruleset.fewest, 6)]),
        ),
    )
    """The number of tokens with which, or with fewer, a player may jump (M7, M21); 0 if nobody may.

    True and False stand for 3 and 0.
    """
    quiet: int = attrs.field(
        default=20,
        metadata=option(
            "Quiet",
            "M13",
            required=True,
            read=read_number,
            values=range(1, MOST + 1),
            suggestions=["20", "50"],
            label=Say.LABEL_QUIET(),
            samples=[1, 2, 5, 20],
        ),
    )
    """The game ends after this number of turns without a put or a removal in a row, times the
    number of players at the start (M13)."""
    mixed: bool = attrs.field(default=False, kw_only=True, metadata=option("Mixed", "M17"))
    """Whether a player with tokens in hand may move one instead of putting one (M17)."""
    mill_wins: bool = attrs.field(
        default=False,
        kw_only=True,
        metadata=option(
            "MillWins",
            "M18",
            only_for_two=True,
            not_with={  # what is about removing tokens, and what else mills could be worth
                "cards": True,
                "full_board": (FullBoard.FIRST_REMOVES, FullBoard.SECOND_REMOVES),
                "removals": Removals.EACH,
                "marking": True,
                "placing_mills": (MillRule.NOTHING, MillRule.FORBIDDEN),
            },
        ),
    )
    """Whether the first mill wins the game (M18). Only for two players."""
    full_board: FullBoard = attrs.field(
        default=FullBoard.STUCK,
        kw_only=True,
        metadata=option(
            "FullBoard",
            "M19",
            only_for_two=True,
            paragraph="turns",
            says={
                FullBoard.DRAW: Say.FULL_DRAWS,
                FullBoard.FIRST_REMOVES: partial(
                    Say.FULL_REMOVES, remover=Seat.FIRST, other=Seat.SECOND
                ),
                FullBoard.SECOND_REMOVES: partial(
                    Say.FULL_REMOVES, remover=Seat.SECOND, other=Seat.FIRST
                ),
            },
        ),
    )
    """The rule for a put that leaves no field free (M19)."""
    fewest: int = attrs.field(
        default=FEWEST_TOKENS,
        kw_only=True,
        metadata=option(
            "Fewest",
            "M21",
            read=read_number,
            values=range(2, MOST + 1),
            suggestions=["3"],
            label=Say.LABEL_FEWEST(),
            samples=lambda rng, ruleset: rng.randint(2, min(4, ruleset.tokens)),
        ),
    )
    """With fewer tokens than this a player is expelled or loses (M12, M15, M21): 2 to `tokens`."""
    removals: Removals = attrs.field(
        default=Removals.ONE, kw_only=True, metadata=option("Removals", "M20")
    )
    """The number of tokens that a new mill removes (M10, M20)."""
    quiet_few: int = attrs.field(
        default=0,
        kw_only=True,
        metadata=option(
            "QuietFew",
            "M23",
            read=read_number,
            values=range(MOST + 1),
            suggestions=["0", "10"],
            label=Say.LABEL_QUIET_FEW(),
            not_with={"jumping": 0},
            samples=lambda rng, ruleset: rng.randint(1, ruleset.quiet),
        ),
    )
    """Like `quiet`, while no player has more tokens than `jumping` (M23): 1 to `quiet`, or 0 for
    the same limit as always."""
    marking: bool = attrs.field(default=False, kw_only=True, metadata=option("Marking", "M26"))
    """Whether a token that is removed while there are tokens in hand leaves its field marked.
    Nobody can use a marked field until all hands are empty (M26)."""
    repetition: int = attrs.field(
        default=0,
        kw_only=True,
        metadata=option(
            "Repetition",
            "M22",
            read=read_number,
            values=range(MOST + 1),
            suggestions=["0", "3"],
            label=Say.LABEL_REPETITION(),
            only_for_two=True,
            samples=[0, 2, 3],
        ),
    )
    """The game is a draw when a position stands this many times: 2 to 999, or 0 for never (M22).
    Only for two players."""
    long_rows: MillRule = attrs.field(
        default=MillRule.COUNTS,
        kw_only=True,
        metadata=option(
            "LongRows",
            "M24",
            paragraph="mills",
            says={
                MillRule.NOTHING: Say.LONG_ROWS_NOTHING,
                MillRule.FORBIDDEN: Say.LONG_ROWS_FORBIDDEN,
            },
        ),
    )
    """The worth of a row of tokens that is longer than a line (M24)."""
    placing_mills: MillRule = attrs.field(
        default=MillRule.COUNTS,
        kw_only=True,
        metadata=option(
            "PlacingMills",
            "M25",
            paragraph="mills",
            says={
                MillRule.NOTHING: Say.PLACING_NOTHING,
                MillRule.FORBIDDEN: Say.PLACING_FORBIDDEN,
            },
        ),
    )
    """The worth of a mill that is made by putting a token (M25)."""
    start: Mapping[int, str] = attrs.field(
        default=FrozenMap(),
        kw_only=True,
        metadata=option(
            "Start",
            "M27",
            read=read_start,
            write=write_start,
            samples=lambda rng, ruleset: {
                players: _some_start(rng, ruleset, players) for players in ruleset.boards
            },
        ),
    )
    """The tokens on the board when the game begins, by number of players (M27).

    They are written as in position texts. Without a text the board is empty.
    """

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "boards", FrozenMap(sorted(self.boards.items())))
        object.__setattr__(self, "start", FrozenMap(sorted(self.start.items())))
        super().__attrs_post_init__()

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each part of the rules that cannot be played."""
        yield from _wrong_numbers(self)
        yield from _wrong_start(self)
        if self.mill_wins:
            yield from _nothing_to_win(self)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players for which there is a board."""
        return tuple(self.boards)

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help: a paragraph per line."""
        from .descriptions import summarize  # which needs rulesets

        return summarize(self)


def _wrong_numbers(ruleset: Ruleset) -> Iterator[str]:
    """Yield what is wrong with numbers, and with boards for numbers of players."""
    counts, fewest, jumping = ruleset.player_counts, ruleset.fewest, ruleset.jumping
    if not counts:
        yield Say.NO_BOARD()
    for players in counts:
        if players not in PLAYER_COUNTS:
            yield Say.BOARDS_FOR(players=quoted(players))
    most, most_few = ruleset.tokens, ruleset.quiet
    if not FEWEST_TOKENS <= most <= MOST:
        yield Say.WRONG_TOKENS(fewest=FEWEST_TOKENS, most=MOST, tokens=quoted(most))
        most = MOST
    if not 2 <= fewest <= most:
        yield Say.WRONG_FEWEST(most=most, fewest=quoted(fewest))
        fewest = 2
    if jumping and not fewest <= jumping <= MOST:
        yield Say.WRONG_JUMPING(fewest=fewest, most=MOST, jumping=quoted(jumping))
    if not 1 <= most_few <= MOST:
        yield Say.WRONG_QUIET_TURNS(most=MOST, quiet=quoted(most_few))
        most_few = MOST
    if not 0 <= ruleset.quiet_few <= most_few:
        yield Say.WRONG_QUIET_FEW(most=most_few, quiet_few=quoted(ruleset.quiet_few))
    if ruleset.repetition not in (0, *range(2, MOST + 1)):
        yield Say.WRONG_REPETITION(most=MOST, repetition=quoted(ruleset.repetition))


def _wrong_start(ruleset: Ruleset) -> Iterator[str]:
    """Yield what is wrong with the tokens on the board at the start (M27)."""
    for players, text in ruleset.start.items():
        if players not in ruleset.boards:
            yield Say.START_WITHOUT_BOARD(players=players)
            continue
        fields, letters = ruleset.boards[players].fields, "".join(map(str, SEATS[:players]))
        if len(text) != fields or {*text} - {FREE, *letters}:
            known = {"free": FREE, "letters": letters, "fields": fields}
            yield Say.WRONG_START(players=players, **known, text=quoted(text))
            continue
        if any(text.count(letter) > ruleset.tokens for letter in letters):
            yield Say.START_TOO_MANY(tokens=ruleset.tokens, text=quoted(text))
        if FREE not in text:
            yield Say.START_FULL(text=quoted(text))


def _nothing_to_win(ruleset: Ruleset) -> Iterator[str]:
    """Yield what contradicts a first mill that wins (M18)."""
    for players, text in ruleset.start.items():
        masks = tokens_in(text, players)
        lines = ruleset.boards[players].line_masks if players in ruleset.boards else ()
        if any(mask & line == line for line in lines for mask in masks):
            yield Say.START_WITH_MILL(text=quoted(text))


def few_to_jump(ruleset: Ruleset) -> Message:
    """Say with what number of tokens a player may jump (M7, M21): `exactly three tokens`."""
    number = in_words(ruleset.jumping)
    if ruleset.jumping > ruleset.fewest:
        return Say.OR_FEWER(number=number)
    return Say.EXACTLY_THREE() if ruleset.jumping == 3 else Say.EXACTLY(number=number)


def in_words(number: int) -> str:
    """A number as sentences have it: a small one as a word."""
    return _WORDS[number]() if number < len(_WORDS) else str(number)


_WORDS: Final = (Say.ZERO, Say.ONE, Say.TWO, Say.THREE, Say.FOUR, Say.FIVE, Say.SIX)

_REMOVERS: Final = {FullBoard.FIRST_REMOVES: Seat.FIRST, FullBoard.SECOND_REMOVES: Seat.SECOND}


def tokens_in(text: str, players: int) -> tuple[int, ...]:
    """The tokens that a text shows, as a bitboard for each seat."""
    return tuple(
        sum(1 << index for index, letter in enumerate(text) if letter == str(seat))
        for seat in SEATS[:players]
    )


def _some_start(rng: Random, ruleset: Ruleset, players: int) -> str:
    """A few tokens on the board (M27), for samples: the same number for each player, or random."""
    text = [FREE] * ruleset.boards[players].fields
    each = rng.randint(0, min(ruleset.tokens, (len(text) - 1) // players))
    even = rng.choice((True, False))
    letters = [str(seat) for seat in SEATS[:players] for _ in range(each)]
    fields = rng.sample(range(len(text)), len(letters))
    for field, letter in zip(fields, letters, strict=True):
        if even or rng.random() < 0.7:
            text[field] = letter
    return "".join(text)


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

TOURNAMENT_MILLS: Final = attrs.evolve(MILLS, name="tournament-mills", repetition=3)
"""Mills with draws by repetition (M22)."""
CHENG_SAN_QI: Final = attrs.evolve(MILLS, name="cheng-san-qi", jumping=0, marking=True)
"""Cheng San Qi of China, with nine tokens: removals block fields until all have been put (M26)."""
THREE_MENS: Final = attrs.evolve(
    MILLS,
    name="three-mens-morris",
    boards={2: SQUARE},
    tokens=3,
    jumping=0,
    mill_wins=True,
    repetition=3,
)
"""Three Men's Morris: the first mill wins."""
NINE_HOLES: Final = attrs.evolve(THREE_MENS, name="nine-holes", jumping=3)
"""Nine Holes: as Three Men's Morris, but tokens jump."""
TAPATAN: Final = attrs.evolve(
    THREE_MENS, name="tapatan", boards={2: CROSSED_SQUARE}, stuck=Stuck.DRAWS
)
"""Tapatan of the Philippines: the first mill wins, and diagonals are lines."""
ACHI: Final = attrs.evolve(TAPATAN, name="achi", tokens=4, stuck=Stuck.STEPPED_OVER)
"""Achi of Ghana: as Tapatan, with four tokens each, which leave one field free."""
SHISIMA: Final = attrs.evolve(THREE_MENS, name="shisima", boards={2: WHEEL}, start={2: "bb.aaa.b."})
"""Shisima of Kenya: the first mill wins; all tokens are on the board from the start (M27)."""
FIVE_MENS: Final = attrs.evolve(
    MILLS, name="five-mens-morris", boards={2: TWO_RINGS}, tokens=5, jumping=0
)
"""Five Men's Morris, on two rings."""
SIX_MENS: Final = attrs.evolve(FIVE_MENS, name="six-mens-morris", tokens=6)
"""Six Men's Morris, on two rings."""
SEVEN_MENS: Final = attrs.evolve(
    FIVE_MENS, name="seven-mens-morris", boards={2: TWO_RINGS_WITH_CENTRE}, tokens=7
)
"""Seven Men's Morris, on two rings with a field in their middle."""
LASKER: Final = attrs.evolve(MILLS, name="lasker-morris", tokens=10, mixed=True)
"""Lasker Morris: a player with tokens in hand puts one or moves one (M17)."""
ELEVEN_MENS: Final = attrs.evolve(
    MILLS, name="eleven-mens-morris", boards={2: THREE_RINGS_WITH_DIAGONALS}, tokens=11
)
"""Eleven Men's Morris, on three rings with diagonals."""
TWELVE_MENS: Final = attrs.evolve(
    ELEVEN_MENS, name="twelve-mens-morris", tokens=12, full_board=FullBoard.DRAW
)
"""Twelve Men's Morris: 24 tokens can fill the board, which is a draw (M19)."""
MORABARABA: Final = attrs.evolve(TWELVE_MENS, name="morabaraba", quiet_few=10)
"""Morabaraba of southern Africa: ten turns with three tokens each are a draw (M23)."""
DA_SAN_QI: Final = attrs.evolve(
    CHENG_SAN_QI,
    name="da-san-qi",
    boards={2: THREE_RINGS_WITH_DIAGONALS},
    tokens=12,
    from_mills=FromMills.ALWAYS,
    removals=Removals.EACH,
)
"""Da San Qi of China, with twelve tokens: a removal for each mill (M20), from mills too."""
DARA: Final = attrs.evolve(
    MILLS,
    name="dara",
    boards={2: FIVE_ROWS},
    tokens=12,
    from_mills=FromMills.NEVER,
    jumping=0,
    long_rows=MillRule.FORBIDDEN,
    placing_mills=MillRule.NOTHING,
)
"""Dara of West Africa, on five rows of six: rows of exactly three are mills (M24, M25)."""

PUBLISHED: Final = Ruleset.publish(
    NINE_AM,
    MILLS,
    TOURNAMENT_MILLS,
    CHENG_SAN_QI,
    THREE_MENS,
    NINE_HOLES,
    TAPATAN,
    ACHI,
    SHISIMA,
    FIVE_MENS,
    SIX_MENS,
    SEVEN_MENS,
    LASKER,
    ELEVEN_MENS,
    TWELVE_MENS,
    MORABARABA,
    DA_SAN_QI,
    DARA,
)
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
    """All seats in turn order, beginning with each seat in turn."""
    masks: tuple[int, ...] = attrs.field(eq=False)
    """The tokens on the board at the start, as a bitboard for each seat (M27)."""
    hands: tuple[int, ...] = attrs.field(eq=False)
    """The tokens in hand at the start, by seat (M4)."""
    jumping: int = attrs.field(eq=False)
    """With this number of tokens or fewer a player with an empty hand may jump (M7, M21)."""
    fewest: int = attrs.field(eq=False)
    """With fewer tokens a player is expelled or has lost (M12, M15, M21)."""
    quiet_limit: int = attrs.field(eq=False)
    """The number of quiet turns in a row that ends the game (M13)."""
    quiet_few_limit: int = attrs.field(eq=False)
    """The number that does so while no player has many tokens (M23)."""
    hand_phase: Phase = attrs.field(eq=False)
    """The phase of a player with tokens in hand (M5, M17)."""
    puts_in_turn: bool = attrs.field(eq=False)
    """Whether everybody puts one token in each turn until all hands are empty."""
    expels: bool = attrs.field(eq=False)
    """Whether players with too few tokens are expelled (M12); else they have lost (M15)."""
    has_more_endings: bool = attrs.field(eq=False)
    """Whether the game can end as in M18, M19, M22 or M23."""
    has_notes: bool = attrs.field(eq=False)
    """Whether positions have notes (M20, M22, M26)."""
    alternates: bool = attrs.field(eq=False)
    """Whether two players take turns and remove one token at a time, till somebody loses (M15)."""
    long_rows: tuple[int, ...] = attrs.field(eq=False)
    """The rows just longer than a line as bitboards, unless they count as mills (M24)."""
    restricts_fields: bool = attrs.field(eq=False)
    """Whether some mills or rows may not be made (M24, M25) or fields not be used (M26)."""
    remover: Seat | None = attrs.field(eq=False)
    """The seat that removes a token if the board is full (M19)."""

    @staticmethod
    def of(ruleset: Ruleset, players: int) -> Terms:
        """The terms for this number of players. Raises InvalidRulesetError without a board."""
        players = checked_players(ruleset.name, ruleset.boards, players)
        board, seats, full_board = ruleset.boards[players], SEATS[:players], ruleset.full_board
        masks = tokens_in(ruleset.start.get(players, ""), players)
        hands = tuple(ruleset.tokens - own.bit_count() for own in masks)
        room = ruleset.tokens * players <= board.fields
        removes_more = ruleset.removals is Removals.EACH
        long_rows: tuple[int, ...] = ()
        if ruleset.long_rows is not MillRule.COUNTS:
            # Two lines that share two fields or more are a row longer than a line (M24)
            pairs = combinations(board.line_masks, 2)
            long_rows = tuple(a | b for a, b in pairs if (a & b).bit_count() > 1)
        return Terms(
            ruleset,
            players,
            board,
            seats,
            order_from=tuple(seats[seat:] + seats[:seat] for seat in seats),
            masks=masks,
            hands=hands,
            jumping=ruleset.jumping,
            fewest=ruleset.fewest,
            quiet_limit=ruleset.quiet * players,
            quiet_few_limit=(ruleset.quiet_few or ruleset.quiet) * players,
            hand_phase=Phase.EITHER if ruleset.mixed else Phase.PUT,
            puts_in_turn=room and not ruleset.mixed and len({*hands}) == 1,
            expels=ruleset.stuck is Stuck.STEPPED_OVER,
            has_more_endings=(
                ruleset.mill_wins
                or full_board is FullBoard.DRAW
                or ruleset.quiet_few > 0
                or ruleset.repetition > 0
            ),
            has_notes=removes_more or ruleset.marking or ruleset.repetition > 0,
            alternates=(
                ruleset.stuck is Stuck.LOSES
                and not (ruleset.mixed or removes_more)
                and full_board not in _REMOVERS
            ),
            long_rows=long_rows,
            restricts_fields=(
                MillRule.FORBIDDEN in (ruleset.long_rows, ruleset.placing_mills) or ruleset.marking
            ),
            remover=_REMOVERS.get(full_board),
        )
