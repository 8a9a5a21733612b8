"""Messages between hosts and engines, as values and lines (docs/engines.md), and errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import chain
from math import inf
from typing import Any, Final, Generic, Self, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.fields import convert_fields
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.endings import EndingKind
from ..protocol.states import GameState, M
from ..protocol.tags import POSITION

__all__ = ["Answer", "EngineError", "EngineErrorKind", "EngineOption", "Info", "Limit"]

VERSION: Final = 1
"""The version of the protocol that is spoken here."""
UNKNOWN: Final = "-"
"""Stands for a number that an engine does not know."""
_NUMBER: Final = re.compile(r"-|[-+]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})")
_KINDS: Final = ("text", "number", "switch", "choice")
_MOVES: Final = 25
"""The number of moves among which the time on a clock is divided."""
_OVERHEAD: Final = 0.05
"""The seconds of each move that are kept for work other than thinking."""
_LEAST: Final = 0.01
"""The seconds that a move takes at least."""


class EngineErrorKind(Enum):
    """The subjects of an EngineError. The values are words that stay as they are, for programs."""

    START = "start"
    """The program cannot be started, or does not speak the protocol."""
    ENDED = "ended"
    """The program has ended, or closed its output."""
    TIME = "time"
    """It did not answer in time, and has been killed."""
    REFUSED = "refused"
    """It has said an error: that it does not know a game, for instance."""
    MOVE = "move"
    """Its move is illegal, or not a move."""


class EngineError(NinetkaError):
    """An engine fails: it cannot be started, ends, hangs, refuses, or makes an illegal move."""

    kind: EngineErrorKind
    """The subject of the error, for programs."""

    def __init__(self, message: str, kind: EngineErrorKind = EngineErrorKind.REFUSED) -> None:
        super().__init__(message)
        self.kind = kind


def numbers_by_word(words: Iterable[str]) -> dict[str, list[str]]:
    """The numbers after each other word, as `go` and `info` have them."""
    found: dict[str, list[str]] = {}
    numbers: list[str] = []
    for word in words:
        if _NUMBER.fullmatch(word):
            numbers.append(word)
        else:
            numbers = found.setdefault(word, [])
    return found


def _milliseconds(seconds: float) -> str:
    return str(max(0, round(1000 * seconds)))


def _check_times(_: object, field: attrs.Attribute[Any], times: Sequence[float]) -> None:
    if not all(0 <= time < inf for time in times):
        raise NinetkaError(f"{field.name} are seconds from 0 on, not {quoted(times)}")


def _check_limit(_: object, field: attrs.Attribute[Any], number: float | None) -> None:
    if number is not None and not 0 < number < inf:
        raise NinetkaError(f"{field.name} of a limit are more than 0, not {quoted(number)}")


@final
@documented
@attrs.frozen(field_transformer=convert_fields(), kw_only=True)
class Limit:
    """Limits of an engine's thinking about a move. Without any limit, it decides by itself.

    Of several limits, the engine keeps all. Raises NinetkaError for negative times and the like.
    """

    clocks: tuple[float, ...] = attrs.field(default=(), validator=_check_times)
    """The seconds that each seat has for all its moves."""
    increments: tuple[float, ...] = attrs.field(default=(), validator=_check_times)
    """The seconds that each seat gets after each of its moves."""
    seconds: float | None = attrs.field(default=None, validator=_check_limit)
    """The seconds that this move may take."""
    nodes: int | None = attrs.field(default=None, validator=_check_limit)
    """The number of positions, or random games, that the engine may search."""
    depth: int | None = attrs.field(default=None, validator=_check_limit)
    """The number of plies that it may look ahead."""
    infinite: bool = False
    """Whether it thinks until it is stopped."""

    @property
    def line(self) -> str:
        """The line that says it: `go movetime 500`."""
        words: list[str] = ["go"]
        for name, times in (("clock", self.clocks), ("increment", self.increments)):
            words += [name, *map(_milliseconds, times)] if times else []
        words += [] if self.seconds is None else ["movetime", _milliseconds(self.seconds)]
        words += [] if self.nodes is None else ["nodes", str(self.nodes)]
        words += [] if self.depth is None else ["depth", str(self.depth)]
        return " ".join([*words, "infinite"] if self.infinite else words)

    @classmethod
    def parse(cls, words: Iterable[str]) -> Limit:
        """Read the words after `go` as a limit. Words that are not known are left out.

        Raises NinetkaError for numbers that are missing or make no sense.
        """
        found = numbers_by_word(words)
        try:
            clocks, increments = (
                tuple(int(number) / 1000 for number in found.get(name, ()))
                for name in ("clock", "increment")
            )
            movetime, nodes, depth = (
                _one(found[name]) if name in found else None
                for name in ("movetime", "nodes", "depth")
            )
        except ValueError as error:
            raise NinetkaError("go has numbers that cannot be understood") from error
        return cls(
            clocks=clocks,
            increments=increments,
            seconds=None if movetime is None else movetime / 1000,
            nodes=nodes,
            depth=depth,
            infinite="infinite" in found,
        )

    def seconds_for(self, seat: int) -> float:
        """The most seconds that a move of a seat may take; infinitely many without clocks."""
        clock = self.clocks[seat] if seat < len(self.clocks) else inf
        return min(clock, inf if self.seconds is None else self.seconds)


def _one(numbers: Sequence[str]) -> int:
    """The only number. Raises ValueError."""
    (number,) = numbers
    return int(number)


def seconds_to_think(limit: Limit, seat: int) -> float:
    """The seconds to think about a move of a seat; infinitely many if no time is limited.

    Of a clock, a move takes a twenty-fifth and most of the increment, but never more than half.
    """
    most = inf if limit.seconds is None else limit.seconds
    if seat < len(limit.clocks):
        clock = limit.clocks[seat]
        increment = limit.increments[seat] if seat < len(limit.increments) else 0.0
        most = min(most, clock / 2, clock / _MOVES + 0.8 * increment)
    return max(_LEAST, most - _OVERHEAD)


@final
@documented
@attrs.frozen(kw_only=True)
class Info:
    """An engine's report while it thinks. Nothing of it is checked."""

    depth: int | None = None
    """The number of plies that it has looked ahead."""
    nodes: int | None = None
    """The number of positions, or random games, that it has searched."""
    seconds: float | None = None
    """The time that it has thought."""
    values: tuple[float | None, ...] = ()
    """The worth of the position to each seat, in whatever unit the engine has."""
    shares: tuple[float | None, ...] = ()
    """The share of the win that each seat may expect, 1 for a sure win."""
    moves: tuple[str, ...] = ()
    """The principal line, as texts of moves."""
    text: str = ""
    """Anything else, for people."""

    @property
    def line(self) -> str:
        """The line that says it: `info nodes 512 share 0.46 0.54 line E5 C9`."""
        counts = {"depth": self.depth, "nodes": self.nodes}
        words = [f"{name} {number}" for name, number in counts.items() if number is not None]
        words += [] if self.seconds is None else [f"time {_milliseconds(self.seconds)}"]
        for name, numbers in (("value", self.values), ("share", self.shares)):
            said = [UNKNOWN if n is None else f"{n:.6g}" for n in numbers]
            words += [name, *said] if said else []
        words += ["line", *self.moves] if self.moves else []
        return " ".join(["info", *(["text", self.text] if self.text and not words else words)])

    @classmethod
    def parse(cls, rest: str) -> Info:
        """Read the words after `info`; what cannot be understood is left out."""
        words = rest.split()
        if words[:1] == ["text"]:
            return cls(text=rest.strip().removeprefix("text").strip())
        at = words.index("line") if "line" in words else len(words)
        found = numbers_by_word(words[:at])
        first = {name: numbers[0] for name, numbers in found.items() if numbers}
        depth, nodes, time = (
            int(first[name]) if first.get(name, "").isdecimal() else None
            for name in ("depth", "nodes", "time")
        )
        values, shares = (
            tuple(None if number == UNKNOWN else float(number) for number in found.get(name, ()))
            for name in ("value", "share")
        )
        return cls(
            depth=depth,
            nodes=nodes,
            seconds=None if time is None else time / 1000,
            values=values,
            shares=shares,
            moves=tuple(words[at + 1 :]),
        )


@final
@documented
@attrs.frozen
class Answer(Generic[M]):
    """An engine's answer: a move or an ending."""

    move: M | None
    """Its move, which is legal; None if it ends the game instead."""
    seconds: float
    """The time that it took, as measured here."""
    info: Info = Info()
    """The last thing that it found out and said with a principal line; empty if there is none."""
    ending: EndingKind | None = None
    """The way it ends the game, most often by resignation; None if it moves."""


@final
@documented
@attrs.frozen
class EngineOption:
    """Something that can be set in an engine."""

    name: str
    """One word."""
    kind: str
    """`text`, `number`, `switch` (with the values `on` and `off`) or `choice`."""
    default: str = ""
    """Its value, unless another is set."""
    lowest: int | None = None
    """The least number."""
    highest: int | None = None
    """The greatest number."""
    choices: tuple[str, ...] = ()
    """The words of a choice."""

    @property
    def line(self) -> str:
        """The line that says it: `option threads number min 1 max 8 default 1`."""
        words = ["option", self.name, self.kind]
        words += [] if self.lowest is None else ["min", str(self.lowest)]
        words += [] if self.highest is None else ["max", str(self.highest)]
        words += ["of", *self.choices] if self.choices else []
        return " ".join([*words, "default", self.default]).rstrip()

    @classmethod
    def parse(cls, rest: str) -> Self | None:
        """The option that the words after `option` describe; None if that cannot be understood."""
        words, _, default = f"{rest} ".partition(" default ")
        match words.split():
            case [name, kind, *more] if kind in _KINDS:
                at = more.index("of") if "of" in more else len(more)
                ends = numbers_by_word(more[:at])
                low, high = (_whole(ends.get(end, ())) for end in ("min", "max"))
                return cls(name, kind, default.strip(), low, high, tuple(more[at + 1 :]))
        return None

    def check(self, value: str) -> None:
        """Raise NinetkaError unless this can be a value of the option."""
        allowed = ("on", "off") if self.kind == "switch" else self.choices
        if self.kind in {"switch", "choice"} and value not in allowed:
            raise NinetkaError(f"{self.name} is {' or '.join(allowed)}, not {quoted(value)}")
        if self.kind == "number":
            number = _whole([value])
            low = -inf if self.lowest is None else self.lowest
            high = inf if self.highest is None else self.highest
            if number is None or not low <= number <= high:
                ends = (("from", self.lowest), ("to", self.highest))
                range_ = "".join(f" {word} {end}" for word, end in ends if end is not None)
                raise NinetkaError(f"{self.name} is a whole number{range_}, not {quoted(value)}")


def _whole(numbers: Sequence[str]) -> int | None:
    return int(numbers[0]) if numbers and re.fullmatch("[-+]?[0-9]{1,18}", numbers[0]) else None


def start_lines(start: GameState[Any]) -> list[str]:
    """The lines that begin a game from a start: `newgame`, and `start` for each of its options.

    The position is not among them: `position_line` has it.
    """
    entry = entry_for_state(start)
    tags = entry.tags.write(start)
    options = ((name, tags.get(option.tag)) for name, option in entry.options.items())
    position = POSITION.lower()
    said = [f"start {name} {value}" for name, value in options if value and name != position]
    return [f"newgame {entry.name_of(start)}", *said]


def position_line(game: Game[Any, Any]) -> str:
    """The line with the moves of a game, and the position in which it began unless it's usual."""
    moves = game.move_texts
    tags: Mapping[str, str] = entry_for_state(game.initial_state).tags.write(game.initial_state)
    begun = ["from", tags[POSITION]] if POSITION in tags else []
    return " ".join(chain(("position", "moves", str(len(moves))), moves, begun))


def parse_position(rest: str) -> tuple[list[str], str | None]:
    """The moves that the words after `position` name, and where they begin, if they say so.

    Raises NinetkaError.
    """
    words = rest.split(" ")
    match words:
        case ["moves", number, *more] if re.fullmatch("[0-9]{1,9}", number):
            count = int(number)
            moves, begun = more[:count], more[count:]
            if len(moves) == count and "" not in moves and begun[:1] in ([], ["from"]):
                return moves, " ".join(begun[1:]) if begun else None
    raise NinetkaError(
        "a position is written: position moves COUNT MOVE … from POSITION, not "
        f"{quoted(f'position {rest}')}"
    )
