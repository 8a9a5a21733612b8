"""Colours as people see them, with normal colour vision or without one kind of cone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

# How colours look to people without one kind of cone, after Machado, Oliveira and Fernandes (2009).
VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deutan": ((0.3673, 0.8606, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}


def lab(colour: str, vision: str) -> tuple[float, float, float]:
    """A colour as seen, in CIE L*a*b*."""
    coded = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in coded]
    r, g, b = (
        min(1, max(0, sum(by * each for by, each in zip(row, light, strict=True))))
        for row in VISIONS[vision]
    )
    x, y, z = (
        each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116
        for each in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_distance(colours: Iterable[str], vision: str) -> float:
    """The distance between the two most similar colours; 2.3 can just be noticed."""
    seen = [lab(colour, vision) for colour in colours]
    return min(math.dist(one, other) for one, other in itertools.combinations(seen, 2))


def painted(text: str, ground: str) -> str:
    """A text on a coloured ground, in codes as terminals know them."""
    return f"\x1b[1;{int(ground[1:], 16)}m{text}\x1b[0m"
