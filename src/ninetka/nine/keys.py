"""A hash of each position, the same on every machine and in every version (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from .rulesets import Seat, Terms

_BYTES: Final = 16
"""The size of a bitboard, whose bytes come lowest first."""


def key(terms: Terms, to_move: Seat, neutrals: int, stones: Sequence[int]) -> int:
    """The first 8 bytes of a hash of everything that makes positions equal."""
    from hashlib import blake2b

    boards = [board.to_bytes(_BYTES, "little") for board in (neutrals, *stones)]
    data = b"".join([_head(terms), bytes((to_move,)), *boards])
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


@lru_cache(maxsize=64)
def _head(terms: Terms) -> bytes:
    ruleset = terms.ruleset
    stones = " ".join(f"{players}:{each}" for players, each in ruleset.stones.items())
    fields = ["9tka/1", ruleset.name, stones, ruleset.edge_stop.value, ruleset.turn_order.value]
    return "\n".join([*fields, str(terms.players), ""]).encode()
