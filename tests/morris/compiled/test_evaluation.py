"""What positions of two are worth at first sight."""

from __future__ import annotations

from typing import Any

import pytest

numba = pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka.morris import State
from ninetka.morris.compiled.batch import kernel_of
from ninetka.morris.compiled.evaluation import evaluation


def worth(position: str) -> int:
    state = State.from_text(f"{position} 0/0 0/0 0 a move mills")
    kernel: Any = kernel_of(state)
    assert kernel is not None
    call = numba.njit(lambda p, terms: evaluation(p, numba.uint64(0), terms))
    return int(call(kernel.pack([state]), kernel._terms))


def test_only_a_token_from_outside_a_line_can_fill_it() -> None:
    """The tokens of a line are next to the place that it lacks, too, and are no threat."""
    threat = worth("aa.............a.b.bab.b")
    for others in ("a.a............a.b.bab.b", "a.....a........a.b.bab.b"):
        assert threat == worth(others) + 170 + 70
