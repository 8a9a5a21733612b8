"""Every exception the package raises: all are `NinetkaError`, and so `ValueError`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from enum import Enum, Flag
from functools import reduce
from operator import or_
from typing import Final, TypeVar, cast

import attrs

from .position import Played, Position

F = TypeVar("F", bound=Flag)

_WORD: Final = re.compile(r"[\w.+-]+")
_MOST_SENTENCES: Final = 100


def quoted(text: object, limit: int = 40) -> str:
    """A text in quotes, or anything's repr, for an error's sentence; cut if it is long."""
    if isinstance(text, str):
        return repr(text) if len(text) <= limit else f"{text[:limit]!r}…"
    try:
        shown = repr(text)
    except RecursionError:
        shown = f"a deeply nested {type(text).__name__}"
    except Exception:  # a repr may be anybody's code, and Python writes no int of 5000 digits
        shown = f"<{type(text).__name__} that cannot be shown>"
    return shown if len(shown) <= limit else f"{shown[:limit]}…"


def listed(things: Iterable[object], last: str = "and") -> str:
    """Things as a sentence lists them: `2, 3 or 4`."""
    *others, end = map(str, things)
    return f"{', '.join(others)} {last} {end}" if others else end


def named(file: str) -> str:
    """A file's name for a sentence: in quotes if it is empty or could command a terminal."""
    return file if file and file.isprintable() else repr(file)


class NinetkaError(ValueError):
    """Something given to the library is wrong; its text says what, in a sentence."""


class InvalidSquareError(NinetkaError):
    """A text names no square of the board (R1), or an object is no Square."""


class InvalidMoveError(NinetkaError):
    """A text, an action code or an object is no move at all, in any position."""


class InvalidRulesetError(NinetkaError):
    """A ruleset is not one the game can be played by (Q4), or not by so many players."""


class IllegalMoveError(NinetkaError):
    """A move, but not one that can be made (or, for undo, was just made) in this position.

    An error made anew from its text alone, as frameworks do between processes, has None for the
    rest.
    """

    move: Hashable
    state: Position
    """The position the move was tried in, unchanged."""
    reason: Enum
    """A code for programs; in 9tka a `ninetka.Reason`."""

    def __init__(
        self,
        message: str,
        move: Hashable = None,
        state: Position | None = None,
        reason: Enum | None = None,
    ) -> None:
        super().__init__(message)
        self.move, self.state, self.reason = move, cast("Position", state), cast("Enum", reason)


class InvalidPositionError(NinetkaError):
    """An arrangement of stones, or its text, is not a position of the game.

    An error made anew from its text alone has that as its one sentence, and None for the problems.
    """

    problems: Flag
    """Every problem at once; in 9tka a `ninetka.Problem`."""
    sentences: tuple[str, ...]
    """What is wrong, a sentence for each problem found."""

    def __init__(
        self, message: str, problems: Flag | None = None, sentences: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.problems, self.sentences = cast("Flag", problems), tuple(sentences) or (message,)


def together(findings: Iterable[tuple[F, str]], none: F) -> F:
    """The problems found, each of which comes with a sentence, as one value; `none` without any."""
    return reduce(or_, (problem for problem, _ in findings), none)


def refuse(findings: Sequence[tuple[Flag, str]]) -> None:
    """Raise InvalidPositionError if any problem has been found."""
    if findings:
        problems = reduce(or_, (problem for problem, _ in findings))
        sentences = [sentence for _, sentence in findings[:_MOST_SENTENCES]]
        if len(findings) > _MOST_SENTENCES:
            sentences.append(f"and {len(findings) - _MOST_SENTENCES} more problems")
        raise InvalidPositionError("; ".join(sentences), problems, sentences)


def check_ruleset_name(name: str) -> None:
    """Raise InvalidRulesetError for a ruleset's name that texts of positions could not have."""
    if not _WORD.fullmatch(name):
        raise InvalidRulesetError(
            f"a ruleset's name is one word of letters, digits and _ . + -, not {quoted(name)}"
        )


@attrs.define
class RecordError(NinetkaError):
    """A written game that cannot be read, breaks the rules or states a wrong result."""

    sentence: str
    """What is wrong, without the place."""
    file: str | None = None
    """The file's name, where there is one."""
    number: int | None = None
    """Which game of the file, from 1."""
    line: int | None = None
    """Which line of the file, from 1."""
    ply: int | None = None
    """Which ply of the game, from 1; none where no move is at fault."""
    text: str | None = None
    """The move, or other piece of the record, as it stands there."""
    reason: Enum | None = None
    """The code of the `IllegalMoveError` behind it, if one is."""
    game: Played | None = None
    """The game up to there; none where the record did not get as far as a position."""

    @property
    def position(self) -> Position | None:
        """The position before what is wrong, or None where there is none yet."""
        return None if self.game is None else self.game.state

    def __str__(self) -> str:
        places = [
            None if self.file is None else named(self.file),
            None if self.number is None else f"game {self.number}",
            None if self.line is None else f"line {self.line}",
            None if self.ply is None else f"ply {self.ply}",
            None if self.ply is None or self.text is None else quoted(self.text),
        ]
        where = ", ".join(place for place in places if place is not None)
        return f"{where}: {self.sentence}" if where else self.sentence


def missing_extra(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error for a package that is not there, which says how to have it."""
    if error.name is None:  # it says so already
        return ModuleNotFoundError(str(error))
    package = error.name.partition(".")[0]
    sentence = f"this needs {package}: python -m pip install 'ninetka[{extra}]'"
    return ModuleNotFoundError(sentence)  # with its name, Python 3.15 would suggest another
