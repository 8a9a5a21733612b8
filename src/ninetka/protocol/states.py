"""The base classes of states, for the tools that work with any game.

`GameState` has what every game has. The other bases of a state's class say what else it can do: the
moves of an `EnumerableState`, for example, can be listed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from enum import Enum
from operator import index
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    SupportsIndex,
    TypeVar,
    final,
)

import attrs

from ..base.documented import documented
from ..base.errors import IllegalMoveError, InvalidMoveError, NinetkaError, quoted
from ..base.plain import Serializable
from ..base.position import GameOutcome
from .endings import Ending, EndingKind, endings_of
from .symmetry import GridSymmetry, Unchanged
from .texts import Say

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from .compiled import Kernel, WasmBackend
    from .rulesets import GameRuleset

M = TypeVar("M", bound=Hashable)
# Python's type language cannot say "a state of M" with both open; `Any` stands for M in the bound.
S = TypeVar("S", bound="GameState[Any]")
S_co = TypeVar("S_co", bound="GameState[Any]", covariant=True)
S_in = TypeVar("S_in", contravariant=True)
S_out = TypeVar("S_out", covariant=True)
O_co = TypeVar("O_co", bound=GameOutcome, covariant=True)
# A class method's own: those of its class are unknown to pyright where the class is not given any.
M2 = TypeVar("M2", bound=Hashable)
S2 = TypeVar("S2", bound="GameState[Any]")
R = TypeVar("R", bound=Enum | None, covariant=True)


@final
@documented
@attrs.frozen
class Fault(Generic[R]):
    """The fault found in a move. R is the game's enum of reasons."""

    reason: R
    """A code for programs; None where a game has no codes."""
    sentence: str
    """The sentence that a player is told."""


class HasOutcome(Protocol[O_co]):
    """A state of a game whose outcomes are of type O, which type checkers infer."""

    @property
    def outcome(self) -> O_co | None:
        """As `GameState.outcome`."""

    def outcome_after(self, ending: Ending, /) -> O_co:
        """As `GameState.outcome_after`."""


class GameState(Serializable, ABC, Generic[M]):
    """An immutable position of a game whose moves are of type M.

    Its `str` is a plain board, the same wherever it is printed.
    """

    __slots__ = ()

    game: ClassVar[str]
    """Its game in the registry: the `identifier` of its `GameEntry`."""
    illegal_move_error: ClassVar[type[IllegalMoveError]] = IllegalMoveError
    """The class of its errors for illegal moves."""
    ending_kinds: ClassVar[Collection[EndingKind]] = ()
    """The kinds of ending other than by a move, at one time or another."""

    @property
    @abstractmethod
    def players(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def seats(self) -> Sequence[int]:
        """All seats in turn order, from 0; their `str` is what the game calls them."""

    @property
    def remaining(self) -> Sequence[int]:
        """The seats still in the game, in turn order: all, unless a game lets players drop out."""
        return self.seats

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over: no move can be made any more."""

    @property
    @abstractmethod
    def outcome(self) -> GameOutcome | None:
        """The outcome of the game; None until it is over."""

    @property
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat, if the game ended here; empty unless a game says otherwise."""
        return ()

    @property
    def ruleset(self) -> GameRuleset[Any, Any] | None:
        """The ruleset in use; None if the game has none."""
        return None

    @property
    def phase(self) -> Hashable:
        """The present phase; None if the game has no phases."""
        return None

    @property
    def is_dealt(self) -> bool:
        """Whether chance has nothing more to decide: each move is a player's.

        Until then chance moves, and all legal moves are equally likely.
        """
        return True

    def dealt(self, rng: Random, /) -> Self:
        """The position once chance has decided; itself if it has nothing to decide.

        Tools that begin a game ask for this, so each game from one start can begin differently.
        """
        state = self
        while not state.is_dealt and (moves := state.some_moves):
            state = state.apply_unchecked(rng.choice(moves))
        return state

    def describe(self, move: M, /) -> str:
        """Sentences for people on what a legal move does, with players as `Seat a`."""
        return f"Seat {self.seats[self.seat_of(move)]} played {self.move_text_unchecked(move)}."

    @property
    def instruction(self) -> str:
        """One sentence for the player to move: what to do and how to write it.

        Empty if a game has no such sentences.
        """
        return ""

    @property
    @abstractmethod
    def some_moves(self) -> Sequence[M]:
        """Legal moves in a fixed order; not always all, but none only when the game is over.

        What `leaving` gives is not among them.
        """

    @abstractmethod
    def is_legal(self, move: M, /) -> bool:
        """Return whether `apply` would accept the move."""

    def fault(self, move: M, /) -> Fault[Enum | None] | None:
        """The fault of a move here; None if it is legal.

        A game gives its reason as a code. Raises InvalidMoveError if it is not a move of the game.
        """
        return None if self.is_legal(move) else Fault(None, f"{move} is not legal here")

    def refusal(self, move: M | None, fault: Fault[Enum | None], /) -> IllegalMoveError:
        """The error for a move that has a fault here, in the game's own class.

        The move is None if only the beginning of one is at fault.
        """
        return self.illegal_move_error(fault.sentence, move, self, fault.reason)

    def _illegal(self, move: M) -> IllegalMoveError:
        fault = self.fault(move)
        assert fault is not None, f"{move} is not legal, but has no fault"
        return self.refusal(move, fault)

    def checked(self, move: M, /) -> M:
        """Return the move if it is legal. Raises IllegalMoveError or InvalidMoveError otherwise."""
        if not self.is_legal(move):
            raise self._illegal(move)
        return move

    def apply(self, move: M | str) -> Self:
        """The state after a move, which may be given as its text.

        Raises IllegalMoveError, whose `reason` says why the move cannot be made here, or
        InvalidMoveError for what is not a move of the game.
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        elif not self.is_legal(move):
            raise self._illegal(move)
        return self.apply_unchecked(move)

    @abstractmethod
    def apply_unchecked(self, move: M, /) -> Self:
        """The state after a move that is known to be legal; undefined for any other."""

    def move_text(self, move: M) -> str:
        """A legal move as records write it. Raises IllegalMoveError or InvalidMoveError."""
        return self.move_text_unchecked(self.checked(move))

    def move_text_unchecked(self, move: M) -> str:
        """The text of a move that is known to be legal: one word, by default its `str`.

        It must not look like a turn number, a comment, a tag or the state's result. Undefined for
        illegal moves.
        """
        return str(move)

    @abstractmethod
    def parse_move(self, text: str, /) -> M:
        """The legal move that a text stands for. Raises InvalidMoveError or IllegalMoveError."""

    @property
    def endings(self) -> Collection[EndingKind]:
        """The kinds of ending other than by a move, now; empty in an ended game."""
        return () if self.is_over else self.ending_kinds

    def outcome_after(self, ending: Ending, /) -> GameOutcome:
        """The outcome if this ending ended the game here.

        Raises NinetkaError for an ending that is not among `endings`, or a seat that does not play.
        """
        raise NinetkaError(Say.ENDED_BY_MOVES())

    def outcome_if(self: HasOutcome[O_co], ending: Ending | None) -> O_co | None:
        """The outcome after an ending, or if that is None, of the position. Raises NinetkaError."""
        return self.outcome if ending is None else self.outcome_after(ending)

    def check_ending(self, ending: Ending, /) -> None:
        """Raise NinetkaError unless this ending can end the game here, for `outcome_after`."""
        if self.is_over:
            raise NinetkaError(Say.OVER_ALREADY())
        if ending.seat is not None:
            check_seat(ending.seat, self.players)
            seat = self.seats[ending.seat]
            if seat not in self.remaining:
                raise NinetkaError(Say.SEAT_IS_OUT(seat=seat))
            move = self.leaving(ending)
            if move is not None:
                raise NinetkaError(Say.GOES_ON_WITHOUT(seat=seat, move=move))
        if ending.kind not in self.endings:
            raise NinetkaError(Say.CANNOT_END_BY(ending=quoted(ending.kind.value)))

    def leaving(self, ending: Ending, /) -> M | None:
        """The move by which a player leaves a game that goes on without them; None if it ends.

        The ending says who leaves, and whether they resign or have run out of time. `Game.resign`
        and `Game.time_out` make this move, at anybody's turn. It is legal: `apply`, `parse_move`
        and records take it. But it is not a choice on the board: it is not among `some_moves` or
        `legal_moves` and has no action code, so computer players and frameworks do not meet it.
        """
        return None

    @property
    def leaving_endings(self) -> Sequence[Ending]:
        """The endings that are moves now, since the game goes on without that player."""
        known = endings_of(self.ending_kinds, self.remaining)
        return [ending for ending in known if self.leaving(ending) is not None]

    def seat_of(self, move: M, /) -> int:
        """The seat that makes a legal move: the one to move, or the player who leaves."""
        return self.to_move

    @abstractmethod
    def to_text(self) -> str:
        """The position on one line, complete: under equal rules, equal texts are equal states."""

    def to_plain(self) -> str:
        """The position text, of which `from_plain` makes an equal state.

        Raises NinetkaError if the text does not say what the ruleset is.
        """
        if self.ruleset is not None and not self.ruleset.is_published:
            raise NinetkaError(
                "the text of a position does not say what its ruleset is unless that is published: "
                "keep Game.from_state(state) instead"
            )
        return self.to_text()

    def to_dict(self) -> Mapping[str, object]:
        """The position as plain data for JSON; each game has its own keys besides these five.

        They are `position`, `players`, `to_move`, `is_over`, and the texts of `some_moves`; a state
        that can list them all has `legal_moves` instead.
        """
        return {
            "position": self.to_text(),
            "players": self.players,
            "to_move": int(self.to_move),
            "is_over": self.is_over,
            "some_moves": [self.move_text_unchecked(move) for move in self.some_moves],
        }

    @property
    def key(self) -> int:
        """A 64-bit hash of the position, for tables that are kept or shared.

        Equal positions have equal keys in every process, on every machine and in every version
        (docs/formats.md).
        """
        from .keys import key_of

        return key_of(self)

    @property
    def symmetries(self) -> Sequence[Hashable]:
        """The symmetries of the board, under which the game stays the same.

        The first changes nothing, and is the only one unless a game says otherwise. Together they
        are a group: one after another is again one of them.
        """
        return tuple(Unchanged)

    def transform(self, symmetry: Any, /) -> Self:
        """The image of the position under one of `symmetries`."""
        return self

    def transform_move(self, move: M, symmetry: Any, /) -> M:
        """The image of a move: what it would be in the image of the position."""
        return move

    def canonical(self) -> tuple[Self, Hashable]:
        """One position for all images of this one, and the symmetry that leads to it from here.

        By default it is the image whose text comes first in the order of characters.
        """
        images = [(self.transform(symmetry), symmetry) for symmetry in self.symmetries]
        return min(images, key=lambda image: image[0].to_text())

    @property
    def wasm(self) -> WasmBackend | None:
        """The same code as WebAssembly, for computer players, imported here, or None.

        Here nothing need be installed that could run it. Players ask `backend_for`.
        """
        return None

    @property
    def kernel(self) -> Kernel | None:
        """The compiled code for the ruleset and the number of players, imported here, or None.

        Raises ModuleNotFoundError if what it needs is not installed. Tools ask `kernel_for`.
        """
        return None

    def __repr__(self) -> str:
        """The Python code for the state, if its class has a method `from_text`."""
        custom = self.ruleset is not None and not self.ruleset.is_published
        ruleset = f", ruleset={self.ruleset!r}" if custom else ""
        return f"State.from_text({self.to_text()!r}{ruleset})"


class EnumerableState(GameState[M]):
    """A state whose legal moves can be listed and numbered."""

    __slots__ = ()

    @property
    @abstractmethod
    def action_count(self) -> int:
        """The number of action codes, which begin with 0; the same throughout a game."""

    @property
    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """The legal moves in the order of their action codes; empty when the game is over.

        They are all that the player to move can play on the board: what `leaving` gives is legal
        too, but not among them.
        """

    @property
    def legal_actions(self) -> Sequence[int]:
        """The codes of the legal moves, in ascending order: that of `legal_moves`."""
        return tuple(map(self.action, self.legal_moves))

    @abstractmethod
    def action(self, move: M, /) -> int:
        """The code of a legal move. Raises IllegalMoveError."""

    @abstractmethod
    def move(self, action: SupportsIndex, /) -> M:
        """The move that a code stands for here, legal or not; any type of integer will do.

        Raises InvalidMoveError if there is no such code.
        """

    def transform_actions(self, symmetry: Any, /) -> Sequence[int]:
        """By action code: that of its move's image under one of `symmetries`, legal or not."""
        image = self.transform(symmetry)
        codes = {image.move(code): code for code in range(self.action_count)}
        moves = map(self.move, range(self.action_count))
        return tuple(codes[self.transform_move(move, symmetry)] for move in moves)

    @property
    def some_moves(self) -> Sequence[M]:
        """The legal moves, all of them."""
        return self.legal_moves

    def is_legal(self, move: M, /) -> bool:
        """Return whether `apply` would accept the move: whether it is one of `legal_moves`."""
        return move in self.legal_moves

    def to_dict(self) -> Mapping[str, object]:
        """As `GameState.to_dict`, with `legal_moves` instead of `some_moves`."""
        data = dict(super().to_dict())
        data["legal_moves"] = data.pop("some_moves")
        return data


def as_enumerable(state: object) -> EnumerableState[Any]:
    """Return `state` if its moves can be listed. Raises NinetkaError otherwise."""
    if isinstance(state, GameState) and not isinstance(state, EnumerableState):
        raise NinetkaError("the moves of this game cannot all be listed")
    if not isinstance(state, EnumerableState):
        raise NinetkaError(f"{quoted(state)} is not a state whose moves can be listed")
    return state


def as_game_state(value: object) -> GameState[Any]:
    """Return `value` if it is a state of a game. Raises NinetkaError otherwise."""
    if not isinstance(value, GameState):
        raise NinetkaError(f"{quoted(value)} is not a state that offers moves")
    return value


def as_undoable(state: object) -> UndoableState[Any]:
    """Return `state` if its last move can be taken back. Raises NinetkaError otherwise."""
    if not isinstance(state, UndoableState):
        raise NinetkaError("the moves of this game cannot be taken back without its history")
    return state


def plays(seat: SupportsIndex, players: int) -> bool:
    """Return whether a seat is one of the `players` seats; any type of integer will do."""
    return 0 <= index(seat) < players  # also numpy's integers, which frameworks hand out


def turns_to_last(moves: Sequence[int]) -> int:
    """The number of turns up to the last move, if each seat makes one in each of its turns.

    `moves` has how many moves each seat has left, in turn order from the seat to move. Seats that
    have none left still take their turns.
    """
    most = max(moves)
    return (most - 1) * len(moves) + len(moves) - [*reversed(moves)].index(most) if most else 0


def check_seat(seat: SupportsIndex, players: int) -> None:
    """Raise NinetkaError for a seat that does not play."""
    if not plays(seat, players):
        raise NinetkaError(Say.NO_SUCH_SEAT(seat=quoted(seat), last=players - 1))


def checked_action(action: SupportsIndex, count: int) -> int:
    """Return an action code as an int. Raises InvalidMoveError unless it is one of `count`."""
    code = index(action)  # also numpy's integers, which frameworks hand out
    if 0 <= code < count:
        return code
    raise InvalidMoveError(Say.NOT_AN_ACTION(action=quoted(code), last=count - 1))


class Observation(Protocol[S_in]):
    """A module that shows the states of a game as planes of bits."""

    def plane_shape(self, state: S_in, /) -> tuple[int, int]:
        """Rows and columns of a plane."""

    def plane_names(self, state: S_in, /) -> Sequence[str]:
        """A name for each plane."""

    def planes(self, state: S_in, seat: int, /) -> Sequence[int]:
        """The planes as a seat sees them."""


class ObservableState(EnumerableState[M]):
    """A state for programs that learn: planes of bits, as seen from each seat, and a bound."""

    __slots__ = ()

    @property
    @abstractmethod
    def observation(self) -> Observation[Any]:
        """The module that makes the planes, imported here: few programs need it."""

    @property
    def plane_shape(self) -> tuple[int, int]:
        """Rows and columns of a plane; the same throughout a game."""
        return self.observation.plane_shape(self)

    @property
    def plane_names(self) -> Sequence[str]:
        """A name for each plane, for the number of players at hand."""
        return self.observation.plane_names(self)

    @property
    def plane_grid(self) -> Sequence[tuple[int, int]]:
        """The row and column of each place of a plane, from 0, in a grid like the board.

        By default planes are such grids already. Raises NinetkaError if the places of this board
        have no rows and columns.
        """
        rows, columns = self.plane_shape
        return [divmod(place, columns) for place in range(rows * columns)]

    @property
    def planes_of_numbers(self) -> Sequence[int]:
        """The planes that show numbers in binary, whose bits stay in place if the board turns.

        The others show places, or are all ones or 0. None unless a game says otherwise.
        """
        return ()

    def transform_places(self, symmetry: Any, /) -> Sequence[int]:
        """By place of a plane, columns·row + column: where it goes under one of `symmetries`.

        By default planes are grids that turn as a `GridSymmetry` says; other symmetries change
        nothing.
        """
        rows, columns = self.plane_shape
        if not isinstance(symmetry, GridSymmetry):
            return range(rows * columns)
        across, _ = symmetry.size(columns, rows)
        starts = (divmod(place, columns)[::-1] for place in range(rows * columns))
        ends = (symmetry.place(*start, columns, rows) for start in starts)
        return [across * row + column for column, row in ends]

    @property
    def score_bounds(self) -> tuple[int | Fraction, int | Fraction] | None:
        """The least and the most points that a seat can have at the end; None if not known."""
        return None

    def planes(self, seat: int, /) -> Sequence[int]:
        """The planes as that seat sees them, in the order of `plane_names`.

        Each is a number whose bit columns·row + column belongs to one place; what is not about
        places is all ones or 0. Raises NinetkaError if the seat does not play.
        """
        check_seat(seat, self.players)
        return self.observation.planes(self, seat)

    @property
    @abstractmethod
    def max_plies_left(self) -> int:
        """At most this many plies remain: a bound that falls with every ply, 0 at the end.

        The closer it is, the better: frameworks make room for games of that length.
        """


class UndoableState(GameState[M]):
    """A state from which the last move can be taken back, given that move alone."""

    __slots__ = ()

    @abstractmethod
    def undo(self, move: M, /) -> Self:
        """The state from which the move leads here. Raises IllegalMoveError if there is none."""

    @abstractmethod
    def parse_last_move(self, text: str, /) -> M:
        """The move that a text stands for, if it can have led here.

        Raises InvalidMoveError or IllegalMoveError.
        """


class Playable(Protocol[S_out, M]):
    """A state of type S with moves of type M, from which type checkers infer both types."""

    def apply_unchecked(self, move: M, /) -> S_out:
        """As `GameState.apply_unchecked`."""

    def parse_move(self, text: str, /) -> M:
        """As `GameState.parse_move`."""
