"""What users write with batches, for mypy and pyright to check; never run."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from ninetka import NESTORGAMES, Move, State
from ninetka.batch import Batch, Counts, Playouts, RandomGames

batch = Batch.start(NESTORGAMES, players=3, size=100)
assert_type(batch, Batch[State, Move])
assert_type(Batch.of([State.start(), State.start()]), Batch[State, Move])
assert_type(batch[0], State)
assert_type(batch[-10:], Batch[State, Move])
assert_type(batch[np.arange(3)], Batch[State, Move])
assert_type(batch.copy(), Batch[State, Move])
assert_type(batch.states(), list[State])
assert_type([state.legal_moves for state in batch], list[tuple[Move, ...]])
assert_type(len(batch), int)
assert_type(batch.players, int)
assert_type(batch.to_move, NDArray[np.int8])
assert_type(batch.is_over, NDArray[np.bool_])
assert_type(batch.scores(), NDArray[Any])
assert_type(batch.planes(0), NDArray[np.uint8])
assert_type(batch.legal_mask(), NDArray[np.bool_])
mask: NDArray[np.bool_] = np.empty((100, 86), np.bool_)
assert_type(batch.legal_mask(mask), NDArray[np.bool_])

codes: NDArray[Any] = np.full(100, 24)
batch.step(codes)
batch.step([24] * 100)
batch.step(24)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]

played = batch.playouts(100, seed="any text", first=1000, workers=2)
assert_type(played, Playouts)
assert_type(played.scores, NDArray[Any])
assert_type(played.plies, NDArray[np.int16])
assert_type(played.winners, NDArray[np.bool_])
assert_type(batch.counts(100, seed=1) + batch.counts(100, seed=2), Counts)
assert_type(batch.counts().wins, NDArray[np.int64])
games = batch.random_games(seed=1)
assert_type(games, RandomGames)
assert_type(games.actions, NDArray[np.int16])
