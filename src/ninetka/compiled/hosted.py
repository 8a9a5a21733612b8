"""Kernels without numba: their functions as WebAssembly, which works on arrays in its memory.

`nox -s wasm` makes a file `arrays.wasm` of all functions that a kernel calls. Each thread has a
memory of its own. Arrays that are `placed` there stay, others are copied there and back for a call.
"""

from __future__ import annotations

import ctypes
import inspect
import struct
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import Any, Final, TypeVar, cast

import numpy as np
import wasmtime
from numpy.typing import NDArray

from ..base.errors import NinetkaError, missing_extra
from .wasm import ARRAYS, file_of, instance, loaded

F = TypeVar("F", bound=Callable[..., Any])

_PAGE, _LINE, _WORD = 1 << 16, 64, (1 << 64) - 1


def needs_numba() -> ModuleNotFoundError:
    """The error of what only numba compiles."""
    return missing_extra("numba", ModuleNotFoundError(name="numba"))


def inlined(function: F) -> F:
    """A function that others contain once they are compiled."""
    return function


def compiled(function: F) -> F:
    """A function that only compiled ones call."""
    return function


def uncompiled(function: F) -> F:
    """A function as Python runs it: itself."""
    return function


def entry(function: F) -> F:
    """The compiled form of a function that Python calls."""
    return cast(F, _WasmFunction(function))


def form_of(value: Any) -> str:
    """The type of an argument, by which a function's compiled forms are told apart."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str[1:]}x{value.ndim}"
    if isinstance(value, tuple):
        return f"{type(value).__name__}({','.join(map(form_of, value))})"
    if isinstance(value, bool | float):
        return "b1" if isinstance(value, bool) else "f8"
    return value.dtype.str[1:] if isinstance(value, np.generic) else "i8"


def name_of(function: Any, forms: Sequence[str]) -> str:
    """The name of a function's compiled form, given the types of its arguments."""
    digest = blake2b(",".join(forms).encode(), digest_size=4).hexdigest()
    return f"{function.__module__}.{function.__qualname__}.{digest}"


class _WasmFunction:
    """A function that Python calls. It fills its parameter `out` without reading it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._filled = [name == "out" for name in inspect.signature(function).parameters]

    def __call__(self, *arguments: Any) -> int:
        name = name_of(self._function, [*map(form_of, arguments)])
        if name not in _names(self._folder):
            raise needs_numba()
        with _host(self._folder) as host:
            return host.call(name, arguments, self._filled)

    @cached_property
    def _folder(self) -> Path:
        return Path(self._function.__code__.co_filename).parent


class Host:
    """A file's functions, with memory of their own, for one thread."""

    def __init__(self, folder: Path) -> None:
        sentence = "there is not enough memory without numba: a thread takes 4 GB of addresses"
        self._store, self._exports = instance(folder, ARRAYS, sentence)
        self._memory = self._exports["memory"]
        self._address = self._address_now
        self._top = _rounded(self._exports["__heap_base"].value(self._store))
        self._free = list[tuple[int, int]]()
        """The places below the top that are free, with their sizes."""
        self._given_back = list[tuple[int, int]]()
        self._see()

    @property
    def _address_now(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _see(self) -> None:
        """Have NumPy see all of the memory."""
        self._size = self._memory.data_len(self._store)
        self._bytes: Any = (ctypes.c_ubyte * self._size).from_address(self._address)

    def call(self, name: str, arguments: Sequence[Any], filled: Sequence[bool]) -> int:
        """Call a function. Raises NinetkaError if there is not enough memory."""
        words, copies, size = list[Any](), list[tuple[int, NDArray[Any], bool]](), 0
        for value, is_filled in zip(arguments, filled, strict=True):
            for each in _flat(value):
                if not isinstance(each, np.ndarray):
                    words.append(each)
                    continue
                at = each.__array_interface__["data"][0] - self._address
                if not (0 <= at < self._size and each.flags.c_contiguous):
                    copies.append((len(words) + 1, each, is_filled))
                    at, size = size, size + _rounded(each.nbytes)
                words += [each.size, at, *each.shape, *_strides(each)]
        room = self._taken(_rounded(size + 8 * len(words)))
        try:
            for word, array, is_filled in copies:
                words[word] += room[0]
                if not is_filled:
                    self._view(words[word], array)[...] = array
            kinds = "".join("d" if isinstance(word, float) else "Q" for word in words)
            bits = (word if isinstance(word, float) else int(word) & _WORD for word in words)
            self._memory.write(self._store, struct.pack(f"<{kinds}", *bits), room[0] + size)
            result = self._exports[name](self._store, room[0] + size)
            for word, array, _ in copies:
                if array.flags.writeable:
                    array[...] = self._view(words[word], array)
        finally:
            self._given_back.append(room)
        return int(result)

    def _taken(self, size: int) -> tuple[int, int]:
        """Room of a size in whole lines, which is to be given back: its place and size."""
        free, top = list[tuple[int, int]](), self._top
        while self._given_back:
            self._free.append(self._given_back.pop())
        for at, length in sorted(self._free):
            if free and sum(free[-1]) == at:
                at, length = free[-1][0], free.pop()[1] + length
            free.append((at, length))
        if free and sum(free[-1]) == top:
            top = free.pop()[0]
        self._free, self._top = free, top  # before there may be too little memory
        fitting = [(length, at) for at, length in free if length >= size]
        if fitting:
            length, at = min(fitting)
            free.remove((at, length))
            if length > size:
                free.append((at + size, length - size))
        else:
            at = self._top
            self._grow(at + size)
            self._top += size
        return at, size

    def _view(self, at: int, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the same kind, at a place in memory."""
        return np.ndarray(array.shape, array.dtype, self._bytes, at)

    def _grow(self, size: int) -> None:
        """Have a memory of at least `size` bytes. Raises NinetkaError."""
        if size <= self._size:
            return
        try:
            self._memory.grow(self._store, -(-size // _PAGE) - self._size // _PAGE)
        except wasmtime.WasmtimeError as error:
            sentence = "there is not enough memory for these positions without numba"
            raise NinetkaError(sentence) from error
        if self._address_now != self._address:
            raise NinetkaError("the memory for positions cannot grow here: install numba")
        self._see()

    def placed(self, array: NDArray[Any]) -> NDArray[Any]:
        """A copy of an array in this memory. Raises NinetkaError if there is not enough."""
        at, size = taken = self._taken(_rounded(max(array.nbytes, 1)))
        room: Any = (ctypes.c_ubyte * size).from_address(self._address + at)
        weakref.finalize(room, self._given_back.append, taken).atexit = False
        room.host = self  # which has the memory
        copy = np.ndarray(array.shape, array.dtype, room)
        copy[...] = array
        return copy


def _rounded(size: int) -> int:
    """A size in whole lines of memory."""
    return -(-size // _LINE) * _LINE


def _strides(array: NDArray[Any]) -> list[int]:
    """The bytes from one number to the next along each dimension, without gaps."""
    strides, step = [0] * array.ndim, array.itemsize
    for k in reversed(range(array.ndim)):
        strides[k], step = step, step * array.shape[k]
    return strides


def _flat(value: Any) -> Iterator[Any]:
    """The arrays and numbers in an argument."""
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value


@cache
def _names(folder: Path) -> frozenset[str]:
    """The names of a folder's functions."""
    return frozenset(each.name for each in loaded(folder, ARRAYS)[1].exports)


class _Hosts(local):
    """The hosts of a thread that are not in use, by folder.

    There is more than one if a call was interrupted by another, as by a handler of signals.
    """

    def __init__(self) -> None:
        self.idle: dict[Path, list[Host]] = {}


_HOSTS: Final = _Hosts()


@contextmanager
def _host(folder: Path) -> Iterator[Host]:
    """A folder's functions for this thread, which nothing else uses meanwhile."""
    idle = _HOSTS.idle.setdefault(folder, [])
    host = idle.pop() if idle else Host(folder)
    try:
        yield host
    finally:
        idle.append(host)


def placed(arrays: tuple[NDArray[Any], ...], user: type[Any]) -> tuple[NDArray[Any], ...]:
    """Copies of arrays where this thread's functions find them, if `user`'s folder has some.

    Objects stay where they are. Raises NinetkaError if there is not enough memory.
    """
    folder = Path(inspect.getfile(user)).parent
    if not file_of(folder, ARRAYS).exists():
        return arrays
    with _host(folder) as host:
        return tuple(each if each.dtype.hasobject else host.placed(each) for each in arrays)
