"""Pictures taken apart: what they show is kept once, and a ply says what changes in its picture."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, TypeAlias, TypeVar
from xml.etree.ElementTree import Element, tostring

T = TypeVar("T", int, str)

Rewriting: TypeAlias = list[int | tuple[int, int, str]]
"""The number of another part, and the edits that make this one's text of its text."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_TEXT_LENGTH: Final = 2000
"""The most characters kept of a text in a picture, which may tell of a name too."""
_WORDS: Final = re.compile(r"\w+\W*|\W+")


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters, with an ellipsis for what is cut off."""
    return text if len(text) <= most else f"{text[: most - 1]}\u2026"


def edits(old: Sequence[T], new: Sequence[T]) -> Iterator[tuple[int, int, Sequence[T]]]:
    """What makes one list of another: where, how many items are taken out, and what is put in.

    The edits are to be made one after the other. They are few where items that both lists have
    stand in the same order, and found in linear time whatever the lists hold.
    """
    before, after = [*old, None], [*new, None]  # so that both end alike
    last = {item: at for at, item in enumerate(before)}
    i = j = from_i = from_j = 0
    while j < len(after):
        if before[i] == after[j]:
            if i > from_i or j > from_j:
                yield from_j, i - from_i, new[from_j:j]
            i, j = i + 1, j + 1
            from_i, from_j = i, j
        elif last.get(after[j], -1) < i:  # nothing left of the old list is equal to it
            j += 1
        else:
            i += 1


def text_edits(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """The same for texts, word by word; places and lengths are in characters."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    old_starts, starts = (list(accumulate(map(len, each), initial=0)) for each in (before, after))
    longer = 0
    for at, count, added in edits(before, after):
        start = at - longer
        yield starts[at], old_starts[start + count] - old_starts[start], "".join(added)
        longer += len(added) - count


class Pictures:
    """All pictures of a page: most of what they show is the same from ply to ply, game to game."""

    def __init__(self) -> None:
        self.parts: list[str | Rewriting] = []
        """Every different element by its number: its text, or how that differs from another's."""
        self._texts: list[str] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._last: dict[int, tuple[Element, int]] = {}
        """The last picture's elements by id, with their numbers: the next may have them too."""

    def add(self, picture: Element, shown: list[int]) -> list[tuple[int, ...]]:
        """The edits that make a picture's parts of those `shown` before it, which become its own.

        A part is a number: first that of the outermost element, emptied, then of what was in it.
        """
        known = len(self.parts)
        changes: list[tuple[int, ...]] = []
        for at, count, added in edits(shown, self._taken_apart(picture)):
            for old, number in zip(shown[at : at + count], added, strict=False):
                if number >= known:
                    self._rewrite(number, old)
            shown[at : at + count] = added
            changes.append((at, count, *added))
        return changes

    def _taken_apart(self, picture: Element) -> list[int]:
        look = {name: value for name, value in picture.items() if name != "xmlns"}
        numbers: list[int] = []
        elements: dict[int, tuple[Element, int]] = {}
        for element in (Element(picture.tag, look), *picture):
            same = self._last.get(id(element))
            number = self._number(element) if same is None else same[1]
            elements[id(element)] = element, number
            numbers.append(number)
        self._last = elements
        return numbers

    def _number(self, element: Element) -> int:
        key = _key(element)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self._texts.append(tostring(_plain(element), encoding="unicode"))
            self.parts.append(self._texts[-1])
        return self._numbers[key]

    def _rewrite(self, number: int, other: int) -> None:
        """Give a part by what differs from another, if that is shorter."""
        text = self._texts[number]
        rewriting: Rewriting = [other, *text_edits(self._texts[other], text)]
        if len(json.dumps(rewriting)) < len(json.dumps(text)):
            self.parts[number] = rewriting


def _key(element: Element) -> tuple[object, ...]:
    """What an element is equal by, as text of it would be; making that takes much longer."""
    key = (element.tag, element.text and _cut(element.text), *element.attrib.items())
    return (*key, *((_key(each), _cut(each.tail)) for each in element)) if len(element) else key


def _plain(element: Element) -> Element:
    """A copy without name space, without what follows it, and without too long texts."""
    copy = Element(element.tag.removeprefix(_SVG), element.attrib)
    copy.text = _cut(element.text)
    for each in element:
        copy.append(_plain(each))
        copy[-1].tail = _cut(each.tail)
    return copy


def _cut(text: str | None) -> str | None:
    return text and shortened(text, _TEXT_LENGTH)
