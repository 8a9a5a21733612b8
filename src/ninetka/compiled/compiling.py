"""How functions of kernels come to be compiled: by numba, or ahead of time, to WebAssembly.

Either way they are called alike. What Python calls is decorated as an `entry`, what is compiled
into others as `inlined`, and what only compiled functions call as `compiled`. If the environment
variable NINETKA_ENGINE is `wasm`, numba is left out.
"""

from __future__ import annotations

import os

try:
    if os.environ.get("NINETKA_ENGINE") == "wasm":
        raise ModuleNotFoundError("the environment variable NINETKA_ENGINE leaves numba out")

    from .native import compiled, entry, inlined, placed, uncompiled

    HAS_NUMBA = True
except ModuleNotFoundError as _error:
    try:
        from .hosted import compiled, entry, inlined, placed, uncompiled
    except ModuleNotFoundError:
        raise _error from None
    HAS_NUMBA = False

__all__ = ["HAS_NUMBA", "compiled", "entry", "inlined", "placed", "uncompiled"]
