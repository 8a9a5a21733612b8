"""The interface of compiled code, which a game may bring to play millions of games.

The tools ask for it with `kernel_for` and do without where there is none. People use it through
`ninetka.batch`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError
from .states import GameState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Backend",
    "BackendTree",
    "Counts",
    "Kernel",
    "KernelTree",
    "WasmBackend",
    "WinCounts",
    "is_compiled",
    "kernel_for",
    "required_kernel",
    "stream_key",
]

GAMES: Final = 1 << 48
"""The number of games of a seed. A game uses 2**16 of its 2**64 random words at the most."""
Arrays: TypeAlias = "tuple[NDArray[Any], ...]"
"""Positions: the first dimension of each array is the position's number."""


@documented
@attrs.frozen(eq=False)
class Counts:
    """Counts of how random games ended."""

    scores: NDArray[Any]
    """(kinds, players): the points by seat that games ended with, each kind once, in order."""
    games: NDArray[np.int64]
    """(kinds,): the number of games that ended with these points."""
    winners: NDArray[np.int64]
    """By the seats that won, as bits: `winners[0b10]` games were won by seat 1 alone, `winners[0]`
    by nobody."""
    plies: NDArray[np.int64]
    """By number of plies from the position at hand: `plies[40]` games took 40."""

    @property
    def wins(self) -> NDArray[np.int64]:
        """By seat: the number of games that it won, alone or with others."""
        return self.winners @ self._members

    @property
    def shares(self) -> NDArray[np.float64]:
        """By seat: the sum of its shares of the wins, as `Outcome.shares`."""
        members = self._members
        members[0] = 1  # all are equal after a draw
        shares: NDArray[np.float64] = members / members.sum(1, keepdims=True)
        return self.winners @ shares

    @property
    def _members(self) -> NDArray[np.int64]:
        """By set of winners and seat: 1 if the seat is one of them."""
        import numpy as np

        return np.arange(len(self.winners))[:, None] >> np.arange(self.scores.shape[1]) & 1

    def __add__(self, other: Counts) -> Counts:
        import numpy as np

        rows = np.concatenate([self.scores, other.scores])
        scores, kinds = np.unique(rows, axis=0, return_inverse=True)
        games = np.zeros(len(scores), np.int64)
        np.add.at(games, kinds.reshape(-1), np.concatenate([self.games, other.games]))
        short, long = sorted((self.plies, other.plies), key=len)
        plies = long.copy()
        plies[: len(short)] += short
        return Counts(scores, games, self.winners + other.winners, plies)


class BackendTree(Protocol):
    """A search tree of one position, which can be grown further at any time.

    Threads can share it: while one grows it, others wait. A visit plays random games from a leaf to
    the end (UCT), or looks at one position (alpha-beta), which then counts as a game.
    """

    def grow(self, visits: int) -> None:
        """Visit the tree a number of times more. If all is proven, it grows no more."""

    def follow(self, state: Any, actions: Sequence[int]) -> bool:
        """Go on from a state, which moves with these codes lead to, with what is known of it.

        False if nothing is: then the tree is of no more use.
        """

    @property
    def playouts(self) -> int:
        """The number of games that have been played."""

    @property
    def playouts_by_action(self) -> Iterable[int]:
        """By action code: how many random games went through that move; 0 if it is illegal."""

    @property
    def win_rates(self) -> Iterable[float]:
        """By action code: the share of those games that the seat to move won; 0 if none."""

    @property
    def line(self) -> Sequence[int]:
        """The action codes of the principal line: the move to play, the best answer, and so on."""


class KernelTree(BackendTree, Protocol):
    """A search tree that gives NumPy's arrays."""

    @property
    def playouts_by_action(self) -> NDArray[np.int64]:
        """As `BackendTree.playouts_by_action`."""

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """As `BackendTree.win_rates`."""


class Kernel(Protocol):
    """Compiled code for one ruleset and number of players. Positions are arrays of its own kind.

    Random games have numbers: how the game of a number goes depends on the key and on the position
    alone, so work can be split in any way. Methods take the `key`, which is that of a seed
    (`stream_key`), and the number of the `first` game.

    A kernel trusts its caller: arrays have the shapes that it made or that are said here, and no
    other thread changes them meanwhile. `Batch` sees to both.
    """

    @property
    def has_trees(self) -> bool:
        """Whether it has search trees: those of the library's games need numba."""

    def pack(self, states: Sequence[Any]) -> Arrays:
        """Positions as arrays.

        Raises NinetkaError unless all states have the kernel's ruleset and number of players.
        """

    def unpack(self, arrays: Arrays, index: int) -> Any:
        """One position as a state."""

    def named(self, arrays: Arrays) -> Mapping[str, NDArray[Any]]:
        """Positions as arrays with names, without objects; they may share memory with `arrays`.

        The first dimension is the position's number. If a later version gives an array another
        meaning, it gets another name.
        """

    def restored(self, named: Mapping[str, Any]) -> Arrays:
        """The positions of arrays with names, which may come from anywhere; they are copied.

        Raises NinetkaError for other names, types and shapes, and for whatever compiled code cannot
        play.
        """

    def words(self, arrays: Arrays) -> NDArray[np.uint64]:
        """Numbers that tell positions apart, as many for each: (size, words)."""

    def to_move(self, arrays: Arrays) -> NDArray[np.int8]:
        """The seats to move, in the shape (size,)."""

    def is_over(self, arrays: Arrays) -> NDArray[np.bool_]:
        """Return whether the game is over, in the shape (size,)."""

    def scores(self, arrays: Arrays) -> NDArray[Any]:
        """Points as the board stands, in the shape (size, players).

        They are of the type int16, or float32 or float64 where a game knows parts of points.
        """

    def planes(self, arrays: Arrays, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        """Fill `out`, (size, planes, rows, columns): what a seat sees of each position."""

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Fill `out`, of the shape (size, actions): by position, which actions are legal."""

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position, or none where the action is -1; changes the arrays.

        Returns -1. If some action is illegal, it returns the first such position's number instead
        and changes nothing.
        """

    def random_actions(self, arrays: Arrays, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A legal action of each position, -1 if its game is over, in the shape (size,).

        Random words, one for each position, choose among all with equal chances.
        """

    def playouts(
        self, arrays: Arrays, games: int, key: int, first: int
    ) -> tuple[NDArray[Any], NDArray[np.int16], NDArray[np.uint8]]:
        """Play `games` random games to the end from each position, on one thread.

        Game k of position i has the number first + i·games + k. What chance decides before the
        first move takes no ply. Returns scores in the shape (size, games, players), plies and the
        winning seats, as bits, in the shape (size, games).
        """

    def counts(self, arrays: Arrays, games: int, key: int, first: int) -> Counts:
        """Play the games of `playouts`, and count how they end, over all positions together."""

    def random_games(
        self, arrays: Arrays, key: int, first: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """From each position a random game to the end, move by move; changes the arrays.

        The game of position i has the number first + i. Returns action codes in the shape
        (size, plies), -1 after the last, and plies in the shape (size,).
        """

    def perft(self, state: Any, depth: int) -> int:
        """The number of sequences of exactly `depth` legal moves; `depth` is 1 or more."""

    def tree(self, state: Any, key: int, exploration: float) -> KernelTree:
        """A search tree, not yet grown, of a position in which the game is not over.

        Its random games are those of `key`. The greater `exploration` is, the more it tries moves
        that have won less often.
        """


class WinCounts(Protocol):
    """The results of random games, of which `Counts` says more."""

    @property
    def winners(self) -> Iterable[int]:
        """By the seats that won, as bits: the number of games."""


class Backend(Protocol):
    """The part of a `Kernel` that computer players use, without NumPy's arrays."""

    def pack(self, states: Sequence[Any]) -> Any:
        """Positions as the backend keeps them."""

    def counts(self, arrays: Any, games: int, key: int, first: int) -> WinCounts:
        """Play `games` random games from each position and count how they end."""

    def tree(self, state: Any, key: int, exploration: float) -> BackendTree:
        """A search tree, not yet grown, of a position in which the game is not over."""


class WasmBackend(Backend, Protocol):
    """Compiled code as WebAssembly, which programs other than Python can run too."""

    @property
    def file(self) -> Path:
        """The file with the code, which may be missing."""

    @property
    def packed(self) -> Callable[[Any], Mapping[str, bytes]]:
        """Gives what the memory of the code begins with for a state, by name. Needs nothing."""

    def load(self) -> None:
        """Get ready to play in Python.

        Raises ModuleNotFoundError if something that this needs is not installed.
        """


def is_compiled(state: GameState[Any]) -> bool:
    """Return whether a state's game brings compiled code, which is not loaded to find out."""
    return type(state).kernel is not GameState.kernel


def kernel_for(state: GameState[Any]) -> Kernel | None:
    """The kernel of a state's game, for its ruleset and number of players.

    None if the game has none, or numba is not installed.
    """
    try:
        return state.kernel
    except ModuleNotFoundError:
        return None


def required_kernel(state: GameState[Any]) -> Kernel:
    """The kernel of a state's game.

    Raises NinetkaError if there is none, ModuleNotFoundError if the extra `batch` is missing.
    """
    kernel = state.kernel
    if kernel is None:
        raise NinetkaError("this game has no compiled code")
    return kernel


def stream_key(seed: int | str) -> int:
    """The 64-bit key of a seed's random games; 1 and "1" are the same seed. Raises NinetkaError."""
    from hashlib import blake2b

    try:
        text = str(seed).encode()
    except ValueError as error:  # also of a text that UTF-8 cannot hold
        what = "a text that UTF-8 can hold or a whole number of at most 4,300 digits"
        raise NinetkaError(f"a seed is {what}") from error
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
