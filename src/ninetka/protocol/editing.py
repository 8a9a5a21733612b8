"""Board editors: arrangements that are changed piece by piece, possible or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Flag
from typing import Protocol, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from .states import S

__all__ = ["Arrangement", "Editor", "Fact", "kind_among"]


class Arrangement(Protocol):
    """The parts of a game's `Setup` that editors need."""

    def to_text(self) -> str:
        """The position text."""

    @property
    def findings(self) -> Sequence[tuple[Flag, str]]:
        """Each problem that keeps it from being a position, with a sentence."""


A = TypeVar("A", bound=Arrangement)


@documented
@attrs.frozen
class Fact:
    """Something that a position text says besides what stands on the board."""

    name: str
    """What it is, such as `to_move`; if it is about one seat, that follows, as in `hand a`."""
    value: str
    """As the position text has it."""
    choices: Sequence[str] = ()
    """The values that it can have; none if it is a number, or any other word."""


class Editor(Protocol[S, A]):
    """How a game's arrangements are taken apart and changed. All places are named as in pictures.

    What cannot be done raises NinetkaError.
    """

    def read(self, text: str, start: S, /) -> A:
        """The arrangement of a position text, in a game with that start."""

    def kinds(self, setup: A, /) -> Sequence[str]:
        """The kinds of pieces, as position texts write them."""

    def pieces(self, setup: A, /) -> Mapping[str, str]:
        """The kind of the piece on each place that has one."""

    def put(self, setup: A, pieces: Mapping[str, str], /) -> A:
        """The arrangement with these kinds of pieces on places; an empty text takes one away."""

    def facts(self, setup: A, /) -> Sequence[Fact]:
        """The facts that can be set, besides the pieces."""

    def set_fact(self, setup: A, name: str, value: str, /) -> A:
        """The arrangement with another value of the fact of that name."""

    def sketch(self, setup: A, /) -> S:
        """A state to be drawn, and for nothing else: it need not be possible."""


def kind_among(kinds: Sequence[str], kind: str) -> str:
    """Return a kind of pieces if it is one of these. Raises NinetkaError otherwise."""
    if kind not in kinds:
        raise NinetkaError(f"pieces are {', '.join(kinds)}, not {quoted(kind)}")
    return kind
