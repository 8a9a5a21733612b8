"""Instructions on rows of a table, 32 or 64 bytes that are read at one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...compiled.compiling import HAS_NUMBA, unreached
from ...compiled.machine import Word
from .packing import LONG

lower_row: Callable[[Any, Word, Any, Word], None] = unreached
"""Row i of 64 bytes becomes the lesser of it and row j of another array, byte by byte."""
join_row: Callable[[Any, Word, Any, Word], None] = unreached
"""Row i of four words becomes the union of it and row j of another array."""
where_equal: Callable[[Any, Word, Word], Word] = unreached
"""The bytes of a row that equal a value, as the 64 bits of a word."""

if HAS_NUMBA:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    from ...compiled.instructions import row_pointer

    _I8, _I64 = ir.IntType(8), ir.IntType(64)
    _ROW = ir.VectorType(_I8, LONG)

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

    lower_row = _combine(lambda b, x, y: b.select(b.icmp_unsigned("<", x, y), x, y), _ROW)
    join_row = _combine(lambda b, x, y: b.or_(x, y), ir.VectorType(_I64, 4))

    @intrinsic
    def _where_equal(typing: Any, rows: Any, row: Any, value: Any) -> Any:
        def codegen(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
            start = row_pointer(context, builder, signature.args[0], values, _ROW)
            none = ir.Constant(_ROW, ir.Undefined)
            value = builder.trunc(values[2], _I8)
            first = builder.insert_element(none, value, ir.Constant(_I64, 0))
            places = ir.Constant(ir.VectorType(ir.IntType(32), LONG), [0] * LONG)
            wanted = builder.shuffle_vector(first, none, places)
            found = builder.icmp_unsigned("==", builder.load(start, align=1), wanted)
            return builder.bitcast(found, _I64)

        return types.uint64(rows, types.uint64, types.uint64), codegen

    where_equal = _where_equal
