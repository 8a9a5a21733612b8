"""Tables as HTML, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from html import escape

import attrs


def html_table(rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table of texts, which may hold anything; its first row has the headings."""
    heads, *others = (
        "".join(f"<{cell}>{escape(text)}</{cell}>" for text in row)
        for row, cell in zip(rows, ["th", *["td"] * len(rows)], strict=False)
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(f"<tr>{row}</tr>" for row in others)
    return f"<table>{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def ruleset_html(game: str, ruleset: object, summary: str) -> str:
    """A ruleset's choices, field by field, and below them the rules in words."""
    kind = type(ruleset)
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    names = [field.name for field in fields if field.init]
    rows = [[name.replace("_", " "), _words(getattr(ruleset, name))] for name in names]
    rules = "".join(f"<p>{escape(part)}</p>" for part in summary.splitlines())
    return html_table([["game", game], *rows]) + rules


def _words(value: object) -> str:
    """The value of a field in words."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(key)}: {_words(each)}" for key, each in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(map(_words, value))
    return str(value)
