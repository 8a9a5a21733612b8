"""Records as JSON, one object a record. For any game.

docs/formats.md describes it, and `schema()` is its JSON Schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

from ..errors import NinetkaError, RecordError, quoted
from ..forms import Contents, LineForm, ParsedRecord, RawRecord
from ..games import rules_for_name
from ..plain_json import check_depth

FORMAT: Final = "ninetka-record/1"
"""What `format` is. Another number will stand for another set of fields."""

_NEEDED: Final = ("format", "game", "start", "moves", "result")
_FIELDS: Final = (*_NEEDED, "tags", "comments", "ending")
_OPENING: Final = re.compile(r'\s*\{\s*(["}].*)?', re.DOTALL)
_PLY: Final = re.compile("0|[1-9][0-9]{0,6}")


def schema() -> str:
    """The JSON Schema of a record, itself JSON."""
    return (files(__package__) / "record.schema.json").read_text("utf-8")


class JsonForm(LineForm):
    """One JSON object a record."""

    name = "json"
    endings = (".json", ".jsonl")

    def opens(self, line: str) -> bool:
        """Whether a source that begins with this line is in this form."""
        return _OPENING.fullmatch(line) is not None

    def new_splitter(self) -> Callable[[str], bool]:
        """A record begins with each line that begins with `{`: inner braces stand further right."""
        return lambda line: line.startswith("{")

    def read(self, raw: RawRecord) -> ParsedRecord:
        """What a record says. Raises RecordError if it is not JSON or not of this form."""
        raw.check_encoding()
        record = _parsed(raw)
        if record.get("format", FORMAT) != FORMAT:
            shown = quoted(record["format"])
            raise raw.error(f'the record\'s "format" is {shown}; only {FORMAT!r} can be read here')
        try:
            return _written(raw, record)
        except RecordError:
            raise
        except NinetkaError as error:
            raise raw.error(str(error)) from error

    def write(self, contents: Contents) -> str:
        """A record as one line."""
        record = {
            "format": FORMAT,
            "game": contents.game,
            "start": dict(contents.start),
            "tags": dict(contents.tags),
            "moves": list(contents.moves),
            "comments": {str(ply): text for ply, text in contents.comments.items()},
            **({} if contents.ending is None else {"ending": contents.ending}),
            "result": contents.result,
        }
        return json.dumps(record, ensure_ascii=False) + "\n"


JSON: Final = JsonForm()


def _parsed(raw: RawRecord) -> dict[str, Any]:
    text = "\n".join(raw.lines)
    try:
        check_depth(text)
        record: dict[str, Any] = json.loads(  # which begins with a brace
            text, object_pairs_hook=_object, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        line = raw.line + error.lineno - 1
        raise raw.error(f"this is not JSON: {error.msg} at column {error.colno}", line) from error
    except NinetkaError as error:
        raise raw.error(str(error)) from error
    except ValueError as error:  # Python reads no number of 5000 digits
        raise raw.error("a number in it is too long") from error
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise NinetkaError(f"{quoted(name)} appears twice")
        fields[name] = value
    return fields


def _no_constant(name: str) -> None:
    raise NinetkaError(f"{name} is not JSON")


def _written(raw: RawRecord, record: Mapping[str, Any]) -> ParsedRecord:
    for field in _NEEDED:
        if field not in record:
            raise NinetkaError(f'the record has no "{field}"')
    for field in record:
        if field not in _FIELDS:
            raise NinetkaError(f"a record has no field {quoted(field)}, only {', '.join(_FIELDS)}")
    game = _text(record, "game")
    rules = rules_for_name(game)
    start, tags = _texts(record, "start"), _texts(record, "tags")
    for name in start:
        if name not in rules.tag_names:
            known = ", ".join(sorted(rules.tag_names))
            raise NinetkaError(f'"start" has {quoted(name)}, not one of {known}')
    for name in tags.keys() & {"Game", "Result", *rules.tag_names}:
        raise NinetkaError(f'"tags" has {quoted(name)}, which is said elsewhere')
    moves = record["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise NinetkaError('"moves" is a list of texts')
    return ParsedRecord(
        {"Game": game, **start, **tags},
        [(raw.line, move) for move in moves],
        _comments(record),
        (raw.line, _text(record, "result")),
        ending=(raw.line, _text(record, "ending")) if "ending" in record else None,
    )


def _text(record: Mapping[str, Any], field: str) -> str:
    text = record[field]
    if not isinstance(text, str):
        raise NinetkaError(f'"{field}" is a text, not {quoted(text)}')
    return text


def _texts(record: Mapping[str, Any], field: str) -> dict[str, str]:
    texts = record.get(field, {})
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise NinetkaError(f'"{field}" is an object of texts')
    return texts


def _comments(record: Mapping[str, Any]) -> dict[int, str]:
    comments = _texts(record, "comments")
    for ply in comments:
        if not _PLY.fullmatch(ply):
            raise NinetkaError(f'"comments" go by how many moves come before, not by {quoted(ply)}')
    return {int(ply): text for ply, text in comments.items()}
