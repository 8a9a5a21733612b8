"""The interface that every module may use of a position, a played game and its outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fractions import Fraction


class GameOutcome(ABC):
    """The outcome of a finished game. Its `str` is the result in records, such as `4-4`."""

    __slots__ = ()

    @property
    @abstractmethod
    def scores(self) -> Sequence[int | Fraction]:
        """Exact points by seat."""

    @property
    @abstractmethod
    def winners(self) -> Sequence[int]:
        """The seats that won, one or several; nobody after a draw, in which all players are equal.

        So the winners are never all players, in any game.
        """

    @property
    @abstractmethod
    def ranking(self) -> Sequence[int]:
        """All seats, best first."""

    @property
    def shares(self) -> Sequence[Fraction]:
        """Shares of the win by seat.

        Several winners share it evenly. So do all players if nobody has won: a draw is worth more
        than a loss.
        """
        from fractions import Fraction

        seats = range(len(self.scores))
        sharing = self.winners or seats
        return tuple(Fraction(seat in sharing, len(sharing)) for seat in seats)

    @property
    def explanation(self) -> str:
        """One sentence on why the winners won; empty if the points alone tell."""
        return ""


class AnyPosition(Protocol):
    """The part of a state's interface that does not depend on its moves."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def seats(self) -> Sequence[int]:
        """All seats in turn order, from 0; their `str` is what the game calls them."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that no move can be made."""

    @property
    def outcome(self) -> GameOutcome | None:
        """The outcome of the game; None until it is over."""

    def to_text(self) -> str:
        """The position on one line, complete: under equal rules, equal texts are equal states."""


class Played(Protocol):
    """The interface of a game: its start, the moves since, and the state it has reached."""

    @property
    def initial_state(self) -> AnyPosition:
        """The position in which the game began."""

    @property
    def moves(self) -> Sequence[Hashable]:
        """The moves made since."""

    @property
    def ply(self) -> int:
        """The number of moves that have been made."""

    @property
    def state(self) -> AnyPosition:
        """The position that the game has reached."""
