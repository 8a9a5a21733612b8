"""The exceptions that the package raises: all are `NinetkaError`, and so `ValueError`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, Flag
from functools import reduce
from math import log10
from operator import or_
from typing import Final, TypeVar, cast

import attrs

from .messages import Common, Part, joined, listed
from .position import AnyPosition, Played

__all__ = [
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPlaceError",
    "InvalidPositionError",
    "InvalidRulesetError",
    "NinetkaError",
    "RecordError",
    "RecordErrorKind",
    "check_move",
]

F = TypeVar("F", bound=Flag)

_MAX_SENTENCES: Final = 100
_LONGEST_NAME: Final = 50
"""The most characters of a name that others are compared with."""
_MUCH_ALIKE: Final = 0.7
"""The least share of the characters that alike names have in common."""


def quoted(thing: object, limit: int = 40) -> str:
    """A text in quotes, or the repr of another value, for an error's sentence; cut if long."""
    if isinstance(thing, str):
        return repr(thing) if len(thing) <= limit else f"{thing[:limit]!r}…"
    try:
        shown = repr(thing)
    except ValueError:  # from Python, about a number of thousands of digits
        if not isinstance(thing, int):
            return f"something of type {type(thing).__name__} with a very long number"
        digits = int(thing.bit_length() * log10(2))
        shown = f"{'-' * (thing < 0)}{abs(thing) // 10 ** (digits - limit - 1)}"
    return shown if len(shown) <= limit else f"{shown[:limit]}…"


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """Return `; did you mean morabaraba?` for a name much like known ones; else an empty text.

    It ends the sentence for a name that is looked up and not found. The case does not count.
    """
    from difflib import get_close_matches  # slow to import

    by_lower_case = {each.lower(): each for each in map(str, known)}
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        return ""
    found = get_close_matches(name.lower(), by_lower_case, cutoff=_MUCH_ALIKE)
    likely = [by_lower_case[each] for each in found]
    return Part.DID_YOU_MEAN(names=listed(likely, "or")) if likely else ""


def path_text(file: str) -> str:
    """A file's name for a sentence: in quotes if it is empty or could command a terminal."""
    return file if file and file.isprintable() else repr(file)


class NinetkaError(ValueError):
    """Something given to the library is wrong. Its text says what, in a sentence."""

    @property
    def message(self) -> str:
        """The sentence: a `Message` with code and values, if it has them."""
        return self.args[0] if self.args else ""


class InvalidPlaceError(NinetkaError):
    """A value is not a place on the board: a square, a point or a field.

    Each game has a subclass.
    """


class InvalidMoveError(NinetkaError):
    """A text or an action code is not a move, in any position."""


class InvalidRulesetError(NinetkaError):
    """A ruleset is impossible, or not for that number of players."""


class IllegalMoveError(NinetkaError):
    """A move that cannot be made in this position, or for undo, was not the last move.

    Each game has a subclass, which says what its moves, states and reasons are. An error that a
    framework has made anew from its text has None for everything else.
    """

    move: Hashable
    state: AnyPosition
    """The position in which the move was tried, unchanged."""
    reason: Enum | None
    """A code for programs, of the game's enum of reasons; None in a game without codes."""

    def __init__(
        self,
        message: str,
        move: Hashable = None,
        state: AnyPosition | None = None,
        reason: Enum | None = None,
    ) -> None:
        super().__init__(message)
        self.move, self.state, self.reason = move, cast("AnyPosition", state), reason


class InvalidPositionError(NinetkaError):
    """An arrangement of stones, or its text, is not a position of the game.

    Each game has a subclass, which says what its problems are. An error that a framework has made
    anew from its text has None for the problems.
    """

    problems: Flag | None
    """All problems at once, of the game's flag of problems; None in a game without codes."""
    sentences: tuple[str, ...]
    """One sentence for each problem found."""

    def __init__(
        self, message: str, problems: Flag | None = None, sentences: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.problems, self.sentences = problems, tuple(sentences) or (message,)


def combined_problems(findings: Iterable[tuple[F, str]], none: F) -> F:
    """Combine the problems of all findings into one flag; `none` is the flag without any.

    A finding is a problem with its sentence.
    """
    return reduce(or_, (problem for problem, _ in findings), none)


def refuse(
    findings: Sequence[tuple[Flag, str]], error: type[InvalidPositionError] = InvalidPositionError
) -> None:
    """Raise an InvalidPositionError, of a game's own class, if any problem has been found."""
    if findings:
        problems = reduce(or_, (problem for problem, _ in findings))
        sentences = [sentence for _, sentence in findings[:_MAX_SENTENCES]]
        if len(findings) > _MAX_SENTENCES:
            sentences.append(Common.MORE_PROBLEMS(count=len(findings) - _MAX_SENTENCES))
        raise error(joined(sentences, "; "), problems, sentences)


class RecordErrorKind(Enum):
    """The subject of a RecordError. The values are words that stay as they are, for programs."""

    SOURCE = "source"
    """The file cannot be opened or unpacked, or the value given for it is not a source."""
    ENCODING = "encoding"
    """The text is not UTF-8, nor in the encoding that it names."""
    COUNT = "count"
    """There is no record, not the one asked for, or more than one where one is expected."""
    SIZE = "size"
    """The record or its variations are too long, or variations are nested too deep."""
    SYNTAX = "syntax"
    """The text does not have the syntax of a record."""
    TAG = "tag"
    """A tag is malformed, missing, given twice, contradicts another, or must not be set."""
    COMMENT = "comment"
    """A comment, glyph, clock time or variation cannot be held by a record, or stands where there
    is no move."""
    GAME = "game"
    """The game is not known, not the expected one, or not the one that the start belongs to."""
    RULESET = "ruleset"
    """The ruleset is not known or impossible, or not for that number of players."""
    POSITION = "position"
    """The position at the start is not one of the game."""
    MOVE_TEXT = "move text"
    """A text is not a move, in any position."""
    ILLEGAL_MOVE = "illegal move"
    """A move cannot be made there."""
    CLAIM = "claim"
    """The record states captures or pools that don't follow from the rules (SGF)."""
    ENDING = "ending"
    """The game cannot end as the record says."""
    RESULT = "result"
    """The result is missing, or not the one of the game."""
    MATCH = "match"
    """The record does not fit into its match."""


@attrs.define(slots=False)  # Dask sends only what is in an error's __dict__ from process to process
class RecordError(NinetkaError):
    """A record that cannot be read, breaks the rules or states a wrong result.

    `sentence` says what is wrong, and `kind` what it is about. `file`, `number` (of the game),
    `line`, `ply` and `text` (of the move) say where, as far as that is known. `reason` is the code
    of the illegal move, if there is one, `game` is the game up to the mistake, and `in_variation`
    says whether that is in a variation. The error's own text has the place and the sentence.

    An error that a framework has made anew from its text has None for everything else.
    """

    sentence: str
    """A sentence that says what is wrong, without the place."""
    kind: RecordErrorKind = attrs.field(default=cast("RecordErrorKind", None))
    """The subject of the error, for programs."""
    file: str | None = None
    """The name of the file, if it was in one."""
    number: int | None = None
    """The number of the game in the file, from 1."""
    line: int | None = None
    """The number of the line in the file, from 1."""
    ply: int | None = None
    """The ply in the game, from 1, also in a variation; None if no move is at fault."""
    text: str | None = None
    """The move as written."""
    reason: Enum | None = None
    """The code of the `IllegalMoveError` that caused it, if any."""
    game: Played | None = None
    """The game up to there; None if the record has no position before it. In a variation, its moves
    come last."""
    in_variation: bool = False
    """Whether it is in a variation."""

    @property
    def position(self) -> AnyPosition | None:
        """The position before the mistake; None if there is none yet."""
        return None if self.game is None else self.game.state

    @property
    def message(self) -> str:
        """The place and the sentence."""
        places = (
            None if self.file is None else path_text(self.file),
            None if self.number is None else Common.GAME(number=self.number),
            None if self.line is None else Common.LINE(number=self.line),
            Common.IN_A_VARIATION() if self.in_variation else None,
            None if self.ply is None else Common.PLY(number=self.ply),
            None if self.ply is None or self.text is None else quoted(self.text),
        )
        where = tuple(place for place in places if place is not None)
        return Common.AT(where=where, sentence=self.sentence) if where else self.sentence

    def __str__(self) -> str:
        return self.message


_KINDS: Final[Mapping[type[NinetkaError], RecordErrorKind]] = {
    InvalidRulesetError: RecordErrorKind.RULESET,
    InvalidPositionError: RecordErrorKind.POSITION,
    InvalidMoveError: RecordErrorKind.MOVE_TEXT,
    IllegalMoveError: RecordErrorKind.ILLEGAL_MOVE,
}


def record_error_kind(error: NinetkaError, otherwise: RecordErrorKind) -> RecordErrorKind:
    """The kind of RecordError that an error of this type causes; `otherwise` for other types."""
    return next((kind for type_, kind in _KINDS.items() if isinstance(error, type_)), otherwise)


@contextmanager
def in_record(otherwise: RecordErrorKind) -> Iterator[None]:
    """Raise every NinetkaError of the block as a RecordError; `otherwise` is the usual kind."""
    try:
        yield
    except RecordError:
        raise
    except NinetkaError as error:
        raise RecordError(error.message, record_error_kind(error, otherwise)) from error


def check_move(move: object, *kinds: type) -> None:
    """Raise InvalidMoveError unless a move is of one of a game's `kinds`."""
    if not isinstance(move, kinds):
        names = listed((kind.__name__ for kind in kinds), "or")
        raise InvalidMoveError(
            f"{quoted(move)} is not a move of this game: give it {names}, or text"
        )


def missing_extra(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error for a package that is not installed; it says how to install it."""
    if error.name is None:  # it says how already
        return ModuleNotFoundError(str(error))
    package = error.name.partition(".")[0]
    sentence = f"this needs {package}: python -m pip install 'ninetka[{extra}]'"
    return ModuleNotFoundError(sentence)  # with its name, Python 3.15 would suggest another
