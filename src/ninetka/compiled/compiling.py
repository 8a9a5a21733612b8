"""The compilation of kernels' functions: by numba, or ahead of time to WebAssembly.

Either way they are called alike. What Python calls is decorated as an `entry`, what is compiled
into others as `inlined`, and what only compiled functions call as `compiled`. If the environment
variable NINETKA_BACKEND is `wasm`, numba is left out.
"""

from __future__ import annotations

import os
from typing import Any

from ..base.errors import missing_extra

try:
    if os.environ.get("NINETKA_BACKEND") == "wasm":
        raise ModuleNotFoundError("NINETKA_BACKEND leaves it out", name="numba")

    from .native import compiled, entry, inlined, placed, uncompiled

    HAS_NUMBA = True
except ModuleNotFoundError as _error:
    try:
        from .hosted import compiled, entry, inlined, placed, uncompiled
    except ModuleNotFoundError as _missing:  # say so, unless numba says how it can play
        raise (missing_extra("batch", _missing) if _error.name else _error) from None
    HAS_NUMBA = False

__all__ = ["HAS_NUMBA", "compiled", "entry", "inlined", "placed", "uncompiled", "unreached"]


def unreached(*_: Any) -> Any:
    """Stand in for machine instructions where numba is missing: Python never calls them."""
    raise NotImplementedError
