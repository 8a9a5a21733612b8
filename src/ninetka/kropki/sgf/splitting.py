"""The games of an SGF file, one after another, whether on lines of their own or all on one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

__all__ = ["GameText", "split_games"]

_SHOWN: Final = 80
_BLANK: Final = " \t\r\n\v\f\x00\x1a\xa0\ufeff"
"""What may stand between games without a word: white space and what systems put at the ends."""
_ROOT: Final = re.compile(r"\( {0,8}; {0,8}(?:FF|GM|CA|AP|SZ) {0,8}\[")
"""What begins a game, never a variation of one: a first node with a property of its own."""
_LOOKED_AT: Final = 32
"""How much of a line that takes."""
_LINE: Final = re.compile(r"[^\n]*+\n|[^\n]++")
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_OUTSIDE_VALUES: Final = re.compile(r"(?:[^()\[]++|\[(?:[^\]\\]++|\\.)*+\])*+", re.DOTALL)
_VALUE: Final = re.compile(r"(?:[^\]\\]++|\\.)*+", re.DOTALL)


@attrs.define
class GameText:
    """A piece of a file: a game, or what stands between games and is none."""

    line: int
    column: int
    """Where it begins in the file, from 1."""
    size: int = 0
    """How many characters it has."""
    text: str = ""
    """All of them, or none if they are too many."""


def split_games(pieces: Iterable[str], max_size: int, line: int = 1) -> Iterator[GameText]:
    r"""Cut a stream of texts of any sizes into its games, holding only one of them.

    A game ends with the ) that belongs to its first (, or before a line that begins with `(;` and a
    property that only a game's first node has, such as `GM[`: so a damaged game doesn't swallow the
    next. Text outside of games comes as a piece of its own that cannot be read. `max_size` is the
    most characters that are held of a game, `line` the number of the first line.

    >>> [game.text for game in split_games(["(;B[aa])(;", "B[b", "b])\n"], 100)]
    ['(;B[aa])', '(;B[bb])']
    """
    splitter = _Splitter(max_size, line)
    for part in _parts(pieces):
        yield from splitter.feed(part)
    yield from splitter.finish()


def _parts(pieces: Iterable[str]) -> Iterator[str]:
    """The same text in parts of one line or less, from whose beginning one sees what it is."""
    held = ""
    for piece in pieces:
        for line in _LINE.finditer(piece):
            held += line[0]
            if held.endswith("\n") or len(held) >= _LOOKED_AT:
                yield held
                held = ""
    if held:
        yield held


class _Splitter:
    def __init__(self, max_size: int, line: int) -> None:
        self.max_size, self.line, self.column = max_size, line, 1
        self.depth = 0
        self.in_value = self.is_escaped = False
        self.game: GameText | None = None
        self.held: list[str] = []

    def feed(self, part: str) -> Iterator[GameText]:
        """Take the next part of the file; gives what ends in it."""
        if self.depth and self.column == 1 and _ROOT.match(part):
            yield from self.finish()
        at = 0
        while at < len(part):
            if not self.depth:
                at = self.note(part, at)
                if at == len(part):
                    break
                yield from self.finish()
                self.begin(at)
            end = self.end_in(part, at)
            self.hold(part[at:end])
            at = end
            if not self.depth:
                yield from self.finish()
        self.column += len(part)
        if part.endswith("\n"):
            self.line, self.column = self.line + 1, 1

    def begin(self, at: int) -> None:
        self.game = GameText(self.line, self.column + at)

    def note(self, part: str, at: int) -> int:
        """Where the next game begins in the part. Takes the beginning of what stands before it."""
        opening = part.find("(", at)
        end = len(part) if opening < 0 else opening
        text = part[at:end]
        if self.game is None:
            text = text.lstrip(_BLANK)
            if text:
                self.begin(end - len(text))
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
        """Give what has begun, if anything."""
        if self.game is not None:
            self.game.text = "".join(self.held)
            yield self.game
        self.game = None
        self.held.clear()
        self.depth = 0
        self.in_value = self.is_escaped = False

    def end_in(self, part: str, at: int) -> int:
        """Where the game ends in the part, or where the part does."""
        while at < len(part):
            if self.is_escaped:
                self.is_escaped = False
                at += 1
                continue
            inside = _VALUE if self.in_value else _OUTSIDE_VALUES
            match = inside.match(part, at)
            at = match.end() if match else at
            mark = part[at : at + 1]
            at += len(mark)
            if self.in_value:
                self.is_escaped = mark == "\\"
                self.in_value = mark != "]"
            else:
                self.in_value = mark == "["
                self.depth += (mark == "(") - (mark == ")")
                if not self.depth:
                    break
        return at
