"""Pictures compared by what they show, not by how that is written."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def meaning(element: Element) -> tuple[object, ...]:
    """What an element shows and where, however it is written."""
    given = {name: value for name, value in element.items() if name not in ("font-family", "role")}
    places = sorted(
        (name, value if name == "data-square" or not numbers(value) else tuple(numbers(value)))
        for name, value in given.items()
    )
    text = (element.text or "").strip()
    return element.tag, tuple(places), text, tuple(map(meaning, element))
