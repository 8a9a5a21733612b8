"""Records as JSON, one object per record. For any game.

docs/formats.md describes them; `schema()` is their JSON Schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, ClassVar, Final, TypeVar

import attrs

from ..base.errors import (
    NinetkaError,
    RecordError,
    RecordErrorKind,
    did_you_mean,
    in_record,
    quoted,
)
from ..base.plain_json import check_fields, check_kind, not_json, parse_json
from ..games import entry_for_name
from ..protocol.clocks import Clock, format_time, parse_time
from ..protocol.forms import (
    ENDING,
    LineForm,
    ParsedLine,
    ParsedRecord,
    RawRecord,
    RecordContents,
    WrittenLine,
)
from ..protocol.movetext import leading_tags

__all__ = ["schema"]

T = TypeVar("T")

FORMAT: Final = "ninetka-record/1"
"""The value of `format`. A later version with other fields will have another number."""

_REQUIRED: Final = ("format", "game", "start", "moves", "result")
_FIELDS: Final[Mapping[str, type]] = {
    "format": str, "game": str, "start": dict, "moves": list, "result": str,
    "tags": dict, "comments": dict, "glyphs": dict, "clocks": dict, "variations": dict,
    "ending": str,
}  # fmt: skip
_OF_LINES: Final = frozenset({"moves", "comments", "glyphs", "clocks", "variations"})
"""The fields that a variation may have; the moves are required."""
ON_MOVES: Final = ("glyphs", "clocks", "variations")
"""The fields whose values are not just texts."""
_OBJECT: Final = re.compile(r'\s*\{\s*(?:"[^"]*+"\s*:|\}|$)')
"""The beginning of an object, which no comment begins with."""
_PLY: Final = re.compile("0|[1-9][0-9]{0,6}")


def schema() -> str:
    """The JSON Schema of a record, itself JSON."""
    return (files(__package__) / "record.schema.json").read_text("utf-8")


class JsonForm(LineForm):
    """One JSON object per record."""

    name = "json"
    extensions: ClassVar[Sequence[str]] = (".json", ".jsonl")

    def recognizes(self, text: str) -> bool:
        """Return whether a source that begins so is JSON, and not with a comment before tags."""
        is_object = text.lstrip().startswith("{")
        return is_object and (_OBJECT.match(text) is not None or not leading_tags(text).tags)

    def begins_record(self, line: str, previous: str) -> bool:
        """Return whether a line begins with `{`, as only the first line of a record does."""
        return line.startswith("{")

    def read(self, raw: RawRecord) -> ParsedRecord:
        """Read a record. Raises NinetkaError for what is not JSON, or not a record."""
        raw.check_encoding()
        try:
            record = parse_json("\n".join(raw.lines))
        except json.JSONDecodeError as error:
            line = raw.line + error.lineno - 1
            raise RecordError(not_json(error), RecordErrorKind.SYNTAX, line=line) from error
        return _parsed(record, raw.line)

    def write(self, contents: RecordContents) -> str:
        """A record on one line."""
        record = {
            "format": FORMAT,
            "game": contents.game,
            "start": dict(contents.start),
            "tags": dict(contents.tags),
            "moves": list(contents.mainline.moves),
            "comments": {str(ply): text for ply, text in contents.mainline.comments.items()},
            **line_fields(contents.mainline),
            **({} if contents.ending is None else {"ending": contents.ending}),
            "result": self.result(contents.outcome),
        }
        return json.dumps(record, ensure_ascii=False) + "\n"


JSON: Final = JsonForm()


def line_fields(line: WrittenLine) -> dict[str, Any]:
    """The fields for what is written on a line's moves, besides its comments."""
    fields = {
        "glyphs": {str(ply): list(numbers) for ply, numbers in line.glyphs.items()},
        "clocks": {
            str(ply): {
                name: format_time(time)
                for name, time in attrs.asdict(clock).items()
                if time is not None
            }
            for ply, clock in line.clocks.items()
        },
        "variations": {
            str(ply): [_variation(each) for each in lines] for ply, lines in line.variations.items()
        },
    }
    return {name: value for name, value in fields.items() if value}


def _variation(line: WrittenLine) -> dict[str, Any]:
    comments = {str(ply): text for ply, text in line.comments.items()}
    fields = {"moves": list(line.moves), **({"comments": comments} if comments else {})}
    return fields | line_fields(line)


def parsed_line(fields: Mapping[str, Any], line: int | None = None) -> ParsedLine:
    """Read a line of play from an object's fields: its moves, and what is written on them.

    `line` is where the record begins, if it is in a source. Raises NinetkaError.
    """
    for name in ("moves", "comments"):
        if name in fields:
            check_kind(name, fields[name], _FIELDS[name])
    return ParsedLine(
        [(line, move) for move in fields["moves"]],
        _by_ply(fields, "comments", str),
        _by_ply(fields, "glyphs", _numbers),
        _by_ply(fields, "clocks", _read_clock),
        _by_ply(fields, "variations", partial(_read_variations, line=line)),
    )


def _by_ply(fields: Mapping[str, Any], name: str, read: Callable[[Any], T]) -> dict[int, T]:
    """The values of an object by number, each as `read` makes it. Raises NinetkaError."""
    if name not in fields:
        return {}
    values = fields[name]
    if not isinstance(values, dict):
        raise NinetkaError(f'"{name}" is an object, not {quoted(values)}')
    for ply in values:
        if not _PLY.fullmatch(ply):
            counted = "the moves made before them" if name == "comments" else "ply"
            sentence = f'"{name}" are numbered by {counted}, not {quoted(ply)}'
            raise RecordError(sentence, RecordErrorKind.COMMENT)
    return {int(ply): read(value) for ply, value in values.items()}


def _numbers(value: Any) -> Sequence[int]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise NinetkaError(f'"glyphs" has a list of whole numbers for a ply, not {quoted(value)}')
    return value


def _read_clock(value: Any) -> Clock:
    if not isinstance(value, dict) or not value.keys() <= {"remaining", "elapsed"}:
        known = 'an object with "remaining", "elapsed" or both'
        raise NinetkaError(f'"clocks" has {known} for a ply, not {quoted(value)}')
    for name, time in value.items():
        check_kind(name, time, str)
    return Clock(**{name: parse_time(time) for name, time in value.items()})


def _read_variations(value: Any, line: int | None) -> Sequence[ParsedLine]:
    if not isinstance(value, list):
        raise NinetkaError(f'"variations" has a list of objects for a ply, not {quoted(value)}')
    for each in value:
        if not isinstance(each, dict) or "moves" not in each or not each.keys() <= _OF_LINES:
            sentence = f'a variation is an object with "moves", not {quoted(each)}'
            raise NinetkaError(sentence)
    return [parsed_line(each, line) for each in value]


def _parsed(record: Mapping[str, Any], line: int) -> ParsedRecord:
    check_fields(record, FORMAT, _FIELDS, _REQUIRED, "record", "a record", unchecked=_OF_LINES)
    with in_record(RecordErrorKind.GAME):
        entry = entry_for_name(record["game"])
    start, tags = record["start"], record.get("tags", {})
    for name in start:
        if name not in entry.tags.names:
            known, likely = ", ".join(entry.tags.names), did_you_mean(name, entry.tags.names)
            sentence = f'"start" has {quoted(name)}, not one of {known}{likely}'
            raise RecordError(sentence, RecordErrorKind.TAG)
    own = {"Game", "Result", *entry.tags.names, *({ENDING} if "ending" in record else ())}
    for name in sorted(tags.keys() & own):
        sentence = f'"tags" has {quoted(name)}, which has a field of its own'
        raise RecordError(sentence, RecordErrorKind.TAG)
    return ParsedRecord(
        {"Game": record["game"], **start, **tags},
        parsed_line(record, line),
        [(line, record["result"])],
        record.get("ending"),
    )
