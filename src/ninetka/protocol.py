"""What a game is here, for every tool that is written once for all games.

A tool that only replays, checks or shows games asks for a `State`; one that must list moves (perft,
random play, framework adapters) asks for an `EnumerableState`. `Rules` is what a game adds to the
registry in `games.py`. There is no code of any one game in this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from operator import index
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Protocol,
    Self,
    SupportsIndex,
    TypeVar,
    runtime_checkable,
)

import attrs

from .errors import NinetkaError, quoted
from .frozenmap import FrozenMap

__all__ = [
    "POSITION",
    "Choose",
    "DescribedState",
    "DrawableState",
    "EnumerableState",
    "ExplainedOutcome",
    "First",
    "GuidedState",
    "ObservableState",
    "Outcome",
    "PhasedState",
    "Played",
    "Position",
    "Rules",
    "Ruleset",
    "State",
    "UndoableState",
    "enumerable",
]

POSITION: Final = "Position"
"""The tag of records that begin elsewhere than at a start: a position text."""

M = TypeVar("M", bound=Hashable)
# Python's type language cannot say "a State of M" with both open; `Any` stands for M in the bound.
S = TypeVar("S", bound="State[Any]")
S_out = TypeVar("S_out", covariant=True)
T = TypeVar("T")
# A class method's own: those of its class are unknown to pyright where the class is not given any.
M2 = TypeVar("M2", bound=Hashable)
S2 = TypeVar("S2", bound="State[Any]")


class Outcome(Protocol):
    """How a finished game ended. Its `str` is the result as records state it, such as `4-4`."""

    @property
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat."""

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won: one, several or none, as the game has it."""

    @property
    def ranking(self) -> Sequence[int]:
        """All seats, best first."""


@runtime_checkable
class ExplainedOutcome(Outcome, Protocol):
    """An outcome that says why those won who did, where points alone do not."""

    @property
    def explanation(self) -> str:
        """One sentence; empty where the points say it all."""


class Position(Protocol):
    """What can be asked of a state without speaking of moves.

    Its `str` is a plain board to look at, the same wherever it is printed.
    """

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def seats(self) -> Sequence[int]:
        """All seats in turn order, from 0; their `str` is what the game calls them."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @property
    def is_over(self) -> bool:
        """Whether no move can be made any more."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until it is over."""

    def to_text(self) -> str:
        """The position on one line, complete: equal texts under equal rules are equal states."""


class State(Position, Protocol[M]):
    """An immutable position of a game whose moves are M: all that replaying and checking need."""

    def is_legal(self, move: M, /) -> bool:
        """Whether `apply` would accept the move."""

    def apply(self, move: M | str, /) -> Self:
        """The state after the move, or after the one a text stands for.

        Raises IllegalMoveError, or InvalidMoveError for a text that is not a move.
        """

    def apply_unchecked(self, move: M, /) -> Self:
        """The state after a move known to be legal; anything may happen if it is not."""

    def move_text(self, move: M, /) -> str:
        """A legal move as records write it: one word, no white space. Raises IllegalMoveError."""

    def parse_move(self, text: str, /) -> M:
        """The legal move the text stands for. Raises InvalidMoveError or IllegalMoveError."""


@runtime_checkable
class EnumerableState(State[M], Protocol[M]):
    """A state whose legal moves can be listed and numbered."""

    ACTIONS: ClassVar[int]
    """How many action codes there are: they run from 0 to ACTIONS - 1."""

    @property
    def legal_moves(self) -> Sequence[M]:
        """The legal moves in a fixed order; empty when the game is over."""

    @property
    def legal_actions(self) -> Sequence[int]:
        """The codes of the legal moves, in ascending order."""

    def action(self, move: M, /) -> int:
        """The code of a legal move. Raises IllegalMoveError."""

    def move(self, action: SupportsIndex, /) -> M:
        """The move a code stands for here, legal or not; any kind of integer will do.

        Raises InvalidMoveError for all else.
        """


def enumerable(state: object) -> EnumerableState[Any]:
    """The same state, if its moves can be listed. Raises NinetkaError."""
    # A class has what its objects have, so it would pass for a state of its own.
    if isinstance(state, type) or not isinstance(state, EnumerableState):
        raise NinetkaError(f"{quoted(state)} is not a state whose moves can be listed")
    return state


def plays(seat: SupportsIndex, players: int) -> bool:
    """Whether somebody sits there when so many play; False for what is no whole number."""
    try:
        return 0 <= index(seat) < players  # also numpy's integers, which frameworks hand out
    except TypeError:
        return False


def check_seat(seat: SupportsIndex, players: int) -> None:
    """Raise NinetkaError for a seat that does not play."""
    if not plays(seat, players):
        raise NinetkaError(f"{quoted(seat)} does not play: there are {players} players")


@runtime_checkable
class ObservableState(EnumerableState[M], Protocol[M]):
    """A state for programs that learn: planes of bits, as seen from each seat, and a bound."""

    PLANE_SHAPE: ClassVar[tuple[int, int]]
    """Rows and columns of a plane."""

    @property
    def plane_names(self) -> Sequence[str]:
        """What each plane shows, for the number of players at hand."""

    def planes(self, seat: int, /) -> Sequence[int]:
        """The planes as that seat sees them; bit columns·row + column is the place.

        Raises NinetkaError if it does not play.
        """

    @property
    def max_plies_left(self) -> int:
        """At most so many plies are left."""


@runtime_checkable
class PhasedState(State[M], Protocol[M]):
    """A state of a game that is played in phases."""

    @property
    def phase(self) -> Hashable:
        """Which one it is in."""


@runtime_checkable
class DescribedState(State[M], Protocol[M]):
    """A state that can be given as plain data."""

    def to_dict(self) -> Mapping[str, object]:
        """What JSON can hold: the position's text, whose turn it is, legal moves, points and so on.

        The keys are the game's own, and the same for all its states.
        """


@runtime_checkable
class GuidedState(State[M], Protocol[M]):
    """A state that can tell players the rules, and what they ask of the player to move."""

    @property
    def ruleset(self) -> Ruleset[Any, Any]:
        """The ruleset played by, which has a `summary`."""

    @property
    def instruction(self) -> str:
        """One sentence that says what to do and how to write it, or that the game is over."""


@runtime_checkable
class UndoableState(State[M], Protocol[M]):
    """A state from which a move can be taken back without knowing more than the move."""

    def undo(self, move: M, /) -> Self:
        """The state from which the move leads here. Raises IllegalMoveError if there is none."""

    def parse_last_move(self, text: str, /) -> M:
        """The move of a text, if it can have led here.

        Raises InvalidMoveError or IllegalMoveError.
        """


@runtime_checkable
class DrawableState(State[M], Protocol[M]):
    """A state that can be drawn, with the points as they stand."""

    @property
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat, if the game ended here."""

    def to_board(
        self,
        *,
        last_move: M | None = None,
        colour: bool = False,
        unicode: bool = False,
        names: Sequence[str] = (),
    ) -> str:
        """The position as lines of text, in ASCII unless `unicode` is asked for.

        With the last move marked, if it is given; `colour` adds codes for terminals; `names` are
        the players', by seat. Raises NinetkaError.
        """

    def to_svg(
        self,
        *,
        last_move: M | None = None,
        legal_moves: bool = False,
        blocked: bool = False,
        legend: bool = True,
        names: Sequence[str] = (),
        title: str | None = None,
        size: int | None = None,
    ) -> str:
        """An SVG picture, with marks for the last move, legal moves and pieces that cannot move.

        The legend gives names and points by seat; `size` is the width in pixels.

        Safe to put into a page whatever the texts hold: one element, without ids, links or scripts.
        Raises NinetkaError.
        """


@runtime_checkable
class First(Protocol[S_out, M]):
    """What type checkers read a game's own type off: its first state, of type S with moves M.

    A parameter of type S alone would leave M open.
    """

    def apply_unchecked(self, move: M, /) -> S_out:
        """As `State.apply_unchecked`."""

    def parse_move(self, text: str, /) -> M:
        """As `State.parse_move`."""


class Played(Protocol):
    """A game as far as it has been played."""

    @property
    def initial_state(self) -> Position:
        """Where the game began."""

    @property
    def moves(self) -> Sequence[Hashable]:
        """The moves made since."""

    @property
    def state(self) -> Position:
        """Where the game stands."""


class Choose(Protocol):
    """Chooses one of some things, the first being the plainest: `random.choice` for instance."""

    def __call__(self, options: Sequence[T], /) -> T:
        """One of them."""


class Ruleset(Generic[S, M]):
    """Base of every game's rulesets: tells type checkers what states and moves they lead to."""

    __slots__ = ()

    @property
    def player_counts(self) -> Sequence[int]:
        """How many may play: 2, unless a game says otherwise."""
        return (2,)

    @property
    def summary(self) -> str:
        """The rules in a dozen sentences, for prompts and help; empty unless a game says them."""
        return ""


@cache
def _option_of(tag: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", tag).lower()


@attrs.frozen
class Rules(Generic[S, M]):
    """What the tools must know of a game beyond its states: how to begin and to write it down."""

    name: str
    """The game's name in records (`[Game "9tka"]`)."""
    identifier: str
    """The same as lower-case letters alone, for frameworks that take no other names."""
    ruleset_type: type[Ruleset[S, M]]
    state_type: type[S]
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
    moves: Sequence[M] = ()
    """Moves to try anywhere, legal or not; the plainest first."""
    some_ruleset: Callable[[Choose], Ruleset[S, M]] | None = None
    """Some ruleset that comes of choices, published or custom; for tests."""
    suggestions: Mapping[str, Sequence[str]] = FrozenMap()
    """For some of these tags values to offer, for instance by a command line's completion."""

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
