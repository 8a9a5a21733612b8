"""States in trusted texts of games: numbers, so that no field is looked at by itself."""

from __future__ import annotations

from typing import Final

from ..protocol.entry import TrustedTexts
from .board import SEATS
from .moves import Phase, Step
from .noted import read_notes, write_notes
from .position import Notes
from .state import State


def _write(state: State) -> str:
    """The phase, numbers in hexadecimal, the steps of quiet turns, and the other notes.

    The numbers are: seat to move, quiet turns, further removals, marked fields as a bitboard; then
    by seat hands, cards, and tokens as bitboards.
    """
    notes, by_seat = state.notes, (*state.hands, *state.cards, *state.masks)
    numbers = (state.to_move, state.quiet, notes.further_removals, notes.marked, *by_seat)
    more = [*map(str, notes.steps), write_notes(notes.extra)]
    return " ".join([str(state.phase), *(f"{each:x}" for each in numbers), *more]).rstrip()


def _read(start: State, text: str) -> State:
    phase, *words = text.split()
    players, end = start.players, 4 + 3 * start.players
    to_move, quiet, further, marked, *by_seat = (int(word, 16) for word in words[:end])
    hands, cards, masks = (tuple(by_seat[at * players :][:players]) for at in range(3))
    if len(masks) != players or any(mask & ~start.board.mask for mask in (marked, *masks)):
        raise ValueError("these are not the bitboards of the board")
    *written, noted = words[end:] or [""]
    if ":" not in noted:
        written, noted = words[end:], ""
    steps = tuple(Step(*map(int, step.split("-"))) for step in written)
    more = read_notes(noted)
    if more is None:
        raise ValueError("these are not notes")
    notes = Notes(further, marked, steps, more)
    return State(start.terms, SEATS[to_move], Phase(phase), masks, hands, cards, quiet, notes)


TRUSTED: Final = TrustedTexts(_write, _read)
"""The writer and the reader of the texts in which states are kept."""
