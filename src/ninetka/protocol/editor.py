"""Board editors: arrangements that are changed piece by piece, possible or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Flag
from typing import Protocol, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from .states import S
from .texts import Say

__all__ = ["Arrangement", "Editor", "Fact", "kind_among", "pieces_of", "to_move"]


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
    """The name, such as `to_move`; if it is about one seat, that follows, as in `hand a`."""
    value: str
    """The value as the position text has it."""
    label: str
    """The label that an editor shows: `In hand: a`."""
    choices: Sequence[str] = ()
    """The values that it can have; none if it is a number, or any other word."""
    labels: Sequence[str] = ()
    """The labels of the choices; none if they are shown as written."""


class Editor(Protocol[S, A]):
    """Takes a game's arrangements apart and changes them. All places are named as in pictures.

    What cannot be done raises NinetkaError.
    """

    def read(self, text: str, start: S, /) -> A:
        """The arrangement of a position text, in a game with that start."""

    def kinds(self, setup: A, /) -> Mapping[str, str]:
        """The kinds of pieces as position texts write them, and what an editor calls each."""

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


def pieces_of(seats: Iterable[object]) -> dict[str, str]:
    """Return the kinds of pieces of a game whose seats have one kind each, for `Editor.kinds`."""
    return {str(seat): Say.PIECE_OF(seat=seat) for seat in seats}


def to_move(seat: object, seats: Iterable[object]) -> Fact:
    """Return the fact whose turn it is, one of these seats."""
    return Fact("to_move", str(seat), Say.LABEL_TO_MOVE(), tuple(map(str, seats)))


def kind_among(kinds: Collection[str], kind: str) -> str:
    """Return a kind of pieces if it is one of these. Raises NinetkaError otherwise."""
    if kind not in kinds:
        raise NinetkaError(f"pieces are {', '.join(kinds)}, not {quoted(kind)}")
    return kind
