"""Engines: programs that choose moves, in any language, and players of this package as such.

A host asks an engine by lines of text (docs/engines.md): `engine` is the host's side, `serving` the
engine's, `messages` what both say, and `budget` how long an engine thinks. `process` is what all
engines share, `player` makes players of them, and `asynchronous` is for event loops.

`gtp`, `sanmill` and `oppai` are for programs with protocols of their own; `points` is what those
for games of dots share.
"""

from __future__ import annotations

from .asynchronous import AsyncEngine
from .engine import Engine
from .errors import EngineError, EngineErrorKind
from .gtp import GtpEngine
from .messages import Answer, EngineOption, Info, Limit
from .oppai import OppaiEngine
from .player import EnginePlayer
from .process import EngineProcess
from .sanmill import SanmillEngine
from .serving import Session

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
