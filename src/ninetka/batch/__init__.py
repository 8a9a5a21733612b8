"""Many positions at once, by compiled code. Needs the extra `batch`."""

from .positions import (
    Batch,
    Counts,
    Playouts,
    RandomGames,
)

__all__ = [
    "Batch",
    "Counts",
    "Playouts",
    "RandomGames",
]
