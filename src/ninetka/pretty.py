"""For classes whose repr says more than a list of their fields."""

from __future__ import annotations

from typing import Protocol


class _Printer(Protocol):
    def text(self, text: str, /) -> object: ...


class Pretty:
    """Base of classes that Hypothesis and IPython shall show by their repr.

    Hypothesis would show an attrs class field by field, private ones too.
    """

    __slots__ = ()

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        printer.text(repr(self))
