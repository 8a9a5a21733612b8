"""What goes wrong with engines, as an exception."""

from __future__ import annotations

from enum import Enum

from ..base.errors import NinetkaError


class EngineErrorKind(Enum):
    """What an EngineError is about. The values are words that stay as they are, for programs."""

    START = "start"
    """The program cannot be started, or does not speak the protocol."""
    ENDED = "ended"
    """The program has ended, or closed its output."""
    TIME = "time"
    """It did not answer in time, and has been killed."""
    REFUSED = "refused"
    """It has said an error: that it does not know a game, for instance."""
    MOVE = "move"
    """Its move is illegal, or not a move."""


class EngineError(NinetkaError):
    """An engine fails: it cannot be started, ends, hangs, refuses, or makes an illegal move."""

    kind: EngineErrorKind
    """What it is about, for programs."""

    def __init__(self, message: str, kind: EngineErrorKind = EngineErrorKind.REFUSED) -> None:
        super().__init__(message)
        self.kind = kind
