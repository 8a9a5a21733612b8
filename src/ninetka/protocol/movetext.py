"""Text much like PGN: tags, and moves with comments, glyphs and variations among them.

Records of all games as text and lists of moves of single games are cut, read and written by this.
docs/formats.md has the grammar.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Final, TypeVar

import attrs

from ..base.errors import RecordError, RecordErrorKind, quoted
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from .forms import (
    MAX_RECORD,
    MAX_VARIATION_DEPTH,
    Form,
    ParsedLine,
    RawRecord,
    WrittenLine,
    numbered,
)
from .texts import Say

T = TypeVar("T")

MAX_GLYPH: Final = 255
"""The largest number of a glyph."""
SUFFIXES: Final = FrozenMap({"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6})
"""The glyphs that may be written behind a move, `E5!?`, by symbol."""
END_OF_LINE: Final = "\n"
"""A word to write that ends its line."""

_WIDTH: Final = 80
# Possessive wherever something may repeat: backtracking would cost 200 bytes a repetition.
_TAG: Final = r'\[\s*+([A-Za-z0-9_]++)\s*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*+\]'
_TAG_OF_LINE: Final = re.compile(_TAG)
_NEXT_PART: Final = re.compile(rf"\s*+(?:{_TAG}|\{{[^}}]*+\}}|;.*)")
"""A tag or a comment, with white space before it."""
_TAG_START: Final = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s*"')
_TAG_LINE: Final = re.compile(r'^[ \t]*+\[\s*+[A-Za-z0-9_]++\s*+"', re.MULTILINE)
_HEAD: Final = re.compile(
    rf"(?P<tag>{_TAG})|(?P<bad>\[.*)|\{{(?P<comment>[^}}]*+)\}}|;(?P<rest>.*)|(?P<escape>^%.*)",
    re.MULTILINE,
)
_WHITE: Final = re.compile(r"\s*+")
_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*+\n")
NOTES: Final = (
    r"^%.*|\{(?P<comment>[^}]*+)\}|;(?P<rest>.*)|\$(?P<glyph>[0-9]++)(?![^\s{;()!?])"
    r"|(?P<flaw>\{)|(?P<open>\()|(?P<close>\))|(?P<suffix>[!?]++)"
)
"""What may stand between moves, as a part of a multi-line pattern of tokens."""
TOKEN: Final = re.compile(
    rf"[0-9]++\.++(?![0-9])|{NOTES}|(?P<word>[^\s{{;()!?]++)",  # first a turn
    re.MULTILINE,
)
"""A token of the moves of any game."""
_BRACE: Final = re.compile("[{}]")
# Before 3.11.5, CPython goes on at the wrong place after a possessive group that fails inside
# (gh-106052). So a possessive group fails inside only where nothing after it could match either.
_COMMENTS: Final = re.compile(r"[^{;]*+(?:\{[^}]*+\}?+[^{;]*+)*+")
"""A line up to a comment that ends with the line."""
_ANY_COMMENT: Final = re.compile(r"\{[^}]*+\}?+|;.*|\$[0-9]++")
"""A comment or a glyph."""
_NOTABLE: Final = re.compile("[{()]")
"""A character that opens or closes something among moves."""


@attrs.define
class ParsedHead:
    """The tags of a record and the comments around them, as far as its moves."""

    text: str
    """The whole record."""
    tags: dict[str, str] = attrs.Factory(dict)
    lines: dict[str, int] = attrs.Factory(dict)
    """The line of the source where each tag stands."""
    remarks: list[str] = attrs.Factory(list)
    end: int = 0
    """The place in the text where the moves begin."""
    line: int = 1
    """The line of the source where they begin."""

    def tokens(self, token: re.Pattern[str] = TOKEN) -> Iterator[tuple[int, str, str]]:
        """Yield the line, kind and text of each token of the moves; others have no name."""
        line, counted = self.line, self.end
        for match in token.finditer(self.text, self.end):
            if kind := match.lastgroup:
                line += self.text.count("\n", counted, match.start())
                counted = match.start()
                yield line, kind, match[kind]


def read_head(raw: RawRecord) -> ParsedHead:
    """Read the tags of a record.

    Raises RecordError for a bad tag, one that is there twice, and a blank line between two.
    """
    head = ParsedHead("\n".join(raw.lines), line=raw.line)
    was_tag = False
    for line, gap, match in _parts(head):
        kind, has_tag = match.lastgroup, match["tag"] is not None
        if kind == "bad" or (has_tag and was_tag and "\r" in gap):
            begins = head.text.rfind("\n", 0, match.start()) + 1
            sentence = Say.NOT_A_TAG(line=quoted(head.text[begins:].partition("\n")[0]))
            raise RecordError(sentence, RecordErrorKind.TAG, line=line)
        if not has_tag:
            head.remarks += [match[kind]] if kind in ("comment", "rest") else []
        elif was_tag and _BLANK_LINE.search(gap):
            at = line - gap.count("\n") + 1
            raise RecordError(Say.BLANK_BETWEEN_TAGS(), RecordErrorKind.SYNTAX, line=at)
        elif (name := match[2]) in head.tags:
            sentence = Say.TAG_TWICE(tag=quoted(name))
            raise RecordError(sentence, RecordErrorKind.TAG, line=line)
        else:
            head.tags[name], head.lines[name] = _unescaped(match[3]), line
        was_tag = has_tag
    return head


def leading_tags(text: str) -> ParsedHead:
    """The tags with which a text begins, as far as they can be read, and where its moves begin.

    After a comment that was perhaps never closed, those of the first line with a tag.
    """
    head = ParsedHead(text)
    for _ in range(2):
        for _, _, match in _parts(head):
            if match["tag"] is not None:
                head.tags.setdefault(match[2], _unescaped(match[3]))
        tag = _TAG_LINE.search(text) if text.lstrip().startswith("{") else None
        if head.tags or tag is None:
            break
        head.end = tag.start()
    return head


def _parts(head: ParsedHead) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Each tag and comment before the moves, with its line and the white space before it."""
    while True:
        gap = _WHITE.match(head.text, head.end)
        assert gap is not None  # it may be empty
        match = _HEAD.match(head.text, gap.end())
        head.line += gap[0].count("\n")
        head.end = gap.end()
        if match is None:
            return
        yield head.line, gap[0], match
        head.line += match[0].count("\n")
        head.end = match.end()


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)


def head_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a source as far as the first one with more than tags and comments."""
    size, is_open = 0, False
    for line in lines:
        yield line
        size += len(line)
        is_open, has_moves = _scanned(line, is_open)
        if has_moves or size > MAX_RECORD:
            return


def _scanned(line: str, is_open: bool) -> tuple[bool, bool]:
    """Whether a comment is open after a line, and whether it has more than tags and comments."""
    if line.startswith("%") and not is_open:
        return False, False
    text = _after_tags(f"{{{line}" if is_open else line, []) or ""
    return _ends_in_comment(text), bool(_ANY_COMMENT.sub("", text).strip())


def _ends_in_comment(text: str) -> bool:
    """Return whether a comment in braces is open after a text."""
    comments = _COMMENTS.match(text)
    left = "" if comments is None else comments[0]
    return left.rfind("{") > left.rfind("}")


def _after_tags(line: str, names: list[str]) -> str | None:
    """The text of a line after the tags and comments that it begins with; adds the tags' names.

    None if it has a bad tag.
    """
    end = 0
    while match := _NEXT_PART.match(line, end):
        if match[1]:
            names.append(match[1])
        end = match.end()
    text = line[end:].lstrip()
    return None if text.startswith("[") else text


def split(
    form: Form,
    pieces: Iterable[str],
    line: int,
    is_first: Callable[[str, RawRecord], bool] | None = None,
) -> Iterator[RawRecord]:
    """Cut a source into records of a form.

    A record begins with a tag after moves, or after a gap with a tag that the record has already;
    and, if `is_first` is given, with a line after moves for which it says so. Such a line in a
    comment belongs to the comment if that is closed. If another comment begins first, or the source
    ends, the comment was never closed and a record begins there.
    """
    lines = _Lines(text for _, text in numbered(pieces, line))
    raw, at = RawRecord(form, line), _SplitState()
    previous = ""
    for number, text in enumerate(lines, start=line):
        if at.is_open:
            is_tag = _TAG_START.match(text) is not None and not _is_tag(previous)
            begins = is_tag or (is_first is not None and is_first(text, raw))
            begins = begins and not lines.close_comment(text)
        elif _is_tag(text):
            begins = at.has_moves or at.repeats(text)
        else:
            begins = at.has_moves and not at.depth and is_first is not None and is_first(text, raw)
        if begins and number > line:
            raw.is_guess = at.is_open and lines.are_over
            yield raw
            raw, at = RawRecord(form, number), _SplitState(is_guess=at.is_open)
        raw.add(text)
        at.go_on(text)
        previous = text
    yield raw


@attrs.define
class _SplitState:
    """A place in a record that is being cut."""

    is_guess: bool = False
    """Whether the record began in a comment that was never closed."""
    is_open: bool = False
    """Whether a comment is open."""
    has_moves: bool = False
    depth: int = 0
    """The number of variations that are open."""
    names: set[str] = attrs.Factory(set)
    """The names of its tags."""
    has_gap: bool = False
    """Whether something else stands after the last tag."""

    def repeats(self, line: str) -> bool:
        """Return whether a line after a gap has a tag that there is already.

        What may be text of an open comment doesn't hold the tags after a gap.
        """
        names: list[str] = []
        if self.has_gap:
            _after_tags(line, names)
        return (self.is_guess and self.has_gap) or not self.names.isdisjoint(names)

    def go_on(self, line: str) -> None:
        """Look through one more line."""
        if not self.is_open and (
            line.startswith("%") or (self.has_moves and not _NOTABLE.search(line))
        ):
            return
        text = f"{{{line}" if self.is_open else line
        if not self.has_moves:
            names = list[str]()
            after = _after_tags(text, names)
            self.names.update(names)
            self.has_gap = not names and after is not None
            if not after:
                self.is_open = False
                return
            text = after
        self.is_open = _ends_in_comment(text)
        bare = _ANY_COMMENT.sub("", text)
        self.has_moves = self.has_moves or bool(bare.strip())
        self.depth = max(0, self.depth + bare.count("(") - bare.count(")"))


class _Lines:
    """The lines of a source, one after another; the next ones can be looked at before."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._ahead, self._taken = lines, deque[str](), 0
        self._answer, self._answered = False, 0
        self.are_over = False
        """Whether no line was left when `close_comment` looked."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else next(self._lines)
        self._taken += 1
        return line

    def close_comment(self, line: str) -> bool:
        """Return whether the comment open at `line`, just taken, ends before another starts."""
        if self._taken > self._answered:  # each line is looked at once
            self._answer, looked_at = self._looked_ahead(line)
            self._answered = self._taken + looked_at
        return self._answer

    def _looked_ahead(self, line: str) -> tuple[bool, int]:
        size = 0
        for number, each in enumerate(chain([line], self._ahead, self._further())):
            if not _TAG_OF_LINE.fullmatch(each.strip()) and (brace := _BRACE.search(each)):
                return brace[0] == "}", number
            size += len(each) + 1
            if size > MAX_RECORD:
                return False, 0
        self.are_over = True
        return False, 0

    def _further(self) -> Iterator[str]:
        for line in self._lines:
            self._ahead.append(line)
            yield line


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


@attrs.define
class OpenLine:
    """The moves of a game or a variation, as far as they have been read."""

    begins: int
    """The line of the source where it begins."""
    moves: list[tuple[int, str]] = attrs.Factory(list)
    remarks: list[tuple[int, str]] = attrs.Factory(list)
    glyphs: list[tuple[int, int]] = attrs.Factory(list)
    variations: list[tuple[int, ParsedLine]] = attrs.Factory(list)
    last: int = 0
    """The ply that the last word begins with, where words may have several moves."""
    replaces: int = 0
    """The ply of the line around it that a variation without parentheses replaces; or 0."""
    turn: tuple[int, bool] | None = None
    """The turn of the next move, and whether it is the second one of that turn."""
    plies: dict[tuple[int, bool], int] = attrs.Factory(dict)
    """The ply of each move whose turn is known."""

    def parsed(self) -> ParsedLine:
        """The line as parsed. What follows a game's result belongs to the last move."""
        comments = {ply: " ".join(texts) for ply, texts in self._by_ply(self.remarks).items()}
        glyphs, variations = self._by_ply(self.glyphs), self._by_ply(self.variations)
        return ParsedLine(self.moves, comments, glyphs, {}, variations)

    def _by_ply(self, things: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
        found: dict[int, list[T]] = {}
        for ply, thing in things:
            found.setdefault(min(ply, len(self.moves)), []).append(thing)
        return found


class MovetextReader:
    """Reads what follows the tags: a game, with variations in one another.

    `joined_move` is the beginning of a further move in a word (`RecordStyle.joined_move`). In a
    list of moves of two players, who `alternate`, such a move belongs to the word before it also
    where it is a word of its own. In a variation, a turn's number that goes back begins another
    variation.
    """

    def __init__(
        self,
        head: ParsedHead,
        joined_move: re.Pattern[str] | None = None,
        *,
        alternate: bool = False,
    ) -> None:
        self._here = OpenLine(head.line, remarks=[(0, each) for each in head.remarks])
        self._outside: list[OpenLine] = []
        """The lines that the present one is in, the game first."""
        self._joined_move, self._alternate = joined_move, alternate
        self._turn: tuple[int, bool] | None = None
        """The turn that is said of the next move, and whether that is the second one of it."""

    def read(self, tokens: Iterable[tuple[int, str, str]]) -> OpenLine:
        """The game, with its result as the last move. Raises RecordError."""
        joined_move = self._joined_move
        for line, kind, text in tokens:
            here = self._here
            if kind == "word":
                if joined_move is None:
                    here.moves.append((line, text))
                else:
                    self._add(line, text, joined_move)
            elif kind in ("comment", "rest"):
                here.remarks.append((len(here.moves), text))
            elif kind in ("glyph", "suffix"):
                here.glyphs.append((len(here.moves), _glyph(kind, text, line)))
            elif kind == "turn":
                number = int(text.rstrip(".\u2026): \t\r\n")[-9:])
                self._turn = (number, "\u2026" in text or text.count(".") > 1)
            elif kind == "flaw":
                raise _flaw(Say.OPEN_COMMENT(), line)
            elif kind == "open":
                if not here.moves:
                    raise _flaw(Say.LONE_VARIATION(), line)
                self._open(OpenLine(line))
            else:
                self._close(line)
        if self._outside:
            raise _flaw(Say.OPEN_VARIATION(), self._here.begins)
        return self._here

    def _add(self, line: int, word: str, joined_move: re.Pattern[str]) -> None:
        """Take the moves of a word."""
        first = joined_move.search(word)
        further = first is not None and not first.start()
        if self._turn is not None and not further:
            self._begin(line, self._turn)
        here, self._turn = self._here, None
        if not (further and self._alternate and here.moves):
            here.last = len(here.moves) + 1
        if here.turn is not None and not further:
            here.plies[here.turn] = here.last
            number, is_second = here.turn
            here.turn = number + is_second, not is_second
        if first is None:
            here.moves.append((line, word))
        else:
            here.moves.extend((line, each) for each in moves_of_word(word, joined_move))

    def _begin(self, line: int, turn: tuple[int, bool]) -> None:
        """Begin a turn, in another variation if its number goes back."""
        around = self._around(turn) if self._outside else None
        while around is not None and self._here is not around:
            self._close_innermost(line)
        if around is not None:
            replaces = around.plies[turn]
            if around.replaces and replaces == 1:  # beside that variation
                replaces = around.replaces
                self._close_innermost(line)
            self._open(OpenLine(line, replaces=replaces))
        self._here.turn = turn

    def _around(self, turn: tuple[int, bool]) -> OpenLine | None:
        """The line within the innermost parentheses that has a move of a turn; None if none has."""
        for line in (self._here, *reversed(self._outside)):
            if turn in line.plies:
                return line
            if not line.replaces:
                return None
        return None

    def _open(self, inner: OpenLine) -> None:
        if len(self._outside) == MAX_VARIATION_DEPTH:
            raise attrs.evolve(too_deep(), line=inner.begins)
        self._outside.append(self._here)
        self._here = inner

    def _close(self, line: int) -> None:
        while self._here.replaces:
            self._close_innermost(line)
        self._close_innermost(line)

    def _close_innermost(self, line: int) -> None:
        if not self._outside:
            raise _flaw(Say.NOTHING_TO_CLOSE(), line)
        inner = self._here
        if not inner.moves:
            raise _flaw(Say.EMPTY_VARIATION(), line)
        self._here = here = self._outside.pop()
        is_whole = self._joined_move is not None and not self._joined_move.match(inner.moves[0][1])
        whole = here.last if is_whole else len(here.moves)
        here.variations.append((inner.replaces or whole, inner.parsed()))


def moves_of_word(word: str, joined_move: re.Pattern[str]) -> list[str]:
    """The moves that are joined in a word; `joined_move` is the beginning of a further one."""
    places = [0, *(match.start() for match in joined_move.finditer(word))]
    return [word[a:b] for a, b in pairwise([*places, len(word)]) if a < b]


def _flaw(sentence: str, line: int) -> RecordError:
    return RecordError(sentence, RecordErrorKind.SYNTAX, line=line)


def too_deep() -> RecordError:
    """The error for variations that are nested too deep."""
    sentence = f"variations stand more than {MAX_VARIATION_DEPTH} deep in one another"
    return RecordError(sentence, RecordErrorKind.SIZE)


def _glyph(kind: str, text: str, line: int) -> int:
    """The number of a glyph, given as a number or as a suffix such as `!?`."""
    if kind == "suffix" and text in SUFFIXES:
        return SUFFIXES[text]
    if kind == "suffix":
        raise _flaw(Say.NOT_A_GLYPH(glyph=quoted(text), known=listed(SUFFIXES, "or")), line)
    if len(text) > len(str(MAX_GLYPH)) or int(text) > MAX_GLYPH:
        glyph = quoted(f"${text}")
        raise _flaw(Say.GLYPH_OUT_OF_RANGE(most=MAX_GLYPH, glyph=glyph), line)
    return int(text)


def written_tags(tags: Mapping[str, str]) -> list[str]:
    """The lines of tags."""
    escaped = str.maketrans({"\\": "\\\\", '"': '\\"'})
    return [f'[{name} "{value.translate(escaped)}"]' for name, value in tags.items()]


def words_of(
    line: WrittenLine, last: int | None = None, *, joined_move: re.Pattern[str] | None = None
) -> list[str]:
    """The words of a line except its result.

    `last` is the turn of the move before a variation, and None for the game itself.

    With `joined_move`, moves that it fits are joined to the words before them, and each turn of the
    game has a line of its own. Variations of a move follow the whole word.
    """
    words = [*_remarks(line, 0)]
    remarked = {*line.comments, *line.glyphs, *line.clocks}
    is_variation, last = last is not None, last or 0
    is_joined, is_interrupted = False, is_variation
    held: list[str] = []
    """The variations to write after the word."""
    for ply, (move, turn) in enumerate(zip(line.moves, line.turns, strict=True), start=1):
        if is_joined:
            words[-1] += move
        else:
            if turn != last and joined_move is not None and not is_variation:
                words.append(END_OF_LINE)
            if turn != last or is_interrupted:
                words.append(f"{turn}." if turn != last else f"{turn}...")
            words.append(move)
        words += _remarks(line, ply) if ply in remarked else ()
        for variation in line.variations.get(ply, ()):
            held += _in_parentheses(words_of(variation, last, joined_move=joined_move))
        is_joined = (
            joined_move is not None
            and ply < len(line.moves)
            and joined_move.match(line.moves[ply]) is not None
            and ply not in remarked
            # Whose variations would seem to be of the next
            and not (held and joined_move.match(move))
        )
        is_interrupted = bool(held) and not is_joined
        if not is_joined:
            words += held
            held = []
        last = turn
    return words


def _in_parentheses(words: list[str]) -> list[str]:
    words[0] = f"({words[0]}"
    if words[-1] == END_OF_LINE:
        return [*words, ")"]
    words[-1] += ")"
    return words


def _remarks(line: WrittenLine, ply: int) -> Iterator[str]:
    """Glyphs and the comment on a move, with its clock times."""
    yield from map("${}".format, line.glyphs.get(ply, ()))
    comment, clock = line.comments.get(ply, ""), line.clocks.get(ply)
    words = [*(clock.commands if clock is not None else ()), *comment.split()]
    if "}" in comment:
        yield from (f"; {' '.join(words)}", END_OF_LINE)
    elif words:
        words[0] = f"{{{words[0]}"
        words[-1] += "}"
        yield from words


def wrapped(words: Iterable[str]) -> Iterator[str]:
    """The lines of words."""
    line: list[str] = []
    length = 0
    for word in words:
        # No line of a comment may look like the first tag of a record or a line to leave out, or
        # begin with the byte order mark of a file.
        is_full = length + len(word) > _WIDTH and not word.startswith(("[", "%", "\ufeff"))
        if line and (is_full or word == END_OF_LINE):
            yield " ".join(line)
            line, length = [], 0
        if word != END_OF_LINE:
            line.append(word)
            length += len(word) + 1
    yield " ".join(line)
