"""The syntax of SGF, a form of game records, whatever the game (FF[4], and what older files do).

A file is a series of games, a game is a tree of nodes in ( ), a node is `;` and properties, and a
property is a name and values in [ ].
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from ..errors import NinetkaError, quoted

__all__ = [
    "Node",
    "Places",
    "SgfError",
    "Tree",
    "Value",
    "decoded",
    "read_tree",
    "write_property",
    "write_tree",
]

_WIDTH: Final = 80
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_VALUE: Final = r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]"
_NAME: Final = "[A-Za-z][A-Za-z0-9]*+"
_TOKEN: Final = re.compile(
    rf"(?P<node>;)|(?P<property>({_NAME})\s*+{_VALUE})|(?P<more>{_VALUE})"
    r"|(?P<open>\()|(?P<close>\))|(?P<other>\S)",
    re.DOTALL,
)
_PROPERTY_NAME, _PROPERTY_VALUE, _MORE_VALUE = 3, 4, 6
"""Groups of the pattern."""
_MAY_FOLLOW: Final = {
    "node": {"open", "node", "property", "more"},
    "property": {"node", "property", "more"},
    "more": {"property", "more"},
    "open": {"start", "node", "property", "more", "close"},
    "close": {"node", "property", "more", "close"},
    "other": set[str](),
}
"""What may stand before a token of each kind."""
_DAMAGED: Final = re.compile(rf"({_NAME})\s*+(\[?)")
_LINE_BREAK: Final = r"\r\n?|\n\r?"
_NOT_PLAIN: Final = re.compile(
    rf"\\(?P<soft>{_LINE_BREAK})|\\?(?P<blank>[\t\v\f])|\\(?P<char>.)"
    rf"|(?P<hard>{_LINE_BREAK})",
    re.DOTALL,
)
_LOWER: Final = re.compile("[a-z]+")
_TO_ESCAPE: Final = re.compile(r"[\]\\]|(?<=\n)\(")
"""The last so that no line of a value is taken for the first of a game."""
_ESCAPED: Final = r"\\\g<0>"
_ENCODING: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,39}")
_NOT_UTF8: Final = re.compile("[\ud800-\udfff]")
_SAME_IN_ALL: Final = (rb"\u0041", b"xn--tda", bytes(range(128)))
"""What every encoding of text files reads as ASCII does."""


@attrs.define
class SgfError(NinetkaError):
    """A text is not SGF."""

    sentence: str
    """What is wrong, without the place."""
    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.sentence}"


@attrs.define
class Value:
    r"""One value of a property.

    >>> Value(r"a \] in brackets, a long \
    ... line and a C:\\ path", 0).text
    'a ] in brackets, a long line and a C:\\ path'
    """

    raw: str
    """As it stands between [ and ]."""
    offset: int
    """Where it stands in the text of the game, from 0; the first where its property's name does."""

    @property
    def text(self) -> str:
        r"""The text it stands for: without `\`, lines end in `\n`."""
        return _NOT_PLAIN.sub(_plain, self.raw)

    @property
    def simple_text(self) -> str:
        """The same on one line, as the standard has it for names and the like."""
        return self.text.replace("\n", " ")


def _plain(match: re.Match[str]) -> str:
    """What a piece of a raw value stands for."""
    plain = {"soft": "", "hard": "\n", "blank": " ", "char": match["char"]}
    return plain[match.lastgroup or ""]


@attrs.define
class Node:
    """One node of a game."""

    offset: int
    """Where its ; stands in the text of the game, from 0."""
    properties: dict[str, list[Value]] = attrs.field(factory=dict)
    """By name, in the order of the file. If a name is there several times, all its values."""


@attrs.define
class Places:
    """Says where in a file the characters of a text stand that begins at this line and column."""

    text: str
    line: int = 1
    column: int = 1
    _ends: list[int] | None = attrs.field(default=None, init=False, eq=False, repr=False)

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, from 1."""
        if self._ends is None:
            self._ends = [match.start() for match in re.finditer("\n", self.text)]
        before = bisect_left(self._ends, offset)
        if not before:
            return self.line, self.column + offset
        return self.line + before, offset - self._ends[before - 1]

    def error(self, sentence: str, offset: int) -> SgfError:
        """The error that says what is wrong there."""
        return SgfError(sentence, *self.of(offset))


@attrs.frozen
class Tree:
    """A game's main line of play, which is the first of its variations everywhere."""

    nodes: Sequence[Node]
    variation: int | None
    """Offset of the first variation that was left out, None if there is only one line."""
    places: Places
    """Says where an offset is in the file."""


def read_tree(text: str, line: int = 1, column: int = 1) -> Tree:
    """The one game of a text that stands at this line and column of its file. Raises SgfError.

    Lower-case letters in names don't count, so `PlayerBlack` is `PB`, as in files before FF[4].

    >>> tree = read_tree("(;GM[40]SZ[30];B[po](;W[oo])(;W[pp]))")
    >>> [list(node.properties) for node in tree.nodes], tree.variation
    ([['GM', 'SZ'], ['B'], ['W']], 28)
    """
    return _Reader(Places(text, line, column)).read()


class _Reader:
    def __init__(self, places: Places) -> None:
        self.places, self.text = places, places.text
        self.nodes: list[Node] = []
        self.values: list[Value] = []

    def read(self) -> Tree:
        depth, last, is_main, variation = 0, "start", True, None
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup or ""
            if last not in _MAY_FOLLOW[kind] or (last == "close" and not depth):
                complaint = _complaint(self.text, match.start(), last, depth)
                raise self.places.error(complaint, match.start())
            if kind == "open":
                depth += 1
                if not is_main and variation is None:
                    variation = match.start()
            elif kind == "close":
                depth -= 1
                is_main = False
            elif is_main:
                self.keep(kind, match)
            last = kind
        if depth or last == "start":
            missing = "the game is not closed with )" if depth else "here is no game"
            raise self.places.error(missing, len(self.text.rstrip()))
        return Tree(self.nodes, variation, self.places)

    def keep(self, kind: str, match: re.Match[str]) -> None:
        """Note down a token of the main line."""
        if kind == "node":
            self.nodes.append(Node(match.start()))
        elif kind == "property":
            name = match[_PROPERTY_NAME]
            capitals = name if name.isupper() else _LOWER.sub("", name)
            if not capitals:
                sentence = f"a property's name is in capital letters, not {quoted(name)}"
                raise self.places.error(sentence, match.start())
            self.values = self.nodes[-1].properties.setdefault(capitals, [])
            self.values.append(Value(match[_PROPERTY_VALUE], match.start()))
        else:
            self.values.append(Value(match[_MORE_VALUE], match.start()))


def _complaint(text: str, at: int, last: str, depth: int) -> str:
    """Why there cannot stand what stands there after a token of the last kind."""
    found = quoted(text[at : at + 41])
    damaged = _DAMAGED.match(text, at)
    if last == "start":
        return f"a game begins with (;, not with {found}"
    if last == "open":
        return f"a ( is followed by ;, not by {found}"
    if not depth:
        return f"the game is over, but {found} follows"
    if last == "close":
        return f"a variation in ( ) cannot be followed by {found}"
    if damaged and damaged[2]:
        return f"the value of {quoted(damaged[1])} is not closed with ]"
    if damaged:
        return f"the property {quoted(damaged[1])} has no value in [ ]"
    if text[at] == "[" and last == "node":
        return "a value in [ ] has no property's name before it"
    if text[at] == "[":
        return "the value that begins here is not closed with ]"
    if text[at] == "]":
        return r"a ] stands outside of a value; in a value it is written \]"
    return f"{found} is neither a property nor the beginning of a node or a variation"


def write_tree(nodes: Iterable[Mapping[str, Sequence[str]]]) -> str:
    r"""A game of one line of play, with line breaks between its nodes.

    `nodes` are the texts of the values of each property, by its name; each has one at least.

    >>> print(write_tree([{"GM": ["40"], "C": ["[sic]"]}, {"B": ["po"]}]), end="")
    (;GM[40]C[[sic\]];B[po])
    """
    lines, line = [], "("
    for node in nodes:
        text = "".join(write_property(name, values) for name, values in node.items())
        if len(line) + len(text) >= _WIDTH and line != "(":
            lines.append(line)
            line = ""
        line += f";{text}"
    return "\n".join([*lines, f"{line})\n"])


def write_property(name: str, values: Iterable[str]) -> str:
    """A property as it is written, given the texts of its values."""
    return f"{name}[{']['.join(_TO_ESCAPE.sub(_ESCAPED, value) for value in values)}]"


def decoded(text: str, encoding: str) -> str:
    r"""The same text, but if it holds bytes that are not UTF-8, read in the encoding of that name.

    Such bytes stand in it as `surrogateescape` leaves them. An empty name means UTF-8. Raises
    NinetkaError if no such encoding is known, or if the text is not in it.

    >>> decoded("PB[\udccf\udce5\udcf2\udcff]", "windows-1251")
    'PB[Петя]'
    """
    if not _NOT_UTF8.search(text):
        return text
    if encoding.lower() in ("", "utf-8", "utf8"):
        raise NinetkaError("the text is not UTF-8, and CA names no other encoding")
    if not _is_known(encoding):
        raise NinetkaError(f"the text is in {quoted(encoding)}, an encoding that cannot be read")
    try:
        return text.encode("utf-8", "surrogateescape").decode(encoding)
    except UnicodeError as error:
        raise NinetkaError(f"the text is not in {quoted(encoding)}, which CA names") from error


def _is_known(encoding: str) -> bool:
    """Whether it is the name of an encoding of text files that goes beyond ASCII."""
    try:
        return bool(_ENCODING.fullmatch(encoding)) and all(
            ascii_text.decode(encoding) == ascii_text.decode() for ascii_text in _SAME_IN_ALL
        )
    except (LookupError, UnicodeError):
        return False
