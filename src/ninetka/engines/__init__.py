"""Engines: programs in any language that choose moves, and players of this package as engines.

A host asks an engine by lines of text (docs/engines.md): `engine` is the host's side, `session` the
engine's, and `messages` what both say. `process` is what all engines share, `player` makes players
of them, and `async_engine` is for event loops.

`dots` and `sanmill` are for programs with protocols of their own, and `protocols` tells which one a
program speaks.
"""

from __future__ import annotations

from .async_engine import AsyncEngine
from .dots import GtpEngine, OppaiEngine
from .engine import Engine
from .messages import Answer, EngineError, EngineErrorKind, EngineOption, Info, Limit
from .player import EnginePlayer
from .process import EngineProcess
from .sanmill import SanmillEngine
from .session import Session

__all__ = [
    "Answer",
    "AsyncEngine",
    "Engine",
    "EngineError",
    "EngineErrorKind",
    "EngineOption",
    "EnginePlayer",
    "EngineProcess",
    "GtpEngine",
    "Info",
    "Limit",
    "OppaiEngine",
    "SanmillEngine",
    "Session",
]
