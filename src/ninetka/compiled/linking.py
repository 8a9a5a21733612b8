"""Undocumented parts of numba: how functions are compiled together, and kept on disk.

Nothing else in the package uses such things. They were tried with numba 0.61 to 0.68. With another
version functions are compiled as numba usually does it, which takes half as long again, and steps
and masks are slower. What is kept on disk is stamped with every version that can do it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import numba
from llvmlite.binding import Linkage
from numba.core import event

FIRST_TRIED: Final = (0, 61)
LAST_TRIED: Final = (0, 68)


def was_tried(version: str) -> bool:
    """Return whether this module was tried with a version of numba."""
    numbers = re.match(r"(\d+)\.(\d+)", version)
    return numbers is not None and FIRST_TRIED <= (int(numbers[1]), int(numbers[2])) <= LAST_TRIED


_IS_TRIED: Final = was_tried(numba.__version__)
# By default numba counts references to arrays at each call, inlined or not. Without that, steps and
# masks are 16 times as fast, whole random games no faster.
OPTIONS: Final[dict[str, Any]] = {"_nrt": False} if _IS_TRIED else {}
"""Options of numba that it does not document, for all functions."""
# What only compiled code calls needs no wrapper for C, which takes a seventh of the time.
OPTIONS_WITHIN: Final[dict[str, Any]] = {"no_cfunc_wrapper": True} if _IS_TRIED else {}
"""The same for functions that only compiled code calls."""


def stamp(dispatcher: Any, text: str) -> bool:
    """Have what is kept on disk compiled anew when a text changes; False if that cannot be had.

    numba looks at the function's own module alone. And it unpickles the index of what is kept
    before it compares stamps, so that a program whose index names a class that has moved since
    ends with ModuleNotFoundError (0.68.1): here such an index counts as empty.
    """
    try:
        file = dispatcher._cache._cache_file
        assert file._source_stamp  # as numba reads it
        load_index = file._load_index
    except AttributeError:
        return False

    def index() -> Any:
        try:
            return load_index()
        except (ImportError, AttributeError):
            return {}

    file._source_stamp = text
    file._load_index = index
    return True


def link_as_wholes(is_ours: Callable[[Any], bool]) -> bool:
    """Compile functions as wholes and parts from now on, where an event `is_ours`.

    Other functions of the process are compiled as if this were not here. Returns False, and does
    nothing, with a version of numba that this was not tried with.
    """
    if not _IS_TRIED:
        return False
    with suppress(ImportError, AttributeError):
        event.register("numba:compile", _Linking(is_ours))
        return True
    return False


class _Linking(event.Listener):
    """Has a process's functions compiled each by its own kind of library."""

    def __init__(self, is_ours: Callable[[Any], bool]) -> None:
        from numba.core.codegen import JITCodeLibrary
        from numba.core.registry import cpu_target

        class Part(JITCodeLibrary):
            """A function that others are compiled from, neither optimized nor linked.

            Both are done once, for the whole that Python calls: so the first search compiles in two
            thirds of the time, and no slower code.
            """

            def finalize(self) -> None:
                self._finalize_final_module()

            def _verify_declare_only_symbols(self) -> None:
                """Accept what is missing here: it is linked to the whole."""

        class Whole(JITCodeLibrary):
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

        self.whole, self.part, self._is_ours = Whole, Part, is_ours
        self._codegen = cpu_target.target_context.codegen()
        self._kinds = [self._codegen._library_class]

    def on_start(self, event: Any) -> None:
        kind = self._kinds[0]
        if self._is_ours(event):
            kind = self.part if self.whole in self._kinds else self.whole
        self._kinds.append(kind)
        self._codegen._library_class = kind

    def on_end(self, event: Any) -> None:
        self._kinds.pop()
        self._codegen._library_class = self._kinds[-1]
