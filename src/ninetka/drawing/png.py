"""SVG as PNG, for programs that cannot show SVG. Needs the extra `png`."""

from __future__ import annotations

from ..base.errors import NinetkaError, missing_extra

try:
    from resvg_py import svg_to_bytes
except ModuleNotFoundError as _error:
    raise missing_extra("png", _error) from _error

__all__ = ["to_png"]


def to_png(svg: str, *, background: str | None = "white") -> bytes:
    """The picture as a PNG, as wide as the SVG says it is, or as its `viewBox` does.

    `background` is the colour behind what is transparent, such as the rounded corners: a name or
    `#rrggbb`; with None they stay transparent. Letters are drawn with the system's fonts. Raises
    NinetkaError for a text that is not SVG, or not a colour.
    """
    try:
        return bytes(svg_to_bytes(svg_string=svg, background=background))
    except ValueError as error:
        raise NinetkaError(f"the picture cannot be drawn: {error}") from error
