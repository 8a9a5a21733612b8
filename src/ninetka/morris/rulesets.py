"""Rulesets: the board, the tokens and which rules apply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, Flag, auto
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, cast, final

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, quoted
from ..base.fields import convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import Message, listed
from ..base.values import as_code
from ..protocol.options import option
from ..protocol.rulesets import OptionsRuleset, check_name, checked_players
from ..protocol.texts import Say as Common
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
    REMOVES = "removes"
    """A player who cannot move removes a token and moves on (M38); one with too few has lost (M15).
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
    FIRST_LOSES = "first loses"
    """The first player has lost."""
    BOTH_FROM_FIRST = "first then second removes"
    """Both remove a token of the other, and the first player then moves."""
    BOTH_FROM_SECOND = "second then first removes"
    """Both remove a token of the other, and the second player then moves."""

    __repr__ = as_code


_REMOVERS: Final = {  # and who of them is first
    FullBoard.FIRST_REMOVES: Seat.FIRST,
    FullBoard.SECOND_REMOVES: Seat.SECOND,
    FullBoard.BOTH_FROM_FIRST: Seat.FIRST,
    FullBoard.BOTH_FROM_SECOND: Seat.SECOND,
}
_BOTH_REMOVE: Final = (FullBoard.BOTH_FROM_FIRST, FullBoard.BOTH_FROM_SECOND)


class Removals(Enum):
    """The number of tokens that a new mill removes (M10, M20)."""

    ONE = "one"
    """One, however many mills were made."""
    EACH = "each mill"
    """One for each mill in which the token just put or moved stands."""

    __repr__ = as_code


class MillRule(Enum):
    """The worth of mills in rows longer than a line (M24)."""

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


class PlacingMills(Enum):
    """The worth of mills that are made by putting a token (M25, M30-M32)."""

    COUNTS = "counts"
    """They count like any others."""
    NOTHING = "nothing"
    """They count for nothing."""
    FORBIDDEN = "forbidden"
    """They may not be made."""
    FROM_HAND = "from hand"
    """They take a token from the other player's hand (M30)."""
    FROM_HAND_AGAIN = "from hand and again"
    """The same, and the player has another turn (M30)."""
    AT_THE_END = "at the end"
    """They are counted when placing ends (M31)."""
    ANOTHER_TURN = "another turn"
    """They give another turn (M32)."""

    __repr__ = as_code


_PLACING_OF_TWO: Final = (
    PlacingMills.FROM_HAND,
    PlacingMills.FROM_HAND_AGAIN,
    PlacingMills.AT_THE_END,
    PlacingMills.ANOTHER_TURN,
)


class FirstToMove(Enum):
    """The player whose turn it is when placing ends (M29)."""

    NEXT = "next"
    """The one after whoever has put or removed last."""
    FIRST = "first"
    SECOND = "second"

    __repr__ = as_code


class Capture(Flag):
    """The lines on which, and the turns in which, tokens are captured (M35-M37)."""

    NEVER = 0
    SIDES = auto()
    """Lines that join two corners, the ends of two lines or more, past a field that is none."""
    CROSSES = auto()
    """Lines that are neither sides nor diagonals."""
    DIAGONALS = auto()
    """Lines of three corners."""
    PLACING = auto()
    """Turns of players with tokens in hand."""
    MOVING = auto()
    """Turns of players without."""
    FEW = auto()
    """Of the latter, only turns of players with three tokens or fewer."""

    def __repr__(self) -> str:
        names = [f"Capture.{each.upper()}" for each in str(self).split()]
        return " | ".join(names)

    def __str__(self) -> str:
        return " ".join(each for each, kind in _CAPTURES.items() if kind in self) or _NEVER


_CAPTURES: Final = {
    each.lower(): kind for each, kind in Capture.__members__.items() if kind is not Capture.NEVER
}
_NEVER: Final = "never"


def _read_captures(tag: str, text: str) -> Capture:
    words = [] if text == _NEVER else text.split()
    if not {*words} <= {*_CAPTURES} or not (words or text == _NEVER):
        known = listed(_CAPTURES)
        raise InvalidRulesetError(Say.NOT_CAPTURES(tag=tag, known=known, text=quoted(text)))
    found = Capture.NEVER
    for word in words:
        found |= _CAPTURES[word]
    return found


_KINDS_OF_LINES: Final = {
    Capture.SIDES: Say.SIDES,
    Capture.CROSSES: Say.CROSSES,
    Capture.DIAGONALS: Say.DIAGONALS,
}


_TURNS: Final = {
    Capture.PLACING: Say.PLACING_TURNS,
    Capture.MOVING: Say.MOVING_TURNS,
    Capture.PLACING | Capture.MOVING: Say.ALL_TURNS,
}
_FEW_TURNS: Final = {
    Capture.MOVING: Say.FEW_TURNS,
    Capture.PLACING | Capture.MOVING: Say.PLACING_OR_FEW_TURNS,
}


def _say_captures(say: Say, captures: Capture) -> Message:
    """Say how tokens are captured, where and when (M35-M37)."""
    lines = listed(each() for kind, each in _KINDS_OF_LINES.items() if kind in captures)
    turns = captures & (Capture.PLACING | Capture.MOVING)
    few = Capture.FEW in captures and Capture.MOVING in captures
    when = (_FEW_TURNS if few else _TURNS)[turns]()
    return say(lines=lines, when=when)


def _captures(tag: str, rule: str, say: Say) -> dict[str, Any]:
    """The option of a way to capture (M35-M37)."""
    kinds = Capture.SIDES | Capture.CROSSES | Capture.DIAGONALS
    turns = Capture.PLACING | Capture.MOVING
    possible = [each for each in map(Capture, range(64)) if each & kinds and each & turns]
    return option(
        tag,
        rule,
        read=_read_captures,
        suggestions=["never", "sides crosses diagonals placing moving"],
        only_for_two=True,
        not_with={"mill_wins": True},
        samples=possible,
        paragraph="mills",
        says={each: partial(_say_captures, say, each) for each in possible},
    )


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
                "full_board": tuple(_REMOVERS),
                "removals": Removals.EACH,
                "marking": True,
                "placing_mills": tuple(each for each in PlacingMills if each.value != "counts"),
                "extra_turns": True,
                "mills_once": True,
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
                FullBoard.FIRST_LOSES: partial(Say.FULL_LOSES, loser=Seat.FIRST),
                FullBoard.BOTH_FROM_FIRST: partial(
                    Say.FULL_BOTH_REMOVE, remover=Seat.FIRST, other=Seat.SECOND
                ),
                FullBoard.BOTH_FROM_SECOND: partial(
                    Say.FULL_BOTH_REMOVE, remover=Seat.SECOND, other=Seat.FIRST
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
            values=range(1, MOST + 1),
            suggestions=["3"],
            label=Say.LABEL_FEWEST(),
            samples=lambda rng, ruleset: rng.randint(1, min(4, ruleset.tokens)),
        ),
    )
    """With fewer tokens than this a player is expelled or loses (M12, M15, M21): 1 to `tokens`."""
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
    quiet_few_any: bool = attrs.field(
        default=False,
        kw_only=True,
        metadata=option("QuietFewAny", "M23", only_for_two=True, not_with={"quiet_few": 0}),
    )
    """Whether `quiet_few` holds as soon as one player has so few tokens, not only when both have
    (M23). Only for two players."""
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
    placing_mills: PlacingMills = attrs.field(
        default=PlacingMills.COUNTS,
        kw_only=True,
        metadata=option(
            "PlacingMills",
            "M25",
            paragraph="mills",
            says={
                PlacingMills.NOTHING: Say.PLACING_NOTHING,
                PlacingMills.FORBIDDEN: Say.PLACING_FORBIDDEN,
                PlacingMills.FROM_HAND: Say.PLACING_FROM_HAND,
                PlacingMills.FROM_HAND_AGAIN: Say.PLACING_FROM_HAND_AGAIN,
                PlacingMills.AT_THE_END: Say.PLACING_AT_THE_END,
                PlacingMills.ANOTHER_TURN: Say.PLACING_ANOTHER_TURN,
            },
        ),
    )
    """The worth of a mill that is made by putting a token (M25, M30-M32)."""
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
    first_to_move: FirstToMove = attrs.field(
        default=FirstToMove.NEXT,
        kw_only=True,
        metadata=option(
            "FirstToMove",
            "M29",
            only_for_two=True,
            paragraph="turns",
            says={
                FirstToMove.FIRST: partial(Say.FIRST_TO_MOVE, seat=Seat.FIRST),
                FirstToMove.SECOND: partial(Say.FIRST_TO_MOVE, seat=Seat.SECOND),
            },
        ),
    )
    """The player whose turn it is when placing ends (M29). Only for two players."""
    extra_turns: bool = attrs.field(
        default=False,
        kw_only=True,
        metadata=option(
            "ExtraTurns",
            "M32",
            only_for_two=True,
            not_with={"full_board": tuple(_REMOVERS)},
            paragraph="mills",
            says={True: Say.EXTRA_TURNS},
        ),
    )
    """Whether a player who has removed a token has another turn (M32). Only for two players."""
    mills_once: bool = attrs.field(
        default=False,
        kw_only=True,
        metadata=option(
            "MillsOnce", "M33", only_for_two=True, paragraph="mills", says={True: Say.MILLS_ONCE}
        ),
    )
    """Whether a line counts as a mill once for each player (M33). Only for two players."""
    reclosing: bool = attrs.field(
        default=True,
        kw_only=True,
        metadata=option(
            "Reclosing", "M34", only_for_two=True, paragraph="mills", says={False: Say.NO_RECLOSING}
        ),
    )
    """Whether a token that made a mill may go straight back and make another (M34). False is only
    for two players."""
    custody: Capture = attrs.field(
        default=Capture.NEVER, kw_only=True, metadata=_captures("Custody", "M35", Say.BY_CUSTODY)
    )
    """When a token between two of the other player's is captured (M35). Only for two players."""
    intervention: Capture = attrs.field(
        default=Capture.NEVER,
        kw_only=True,
        metadata=_captures("Intervention", "M36", Say.BY_INTERVENTION),
    )
    """When two tokens are captured by one between them (M36). Only for two players."""
    leap: Capture = attrs.field(
        default=Capture.NEVER, kw_only=True, metadata=_captures("Leap", "M37", Say.BY_LEAP)
    )
    """When a token is captured by one that leaps over it (M37). Only for two players."""
    placing_ends: int = attrs.field(
        default=0,
        kw_only=True,
        metadata=option(
            "PlacingEnds",
            "M39",
            read=read_number,
            values=range(MOST + 1),
            suggestions=["0", "2"],
            label=Say.LABEL_PLACING_ENDS(),
            only_for_two=True,
            not_with={"stuck": Stuck.STEPPED_OVER},
            samples=[1, 2, 5],
        ),
    )
    """Placing ends when no more fields than this are free (M39). Only for two players."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "boards", FrozenMap(sorted(self.boards.items())))
        object.__setattr__(self, "start", FrozenMap(sorted(self.start.items())))
        super().__attrs_post_init__()

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each part of the rules that cannot be played."""
        yield from _wrong_numbers(self)
        yield from _wrong_start(self)
        yield from _wrong_placing(self)
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
    if not 1 <= fewest <= most:
        yield Say.WRONG_FEWEST(most=most, fewest=quoted(fewest))
        fewest = 1
    if jumping and not fewest <= jumping <= MOST:
        yield Say.WRONG_JUMPING(fewest=fewest, most=MOST, jumping=quoted(jumping))
    if not 1 <= most_few <= MOST:
        yield Say.WRONG_QUIET_TURNS(most=MOST, quiet=quoted(most_few))
        most_few = MOST
    if not 0 <= ruleset.quiet_few <= most_few:
        yield Say.WRONG_QUIET_FEW(most=most_few, quiet_few=quoted(ruleset.quiet_few))
    if not 0 <= ruleset.placing_ends <= MOST:
        yield Say.WRONG_PLACING_ENDS(most=MOST, fields=quoted(ruleset.placing_ends))
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


def _wrong_placing(ruleset: Ruleset) -> Iterator[str]:
    """Yield what contradicts mills that take from hands or count at the end (M30-M32)."""
    if ruleset.placing_mills not in _PLACING_OF_TWO:
        return
    said = f"PlacingMills={ruleset.placing_mills.value}"
    if ruleset.player_counts != (2,):
        yield Common.ONLY_FOR_TWO(option=said)
    if ruleset.stuck is Stuck.STEPPED_OVER:
        yield Common.NOT_WITH(option=said, other="Stuck=stepped over")
    if ruleset.marking and ruleset.placing_mills is PlacingMills.AT_THE_END:
        yield Common.NOT_WITH(option=said, other="Marking=yes")


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
MORABARABA: Final = attrs.evolve(TWELVE_MENS, name="morabaraba", quiet_few=10, reclosing=False)
"""Morabaraba of southern Africa: ten turns with three tokens each are a draw (M23), and no token
goes straight back from one mill to another (M34)."""
FREE_MORABARABA: Final = attrs.evolve(MORABARABA, name="free-morabaraba", reclosing=True)
"""Morabaraba as it is also played: tokens go to and fro between mills as they like."""
DA_SAN_QI: Final = attrs.evolve(
    CHENG_SAN_QI,
    name="da-san-qi",
    boards={2: THREE_RINGS_WITH_DIAGONALS},
    tokens=12,
    from_mills=FromMills.ALWAYS,
    removals=Removals.EACH,
    first_to_move=FirstToMove.SECOND,
)
"""Da San Qi of China, with twelve tokens: a removal for each mill (M20), from mills too, and the
second player moves first (M29)."""
CHAM_GONU: Final = attrs.evolve(
    DA_SAN_QI, name="cham-gonu", removals=Removals.ONE, first_to_move=FirstToMove.NEXT
)
"""Cham Gonu of Korea, with twelve tokens: removals block fields (M26), from mills too."""
ZHI_QI: Final = attrs.evolve(
    CHAM_GONU, name="zhi-qi", full_board=FullBoard.BOTH_FROM_FIRST, stuck=Stuck.REMOVES
)
"""Zhi Qi of China: as Cham Gonu, but both players remove from a full board (M19), and a player who
cannot move removes a token (M38)."""
DOOZ: Final = attrs.evolve(
    TWELVE_MENS,
    name="dooz",
    from_mills=FromMills.ALWAYS,
    full_board=FullBoard.FIRST_REMOVES,
    placing_mills=PlacingMills.FROM_HAND,
)
"""Dooz of Iran: mills take from the hand while tokens are put (M30)."""
RUSSIAN_MILL: Final = attrs.evolve(
    MILLS, name="russian-mill", from_mills=FromMills.ALWAYS, mills_once=True
)
"""Russian Mill: each line removes once for each player (M33), from mills too."""
EL_FILJA: Final = attrs.evolve(
    MILLS,
    name="el-filja",
    tokens=12,
    from_mills=FromMills.ALWAYS,
    jumping=0,
    placing_mills=PlacingMills.AT_THE_END,
)
"""El Filja of Algeria: mills are counted when twelve tokens each have been put (M31)."""
NERENCHI: Final = attrs.evolve(
    TWELVE_MENS,
    name="nerenchi",
    from_mills=FromMills.ALWAYS,
    jumping=0,
    full_board=FullBoard.STUCK,
    placing_mills=PlacingMills.ANOTHER_TURN,
    extra_turns=True,
    placing_ends=2,
)
"""Nerenchi of Sri Lanka: mills give another turn (M32), and two fields stay free (M39)."""
MUL_MULAN: Final = attrs.evolve(
    ELEVEN_MENS,
    name="mul-mulan",
    tokens=9,
    fewest=1,
    from_mills=FromMills.ALWAYS,
    jumping=0,
    intervention=(
        Capture.SIDES | Capture.CROSSES | Capture.DIAGONALS | Capture.PLACING | Capture.MOVING
    ),
)
"""Mul-Mulan of Java: a token between two of the other player's captures both (M36)."""
DARA: Final = attrs.evolve(
    MILLS,
    name="dara",
    boards={2: FIVE_ROWS},
    tokens=12,
    from_mills=FromMills.NEVER,
    jumping=0,
    long_rows=MillRule.FORBIDDEN,
    placing_mills=PlacingMills.NOTHING,
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
    FREE_MORABARABA,
    DA_SAN_QI,
    CHAM_GONU,
    ZHI_QI,
    DOOZ,
    RUSSIAN_MILL,
    EL_FILJA,
    NERENCHI,
    MUL_MULAN,
    DARA,
)
"""The rulesets that texts name without describing them."""


LineEnds: TypeAlias = tuple[int, int, int]
"""An end, the middle and the other end of a line, as bitboards."""


def capture_lines(board: Board, captures: Capture) -> tuple[LineEnds, ...]:
    """The lines of these kinds: crosses, then sides, then diagonals, as on the board (M35, M36)."""
    threes = [(a.bit, b.bit, c.bit) for a, b, c in (ln for ln in board.lines if len(ln) == 3)]
    ends = [end.bit for line in board.lines for end in (line[0], line[-1])]
    corners = sum({end for end in ends if ends.count(end) > 1})
    sorted_out: dict[Capture, list[LineEnds]] = {
        kind: [] for kind in (Capture.CROSSES, Capture.SIDES, Capture.DIAGONALS)
    }
    for line in threes:
        a, b, c = (bool(bit & corners) for bit in line)
        if a and c:
            sorted_out[Capture.DIAGONALS if b else Capture.SIDES].append(line)
        else:
            sorted_out[Capture.CROSSES].append(line)
    return tuple(chain(*(lines for kind, lines in sorted_out.items() if kind in captures)))


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
    """Whether positions have notes (M20, M22, M26, M29-M38)."""
    is_extended: bool = attrs.field(eq=False)
    """Whether rules are in use that change what ends a turn, or what is captured (M19, M29-M39)."""
    notes_last_put: bool = attrs.field(eq=False)
    """Whether a removal that belongs to the last put is told from others (M29, M31)."""
    alternates: bool = attrs.field(eq=False)
    """Whether two players take turns and remove one token at a time, till somebody loses (M15)."""
    long_rows: tuple[int, ...] = attrs.field(eq=False)
    """The rows just longer than a line as bitboards, unless they count as mills (M24)."""
    restricts_fields: bool = attrs.field(eq=False)
    """Whether some mills or rows may not be made (M24, M25, M34), fields not be used (M26), or
    tokens leap (M37)."""
    remover: Seat | None = attrs.field(eq=False)
    """The seat that removes a token first if the board is full (M19)."""
    full_board_owed: int = attrs.field(eq=False)
    """The removals that the other seat has to make after that (M19)."""
    custody_lines: tuple[LineEnds, ...] = attrs.field(eq=False)
    intervention_lines: tuple[LineEnds, ...] = attrs.field(eq=False)
    leap_lines: tuple[LineEnds, ...] = attrs.field(eq=False)
    """The lines on which tokens are captured (M35-M37): crosses, sides, then diagonals."""

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
        captures = ruleset.custody | ruleset.intervention | ruleset.leap
        stops = ruleset.first_to_move is not FirstToMove.NEXT
        at_the_end = ruleset.placing_mills is PlacingMills.AT_THE_END
        is_extended = (
            ruleset.placing_mills in _PLACING_OF_TWO
            or ruleset.full_board in (*_BOTH_REMOVE, FullBoard.FIRST_LOSES)
            or ruleset.stuck is Stuck.REMOVES
            or captures is not Capture.NEVER
            or stops
            or not ruleset.reclosing
            or ruleset.mills_once
            or ruleset.extra_turns
            or ruleset.placing_ends > 0
        )
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
            puts_in_turn=room and not (ruleset.mixed or is_extended) and len({*hands}) == 1,
            expels=ruleset.stuck is Stuck.STEPPED_OVER,
            has_more_endings=(
                ruleset.mill_wins
                or full_board in (FullBoard.DRAW, FullBoard.FIRST_LOSES)
                or ruleset.quiet_few > 0
                or ruleset.repetition > 0
            ),
            has_notes=removes_more or ruleset.marking or ruleset.repetition > 0 or is_extended,
            is_extended=is_extended,
            notes_last_put=stops or at_the_end,
            alternates=(
                ruleset.stuck is Stuck.LOSES
                and not is_extended
                and not (ruleset.mixed or removes_more)
                and full_board not in _REMOVERS
            ),
            long_rows=long_rows,
            restricts_fields=(
                ruleset.long_rows is MillRule.FORBIDDEN
                or ruleset.placing_mills is PlacingMills.FORBIDDEN
                or ruleset.marking
                or not ruleset.reclosing
                or ruleset.leap is not Capture.NEVER
            ),
            remover=_REMOVERS.get(full_board),
            full_board_owed=int(full_board in _BOTH_REMOVE),
            custody_lines=capture_lines(board, ruleset.custody),
            intervention_lines=capture_lines(board, ruleset.intervention),
            leap_lines=capture_lines(board, ruleset.leap),
        )
