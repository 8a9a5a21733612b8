"""End without a traceback if Ctrl-C comes while the `ninetka` command is being imported."""

from __future__ import annotations

import os
import sys
from types import TracebackType


def _is_command() -> bool:
    program: str = (getattr(sys, "argv", None) or [""])[0]  # an embedded Python has no argv
    if program == "-m":  # until Python has found the module
        return "ninetka" in sys.orig_argv
    return os.path.splitext(os.path.basename(program))[0] == "ninetka"


def _without_ctrl_c(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)


if _is_command():
    sys.excepthook = _without_ctrl_c
