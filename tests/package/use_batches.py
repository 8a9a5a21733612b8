"""Many positions at once by the installed wheel with the extra `batch`, without numba.

`nox -s package` runs this as a program.
"""

from __future__ import annotations

from importlib.util import find_spec

from ninetka.batch import Batch
from ninetka.games import all_games
from ninetka.play.perft import perft
from ninetka.protocol.compiled import required_kernel

assert find_spec("numba") is None
for entry in all_games():
    for name in entry.names:
        state = entry.begin(game=name)
        batch = Batch.of([state] * 100)
        assert (batch.legal_mask().sum(1) == len(state.legal_moves)).all()
        assert batch.playouts(10, seed=1).plies.min() > 0
        assert required_kernel(state).perft(state, 2) == perft(state, 2)
