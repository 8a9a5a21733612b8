"""Random games by the million, and what they show."""

from .simulation import (
    ExecutorError,
    Simulation,
    Task,
    chosen_game,
    random_game,
    results,
    run,
)

__all__ = [
    "ExecutorError",
    "Simulation",
    "Task",
    "chosen_game",
    "random_game",
    "results",
    "run",
]
