"""Instructions that read 32 or 64 bytes of a table; `rows` says what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from ...compiled.instructions import row_pointer
from .packing import LONG

_I8, _I64 = ir.IntType(8), ir.IntType(64)
_ROW: Final = ir.VectorType(_I8, LONG)


def _combine(build: Callable[..., ir.Value], row: ir.Type) -> Any:
    """An intrinsic that combines a row of one array with a row of another, in place."""

    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        into = row_pointer(context, builder, signature.args[0], values[:2], row)
        other = row_pointer(context, builder, signature.args[2], values[2:], row)
        both = build(builder, builder.load(into, align=1), builder.load(other, align=1))
        builder.store(both, into, align=1)
        return context.get_dummy_value()

    def typer(typing: Any, rows: Any, row: Any, table: Any, other: Any) -> Any:
        return types.void(rows, types.uint64, table, types.uint64), codegen

    return intrinsic(typer)


def _lesser(builder: ir.IRBuilder, a: ir.Value, b: ir.Value) -> ir.Value:
    return builder.select(builder.icmp_unsigned("<", a, b), a, b)


lower_row: Callable[..., None] = _combine(_lesser, _ROW)
join_row: Callable[..., None] = _combine(
    lambda builder, a, b: builder.or_(a, b), ir.VectorType(_I64, 4)
)


@intrinsic
def where_equal(typing: Any, rows: Any, row: Any, value: Any) -> Any:
    """The bytes of a row that equal a value, as the 64 bits of a word."""

    def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        found = builder.load(
            row_pointer(context, builder, signature.args[0], values, _ROW), align=1
        )
        none = ir.Constant(_ROW, ir.Undefined)
        value = builder.trunc(values[2], _I8)
        first = builder.insert_element(none, value, ir.Constant(_I64, 0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), LONG), [0] * LONG)
        wanted = builder.shuffle_vector(first, none, places)
        return builder.bitcast(builder.icmp_unsigned("==", found, wanted), _I64)

    return types.uint64(rows, types.uint64, types.uint64), codegen
