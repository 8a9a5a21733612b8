"""Games written down: records, read and verified one at a time, and written. For any game.

A record is `.9tka` text or JSON (docs/formats.md); reading finds out which by how a source begins.
A source is a file's path, an open file, best in binary mode, or any iterable of its lines; it is
read as far as needed and never held whole.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Final, Generic, TypeAlias, TypedDict, final, overload

import attrs

from ..endings import parse_ending
from ..errors import IllegalMoveError, InvalidMoveError, NinetkaError, RecordError, listed, quoted
from ..forms import (
    ENDING,
    MAX_RECORD,
    NOT_UTF8,
    UNFINISHED,
    Contents,
    Form,
    ParsedRecord,
    RawRecord,
)
from ..frozenmap import FrozenMap
from ..game import Game, picture
from ..games import all_games, rules_for_name, rules_for_state
from ..protocol import EndableState, GameState, M, S, plays
from ..rules import GAME, Rules
from .json import JSON
from .sources import Source, name_of, split
from .text import MISSING_RESULT, TEXT, is_result

__all__ = [
    "MAX_RECORD",
    "SEAT_TAGS",
    "UNFINISHED",
    "AnyRecord",
    "AnyVerdict",
    "Record",
    "Summary",
    "Verdict",
    "clean_tags",
    "parse",
    "read",
    "verify",
    "write",
]

SEAT_TAGS: Final = ("First", "Second", "Third", "Fourth", "Fifth")
"""The tags with the players' names, by seat."""

_TAG_NAME: Final = re.compile("[A-Za-z0-9_]+")
_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")


def forms() -> Iterator[Form]:
    """The forms that records can have: those of all games, then those of single games."""
    yield from (TEXT, JSON)
    for rules in all_games():
        yield from rules.forms


def form_named(name: str) -> Form:
    """The form of a name, such as `json`. Raises NinetkaError."""
    for form in forms():
        if form.name == name:
            return form
    known = listed([form.name for form in forms()], "or")
    raise NinetkaError(f"the form of a record is {known}, not {quoted(name)}")


def clean_tags(tags: Mapping[str, str]) -> FrozenMap[str, str]:
    """The same tags, if a record can hold them. Raises RecordError."""
    if not isinstance(tags, Mapping):
        raise RecordError(f"tags map names to values; {quoted(tags)} is not a mapping")
    for name, value in tags.items():
        if not isinstance(name, str) or not _TAG_NAME.fullmatch(name):
            raise RecordError(f"a tag's name has letters, digits and _ only, not {quoted(name)}")
        if not isinstance(value, str):
            raise RecordError(f"the tag {quoted(name)} is not a text: {quoted(value)}")
        if _CONTROL.search(value) or NOT_UTF8.search(value):
            raise RecordError(
                f"the tag {quoted(name)} has a character that no record can hold: {quoted(value)}"
            )
    return FrozenMap(tags)


def _clean_comments(comments: Mapping[int, str]) -> FrozenMap[int, str]:
    if not isinstance(comments, Mapping):
        raise RecordError(f"comments map plies to texts; {quoted(comments)} is not a mapping")
    clean = {}
    for ply, text in comments.items():
        if type(ply) is not int or not isinstance(text, str):
            raise RecordError(f"comments map plies to texts, not {quoted(ply)} to {quoted(text)}")
        if NOT_UTF8.search(text):
            raise RecordError(f"the comment at ply {ply} has a character that no record can hold")
        clean[ply] = " ".join(text.split())
    return FrozenMap({ply: clean[ply] for ply in sorted(clean) if clean[ply]})


@final
@attrs.frozen(repr=False)
class Record(Generic[S, M]):
    """A game with what was written down about it. Raises RecordError for what cannot be written.

    >>> from ninetka import NESTORGAMES
    >>> print(Record(Game.start(NESTORGAMES), {"Event": "Club"}))
    [Game "9tka"]
    [Ruleset "nestorgames"]
    [Players "2"]
    [Event "Club"]
    [Result "*"]
    <BLANKLINE>
    *
    <BLANKLINE>
    """

    game: Game[S, M]
    tags: Mapping[str, str] = attrs.field(factory=dict, converter=clean_tags)
    """Names, date and the like. What the game itself says (`Game`, `Result`, how it started) is
    not among them."""
    comments: Mapping[int, str] = attrs.field(factory=dict, converter=_clean_comments)
    """Number of moves made before it: a comment. White space in it counts as one blank."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise RecordError(f"a record is of a Game, not of {quoted(self.game)}")
        rules = rules_for_state(self.game.state)
        own = sorted(self.tags.keys() & own_tags(rules, self.game.state))
        if own:
            raise RecordError(f"the game itself says what its tag {own[0]} is")
        for ply in self.comments:
            if not 0 <= ply <= self.game.ply:
                raise RecordError(
                    f"there is no ply {quoted(ply)} to comment on, only 0 to {self.game.ply}"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, empty where the record has none."""
        return tuple(self.tags.get(tag, "") for tag in SEAT_TAGS[: self.game.state.players])

    def player(self, seat: int) -> str:
        """What to call who sits there: `Ann (a)`, or `Seat a` if the record has no name.

        Raises RecordError if nobody sits there.
        """
        if not plays(seat, self.game.state.players):
            raise RecordError(
                f"{quoted(seat)} is not a seat of this game: {self.game.state.players} play"
            )
        name, letter = self.names[seat], self.game.state.seats[seat]
        return f"{name} ({letter})" if name else f"Seat {letter}"

    @property
    def result(self) -> str:
        """The outcome's text, or `*` if the game is not over."""
        outcome = self.game.outcome
        return UNFINISHED if outcome is None else str(outcome)

    def __repr__(self) -> str:
        players = ", ".join(quoted(self.player(seat)) for seat in self.game.state.seats)
        return f"<Record {players}: ply {self.game.ply}, result {self.result}>"

    def _repr_svg_(self) -> str | None:
        return picture(self.game, self.names)

    def to_text(self) -> str:
        """The record as text that reads back to an equal one, but for moves that were undone.

        Raises RecordError if it is too long for that.
        """
        return self.to_form(TEXT.name)

    def to_json(self) -> str:
        """The same as one line of JSON. Raises RecordError as `to_text` does."""
        return self.to_form(JSON.name)

    def to_form(self, name: str) -> str:
        """The same in any form: `9tka`, `json`, or one of the game's own.

        Raises RecordError if there is no such form, or if the form cannot hold the record.
        """
        return _bounded(form_named(name).write(self._contents()))

    def __str__(self) -> str:
        return TEXT.write(self._contents())

    def _contents(self) -> Contents:
        game, rules = self.game, rules_for_state(self.game.state)
        return Contents(
            rules.name_of(game.initial_state),
            rules.to_tags(game.initial_state),
            self.tags,
            game.move_texts(),
            game.turns(),
            self.comments,
            self.result,
            game.ending_text,
            game.outcome,
            game,
        )


def own_tags(rules: Rules[Any, Any], state: GameState[Any]) -> set[str]:
    """The tags of which the game itself says what they are."""
    ending = {ENDING} if isinstance(state, EndableState) else set()
    return {GAME, "Result", *rules.tag_names, *ending}


def _bounded(text: str) -> str:
    if len(text) > MAX_RECORD:
        raise RecordError(f"the record is longer than {MAX_RECORD} characters")
    return text


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
    reason: str | None
    code: str | None
    position: str | None


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

    def summary(self) -> Summary:
        """The verdict as plain data."""
        error = self.error or RecordError("")
        played = self.record.game if self.record else error.game
        return {
            "game": self.number,
            "begins": self.line,
            "ok": self.error is None,
            "plies": None if played is None else len(played.moves),
            "result": None if self.record is None else self.record.result,
            "ending": None if self.record is None else self.record.game.ending_text,
            "line": error.line,
            "ply": error.ply,
            "move": error.text if error.ply else None,
            "reason": error.sentence or None,
            "code": None if error.reason is None else error.reason.name,
            "position": None if played is None else played.state.to_text(),
        }


AnyRecord: TypeAlias = Record[GameState[Hashable], Hashable]
"""A record of whichever game; with `rules`, reading gives records of that game's own types."""
AnyVerdict: TypeAlias = Verdict[GameState[Hashable], Hashable]
"""The same for verdicts."""


@overload
def parse(text: str | PathLike[str]) -> AnyRecord: ...
@overload
def parse(text: str | PathLike[str], rules: Rules[S, M]) -> Record[S, M]: ...
def parse(text: str | PathLike[str], rules: Rules[Any, Any] | None = None) -> Record[Any, Any]:
    """The one record of a text or of the file of a `Path`, of any game or the one of `rules`.

    Raises RecordError, also if there is no record or another, or if the file cannot be read.

    >>> from ninetka import WIKI
    >>> record = Record(Game.start(WIKI), {"Event": "Club"})
    >>> parse(record.to_text()) == record
    True
    """
    source = text.split("\n") if isinstance(text, str) else text
    raws = split(source, None, forms())
    first = next(raws, None)
    others = sum(1 for _ in raws)
    if first is None or others:
        count = 0 if first is None else 1 + others
        raise RecordError(f"one record is expected here, not {count}", name_of(source, None))
    return _read(first, rules)


@overload
def read(source: Source, name: str | None = None, *, rules: None = None) -> Iterator[AnyRecord]: ...
@overload
def read(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Record[S, M]]: ...
def read(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Record[Any, Any]]:
    """The records of a source, every game replayed by the rules, each when it is asked for.

    `source` is a file's path, an open file, best in binary mode, or its lines. `name` is what
    errors call it, its path if left out; `rules` says which game to expect, any if left out.
    Raises RecordError if the source cannot be read, and at the first record with anything wrong;
    to go on after it use `verify`.
    """
    for raw in split(source, name, forms()):
        yield _read(raw, rules)


@overload
def verify(
    source: Source, name: str | None = None, *, rules: None = None
) -> Iterator[AnyVerdict]: ...
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
    for raw in split(source, name, forms()):
        try:
            yield Verdict(raw.number, raw.line, _read(raw, rules), None)
        except RecordError as error:
            yield Verdict(raw.number, raw.line, None, error)


def write(records: Iterable[Record[Any, Any]], form: str = "9tka") -> Iterator[str]:
    """The text of a source with these records, a record at a time: give it to `writelines`.

    In a form of this name, as `Record.to_form` takes it. Raises RecordError for a record that the
    form cannot hold, for one that is too long, or for what is not a record.
    """
    for number, record in enumerate(records):
        if not isinstance(record, Record):
            raise RecordError(f"{quoted(record)} is not a Record")
        text = record.to_form(form)
        yield f"\n{text}" if number and form == TEXT.name else text


def _read(raw: RawRecord, rules: Rules[Any, Any] | None) -> Record[Any, Any]:
    if raw.size > MAX_RECORD:
        raise raw.error(f"the record is longer than {MAX_RECORD} characters")
    parsed = raw.form.read(raw)
    try:
        rules = _rules(parsed.tags.get(GAME), rules)
        start = rules.from_tags(clean_tags(parsed.tags))
    except NinetkaError as error:
        raise raw.error(str(error)) from error
    _check_name(raw, parsed, rules, start)
    game = _replay(raw, parsed, start)
    own = own_tags(rules, start)
    others = {name: value for name, value in parsed.tags.items() if name not in own}
    try:
        return Record(game, others, parsed.comments)
    except RecordError as error:
        raise raw.error(str(error), game=game) from error


def _rules(game: str | None, expected: Rules[Any, Any] | None) -> Rules[Any, Any]:
    if expected is None:
        return rules_for_name(game)
    if game is not None and not expected.has_name(game):
        own = listed(expected.names, "or")
        raise NinetkaError(f"this is a game of {quoted(game)}, not of {own}")
    return expected


def _check_name(
    raw: RawRecord, parsed: ParsedRecord, rules: Rules[Any, Any], start: GameState[Any]
) -> None:
    """Raise RecordError if a game that starts so is not called what the record says."""
    if GAME in parsed.tags:
        try:
            rules.check_name(parsed.tags[GAME], start)
        except NinetkaError as error:
            raise raw.error(str(error), _line_of(raw, parsed, GAME)) from error


def _line_of(raw: RawRecord, parsed: ParsedRecord, tag: str) -> int:
    """The line a tag stands on, or where tags have none the first."""
    return raw.line + list(parsed.tags).index(tag) if raw.form is TEXT else raw.line


def _replay(
    raw: RawRecord, parsed: ParsedRecord, start: GameState[Any]
) -> Game[GameState[Any], Any]:
    """The game a record tells. Raises RecordError with the game up to what is wrong."""
    reached: list[GameState[Any]] = [start]
    moves: list[Hashable] = []
    for number, (line, word) in enumerate(parsed.moves, start=1):
        state = reached[-1]
        try:
            move = state.parse_move(word)
        except NinetkaError as error:
            is_last = number == len(parsed.moves)
            if parsed.flaw and is_last and (is_result(word) or word == parsed.tags.get("Result")):
                break
            game = Game.from_replay(tuple(reached), tuple(moves))
            raise _bad_move(raw, game, line, word, error) from error
        moves.append(move)
        reached.append(state.apply_unchecked(move))
    game = Game.from_replay(tuple(reached), tuple(moves))
    if parsed.flaw is not None:
        line, sentence = parsed.flaw
        raise raw.error(sentence, line, game=game)
    game = _ended(raw, parsed, game)
    if "Result" in parsed.tags:
        _check_result(raw, game, _line_of(raw, parsed, "Result"), parsed.tags["Result"])
    if parsed.result is not None:
        _check_last_word(raw, game, *parsed.result)
    return game


def _ended(
    raw: RawRecord, parsed: ParsedRecord, game: Game[GameState[Any], Any]
) -> Game[GameState[Any], Any]:
    """The same game with the ending that the record states. Raises RecordError."""
    line, text = parsed.ending or (raw.line, None)
    if ENDING in parsed.tags and isinstance(game.state, EndableState):
        if raw.form is not TEXT:
            raise raw.error(f"the game itself says what its tag {ENDING} is", game=game)
        line, text = _line_of(raw, parsed, ENDING), parsed.tags[ENDING]
    if text is None:
        return game
    try:
        return game.end(parse_ending(text, game.state.seats))
    except NinetkaError as error:
        raise raw.error(str(error), line, text=text, game=game) from error


def _bad_move(
    raw: RawRecord, game: Game[GameState[Any], Any], line: int, word: str, error: NinetkaError
) -> RecordError:
    reason = error.reason if isinstance(error, IllegalMoveError) else None
    misplaced = isinstance(error, InvalidMoveError) and is_result(word)
    sentence = f"the record goes on after its result {word}" if misplaced else str(error)
    return raw.error(sentence, line, game.ply + 1, word, reason, game)


def _check_last_word(raw: RawRecord, game: Game[GameState[Any], Any], line: int, word: str) -> None:
    """What should be the result, but is a move where the record has none."""
    is_one = raw.form.agrees(word, game.outcome) or (game.is_over and is_result(word))
    if not is_one and game.ending is None:
        try:
            game = game.apply(word)
        except InvalidMoveError:
            pass
        except NinetkaError as error:
            raise _bad_move(raw, game, line, word, error) from error
        else:
            raise raw.error(MISSING_RESULT, line, game=game)
    _check_result(raw, game, line, word)


def _check_result(raw: RawRecord, game: Game[GameState[Any], Any], line: int, stated: str) -> None:
    """Compare a stated result with what the game has given."""
    outcome = game.outcome
    if raw.form.agrees(stated, outcome):
        return
    if outcome is None:
        sentence = f"the result is said to be {quoted(stated)}, but the game is not over"
    else:
        gives = raw.form.result(outcome)
        sentence = f"the result is said to be {quoted(stated)}, but the game gives {gives}"
    raise raw.error(sentence, line, text=stated, game=game)
