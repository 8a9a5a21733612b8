"""Compiled functions as WebAssembly: `python tools/wasm/emit.py`, `… nine`, `… nine arrays`.

numba compiles the functions for a processor without features; LLVM, which numba brings along, turns
its code to WebAssembly, `wasm-ld` links it with a logarithm and products of 128 bits, and
`wasm-opt` tidies it. The files import nothing and export `memory`. A game's file for players, such
as `nine.wasm`, exports

- a function for each of `exports()` in the game's `compiled/exports.py`; its parameters are the
  plain numbers among the function's arguments,
- the address of each array in the arguments, named like `nodes.games`, and of the numbers in each
  tuple, 8 bytes each, named like `terms`.

`arrays.wasm` has what kernels call (`compiled/hosted.py`): functions named by `hosted.name_of`,
which take the address of their arguments, 8 bytes for each number. An array is told by the number
of its elements, its address, its shape and its strides.
"""

from __future__ import annotations

import gzip
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

# What numba has in its cache decides in which order it compiles, and so how the code comes out.
# All is optimized once, for WebAssembly: with NUMBA_OPT=1 the files are a twelfth larger, since
# functions that several exports call come out differently for each.
CACHE: Final = TemporaryDirectory()
os.environ |= {
    "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_OPT": "0",
    "NUMBA_CACHE_DIR": CACHE.name,
}  # fmt: skip

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np

import ninetka
from ninetka import NinetkaError, solve
from ninetka.batch import Batch
from ninetka.batch.neural import Gumbel, Puct
from ninetka.compiled.hosted import name_of
from ninetka.compiled.native import ENTRIES
from ninetka.compiled.sources import PROVENANCE, digest
from ninetka.compiled.wasm import ARRAYS
from ninetka.games import all_games
from ninetka.protocol.states import ObservableState
from ninetka.simulate import random_game

TARGET: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
LIBRARIES: Final = (
    "llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a",
    "wasm32-wasi/libc.a",
)
"""Debian's libclang-rt-dev-wasm32 and wasi-libc, in /usr/lib."""
LINK: Final = ("--no-entry", "-O3", "--strip-all", "--stack-first", "-zstack-size=65536")
TIDY: Final = (
    "--optimize-instructions", "--vacuum", "--enable-simd", "--enable-bulk-memory",
    "--enable-sign-ext", "--enable-nontrapping-float-to-int",
)  # fmt: skip
"""Trees of mill games grow a fifth faster by `wasmtime` than without. With -O1 to -O4 the files are
a twentieth smaller, but trees of Kropki grow an eighth slower."""
KINDS: Final = {"int64": "i64", "uint64": "i64", "float64": "double"}
PACKAGE: Final = Path(ninetka.__file__).parent
SHARED: Final = "compiled"
"""The folder with what all games share."""
SAMPLES: Final = 12
"""The positions of a game of which a kernel is asked all that it can tell."""


class Memory:
    """The arrays that functions take, and the numbers in tuples, as LLVM's global variables."""

    def __init__(self) -> None:
        self._arrays: dict[int, tuple[str, Any]] = {}
        self._numbers: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """What the hosts of the module can find."""
        return [*self._numbers, *(name for name, _ in self._arrays.values())]

    def number(self, name: str, place: int) -> str:
        """The address of a number in a tuple."""
        self._numbers[name] = max(place + 1, self._numbers.get(name, 0))
        return f'getelementptr (i64, ptr @"{name}", i32 {place})'

    def array(self, name: str, array: Any) -> str:
        """The address of an array. It has the first name that it is given, and views no other."""
        whole = array.base if isinstance(array.base, np.ndarray) else array
        known, _ = self._arrays.setdefault(id(whole), (name, whole))
        return f'getelementptr (i8, ptr @"{known}", i32 {array.ctypes.data - whole.ctypes.data})'

    def definitions(self) -> Iterable[str]:
        """The variables, with what is in the arrays at first."""
        for name, count in self._numbers.items():
            yield f'@"{name}" = global [{count} x i64] zeroinitializer, align 64'
        for name, array in self._arrays.values():
            data = "".join(f"\\{byte:02X}" for byte in array.tobytes()) if array.any() else ""
            content = f'c"{data}"' if data else "zeroinitializer"
            yield f'@"{name}" = global [{array.nbytes} x i8] {content}, align 64'


class Wrapper:
    """An exported function: it calls one of numba's with its own parameters and with memory."""

    def __init__(self, memory: Memory, arguments: dict[str, Any]) -> None:
        self._memory = memory
        self._parameters: list[str] = []
        self._loads: list[str] = []
        self._operands: list[str] = []
        for name, value in arguments.items():
            if isinstance(value, tuple | np.ndarray):
                self._flatten(name, value)
            else:
                self._parameters.append(f'{KINDS[str(numba.typeof(value))]} %"{name}"')
                self._operands.append(self._parameters[-1])

    def _flatten(self, name: str, value: Any) -> None:
        """Add an argument as numba flattens it."""
        if isinstance(value, np.ndarray):
            sizes = (value.size, value.itemsize), (*value.shape, *value.strides)
            before, after = ([f"i64 {size}" for size in each] for each in sizes)
            address = f"ptr {self._memory.array(name, value)}"
            self._operands += ["ptr null", "ptr null", *before, address, *after]
            return
        place = 0
        for field, each in zip(value._fields, value, strict=True):
            if isinstance(each, tuple | np.ndarray):
                self._flatten(f"{name}.{field}", each)
                continue
            kind, number = KINDS[str(numba.typeof(each))], f'%"{name}.{place}"'
            self._loads.append(f"{number} = load {kind}, ptr {self._memory.number(name, place)}")
            self._operands.append(f"{kind} {number}")
            place += 1

    def text(self, name: str, called: str) -> str:
        """The function as LLVM's assembly."""
        head = f"@{name}({', '.join(self._parameters)})"
        return wrapped(head, self._loads, called, self._operands)


class Reader:
    """An exported function of `arrays.wasm`: it reads the arguments of one of numba's."""

    def __init__(self, types: Iterable[Any]) -> None:
        self._loads: list[str] = []
        self._operands: list[str] = []
        for kind in types:
            self._take(kind)

    def _take(self, kind: Any) -> None:
        """Read an argument as numba flattens it."""
        if isinstance(kind, numba.types.BaseTuple):
            for each in kind:
                self._take(each)
        elif isinstance(kind, numba.types.Array):
            size, at = self._load("i64"), self._load("i64")
            pointer = f"%p{len(self._loads)}"
            self._loads.append(f"{pointer} = inttoptr i64 {at} to ptr")
            sizes = [f"i64 {self._load('i64')}" for _ in range(2 * kind.ndim)]
            itemsize = numba.np.numpy_support.as_dtype(kind.dtype).itemsize
            start = ["ptr null", "ptr null", f"i64 {size}", f"i64 {itemsize}", f"ptr {pointer}"]
            self._operands += [*start, *sizes]
        else:
            word = KINDS[str(kind)]
            self._operands.append(f"{word} {self._load(word)}")

    def _load(self, kind: str) -> str:
        """The next number."""
        place = len([line for line in self._loads if " = load " in line])
        address, number = f"%a{place}", f"%n{place}"
        self._loads.append(f"{address} = getelementptr i64, ptr %given, i32 {place}")
        self._loads.append(f"{number} = load {kind}, ptr {address}")
        return number

    def text(self, name: str, called: str) -> str:
        """The function as LLVM's assembly."""
        return wrapped(f'@"{name}"(ptr %given)', self._loads, called, self._operands)


def wrapped(head: str, loads: Iterable[str], called: str, operands: Iterable[str]) -> str:
    """A function that calls one of numba's, as LLVM's assembly."""
    lines = [
        f"define i64 {head} {{",
        *loads,
        "%.result = alloca i64",
        "%.error = alloca ptr",
        "store i64 0, ptr %.result",
        f'%.code = call i32 @"{called}"(ptr %.result, ptr %.error, {", ".join(operands)})',
        "%.value = load i64, ptr %.result",
        "ret i64 %.value",
        "}",
    ]
    return "\n".join(lines)


def form_of(kind: Any) -> str:
    """A type of numba as `hosted.form_of` tells that of a value."""
    if isinstance(kind, numba.types.BaseTuple):
        return f"{kind.instance_class.__name__}({','.join(map(form_of, kind))})"
    if isinstance(kind, numba.types.Array):
        return f"{numba.np.numpy_support.as_dtype(kind.dtype).str[1:]}x{kind.ndim}"
    return str(numba.np.numpy_support.as_dtype(kind).str[1:])


def folder_of(name: str) -> Path:
    """The folder `compiled` of a game, or the one that all share."""
    return PACKAGE / SHARED if name == SHARED else PACKAGE / name / SHARED


def is_of(entry: Any, game: str) -> bool:
    """Whether the folder of a game in the registry has this name."""
    return type(entry.begin(game=next(iter(entry.names)))).__module__.startswith(f"ninetka.{game}.")


def exercise(game: str) -> None:
    """Ask a game's kernels all that they can tell of some positions."""
    rng = Random(1)
    entry: Any = next(each for each in all_games() if is_of(each, game))
    for _ in range(SAMPLES):
        ruleset = entry.samples().some_ruleset(rng)
        state = entry.start(ruleset, rng.choice(ruleset.player_counts)).dealt(rng)
        kernel = state.kernel
        if kernel is None or state.is_over:
            continue
        arrays = kernel.restored(kernel.named(kernel.pack([state, state])))
        mask = np.zeros((2, state.action_count), np.bool_)
        kernel.legal_mask(arrays, mask)
        kernel.is_over(arrays), kernel.scores(arrays), kernel.words(arrays)
        kernel.counts(arrays, 2, 1, 0), kernel.playouts(arrays, 2, 1, 0)
        kernel.random_games(tuple(array.copy() for array in arrays), 1, 0)
        if isinstance(state, ObservableState):
            planes = np.zeros((2, len(state.plane_names), *state.plane_shape), np.uint8)
            kernel.planes(arrays, kernel.to_move(arrays), planes)
        kernel.step(arrays, kernel.random_actions(arrays, np.zeros(2, np.uint64)))
        with suppress(NinetkaError):  # where chains are declared, moves cannot be counted
            kernel.perft(state, 2)
        late = random_game(state, rng).states[-3:][0]
        solve.value(late, solve.Budget(100))


def exercise_shared() -> None:
    """Search with a network, by all ways to choose, and hash positions."""
    batch = Batch.start(ninetka.NESTORGAMES, size=2)
    batch.keys()

    def network(_: Any) -> tuple[Any, Any]:
        return np.ones((2, batch.action_count), np.float32), np.zeros((2, 2), np.float32)

    Puct(batch, network, 2).grow(2)
    gumbel = Gumbel(batch, network, 2)
    gumbel.grow(2)
    assert gumbel.policy.shape == (2, batch.action_count)


def called_by_kernels(folder: Path) -> dict[str, tuple[Any, Any]]:
    """By name: the functions of a folder that Python has called, and the types of the arguments."""
    found: dict[str, tuple[Any, Any]] = {}
    for function in ENTRIES:
        if Path(function.py_func.__code__.co_filename).parent == folder:
            for types in sorted(function.signatures, key=str):
                name = name_of(function.py_func, [*map(form_of, types)])
                found.setdefault(name, (function, types))
    return dict(sorted(found.items()))


def native(function: Any, types: Iterable[Any]) -> tuple[str, str]:
    """The name of numba's function for arguments of these types, and its module as text."""
    options = {name: value for name, value in function.targetoptions.items() if name != "nopython"}
    fresh = numba.njit(**options)(function.py_func)  # takes nothing from numba's cache
    fresh.compile(tuple(types))
    (overload,) = fresh.overloads.values()
    return overload.fndesc.llvm_func_name, overload.library.get_llvm_str()


def mask_by_parts(cast: re.Match[str]) -> str:
    """Instructions that make a word of 64 comparisons, 16 at a time.

    LLVM 22 does it wrongly by itself: where it should shift what it has by 16, it shifts 16 by it.
    """
    word, bits = cast.groups()
    lines, whole = [], "0"
    for k in range(4):
        places = f"<16 x i32> <{', '.join(f'i32 {16 * k + n}' for n in range(16))}>"
        part = f"%part.{word}.{k}"
        lines += [
            f"{part}.bits = shufflevector <64 x i1> {bits}, <64 x i1> poison, {places}",
            f"{part}.bytes = sext <16 x i1> {part}.bits to <16 x i8>",
            f"{part}.mask = call i32 @llvm.wasm.bitmask.v16i8(<16 x i8> {part}.bytes)",
            f"{part}.word = zext i32 {part}.mask to i64",
            f"{part}.high = shl i64 {part}.word, {16 * k}",
            f"{part} = or i64 {whole}, {part}.high",
        ]
        whole = part
    return "\n".join([*lines, f"%{word} = or i64 {whole}, 0"])


def portable(text: str) -> Any:
    """A module that numba made for this machine, for WebAssembly."""
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TARGET}"', text)
    text = re.sub(r'"(probe-stack|target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    text = text.replace("define private", "define linkonce_odr")  # once for all exports
    text = re.sub(r"@sqrt\b", "@llvm.sqrt.f64", text)  # an instruction
    text = re.sub(r"%(\S+) = bitcast <64 x i1> (%\S+) to i64", mask_by_parts, text)
    return llvm.parse_assembly(f"{text}\ndeclare i32 @llvm.wasm.bitmask.v16i8(<16 x i8>)\n")


def linked(exports: dict[str, tuple[Any, tuple[Any, ...]]]) -> tuple[Any, list[str]]:
    """One module with all functions and their memory, and the names of what it exports."""
    memory, parts, wrappers = Memory(), [], []
    for name, (function, arguments) in exports.items():
        called, text = native(function, map(numba.typeof, arguments))
        names = inspect.signature(function.py_func).parameters
        wrapper = Wrapper(memory, dict(zip(names, arguments, strict=True)))
        wrappers += [f'declare i32 @"{called}"()', wrapper.text(name, called)]
        parts.append(portable(text))
    header = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TARGET}"'
    module = llvm.parse_assembly("\n".join([header, *memory.definitions(), *wrappers]))
    for part in parts:
        module.link_in(part)
    return module, [*exports, *memory.names]


def linked_for_arrays(functions: dict[str, tuple[Any, Any]]) -> tuple[Any, list[str]]:
    """One module with all functions that work on any arrays, and the names of what it exports."""
    parts, readers = [], []
    for name, (function, types) in functions.items():
        called, text = native(function, types)
        readers += [f'declare i32 @"{called}"()', Reader(types).text(name, called)]
        parts.append(portable(text))
    header = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TARGET}"'
    module = llvm.parse_assembly("\n".join([header, *readers]))
    for part in parts:
        module.link_in(part)
    return module, [*functions]


def optimised(module: Any, exported: list[str]) -> bytes:
    """An object file without what the exports do not need, such as wrappers for CPython."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in exported:
            each.linkage = "internal"
    options = {"opt": 3, "features": FEATURES}
    machine = llvm.Target.from_triple(TARGET).create_target_machine(**options)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    passes = builder.getModulePassManager()
    passes.add_constant_merge_pass()  # the tables of functions that were compiled apart
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


def version(tool: str) -> str:
    """What a program says of its version."""
    done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def libraries() -> list[Path]:
    """The libraries to link with. Raises SystemExit if one is missing."""
    found = [sorted(Path("/usr/lib").glob(pattern)) for pattern in LIBRARIES]
    if not all(found) or not all(map(shutil.which, ("wasm-ld", "wasm-opt"))):
        packages = "binaryen, lld, libclang-rt-dev-wasm32 and wasi-libc"
        sys.exit(f"this needs Debian's packages {packages}")
    return [paths[-1] for paths in found]


def code_of(module: Any, exported: list[str]) -> bytes:
    """The WebAssembly of a module."""
    with TemporaryDirectory() as scratch:
        objects, target = Path(scratch, "object.o"), Path(scratch, "module.wasm")
        objects.write_bytes(optimised(module, exported))
        options = [*LINK, *(f"--export={name}" for name in (*exported, "__heap_base"))]
        subprocess.run(["wasm-ld", *options, "-o", target, objects, *libraries()], check=True)
        subprocess.run(["wasm-opt", *TIDY, target, "-o", target], check=True)
        return target.read_bytes()


def files_of(name: str) -> tuple[str, ...]:
    """The files of a game, or of the folder that all share."""
    return (ARRAYS,) if name == SHARED else (ARRAYS, name)


def emit(name: str, file: str) -> None:
    """Write one of the files. What else a process compiles has a part in it."""
    folder = folder_of(name)
    if file == ARRAYS:
        exercise_shared() if name == SHARED else exercise(name)
        made = linked_for_arrays(called_by_kernels(folder))
    else:
        made = linked(import_module(f"ninetka.{name}.compiled.exports").exports())
    code = code_of(*made)
    (folder / f"{file}.wasm").write_bytes(code)
    print(f"{name}: {file}.wasm {len(code):,} bytes, {len(gzip.compress(code)):,} with gzip")


def write_provenance(name: str) -> None:
    """Write where a folder's files come from beside them."""
    folder = folder_of(name)
    files = [Path(__file__), *libraries(), *(folder / f"{file}.wasm" for file in files_of(name))]
    lines = {
        "sources": digest(folder),
        "python": ".".join(map(str, sys.version_info[:2])),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "llvm": ".".join(map(str, llvm.llvm_version_info)),
        "numpy": np.__version__,
        **{tool: version(tool) for tool in ("wasm-ld", "wasm-opt")},
        **{file.name: blake2b(file.read_bytes(), digest_size=32).hexdigest() for file in files},
    }
    text = "".join(f"{name} {value}\n" for name, value in lines.items())
    (folder / PROVENANCE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[2:]:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        emit(*sys.argv[1:])
    else:
        games = [path.parts[-3] for path in sorted(PACKAGE.glob("*/compiled/exports.py"))]
        for name in sys.argv[1:] or (SHARED, *games):
            for file in files_of(name):
                subprocess.run([sys.executable, __file__, name, file], check=True)
            write_provenance(name)
