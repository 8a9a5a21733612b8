"""Many positions at once, played by compiled code. Needs the extra `batch`, better `numba`.

For games that bring a kernel (`protocol.compiled.Kernel`). Without numba, WebAssembly plays. With
it the first use compiles, which takes a few seconds; what is compiled is kept on disk, so later
programs start in about a second.

>>> import numpy as np
>>> from ninetka import NESTORGAMES
>>> batch = Batch.start(NESTORGAMES, players=2, size=1000)
>>> batch.legal_mask().sum(axis=1)[:3]
array([49, 49, 49])
>>> batch.step(np.full(1000, 24))
>>> batch[0].to_text()
'11/11/11/11/11/5n5/11/11/11/11/11 b 2 nestorgames'
>>> batch.playouts(100, seed=1).scores.shape
(1000, 100, 2)
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, Sequence
from operator import index
from random import Random
from threading import Lock
from typing import Any, Final, Generic, cast, final, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..base.errors import NinetkaError, quoted
from ..compiled.compiling import placed
from ..compiled.machine import hash_rows
from ..games import entry_for_ruleset, entry_for_state
from ..protocol.compiled import Arrays, Counts, Kernel
from ..protocol.rulesets import GameRuleset
from ..protocol.states import M2, S2, EnumerableState, M, ObservableState, Playable, S, check_seat
from ..protocol.tags import POSITION
from ..protocol.utility import Utility
from .arguments import (
    Rows,
    copy_to,
    part,
    refuse_mask,
    rows_of,
    shape_of,
    type_of_numbers,
    whole_numbers,
    writable,
)
from .playouts import Playouts, PlayoutWork, RandomGames, by_seat, key_of

_MAX_PLIES: Final = (1 << 31) - 1
_ALL: Final = slice(None)


@final
class Batch(Generic[S, M]):
    """Positions of one game, all with the same ruleset and number of players.

    `step` changes it. Make one with `start` or `of`, not by calling the class.

    Each random game has a number. How it goes depends on the seed, this number and its position
    alone: not on the rest of the batch, on `workers` or on the machine.

    Threads can share a batch: each call is made as a whole, and another thread's waits until it is
    done. Random games are played from the positions as they are when the call begins; nobody waits
    for them.
    """

    def __init__(
        self,
        example: EnumerableState[Any],
        kernel: Kernel,
        arrays: Arrays,
        starts: Arrays | None = None,
        plies: NDArray[np.int32] | None = None,
    ) -> None:
        self._example, self._kernel = example, kernel
        self._arrays = placed(arrays, type(kernel))
        self._starts = tuple(array.copy() for array in arrays) if starts is None else starts
        self._plies = np.zeros(len(arrays[0]), np.int32) if plies is None else plies
        # Compiled code runs without Python's lock, and steps are checked before they are made.
        self._lock = Lock()

    @staticmethod
    def start(
        ruleset: GameRuleset[S2, M2],
        players: int | None = None,
        size: int = 1,
        rng: Random | None = None,
    ) -> Batch[S2, M2]:
        """`size` start positions, by default for the smallest number of players.

        If chance decides something before the first move, it does so for each of them, by `rng`
        or anew each time.

        Raises NinetkaError if the ruleset is not for that number of players, if its game has no
        kernel, or if there is no memory for that many positions.
        """
        size = index(size)
        if size < 0:
            raise NinetkaError(f"the size of a batch must be 0 or more, not {quoted(size)}")
        entry = entry_for_ruleset(ruleset)
        start = entry.start(ruleset, ruleset.player_counts[0] if players is None else players)
        if size and not start.is_dealt:
            rng = Random() if rng is None else rng
            dealt = [start.dealt(rng) for _ in range(size)]
            return Batch.of(cast("list[Playable[S2, M2]]", dealt))
        one = Batch.of([cast("Playable[S2, M2]", start)])
        try:
            arrays = tuple(np.repeat(array, size, axis=0) for array in one._arrays)
            # A view, which takes no memory
            starts = tuple(
                np.broadcast_to(start, array.shape)
                for start, array in zip(one._arrays, arrays, strict=True)
            )
        except (MemoryError, OverflowError, ValueError) as error:
            sentence = f"there is no memory for a batch of {quoted(size)} positions"
            raise NinetkaError(sentence) from error
        return Batch(one._example, one._kernel, arrays, starts)

    @staticmethod
    def of(states: Sequence[Playable[S2, M2]]) -> Batch[S2, M2]:
        """A batch of these positions.

        Raises NinetkaError if there are none, if they differ in game, ruleset or number of players,
        or if their game has no compiled code.
        """
        if not states:
            raise NinetkaError("a batch needs at least one state")
        given = cast("Sequence[EnumerableState[Any]]", states)
        if len({state.game for state in given}) > 1:
            raise NinetkaError("all states of a batch need the same ruleset and number of players")
        example = given[0]
        kernel = example.kernel
        if kernel is None:
            name = entry_for_state(example).name_of(example)
            raise NinetkaError(f"{name} has no compiled code")
        return Batch(example, kernel, kernel.pack(given))

    @staticmethod
    def from_arrays(
        arrays: Mapping[str, Any],
        ruleset: GameRuleset[S2, M2],
        players: int | None = None,
        *,
        starts: Mapping[str, Any] | None = None,
        plies: NDArray[Any] | Sequence[int] | None = None,
    ) -> Batch[S2, M2]:
        """The positions that `arrays` gave for this ruleset and number of players, copied.

        `reset` goes back to them, or to those of `starts`; `plies` are those since then, by default
        0. Raises NinetkaError for arrays with other names, types or shapes, as those of another
        game or version may have; for positions that compiled code cannot play; and as `start`.
        """
        entry = entry_for_ruleset(ruleset)
        start = entry.start(ruleset, ruleset.player_counts[0] if players is None else players)
        one = Batch.of([cast("Playable[S2, M2]", start)])
        batch: Batch[S2, M2] = Batch(one._example, one._kernel, one._kernel.restored(arrays))
        if starts is not None:
            batch._starts = one._kernel.restored(starts)
        if plies is not None:
            numbers = whole_numbers(plies, "plies", len(batch))
            if ((numbers < 0) | (numbers > _MAX_PLIES)).any():
                raise NinetkaError(f"plies are numbers from 0 to {_MAX_PLIES:,}")
            batch._plies = numbers.astype(np.int32)
        if len(batch._starts[0]) != len(batch):
            raise NinetkaError(f"{len(batch)} positions cannot have {len(batch._starts[0])} starts")
        return batch

    @staticmethod
    def join(batches: Sequence[Batch[S2, M2]]) -> Batch[S2, M2]:
        """The positions of several batches, one after the other.

        Raises NinetkaError if there are none, or if they differ in game, ruleset or number of
        players.
        """
        if not batches:
            raise NinetkaError("there must be at least one batch to join")
        first = batches[0]
        for batch in batches[1:]:
            first._check_kind(batch)
        arrays, starts, plies = zip(*(batch._copied() for batch in batches), strict=True)
        joined, begun = (
            tuple(map(np.concatenate, zip(*each, strict=True))) for each in (arrays, starts)
        )
        return Batch(first._example, first._kernel, joined, begun, np.concatenate(plies))

    def _check_kind(self, other: Batch[Any, Any]) -> None:
        """Raise NinetkaError unless a batch is of the same game, ruleset and number of players."""
        if self._example.game != other._example.game:
            raise NinetkaError("all states of a batch need the same ruleset and number of players")
        self._kernel.pack([other._example])

    def __len__(self) -> int:
        return len(self._arrays[0])

    @overload
    def __getitem__(self, which: int | np.integer[Any]) -> S: ...
    @overload
    def __getitem__(self, which: Rows) -> Batch[S, M]: ...
    def __getitem__(self, which: int | np.integer[Any] | Rows) -> S | Batch[S, M]:
        """One position as a state; or a batch of those that a slice, list or NumPy index selects.

        Raises NinetkaError if the index is a masked array.
        """
        if isinstance(which, slice | list | np.ndarray):
            rows = rows_of(which, len(self))
            return Batch(self._example, self._kernel, *self._copied(rows))
        number = range(len(self))[which]
        with self._lock:
            return cast(S, self._kernel.unpack(self._arrays, number))

    @overload
    def __setitem__(self, which: int | np.integer[Any], new: S) -> None: ...
    @overload
    def __setitem__(self, which: Rows, new: Sequence[S] | Batch[S, M]) -> None: ...
    def __setitem__(
        self, which: int | np.integer[Any] | Rows, new: S | Sequence[S] | Batch[S, M]
    ) -> None:
        """Replace one position by a state, or those that an index selects by a batch or by states.

        `plies` begins at 0 there, or goes on as in the batch that is given. `reset` goes back to
        what was there before. Raises NinetkaError if the new positions differ from these in game,
        ruleset or number of players, or are not as many; then nothing changes.
        """
        if not isinstance(which, slice | list | np.ndarray):
            which, new = [range(len(self))[which]], [cast(S, new)]
        rows = np.arange(len(self))[rows_of(which, len(self))]
        if not isinstance(new, Batch):
            states = cast("Sequence[Playable[S, M]]", new)
            new = cast("Batch[S, M]", Batch.of(states)) if states else self[:0]
        self._check_kind(new)
        if len(new) != len(rows):
            raise NinetkaError(f"{len(rows)} positions cannot be replaced by {len(new)}")
        arrays, _, plies = new._copied()
        with self._lock:
            for array, values in zip(self._arrays, arrays, strict=True):
                array[rows] = values
            self._plies[rows] = plies

    def reset(self, which: Rows = _ALL) -> None:
        """Put all positions, or those that an index selects, back to where the batch began.

        What chance decided before the first move stays as it was.
        """
        rows = rows_of(which, len(self))
        with self._lock:
            for array, start in zip(self._arrays, self._starts, strict=True):
                array[rows] = part(start, rows)
            self._plies[rows] = 0

    def _copied(
        self, which: slice | NDArray[Any] = _ALL
    ) -> tuple[Arrays, Arrays, NDArray[np.int32]]:
        """Copies of the arrays, or of some of their rows, as they are between two steps.

        They are followed by where the positions began, and by their plies.
        """
        with self._lock:
            arrays, starts = (
                tuple(part(array, which) for array in each) for each in (self._arrays, self._starts)
            )
            return arrays, starts, part(self._plies, which)

    def __iter__(self) -> Iterator[S]:
        return iter(self.states())

    def states(self) -> list[S]:
        """All positions as states."""
        arrays, *_ = self._copied()
        return [self._kernel.unpack(arrays, number) for number in range(len(self))]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The positions as arrays with names, for `from_arrays`: copies of numbers alone.

        Their first dimension is the position's number. They are described in the guide.
        """
        arrays, *_ = self._copied()
        return dict(self._kernel.named(arrays))

    def keys(self) -> NDArray[np.uint64]:
        """(size,): a 64-bit hash of each position, for tables.

        In one version, equal positions of one ruleset and number of players have equal keys in
        every process and on every machine. It is not `State.key`, which never changes but takes a
        thousand times as long. Kropki's regions count as equal if they enclose the same.
        """
        with self._lock:
            words = self._kernel.words(self._arrays)
        keys = np.empty(len(words), np.uint64)
        hash_rows(words, keys)
        return keys

    def copy(self) -> Batch[S, M]:
        """An independent batch of the same positions."""
        return self[:]

    def __reduce__(self) -> tuple[type[Batch[S, M]], tuple[object, ...]]:
        """Pickles and copies, by `copy.copy` too, are independent batches."""
        return Batch, (self._example, self._kernel, *self._copied())

    def __repr__(self) -> str:
        tags = entry_for_state(self._example).tags.write(self._example)
        kind = ", ".join(f"{tag} {value}" for tag, value in tags.items() if tag != POSITION)
        return f"<Batch of {len(self)} positions: {kind}>"

    @property
    def players(self) -> int:
        """The number of players."""
        return self._example.players

    @property
    def action_count(self) -> int:
        """The number of action codes, which are the same as those of the states."""
        return self._example.action_count

    @property
    def to_move(self) -> NDArray[np.int8]:
        """(size,): the seat whose turn it is."""
        with self._lock:
            return self._kernel.to_move(self._arrays)

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """(size,): whether the game is over."""
        with self._lock:
            return self._kernel.is_over(self._arrays)

    def scores(self) -> NDArray[Any]:
        """(size, players): points by seat as the board stands.

        They are of the type int16, or float32 or float64 where a game knows parts of points.
        """
        with self._lock:
            return self._kernel.scores(self._arrays)

    @property
    def plies(self) -> NDArray[np.int32]:
        """(size,): the number of moves of each position since the batch began."""
        with self._lock:
            return self._plies.copy()

    def winners(self) -> NDArray[np.bool_]:
        """(size, players): whether each seat has won; nobody after a draw, or until the end."""
        won = np.zeros((len(self), self.players), np.bool_)
        over, _, won_by = self._ends()
        won[over] = won_by
        return won

    def _ends(self) -> tuple[NDArray[np.bool_], NDArray[Any], NDArray[np.bool_]]:
        """Return which games are over, and the points and the winners of these by seat."""
        with self._lock:
            over = self._kernel.is_over(self._arrays)
            ended = tuple(part(array, np.flatnonzero(over)) for array in self._arrays)
        scores, _, won = self._kernel.playouts(ended, 1, 0, 0)
        return over, scores[:, 0], by_seat(won[:, 0], self.players)

    def payoffs(self, utility: Utility | str = Utility.WIN) -> NDArray[np.float32]:
        """(size, players): what the game is worth to each seat; zeros until it is over.

        Raises NinetkaError for an unknown utility.
        """
        utility = Utility.of(utility)
        payoffs = np.zeros((len(self), self.players), np.float32)
        over, scores, won = self._ends()
        if utility in (Utility.POINTS, Utility.MARGIN):
            points = scores.astype(np.float32)
            if utility is Utility.MARGIN:
                others = [np.delete(points, seat, 1).max(1) for seat in range(self.players)]
                points -= np.stack(others, 1)
            payoffs[over] = points
            return payoffs
        count = won.sum(1, keepdims=True)
        if utility is Utility.SHARED:
            payoffs[over] = np.where(count, won / np.maximum(count, 1), 1 / self.players)
        else:
            payoffs[over] = np.where((count > 0) & (count < self.players), 2.0 * won - 1, 0)
        return payoffs

    @overload
    def planes(
        self,
        seat: int | NDArray[Any] | None = None,
        out: NDArray[np.uint8] | None = None,
        *,
        layout: str = "NCHW",
    ) -> NDArray[np.uint8]: ...
    @overload
    def planes(
        self,
        seat: int | NDArray[Any] | None = None,
        out: NDArray[Any] | None = None,
        *,
        layout: str = "NCHW",
        dtype: DTypeLike,
    ) -> NDArray[Any]: ...
    def planes(
        self,
        seat: int | NDArray[Any] | None = None,
        out: NDArray[Any] | None = None,
        *,
        layout: str = "NCHW",
        dtype: DTypeLike = np.uint8,
    ) -> NDArray[Any]:
        """(size, planes, rows, columns): what the seat to move sees, zeros and ones.

        They are the planes of `ObservableState.planes`. Instead, a `seat` or an array of one seat
        for each position says who sees them. The `layout` "NHWC" has the planes last, "flat" all
        numbers of a position in one row. They are written into `out`, if given.

        Raises NinetkaError if the game has no planes or a seat does not play, for an unknown layout
        or a type that is not of numbers, and unless `out` is a writable, contiguous array of this
        type and shape.
        """
        example, kind = self._example, type_of_numbers(dtype)
        if not isinstance(example, ObservableState):
            raise NinetkaError("the positions of this game have no planes")
        shape = (len(self), len(example.plane_names), *example.plane_shape)
        out = writable(out, shape_of(shape, layout), kind)
        seats = None if seat is None else self._seats(seat)
        held = weakref.ref(out)  # so that no thread can resize it, not even without refcheck
        in_place = kind.itemsize == 1 and layout != "NHWC"
        planes = out.view(np.uint8).reshape(shape) if in_place else np.empty(shape, np.uint8)
        with self._lock:
            if seats is None:
                seats = self._kernel.to_move(self._arrays)
            self._kernel.planes(self._arrays, seats, planes)
        if not in_place:
            copy_to(out, planes, layout)
        del held
        return out

    def _seats(self, seat: int | NDArray[Any]) -> NDArray[np.int8]:
        """The seats that see the positions. Raises NinetkaError."""
        if not isinstance(seat, np.ndarray):
            check_seat(seat, self.players)
            return np.full(len(self), seat, np.int8)
        seats = whole_numbers(seat, "seats", len(self))
        for outside in seats[(seats < 0) | (seats >= self.players)][:1].tolist():
            check_seat(outside, self.players)
        return seats.astype(np.int8)

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """(size, actions): whether each action is legal.

        It is written into `out`, if given, which saves making an array each time. Raises
        NinetkaError unless that is a writable, contiguous array of bools in this shape, without a
        mask.
        """
        out = writable(out, (len(self), self.action_count), np.dtype(np.bool_))
        held = weakref.ref(out)
        with self._lock:
            self._kernel.legal_mask(self._arrays, out)
        del held
        return out

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Make a move in each position: that of the action code, or none where it is -1.

        Raises IllegalMoveError, or InvalidMoveError if there is no such code, for the first
        position where the move cannot be made, with a note that gives its index; then no position
        has changed. Raises NinetkaError unless there is exactly one code for each position, and
        for masked arrays.
        """
        codes = given = whole_numbers(actions, "actions", len(self))
        if given.dtype == np.uint64:  # its largest would become -1
            codes = np.minimum(given, np.uint64((1 << 63) - 1))
        with self._lock:
            bad = self._kernel.step(self._arrays, codes.astype(np.int64, copy=False))
            state: EnumerableState[Any] | None = None
            if bad < 0:
                self._plies += codes != -1
            else:
                state = self._kernel.unpack(self._arrays, bad)
        if state is not None:
            try:
                state.apply(state.move(int(given[bad])))
            except NinetkaError as error:
                error.add_note(f"at position {bad} of the batch")
                raise

    def random_actions(self, rng: np.random.Generator | NDArray[np.uint64]) -> NDArray[np.int64]:
        """(size,): a legal action for each position, all equally likely; -1 if its game is over.

        A generator chooses, or a random word for each position. Raises NinetkaError unless there is
        one for each.
        """
        if isinstance(rng, np.random.Generator):
            rng = rng.integers(0, 1 << 64, len(self), np.uint64, endpoint=False)
        refuse_mask(rng, "random words")
        words = np.array(rng)
        if words.shape != (len(self),) or words.dtype != np.uint64:
            raise NinetkaError(f"random words must be {len(self)} of the type uint64")
        with self._lock:
            return self._kernel.random_actions(self._arrays, words)

    def playouts(
        self, games: int = 1, seed: int | str = 0, first: int = 0, workers: int = 1
    ) -> Playouts:
        """Play this many random games to the end from each position.

        Game k of position i has the number first + i·games + k. `workers` is how many threads play.
        Raises NinetkaError for fewer than one game or worker, or numbers outside 0 to 2⁴⁸ - 1.
        """
        return self._work(games, seed, first, workers).playouts()

    def counts(
        self, games: int = 1, seed: int | str = 0, first: int = 0, workers: int = 1
    ) -> Counts:
        """Count how the games of `playouts` end, over all positions. Raises as `playouts`.

        Takes no more memory for more games.
        """
        return self._work(games, seed, first, workers).counts()

    def _work(self, games: int, seed: int | str, first: int, workers: int) -> PlayoutWork:
        games, first, workers = index(games), index(first), index(workers)
        key = key_of(len(self), games, seed, first, workers)
        return PlayoutWork(self._kernel, self._copied()[0], games, key, first, workers)

    def random_games(self, seed: int | str = 0, first: int = 0) -> RandomGames:
        """Play a random game to the end from each position, move by move; the batch stays as it is.

        The game of position i has the number first + i. In 9tka it is another than that of
        `playouts` with that number. Raises NinetkaError for numbers outside 0 to 2⁴⁸ - 1.
        """
        first = index(first)
        key = key_of(len(self), 1, seed, first, 1)
        return RandomGames(*self._kernel.random_games(self._copied()[0], key, first))
