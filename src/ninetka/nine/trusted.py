"""States in trusted texts of games: bitboards, so that no stone is looked at by itself."""

from __future__ import annotations

from typing import Final

from ..protocol.entry import TrustedTexts
from .board import INNER, RIM, SEATS
from .state import State


def _write(state: State) -> str:
    """The seat to move, and the neutrals and each seat's stones as bitboards in hexadecimal."""
    masks = (state.neutral_mask, *state.stone_masks)
    return " ".join([f"{state.to_move:d}", *(f"{mask:x}" for mask in masks)])


def _read(start: State, text: str) -> State:
    to_move, *masks = text.split()
    neutrals, *stones = (int(mask, 16) for mask in masks)
    if len(stones) != start.players or any(mask & ~(RIM | INNER) for mask in (neutrals, *stones)):
        raise ValueError("these are not the bitboards of the board")
    return State.from_masks(start.terms, SEATS[int(to_move)], neutrals, tuple(stones))


TRUSTED: Final = TrustedTexts(_write, _read)
"""The writer and the reader of the texts in which states are kept."""
