"""Random games by the million: simulations, what their counts show, and where they are played.

`simulation` plays them and counts, `estimates` says what the counts show, and `plot` draws it. A
new place to play them is a module that opens an executor, as `workers`, `dask` and `ray` do.
"""

from ..base.tasks import ExecutorError
from ..play.playouts import chosen_game, random_game
from .simulation import Simulation, Task, results, run

__all__ = ["ExecutorError", "Simulation", "Task", "chosen_game", "random_game", "results", "run"]
