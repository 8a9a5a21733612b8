"""Arrays in the memory of WebAssembly, by which batches are played where numba is missing."""

from __future__ import annotations

import gc
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed: ninetka[fast]")
np = pytest.importorskip("numpy", reason="NumPy is not installed: ninetka[batch]")

import wasmtime

from ninetka import NinetkaError, State
from ninetka.compiled import compiling, hosted
from ninetka.compiled.compiling import HAS_NUMBA
from ninetka.nine.compiled import batch
from ninetka.nine.compiled.packing import numbers_of
from ninetka.nine.compiled.rules import Positions, Rules
from ninetka.protocol.compiled import required_kernel

FOLDER = Path(batch.__file__).parent
AS_THEY_ARE = (hosted.inlined, hosted.compiled, hosted.uncompiled)
NAME = "ninetka.nine.compiled.rules.ends"


@pytest.fixture
def host() -> hosted.Host:
    return hosted.Host(FOLDER)


def ends_of(host: hosted.Host, positions: Any, over: Any) -> None:
    """Have a function find out which games are over."""
    terms = Rules(*map(np.uint64, numbers_of(State.start().terms)))
    given = positions, terms, over
    (name,) = (each for each in hosted._names(FOLDER) if each.startswith(f"{NAME}."))
    host.call(name, given, [False, False, True])


def packed(size: int) -> Any:
    return Positions(*required_kernel(State.start()).pack([State.start()] * size))


def test_functions_fill_arrays_wherever_they_are(host: hosted.Host) -> None:
    positions = packed(5)
    placed = Positions(*map(host.placed, positions))
    found = [np.ones(5, np.bool_), host.placed(np.ones(5, np.bool_)), np.ones(10, np.bool_)[::2]]
    for over in found:
        for given in (positions, placed):
            over[:] = True
            ends_of(host, given, over)
            assert not over.any()


def test_what_cannot_be_written_is_read_only(host: hosted.Host) -> None:
    positions, over = packed(2), np.ones(2, np.bool_)
    for array in positions:
        array.flags.writeable = False
    ends_of(host, positions, over)
    assert not over.any()


def test_the_place_of_an_array_that_is_gone_is_used_again(host: hosted.Host) -> None:
    array = host.placed(np.arange(1000))
    kept, top = host.placed(np.arange(9)), host._top
    assert array.tolist() == list(range(1000))
    del array
    gc.collect()
    again = host.placed(np.zeros(1000, np.int64))
    assert host._top == top
    assert kept.tolist() == list(range(9))
    assert not again.any()


def test_places_next_to_each_other_are_joined(host: hosted.Host) -> None:
    """So that arrays of many sizes, one at a time, need little more than the largest."""
    begun = host._top
    for size in range(1000, 60_000, 1000):
        array = host.placed(np.zeros(size, np.uint8))
        del array
        gc.collect(0)
    assert host._top - begun < 130_000


def test_memory_grows_and_arrays_stay(host: hosted.Host) -> None:
    small, size = host.placed(np.arange(9)), host._size
    large = host.placed(np.ones(size, np.uint8))
    assert host._size > size
    assert small.tolist() == list(range(9))
    assert large.all()


def test_arrays_outlive_their_host(host: hosted.Host) -> None:
    array = hosted.Host(FOLDER).placed(np.arange(9))
    gc.collect()
    assert array.tolist() == list(range(9))


class Full:
    """A memory that cannot grow."""

    def grow(self, *_: object) -> None:
        raise wasmtime.WasmtimeError("no memory")


def test_too_little_memory_is_told(host: hosted.Host) -> None:
    host._memory = Full()
    with pytest.raises(NinetkaError, match="there is not enough memory for these"):
        host.placed(np.zeros(host._size, np.uint8))


def test_arrays_stay_apart_after_too_little_memory(host: hosted.Host) -> None:
    memory = host._memory
    array = host.placed(np.zeros(1000, np.uint8))
    del array
    gc.collect()
    host._memory = Full()
    with pytest.raises(NinetkaError, match="there is not enough memory"):
        host.placed(np.zeros(host._size, np.uint8))
    host._memory = memory
    large, small = (host.placed(np.full(size, size % 7, np.uint8)) for size in (2000, 1000))
    assert (large == 2000 % 7).all()
    assert (small == 1000 % 7).all()


def test_a_call_within_a_call_has_a_memory_of_its_own() -> None:
    """As from a handler of signals, which may come at any time."""
    with hosted._host(FOLDER) as outer:
        with hosted._host(FOLDER) as inner:
            assert inner is not outer
            placed = Positions(*map(outer.placed, packed(3)))
            over = np.ones(3, np.bool_)
            ends_of(inner, placed, over)
        assert not over.any()
    with hosted._host(FOLDER) as again:
        assert again is outer


def test_too_few_addresses_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise wasmtime.WasmtimeError("no addresses")

    monkeypatch.setattr(wasmtime, "Instance", full)
    with pytest.raises(NinetkaError, match="a thread takes 4 GB of addresses"):
        hosted.Host(FOLDER)


def test_types_have_forms() -> None:
    given = np.zeros((2, 3), np.uint8), (np.float32(1), 2), 1.5, True, Rules(*range(9))
    forms = ["u1x2", "tuple(f4,i8)", "f8", "b1", "Rules(i8,i8,i8,i8,i8,i8,i8,i8,i8)"]
    assert [*map(hosted.form_of, given)] == forms


def test_what_only_numba_compiles_says_so() -> None:
    entry: Any = hosted.entry(batch.Kernel.tree)
    with pytest.raises(ModuleNotFoundError, match=r"^this needs numba: .*'ninetka\[numba\]'$"):
        entry(1, 2, 3)
    assert {each(ends_of) for each in AS_THEY_ARE} == {ends_of}
    with pytest.raises(NotImplementedError):
        compiling.unreached(1)
    needed: AbstractContextManager[Any] = nullcontext()
    if not HAS_NUMBA:
        needed = pytest.raises(ModuleNotFoundError, match="this needs numba")
    with needed:
        import_module("ninetka.morris.compiled.layers")
