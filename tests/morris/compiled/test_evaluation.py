"""What positions of two are worth at first sight."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from ninetka.compiled.compiling import compiled
from ninetka.compiled.machine import ZERO, U
from ninetka.morris import State
from ninetka.morris.compiled.batch import kernel_of
from ninetka.morris.compiled.evaluation import closed_next, evaluation
from ninetka.morris.compiled.positions import free_places


@compiled
def judged(p: Any, terms: Any) -> Any:
    """The worth of a position to the player to move, and where that player closes mills."""
    closing = closed_next(p, ZERO, U(p.turn[0]), free_places(p, ZERO, terms), terms)
    return evaluation(p, ZERO, terms), closing


def look(board: str, turn: str = "a", hands: str = "0/0") -> tuple[int, int]:
    """The worth, and the number of places where a mill can be closed."""
    phase = "move" if hands == "0/0" else "put"
    state = State.from_text(f"{board} {hands} 0/0 0 {turn} {phase} mills")
    kernel: Any = kernel_of(state)
    assert kernel is not None
    worth, closing = judged(kernel.pack([state]), kernel._rules)
    return int(worth), int(closing).bit_count()


def test_only_a_token_from_outside_a_line_can_fill_it() -> None:
    """The tokens of a line are next to the place that it lacks, too, and are no threat."""
    worth, places = look("aa.............a.b.bab.b")
    assert places == 1
    for others in ("a.a............a.b.bab.b", "a.....a........a.b.bab.b"):
        less, none = look(others)
        assert not none
        assert less < worth - 50


def test_whoever_puts_or_jumps_can_fill_any_line() -> None:
    assert look("a.a............a.b.bab.b")[1] == 0
    assert look("a.a............a.b.bab.b", hands="1/1")[1] == 1
    assert look("a.a............a.b.b.b.b")[1] == 1


def test_both_sides_are_judged_alike() -> None:
    """Seats changed and the turn too, a position is worth the same to its player."""
    board = "aa.............a.b.bab.b"
    assert look(board) == look(board.translate(str.maketrans("ab", "ba")), turn="b")
