"""The word of a position text that has what only the rules M19 and M29 to M38 need.

It stands before the ruleset if it is not empty: `due:own;owed:1`, or `used:1.2.3/-`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from .board import FIELDS, fields_of
from .moves import Step
from .position import NO_EXTRA, Due, ExtraNotes

_NUMBER: Final = "[1-9][0-9]?"
_FIELDS: Final = rf"({_NUMBER}(\.{_NUMBER})*)"
_STEP: Final = f"({_NUMBER}-{_NUMBER})"
_NONE: Final = "-"


def _write_fields(mask: int) -> str:
    return ".".join(map(str, fields_of(mask))) or _NONE


def _read_fields(text: str) -> int:
    numbers = [] if text == _NONE else [int(each) for each in text.split(".")]
    mask = 0
    for number in numbers:
        mask |= FIELDS[number - 1].bit
    return mask


def _write_steps(steps: Iterable[Step | None]) -> str:
    return "/".join(_NONE if step is None else str(step) for step in steps)


def _read_steps(text: str) -> tuple[Step | None, ...]:
    parts = text.split("/")
    return tuple(None if each == _NONE else Step(*map(int, each.split("-"))) for each in parts)


_PARTS: Final[dict[str, tuple[str, str, Callable[[Any], str], Callable[[str], Any]]]] = {
    "due": ("due", "|".join(each.value for each in [*Due][1:]), lambda due: due.value, Due),
    "owed": ("owed", _NUMBER, str, int),
    "custody": ("custody", _FIELDS, _write_fields, _read_fields),
    "intervention": ("intervention", _FIELDS, _write_fields, _read_fields),
    "used": (
        "used",
        f"({_FIELDS}|-)(/({_FIELDS}|-))*",
        lambda masks: "/".join(map(_write_fields, masks)),
        lambda text: tuple(map(_read_fields, text.split("/"))),
    ),
    "closed": ("closings", f"({_STEP}|-)(/({_STEP}|-))*", _write_steps, _read_steps),
}
"""By name: the field of ExtraNotes, the form of the text, and how it is written and read."""


def write_notes(notes: ExtraNotes) -> str:
    """The word of notes; empty if there is nothing to say."""
    said = {
        name: write(getattr(notes, field))
        for name, (field, _, write, _) in _PARTS.items()
        if getattr(notes, field) != getattr(NO_EXTRA, field)
    }
    return ";".join(f"{name}:{text}" for name, text in said.items())


def read_notes(word: str) -> ExtraNotes | None:
    """The notes that a word tells; None if it cannot be read."""
    found = dict[str, Any]()
    for part in word.split(";") if word else ():
        name, _, text = part.partition(":")
        if name not in _PARTS:
            return None
        field, form, _, read = _PARTS[name]
        if field in found or not re.fullmatch(form, text):
            return None
        found[field] = read(text)
    return ExtraNotes(**found)
