"""Texts made safe for terminals."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text that somebody else wrote, with what could command the terminal made visible."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
