"""What a game adds to the registry in `games.py`: how it begins and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import permutations
from typing import Final, Generic, TypeVar

import attrs

from .errors import InvalidRulesetError, NinetkaError, listed, quoted
from .forms import Form
from .frozenmap import FrozenMap
from .protocol import GameRuleset, M, S

__all__ = ["GAME", "POSITION", "Rules", "every_seating", "member_of", "turns_by_seat"]

E = TypeVar("E", bound=Enum)

GAME: Final = "Game"
"""The tag of records with the name of their game."""
POSITION: Final = "Position"
"""The tag of records that begin elsewhere than at a start: a position text."""


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


@attrs.frozen
class Rules(Generic[S, M]):
    """What the tools must know of a game beyond its states: how to begin and to write it down."""

    names: Mapping[str, Mapping[str, str]]
    """What the game is called in records (`[Game "9tka"]`), with the tags of the most usual start.

    Rulesets that players know as different games have a name each; the first is the game's own.
    """
    identifier: str
    """A name of lower-case letters alone, for frameworks that take no others.

    It stands for any of `names`, so if there are several it is none of them.
    """
    tag_names: frozenset[str]
    """The record tags that say how a game starts, `Game` and `Result` not among them."""
    start: Callable[[GameRuleset[S, M], int], S]
    """The start position under a ruleset, for so many players. Raises NinetkaError."""
    from_tags: Callable[[Mapping[str, str]], S]
    """The position a record starts from; other tags are passed over. Raises NinetkaError."""
    to_tags: Callable[[S], Mapping[str, str]]
    """The tags from which `from_tags` gives an equal position."""
    naming: Callable[[S], str] | None = None
    """Which of several names a game has that starts with a position; the first if left out."""
    player_counts: Sequence[int] = (2,)
    """How many can play it, by one ruleset or another."""
    suggestions: Mapping[str, Sequence[str]] = FrozenMap()
    """For some of these tags values to offer, for instance by a command line's completion."""
    forms: Sequence[Form] = ()
    """Forms of records of the game's own."""
    turns: Callable[[Sequence[S]], Sequence[int]] = turns_by_seat
    """Of the states in which the moves were made: by ply, the number of its turn."""
    seatings: Callable[[int], Iterable[tuple[int, ...]]] = every_seating
    """The games of a match between so many players: who sits where in each, by number."""
    samples: str = ""
    """The module with data for tests: `MOVES`, legal or not, and `some_ruleset(random)`."""

    @property
    def name(self) -> str:
        """The game's own name: the first of `names`."""
        return next(iter(self.names))

    def name_of(self, start: S) -> str:
        """The name under which a game with that start is written."""
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
        """These tags by the names that programs give options: `edge_stop` is `EdgeStop`."""
        return {_option_of(tag): tag for tag in self.tag_names}

    def begin(self, tags: Mapping[str, str | int] = FrozenMap(), /, **options: str | int) -> S:
        """The position that some tags say, the most usual start for what they leave out.

        `begin(players=3)` is the same as `begin({"Players": 3})`; an option counts for more than a
        tag. The tag `Game`, or the option `game`, says under which of `names` the start is the most
        usual one. Without it that is the name whose usual start has most of the tags given.

        Raises NinetkaError, also for tags and options that say no start, or one of another name.
        """
        if not isinstance(tags, Mapping):
            raise NinetkaError(f"tags map names to values; {quoted(tags)} is not a mapping")
        unknown = [name for name in tags if name not in {GAME, *self.tag_names}]
        if unknown:
            names = ", ".join(sorted(self.tag_names))
            raise NinetkaError(f"no tag {quoted(unknown[0])} says how a game starts: {names} do")
        tags = {**tags, **self._as_tags(options)}
        for name, value in tags.items():
            if not isinstance(value, str | int):
                raise NinetkaError(f"{name} is a text or a number, not {quoted(value)}")
        given = {  # quoted, since an int may be too long for Python to write it
            name: value if isinstance(value, str) else quoted(int(value))
            for name, value in tags.items()
        }
        game = given.pop(GAME, None)
        start = self.from_tags(
            given if POSITION in given else {**self._usual(game, given), **given}
        )
        if game is not None:
            self.check_name(game, start)
        return start

    def _as_tags(self, options: Mapping[str, str | int]) -> dict[str, str | int]:
        known = self.options
        for name in options:
            if name not in {GAME.lower(), *known}:
                names = ", ".join(sorted(known))
                raise NinetkaError(f"there is no option {quoted(name)}; there are {names}")
        return {known.get(name, GAME): value for name, value in options.items()}

    def _usual(self, game: str | None, given: Mapping[str, str]) -> Mapping[str, str]:
        """The most usual start of the name asked for, or of the one that fits best."""

        def fit(name: str) -> tuple[bool, int]:
            usual = self.names[name].items()
            same = [tag for tag, value in usual if given.get(tag, "").lower() == value.lower()]
            return game is not None and name.lower() == game.lower(), len(same)

        return self.names[max(self.names, key=fit)]
