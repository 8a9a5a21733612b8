"""Counts of sequences of plies, worked out by other programs: the files say by which."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from morris.arranged import after
from ninetka.morris import MILLS, NINE_AM, State
from ninetka.play.perft import perft_by_move

DATA = Path(__file__).parents[1] / "data" / "morris"


def cases() -> Iterator[Any]:
    """Each position and its counts from depth 1 on."""
    for name in ("mills", "naive"):
        for paragraph in (DATA / f"{name}.perft").read_text("utf-8").split("\n\n")[1:]:
            players, moves, label, counts = 2, "", "", []
            for line in paragraph.splitlines():
                word, _, rest = line.partition(" ")
                if word == "id":
                    label = rest
                elif word == "players":
                    players = int(rest)
                elif word == "moves":
                    moves = rest
                else:
                    counts.append(int(rest.split()[1]))
            yield pytest.param(players, moves, counts, id=f"{name}-{label}")


@pytest.mark.parametrize(("players", "moves", "counts"), list(cases()))
def test_perft(players: int, moves: str, counts: list[int]) -> None:
    state = after(State.start(MILLS if players == 2 else NINE_AM, players), moves)
    for depth, count in enumerate(counts, 1):
        by_move = {
            state.move_text(move): found for move, found in perft_by_move(state, depth).items()
        }
        assert sum(by_move.values()) == count, (
            f"depth {depth}, by move: {by_move}; `python tests/data/make_morris_perft.py` counts "
            "anew"
        )
