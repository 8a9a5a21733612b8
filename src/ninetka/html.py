"""Tables as HTML, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def html_table(rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table of texts, which may hold anything; its first row are the headings."""
    heads, *others = (
        "".join(f"<{cell}>{escape(text)}</{cell}>" for text in row)
        for row, cell in zip(rows, ["th", *["td"] * len(rows)], strict=False)
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(f"<tr>{row}</tr>" for row in others)
    return f"<table>{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
