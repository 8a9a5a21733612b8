"""Pictures compared by what they show, not by how that is written."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def meaning(element: Element) -> tuple[object, ...]:
    """What an element shows, however its attributes are ordered and its numbers written."""
    attributes = sorted((name, _worded(value)) for name, value in element.items())
    text = (element.text or "").strip()
    return element.tag, tuple(attributes), text, tuple(map(meaning, element))


def _worded(value: str) -> tuple[object, ...]:
    """A value's words, and its numbers as numbers."""
    parts = re.split(r"(-?\d+(?:\.\d+)?)", value)
    return tuple(float(part) if place % 2 else part.strip() for place, part in enumerate(parts))
