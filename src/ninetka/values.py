"""Bases of classes whose objects never change."""

from __future__ import annotations

from typing import Protocol, Self


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Pretty:
    """Shown by its repr in Hypothesis and IPython.

    Hypothesis would show an attrs class field by field, private ones too.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))


class Value(Pretty):
    """What never changes and holds nothing that does, so that it needs no copies."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self
