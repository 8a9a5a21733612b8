"""What SGF writes on moves besides comments: glyphs and clock times (K17)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from ...base.errors import NinetkaError, quoted
from ...protocol.clocks import Clock
from ..board import Seat
from .syntax import Node, SgfError, Value

COLOURS: Final = ("B", "W")
"""The seats as SGF calls them."""
TIME_LEFT: Final = ("BL", "WL")
"""By seat: the property with the seconds that the player has left after a move."""
NUMBERED: Final = "NAG"
"""The property for the numbers of glyphs that SGF has no property for: `NAG[7][36]`."""
_GLYPHS: Final[Mapping[tuple[str, str], int]] = {
    ("TE", "1"): 1,
    ("BM", "1"): 2,
    ("TE", "2"): 3,
    ("BM", "2"): 4,
    ("IT", ""): 5,
    ("DO", ""): 6,
    ("DM", "1"): 10,
    ("UC", "1"): 13,
    ("GB", "1"): 16,
    ("GW", "1"): 17,
    ("GB", "2"): 18,
    ("GW", "2"): 19,
}
"""By property and value of SGF: the glyph that says the same."""
_PROPERTIES: Final = {glyph: written for written, glyph in _GLYPHS.items()}
_NUMBER: Final = re.compile("[0-9]{1,3}")
_SECONDS: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,6})[0-9]{0,9})?")
_MOST: Final = 255


def glyphs_in(node: Node, is_root: bool) -> list[int]:
    """The glyphs that a node has. Raises SgfError for a number that is none.

    In the first node, only NAG says some: other properties there are tags.
    """
    found: list[int] = []
    for name, values in node.properties.items():
        glyph = _glyph(name, [value.text for value in values])
        if name == NUMBERED:
            found += map(_number, values)
        elif glyph is not None and not is_root:
            found.append(glyph)
    return found


def clock_in(node: Node) -> Clock | None:
    """The clock after the move of a node; None if the node does not tell."""
    for name, values in node.properties.items():
        texts = [value.text for value in values]
        if name in TIME_LEFT and COLOURS[TIME_LEFT.index(name)] in node.properties:
            clock = _clock(texts)
            if clock is not None:
                return clock
    return None


def is_note(name: str, texts: Sequence[str], movers: Collection[str]) -> bool:
    """Whether a property is read as a glyph or a clock, given its values.

    `movers` are the colours that have a move in its node, which is not the first one.
    """
    is_clock = name in TIME_LEFT and COLOURS[TIME_LEFT.index(name)] in movers
    return _glyph(name, texts) is not None or (is_clock and _clock(texts) is not None)


def _glyph(name: str, texts: Sequence[str]) -> int | None:
    return _GLYPHS.get((name, texts[0].strip())) if len(texts) == 1 else None


def _number(value: Value) -> int:
    text = value.text.strip()
    if not _NUMBER.fullmatch(text) or int(text) > _MOST:
        sentence = f"{NUMBERED} has numbers from 0 to {_MOST}, not {quoted(text)}"
        raise SgfError(sentence, value.offset)
    return int(text)


def _clock(texts: Sequence[str]) -> Clock | None:
    match = _SECONDS.fullmatch(texts[0].strip()) if len(texts) == 1 else None
    if match is None:
        return None
    micro = int((match[2] or "").ljust(6, "0"))
    with suppress(NinetkaError):  # a longer time than clocks show
        return Clock(timedelta(seconds=int(match[1]), microseconds=micro))
    return None


def written_glyphs(numbers: Sequence[int]) -> dict[str, list[str]]:
    """The properties that say these glyphs, in their order: SGF's own if it has one for each."""
    own = [_PROPERTIES[number] for number in numbers if number in _PROPERTIES]
    if len({name for name, _ in own}) == len(numbers):
        return {name: [value] for name, value in own}
    return {NUMBERED: [str(number) for number in numbers]}


def written_clock(seat: Seat, remaining: timedelta) -> dict[str, list[str]]:
    """The property for the time that a player has left."""
    seconds, micro = divmod(remaining // timedelta(microseconds=1), 1_000_000)
    fraction = f".{micro:06}".rstrip("0") if micro else ""
    return {TIME_LEFT[seat]: [f"{seconds}{fraction}"]}
