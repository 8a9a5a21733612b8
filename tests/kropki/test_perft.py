"""Counts of sequences of moves, worked out by the naive rules: the file says how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from kropki.compare import renamed, ruleset_of
from kropki.naive import Naive
from ninetka.kropki import AutomaticState, State
from ninetka.play.perft import perft

Count = tuple[int, int, int]
MOST = 100 * settings().max_examples
"""Depths with more sequences are left out."""
DATA = Path(__file__).parents[1] / "data" / "kropki"


def cases() -> Iterator[Any]:
    """Each position and its counts from depth 1 on."""
    for paragraph in (DATA / "naive.perft").read_text("utf-8").split("\n\n")[1:]:
        label, size, position, *counts = paragraph.splitlines()
        columns, rows = map(int, size.removeprefix("size ").split())
        yield pytest.param(
            columns, rows, position.removeprefix("position "),
            [tuple(map(int, count.split()[2:])) for count in counts], id=label.removeprefix("id "),
        )  # fmt: skip


@pytest.mark.parametrize(("columns", "rows", "position", "counts"), list(cases()))
def test_perft(columns: int, rows: int, position: str, counts: list[Count]) -> None:
    ruleset = ruleset_of(Naive(columns, rows, automatic=True))
    state = State.from_text(renamed(position, ruleset.name), ruleset)
    assert isinstance(state, AutomaticState)
    counts = [*takewhile(lambda count: count[0] <= MOST, counts)]
    by_move = {
        move: counted(state.apply_unchecked(move), len(counts) - 1) for move in state.legal_moves
    }
    assert added(by_move.values(), len(counts)) == counts, (
        f"by move: {by_move}; `python tests/data/make_kropki_perft.py` counts anew"
    )
    depth = min(3, len(counts))
    assert perft(state, depth) == counts[depth - 1][0]


def counted(state: AutomaticState, depth: int) -> list[Count]:
    """By the number of moves, from none: the sequences, and both scores at their ends."""
    first, second = map(int, state.scores)
    if depth == 0:
        return [(1, first, second)]
    after = (counted(state.apply_unchecked(move), depth - 1) for move in state.legal_moves)
    return [(1, first, second), *added(after, depth)]


def added(counts: Iterable[list[Count]], depths: int) -> list[Count]:
    total = [(0, 0, 0)] * depths
    for count in counts:
        total = [(a + x, b + y, c + z) for (a, b, c), (x, y, z) in zip(total, count, strict=True)]
    return total
