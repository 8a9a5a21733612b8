"""The syntax of SGF (FF[4], and what older files do), for any game.

A file is a series of games, a game is a tree of nodes in ( ), a node is `;` and properties, and a
property is a name and values in [ ]. `split_games` cuts a file into games, `read_tree` reads one,
and `write_tree` writes one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from ...base.errors import NinetkaError, quoted
from ...base.errors import RecordErrorKind as Kind
from ...protocol.forms import MAX_VARIATION_DEPTH, NOT_UTF8

_WIDTH: Final = 80
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_VALUE: Final = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
_NAME: Final = "[A-Za-z][A-Za-z0-9]*+"
_TOKEN: Final = re.compile(
    rf"(?P<node>;)|(?P<property>(?P<name>{_NAME})\s*+\[(?P<value>{_VALUE})\])"
    rf"|(?P<more>\[(?P<another>{_VALUE})\])|(?P<open>\()|(?P<close>\))|(?P<other>\S)",
    re.DOTALL,
)
_FIRST_NODE: Final = re.compile(rf"\s*+\(\s*+;(?:\s*+{_NAME}\s*+(?:\[{_VALUE}\]\s*+)+)*", re.DOTALL)
_MAY_FOLLOW: Final = {
    "node": {"open", "node", "property", "more"},
    "property": {"node", "property", "more"},
    "more": {"property", "more"},
    "open": {"start", "node", "property", "more", "close"},
    "close": {"node", "property", "more", "close"},
    "other": set[str](),
}
"""The kinds of tokens that each kind may follow."""
_DAMAGED: Final = re.compile(rf"({_NAME})\s*+(\[?)")
_LINE_BREAK: Final = r"\r\n?|\n\r?"
_NOT_PLAIN: Final = re.compile(
    rf"\\(?P<soft>{_LINE_BREAK})|\\?(?P<blank>[\v\f])|\\(?P<char>.)"
    rf"|(?P<hard>{_LINE_BREAK})",
    re.DOTALL,
)
_LOWER: Final = re.compile("[a-z]+")
_TO_ESCAPE: Final = re.compile(r"[\]\\]|(?<=\n)\(")
"""The last so that no line of a value looks like the first line of a game."""
_ESCAPED: Final = r"\\\g<0>"
_SAME_IN_ALL: Final = (rb"\u0041", b"xn--tda", bytes(range(128)))
"""The bytes that every encoding of text files reads as ASCII."""

_SHOWN: Final = 80
"""The most characters of a text between games that are kept."""
_BLANK: Final = " \t\r\n\v\f\x00\x1a\xa0\ufeff"
"""Characters between games that are not reported: white space, and marks of systems."""
_ROOT: Final = re.compile(r"\( {0,8}; {0,8}(?:FF|GM|CA|AP|SZ) {0,8}\[")
"""The beginning of a game, not of a variation: only a game's first node has such properties."""
_SIGN: Final = re.compile(r"[()\[\]]|\\.?", re.DOTALL)
"""The signs that decide where a game ends; the last is an escape, which may be cut in two."""


class SgfError(NinetkaError):
    """A text is not SGF, or what it says of a game cannot be."""

    def __init__(self, sentence: str, offset: int, kind: Kind = Kind.SYNTAX) -> None:
        super().__init__(sentence)
        self.offset = offset
        """The place of the problem in the text of the game, from 0."""
        self.kind = kind


class Raw(str):
    """A value as it is written between [ and ], for `write_property` to leave as it is."""

    __slots__ = ()


@attrs.define
class PropValue:
    r"""One value of a property.

    >>> PropValue(r"a \] in brackets, a long \
    ... line and a C:\\ path", 0).text
    'a ] in brackets, a long line and a C:\\ path'
    """

    raw: str
    """The text between [ and ], as written."""
    offset: int
    """Its offset in the text of the game, from 0; a first value begins with the name."""

    @property
    def text(self) -> str:
        r"""The text that the value stands for, without `\`; lines end in `\n`.

        Tabs are kept, which FF[4] would have shown as blanks: tags can hold them.
        """
        return _NOT_PLAIN.sub(_plain, self.raw)

    @property
    def simple_text(self) -> str:
        """The text on one line, which is what the standard calls SimpleText."""
        return self.text.replace("\n", " ")


def _plain(match: re.Match[str]) -> str:
    """The text that a match in a raw value stands for."""
    plain = {"soft": "", "hard": "\n", "blank": " ", "char": match["char"]}
    return plain[match.lastgroup or ""]


@attrs.define
class Node:
    """One node of a game."""

    offset: int
    """The offset of its ; in the text of the game, from 0."""
    properties: dict[str, list[PropValue]] = attrs.field(factory=dict)
    """The values of each property, in the order of the file. A repeated name has all the values."""


@attrs.define
class GameTree:
    """A line of play, the first of the variations at every branch, and the others."""

    offset: int
    """The offset of its ( in the text of the game, from 0."""
    nodes: list[Node] = attrs.field(factory=list)
    variations: dict[int, list[GameTree]] = attrs.field(factory=dict)
    """Variations by the number of nodes before them. They replace the next node."""

    @property
    def variation(self) -> int | None:
        """Offset of the first variation; None if there is only one line."""
        first = [trees[0].offset for trees in self.variations.values()]
        return min(first, default=None)


@attrs.define
class _Bracket:
    """A ( that is not closed yet."""

    tree: GameTree
    """The line that its nodes belong to."""
    depth: int
    """The number of variations around it."""
    fork: int | None = None
    """The number of the line's nodes before the first bracket in this one."""

    def open(self, offset: int) -> _Bracket:
        """Another bracket in it: the first goes on with the line, the others are variations."""
        if self.fork is None:
            self.fork = len(self.tree.nodes)
            return _Bracket(self.tree, self.depth)
        if self.depth == MAX_VARIATION_DEPTH:
            sentence = f"variations stand more than {MAX_VARIATION_DEPTH} deep in one another"
            raise SgfError(sentence, offset, Kind.SIZE)
        tree = GameTree(offset)
        self.tree.variations.setdefault(self.fork, []).append(tree)
        return _Bracket(tree, self.depth + 1)


class Lines:
    """The lines of a text that begins at some line and column of its file."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        self._line, self._column = line, column
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of a character of the text, from 1."""
        before = bisect_left(self._ends, offset)
        if not before:
            return self._line, self._column + offset
        return self._line + before, offset - self._ends[before - 1]


@attrs.define
class GameText:
    """A piece of a file: a game, or text between games."""

    line: int
    column: int
    """The column where it begins in the file, from 1."""
    size: int = 0
    """The number of its characters."""
    text: str = ""
    """The characters; empty if there are too many."""


def split_games(pieces: Iterable[str], max_size: int, line: int = 1) -> Iterator[GameText]:
    r"""Cut the lines of a file into its games, holding only one game at a time.

    A very long line may come in several pieces. A game ends with the ) that belongs to its first (,
    or before a line that begins with `(;` and a property that only a game's first node has, such as
    `GM[`, so that a damaged game doesn't swallow the next. Text between games comes as a piece of
    its own. No more than `max_size` characters of a game are held; `line` is the number of the
    first line.

    >>> [game.text for game in split_games(["(;B[aa])(;\n", "B[bb])\n"], 100)]
    ['(;B[aa])', '(;\nB[bb])']
    """
    splitter = _Splitter(max_size, line)
    for piece in pieces:
        yield from splitter.feed(piece)
    yield from splitter.finish()


class _Splitter:
    def __init__(self, max_size: int, line: int) -> None:
        self.max_size, self.line, self.column = max_size, line, 1
        self.depth = 0
        self.in_value = self.is_escaped = False
        self.game: GameText | None = None
        self.held: list[str] = []

    def feed(self, piece: str) -> Iterator[GameText]:
        """Take the next piece of the file, and yield the games and texts that end in it."""
        if self.depth and self.column == 1 and _ROOT.match(piece):
            yield from self.finish()
        at = 0
        while at < len(piece):
            if not self.depth:
                at = self.skip(piece, at)
                if at == len(piece):
                    break
                yield from self.finish()
                self.game = GameText(self.line, self.column + at)
            end = self.end_in(piece, at)
            self.hold(piece[at:end])
            at = end
            if not self.depth:
                yield from self.finish()
        self.column += len(piece)
        if piece.endswith("\n"):
            self.line, self.column = self.line + 1, 1

    def skip(self, piece: str, at: int) -> int:
        """The offset in the piece of the next game. Holds the beginning of the text before it."""
        opening = piece.find("(", at)
        end = len(piece) if opening < 0 else opening
        text = piece[at:end]
        if self.game is None:
            text = text.lstrip(_BLANK)
            if text:
                self.game = GameText(self.line, self.column + end - len(text))
        if self.game is not None:
            self.hold(text[: _SHOWN - self.game.size])
        return end

    def hold(self, text: str) -> None:
        assert self.game is not None
        self.game.size += len(text)
        if self.game.size <= self.max_size:
            self.held.append(text)
        else:
            self.held.clear()

    def finish(self) -> Iterator[GameText]:
        """Yield the game or text that has begun, if any."""
        if self.game is not None:
            self.game.text = "".join(self.held)
            yield self.game
        self.game = None
        self.held.clear()
        self.depth = 0
        self.in_value = self.is_escaped = False

    def end_in(self, piece: str, at: int) -> int:
        """The offset in the piece where the game ends, or where the piece does."""
        begin, self.is_escaped = at + self.is_escaped, False
        for match in _SIGN.finditer(piece, begin):
            sign = match[0]
            if self.in_value:
                self.in_value = sign != "]"
                self.is_escaped = sign == "\\"
            elif sign[-1] == "[":
                self.in_value = True
            elif sign[-1] in "()":
                self.depth += 1 if sign[-1] == "(" else -1
                if not self.depth:
                    return match.end()
        return len(piece)


def read_tree(text: str) -> GameTree:
    """The one game of a text. Raises SgfError.

    Lower-case letters in names don't count, so `PlayerBlack` is `PB`, as in files before FF[4].

    >>> tree = read_tree("(;GM[40]SZ[30];B[po](;W[oo])(;W[pp]))")
    >>> [list(node.properties) for node in tree.nodes], tree.variation
    ([['GM', 'SZ'], ['B'], ['W']], 28)
    """
    game = GameTree(0)
    brackets: list[_Bracket] = []
    values: list[PropValue] = []
    last = "start"
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if last not in _MAY_FOLLOW[kind] or (last == "close" and not brackets):
            raise SgfError(_complaint(text, match.start(), last, len(brackets)), match.start())
        if kind == "open":
            brackets.append(brackets[-1].open(match.start()) if brackets else _Bracket(game, 0))
        elif kind == "close":
            brackets.pop()
        elif kind == "node":
            brackets[-1].tree.nodes.append(Node(match.start()))
        elif kind == "property":
            name = _LOWER.sub("", match["name"])
            if not name:
                sentence = f"a property's name is in capital letters, not {quoted(match['name'])}"
                raise SgfError(sentence, match.start())
            values = brackets[-1].tree.nodes[-1].properties.setdefault(name, [])
            values.append(PropValue(match["value"], match.start()))
        else:
            values.append(PropValue(match["another"], match.start()))
        last = kind
    if brackets or last == "start":
        missing = "the game is not closed with )" if brackets else "there is no game here"
        raise SgfError(missing, len(text.rstrip()))
    return game


def first_node(text: str) -> str:
    r"""A game with its first node alone, as far as that can be read.

    >>> first_node("(;GM[40]SZ[20]C[a \\] ;B];B[jk])")
    '(;GM[40]SZ[20]C[a \\] ;B])'
    """
    match = _FIRST_NODE.match(text)
    return text if match is None else f"{match[0]})"


def _complaint(text: str, at: int, last: str, depth: int) -> str:
    """Say why the text at an offset cannot follow a token of the last kind."""
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
        return r"this ] is not in a value; in a value it is written \]"
    return f"{found} is neither a property nor the beginning of a node or a variation"


@attrs.frozen
class WrittenTree:
    """A line of play to write: the texts of the values of each property, by its name, by node."""

    nodes: Sequence[Mapping[str, Sequence[str]]]
    variations: Mapping[int, Sequence[WrittenTree]]
    """Variations by the number of nodes before them. They replace the next node."""


def write_tree(
    nodes: Iterable[Mapping[str, Sequence[str]]],
    variations: Mapping[int, Sequence[WrittenTree]] | None = None,
) -> str:
    r"""A game, with line breaks between its nodes.

    `nodes` are the texts of the values of each property, by its name; each has one at least. Before
    the node of a number, and instead of it, there are `variations`.

    >>> print(write_tree([{"GM": ["40"], "C": ["[sic]"]}, {"B": ["po"]}]), end="")
    (;GM[40]C[[sic\]];B[po])
    """
    lines, line = [], "("
    for text in _pieces(WrittenTree([*nodes], variations or {})):
        # No line begins with a bracket, as games do
        if text not in "()" and len(line) + len(text) > _WIDTH and line != "(":
            lines.append(line)
            line = ""
        line += text
    return "\n".join([*lines, f"{line})\n"])


def _pieces(tree: WrittenTree) -> Iterator[str]:
    """The nodes of a line as they are written, with the brackets around variations."""
    branches: list[int] = []
    for number, node in enumerate(tree.nodes):
        if number in tree.variations:
            yield "("
            branches.append(number)
        yield f";{''.join(write_property(name, values) for name, values in node.items())}"
    for number in reversed(branches):
        yield ")"
        for variation in tree.variations[number]:
            yield from ("(", *_pieces(variation), ")")


def write_property(name: str, values: Iterable[str]) -> str:
    """A property as it is written, given the texts of its values."""
    return f"{name}[{']['.join(map(escaped, values))}]"


def escaped(text: str) -> Raw:
    r"""A text as it is written as a value.

    >>> escaped("[sic]")
    '[sic\\]'
    """
    return text if isinstance(text, Raw) else Raw(_TO_ESCAPE.sub(_ESCAPED, text))


def decoded(text: str) -> str:
    r"""The text of a game, with bytes that are not UTF-8 read in the encoding that CA names.

    Such bytes stand in it as `surrogateescape` leaves them. Raises SgfError if no such encoding is
    known, or if the text is not in it.

    >>> decoded("(;CA[windows-1251]PB[\udccf\udce5\udcf2\udcff])")
    '(;CA[windows-1251]PB[Петя])'
    """
    if not NOT_UTF8.search(text):
        return text
    named = one(read_tree(text).nodes[0], "CA")
    encoding, offset = (named.text.strip(), named.offset) if named else ("", 0)
    if encoding.lower() in ("", "utf-8", "utf8"):
        raise SgfError(
            "the text is not UTF-8, and CA names no other encoding", offset, Kind.ENCODING
        )
    try:
        is_known = all(ascii_.decode(encoding) == ascii_.decode() for ascii_ in _SAME_IN_ALL)
    except (LookupError, ValueError):  # ValueError: an impossible name, or not text
        is_known = False
    if not is_known:
        sentence = f"the text is in {quoted(encoding)}, an encoding that cannot be read"
        raise SgfError(sentence, offset, Kind.ENCODING)
    try:
        return text.encode("utf-8", "surrogateescape").decode(encoding)
    except UnicodeError as error:
        sentence = f"the text is not in {quoted(encoding)}, the encoding that CA names"
        raise SgfError(sentence, offset, Kind.ENCODING) from error


def one(node: Node, name: str) -> PropValue | None:
    """The value of a property that can have only one; None if it isn't there. Raises SgfError."""
    values = node.properties.get(name)
    if values is None:
        return None
    if len(values) > 1:
        raise SgfError(f"{name} has {len(values)} values in this node, not one", values[1].offset)
    return values[0]
