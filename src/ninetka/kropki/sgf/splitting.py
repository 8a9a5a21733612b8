"""The games of an SGF file, one after another, on lines of their own or all on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

_SHOWN: Final = 80
_BLANK: Final = " \t\r\n\v\f\x00\x1a\xa0\ufeff"
"""Characters between games that are not reported: white space, and marks of systems."""
_ROOT: Final = re.compile(r"\( {0,8}; {0,8}(?:FF|GM|CA|AP|SZ) {0,8}\[")
"""The beginning of a game, not of a variation: only a game's first node has such properties."""
_SIGN: Final = re.compile(r"[()\[\]]|\\.?", re.DOTALL)
"""The signs that decide where a game ends; the last is an escape, which may be cut in two."""


@attrs.define
class GameText:
    """A piece of a file: a game, or text between games."""

    line: int
    column: int
    """Where it begins in the file, from 1."""
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
