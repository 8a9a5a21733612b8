"""Parts of pictures of any game: frame, texts that fit, colours, marks and arrows.

Pictures have no ids, scripts, styles or links, so a page can hold any number of them. Classes say
what each element is, so that style sheets can change its look.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias
from unicodedata import normalize
from xml.etree.ElementTree import Element, SubElement

import attrs

from ..base.errors import NinetkaError, did_you_mean, quoted
from ..base.messages import listed
from .options import M, P, Picture, names_by_seat

__all__ = [
    "ACCENT",
    "DARK",
    "INK",
    "LIGHT",
    "Point",
    "arrow",
    "arrows",
    "blank_picture",
    "clean",
    "contrast",
    "fit_text",
    "ink_on",
    "label",
    "legend_box",
    "points",
    "readable",
    "star",
    "text_width",
    "turn_mark",
]

Point: TypeAlias = tuple[float, float]
"""x and y in a picture, to the right and down."""

MAX_PIXELS: Final = 10_000
"""The greatest width of a picture."""

DARK: Final = "#1a1a1a"
"""The darker of the two inks for texts on coloured areas."""
LIGHT: Final = "#ffffff"
"""The lighter of the two inks for texts on coloured areas."""
INK: Final = "#5d574c"
"""The colour of texts on the paper."""
ACCENT: Final = "#b0006d"
"""The colour of the last move's mark."""
_BORDER: Final = "#8d8679"
"""Seen on light and on dark pages."""

_FRACTION: Final = re.compile(r"\b([0-9]{1,9})/([2-5])\b")
_PARTS: Final = {
    "1/2": "½",
    "1/3": "⅓",
    "2/3": "⅔",
    "1/4": "¼",
    "3/4": "¾",
    "1/5": "⅕",
    "2/5": "⅖",
    "3/5": "⅗",
    "4/5": "⅘",
}
"""Parts of a point, which is divided among five players at most."""
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
"""Widths of characters in units of the font's size, which no common sans-serif font exceeds."""
_COMPOSED: Final = 4
"""The most characters that are composed into one."""


def clean(text: str) -> str:
    """A text with U+FFFD in place of characters that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", text)


def checked(picture: Picture[M, P], known_marks: Sequence[str], players: int) -> Picture[M, P]:
    """The picture with one name per seat, and with texts that XML can hold.

    Raises NinetkaError for an unknown mark, a width out of range or too many names.
    """
    for mark in picture.marks:
        if mark not in known_marks:
            can = listed(known_marks) if known_marks else "nothing"
            what = f"{quoted(mark)}{did_you_mean(mark, known_marks)}"
            raise NinetkaError(f"pictures of this game can mark {can}, not {what}")
    size = picture.size
    if size is not None and not 1 <= size <= MAX_PIXELS:
        raise NinetkaError(f"a picture is 1 to {MAX_PIXELS} pixels wide, not {quoted(size)}")
    names = [clean(name) for name in names_by_seat(picture.names, players)]
    title = None if picture.title is None else clean(picture.title)
    return attrs.evolve(picture, names=names, title=title)


def blank_picture(
    picture: Picture[Any, Any], width: int, height: int, *, title: str, description: str, paper: str
) -> tuple[Element, Element]:
    """An SVG element with title, description and paper, and the element to draw into.

    `title` is for pictures that are not given one. Controls go straight into the SVG element. If
    there are controls, the other element is hidden from screen readers, since the controls and the
    description say the same.
    """
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"}
    size = picture.size
    if size is not None:
        box |= {"width": str(size), "height": str(round(size * height / width))}
    role = "group" if picture.targets else "img"
    look = {"role": role, "font-family": "sans-serif", "text-anchor": "middle", "direction": "ltr"}
    svg = Element("svg", box | look)
    SubElement(svg, "title").text = title if picture.title is None else picture.title
    SubElement(svg, "desc").text = description
    seen = SubElement(svg, "g", {"aria-hidden": "true"}) if picture.targets else svg
    # In numbers: QtSvg 6.12 takes 100% for 100
    sheet = {"class": "paper", "width": str(width), "height": str(height), "rx": "8"}
    SubElement(seen, "rect", sheet | {"fill": paper})
    return svg, seen


def text_width(text: str) -> float:
    """The greatest width of a text in any common sans-serif font, in units of the font's size."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    base = normalize("NFD", character)[0] if character < "\u0250" else character
    return next((width for width, some in _WIDTHS if some.match(base)), _OTHER_WIDTH)


def fit_text(text: str, width: float) -> str:
    """The text, cut with … if it might be wider than `width`, in units of the font's size."""
    most = int(width / _WIDTHS[0][0]) + 1
    text = normalize("NFC", text[: most * _COMPOSED])  # not all of it: sorting marks is slow
    if text_width(text) <= width:
        return text
    room, kept = width - text_width("…"), 0
    while (room := room - _character_width(text[kept])) >= 0:
        kept += 1
    return f"{text[:kept].rstrip()}…"


def readable(points: str) -> str:
    """Points, or several of them, as players read them: 16⅔ for 50/3."""
    return _FRACTION.sub(_mixed, points)


def _mixed(fraction: re.Match[str]) -> str:
    over, under = int(fraction[1]), int(fraction[2])
    whole, part = over // under, _PARTS.get(f"{over % under}/{under}")
    return f"{whole or ''}{part}" if part else fraction[0]


def label(
    text: str,
    at: Point,
    kind: str,
    size: int = 15,
    fill: str = INK,
    *,
    anchor: str | None = None,
    bold: bool = False,
) -> Element:
    """A text whose base line has its middle at the point `at`, or its `start` or `end` (`anchor`).

    `kind` is its CSS class, `size` the size of its font, and `fill` its colour.
    """
    x, y = at
    place = {"class": kind, "x": f"{x:g}", "y": f"{y:g}", "font-size": str(size), "fill": fill}
    if anchor is not None:
        place["text-anchor"] = anchor
    if bold:
        place["font-weight"] = "bold"
    element = Element("text", place)
    element.text = text
    return element


def legend_box(
    kind: str, width: float, height: float, at: Point = (0, 0), *, marked: bool
) -> Element:
    """The box of a seat in the legend; it stands out if it is `marked`.

    `kind` is its CSS class, and `at` its top left corner.
    """
    x, y = at
    look = {"class": kind, "fill": "none", "rx": "5", "stroke": _BORDER}
    look |= {"stroke-width": "3"} if marked else {"stroke-opacity": "0.4"}
    place = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}"}
    return Element("rect", look | place)


def ink_on(colour: str) -> str:
    """Dark or light, whichever stands out more on a colour, `#rrggbb`."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    coded = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in coded
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def arrow(start: Point, end: Point, kind: str, colour: str, width: float) -> Iterator[Element]:
    """An arrow: a line of that width, and a head with its tip at `end`; `kind` is its CSS class."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / length, (to_y - y) / length
    side = width + 4.5
    back_x, back_y = to_x - (width + 7.5) * dx, to_y - (width + 7.5) * dy
    head = [end, (back_x - side * dy, back_y + side * dx), (back_x + side * dy, back_y - side * dx)]
    line = {"d": f"M{x:g} {y:g}L{back_x:g} {back_y:g}", "stroke-width": f"{width:g}"}
    yield Element("path", {"class": kind, "stroke": colour, "fill": "none", **line})
    yield Element("polygon", {"class": kind, "points": points(head), "fill": colour})


def arrows(
    pairs: Iterable[tuple[P, P]],
    at: Callable[[P], Point],
    colour: str,
    width: float,
    *,
    place: str,
    name_of: Callable[[P], object] = str,
) -> Iterator[Element]:
    """Arrows between the places of each pair, which a picture's caller has asked for.

    `at` takes a place to its middle and refuses one that is not there. Errors call places `place`,
    and a single one `name_of(it)`. `width` is that of the lines. Raises NinetkaError for an arrow
    from a place to itself.
    """
    for start, end in pairs:
        tail, tip = at(start), at(end)
        if tail == tip:
            raise NinetkaError(
                f"an arrow leads to another {place}, not from {name_of(start)} to {name_of(end)}"
            )
        yield from arrow(tail, tip, "arrow", colour, width)


def turn_mark(x: float, y: float) -> Element:
    """The triangle beside the seat to move."""
    path = f"M{x - 6:g} {y - 8:g}L{x + 7:g} {y:g}L{x - 6:g} {y + 8:g}Z"
    return Element("path", {"class": "to-move", "d": path, "fill": DARK})


def star(x: float, y: float) -> Element:
    """The star beside a seat that has won."""
    radii = [10, 4] * 5
    angles = [math.pi * (step / 5 - 0.5) for step in range(10)]
    corners = [
        (x + r * math.cos(at), y + r * math.sin(at)) for r, at in zip(radii, angles, strict=True)
    ]
    return Element("polygon", {"class": "won", "points": points(corners), "fill": DARK})


def points(corners: Iterable[Point]) -> str:
    """The attribute `points` of a polygon with these corners."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
