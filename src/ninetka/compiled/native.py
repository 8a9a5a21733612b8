"""How functions are compiled by numba: into others, for others, or for Python to call."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite.binding import Linkage
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from ..protocol.compiled import Arrays
from .sources import digest

if numba.config.DISABLE_JIT:  # most of the code means something else to Python
    raise ModuleNotFoundError(
        "this needs numba to compile, and NUMBA_DISABLE_JIT forbids it: unset that"
    )

F = TypeVar("F", bound=Callable[..., Any])

ENTRIES: Final[list[Any]] = []
"""The functions that Python calls."""
# By default numba counts references to arrays at each call, inlined or not. Without that, steps and
# masks are 16 times as fast, whole random games no faster.
OPTIONS: Final[dict[str, Any]] = {
    "_nrt": False,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
}
# What only compiled code calls needs no wrapper for C, which takes a seventh of the time.
_WITHIN: Final = OPTIONS | {"no_cfunc_wrapper": True}
_ONCE: Final = "what is compiled is kept for later programs"
_EACH_TIME: Final = (
    "this will be so in each process, since no folder for compiled code can be written to: "
    "set NUMBA_CACHE_DIR to one that can"
)


def _njit(function: F, **options: Any) -> Any:
    """Compile a function."""
    return numba.njit(**options)(function)


def inlined(function: F) -> F:
    """Compile a function into those that call it."""
    return cast(F, _njit(function, forceinline=True, **_WITHIN))


def compiled(function: F) -> F:
    """Compile a function that only compiled ones call."""
    return cast(F, _njit(function, **_WITHIN))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep it on disk where that is possible."""
    try:
        dispatcher = _njit(function, cache=True, **OPTIONS)
    except RuntimeError:  # no folder that can be written to
        _Notice.kept = False
        return compiled(function)
    with suppress(AttributeError):
        # It contains code and tables of other modules; numba looks at its own module alone.
        folder = Path(function.__code__.co_filename).parent
        dispatcher._cache._cache_file._source_stamp = digest(folder)
    ENTRIES.append(dispatcher)
    return cast(F, dispatcher)


def placed(arrays: Arrays, user: type[Any]) -> Arrays:
    """The arrays, where the functions of `user`'s folder find them: these find all."""
    return arrays


def uncompiled(function: F) -> F:
    """A function as Python runs it, where to compile it for a call would take longer."""
    return cast(F, cast(Any, function).py_func)


def _is_ours(event: Any) -> bool:
    """Whether what is compiled is a function that was decorated here."""
    options: dict[str, Any] = event.data["dispatcher"].targetoptions
    return OPTIONS.items() <= options.items()


class _Notice(event.Listener):
    """Says once that compiling takes a while: to the logger `ninetka`, as a warning."""

    kept = True
    """Whether what is compiled is kept on disk."""
    said = False

    def on_start(self, event: Any) -> None:
        if _is_ours(event) and not self.said:
            self.said = True
            what = "ninetka compiles the code of a game, which takes some seconds"
            logging.getLogger("ninetka").warning(f"{what}; {_ONCE if self.kept else _EACH_TIME}")

    def on_end(self, event: Any) -> None:
        pass


class _Part(JITCodeLibrary):
    """A function that others are compiled from, neither optimized nor linked to what it calls.

    Both are done once, for the whole that Python calls: so the first search compiles in two thirds
    of the time, and no slower code.
    """

    def finalize(self) -> None:
        self._finalize_final_module()

    def _verify_declare_only_symbols(self) -> None:
        """What is missing here is linked to the whole."""


class _Whole(JITCodeLibrary):
    """A function that Python calls, with all that it is compiled from."""

    def finalize(self) -> None:
        found, order = set[Any](), list[Any]()

        def visit(library: Any) -> None:
            if library not in found:
                found.add(library)
                for called in library._linking_libraries:
                    visit(called)
                order.append(library)

        visit(self)
        # Callers come first: LLVM leaves out what nothing has called yet.
        self._linking_libraries = order[-2::-1]
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = "private"  # a part has the same name
        super()._optimize_final_module()


class _Parts(event.Listener):
    """Has ours compiled as wholes or parts, and all others as usual."""

    def __init__(self) -> None:
        self.kinds = [JITCodeLibrary]

    def on_start(self, event: Any) -> None:
        kind = JITCodeLibrary
        if _is_ours(event):
            kind = _Part if _Whole in self.kinds else _Whole
        self.kinds.append(kind)
        _CODEGEN._library_class = kind

    def on_end(self, event: Any) -> None:
        self.kinds.pop()
        _CODEGEN._library_class = self.kinds[-1]


_CODEGEN: Final = cpu_target.target_context.codegen()
event.register("numba:compile", _Notice())
event.register("numba:compile", _Parts())
