"""Sentences about what moves do, for people who hear a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from ninetka import NESTORGAMES, NeutralPlacement, State, kropki, morris
from ninetka.protocol.endings import EndingKind

KROPKI = attrs.evolve(kropki.STANDARD, name="small", columns=6, rows=6)


def told(start: Any, games: int) -> Iterator[str]:
    """What is told of all moves of random games."""
    for seed in range(games):
        state, rng = start, Random(seed)
        while not state.is_over:
            move = rng.choice(state.some_moves)
            yield state.describe(move)
            state = state.apply(move)


@pytest.mark.parametrize(
    ("start", "games", "parts"),
    [
        (
            State.start(players=4), 20,
            ["placed a neutral stone on", "placed a stone on", "slid from", "passed.",
             "holds the", "Nobody holds the"],
        ),
        (kropki.State.start(KROPKI), 60,
         ["put a dot at", "surrounded a dot.", "surrounded 2 dots.", "surrounded at once."]),
        (
            morris.State.start(morris.NINE_AM), 8,
            ["put a token on", "moved from", "jumped from", "made a mill.", "removed the token of",
             "is out of the game."],
        ),
    ],
)  # fmt: skip
def test_all_that_moves_do_is_told(start: Any, games: int, parts: list[str]) -> None:
    sentences = [*told(start, games)]
    assert all(said.startswith("Seat ") and said.endswith(".") for said in sentences)
    for part in parts:
        assert any(part in said for said in sentences), part


def test_that_players_pass_or_leave_is_told() -> None:
    passing = attrs.evolve(KROPKI, passing=kropki.Passing.TURNS)
    assert kropki.State.start(passing).describe(kropki.Pass()) == "Seat x passed."
    state = morris.State.start(morris.NINE_AM)
    for kind, said in (
        (EndingKind.RESIGNATION, "Seat b resigned."),
        (EndingKind.TIME, "Seat b ran out of time."),
    ):
        assert state.describe(morris.Leave(state.seats[1], kind)) == said


def test_what_chance_does_is_told() -> None:
    drawn = attrs.evolve(NESTORGAMES, name="drawn", neutral_placement=NeutralPlacement.RANDOM)
    assert next(told(State.start(drawn), 1)).startswith("Chance placed a neutral stone on ")
