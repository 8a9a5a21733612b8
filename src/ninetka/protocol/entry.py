"""A game's entry in the registry of `games.py`: how it begins, and what tools must know of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import accumulate, pairwise, permutations
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, did_you_mean, quoted
from ..base.frozenmap import FrozenMap
from ..base.messages import listed, translated
from .rulesets import GameRuleset
from .states import GameState, M, S
from .tags import GAME, POSITION, Option, StartTags
from .texts import Say

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random
    from re import Pattern

    from .editor import Editor
    from .forms import Form
    from .lessons import Lessons
    from .solver import Solver

__all__ = [
    "Gain",
    "GameEntry",
    "MatchRules",
    "RankedBy",
    "RecordStyle",
    "Samples",
    "TrustedTexts",
    "every_seating",
    "lead",
    "leads",
    "puzzles_of",
    "rank_by_wins",
    "seats_begin_again",
    "view_schema_of",
]

Gain: TypeAlias = "tuple[int | float | Fraction, ...]"
"""The worth of a move: the first number counts most, the next breaks ties, and so on."""


@cache
def _option_of(tag: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", tag).lower()


def _written(tag: str, value: str | int) -> str:
    try:
        return str(value)
    except ValueError as error:  # Python writes no numbers of thousands of digits
        raise NinetkaError(f"{tag} cannot be {quoted(value)}") from error


def _names(names: Mapping[str, Mapping[str, str]]) -> FrozenMap[str, FrozenMap[str, str]]:
    return FrozenMap((name, FrozenMap(usual)) for name, usual in names.items())


def seats_begin_again(_: int, before: GameState[Any], state: GameState[Any]) -> bool:
    """Return whether a move in `state`, after one in `before`, begins the order of seats again."""
    return state.to_move < before.to_move


def every_seating(players: int) -> Iterable[tuple[int, ...]]:
    """Every order in which this number of players can sit, each once."""
    return permutations(range(players))


class RankedBy(Enum):
    """The results that standings of a game rank players by."""

    WINS = "wins"
    """Wins. Several winners share one evenly, and so do all players in a draw."""
    POINTS = "points"
    """The points of all games."""


def rank_by_wins(_: object) -> RankedBy:
    """Rank players by wins, whatever the start."""
    return RankedBy.WINS


class Samples(Protocol[S, M]):
    """A module with a game's data for tests."""

    @property
    def MOVES(self) -> Sequence[M]:  # noqa: N802  # a module's constant
        """Moves, legal or not."""

    def some_ruleset(self, rng: Random, /) -> GameRuleset[S, M]:
        """A ruleset, published or custom."""


LEVELS: Final = FrozenMap({"easy": 200, "club": 5000})
"""The visits of the levels of computer players for a move, unless a game says otherwise."""


def usual_levels(_: object) -> Mapping[str, int]:
    """The same in every position."""
    return LEVELS


def lead(points: Sequence[int | Fraction], seat: int) -> int | Fraction:
    """The lead of a seat over the best of the others, given the points by seat."""
    others = [own for each, own in enumerate(points) if each != seat]
    return points[seat] - max(others, default=0)


def leads(state: GameState[M], moves: Sequence[M]) -> list[Gain]:
    """The lead of the seat to move after each move; none in games without points."""
    after: list[GameState[Any]] = [state.apply_unchecked(move) for move in moves]
    return [(lead(each.scores, state.to_move),) if each.scores else () for each in after]


def view_schema_of(package: str) -> str:
    """The JSON Schema of views that a package brings, `view.schema.json`."""
    from importlib.resources import files  # slow to import

    return (files(package) / "view.schema.json").read_text("utf-8")


def puzzles_of(package: str) -> str:
    """The records of puzzles that a package brings, `puzzles.9tka`."""
    from importlib.resources import files  # slow to import

    return (files(package) / "puzzles.9tka").read_text("utf-8")


@documented
@attrs.frozen
class RecordStyle(Generic[S]):
    """The style of a game's records, besides the tags of its start."""

    forms: Sequence[Form] = ()
    """The game's own forms of records, which are read and written beside text and JSON."""
    begins_turn: Callable[[int, S, S], bool] = seats_begin_again
    """Whether a move begins a turn, given how many were made, the state before the last, and now.

    Records as text number the turns so, and programs show them.
    """
    joined_move: Callable[[Mapping[str, str]], Pattern[str] | None] | None = None
    """Gives, for the tags of a start, what a further move begins with that is joined to a move.

    So `g7xa1` is two moves of Mills where a token is put and another one removed. None if moves are
    never joined.
    """

    def turns(self, states: Sequence[S], made: int = 0, turn: int = 1) -> list[int]:
        """Return the number of each ply's turn, given the states in which the moves were made.

        `turn` is the number of the first turn, before which `made` moves were made.
        """
        plies = enumerate(pairwise(states), made + 1)
        begun = (self.begins_turn(ply, *both) for ply, both in plies)
        return [*accumulate(begun, initial=turn)] if states else []


@documented
@attrs.frozen
class MatchRules(Generic[S]):
    """The seating of a game's matches, and what counts in its standings."""

    seatings: Callable[[int], Iterable[tuple[int, ...]]] = every_seating
    """Gives, for a number of players, who sits where in each game of a match."""
    ranked_by: Callable[[S], RankedBy] = rank_by_wins
    """Gives what standings rank players by, for games with a start."""


@documented
@attrs.frozen
class TrustedTexts(Generic[S]):
    """The texts of states in games kept as trusted texts, which are read without being checked."""

    write: Callable[[S], str]
    """Gives the text of a state, complete for a game whose start is known."""
    read: Callable[[S, str], S]
    """Gives the state of a text that `write` gave, in a game from a start.

    Undefined for any other text; a ValueError or LookupError says that it is damaged.
    """


@documented
@attrs.frozen(repr=False)
class GameEntry(Generic[S, M]):
    """Everything that tools must know about a game besides its states."""

    names: Mapping[str, Mapping[str, str]] = attrs.field(converter=_names)
    """The game's names in records (`[Game "9tka"]`), each with the tags of its usual start.

    Rulesets that players know as different games have different names; the first is the game's own.
    """
    identifier: str
    """A name in lower-case letters, which all frameworks accept.

    It stands for any of `names`, so if there are several, it is not one of them.
    """
    start: Callable[[Any, int], S]
    """Gives the start position under a ruleset of the game for a number of players.

    `Game.start` calls it. Raises NinetkaError.
    """
    tags: StartTags[S]
    """The tags of a start: in records, options of commands, requests to `serve`."""
    name_by_start: Callable[[S], str] | None = None
    """Gives the name of a game with a start; if left out, the first of the names."""
    player_counts: Sequence[int] = (2,)
    """The numbers of players of all its rulesets."""
    style: RecordStyle[S] = RecordStyle()
    """The style of its records: forms of its own, and the numbering of turns."""
    match_rules: MatchRules[S] = MatchRules()
    """The seating of its matches, and whether its standings count wins or points."""
    move_gains: Callable[[S, Sequence[M]], Sequence[Gain]] = leads
    """Gives the worth of some legal moves by the game's own measure, by which `greedy` plays.

    A winning move need not stand out: players find it without this.
    """
    levels: Callable[[S], Mapping[str, int]] = usual_levels
    """Gives the number of visits that the players `easy` and `club` take for a move."""
    trusted: TrustedTexts[S] | None = None
    """The texts of states in `Game.to_trusted`. If left out, position texts, which are checked."""
    solver: Callable[[], Solver[S, M]] | None = None
    """Imports and gives the game's solver; without it, tools search by the game's moves."""
    samples: Callable[[], Samples[S, M]] | None = None
    """Imports and gives the module with data for tests, which the test kit needs."""

    editor: Callable[[], Editor[S, Any]] | None = None
    """Imports and gives the editor that sets up positions piece by piece, for board editors."""
    lessons: Callable[[str], Lessons] | None = None
    """Gives the lessons of a game of one of `names`, which the play page shows to beginners."""
    is_foreign_position: Callable[[str], bool] | None = None
    """Returns whether a text is a position as other programs write it, which `tags` read too."""
    puzzles: Callable[[], str] | None = None
    """Gives records of puzzles, which the play page lets people solve."""
    view_schema: Callable[[], str] | None = None
    """Gives the JSON Schema of what `to_dict` of the game's states returns; if left out, tools give
    one that fits every game."""

    def __repr__(self) -> str:
        """The identifier and the names: `<GameEntry morris: 9AM, Mills>`."""
        return f"<GameEntry {self.identifier}: {', '.join(self.names)}>"

    @property
    def name(self) -> str:
        """The game's own name: the first of `names`."""
        return next(iter(self.names))

    @property
    def requested_name(self) -> str:
        """Its only name; if it has several, the identifier, which stands for each of them."""
        return self.name if len(self.names) == 1 else self.identifier

    def name_of(self, start: S) -> str:
        """The name of a game with that start, as records have it."""
        return self.name if self.name_by_start is None else self.name_by_start(start)

    def with_name(self, name: str) -> GameEntry[S, M]:
        """Return the entry for one of its names: its `begin` begins only games of that name.

        The case does not count. The identifier, which stands for all names, gives the entry itself.
        Raises NinetkaError for any other name.
        """
        if not self.has_name(name):
            raise NinetkaError(f"{quoted(name)} is not a name of {listed(self.names, 'or')}")
        names = {own: usual for own, usual in self.names.items() if own.lower() == name.lower()}
        return attrs.evolve(self, names=names) if names and names != self.names else self

    def has_name(self, name: str) -> bool:
        """Return whether `name` is one of the game's names, in any case, or its identifier."""
        return name.lower() in {self.identifier, *map(str.lower, self.names)}

    def reads(self, position: str) -> bool:
        """Return whether a text is a position of the game, under a published ruleset."""
        try:
            self.begin({POSITION: position})
        except ValueError:  # a NinetkaError, but not from every game
            return False
        return True

    def check_name(self, name: str, start: S) -> None:
        """Raise NinetkaError if a game with that start has another name.

        The case does not count, and the identifier stands for each of the names.
        """
        own = self.name_of(start)
        if name.lower() not in {self.identifier, own.lower()}:
            raise NinetkaError(Say.OTHER_NAME(own=own, name=quoted(name)))

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of `begin` in order, by name: `edge_stop` is the tag `EdgeStop`."""
        tags = self.tags
        return {
            _option_of(tag): Option(
                tag,
                tags.values.get(tag),
                tuple(tags.suggestions.get(tag, ())),
                translated(tags.labels.get(tag, "")),
            )
            for tag in tags.names
        }

    def defaults(self, name: str) -> Mapping[str, str]:
        """Return the values of options in the usual start of a game of that name, if any."""
        start = self.begin({GAME: name})
        tags = {**self.tags.write(start), **self.tags.write_ruleset(start)}
        return {option: tags[each.tag] for option, each in self.options.items() if each.tag in tags}

    def begin(self, tags: Mapping[str, str | int] = FrozenMap(), /, **options: str | int) -> S:
        """The position that some tags describe; what they leave out is as in the usual start.

        `begin(players=3)` is the same as `begin({"Players": 3})`; options override tags. The tag
        `Game`, or the option `game`, says which of `names` is meant. Without it, that is the name
        whose usual start agrees with most of the tags; of one name alone, that name.

        Raises NinetkaError, also for a tag or option that is not about the start, and for a start
        that goes by another name.
        """
        for name in tags:
            if name not in {GAME, *self.tags.names}:
                known, likely = tuple(self.tags.names), did_you_mean(name, self.tags.names)
                said = Say.TAGS_OF_A_START(known=known, name=quoted(name), likely=likely)
                raise NinetkaError(said)
        named = {**{name: option.tag for name, option in self.options.items()}, GAME.lower(): GAME}
        for name in options:
            if name not in named:
                known, likely = tuple(self.options), did_you_mean(name, named)
                said = Say.NO_SUCH_OPTION(name=quoted(name), known=known, likely=likely)
                raise NinetkaError(said)
        given = {**tags, **{named[name]: value for name, value in options.items()}}
        texts = {tag: _written(tag, value) for tag, value in given.items()}
        game = texts.pop(GAME, None)
        if POSITION not in texts:
            texts = {**self._usual(game, texts), **self.tags.implied(texts), **texts}
        start = self.tags.read(texts)
        self.check_name(game or self.requested_name, start)
        return start

    def _usual(self, game: str | None, texts: Mapping[str, str]) -> Mapping[str, str]:
        """The most usual start of the name asked for, or of the one that fits best."""

        def fit(name: str) -> tuple[bool, int]:
            usual = self.names[name].items()
            same = [tag for tag, value in usual if texts.get(tag, "").lower() == value.lower()]
            return game is not None and name.lower() == game.lower(), len(same)

        return self.names[max(self.names, key=fit)]
