"""Rows of a table that are read at one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...compiled.compiling import HAS_NUMBA, unreached
from ...compiled.machine import Word

_given: Any = None
if HAS_NUMBA:
    from . import vectors

    _given = vectors

lower_row: Callable[[Any, Word, Any, Word], None] = getattr(_given, "lower_row", unreached)
"""Row i of 64 bytes becomes the lesser of it and row j of another array, byte by byte."""
join_row: Callable[[Any, Word, Any, Word], None] = getattr(_given, "join_row", unreached)
"""Row i of four words becomes the union of it and row j of another array."""
where_equal: Callable[[Any, Word, Word], Word] = getattr(_given, "where_equal", unreached)
"""The bytes of a row that equal a value, as the 64 bits of a word."""
