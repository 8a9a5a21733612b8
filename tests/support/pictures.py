"""What is in a picture."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, fromstring

SVG = "{http://www.w3.org/2000/svg}"
Spot = tuple[float, float]


def drawn(state: Any, **options: Any) -> Element:
    """The picture, read as XML."""
    return fromstring(state.to_svg(**options))


def description_of(picture: Element) -> str:
    return picture.findtext(f"{SVG}desc") or ""


def of_class(picture: Element, kind: str) -> list[Element]:
    return [each for each in picture.iter() if kind in each.get("class", "").split()]


def by_place(picture: Element, kind: str) -> dict[str, Element]:
    """The elements of a class that are on places of the board, by the places' names."""
    found = of_class(picture, kind)
    return {each.attrib["data-place"]: each for each in found if "data-place" in each.attrib}


def numbers(text: str | None) -> list[float]:
    """The numbers in an attribute."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


def middle(element: Element) -> Spot:
    """Of a rectangle, a circle, or the circle in a group."""
    if element.tag == f"{SVG}rect":
        x, y, width, height = (
            float(element.get(name, "")) for name in ("x", "y", "width", "height")
        )
        return x + width / 2, y + height / 2
    circle = next(each for each in element.iter() if each.get("cx"))
    return float(circle.get("cx", "")), float(circle.get("cy", ""))
