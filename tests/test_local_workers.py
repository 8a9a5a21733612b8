"""Worker processes answer every task, whatever it is."""

from __future__ import annotations

import pickle

import pytest

from ninetka.clusters.local import started

ODD_ERROR = """
class Odd(Exception):
    def __init__(self, one, two):
        super().__init__(one)
raise Odd("odd", 2)
"""


def test_what_cannot_be_pickled_is_an_error_and_no_end() -> None:
    with started(1) as executor:
        with pytest.raises((pickle.PicklingError, AttributeError)):
            executor.submit(lambda: 1).result(10)
        with pytest.raises((pickle.PicklingError, AttributeError)):
            executor.submit(eval, "lambda: 1").result(10)
        with pytest.raises(RuntimeError, match="Odd: odd"):
            executor.submit(exec, ODD_ERROR).result(10)
        assert executor.submit(int, "7").result(10) == 7
