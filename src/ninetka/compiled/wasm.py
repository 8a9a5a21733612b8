"""Compiled code as WebAssembly, run by `wasmtime`: what computer players need, without numba.

Each game has a file, made by `nox -s wasm` from the functions that numba compiles (`tools/wasm`).
In its memory there is one position, with room for its search tree and for random games. Needs the
extra `fast`; NumPy is not used.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

import attrs

from ..base.errors import NinetkaError, missing_extra
from .growing import GrowingTree, Successor
from .sources import PROVENANCE, digest

ARRAYS: Final = "arrays"
"""The name of the files with what kernels call where numba is missing (`hosted`)."""
ROWS: Final = 1 << 12
"""The most random games that `play` plays at a time."""
_WORDS: Final = 1 << 64
_PID: Final = os.getpid()

Packed: TypeAlias = Mapping[str, bytes]
"""A position and its ruleset as the contents of memory, by name."""


def in_words(numbers: Iterable[int]) -> bytes:
    """Numbers as words of memory."""
    numbers = [*numbers]
    return struct.pack(f"<{len(numbers)}Q", *numbers)


def file_of(folder: Path, name: str = "") -> Path:
    """A file with WebAssembly in a folder `compiled`, by default the one for players."""
    return folder / f"{name or folder.parent.name}.wasm"


def checked_code(folder: Path, name: str = "") -> bytes:
    """The WebAssembly in a file of a folder `compiled`, by default the one for players.

    Raises ModuleNotFoundError if there is none of these sources, NinetkaError if it is damaged.
    """
    file = file_of(folder, name)
    try:
        code, about = file.read_bytes(), (folder / PROVENANCE).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ModuleNotFoundError(f"{file.name} is missing: `nox -s wasm` makes it") from None
    made = dict(line.split(" ", 1) for line in about.splitlines() if " " in line)
    if made.get(file.name) != blake2b(code, digest_size=32).hexdigest():
        raise NinetkaError(f"{file.name} is damaged: install ninetka again")
    if digest(folder) not in ("", made.get("sources")):
        what = "was made from other sources: `nox -s wasm` makes it anew"
        raise ModuleNotFoundError(f"{file.name} {what}")
    return code


@cache
def loaded(folder: Path, name: str = "") -> tuple[Any, Any]:
    """Compile the WebAssembly in a file for this machine: the compiler, and the module."""
    try:
        import wasmtime
    except ModuleNotFoundError as error:
        raise missing_extra("fast", error) from error
    except (OSError, RuntimeError) as error:
        # Where wasmtime 50 has no wheel for a platform, pip installs one with Windows' library
        raise ModuleNotFoundError(f"wasmtime does not run here: {error}") from error
    config = wasmtime.Config()
    config.parallel_compilation = os.getpid() == _PID  # its threads are not there after a fork
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module(engine, checked_code(folder, name))


def instance(folder: Path, name: str, too_little: str) -> tuple[Any, Any]:
    """A memory of its own for the WebAssembly in a file, and what it exports.

    Raises NinetkaError with the sentence `too_little` if there is not enough memory.
    """
    engine, module = loaded(folder, name)
    from wasmtime import Instance, Store, WasmtimeError

    store = Store(engine)
    try:
        return store, Instance(store, module, []).exports(store)
    except WasmtimeError as error:
        raise NinetkaError(too_little) from error


class Machine:
    """A game's WebAssembly with memory of its own. Only one thread may use it at a time."""

    def __init__(self, folder: Path) -> None:
        sentence = "there is not enough memory for the compiled code and its search tree"
        self._store, self._exports = instance(folder, "", sentence)
        self._memory = self._exports["memory"]

    def call(self, name: str, *arguments: float) -> Any:
        """Call a function. Whole numbers have 64 bits, with a sign or without."""
        signed = [a - _WORDS if a >= _WORDS >> 1 else a for a in arguments]
        return self._exports[name](self._store, *signed)

    def address(self, name: str) -> int:
        """The place in memory where an array begins, or the numbers of a tuple."""
        return int(self._exports[name].value(self._store))

    def write(self, contents: Packed) -> None:
        """Fill the beginnings of arrays."""
        for name, data in contents.items():
            self._memory.write(self._store, data, self.address(name))

    def read(self, name: str, kind: str, count: int, first: int = 0) -> tuple[Any, ...]:
        """Numbers of an array from the `first` on, which are of a kind of `struct`."""
        size = struct.calcsize(f"<{kind}")
        start = self.address(name) + first * size
        data = self._memory.read(self._store, start, start + count * size)
        return struct.unpack(f"<{count}{kind}", data)


class WasmTree(GrowingTree):
    """A search tree in the memory of WebAssembly, with lists for arrays."""

    def __init__(self, machine: Machine, code: WasmBackend, key: int, exploration: float) -> None:
        """An empty tree of the position in a machine's memory."""
        super().__init__()
        self._machine, self._code = machine, code
        self._key, self._exploration = key, exploration

    def _visit(self, visits: int) -> int:
        tree = self._used, self._visits
        return int(self._machine.call("grow", *tree, visits, self._key, self._exploration))

    def _keep(self, state: Any, node: int) -> int:
        self._machine.write(self._code.packed(state))
        return int(self._machine.call("keep", self._used, node))

    @property
    def playouts(self) -> int:
        """The number of random games played."""
        with self._lock:
            (games,) = self._machine.read("nodes.games", "q", 1)
        return int(games)

    def _successors(self, node: int = 0) -> list[Successor]:
        with self._lock:
            (first,) = self._machine.read("nodes.child", "i", 1, node)
            (count,) = self._machine.read("nodes.children", "H", 1, node)
            kinds = {"games": "q", "won": "d", "action": "H"}.items()
            games, won, actions = (
                self._machine.read(f"nodes.{name}", kind, count, first) for name, kind in kinds
            )
        return list(zip(games, won, range(first, first + count), actions, strict=True))

    @property
    def playouts_by_action(self) -> list[int]:
        """The number of random games that went through each move, by action code."""
        by_action = [0] * self._code.actions
        for games, _, _, action in self._successors():
            by_action[action] = games
        return by_action

    @property
    def win_rates(self) -> list[float]:
        """The share of their wins that the seat to move has, by action code."""
        by_action = [0.0] * self._code.actions
        for games, won, _, action in self._successors():
            by_action[action] = won / max(games, 1)
        return by_action


@attrs.frozen
class Wins:
    """The results of random games."""

    winners: Sequence[int]
    """By the seats that won, as bits: how many games."""


@attrs.frozen(eq=False, slots=False)
class WasmBackend:
    """A game's WebAssembly for one ruleset and number of players, as computer players use it."""

    folder: Path
    """The game's folder `compiled`, which has the file."""
    players: int
    actions: int
    """The number of action codes."""
    packed: Callable[[Any], Packed]
    """A state as what the functions read."""
    _lock: Any = attrs.field(factory=Lock, init=False, repr=False)

    @property
    def file(self) -> Path:
        """The file with the code."""
        return file_of(self.folder)

    def load(self) -> None:
        """Load what plays. Raises ModuleNotFoundError if something is missing, NinetkaError."""
        loaded(self.folder)

    def pack(self, states: Sequence[Any]) -> list[Packed]:
        """Positions as what the functions read."""
        return [self.packed(state) for state in states]

    @cached_property
    def _machine(self) -> Machine:
        return Machine(self.folder)

    def counts(self, arrays: Sequence[Packed], games: int, key: int, first: int) -> Wins:
        """Play `games` random games from each position; they have the numbers from `first` on."""
        winners = [0] * (1 << self.players)
        with self._lock:
            for position in arrays:
                self._machine.write(position)
                for done in range(0, games, ROWS):
                    count = min(ROWS, games - done)
                    self._machine.write({"games": struct.pack("<2Q", key, first + done)})
                    self._machine.call("play", count)
                    ended = bytes(self._machine.read("games.winners", "B", count))
                    winners = [n + ended.count(seats) for seats, n in enumerate(winners)]
                first += games
        return Wins(winners)

    def tree(self, state: Any, key: int, exploration: float) -> WasmTree:
        """A search tree of a state, not yet grown."""
        machine = Machine(self.folder)
        machine.write(self.packed(state))
        return WasmTree(machine, self, key, exploration)
