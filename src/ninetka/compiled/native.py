"""The compilation of functions by numba: into others, for others, or for Python to call."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import event

from ..protocol.compiled import Arrays
from . import linking
from .sources import digest

if numba.config.DISABLE_JIT:  # most of the code means something else to Python
    raise ModuleNotFoundError(
        "this needs numba to compile, and NUMBA_DISABLE_JIT forbids it: unset that"
    )

F = TypeVar("F", bound=Callable[..., Any])

ENTRIES: Final[list[Any]] = []
"""The functions that Python calls."""
OPTIONS: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
} | linking.OPTIONS
_NO_FOLDER: Final = (
    "no folder for compiled code can be written to: set NUMBA_CACHE_DIR to one that can"
)
_NO_STAMP: Final = (
    f"numba {numba.__version__} cannot be told when it has changed: try one that is older"
)


def _njit(function: F, **options: Any) -> Any:
    """Compile a function."""
    return numba.njit(**options)(function)


def inlined(function: F) -> F:
    """Compile a function into those that call it."""
    return cast(F, _njit(function, forceinline=True, **OPTIONS, **linking.OPTIONS_WITHIN))


def compiled(function: F) -> F:
    """Compile a function that only compiled ones call."""
    return cast(F, _njit(function, **OPTIONS, **linking.OPTIONS_WITHIN))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep it on disk where that is possible."""
    folder = Path(function.__code__.co_filename).parent
    try:
        dispatcher = _njit(function, cache=True, **OPTIONS)
    except RuntimeError:
        _Notice.trouble = _NO_FOLDER
        return compiled(function)
    if not linking.stamp(dispatcher, digest(folder)):
        _Notice.trouble = _NO_STAMP
        return compiled(function)
    ENTRIES.append(dispatcher)
    return cast(F, dispatcher)


def placed(arrays: Arrays, user: type[Any]) -> Arrays:
    """The arrays, where the functions of `user`'s folder find them: these find all."""
    return arrays


def uncompiled(function: F) -> F:
    """A function as Python runs it, where to compile it for a call would take longer."""
    return cast(F, cast(Any, function).py_func)


def _is_ours(event: Any) -> bool:
    """Return whether what is compiled is a function that was decorated here."""
    options: dict[str, Any] = event.data["dispatcher"].targetoptions
    return OPTIONS.items() <= options.items()


class _Notice(event.Listener):
    """Says once that compiling takes a while: to the logger `ninetka`, as a warning."""

    trouble = ""
    """The reason why nothing compiled is kept on disk; empty if it is kept."""
    said = False

    def on_start(self, event: Any) -> None:
        if _is_ours(event) and not self.said:
            self.said = True
            what = "ninetka compiles the code of a game, which takes some seconds"
            kept = "what is compiled is kept for later programs"
            if self.trouble:
                kept = f"this will be so in each process, since {self.trouble}"
            logging.getLogger("ninetka").warning(f"{what}; {kept}")

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Notice())
linking.link_as_wholes(_is_ours)
