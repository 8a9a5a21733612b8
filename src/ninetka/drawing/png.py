"""SVG as PNG, for programs that cannot show SVG. Needs the extra `png`."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Final

from ..base.errors import NinetkaError, missing_extra

try:
    from resvg_py import svg_to_bytes
except ModuleNotFoundError as _error:
    raise missing_extra("png", _error) from _error

__all__ = ["to_png"]

_ANY_FAMILY: Final = 'font-family="sans-serif"'
_FAMILIES: Final = (
    'font-family="sans-serif, DejaVu Sans, Liberation Sans, Noto Sans, Open Sans, Roboto, Ubuntu, '
    "Cantarell, FreeSans, Nimbus Sans, Inter, Adwaita Sans, Lato, Noto Sans CJK JP, "
    'Noto Sans CJK SC, Droid Sans Fallback"'
)
"""Families that systems have. For resvg 0.48, `sans-serif` is Arial; without it no text shows."""
_LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" {}><text y="9">a</text></svg>'
)


def to_png(svg: str, *, background: str | None = "white") -> bytes:
    """The picture as a PNG, as wide as the SVG says it is, or as its `viewBox` does.

    `background` is the colour behind what is transparent, such as the rounded corners: a name or
    `#rrggbb`; with None they stay transparent. Letters are drawn with the system's sans-serif
    fonts; a RuntimeWarning says if it has none, and the picture has no letters then. Raises
    NinetkaError for a text that is not SVG, or not a colour.
    """
    try:
        png = svg_to_bytes(svg_string=svg.replace(_ANY_FAMILY, _FAMILIES), background=background)
    except ValueError as error:
        raise NinetkaError(f"the picture cannot be drawn: {error}") from error
    if "<text" in svg and not _has_fonts():
        sentence = "the picture has no letters, as no font was found: install DejaVu Sans, say"
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
    return bytes(png)


@cache
def _has_fonts() -> bool:
    """Return whether resvg finds a font of these families."""
    drawn = svg_to_bytes(svg_string=_LETTER.format(_FAMILIES))
    return drawn != svg_to_bytes(svg_string=_LETTER.format(_FAMILIES), skip_system_fonts=True)
