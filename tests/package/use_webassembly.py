"""Searches by the WebAssembly of the installed wheel with the extra `fast`, and without numba.

`nox -s package` runs this as a program, with NINETKA_BACKEND=wasm.
"""

from __future__ import annotations

from random import Random

from ninetka import State
from ninetka.players import Search

state = State.start()
assert state.is_legal(Search(visits=100).choose(state, Random(1)))
