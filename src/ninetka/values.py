"""Bases of classes whose objects never change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, Protocol, Self

_INSIDE: Final = re.compile(r"(?:[\w.]+\(|<\w+ )(.*)[)>]", re.DOTALL)
"""A repr, and what stands in it behind the name."""


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class _Verbatim(str):
    __slots__ = ()
    __repr__ = str.__str__


def as_code(member: Enum) -> str:
    """A member's repr, so that what it is part of can be pasted back into Python."""
    return f"{type(member).__name__}.{member.name}"


class Pretty:
    """Shown by its repr in Hypothesis, IPython and rich.

    They would show an attrs class field by field, private ones too.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))

    def __rich_repr__(self) -> Iterator[object]:
        """What rich puts into brackets behind the name of the class."""
        shown = repr(self)
        inside = _INSIDE.fullmatch(shown)
        yield _Verbatim(inside[1] if inside else shown)


class Value(Pretty):
    """What never changes and holds nothing that does, so that it needs no copies."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self
