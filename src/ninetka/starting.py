"""Ctrl-C while the `ninetka` command is still being imported, before it can see to that itself."""

from __future__ import annotations

import os
import sys
from types import TracebackType


def _is_the_command() -> bool:
    program: str = (getattr(sys, "argv", None) or [""])[0]  # Python may be part of another program
    if program == "-m":  # which it is until Python has found the module
        return "ninetka" in sys.orig_argv
    return os.path.splitext(os.path.basename(program))[0] == "ninetka"


def _say_nothing_of_ctrl_c(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)


if _is_the_command():
    sys.excepthook = _say_nothing_of_ctrl_c
