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
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import Any, Final, TypeVar, cast

import numpy as np
import wasmtime
from numpy.typing import NDArray

from ..base.errors import NinetkaError, missing_extra
from .wasm import file_of, loaded

F = TypeVar("F", bound=Callable[..., Any])

ARRAYS: Final = "arrays"
"""The name of the files."""
HAS_BMI2: Final = False
_PAGE, _LINE, _WORD = 1 << 16, 64, (1 << 64) - 1


def needs_numba() -> ModuleNotFoundError:
    """The error of what only numba compiles."""
    return missing_extra("numba", ModuleNotFoundError(name="numba"))


def absent(*_: Any) -> Any:
    """What stands for machine instructions, which Python never reaches."""
    raise NotImplementedError


def inlined(function: F) -> F:
    """A function that others contain once they are compiled."""
    return function


compiled = uncompiled = inlined


def entry(function: F) -> F:
    """The compiled form of a function that Python calls."""
    return cast(F, _Entry(function))


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


class _Entry:
    """A function that Python calls. It fills its parameter `out` without reading it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._filled = [name == "out" for name in inspect.signature(function).parameters]

    def __call__(self, *given: Any) -> int:
        name = name_of(self._function, [*map(form_of, given)])
        if name not in _names(self._folder):
            raise needs_numba()
        return _host(self._folder).call(name, given, self._filled)

    @cached_property
    def _folder(self) -> Path:
        return Path(self._function.__code__.co_filename).parent


class Host:
    """A file's functions, with memory of their own, for one thread."""

    def __init__(self, folder: Path) -> None:
        engine, module = loaded(folder, ARRAYS)
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = self._exports["memory"]
        self._address = self._address_now
        self._top = _rounded(self._exports["__heap_base"].value(self._store))
        self._gone = list[tuple[int, int]]()
        """The places and sizes of arrays that are gone."""
        self._free: dict[int, list[int]] = {}
        self._see()

    @property
    def _address_now(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _see(self) -> None:
        """Have NumPy see all of the memory."""
        self._size = self._memory.data_len(self._store)
        self._bytes: Any = (ctypes.c_ubyte * self._size).from_address(self._address)

    def call(self, name: str, given: Sequence[Any], filled: Sequence[bool]) -> int:
        """Call a function. Raises NinetkaError if there is not enough memory."""
        words, copies, top = list[Any](), list[tuple[int, NDArray[Any], bool]](), self._top
        for value, is_filled in zip(given, filled, strict=True):
            for each in _flat(value):
                if not isinstance(each, np.ndarray):
                    words.append(each)
                    continue
                at = each.__array_interface__["data"][0] - self._address
                if not (0 <= at < self._size and each.flags.c_contiguous):
                    at, top = top, _rounded(top + each.nbytes)
                    copies.append((at, each, is_filled))
                words += [each.size, at, *each.shape, *_strides(each)]
        kinds = "".join("d" if isinstance(word, float) else "Q" for word in words)
        bits = (word if isinstance(word, float) else int(word) & _WORD for word in words)
        packed = struct.pack(f"<{kinds}", *bits)
        self._grow(top + len(packed))
        for at, array, is_filled in copies:
            if not is_filled:
                self._view(at, array)[...] = array
        self._memory.write(self._store, packed, top)
        result = self._exports[name](self._store, top)
        for at, array, _ in copies:
            if array.flags.writeable:
                array[...] = self._view(at, array)
        return int(result)

    def _view(self, at: int, array: NDArray[Any]) -> NDArray[Any]:
        """An array of the same kind, at a place in memory."""
        return np.ndarray(array.shape, array.dtype, self._bytes, at)

    def _grow(self, size: int) -> None:
        """Have at least so many bytes. Raises NinetkaError."""
        if size <= self._size:
            return
        try:
            self._memory.grow(self._store, max(-(-size // _PAGE), 1) - self._size // _PAGE)
        except wasmtime.WasmtimeError as error:
            sentence = "there is not enough memory for so many positions without numba"
            raise NinetkaError(sentence) from error
        if self._address_now != self._address:
            raise NinetkaError("the memory for positions cannot grow here: install numba")
        self._see()

    def placed(self, array: NDArray[Any]) -> NDArray[Any]:
        """A copy of an array in this memory. Raises NinetkaError if there is not enough."""
        while self._gone:
            at, size = self._gone.pop()
            self._free.setdefault(size, []).append(at)
        size = _rounded(array.nbytes)
        if free := self._free.get(size):
            at = free.pop()
        else:
            at = self._top
            self._grow(at + size)
            self._top += size
        room: Any = (ctypes.c_ubyte * size).from_address(self._address + at)
        weakref.finalize(room, self._gone.append, (at, size)).atexit = False
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
    """The hosts of a thread, by folder."""

    def __init__(self) -> None:
        self.found: dict[Path, Host] = {}


_HOSTS: Final = _Hosts()


def _host(folder: Path) -> Host:
    """A folder's functions for this thread."""
    if folder not in _HOSTS.found:
        _HOSTS.found[folder] = Host(folder)
    return _HOSTS.found[folder]


def placed(arrays: tuple[NDArray[Any], ...], user: type[Any]) -> tuple[NDArray[Any], ...]:
    """Copies of arrays where this thread's functions find them, if `user`'s folder has some.

    Objects stay where they are. Raises NinetkaError if there is not enough memory.
    """
    folder = Path(inspect.getfile(user)).parent
    if not file_of(folder, ARRAYS).exists():
        return arrays
    host = _host(folder)
    return tuple(each if each.dtype.hasobject else host.placed(each) for each in arrays)
