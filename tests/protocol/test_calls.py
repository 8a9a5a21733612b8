"""Whatever is public can be called with anything of the types that it says: no other errors."""

from __future__ import annotations

import inspect
import sys
import types
import typing
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, islice
from random import Random
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games import ENTRIES, some_start

from ninetka import NinetkaError, Square
from ninetka.drawing import drawable, options
from ninetka.kropki import Point
from ninetka.morris import Field
from ninetka.protocol import states
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.testing.laws import possible_endings, samples_of

ANYTHING: Final = (None, True, -1, 5, 10**30, 0.5, "", "1", "a1", "x", "\x00", (), ("a", "1"), b"x")
PLACES: Final = (Square, Point, Field)
LEGAL: Final = {"apply_unchecked", "describe", "move_text_unchecked", "places_of", "seat_of"}
"""Methods for legal moves alone."""
TRUSTED: Final = {"from_masks", "from_replay"}
"""Methods that trust their caller."""


class UnknownTypeError(Exception):
    """There is nothing to give for a parameter, such as a function or an array."""


class Given:
    """Objects of a game, and values for the parameters of their methods."""

    def __init__(self, folder: str, rng: Random) -> None:
        entry, self.random = ENTRIES[folder], rng
        samples, start = samples_of(entry), some_start(folder, rng)
        game = random_game(start, rng, rng.choice([0, 1, 12, 60, 1000]))
        self.state: Any = game.state
        ended = [game.end(each) for each in possible_endings(game.state)]
        record = Record(rng.choice([game, *ended]), {"First": "Ann"}, {0: "so"})
        moves = [rng.choice(samples.MOVES) for _ in range(5)]
        things = [self.state, self.state.to_setup(), self.state.ruleset, record.game, record, entry]
        things += [rng.choice(self.state.symmetries), *moves, *self.state.some_moves[:5]]
        known = [attrs.asdict(move, recurse=False) for move in samples.MOVES]
        things += [part for move in known for part in move.values()]
        things += [self.state.outcome, record.game.outcome, getattr(self.state, "board", None)]
        things += getattr(self.state, "regions", ())
        self.places = [each for each in things if isinstance(each, PLACES)]
        self.objects: dict[type, list[Any]] = {}
        for each in things:
            if type(each).__module__.startswith("ninetka."):
                self.objects.setdefault(type(each), []).append(each)

    def words(self) -> list[str]:
        """Texts that mean something here."""
        state, moves = self.state, self.state.some_moves[:20]
        places = [place for move in moves for place in state.places_of(move)]
        texts = [state.to_text(), state.to_setup().to_text(), state.ruleset.name]
        return [*texts, *map(state.move_text_unchecked, moves), *places, *map(str, state.seats)]

    def of(self, kind: Any) -> Any:
        """A value of an annotated type. Raises UnknownTypeError."""
        origin, args, rng = typing.get_origin(kind) or kind, typing.get_args(kind), self.random
        if origin in (typing.Union, types.UnionType):
            return self.of(rng.choice(args))
        if isinstance(origin, typing.TypeVar):
            if origin.__name__ == "P":
                return rng.choice(self.places)
            return self.state if origin.__name__ == "S" else self.of(Any)
        if origin in (Any, object, Hashable):
            return rng.choice([*ANYTHING, *chain(*self.objects.values())])
        if origin is tuple and ... not in args:
            return tuple(map(self.of, args))
        if origin in (Sequence, Collection, Iterable, list, tuple):
            return [self.of(args[0]) for _ in range(rng.randrange(4))]
        if origin in (Mapping, dict):
            return {self.of(args[0]): self.of(args[1]) for _ in range(rng.randrange(4))}
        if origin in SIMPLE:
            return rng.choice(SIMPLE[origin])
        if origin is str:
            return rng.choice([*TEXTS, *self.words()])
        if getattr(origin, "__name__", "") in ("Playable", "GameState"):
            return self.state
        if not isinstance(origin, type) or is_protocol(origin):
            raise UnknownTypeError(kind)
        fitting = [each for its, each in self.objects.items() if issubclass(its, origin)]
        if fitting:
            return rng.choice([*chain(*fitting)])
        if issubclass(origin, Enum):
            return rng.choice([*origin])
        fields = attrs.fields(origin) if attrs.has(origin) else ()
        if not fields or any(each.name.startswith("_") for each in fields):
            raise UnknownTypeError(kind)
        hints = typing.get_type_hints(origin)
        return origin(**{field.alias: self.of(hints[field.name]) for field in fields})


def is_protocol(kind: type) -> bool:
    return getattr(kind, "_is_protocol", False)


NUMBERS: Final = (*range(-2, 12), 24, 121, -(10**30), 10**30, True)
TEXTS: Final = ("", " ", "x", "0", "-1", "9" * 400, "\x00", "\n", "ż", "\ud800", '"', "a a", "None")
SIMPLE: Final[dict[Any, Sequence[Any]]] = {
    types.NoneType: [None], None: [None], bool: [False, True], int: NUMBERS,
    typing.SupportsIndex: NUMBERS, float: [0.0, -1.5, 1e300, float("inf"), float("nan"), 5e-324],
    bytes: [b"", b"x"], Random: [Random(1)],
}  # fmt: skip
"""Values of simple types, many of which are on no board."""


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public properties and methods of a class that are not Python's, as for an Enum."""
    for name in dir(kind):
        owner = next((each for each in kind.__mro__ if name in vars(each)), None)
        member = None if owner is None else vars(owner)[name]
        is_ours = owner is not None and owner.__module__.startswith("ninetka.")
        if (
            is_ours
            and not name.startswith("_")
            and name not in TRUSTED
            and isinstance(member, CALLED)
        ):
            yield name, member


CALLED: Final = (property, classmethod, staticmethod, types.FunctionType)


def arguments(
    given: Given, name: str, method: Callable[..., Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for a bound method, by their annotations."""
    space = vars(sys.modules[method.__module__])
    positional, named = list[Any](), dict[str, Any]()
    for parameter in inspect.signature(method).parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.default is not parameter.empty and given.random.random() < 0.5:
            if parameter.kind is not parameter.KEYWORD_ONLY:
                break
            continue
        kind: Any = parameter.annotation
        if isinstance(kind, str):
            kind = eval(kind, ONLY_FOR_TYPES | space)
        value = given.of(kind)
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    if name in LEGAL:
        if given.state.is_over:
            raise UnknownTypeError(name)
        positional[:1] = given.state.some_moves[:1]
    return positional, named


ONLY_FOR_TYPES: Final = {
    "Random": Random, **vars(typing), **vars(states), **vars(options), **vars(drawable),
}  # fmt: skip
"""What modules import for type checkers alone."""


def documented(error: Exception, kind: type, name: str) -> bool:
    """Whether an error is one of ours, or one that a docstring names."""
    docs = [inspect.getdoc(getattr(base, name, None)) or "" for base in kind.__mro__]
    return isinstance(error, NinetkaError) or any(type(error).__name__ in doc for doc in docs)


@pytest.mark.parametrize("folder", ENTRIES)
@given(seed=st.integers(0, 2**32))
def test_calls_raise_only_what_is_documented(folder: str, seed: int) -> None:
    given = Given(folder, Random(seed))
    for kind, (thing, *_) in given.objects.items():
        for name, member in members(kind):
            try:
                if isinstance(member, property):
                    found = getattr(thing, name)
                else:
                    method = getattr(thing, name)
                    positional, named = arguments(given, name, method)
                    found = method(*positional, **named)
                if isinstance(found, Iterator):
                    [*islice(found, 100)]
            except UnknownTypeError:
                continue
            except Exception as error:
                if not documented(error, kind, name):
                    error.add_note(f"from {kind.__name__}.{name} of {thing!r}")
                    raise
