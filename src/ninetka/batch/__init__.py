"""Many positions at once, by compiled code. Needs the extra `batch`.

Here is what kernels of all games share; the kernel of one game is in that game's folder `compiled`.
"""

from ..protocol.compiled import Counts
from .positions import Batch, Playouts, RandomGames

__all__ = ["Batch", "Counts", "Playouts", "RandomGames"]
