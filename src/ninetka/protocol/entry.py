"""What a game adds to the registry in `games.py`: how it begins, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from enum import Enum
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from ..base.documented import documented
from ..base.errors import InvalidRulesetError, NinetkaError, listed, quoted
from ..base.frozenmap import FrozenMap
from .states import GameRuleset, GameState, M, S

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from .forms import Form

__all__ = [
    "GAME",
    "POSITION",
    "Counting",
    "Gain",
    "Option",
    "Rules",
    "Samples",
    "every_seating",
    "lead",
    "leads",
    "member_of",
    "require",
    "texts_of",
    "turns_by_seat",
    "wins_count",
]

E = TypeVar("E", bound=Enum)

Gain: TypeAlias = "tuple[int | float | Fraction, ...]"
"""What a move is worth: the first number counts most, the next among equals, and so on."""

Values: TypeAlias = Sequence[str] | range
"""All the values that a tag may have: texts, or a range of numbers."""
GAME: Final = "Game"
"""The tag of records with the name of their game."""
POSITION: Final = "Position"
"""The tag of records that begin elsewhere than at a start: a position text."""


_SAID_BY: Final = {"Ruleset": "which ruleset", "Players": "how many play"}


@cache
def _option_of(tag: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", tag).lower()


def turns_by_seat(states: Sequence[S], in_turn: Callable[[S], bool] | None = None) -> list[int]:
    """By ply: the number of its turn, given the states in which the moves were made.

    A turn begins whenever the order of seats begins anew. A seat that moves again is still in its
    turn, unless `in_turn` is given and says of the state that it is not.
    """
    turns, turn, last = [], 1, -1
    for state in states:
        again = state.to_move == last and in_turn is not None and not in_turn(state)
        if state.to_move < last or again:
            turn += 1
        turns.append(turn)
        last = state.to_move
    return turns


def every_seating(players: int) -> Iterable[tuple[int, ...]]:
    """Every order of so many players at the table once."""
    return permutations(range(players))


def member_of(kind: type[E], tag: str, text: str) -> E:
    """The member of an enum whose value a tag has. Raises InvalidRulesetError."""
    for member in kind:
        if member.value == text:
            return member
    names = listed((member.value for member in kind), "or")
    raise InvalidRulesetError(f"{tag} is {names}, not {quoted(text)}")


class Counting(Enum):
    """What the standings of a game count."""

    WINS = "wins"
    """Wins, of which several winners, or all players in a draw, have shares."""
    POINTS = "points"
    """The points of all games."""


def wins_count(_: object) -> Counting:
    """Say that wins count, whatever the start."""
    return Counting.WINS


class Samples(Protocol[S, M]):
    """A module with a game's data for tests."""

    @property
    def MOVES(self) -> Sequence[M]:  # noqa: N802  # a module's constant
        """Moves, legal or not."""

    def some_ruleset(self, random: Random, /) -> GameRuleset[S, M]:
        """A ruleset, published or custom."""


def lead(points: Sequence[int | Fraction], seat: int) -> int | Fraction:
    """How far a seat is ahead of the best of the others, given the points by seat."""
    others = [own for each, own in enumerate(points) if each != seat]
    return points[seat] - max(others, default=0)


def leads(state: GameState[M], moves: Sequence[M]) -> list[Gain]:
    """By move: the lead in points of the seat to move, after it; none in games without points."""
    after: list[GameState[Any]] = [state.apply_unchecked(move) for move in moves]
    seat = state.to_move
    return [(lead(each.scores, seat),) if each.scores else () for each in after]


def require(tags: Mapping[str, str], usual: Mapping[str, str]) -> None:
    """Raise NinetkaError if the tags of a start lack some; `usual` has a value for each needed."""
    missing = {tag: value for tag, value in usual.items() if tag not in tags}
    if missing:
        unsaid = listed((_SAID_BY[tag] for tag in missing), "or")
        adding = listed(f'[{tag} "{value}"]' for tag, value in missing.items())
        raise NinetkaError(f"the record does not say {unsaid}: add {adding}")


def texts_of(kind: type[Enum]) -> tuple[str, ...]:
    """The values of an enum of texts, which `member_of` reads."""
    return tuple(member.value for member in kind)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names) if isinstance(names, Set) else names)


def _written(tag: str, value: str | int) -> str:
    try:
        return str(value)
    except ValueError as error:  # Python writes no numbers of thousands of digits
        raise NinetkaError(f"{tag} cannot be {quoted(value)}") from error


def _frozen(values: Mapping[str, Values]) -> FrozenMap[str, Values]:
    return FrozenMap(values)


def _no_tags(start: object) -> Mapping[str, str]:
    return {}


@documented
@attrs.frozen
class Option:
    """What can be said of a start by an option of `Rules.begin`, which is a tag of records."""

    tag: str
    """The tag: `EdgeStop` for the option `edge_stop`."""
    values: Values | None = None
    """All its values; None if it is a text of another form."""
    suggestions: Sequence[str] = ()
    """Values to suggest."""


@documented
@attrs.frozen(repr=False)
class Rules(Generic[S, M]):
    """What the tools must know about a game besides its states."""

    names: Mapping[str, Mapping[str, str]]
    """The game's names in records (`[Game "9tka"]`), each with the tags of its usual start.

    Rulesets that players know as different games have different names; the first is the game's own.
    """
    identifier: str
    """A name in lower-case letters, which all frameworks accept.

    It stands for any of `names`, so if there are several, it is not one of them.
    """
    tag_names: Sequence[str] = attrs.field(converter=_in_order)
    """The record tags that say how a game starts, without `Game` and `Result`.

    Programs show them in this order; a set is put into the order of the alphabet.
    """
    start: Callable[[GameRuleset[S, M], int], S]
    """The start position under a ruleset, for so many players. Raises NinetkaError."""
    from_tags: Callable[[Mapping[str, str]], S]
    """The position a record starts from; other tags are ignored. Raises NinetkaError."""
    to_tags: Callable[[S], Mapping[str, str]]
    """The tags from which `from_tags` gives an equal position."""
    naming: Callable[[S], str] | None = None
    """Which of the names a game with this start has; if left out, the first."""
    player_counts: Sequence[int] = (2,)
    """The numbers of players of all its rulesets."""
    values: Mapping[str, Values] = attrs.field(default=FrozenMap(), converter=_frozen)
    """By tag: all its values. A tag that is not here is a text of another form."""
    suggestions: Mapping[str, Sequence[str]] = FrozenMap()
    """By tag: values to suggest, for instance when a shell completes a command."""
    sizes: Sequence[Mapping[str, str]] = ()
    """Sizes of the board to offer for a new game, as tags, the best for beginners first."""
    ruleset_tags: Callable[[S], Mapping[str, str]] = _no_tags
    """All tags of a start's ruleset, also those that the name of a published one makes needless."""
    forms: Sequence[Form] = ()
    """The game's own forms of records."""
    turns: Callable[[Sequence[S]], Sequence[int]] = turns_by_seat
    """Given the states in which the moves were made: by ply, the number of its turn."""
    seatings: Callable[[int], Iterable[tuple[int, ...]]] = every_seating
    """Given the number of players: for each game of a match, which player sits where."""
    counting: Callable[[S], Counting] = wins_count
    """What standings count in games with that start."""
    samples: Callable[[], Samples[S, M]] | None = None
    """Gives the module with data for tests, which it imports."""
    gains: Callable[[S, Sequence[M]], Sequence[Gain]] = leads
    """What some legal moves are worth at once: by the game's own measure, which `greedy` plays by.

    A move that wins at once need not stand out: that is seen without it.
    """

    def __repr__(self) -> str:
        """Which game it is: `<Rules morris: 9AM, Mills>`."""
        return f"<Rules {self.identifier}: {', '.join(self.names)}>"

    @property
    def name(self) -> str:
        """The game's own name: the first of `names`."""
        return next(iter(self.names))

    def name_of(self, start: S) -> str:
        """The name of a game with that start, as records have it."""
        return self.name if self.naming is None else self.naming(start)

    def has_name(self, name: str) -> bool:
        """Whether it is one of the game's names, in any case, or its identifier."""
        return name.lower() in {self.identifier, *map(str.lower, self.names)}

    def reads(self, position: str) -> bool:
        """Whether a text is a position of the game, under a published ruleset."""
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
            raise NinetkaError(f"a game with this start is {own}, not {quoted(name)}")

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of `begin` in order, by name: `edge_stop` is the tag `EdgeStop`."""
        return {
            _option_of(tag): Option(tag, self.values.get(tag), tuple(self.suggestions.get(tag, ())))
            for tag in self.tag_names
        }

    def defaults(self, name: str) -> Mapping[str, str]:
        """By option: its value in the usual start of a game of that name, as far as it has one."""
        start = self.begin({GAME: name})
        tags = {**self.to_tags(start), **self.ruleset_tags(start)}
        options = self.options.items()
        return {option: tags[each.tag] for option, each in options if each.tag in tags}

    def begin(self, tags: Mapping[str, str | int] = FrozenMap(), /, **options: str | int) -> S:
        """The position that some tags describe; what they leave out is as in the usual start.

        `begin(players=3)` is the same as `begin({"Players": 3})`; options override tags. The tag
        `Game`, or the option `game`, says which of `names` is meant. Without it, that is the name
        whose usual start agrees with most of the tags.

        Raises NinetkaError, also for a tag or option that is not about the start, and for a start
        that goes by another name.
        """
        for name in tags:
            if name not in {GAME, *self.tag_names}:
                known = ", ".join(self.tag_names)
                raise NinetkaError(f"the tags of a start are {known}, not {quoted(name)}")
        named = {**{name: option.tag for name, option in self.options.items()}, GAME.lower(): GAME}
        for name in options:
            if name not in named:
                known = ", ".join(self.options)
                raise NinetkaError(f"there is no option {quoted(name)}; there are {known}")
        said = {**tags, **{named[name]: value for name, value in options.items()}}
        given = {tag: _written(tag, value) for tag, value in said.items()}
        game = given.pop(GAME, None)
        if POSITION not in given:
            given = {**self._usual(game, given), **given}
        start = self.from_tags(given)
        if game is not None:
            self.check_name(game, start)
        return start

    def _usual(self, game: str | None, given: Mapping[str, str]) -> Mapping[str, str]:
        """The most usual start of the name asked for, or of the one that fits best."""

        def fit(name: str) -> tuple[bool, int]:
            usual = self.names[name].items()
            same = [tag for tag, value in usual if given.get(tag, "").lower() == value.lower()]
            return game is not None and name.lower() == game.lower(), len(same)

        return self.names[max(self.names, key=fit)]
