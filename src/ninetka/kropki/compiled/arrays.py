"""Bitboards as words, one for each row of the board, and positions as arrays with names; and back.

What belongs to whom follows from the dots and the regions, which are drawn again. Arrays that do
not fit are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...base.errors import NinetkaError
from ...compiled.arrays import Form, refuse, taken
from ...compiled.machine import ONE, U
from ..board import SEATS, Board
from ..regions import Region
from ..rulesets import Passing, Ruleset
from ..turns import LAST_PASS
from .rules import POINTS


def words_of(ruleset: Ruleset, masks: Sequence[tuple[int, int]]) -> NDArray[np.uint64]:
    """Bitboards by position and seat as words, one for each row: (size, 2, rows)."""
    columns, rows, stride = ruleset.columns, ruleset.rows, ruleset.board.stride
    length = -(-rows * stride // 8)
    data = b"".join(mask.to_bytes(length, "little") for pair in masks for mask in pair)
    octets = np.frombuffer(data, np.uint8).reshape(len(masks), 2, length)
    bits = np.unpackbits(octets, -1, rows * stride, "little").reshape(-1, 2, rows, stride)
    words = np.zeros((*bits.shape[:3], 64), np.uint8)
    words[..., :columns] = bits[..., :columns]
    return np.packbits(words, -1, "little").view(np.uint64)[..., 0]


def masks_of(ruleset: Ruleset, words: NDArray[np.uint64]) -> tuple[int, int]:
    """Bitboards by seat, given their words: (2, rows)."""
    stride = ruleset.board.stride
    first, second = (
        sum(word << stride * row for row, word in enumerate(seat)) for seat in words.tolist()
    )
    return first, second


NOTHING: Final = 65535
"""Fills up rows of `chains`. There, POINTS + seat begins the chain of a seat's region."""


def chains_of(regions: Sequence[Sequence[Region]], board: Board) -> NDArray[np.uint16]:
    """By position its regions, in order: a number for the seat, then the codes of the points."""
    rows = list[list[int]]()
    for each in regions:
        codes = list[int]()
        for region in each:
            points = (board.columns * point.row + point.column for point in region.chain)
            codes += (POINTS + region.seat, *points)
        rows.append(codes)
    chains = np.full((len(rows), max(map(len, rows), default=0)), NOTHING, np.uint16)
    for row, codes in zip(chains, rows, strict=True):
        row[: len(codes)] = codes
    return chains


def regions_of(chains: NDArray[np.uint16], board: Board) -> list[Region]:
    """The regions of a row of `chains`. Raises NinetkaError."""
    codes: list[int] = chains[chains != NOTHING].tolist()
    starts = [at for at, code in enumerate(codes) if code >= POINTS]
    if not starts or starts[0] > 0:
        raise NinetkaError("chains begin with the number of a seat")
    regions = list[Region]()
    for start, end in zip(starts, [*starts[1:], len(codes)], strict=True):
        seat, chain = codes[start] - POINTS, codes[start + 1 : end]
        if seat not in SEATS or any(code >= len(board.points) for code in chain):
            raise NinetkaError("a chain is of a seat's points on the board")
        regions.append(Region(SEATS[seat], [board.points[code] for code in chain]))
    return regions


def checked(named: Mapping[str, Any], ruleset: Ruleset) -> dict[str, NDArray[Any]]:
    """Arrays of positions, of which only the regions may still be impossible.

    Raises NinetkaError.
    """
    forms: dict[str, Form] = {
        "dots": (np.uint64, (2, ruleset.rows)),
        "turn": (np.uint8, ()),
        "passes": (np.uint8, ()),
        "chains": (np.uint16, (None,)),
    }
    arrays = taken(named, forms)
    dots, passes = arrays["dots"], arrays["passes"]
    refuse(dots >> U(ruleset.columns) != 0, "a dot is off the board")
    refuse(dots[:, 0] & dots[:, 1] != 0, "two dots share a point")
    refuse(arrays["turn"] >= len(SEATS), "the seat to move does not play")
    most = 0 if ruleset.passing is Passing.NEVER else LAST_PASS
    refuse(passes > most, f"0 to {most} players have passed")
    full = (dots[:, 0] | dots[:, 1] == (ONE << U(ruleset.columns)) - ONE).all(1)
    alone = ruleset.passing is Passing.FOR_GOOD
    refuse(full & (passes > alone), "nobody can have passed last when no point was free")
    return arrays
