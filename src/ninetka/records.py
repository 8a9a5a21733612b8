"""Games written down: `.9tka` records, read and verified one at a time, and written. For any game.

docs/formats.md has the grammar. A source is an open file, best in binary mode, or any iterable of
its lines; it is read as far as needed and never held whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, AnyStr, Final, Generic, TypeAlias, final, overload

import attrs

from .errors import IllegalMoveError, InvalidMoveError, NinetkaError, RecordError, quoted
from .frozenmap import FrozenMap
from .game import Game
from .games import rules_for_name, rules_for_state
from .protocol import M, Rules, S, State

Source: TypeAlias = Iterable[str] | Iterable[bytes]

UNFINISHED: Final = "*"
"""The result of a game that is not over."""
MAX_RECORD: Final = 1 << 20
"""The most characters a record may have: what is longer is refused, not held in memory."""
SEAT_TAGS: Final = ("First", "Second", "Third", "Fourth", "Fifth")
"""The tags with the players' names, by seat."""

_WIDTH: Final = 80
_TAG_NAME: Final = re.compile("[A-Za-z0-9_]+")
_TAG: Final = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\]|\\["\\])*)"\s*\]')
_TAG_START: Final = re.compile(r'\s*\[\s*[A-Za-z0-9_]+\s*"')
_TOKEN: Final = re.compile(r"\{[^}]*\}?|[^\s{]+")
_TURN: Final = re.compile(r"[0-9]+\.+(?![0-9])")
_SCORE: Final = r"-?[0-9]+(?:[./][0-9]+)?"
_RESULT: Final = re.compile(rf"\*|{_SCORE}(?:-{_SCORE})+")
_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_NOT_UTF8: Final = re.compile("[\ud800-\udfff]")


def _clean_tags(tags: Mapping[str, str]) -> FrozenMap[str, str]:
    if not isinstance(tags, Mapping):
        raise RecordError(f"tags map names to values; {quoted(tags)} is no mapping")
    for name, value in tags.items():
        if not isinstance(name, str) or not _TAG_NAME.fullmatch(name):
            raise RecordError(f"a tag's name has letters, digits and _ only, not {quoted(name)}")
        if not isinstance(value, str):
            raise RecordError(f"the tag {quoted(name)} is not a text: {quoted(value)}")
        if _CONTROL.search(value) or _NOT_UTF8.search(value):
            raise RecordError(
                f"the tag {quoted(name)} has a character that no record can hold: {quoted(value)}"
            )
    return FrozenMap(tags)


def _clean_comments(comments: Mapping[int, str]) -> FrozenMap[int, str]:
    if not isinstance(comments, Mapping):
        raise RecordError(f"comments map plies to texts; {quoted(comments)} is no mapping")
    clean = {}
    for ply, text in comments.items():
        if not isinstance(ply, int) or not isinstance(text, str):
            raise RecordError(f"comments map plies to texts, not {quoted(ply)} to {quoted(text)}")
        if "}" in text or _NOT_UTF8.search(text):
            raise RecordError(f"the comment at ply {ply} has a character that no record can hold")
        clean[ply] = " ".join(text.split())
    return FrozenMap({ply: clean[ply] for ply in sorted(clean) if clean[ply]})


@final
@attrs.frozen
class Record(Generic[S, M]):
    """A game with what was written down about it. Raises RecordError for what cannot be written."""

    game: Game[S, M]
    tags: Mapping[str, str] = attrs.field(factory=dict, converter=_clean_tags)
    """Names, date and the like. What the game itself says (`Game`, `Result`, how it started) is
    not among them."""
    comments: Mapping[int, str] = attrs.field(factory=dict, converter=_clean_comments)
    """Number of moves made before it: a comment. White space in it counts as one blank."""

    def __attrs_post_init__(self) -> None:
        rules = rules_for_state(self.game.state)
        own = sorted(self.tags.keys() & {"Game", "Result", *rules.tag_names})
        if own:
            raise RecordError(f"the game itself says what its tag {own[0]} is")
        for ply in self.comments:
            if not 0 <= ply <= self.game.ply:
                raise RecordError(f"there is no ply {ply} to comment: there are {self.game.ply}")

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, empty where the record has none."""
        return tuple(self.tags.get(tag, "") for tag in SEAT_TAGS[: self.game.state.players])

    @property
    def result(self) -> str:
        """The outcome's text, or `*` if the game is not over."""
        outcome = self.game.state.outcome
        return UNFINISHED if outcome is None else str(outcome)

    def to_text(self) -> str:
        """The record as text that reads back to an equal one, but for moves that were undone.

        Raises RecordError if it is too long for that.
        """
        rules = rules_for_state(self.game.state)
        start = rules.to_tags(self.game.initial_state)
        tags = {"Game": rules.name, **start, **self.tags, "Result": self.result}
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
        text = "\n".join([*lines, "", *_wrapped(self._words()), ""])
        if len(text) > MAX_RECORD:
            raise RecordError(f"the record is longer than {MAX_RECORD} characters")
        return text

    def _words(self) -> Iterator[str]:
        yield from self._comment_words(0)
        for ply, text in enumerate(self.game.move_texts()):
            if ply % self.game.state.players == 0:
                yield f"{ply // self.game.state.players + 1}."
            yield text
            yield from self._comment_words(ply + 1)
        yield self.result

    def _comment_words(self, ply: int) -> list[str]:
        text = self.comments.get(ply)
        return f"{{{text}}}".split(" ") if text else []


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    line: list[str] = []
    length = 0
    for word in words:
        # No line of a comment may look like the tag with which the next record begins.
        if line and length + len(word) > _WIDTH and not word.startswith("["):
            yield " ".join(line)
            line, length = [], 0
        line.append(word)
        length += len(word) + 1
    yield " ".join(line)


@final
@attrs.frozen
class Verdict(Generic[S, M]):
    """What checking one record of a source gave."""

    number: int
    """Which record of the source, from 1."""
    line: int
    """The line it begins on, from 1."""
    record: Record[S, M] | None
    """The record, if all is well with it."""
    error: RecordError | None
    """What is wrong with it, if anything."""


AnyRecord: TypeAlias = Record[State[Hashable], Hashable]
"""A record of whichever game; with `rules`, reading gives records of that game's own types."""


@overload
def parse(text: str) -> AnyRecord: ...
@overload
def parse(text: str, rules: Rules[S, M]) -> Record[S, M]: ...
def parse(text: str, rules: Rules[Any, Any] | None = None) -> Record[Any, Any]:
    """The one record of a text, of any game or the one of `rules`.

    Raises RecordError, also if there is no record or another.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is parsed from a text, not from {quoted(text)}")
    records = [_read(chunk, rules) for chunk in _split(text.split("\n"), None)]
    if len(records) != 1:
        raise RecordError(f"one record is expected here, not {len(records)}")
    return records[0]


@overload
def read(source: Source, name: str | None = None) -> Iterator[AnyRecord]: ...
@overload
def read(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Record[S, M]]: ...
def read(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Record[Any, Any]]:
    """The records of a source, every game replayed by the rules, each when it is asked for.

    `name` is what errors call the source; `rules` says which game to expect, any if left out.
    Raises RecordError at the first record with anything wrong; to go on after it use `verify`.
    """
    for chunk in _split(source, name):
        yield _read(chunk, rules)


@overload
def verify(
    source: Source, name: str | None = None
) -> Iterator[Verdict[State[Hashable], Hashable]]: ...
@overload
def verify(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Verdict[S, M]]: ...
def verify(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Verdict[Any, Any]]:
    """Replay every game of a source by the rules and compare its stated result with what it gives.

    Takes what `read` does. A record with anything wrong does not keep those after it from being
    read. Raises RecordError only if the source cannot be read or does not begin with a record.
    """
    for chunk in _split(source, name):
        try:
            yield Verdict(chunk.number, chunk.line, _read(chunk, rules), None)
        except RecordError as error:
            yield Verdict(chunk.number, chunk.line, None, error)


def write(records: Iterable[Record[Any, Any]]) -> Iterator[str]:
    """The text of a source with these records, a record at a time: give it to `writelines`."""
    for number, record in enumerate(records):
        yield f"\n{record.to_text()}" if number else record.to_text()


@attrs.define
class _Chunk:
    """The lines of one record, not yet understood."""

    file: str | None
    number: int
    line: int
    lines: list[str] = attrs.field(factory=list)
    size: int = 0

    def add(self, line: str) -> None:
        self.size += len(line) + 1
        if self.size <= MAX_RECORD:
            self.lines.append(line)

    def error(
        self,
        sentence: str,
        line: int | None = None,
        ply: int | None = None,
        text: str | None = None,
        reason: Enum | None = None,
        game: Game[Any, Any] | None = None,
    ) -> RecordError:
        """What is wrong with this record, with the place filled in."""
        line = self.line if line is None else line
        return RecordError(sentence, self.file, self.number, line, ply, text, reason, game)


def _split(source: Source, name: str | None) -> Iterator[_Chunk]:
    """A record begins with each tag line that does not follow another one."""
    chunk: _Chunk | None = None
    in_tags = in_comment = False
    for number, line in enumerate(_decoded(source, name), start=1):
        # A comment left open must not swallow the records after it.
        is_tag = bool(_TAG_START.match(line)) if in_comment else _is_tag(line)
        if is_tag and not in_tags:
            if chunk is not None:
                yield chunk
            chunk = _Chunk(name, chunk.number + 1 if chunk else 1, number)
            in_comment = False
        elif chunk is None:
            if line.strip():
                sentence = f'a record begins with a tag, [Name "value"], not with {quoted(line)}'
                raise RecordError(sentence, name, line=number, text=line[:_WIDTH])
            continue
        elif not is_tag and ("{" in line or "}" in line):
            in_comment = line.rfind("{") > line.rfind("}")
        in_tags = is_tag
        chunk.add(line)
    if chunk is not None:
        yield chunk


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _decoded(source: Source, name: str | None) -> Iterator[str]:
    if isinstance(source, str | bytes):
        raise RecordError("a source is an open file or its lines; give a text to parse", name)
    readline = getattr(source, "readline", None)
    try:
        for line in source if readline is None else bounded_lines(readline):
            text = line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line
            yield text.rstrip("\r\n").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise RecordError("the source is not UTF-8 text; open it in binary mode", name) from error


def bounded_lines(readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """An open file's lines, by its `readline`, but only the beginning of one that is too long.

    So a line of any length takes no more memory and counts as one. What is left of it is still more
    than a record may have.
    """
    most = 4 * MAX_RECORD + 1  # a character has at most four bytes
    while line := readline(most):
        rest = line
        while len(rest) == most and not rest.endswith("\n" if isinstance(rest, str) else b"\n"):
            rest = readline(most)
        yield line


def _read(chunk: _Chunk, rules: Rules[Any, Any] | None) -> Record[Any, Any]:
    if chunk.size > MAX_RECORD:
        raise chunk.error(f"the record is longer than {MAX_RECORD} characters")
    for number, line in enumerate(chunk.lines, start=chunk.line):
        if _NOT_UTF8.search(line):
            raise chunk.error("the line is not UTF-8 text", number)
    tags = _read_tags(chunk)
    try:
        rules = _rules(tags.get("Game"), rules)
        start = rules.from_tags(tags)
    except NinetkaError as error:
        raise chunk.error(str(error)) from error
    replay = _replay(chunk, tags, start)
    own = {"Game", "Result", *rules.tag_names}
    others = {name: value for name, value in tags.items() if name not in own}
    comments = {ply: " ".join(texts) for ply, texts in replay.comments.items()}
    try:
        return Record(replay.game, others, comments)
    except RecordError as error:
        raise chunk.error(str(error), game=replay.game) from error


def _rules(game: str | None, expected: Rules[Any, Any] | None) -> Rules[Any, Any]:
    if expected is None:
        return rules_for_name(game)
    if game not in (None, expected.name):
        raise NinetkaError(f"this is a game of {quoted(game)}, not of {expected.name}")
    return expected


def _read_tags(chunk: _Chunk) -> dict[str, str]:
    tags: dict[str, str] = {}
    for number, line in enumerate(chunk.lines, start=chunk.line):
        if not _is_tag(line):
            break
        match = _TAG.fullmatch(line.strip())
        if match is None:
            sentence = f'a tag is written [Name "value"], not {quoted(line)}'
            raise chunk.error(sentence, number, text=line)
        name, value = match.groups()
        if name in tags:
            raise chunk.error(f"the tag {quoted(name)} is there twice", number, text=line)
        tags[name] = re.sub(r"\\(.)", r"\1", value)
    return tags


def _tokens(chunk: _Chunk, skip: int) -> Iterator[tuple[int, str]]:
    """Comments, moves and the result, each with its line; turn numbers left out."""
    text = "\n".join(chunk.lines[skip:])
    line, counted = chunk.line + skip, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        turn = _TURN.match(match[0])
        word = match[0][turn.end() :] if turn else match[0]
        if word:
            yield line, word


@attrs.define
class _Replay:
    """The game of a record, as far as it has been replayed."""

    chunk: _Chunk
    reached: list[State[Any]]
    moves: list[Hashable] = attrs.field(factory=list)
    comments: dict[int, list[str]] = attrs.field(factory=dict)

    @property
    def game(self) -> Game[State[Any], Any]:
        return Game.from_replay(tuple(self.reached), tuple(self.moves))

    def take(self, line: int, word: str) -> None:
        if word.startswith("{"):
            if not word.endswith("}"):
                raise self.chunk.error("a comment is not closed with }", line, game=self.game)
            self.comments.setdefault(len(self.moves), []).append(word[1:-1])
            return
        state = self.reached[-1]
        try:
            move = state.parse_move(word)
        except NinetkaError as error:
            reason = error.reason if isinstance(error, IllegalMoveError) else None
            misplaced = isinstance(error, InvalidMoveError) and _RESULT.fullmatch(word)
            sentence = f"the record goes on after its result {word}" if misplaced else str(error)
            ply = len(self.moves) + 1
            raise self.chunk.error(sentence, line, ply, word, reason, self.game) from error
        self.moves.append(move)
        self.reached.append(state.apply_unchecked(move))

    def check_result(self, line: int, stated: str) -> None:
        """Compare a stated result with what the game has given."""
        outcome = self.reached[-1].outcome
        if outcome is None and stated != UNFINISHED:
            sentence = f"the result is said to be {quoted(stated)}, but the game is not over"
        elif outcome is not None and stated != str(outcome):
            sentence = f"the result is said to be {quoted(stated)}, but the game gives {outcome}"
        else:
            return
        raise self.chunk.error(sentence, line, text=stated, game=self.game)


def _replay(chunk: _Chunk, tags: Mapping[str, str], start: State[Any]) -> _Replay:
    replay = _Replay(chunk, [start])
    tokens = list(_tokens(chunk, len(tags)))
    words = [token for token in tokens if not token[1].startswith("{")]
    result = words[-1] if words and _RESULT.fullmatch(words[-1][1]) else None
    for token in tokens:
        if token is not result:
            replay.take(*token)
    if result is None:
        sentence = "the record ends without its result: the points, such as 4-4, or * if unfinished"
        lines = "\n".join(chunk.lines).rstrip().count("\n")
        raise chunk.error(sentence, chunk.line + lines, game=replay.game)
    if "Result" in tags:
        replay.check_result(chunk.line + list(tags).index("Result"), tags["Result"])
    replay.check_result(*result)
    return replay
