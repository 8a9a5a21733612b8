"""Engines that do what a test says."""

from __future__ import annotations

import sys
from pathlib import Path

ACTING = Path(__file__).with_name("acting_engine.py")


def acting(*answers: str) -> list[str]:
    """The command of an engine that answers so."""
    return [sys.executable, "-I", "-S", str(ACTING), *answers]


def stand_in(name: str) -> list[str]:
    """The command of a stand-in for a program."""
    return [sys.executable, str(ACTING.with_name("stand_ins.py")), name]
