"""Pictures in parts: each different part is kept once, and a ply lists its changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, tostring

from ...drawing.changes import edits

Rewriting: TypeAlias = list[int | tuple[int, int, str]]
"""The number of another part, and the edits that turn its text into this part's."""

Place: TypeAlias = dict[str, float | tuple[float, float]]
"""The middle of a place in a picture, and its size."""

_LONGEST_TEXT: Final = 2000
"""The most characters shown of a text in a picture; a ruleset's name in it may be far longer."""
_WORDS: Final = re.compile(r"\w+\W*|\W+")


def text_edits(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """The edits that turn one text into another, word by word; places count characters."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    old_starts, starts = (list(accumulate(map(len, each), initial=0)) for each in (before, after))
    longer = 0
    for at, count, added in edits(before, after):
        start = at - longer
        yield starts[at], old_starts[start + count] - old_starts[start], "".join(added)
        longer += len(added) - count


def places_in(picture: Element) -> dict[str, Place]:
    """The places of a picture with targets, by the names that they have where moves are written."""
    places: dict[str, Place] = {}
    for target in picture.iter():
        title = target.findtext("title")
        if title and "target" in target.get("class", "").split():
            name, _, _ = title.partition(",")
            places[name] = _place(target)
    return places


def _place(target: Element) -> Place:
    if target.tag == "circle":
        x, y, radius = (float(target.get(name, 0)) for name in ("cx", "cy", "r"))
        return {"middle": (x, y), "size": 2 * radius}
    x, y, width, height = (float(target.get(name, 0)) for name in ("x", "y", "width", "height"))
    return {"middle": (x + width / 2, y + height / 2), "size": min(width, height)}


class Pictures:
    """All pictures of a page. Most of a picture is the same from ply to ply and game to game."""

    def __init__(self) -> None:
        self.parts: list[str | Rewriting] = []
        """Every different element: its XML, or how that differs from another's."""
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []
        self._last: dict[Element, int] = {}
        """The last picture's elements; the next may have the same objects."""

    def add(self, picture: Element, shown: list[int]) -> list[tuple[int, ...]]:
        """The edits that turn the parts `shown` into those of a picture; `shown` becomes them.

        A part is given by its number. The first is the outermost element without its contents.
        """
        known = len(self.parts)
        elements = [Element(picture.tag, picture.attrib), *picture]
        numbers = [self._number(element) for element in elements]
        self._last = dict(zip(elements, numbers, strict=True))
        changes: list[tuple[int, ...]] = []
        for at, count, added in edits(shown, numbers):
            for old, number in zip(shown[at : at + count], added, strict=False):
                if number >= known:
                    self._rewrite(number, old)
            shown[at : at + count] = added
            changes.append((at, count, *added))
        return changes

    def _number(self, element: Element) -> int:
        if element in self._last:
            return self._last[element]
        if element.text and len(element.text) > _LONGEST_TEXT:
            shown = Element(element.tag, element.attrib)
            shown.text = f"{element.text[:_LONGEST_TEXT]}\u2026"
            shown.extend(element)
        else:
            shown = element
        text = tostring(shown, encoding="unicode")
        if text not in self._numbers:
            self._numbers[text] = len(self.parts)
            self._texts.append(text)
            self.parts.append(text)
        return self._numbers[text]

    def _rewrite(self, number: int, other: int) -> None:
        """Keep a part as its differences from another one, if that is shorter."""
        text = self._texts[number]
        rewriting: Rewriting = [other, *text_edits(self._texts[other], text)]
        if len(json.dumps(rewriting)) < len(json.dumps(text)):
            self.parts[number] = rewriting
