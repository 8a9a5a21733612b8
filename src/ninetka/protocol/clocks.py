"""Clock times of moves, and how records write them: `[%clk 0:05:00]`."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, RecordError, RecordErrorKind, quoted
from ..base.fields import convert_fields
from ..base.values import Immutable

__all__ = ["Clock", "format_time", "parse_time"]

_LONGEST: Final = timedelta(hours=100_000)
_TIME: Final = re.compile(
    r"(?P<hours>[0-9]{1,5}):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9])(?:\.(?P<rest>[0-9]{1,6}))?"
)
_COMMAND: Final = re.compile(rf"\[%(?P<name>clk|emt) (?P<time>{_TIME.pattern})\]")
_FIELDS: Final = {"clk": "remaining", "emt": "elapsed"}
"""The field of a clock that each command of PGN states."""


def _refused(sentence: str) -> RecordError:
    return RecordError(sentence, RecordErrorKind.COMMENT)


@final
@documented
@attrs.frozen(field_transformer=convert_fields(_refused))
class Clock(Immutable):
    """The clock times of a move. At least one of them is known.

    Raises RecordError for times below 0, or of more than 99,999 hours.

    >>> Clock(remaining=timedelta(minutes=5)).commands
    ('[%clk 0:05:00]',)
    """

    remaining: timedelta | None = None
    """The time that the player has left after the move."""
    elapsed: timedelta | None = None
    """The time that the move took."""

    def __attrs_post_init__(self) -> None:
        times = [time for time in (self.remaining, self.elapsed) if time is not None]
        if not times:
            raise _refused("a clock has the time that remains, the time that elapsed or both")
        for time in times:
            if not timedelta() <= time < _LONGEST:
                raise _refused(f"a clock cannot show {quoted(str(time))}")

    @property
    def commands(self) -> tuple[str, ...]:
        """The times as comments in PGN have them: `[%clk 0:05:00]`, `[%emt 0:00:07.5]`."""
        times = [("clk", self.remaining), ("emt", self.elapsed)]
        return tuple(f"[%{name} {format_time(time)}]" for name, time in times if time is not None)


def format_time(time: timedelta) -> str:
    """A time as records write it: `0:05:00`, hours, minutes and seconds, or `0:00:07.5`."""
    seconds, rest = divmod(time // timedelta(microseconds=1), 1_000_000)
    fraction = f".{rest:06}".rstrip("0") if rest else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def parse_time(text: str) -> timedelta:
    """The time that a text states, as `format_time` writes it. Raises NinetkaError."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise NinetkaError(f"a time is written 0:05:00 or 0:05:00.25, not {quoted(text)}")
    return _time(match)


def _time(match: re.Match[str]) -> timedelta:
    return timedelta(
        hours=int(match["hours"]),
        minutes=int(match["minutes"]),
        seconds=int(match["seconds"]),
        microseconds=int((match["rest"] or "").ljust(6, "0")),
    )


def times_in(comment: str, clock: Clock | None) -> tuple[str, Clock | None]:
    """The comment without the clock times written in it, and the clock with these times.

    The comment keeps times that the clock already has, and a second time of one kind.

    >>> times_in("[%clk 0:05:00] Hm.", None)
    ('Hm.', Clock(remaining=datetime.timedelta(seconds=300), elapsed=None))
    """
    known = {} if clock is None else attrs.asdict(clock)
    while match := next(
        (each for each in _COMMAND.finditer(comment) if known.get(_FIELDS[each["name"]]) is None),
        None,
    ):
        known[_FIELDS[match["name"]]] = _time(match)
        comment = " ".join(f"{comment[: match.start()]} {comment[match.end() :]}".split())
    return comment, Clock(**known) if known else None
