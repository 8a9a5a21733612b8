"""Records as JSON, one object per record. For any game.

docs/formats.md describes them; `schema()` is their JSON Schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar, Final

from ..base.errors import NinetkaError, RecordError, RecordErrorKind, in_record, quoted
from ..base.plain_json import check_kind, parse_json
from ..games import entry_for_name
from ..protocol.forms import ENDING, Contents, LineForm, ParsedRecord, RawRecord

__all__ = ["schema"]

FORMAT: Final = "ninetka-record/1"
"""The value of `format`. A later version with other fields will have another number."""

_REQUIRED: Final = ("format", "game", "start", "moves", "result")
_FIELDS: Final[Mapping[str, type]] = {
    "format": str, "game": str, "start": dict, "moves": list, "result": str,
    "tags": dict, "comments": dict, "ending": str,
}  # fmt: skip
_PLY: Final = re.compile("0|[1-9][0-9]{0,6}")


def schema() -> str:
    """The JSON Schema of a record, itself JSON."""
    return (files(__package__) / "record.schema.json").read_text("utf-8")


class JsonForm(LineForm):
    """One JSON object per record."""

    name = "json"
    endings: ClassVar[Sequence[str]] = (".json", ".jsonl")

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is JSON."""
        return line.lstrip().startswith("{")

    def begins(self, line: str, previous: str) -> bool:
        """A record begins with each line that begins with `{`; inner braces are indented."""
        return line.startswith("{")

    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a record says. Raises NinetkaError for what is not JSON, or not a record."""
        raw.check_encoding()
        try:
            record = parse_json("\n".join(raw.lines))
        except json.JSONDecodeError as error:
            sentence = f"this is not JSON: {error.msg} at column {error.colno}"
            line = raw.line + error.lineno - 1
            raise RecordError(sentence, RecordErrorKind.SYNTAX, line=line) from error
        return _parsed(record, raw.line)

    def write(self, contents: Contents) -> str:
        """A record on one line."""
        record = {
            "format": FORMAT,
            "game": contents.game,
            "start": dict(contents.start),
            "tags": dict(contents.tags),
            "moves": list(contents.moves),
            "comments": {str(ply): text for ply, text in contents.comments.items()},
            **({} if contents.ending is None else {"ending": contents.ending}),
            "result": self.result(contents.outcome),
        }
        return json.dumps(record, ensure_ascii=False) + "\n"


JSON: Final = JsonForm()


def comments_by_ply(comments: Mapping[str, str]) -> dict[int, str]:
    """Comments as JSON has them, by number. Raises RecordError for a key that is not a number."""
    for ply in comments:
        if not _PLY.fullmatch(ply):
            sentence = f'"comments" are numbered by the moves made before them, not {quoted(ply)}'
            raise RecordError(sentence, RecordErrorKind.COMMENT)
    return {int(ply): text for ply, text in comments.items()}


def _parsed(record: Mapping[str, Any], line: int) -> ParsedRecord:
    version = record.get("format", FORMAT)
    if version != FORMAT:
        raise NinetkaError(f'"format" is {quoted(version)}; only {FORMAT!r} can be read here')
    for field in _REQUIRED:
        if field not in record:
            raise NinetkaError(f'the record has no "{field}"')
    for field, value in record.items():
        if field not in _FIELDS:
            raise NinetkaError(f"a record has no field {quoted(field)}, only {', '.join(_FIELDS)}")
        check_kind(field, value, _FIELDS[field])
    with in_record(RecordErrorKind.GAME):
        entry = entry_for_name(record["game"])
    start, tags = record["start"], record.get("tags", {})
    for name in start:
        if name not in entry.tags.names:
            known = ", ".join(entry.tags.names)
            sentence = f'"start" has {quoted(name)}, not one of {known}'
            raise RecordError(sentence, RecordErrorKind.TAG)
    own = {"Game", "Result", *entry.tags.names, *({ENDING} if "ending" in record else ())}
    for name in sorted(tags.keys() & own):
        sentence = f'"tags" has {quoted(name)}, which has a field of its own'
        raise RecordError(sentence, RecordErrorKind.TAG)
    return ParsedRecord(
        {"Game": record["game"], **start, **tags},
        [(line, move) for move in record["moves"]],
        comments_by_ply(record.get("comments", {})),
        [(line, record["result"])],
        record.get("ending"),
    )
