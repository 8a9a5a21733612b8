"""The code that plays a game for computer players: WebAssembly, numba, or the objects.

WebAssembly is there at once. numba's code is faster, but it takes a second to load, and before that
half a minute to compile, once: it is made ready beside searches that gain from it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

from ..base.errors import NinetkaError, missing_extra, quoted
from ..base.messages import listed
from ..protocol.compiled import Backend, Kernel, WasmBackend
from ..protocol.states import GameState

PREPARE_AFTER: Final = 10.0
"""The seconds of searching from which on numba's code is made ready for the searches that follow:
it looks at up to twice as many positions."""
_PROGRAM: Final = f"""
import os, pickle, sys, threading
source = sys.stdin.buffer
sys.path = pickle.load(source)
state = pickle.load(source)
threading.Thread(target=lambda: source.read() or os._exit(1), daemon=True).start()
from {__name__} import try_out
try_out(state)
os._exit(0)  # Python would wait for the thread that reads
"""
"""A program that ends with the process that started it, which keeps its input open."""
_STEP: Final = 4
"""The plies between positions that are tried out; each stage of a game takes more."""


def _loaded(state: GameState[Any]) -> WasmBackend | None:
    """The WebAssembly of a state's game, ready to play. Raises ModuleNotFoundError."""
    if (wasm := state.wasm) is not None:
        wasm.load()
    return wasm


def _compiled(state: GameState[Any]) -> Kernel | None:
    """The kernel of a state's game, if numba compiles it. Raises ModuleNotFoundError."""
    kernel = state.kernel
    if not getattr(kernel, "has_trees", True):
        raise missing_extra("numba", ModuleNotFoundError(name="numba"))
    return kernel


_BACKENDS: Final[dict[str, Callable[[GameState[Any]], Backend | None]]] = {
    "wasm": _loaded,
    "numba": _compiled,
    "objects": lambda _: None,
}
"""The kinds of code that play for computer players, the fastest to start first."""


def backend_for(state: GameState[Any]) -> Backend | None:
    """The code that plays a game for players at once: WebAssembly, else numba, else None.

    WebAssembly plays if `wasmtime` is installed, numba if that is missing; without either, objects
    do. The first two play the same games from the same seed, but objects play others. The
    environment variable NINETKA_BACKEND, if set, names the one: `wasm`, `numba` or `objects`.
    Raises NinetkaError if it says anything else or a file of WebAssembly is damaged, and
    ModuleNotFoundError if the one named is not installed.
    """
    wanted = os.environ.get("NINETKA_BACKEND")
    if wanted is not None:
        if wanted not in _BACKENDS:
            what = f"{listed(_BACKENDS, 'or')}, not {quoted(wanted)}"
            raise NinetkaError(f"the environment variable NINETKA_BACKEND is {what}")
        return _BACKENDS[wanted](state)
    for backend in _BACKENDS.values():
        with suppress(ModuleNotFoundError):
            if (found := backend(state)) is not None:
                return found
    return None


def search_backend_for(state: GameState[Any], seconds: float) -> Backend | None:
    """The code that plays for a search of `seconds`: numba if it is ready, else `backend_for`.

    A search of `PREPARE_AFTER` seconds or more has the code made ready, and waits for it for a
    tenth of its time: enough to load what was compiled before.
    """
    backend = backend_for(state)
    if backend is None or (preparation := _preparation_for(state)) is None:
        return backend
    if PREPARE_AFTER <= seconds < inf:
        preparation.begin()
        preparation.thread.join(seconds / 10)
    return preparation.kernel or backend


def note_search(state: GameState[Any], seconds: float) -> None:
    """Note how long a search took; after `PREPARE_AFTER` in all, have numba's code made ready."""
    if (preparation := _preparation_for(state)) is not None:
        preparation.searched += seconds
        if preparation.searched >= PREPARE_AFTER:
            preparation.begin()


class _Preparation:
    """numba's code for a ruleset: another process compiles what is not on disk, a thread loads."""

    def __init__(self, state: GameState[Any]) -> None:
        self.searched = 0.0
        """The seconds that searches have taken so far."""
        self.kernel: Kernel | None = None
        self.thread = Thread(target=self._prepare, args=(state,), daemon=True)

    def begin(self) -> None:
        """Begin, unless it has begun."""
        with suppress(RuntimeError):
            self.thread.start()

    def _prepare(self, state: GameState[Any]) -> None:
        if _has_been_tried(state):
            try_out(state)
            self.kernel = state.kernel


_PREPARATIONS: Final[dict[object, _Preparation]] = {}
"""Preparations by class, ruleset and number of players."""


def _preparation_for(state: GameState[Any]) -> _Preparation | None:
    """None if WebAssembly does not play, or numba's code can't be made ready by another process."""
    if "NINETKA_BACKEND" in os.environ or not _can_compile() or state.wasm is None:
        return None
    key = type(state), state.ruleset, state.players
    return _PREPARATIONS.setdefault(key, _Preparation(state))


@cache
def _can_compile() -> bool:
    """Return whether numba is installed and Python can be started, unlike in frozen programs."""
    is_python = Path(sys.executable or "").stem.lower().startswith("python")
    return is_python and find_spec("numba") is not None


def _has_been_tried(state: GameState[Any]) -> bool:
    """Try numba's code out in another process, which keeps it on disk; return whether it worked."""
    import pickle  # noqa: PLC0415  # few need them
    from subprocess import DEVNULL, PIPE, Popen  # noqa: PLC0415

    try:
        message = pickle.dumps(sys.path) + pickle.dumps(state)
        process = Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=DEVNULL,
            process_group=0 if os.name == "posix" else None,  # Ctrl-C is not meant for it
        )
    except (OSError, AttributeError, TypeError, pickle.PicklingError):
        return False
    with process, suppress(OSError):  # it may have ended already
        assert process.stdin is not None
        process.stdin.write(message)
        process.stdin.flush()
        process.wait()
    return process.returncode == 0


def try_out(state: GameState[Any]) -> None:
    """Search for the next move all along a random game, by all of numba's code that this takes."""
    rng, plies = Random(0), 0
    while moves := state.some_moves:
        if plies % _STEP == 0 and (kernel := state.kernel) is not None:
            kernel.tree(state, 0, 1.0).grow(1)
        state = state.apply_unchecked(moves[int(rng.random() * len(moves))])
        plies += 1


def missing_extra_clause(state: GameState[Any]) -> str:
    """A clause that says that objects play a game as an extra is missing, if they do.

    Empty otherwise, and if NINETKA_BACKEND is set. Loads nothing.
    """
    if state.wasm is None or "NINETKA_BACKEND" in os.environ:
        return ""
    if find_spec("wasmtime") or find_spec("numba"):
        return ""
    return "by Python objects; the extra fast gives hundreds of times as many games"
