"""Machine instructions that numba has no names for; `machine` says what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from llvmlite import ir
from numba.core import types
from numba.core.cgutils import get_or_insert_function
from numba.core.registry import cpu_target
from numba.extending import intrinsic

Word: TypeAlias = Any

_I1, _I8, _I32, _I64, _I128 = map(ir.IntType, (1, 8, 32, 64, 128))


def _word(build: Callable[..., ir.Value], count: int) -> Any:
    """An intrinsic that takes `count` words, one or two, and returns one."""

    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        return build(builder, *values)

    word = types.uint64
    if count == 1:
        return intrinsic(lambda typing, a: (word(word), codegen))
    return intrinsic(lambda typing, a, b: (word(word, word), codegen))


# What numba compiles for, which need not be this machine. Without BMI2, LLVM cannot compile pdep.
HAS_BMI2: Final = "+bmi2" in cpu_target.target_context.codegen().magic_tuple()[2].split(",")


def _high_half(builder: ir.IRBuilder, a: ir.Value, b: ir.Value) -> ir.Value:
    if not HAS_BMI2:  # as in WebAssembly, which has no products of 128 bits either
        half = ir.Constant(_I64, 32)
        low = builder.and_(a, ir.Constant(_I64, (1 << 32) - 1))
        carried = builder.lshr(builder.mul(low, b), half)
        high = builder.mul(builder.lshr(a, half), b)
        return builder.lshr(builder.add(high, carried), half)
    product = builder.mul(builder.zext(a, _I128), builder.zext(b, _I128))
    return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)


def _bmi(name: str) -> Callable[..., ir.Value]:
    def build(builder: ir.IRBuilder, bits: ir.Value, mask: ir.Value) -> ir.Value:
        kind = ir.FunctionType(_I64, [_I64, _I64])
        function = get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{name}.64")
        return builder.call(function, (bits, mask))

    return build


popcount: Callable[[Word], Word] = _word(lambda builder, a: builder.ctpop(a), 1)
lowest: Callable[[Word], Any] = _word(lambda builder, a: builder.cttz(a, ir.Constant(_I1, 0)), 1)
below: Callable[[Word, Word], Word] = _word(_high_half, 2)
extract: Callable[[Word, Word], Word] = _word(_bmi("pext"), 2)
deposit: Callable[[Word, Word], Word] = _word(_bmi("pdep"), 2)


def row_pointer(
    context: Any, builder: ir.IRBuilder, kind: Any, values: Any, row: ir.Type
) -> ir.Value:
    """A pointer to a row of this type in an array, given the array and the row's number."""
    data = context.make_array(kind)(context, builder, values[0]).data
    start = builder.bitcast(data, row.as_pointer())
    return builder.gep(start, [values[1]])


def _bits_of(builder: ir.IRBuilder, word: ir.Value, row: ir.Type) -> ir.Value:
    """The 64 bits of a word as a vector of them."""
    if HAS_BMI2:
        return builder.bitcast(word, ir.VectorType(_I1, 64))
    # In WebAssembly three times as fast: each byte eight times, and of each another bit
    parts = builder.bitcast(word, ir.VectorType(_I8, 8))
    places = ir.Constant(ir.VectorType(_I32, 64), [bit // 8 for bit in range(64)])
    each = builder.shuffle_vector(parts, ir.Constant(parts.type, ir.Undefined), places)
    one = builder.and_(each, ir.Constant(row, [1 << bit % 8 for bit in range(64)]))
    return builder.icmp_unsigned("!=", one, ir.Constant(row, [0] * 64))


@intrinsic
def spread(typing: Any, out: Any, at: Any, word: Any) -> Any:
    """Write the 64 bits of a word as bytes of 0 or 1, from byte `at` of an array on."""

    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        start = row_pointer(context, builder, signature.args[0], values, _I8)
        row = ir.VectorType(_I8, 64)
        bits = _bits_of(builder, values[2], row)
        into = builder.bitcast(start, row.as_pointer())
        builder.store(builder.zext(bits, row), into, align=1)
        return context.get_dummy_value()

    return types.void(out, types.uint64, types.uint64), codegen


@intrinsic
def prefetch(typing: Any, table: Any, row: Any) -> Any:
    """Have a row of an array of two words a row brought from memory while other work is done."""

    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        start = row_pointer(context, builder, signature.args[0], values, ir.ArrayType(_I64, 2))
        address = builder.bitcast(start, _I8.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [_I8.as_pointer(), _I32, _I32, _I32])
        function = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [address, *(ir.Constant(_I32, n) for n in (0, 3, 1))])
        return context.get_dummy_value()

    return types.void(table, types.uint64), codegen
