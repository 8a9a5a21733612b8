"""Rows of a table that are read at one go."""

from __future__ import annotations

from ...compiled.compiling import HAS_NUMBA

if HAS_NUMBA:
    from .vectors import join_row, lower_row, where_equal
else:
    from ...compiled.hosted import absent

    join_row = lower_row = where_equal = absent

__all__ = ["join_row", "lower_row", "where_equal"]
