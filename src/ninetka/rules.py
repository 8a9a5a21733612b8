"""What a game adds to the registry in `games.py`: how it begins and how it is written down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Final, Generic

import attrs

from .errors import NinetkaError, quoted
from .forms import Form
from .frozenmap import FrozenMap
from .protocol import M, Ruleset, S

__all__ = ["POSITION", "Rules", "every_seating", "turns_by_seat"]

POSITION: Final = "Position"
"""The tag of records that begin elsewhere than at a start: a position text."""


@cache
def _option_of(tag: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", tag).lower()


def turns_by_seat(seats: Sequence[int], players: int) -> list[int]:
    """By ply: the number of its turn, given the seats that moved.

    A turn begins whenever the order of seats begins anew; who moves twice in a row stays in it.
    """
    turns, turn, last = [], 1, -1
    for seat in seats:
        if seat < last:
            turn += 1
        turns.append(turn)
        last = seat
    return turns


def every_seating(players: int) -> Iterable[tuple[int, ...]]:
    """Every order of so many players at the table once."""
    return permutations(range(players))


@attrs.frozen
class Rules(Generic[S, M]):
    """What the tools must know of a game beyond its states: how to begin and to write it down."""

    name: str
    """The game's name in records (`[Game "9tka"]`)."""
    identifier: str
    """The same as lower-case letters alone, for frameworks that take no other names."""
    tag_names: frozenset[str]
    """The record tags that say how a game starts, `Game` and `Result` not among them."""
    default_tags: Mapping[str, str]
    """Such tags for the most usual start."""
    start: Callable[[Ruleset[S, M], int], S]
    """The start position under a ruleset, for so many players. Raises NinetkaError."""
    from_tags: Callable[[Mapping[str, str]], S]
    """The position a record starts from; other tags are passed over. Raises NinetkaError."""
    to_tags: Callable[[S], Mapping[str, str]]
    """The tags from which `from_tags` gives an equal position."""
    player_counts: Sequence[int] = (2,)
    """How many can play it, by one ruleset or another."""
    suggestions: Mapping[str, Sequence[str]] = FrozenMap()
    """For some of these tags values to offer, for instance by a command line's completion."""
    forms: Sequence[Form] = ()
    """Forms of records of the game's own."""
    turns: Callable[[Sequence[int], int], Sequence[int]] = turns_by_seat
    """Of the seats that moved and the number of players: by ply, the number of its turn."""
    seatings: Callable[[int], Iterable[tuple[int, ...]]] = every_seating
    """The games of a match between so many players: who sits where in each, by number."""
    samples: str = ""
    """The module with data for tests: `MOVES`, legal or not, and `some_ruleset(choose)`."""

    @property
    def options(self) -> Mapping[str, str]:
        """These tags by the names that programs give options: `edge_stop` is `EdgeStop`."""
        return {_option_of(tag): tag for tag in self.tag_names}

    def begin(self, tags: Mapping[str, str | int] = FrozenMap(), /, **options: str | int) -> S:
        """The position that some tags say, the most usual start for what they leave out.

        `begin(players=3)` is the same as `begin({"Players": 3})`; an option counts for more than a
        tag. Raises NinetkaError, also for tags and options that say no start.
        """
        if not isinstance(tags, Mapping):
            raise NinetkaError(f"tags map names to values; {quoted(tags)} is not a mapping")
        unknown = [name for name in tags if name not in self.tag_names]
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
        return self.from_tags(given if POSITION in given else {**self.default_tags, **given})

    def _as_tags(self, options: Mapping[str, str | int]) -> dict[str, str | int]:
        known = self.options
        for name in options:
            if name not in known:
                names = ", ".join(sorted(known))
                raise NinetkaError(f"there is no option {quoted(name)}; there are {names}")
        return {known[name]: value for name, value in options.items()}
