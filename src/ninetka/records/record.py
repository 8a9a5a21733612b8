"""A record: a game with its tags and comments, and how it is written. For any game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, Generic, cast, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, RecordError, RecordErrorKind, did_you_mean, quoted
from ..base.fields import convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.messages import listed
from ..drawing.options import labels
from ..games import all_games, entry_for_state
from ..play.game import Game, picture
from ..protocol.clocks import Clock
from ..protocol.entry import GameEntry
from ..protocol.forms import ENDING, MAX_RECORD, NOT_UTF8, Form, RecordContents
from ..protocol.states import GameState, M, S_co, check_seat
from ..protocol.tags import GAME
from .json import JSON
from .rows import RecordView, record_view
from .text import TEXT
from .variations import (
    Variation,
    check_annotations,
    check_move_count,
    clean_clocks,
    clean_comments,
    clean_glyphs,
    clean_variations,
    walk,
    written,
)

SEAT_TAGS: Final = ("First", "Second", "Third", "Fourth", "Fifth")
"""The tags with the players' names, by seat."""

_TAG_NAME: Final = re.compile("[A-Za-z0-9_]+")
_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")


def too_long() -> RecordError:
    """The error for a record that is too long."""
    sentence = f"the record is longer than {MAX_RECORD} characters"
    return RecordError(sentence, RecordErrorKind.SIZE)


def forms(entry: GameEntry[Any, Any] | None = None) -> Iterator[Form]:
    """The forms that records of a game can have, by default of any game.

    The forms for all games come first, then those of single games.
    """
    yield from (TEXT, JSON)
    for each in all_games() if entry is None else [entry]:
        yield from each.style.forms


def form_named(name: str, entry: GameEntry[Any, Any] | None = None) -> Form:
    """The form with this name or extension of files, such as `json` or `pgn`, in any case.

    Raises NinetkaError if no game has it, or if the one of `entry` does not.
    """
    called, known = name.lower().removeprefix("."), list[str]()
    for form in forms(entry):
        if called == form.name or f".{called}" in form.extensions:
            return form
        known += (form.name, *(each.removeprefix(".") for each in form.extensions))
    names = listed([form.name for form in forms(entry)], "or")
    of = "" if entry is None else f" of {listed(entry.names, 'or')}"
    likely = did_you_mean(name, known)
    raise NinetkaError(f"the form of a record{of} is {names}, not {quoted(name)}{likely}")


def tags_of_game(state: GameState[Any]) -> frozenset[str]:
    """The tags that follow from a game, so that a record cannot have them otherwise."""
    ending = {ENDING} if state.ending_kinds else ()
    return frozenset({GAME, "Result", *entry_for_state(state).tags.names, *ending})


def clean_tags(tags: Mapping[str, str]) -> FrozenMap[str, str]:
    """Return the tags if a record can hold them. Raises RecordError otherwise."""
    refused = partial(RecordError, kind=RecordErrorKind.TAG)
    tags = cast("FrozenMap[str, str]", convert(Mapping[str, str], tags, "tags", refused))
    for name, value in tags.items():
        if not _TAG_NAME.fullmatch(name):
            sentence = f"a tag's name has letters, digits and _ only, not {quoted(name)}"
            raise RecordError(sentence, RecordErrorKind.TAG)
        if _CONTROL.search(value) or NOT_UTF8.search(value):
            holding = f"has a character that no record can hold: {quoted(value)}"
            raise RecordError(f"the tag {quoted(name)} {holding}", RecordErrorKind.TAG)
    return tags


@final
@documented
@attrs.frozen(repr=False, field_transformer=convert_fields())
class Record(Generic[S_co, M]):
    """A game with what was written down about it.

    Raises RecordError for tags, comments and the like that no record can hold.

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

    game: Game[S_co, M]
    """The game: its start, its moves and its ending."""
    tags: Mapping[str, str] = attrs.field(factory=dict, converter=clean_tags)
    """Names, date and the like, without the tags that follow from the game: `Game`, `Result` and
    those that describe its start."""
    comments: Mapping[int, str] = attrs.field(factory=dict, converter=clean_comments)
    """Comments by number of moves made before. Any white space becomes one blank, and clock times
    as PGN writes them, `[%clk 0:05:00]`, become those of the move."""
    glyphs: Mapping[int, tuple[int, ...]] = attrs.field(factory=dict, converter=clean_glyphs)
    """The numbers of each move's glyphs by ply, such as 1 for `!` (`GLYPHS`); those at ply 0
    stand before the first move."""
    clocks: Mapping[int, Clock] = attrs.field(factory=dict, converter=clean_clocks)
    """The clock times of moves, by ply."""
    variations: Mapping[int, tuple[Variation[S_co, M], ...]] = attrs.field(
        factory=dict, converter=clean_variations
    )
    """The variations that replace a move, by its ply."""

    def __attrs_post_init__(self) -> None:
        for tag in sorted(tags_of_game(self.game.state) & self.tags.keys()):
            raise RecordError(f"the tag {tag} is set by the game itself", RecordErrorKind.TAG)
        check_annotations(self)
        if self.variations:
            check_move_count(sum(variation.game.ply for _, variation in self.walk()))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, empty where the record has none."""
        return tuple(self.tags.get(tag, "") for tag in SEAT_TAGS[: self.game.state.players])

    def player(self, seat: int) -> str:
        """The label of the player in a seat: `Ann (a)`, or `Seat a` if the record has no name.

        Raises NinetkaError for a seat that does not play.
        """
        check_seat(seat, self.game.state.players)
        return labels(self.game.state.seats, self.names, "Seat")[seat]

    def walk(self) -> Iterator[tuple[int, Variation[S_co, M]]]:
        """All variations, each with the ply of the game that its first move is.

        They come in the order in which they are written: each before its own variations.

        >>> game, other = (Game.start(NESTORGAMES).play(moves) for moves in ("E5 C9", "H8"))
        >>> record = Record(game, variations={1: [Variation(other)]})
        >>> [(ply, *variation.game.move_texts) for ply, variation in record.walk()]
        [(1, '*H8')]
        """
        return walk(self)

    @property
    def result(self) -> str:
        """The outcome's text, or `*` if the game is not over."""
        return TEXT.result(self.game.outcome)

    def __repr__(self) -> str:
        players = ", ".join(quoted(self.player(seat)) for seat in self.game.state.seats)
        return f"<Record {players}: ply {self.game.ply}, result {self.result}>"

    def _repr_svg_(self) -> str | None:
        return picture(self.game, self.names)

    def to_text(self) -> str:
        """The record as `.9tka` text. Reading it back gives an equal record without undone moves.

        Raises RecordError if it is too long to be read.
        """
        return self.to_form(TEXT.name)

    def to_json(self) -> str:
        """The record as one line of JSON. Raises RecordError as `to_text` does."""
        return self.to_form(JSON.name)

    def to_form(self, name: str) -> str:
        """The record in any form: `9tka`, `json`, or one of the game's own, also by its ending.

        Raises NinetkaError if the game has no such form, RecordError if the form cannot hold the
        record.
        """
        form = form_named(name, entry_for_state(self.game.state))
        text = form.write(self.contents())
        if len(text) > MAX_RECORD:
            raise too_long()
        return text

    def to_dict(self) -> RecordView:
        """The record as plain data: its names, tags, moves, result, points and so on.

        `rows` gives less of each record, as data frames take it.
        """
        return record_view(self)

    def contents(self) -> RecordContents:
        """The contents that forms of records write."""
        game, entry = self.game, entry_for_state(self.game.state)
        return RecordContents(
            game=entry.name_of(game.initial_state),
            start=entry.tags.write(game.initial_state),
            tags=self.tags,
            mainline=written(self, entry.style),
            ending=game.ending_text,
            outcome=game.outcome,
        )

    def __str__(self) -> str:
        return self.to_text()


def write(records: Iterable[Record[Any, Any]], form: str = "9tka") -> Iterator[str]:
    """The text of a file with these records, piece by piece: give it to `writelines`.

    `form` is a name that `Record.to_form` takes. Raises NinetkaError if there is no such form,
    RecordError for a record that it cannot hold.
    """
    for number, record in enumerate(records):
        text = record.to_form(form)
        yield f"\n{text}" if number and form == TEXT.name else text
