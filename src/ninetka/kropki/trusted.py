"""States in trusted texts of games: bitboards, so that no region has to be drawn again."""

from __future__ import annotations

import re
from typing import Final

from ..protocol.entry import TrustedTexts
from .board import POINTS, SEATS
from .position import Position
from .regions import Region
from .setup import with_rings
from .state import State


def _write(state: State) -> str:
    """The seat to move, passes, dots, owned and free points in hexadecimal, and the regions."""
    masks = (*state.dot_masks, *state.owned_masks, state.free_mask)
    numbers = f"{state.to_move:d} {state.passes} {' '.join(f'{mask:x}' for mask in masks)}"
    return " ".join([numbers, *map(str, state.regions)])


def _read(start: State, text: str) -> State:
    to_move, passes, *words = text.split()
    masks = [int(word, 16) for word in words[:5]]
    if any(mask & ~start.board.all for mask in masks):
        raise ValueError("a point is not on the board")
    first, second, first_owned, second_owned, free = masks
    position = Position(
        start.ruleset,
        SEATS[int(to_move)],
        (first, second),
        (first_owned, second_owned),
        tuple(map(_region, words[5:])),
        free,
        int(passes),
    )
    return type(start).of(with_rings(position))


def _region(text: str) -> Region:
    *names, _ = _NAMES.findall(text, 2)  # after the seat; the first dot stands at the end again
    return Region.known(_BY_LETTER[text[0]], tuple(map(POINTS.__getitem__, names)))


_NAMES: Final = re.compile("..")
_BY_LETTER: Final = {seat.letter: seat for seat in SEATS}
TRUSTED: Final = TrustedTexts(_write, _read)
"""The writer and the reader of the texts in which states are kept."""
