"""What pictures of any game share: the frame, texts that fit, marks and arrows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias
from unicodedata import normalize
from xml.etree.ElementTree import Element

from .errors import NinetkaError, quoted

Point: TypeAlias = tuple[float, float]

MOST_PIXELS: Final = 10_000
DARK: Final = "#1a1a1a"
INK: Final = "#5d574c"

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDTHS: Final = (
    (0.6, re.compile(r"[ !\"'()*,./:;I\[\\\]`fijlrt|-]")),
    (0.75, re.compile("[0-9a-ln-vx-z{}$?_]")),
    (0.95, re.compile("[A-LN-VX-Z#&+<=>^~]")),
    (1.2, re.compile("[!-~\u00a1-\u017f]")),
    (1.1, re.compile("[\u03ac-\u03ce\u0430-\u045f]")),  # small Greek and Cyrillic letters
    (1.3, re.compile("[\u0386-\u03ab\u0400-\u042f]")),
    (1.1, re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")),  # Japanese, Chinese, Korean
    (14.0, re.compile("[\ufdf0-\ufdff]")),  # whole phrases in Arabic
    (8.0, re.compile("[\u2e3a\u2e3b\U00012000-\U0001254f]")),  # long dashes, cuneiform
)
_OTHER_WIDTH: Final = 1.6
"""Characters' widths in units of the font's size, as no usual sans-serif font exceeds them."""
_COMPOSED: Final = 4
"""The most characters that become one when they are composed."""


def clean(text: str) -> str:
    """A text without what no XML can hold."""
    return _NOT_IN_XML.sub("\ufffd", text)


def frame(width: int, height: int, size: int | None, role: str) -> Element:
    """The outermost element, `size` pixels wide if that is given. Raises NinetkaError."""
    look = {"role": role, "font-family": "sans-serif", "text-anchor": "middle", "direction": "ltr"}
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    if size is None:
        return Element("svg", box | look)
    if type(size) is not int or not 1 <= size <= MOST_PIXELS:
        raise NinetkaError(f"a picture is 1 to {MOST_PIXELS} pixels wide, not {quoted(size)}")
    pixels = {"width": str(size), "height": str(round(size * height / width))}
    return Element("svg", box | pixels | look)


def text_width(text: str) -> float:
    """At most so wide is a text in any usual sans-serif font, in units of the font's size."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    base = normalize("NFD", character)[0] if character < "\u0250" else character
    return next((width for width, some in _WIDTHS if some.match(base)), _OTHER_WIDTH)


def fitting(text: str, width: float) -> str:
    """As much of a text as surely fits into a width in units of the font's size."""
    most = int(width / _WIDTHS[0][0]) + 1
    text = normalize("NFC", text[: most * _COMPOSED])  # no more of it: to sort marks takes long
    if text_width(text) <= width:
        return text
    room, kept = width - text_width("…"), 0
    while (room := room - _character_width(text[kept])) >= 0:
        kept += 1
    return f"{text[:kept].rstrip()}…"


def label(text: str, at: Point, kind: str, size: int = 15, fill: str = INK) -> Element:
    """A text around a point of its base line."""
    x, y = at
    place = {"class": kind, "x": f"{x:g}", "y": f"{y:g}", "font-size": str(size), "fill": fill}
    element = Element("text", place)
    element.text = text
    return element


def arrow(start: Point, end: Point, kind: str, colour: str, width: float) -> Iterator[Element]:
    """A line and a head, whose tip is the end."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / length, (to_y - y) / length
    side = width + 4.5
    back_x, back_y = to_x - (width + 7.5) * dx, to_y - (width + 7.5) * dy
    head = [
        end,
        (back_x - side * dy, back_y + side * dx),
        (back_x + side * dy, back_y - side * dx),
    ]
    line = {"d": f"M{x:g} {y:g}L{back_x:g} {back_y:g}", "stroke-width": f"{width:g}"}
    yield Element("path", {"class": kind, "stroke": colour, "fill": "none", **line})
    yield Element("polygon", {"class": kind, "points": points(head), "fill": colour})


def turn_mark(x: float, y: float) -> Element:
    """What stands with the seat whose turn it is."""
    path = f"M{x - 6:g} {y - 8:g}L{x + 7:g} {y:g}L{x - 6:g} {y + 8:g}Z"
    return Element("path", {"class": "to-move", "d": path, "fill": DARK})


def star(x: float, y: float) -> Element:
    """What stands with a seat that won."""
    radii = [10, 4] * 5
    angles = [math.pi * (step / 5 - 0.5) for step in range(10)]
    corners = [
        (x + r * math.cos(at), y + r * math.sin(at)) for r, at in zip(radii, angles, strict=True)
    ]
    return Element("polygon", {"class": "won", "points": points(corners), "fill": DARK})


def points(corners: Iterable[Point]) -> str:
    """The corners of a polygon."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
