"""Rows of position texts: free places are counted, from 1 on."""

from __future__ import annotations

import pytest

from ninetka.protocol.grid_text import read_rows, row_width, rows_of, write_rows

SYMBOLS = {"x": 1, "o": 2}


def test_rows_read_back() -> None:
    text = write_rows(["x..o", "....", "oxox"])
    assert text == "x2o/4/oxox"
    found = [(0, 0, 1), (0, 3, 2), *((2, column, 2 - column % 2) for column in range(4))]
    assert read_rows(text, "abc", 4, SYMBOLS, "points", 4) == (found, [])
    assert [row_width(row, 4) for row in text.split("/")] == [4, 4, 4]


def test_bitboards_become_rows() -> None:
    """On three columns with an unused bit after each row."""
    assert rows_of([0b0000_0001, 0b0010_0000], "xo", 3, 2, 4) == ["x..", ".o."]
    assert rows_of([0b1_0000_0001, 0b0010_0000], "xo", 3, 3, 4) == ["x..", ".o.", "x.."]
    assert rows_of([0, 0], "xo", 2, 1, 2) == [".."]


@pytest.mark.parametrize("free", ["0", "5", "02", "."])
def test_numbers_that_no_row_has(free: str) -> None:
    _, wrong = read_rows(f"4/x{free}", "ab", 4, SYMBOLS, "points", 4)
    said = f"has {free!r}, which is neither x, o nor a number from 1 to 4"
    assert wrong == [f"row b, {'x' + free!r}, {said}"]


def test_rows_of_another_length_are_refused() -> None:
    _, wrong = read_rows("xo3", "a", 4, SYMBOLS, "points", 4)
    assert wrong == ["row a, 'xo3', has 5 points, not 4"]
