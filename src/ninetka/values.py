"""How values are shown where attrs classes would be shown field by field."""

from __future__ import annotations

from enum import Enum
from typing import Protocol


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Value:
    """Base of values whose repr is Python code: IPython and Hypothesis then show that."""

    __slots__ = ()

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))


def as_code(member: Enum) -> str:
    """A member's repr, so that what it is part of can be pasted back into Python."""
    return f"{type(member).__name__}.{member.name}"
