"""What a game adds to the registry in `games.py`: how it begins, and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from .documented import documented
from .errors import InvalidRulesetError, NinetkaError, listed, quoted
from .frozenmap import FrozenMap
from .protocol import DrawableState, GameRuleset, GameState, M, S

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from .forms import Form

__all__ = [
    "GAME",
    "POSITION",
    "Counting",
    "Gain",
    "Rules",
    "Samples",
    "every_seating",
    "lead",
    "leads",
    "member_of",
    "require",
    "turns_by_seat",
    "wins_count",
]

E = TypeVar("E", bound=Enum)

Gain: TypeAlias = "tuple[int | float | Fraction, ...]"
"""What a move is worth: the first number counts most, the next among equals, and so on."""

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
    return [(lead(each.scores, seat),) if isinstance(each, DrawableState) else () for each in after]


def require(tags: Mapping[str, str], usual: Mapping[str, str]) -> None:
    """Raise NinetkaError if the tags of a start lack some; `usual` has a value for each needed."""
    missing = {tag: value for tag, value in usual.items() if tag not in tags}
    if missing:
        unsaid = listed((_SAID_BY[tag] for tag in missing), "or")
        adding = listed(f'[{tag} "{value}"]' for tag, value in missing.items())
        raise NinetkaError(f"the record does not say {unsaid}: add {adding}")


@documented
@attrs.frozen
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
    tag_names: frozenset[str]
    """The record tags that say how a game starts, without `Game` and `Result`."""
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
    suggestions: Mapping[str, Sequence[str]] = FrozenMap()
    """By tag: values to suggest, for instance when a shell completes a command."""
    sizes: Sequence[Mapping[str, str]] = ()
    """Sizes of the board to offer for a new game, as tags, the best for beginners first."""
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

    def check_name(self, name: str, start: S) -> None:
        """Raise NinetkaError if a game with that start has another name.

        The case does not count, and the identifier stands for each of the names.
        """
        own = self.name_of(start)
        if name.lower() not in {self.identifier, own.lower()}:
            raise NinetkaError(f"a game with this start is {own}, not {quoted(name)}")

    @property
    def options(self) -> Mapping[str, str]:
        """The tags by the names that programs give options: `edge_stop` is `EdgeStop`."""
        return {_option_of(tag): tag for tag in self.tag_names}

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
                known = ", ".join(sorted(self.tag_names))
                raise NinetkaError(f"the tags of a start are {known}, not {quoted(name)}")
        named = {**self.options, GAME.lower(): GAME}
        for name in options:
            if name not in named:
                known = ", ".join(sorted(self.options))
                raise NinetkaError(f"there is no option {quoted(name)}; there are {known}")
        given = {tag: str(value) for tag, value in tags.items()}
        given |= {named[name]: str(value) for name, value in options.items()}
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
