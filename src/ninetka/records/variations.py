"""Variations, and what else is written on moves: comments, glyphs and clock times. For any game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, final

import attrs

from ..base.documented import documented
from ..base.errors import RecordError, RecordErrorKind, quoted
from ..base.fields import convert, convert_fields
from ..base.frozenmap import FrozenMap
from ..base.values import Immutable
from ..play.game import Game
from ..protocol.clocks import Clock, times_in
from ..protocol.entry import RecordStyle
from ..protocol.forms import MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES, NOT_UTF8, WrittenLine
from ..protocol.movetext import MAX_GLYPH, too_deep
from ..protocol.states import M, S_co

if TYPE_CHECKING:
    from .record import Record

_FIELDS: Final[Mapping[str, tuple[str, int]]] = {
    "comments": ("to comment on", 0),
    "glyphs": ("for a glyph", 0),
    "clocks": ("for a clock", 1),
    "variations": ("for a variation", 1),
}
"""For each field of annotations: the words for it in errors about plies, and the first ply."""

Line: TypeAlias = "Record[Any, Any] | Variation[Any, Any]"
"""A line of play with what was written on its moves."""
_refused = partial(RecordError, kind=RecordErrorKind.COMMENT)
"""The error for comments, glyphs, clocks and variations that no record can hold."""


_NOTHING: Final[FrozenMap[int, Any]] = FrozenMap()
"""The value of each field in most records."""


def clean_comments(comments: Mapping[int, str]) -> FrozenMap[int, str]:
    """Return the comments with blanks for any white space. Raises RecordError."""
    if _is_empty(comments):
        return _NOTHING
    comments = convert(Mapping[int, str], comments, "comments", _refused)
    for ply, text in comments.items():
        if NOT_UTF8.search(text):
            raise _refused(f"the comment at ply {ply} has a character that no record can hold")
    clean = {ply: " ".join(comments[ply].split()) for ply in sorted(comments)}
    return FrozenMap({ply: text for ply, text in clean.items() if text})


def clean_glyphs(glyphs: Mapping[int, Sequence[int]]) -> FrozenMap[int, tuple[int, ...]]:
    """Return the glyphs, each once on a move. Raises RecordError for a number that is none."""
    if _is_empty(glyphs):
        return _NOTHING
    glyphs = convert(Mapping[int, tuple[int, ...]], glyphs, "glyphs", _refused)
    for number in (number for numbers in glyphs.values() for number in numbers):
        if not 0 <= number <= MAX_GLYPH:
            raise _refused(f"a glyph is a number from 0 to {MAX_GLYPH}, not {quoted(number)}")
    clean = {ply: tuple(dict.fromkeys(glyphs[ply])) for ply in sorted(glyphs)}
    return FrozenMap({ply: numbers for ply, numbers in clean.items() if numbers})


def clean_clocks(clocks: Mapping[int, Clock]) -> FrozenMap[int, Clock]:
    """Return the clock times by ply. Raises RecordError."""
    if _is_empty(clocks):
        return _NOTHING
    clocks = convert(Mapping[int, Clock], clocks, "clocks", _refused)
    return FrozenMap({ply: clocks[ply] for ply in sorted(clocks)})


def clean_variations(
    variations: Mapping[int, Sequence[Variation[S_co, M]]],
) -> FrozenMap[int, tuple[Variation[S_co, M], ...]]:
    """Return the variations by ply. Raises RecordError."""
    if _is_empty(variations):
        return _NOTHING
    kind = Mapping[int, tuple[Variation[Any, Any], ...]]
    variations = convert(kind, variations, "variations", _refused)
    return FrozenMap({ply: tuple(variations[ply]) for ply in sorted(variations) if variations[ply]})


def _is_empty(given: object) -> bool:
    """Return whether nothing is given, as in most records, so that nothing need be checked."""
    return type(given) is dict and not given


@final
@documented
@attrs.frozen(repr=False, field_transformer=convert_fields(_refused))
class Variation(Immutable, Generic[S_co, M]):
    """Moves that might have been played, with what was written about them.

    It counts its own moves: `comments[0]` stands before its first move and `glyphs[1]` on it.
    Raises RecordError for what no record can hold.

    >>> from ninetka import NESTORGAMES
    >>> Variation(Game.start(NESTORGAMES).play("E5 C9"), glyphs={1: [1]})
    <Variation *E5 $1 *C9>
    """

    game: Game[S_co, M]
    """Its moves, as a game that begins in the position where it branches off."""
    comments: Mapping[int, str] = attrs.field(factory=dict, converter=clean_comments)
    """Comments by the number of its moves before them. Any white space becomes one blank."""
    glyphs: Mapping[int, tuple[int, ...]] = attrs.field(factory=dict, converter=clean_glyphs)
    """The numbers of each move's glyphs, by ply; at ply 0 those before the first move."""
    clocks: Mapping[int, Clock] = attrs.field(factory=dict, converter=clean_clocks)
    """The clock times of moves, by ply."""
    variations: Mapping[int, tuple[Variation[S_co, M], ...]] = attrs.field(
        factory=dict, converter=clean_variations
    )
    """The variations that replace a move, by its ply."""
    depth: int = attrs.field(init=False, eq=False)
    """The depth of nested variations, with this one: 1 if it has none itself."""

    def __attrs_post_init__(self) -> None:
        if not self.game.ply or self.game.ending is not None:
            raise _refused("a variation has moves, and no other ending")
        check_annotations(self)
        inner = (each.depth for at_ply in self.variations.values() for each in at_ply)
        object.__setattr__(self, "depth", 1 + max(inner, default=0))
        if self.depth > MAX_VARIATION_DEPTH:
            raise too_deep()

    def walk(self) -> Iterator[tuple[int, Variation[S_co, M]]]:
        """All variations in this one as `Record.walk` gives them; plies count its own moves."""
        return walk(self)

    def __repr__(self) -> str:
        moves = enumerate(self.game.move_texts, start=1)
        words = (
            " ".join([text, *map("${}".format, self.glyphs.get(at, ()))]) for at, text in moves
        )
        return f"<Variation {' '.join(words)}>"


def walk(line: Line, made: int = 0) -> Iterator[tuple[int, Variation[Any, Any]]]:
    """All variations of a line after `made` moves, each with its first ply and before its own."""
    for ply, variations in line.variations.items():
        for variation in variations:
            yield made + ply, variation
            yield from walk(variation, made + ply - 1)


def check_annotations(line: Line) -> None:
    """Take clock times out of a new line's comments, and check that all is written on its moves.

    Raises RecordError for what stands where there is no move, and for a variation that begins
    elsewhere.
    """
    for field in _FIELDS:
        if plies := getattr(line, field):
            check_plies(field, plies, line.game.ply)
    if any("[%" in comment for comment in line.comments.values()):
        _extract_clocks(line)
    if line.variations:
        states = line.game.states
        for ply, variations in line.variations.items():
            if any(each.game.initial_state != states[ply - 1] for each in variations):
                raise _refused(f"a variation at ply {ply} begins with another position")


def check_plies(field: str, plies: Iterable[int], last: int) -> None:
    """Raise RecordError unless each of the plies of a field is one of a line with `last` moves."""
    what, first = _FIELDS[field]
    for ply in plies:
        if not first <= ply <= last:
            known = f"only {first} to {last}" if last >= first else "as there are no moves"
            raise _refused(f"there is no ply {quoted(ply)} {what}, {known}")


def _extract_clocks(line: Line) -> None:
    comments, clocks = dict(line.comments), dict(line.clocks)
    for ply, comment in line.comments.items():
        if ply and "[%" in comment:
            text, clock = times_in(comment, clocks.get(ply))
            if text != comment and clock is not None:
                comments[ply], clocks[ply] = text, clock
    if comments != line.comments:
        object.__setattr__(line, "comments", clean_comments(comments))
        object.__setattr__(line, "clocks", clean_clocks(clocks))


def check_move_count(count: int) -> None:
    """Raise RecordError if the variations of a record have more moves than they may together."""
    if count > MAX_VARIATION_MOVES:
        sentence = f"the variations have more than {MAX_VARIATION_MOVES} moves"
        raise RecordError(sentence, RecordErrorKind.SIZE)


def written(line: Line, style: RecordStyle[Any], made: int = 0, turn: int = 1) -> WrittenLine:
    """A line as forms write it.

    `made` moves were made before the line, whose first move belongs to that `turn` of the game.
    """
    turns = style.turns(line.game.states[:-1], made, turn)
    return WrittenLine(
        moves=line.game.move_texts,
        turns=turns,
        comments=line.comments,
        glyphs=line.glyphs,
        clocks=line.clocks,
        variations={
            ply: [written(each, style, made + ply - 1, turns[ply - 1]) for each in variations]
            for ply, variations in line.variations.items()
        },
        played=line.game,
    )
