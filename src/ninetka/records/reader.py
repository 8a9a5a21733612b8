"""Reading and verifying the records of a source, one at a time. For any game."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain, islice
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypedDict, cast, final, overload

import attrs

from ..base.deadline import check_time
from ..base.documented import documented
from ..base.errors import (
    NinetkaError,
    RecordError,
    RecordErrorKind,
    in_record,
    quoted,
    record_error_kind,
)
from ..base.messages import listed
from ..base.plain import typed_dict
from ..base.tasks import map_in_order
from ..games import entry_for_record
from ..play.game import Game
from ..protocol.endings import endings_of, parse_ending
from ..protocol.entry import GameEntry
from ..protocol.forms import (
    ENDING,
    MAX_RECORD,
    MAX_VARIATION_DEPTH,
    MAX_VARIATION_MOVES,
    NOT_UTF8,
    Form,
    ParsedLine,
    ParsedRecord,
    RawRecord,
)
from ..protocol.movetext import MAX_GLYPH, too_deep
from ..protocol.states import GameState, M, S, S_co
from ..protocol.tags import GAME
from .record import Record, clean_tags, forms, tags_of_game, too_long
from .sources import Source, split
from .texts import Say
from .variations import Variation, check_move_count, check_plies

if TYPE_CHECKING:
    from concurrent.futures import Executor

_CHUNK: Final = 1 << 16
"""The characters of a task for an executor: it ends with the record that reaches this number.

That is a hundred games of 9tka, which take 50 ms; sending a task takes less than one.
"""
_AHEAD: Final = 32
"""The number of tasks that an executor has at a time: two for each of 16 workers. More would not
help, since cutting a source into records takes a twentieth of the time of reading them."""


@typed_dict
class Summary(TypedDict):
    """A verdict as plain data (docs/formats.md), with the same keys for every record."""

    game: int
    begins: int
    ok: bool
    plies: int | None
    result: str | None
    ending: str | None
    line: int | None
    ply: int | None
    move: str | None
    message: str | None
    kind: str | None
    reason: str | None
    position: str | None


@final
@documented
@attrs.frozen
class Verdict(Generic[S_co, M]):
    """The verdict on one record of a source: the record if it is good, and otherwise its error."""

    number: int
    """The number of the record in the source, from 1."""
    line: int
    """The line where it begins, from 1."""
    record: Record[S_co, M] | None
    """The record, or None if something is wrong with it."""
    error: RecordError | None
    """The error, or None if the record is good."""
    source: str | None = None
    """The name of the source, if it has one."""

    def good_record(self) -> Record[S_co, M]:
        """The record. Raises the error instead if something is wrong with it."""
        if self.error is not None:
            raise self.error
        return cast("Record[S_co, M]", self.record)

    def summary(self) -> Summary:
        """The verdict as plain data (docs/formats.md), with the same keys for every record."""
        error = self.error or RecordError("")
        played = self.record.game if self.record else error.game
        return {
            "game": self.number,
            "begins": self.line,
            "ok": self.error is None,
            "plies": None if played is None else played.ply,
            "result": None if self.record is None else self.record.result,
            "ending": None if self.record is None else self.record.game.ending_text,
            "line": error.line,
            "ply": error.ply,
            "move": error.text,
            "message": error.sentence or None,
            "kind": None if self.error is None else error.kind.value,
            "reason": None if error.reason is None else error.reason.name,
            "position": None if played is None else played.state.to_text(),
        }


_Chunk: TypeAlias = list[tuple[int, RawRecord]]

AnyRecord: TypeAlias = Record[GameState[Any], Any]
"""A record of any game. With `entry`, reading gives records typed with that game's own types."""
AnyVerdict: TypeAlias = Verdict[GameState[Any], Any]
"""A verdict on a record of any game."""


@overload
def parse(text: str | PathLike[str]) -> AnyRecord: ...
@overload
def parse(text: str | PathLike[str], entry: GameEntry[S, M]) -> Record[S, M]: ...
def parse(text: str | PathLike[str], entry: GameEntry[Any, Any] | None = None) -> Record[Any, Any]:
    """The only record of a text, or of the file at a `Path`; of any game, or the one of `entry`.

    Raises RecordError for a record with anything wrong, if there are none or several, or if the
    file cannot be read.

    >>> from ninetka import WIKI, Game
    >>> record = Record(Game.start(WIKI), {"Event": "Club"})
    >>> parse(record.to_text()) == record
    True
    """
    extensions = (each for form in forms() for each in form.extensions)
    if isinstance(text, str) and "\n" not in text and text.endswith((*extensions, ".gz")):
        sentence = f"{quoted(text)} is the name of a file: give parse its Path"
        raise RecordError(sentence, RecordErrorKind.SOURCE)
    source, name = (text.split("\n"), None) if isinstance(text, str) else (text, fspath(text))
    verdicts = list(islice(verify(source, name, entry=entry), 2))
    if len(verdicts) != 1:
        count = Say.SEVERAL() if verdicts else Say.NONE()
        raise RecordError(Say.ONE_EXPECTED(count=count), RecordErrorKind.COUNT, name)
    return verdicts[0].good_record()


@overload
def read(
    source: Source, name: str | None = None, *, entry: None = None
) -> Generator[AnyRecord, None, None]: ...
@overload
def read(
    source: Source, name: str | None = None, *, entry: GameEntry[S, M]
) -> Generator[Record[S, M], None, None]: ...
def read(
    source: Source, name: str | None = None, *, entry: GameEntry[Any, Any] | None = None
) -> Generator[Record[Any, Any], None, None]:
    """The records of a source, one at a time, each game replayed by the rules.

    `source` is a file's path, an open file, best in binary mode, or its lines; gzip files are
    unpacked. `name` is what errors call the source; by default that is its path. `entry` is the
    game to expect, by default any.

    A file is closed after the last record, at an error, or when the generator is.

    Raises RecordError if the source cannot be read, and at the first record with anything wrong.
    `verify` goes on after such a record.
    """
    # Closed, as what is raised may keep it, and with it the file open
    with closing(verify(source, name, entry=entry)) as verdicts:
        for verdict in verdicts:
            yield verdict.good_record()


@overload
def verify(
    source: Source, name: str | None = None, *, entry: None = None, executor: Executor | None = None
) -> Generator[AnyVerdict, None, None]: ...
@overload
def verify(
    source: Source,
    name: str | None = None,
    *,
    entry: GameEntry[S, M],
    executor: Executor | None = None,
) -> Generator[Verdict[S, M], None, None]: ...
def verify(
    source: Source,
    name: str | None = None,
    *,
    entry: GameEntry[Any, Any] | None = None,
    executor: Executor | None = None,
) -> Generator[Verdict[Any, Any], None, None]:
    """A verdict for each record of a source: every game is replayed, its stated result compared.

    Takes what `read` does. A bad record doesn't keep the ones after it from being read. Raises
    RecordError only if the source cannot be read or does not begin with a record.

    With an executor, such as a `ProcessPoolExecutor`, the games are replayed there. The verdicts
    and their order are the same, but their errors have no `__cause__`; `kind` and `reason` say what
    is wrong. Some megabytes of the source are read ahead. Raises what the executor raises, such as
    BrokenExecutor.
    """
    if name is None and isinstance(source, str | PathLike):
        name = fspath(source)
    failures: list[RecordError] = []  # of the source, after what was read before
    with closing(split(source, name)) as records:
        if executor is None:
            for number, raw in enumerate(records, start=1):
                yield verdict_on(number, raw, name, entry)
            return
        verdicts = partial(_pickled_verdicts, name=name, entry=entry)
        for pickled in map_in_order(executor, verdicts, _chunks(records, failures), _AHEAD):
            yield from map(pickle.loads, pickled)
    if failures:
        raise failures[0]


def verdict_on(
    number: int, raw: RawRecord, name: str | None = None, entry: GameEntry[Any, Any] | None = None
) -> Verdict[Any, Any]:
    """The verdict on a record with its number and source; `entry` is the game to expect."""
    try:
        return Verdict(number, raw.line, _record_of(raw, entry), None, name)
    except RecordError as wrong:
        error = attrs.evolve(wrong, file=name, number=number)
        error.__cause__ = wrong.__cause__
        return Verdict(number, raw.line, None, error, name)


def _pickled_verdicts(
    chunk: _Chunk, name: str | None, entry: GameEntry[Any, Any] | None
) -> list[bytes]:
    # Each by itself, so that not all states of all games are held at once: that costs a fifth more.
    return [pickle.dumps(verdict_on(number, raw, name, entry)) for number, raw in chunk]


def _chunks(records: Iterable[RawRecord], failures: list[RecordError]) -> Iterator[_Chunk]:
    """The records in lists, with their numbers; an error of the source is added to `failures`."""
    chunk: _Chunk = []
    size = 0
    try:
        for number, raw in enumerate(records, start=1):
            chunk.append((number, raw))
            size += raw.size
            if size >= _CHUNK:
                yield chunk
                chunk, size = [], 0
    except RecordError as error:
        failures.append(error)
    if chunk:
        yield chunk


def _record_of(raw: RawRecord, expected: GameEntry[Any, Any] | None) -> Record[Any, Any]:
    """The record, if all is well with it and its game is the expected one.

    Raises RecordError with the line and the game up to there.
    """
    game = None
    try:
        if raw.size > MAX_RECORD:
            raise too_long()
        with in_record(RecordErrorKind.SYNTAX):
            parsed = raw.form.read(raw)
        tags = clean_tags(parsed.tags)
        start = _start(tags, expected)
        game = replay(start, parsed.mainline.moves)
        if parsed.flaw is not None:
            raise parsed.flaw
        game = _with_ending(game, parsed)
        for line, stated in parsed.results:
            if not raw.form.agrees(stated, game.outcome):
                sentence = _wrong_result(stated, game, raw.form)
                raise RecordError(sentence, RecordErrorKind.RESULT, line=line)
        said_by_game = tags_of_game(start)
        if parsed.ending is None:
            said_by_game -= {ENDING}  # JSON has a field for it: as a tag it is refused
        others = {tag: value for tag, value in tags.items() if tag not in said_by_game}
        main = parsed.mainline
        variations = replay_variations(game, main.variations)
        return Record(game, others, main.comments, main.glyphs, main.clocks, variations)
    except RecordError as error:
        placed = attrs.evolve(error, line=error.line or raw.line, game=error.game or game)
        raise placed from error.__cause__


def _start(tags: Mapping[str, str], expected: GameEntry[Any, Any] | None) -> GameState[Any]:
    """The state in which a game with these tags begins. Raises RecordError."""
    name = tags.get(GAME)
    with in_record(RecordErrorKind.GAME):
        entry = expected or entry_for_record(tags)
        if name is not None and not entry.has_name(name):
            own = listed(entry.names, "or")
            raise NinetkaError(Say.OTHER_GAME(name=quoted(name), own=own))
    with in_record(RecordErrorKind.TAG):
        start: GameState[Any] = entry.tags.read(tags)
    with in_record(RecordErrorKind.GAME):
        entry.check_name(name or entry.requested_name, start)
    return start


def _with_ending(
    game: Game[GameState[Any], Any], parsed: ParsedRecord
) -> Game[GameState[Any], Any]:
    """The game with the ending that the record states, if it does. Raises RecordError."""
    start = game.initial_state
    if parsed.ending is None or (ENDING in parsed.tags and not start.ending_kinds):
        return game
    with in_record(RecordErrorKind.ENDING):
        return game.end(parse_ending(parsed.ending, start.seats, start.ending_kinds))


def _wrong_result(stated: str, game: Game[Any, Any], form: Form) -> str:
    """The sentence for a stated result that differs from the game's."""
    state, result = game.state, form.result(game.outcome)
    if not game.is_over:
        with suppress(NinetkaError):
            state.parse_move(stated)
            return Say.RESULT_MISSING(word=quoted(stated))
    if game.outcome is not None:
        return Say.WRONG_RESULT(stated=quoted(stated), result=result)
    known = [*endings_of(state.endings, state.seats)]
    # After agreement comes the first seat's resignation
    fitting = (each for each in known if form.agrees(stated, state.outcome_after(each)))
    likely = next(fitting, known[:2][-1] if known else None)
    such_as = "" if likely is None else Say.ADD_ENDING(ending=repr(likely.to_text(state.seats)))
    return Say.NOT_OVER(stated=quoted(stated), result=result, ending=such_as)


def legal_part(raw: RawRecord, error: RecordError) -> AnyRecord:
    """The part of a bad record up to its error.

    Raises the error if it is in the record's start.
    """
    game = cast("Game[GameState[Any], Any] | None", error.game)
    if game is None:
        raise error
    parsed, own = raw.form.read(raw), tags_of_game(game.state)
    line = parsed.mainline
    if error.in_variation:
        game = _with_ending(replay(game.initial_state, parsed.mainline.moves), parsed)
    if moves_in(line.variations) > MAX_VARIATION_MOVES:
        line = attrs.evolve(line, variations={})
    others = {tag: value for tag, value in parsed.tags.items() if tag not in own}
    return Record(game, others, **_annotations(line, game))


def _annotations(parsed: ParsedLine, game: Game[Any, Any], depth: int = 1) -> dict[str, Any]:
    """What is written on the moves of a game, as far as a record can hold it, by field."""
    plies, states = range(game.ply + 1), game.states
    comments, glyphs, clocks = parsed.comments, parsed.glyphs, parsed.clocks
    legal = {
        ply: [_legal_part(states[ply - 1], line, depth) for line in lines]
        for ply, lines in parsed.variations.items()
        if ply in plies[1:] and depth <= MAX_VARIATION_DEPTH
    }
    return {
        "comments": {
            ply: text
            for ply, text in comments.items()
            if ply in plies and not NOT_UTF8.search(text)
        },
        "glyphs": {
            ply: tuple(numbers)
            for ply, numbers in glyphs.items()
            if ply in plies and max(numbers, default=0) <= MAX_GLYPH
        },
        "clocks": {ply: clock for ply, clock in clocks.items() if ply in plies[1:]},
        "variations": {ply: tuple(filter(None, lines)) for ply, lines in legal.items()},
    }


def _legal_part(
    start: GameState[Any], parsed: ParsedLine, depth: int
) -> Variation[GameState[Any], Any] | None:
    """The part of a variation up to its first mistake; None if nothing stands before that."""
    try:
        game = replay(start, parsed.moves)
    except RecordError as error:
        game = cast("Game[GameState[Any], Any]", error.game)
    return Variation(game, **_annotations(parsed, game, depth + 1)) if game.ply else None


def moves_in(variations: Mapping[int, Sequence[ParsedLine]]) -> int:
    """The number of moves of variations, with those of their own variations."""
    count, waiting = 0, [variations]
    while waiting:
        for line in chain.from_iterable(waiting.pop().values()):
            count += len(line.moves)
            waiting.append(line.variations)
    return count


def replay_variations(
    game: Game[GameState[Any], Any], variations: Mapping[int, Sequence[ParsedLine]]
) -> dict[int, tuple[Variation[GameState[Any], Any], ...]]:
    """The variations of a game, by ply.

    Raises RecordError for the first move that cannot be made, and if they are too many or too deep.
    """
    check_move_count(moves_in(variations))
    return _replayed(game, variations, 1)


def _replayed(
    game: Game[GameState[Any], Any], variations: Mapping[int, Sequence[ParsedLine]], depth: int
) -> dict[int, tuple[Variation[GameState[Any], Any], ...]]:
    if not variations:
        return {}
    if depth > MAX_VARIATION_DEPTH:
        raise too_deep()
    check_plies("variations", variations, game.ply)
    states = game.states
    return {
        ply: tuple(_variation(game, ply, states[ply - 1], line, depth) for line in lines)
        for ply, lines in variations.items()
    }


def _variation(
    game: Game[GameState[Any], Any],
    ply: int,
    start: GameState[Any],
    parsed: ParsedLine,
    depth: int,
) -> Variation[GameState[Any], Any]:
    """A variation of a game at a ply. Raises RecordError."""
    try:
        line = replay(start, parsed.moves)
        inner = _replayed(line, parsed.variations, depth + 1)
        return Variation(line, parsed.comments, parsed.glyphs, parsed.clocks, inner)
    except RecordError as error:
        # Told with its place in the game, and with all moves
        inside = cast("Game[GameState[Any], Any] | None", error.game)
        reached, moves = game.states[:ply], game.moves[: ply - 1]
        if inside is not None:
            reached, moves = reached + inside.states[1:], moves + inside.moves
        raise attrs.evolve(
            error,
            ply=None if error.ply is None else error.ply + ply - 1,
            game=Game.from_replay(reached, moves),
            in_variation=True,
        ) from error.__cause__


def replay(
    start: GameState[Any], moves: Sequence[tuple[int | None, str]]
) -> Game[GameState[Any], Any]:
    """The game of these moves, each with its line if it has one.

    Raises RecordError for the first that cannot be made.
    """
    reached: list[GameState[Any]] = [start]
    made: list[Any] = []
    for line, text in moves:
        check_time()
        try:
            move = reached[-1].parse_move(text)
        except NinetkaError as error:
            game = Game.from_replay(tuple(reached), tuple(made))
            raise RecordError(
                error.message,
                record_error_kind(error, RecordErrorKind.MOVE_TEXT),
                line=line,
                ply=len(reached),
                text=text,
                reason=getattr(error, "reason", None),
                game=game,
            ) from error
        made.append(move)
        reached.append(reached[-1].apply_unchecked(move))
    return Game.from_replay(tuple(reached), tuple(made), tuple(text for _, text in moves))
