"""9tka's kernel: it turns states into arrays and back, and plays them. Needs the extra `batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ...base.errors import missing_extra
from ..board import SIZE
from ..rulesets import NEUTRALS, Terms
from ..state import State

try:
    import numpy as np
    from numpy.typing import NDArray

    from ...compiled.arrays import bits_of, flat, parts, refuse, taken
    from ...compiled.kernels import GameKernel
    from ...compiled.machine import U, Word
    from ...compiled.tree import SearchTree
    from . import perft, planes, playouts, rules, tree
    from .ending import WinnerSearch
    from .tables import CORE, INDEX, LINE_SQUARES, SECTION_OF
except ModuleNotFoundError as _error:
    raise missing_extra("batch", _error) from _error

from ...protocol.compiled import Arrays, Counts
from .packing import FAR, LONG, SPLIT, numbers_of

_BITS: Final = SIZE * SIZE
_BYTES: Final = 16
"""The size of a bitboard of the library."""
_MOST_PLIES: Final = 9 + 36 + 36 * 4
"""The longest game: 9 neutrals, 36 stones, and 36 slides, each of which may follow 3 passes."""
_POINTS: Final = 10
"""The number of possible points: 0 to 9."""
_INNER: Final = 81
"""The number of squares of the inner board, which come before the rim."""
_SQUARES: Final = np.array([(1 << SPLIT) - 1, (1 << len(INDEX) - SPLIT) - 1], U)
"""The bits of the two words that are squares."""
_SECTIONS: Final = (SECTION_OF[:_INNER, None] == np.arange(9)).astype(np.uint8)
"""By inner square and section: whether the square is in it."""


@attrs.frozen
class Kernel(GameKernel[State]):
    """Compiled 9tka for one ruleset and number of players."""

    _terms: Terms
    _rules: rules.Rules

    @property
    def _most_plies(self) -> int:
        return _MOST_PLIES

    def _read(self, arrays: Arrays) -> rules.Positions:
        return rules.Positions(*arrays)

    def pack(self, states: Sequence[State]) -> Arrays:
        """States as the arrays of `rules.Positions`. Raises NinetkaError for other rulesets."""
        self._check_rulesets((state.terms for state in states), self._terms)
        masks = [(*s.stone_masks, s.occupied_mask) for s in states]
        data = b"".join(mask.to_bytes(_BYTES, "little") for row in masks for mask in row)
        shape = (len(states), self._terms.players + 1, _BYTES)
        bits = np.unpackbits(np.frombuffer(data, np.uint8).reshape(shape), -1, bitorder="little")
        bits = bits[..., INDEX]
        words = np.zeros((*shape[:2], 2, 64), np.uint8)
        words[..., 0, :SPLIT], words[..., 1, : len(INDEX) - SPLIT] = np.split(bits, [SPLIT], -1)
        stones = np.packbits(words, -1, bitorder="little").view(np.uint64)[..., 0]
        turn = np.array([state.to_move for state in states], np.uint8)
        return _positions(stones, bits[:, -1], turn)

    def unpack(self, arrays: Arrays, index: int) -> State:
        """One position as a state."""
        p = self._read(arrays)
        boards = np.zeros((len(p.stones[index]), _BITS), np.uint8)
        boards[:, INDEX] = _squares_of(p.stones[index])
        packed = np.packbits(boards, -1, bitorder="little")
        *stones, occupied = (int.from_bytes(row.tobytes(), "little") for row in packed)
        neutrals = occupied & ~sum(stones)
        seat = self._terms.seats[p.turn[index]]
        return State.from_masks(self._terms, seat, neutrals, tuple(stones))

    def named(self, arrays: Arrays) -> Mapping[str, NDArray[Any]]:
        """Those of the arrays that the others follow from."""
        p = self._read(arrays)
        return {"stones": p.stones, "turn": p.turn}

    def restored(self, named: Mapping[str, Any]) -> Arrays:
        """The arrays of positions, given those with names. Raises NinetkaError if none can be."""
        terms, most = self._terms, sum(self._terms.stones)
        kinds = {"stones": (np.uint64, (terms.players + 1, 2)), "turn": (np.uint8, ())}
        arrays = taken(named, kinds)
        stones, turn = arrays["stones"], arrays["turn"]
        refuse(stones & ~_SQUARES != 0, "a stone is off the board")
        squares = _squares_of(stones)
        own, everyones = squares[:, :-1], squares[:, -1]
        # The neutrals (R5)
        others = everyones.astype(np.int8) - own.sum(1, dtype=np.int8)
        refuse(others < 0, "two stones share a square, or one is not among those of all")
        refuse(np.delete(others, CORE, 1) > 0, "a neutral is off the core")
        refuse(others[:, :_INNER] @ _SECTIONS > 1, "a section has two neutrals")
        # The stones of each seat (R6, R7)
        by_seat, neutrals = own.sum(2), others.sum(1)
        placed = by_seat.sum(1)
        fair = np.array([terms.placed_by_seat(count) for count in range(most + 1)])
        uneven = by_seat != fair[np.minimum(placed, most)]
        refuse(uneven, "no order of turns gives the seats these numbers of stones")
        early = own[..., :_INNER].any((1, 2)) & (placed < most)
        refuse(early | (neutrals < NEUTRALS) & (placed > 0), "a stone is on the board too early")
        # Whose turn it is (R5, R6, Q1)
        refuse(turn >= terms.players, "the seat to move does not play")
        due = np.array(terms.placement_order)[placed]
        due = np.where(neutrals < NEUTRALS, neutrals % terms.players, due)
        moving = (neutrals == NEUTRALS) & (placed == most)
        refuse((turn != due) & ~moving, "it is another seat's turn")
        return _positions(stones, everyones, turn)

    def words(self, arrays: Arrays) -> NDArray[np.uint64]:
        """Return the words that tell positions apart."""
        p = self._read(arrays)
        return np.concatenate([flat(p.stones), p.turn[:, None].astype(U)], 1)

    def is_over(self, arrays: Arrays) -> NDArray[np.bool_]:
        """Return whether the game is over in each position (R10)."""
        over = np.empty(len(arrays[0]), np.bool_)
        rules.ends(self._read(arrays), self._rules, over)
        return over

    def scores(self, arrays: Arrays) -> NDArray[np.int16]:
        """Points by seat in each position as the board stands (R12)."""
        points = np.empty((len(arrays[0]), self._terms.players), np.int16)
        rules.points(self._read(arrays), self._rules, points)
        return points

    def _fill_planes(self, p: Any, seats: NDArray[np.int8], out: NDArray[np.uint8]) -> None:
        planes.planes(p, self._rules, seats, out)

    def legal_mask(self, arrays: Arrays, out: NDArray[np.bool_]) -> None:
        """Write into `out` which actions are legal in each position (R5-R9)."""
        rules.legal_masks(self._read(arrays), self._rules, out.reshape(-1).view(np.uint8))

    def step(self, arrays: Arrays, actions: NDArray[np.int64]) -> int:
        """Make a move in each position; the number of the first illegal one, or -1 (R5-R9)."""
        return int(rules.steps(self._read(arrays), actions, self._rules))

    def _draw(self, p: Any, words: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
        rules.random_actions(p, self._rules, words, out)

    def playouts(
        self, arrays: Arrays, games: int, key: int, first: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.uint8]]:
        """Play random games to the end; their scores, plies and winners (R12, Q6)."""
        size, players = len(arrays[0]), self._terms.players
        played = playouts.games(key, first, size * games, players)
        playouts.playouts(self._read(arrays), self._rules, U(games), played)
        scores = played.scores.astype(np.int16).reshape(size, games, players)
        plies, winners = played.plies.view(np.int16), played.winners
        return scores, plies.reshape(size, games), winners.reshape(size, games)

    def counts(self, arrays: Arrays, games: int, key: int, first: int) -> Counts:
        """Play the same games and count how they end."""
        players = self._terms.players
        scores, winners = np.zeros(_POINTS**players, np.int64), np.zeros(1 << players, np.int64)
        plies = np.zeros(_MOST_PLIES + 1, np.int64)
        for part, many, number in parts(arrays, games):
            ended, took, won = self.playouts(part, many, key, first + number)
            rows = (ended.reshape(-1, players), took.reshape(-1), won.reshape(-1))
            playouts.tally(*rows, scores, winners, plies)
        kinds = scores.nonzero()[0]
        points = np.stack(np.unravel_index(kinds, (_POINTS,) * players), -1).astype(np.int16)
        return Counts(points, scores[kinds], winners, plies)

    def _write_games(self, p: Any, key: Word, first: Word, actions: NDArray[np.int16]) -> None:
        rules.random_games(p, self._rules, key, first, actions)

    def _count(self, p: Any, depth: int) -> int:
        return perft.perft(p, self._rules, depth)

    def tree(self, state: State, key: int, exploration: float) -> SearchTree:
        """A search tree of a state, not yet grown. Needs the extra `numba`."""

        def pack(state: State, size: int) -> rules.Positions:
            return rules.Positions(*self.pack([state] * size))

        return tree.tree(state, self._rules, key, exploration, pack)

    def ending(self, state: State) -> WinnerSearch:
        """A search to the end of the game, for a state and all that can follow it."""
        space = rules.Positions(*self.pack([state] * (state.max_plies_left + 1)))
        return WinnerSearch(self._rules, space)


def _squares_of(stones: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Sets of squares, (…, 2), as a number for each square, 0 or 1: (…, 117)."""
    bits = bits_of(stones)
    ends = bits[..., 0, :SPLIT], bits[..., 1, : len(INDEX) - SPLIT]
    return np.concatenate(ends, -1)


def _positions(
    stones: NDArray[np.uint64], everyones: NDArray[np.uint8], turn: NDArray[np.uint8]
) -> rules.Positions:
    """Positions with what follows from the squares of all stones, (size, 117)."""
    ahead = everyones[:, LINE_SQUARES].astype(bool)
    depths = np.full((len(turn), LONG), FAR, np.uint8)
    depths[:, : len(LINE_SQUARES)] = np.where(ahead.any(-1), ahead.argmax(-1), FAR)
    return rules.Positions(stones, depths, turn, everyones.sum(-1, dtype=np.uint8))


def kernel_of(state: State) -> Kernel:
    """The kernel for a state's ruleset and number of players."""
    return Kernel(state.terms, rules.Rules(*map(U, numbers_of(state.terms))))
