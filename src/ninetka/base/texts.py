"""Texts as people write them, and made safe for terminals."""

from __future__ import annotations

from typing import Final

DASH: Final = "[-\u2010-\u2015\u2212]"
"""A hyphen in a regular expression, or what word processors put in its place: other hyphens,
dashes, the minus sign."""
COMMA: Final = "[,/]"
"""A comma in a regular expression, or a slash, which is read too: OpenSpiel has its own commas."""


def printable(text: str) -> str:
    """A text from outside, with characters that could control the terminal made visible."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
