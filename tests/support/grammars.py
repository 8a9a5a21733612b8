"""The grammars of docs/formats.md, read from that page, and texts generated from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
_PIECE = re.compile(
    r"""\s+|\(\*.*?\*\)|("[^"]*"|'[^']*'|\?[^?]*\?|\w+|[{}\[\]()|,;=])""", re.DOTALL
)

Node = tuple[Any, ...]
"""("all" or "one", nodes), ("many" or "maybe", node), ("text" or "said" or "name", itself)."""


def _pieces() -> list[str]:
    """The tokens of all grammars on the page, in order."""
    found = []
    for block in re.findall(r"```ebnf\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        end = 0
        while end < len(block):
            match = _PIECE.match(block, end)
            assert match, block[end:]
            found += [match[1]] if match[1] else []
            end = match.end()
    return found


def _rules() -> dict[str, Node]:
    pieces = _pieces()[::-1]
    rules = {}
    while pieces:
        name, equals = pieces.pop(), pieces.pop()
        assert equals == "="
        assert name not in rules
        rules[name] = _either(pieces)
        assert pieces.pop() == ";"
    return rules


def _either(pieces: list[str]) -> Node:
    choices = [_row(pieces)]
    while pieces[-1] == "|":
        pieces.pop()
        choices.append(_row(pieces))
    return choices[0] if len(choices) == 1 else ("one", choices)


def _row(pieces: list[str]) -> Node:
    row = [_single(pieces)]
    while pieces[-1] == ",":
        pieces.pop()
        row.append(_single(pieces))
    return row[0] if len(row) == 1 else ("all", row)


def _single(pieces: list[str]) -> Node:
    piece = pieces.pop()
    if piece in "{[(":
        inner = _either(pieces)
        assert pieces.pop() == {"{": "}", "[": "]", "(": ")"}[piece]
        return inner if piece == "(" else ({"{": "many", "[": "maybe"}[piece], inner)
    kind = {'"': "text", "'": "text", "?": "said"}.get(piece[0], "name")
    return (kind, {"text": piece[1:-1], "said": piece[2:-2], "name": piece}[kind])


RULES = _rules()
"""The rules of the grammars, by name."""


def texts(node: Node | str, said: Mapping[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    """Texts of a rule; `said` has the texts that each wording between question marks stands for."""
    kind, inner = RULES[node] if isinstance(node, str) else node
    if kind in ("text", "said"):
        return st.just(inner) if kind == "text" else said[inner]
    if kind == "name":
        return texts(inner, said)
    if kind == "one":
        return st.one_of([texts(each, said) for each in inner])
    if kind == "all":
        return st.tuples(*(texts(each, said) for each in inner)).map("".join)
    repeated = st.lists(texts(inner, said), max_size=8 if kind == "many" else 1)
    return repeated.map("".join)
