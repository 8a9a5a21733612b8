"""Many positions at once, by compiled code. Needs the extra `batch`.

The kernel of a game is in its folder `compiled`; what all share is in `ninetka.compiled`.
"""

from ..protocol.compiled import Counts
from ..protocol.utility import Utility
from .playouts import Playouts, RandomGames
from .positions import Batch
from .symmetry import Symmetries, symmetries

__all__ = ["Batch", "Counts", "Playouts", "RandomGames", "Symmetries", "Utility", "symmetries"]
