"""How deep JSON may be nested: Python's parser has no limit of its own that holds everywhere."""

from __future__ import annotations

import re
from typing import Final

from .errors import NinetkaError

MAX_DEPTH: Final = 100
"""How many lists and objects may stand within one another."""

_PIECE: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


def check_depth(text: str) -> None:
    """Raise NinetkaError for a text that as JSON is nested deeper than MAX_DEPTH.

    To be asked before parsing: in WebAssembly the parser would end the whole interpreter.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for piece in _PIECE.finditer(text):
        if piece[0] in "[{":
            depth += 1
        elif piece[0] in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            raise NinetkaError(f"lists and objects are nested more than {MAX_DEPTH} deep")
