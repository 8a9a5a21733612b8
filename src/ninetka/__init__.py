"""The rules of the board game 9tka: positions, legal moves, scores and games.

>>> import ninetka
>>> state = ninetka.State.start(ninetka.WIKI, players=3)
>>> len(state.legal_moves)
49
>>> state = state.apply(state.parse_move("*E5"))
>>> state.to_text()
'11/11/11/11/11/11/4n6/11/11/11/11 b 3 wiki'
"""

from .base import interruption  # noqa: F401  # before all other imports, for its effect

# isort: split
from . import nine
from .base.errors import (
    InvalidMoveError,
    InvalidPlaceError,
    InvalidRulesetError,
    NinetkaError,
    RecordError,
    RecordErrorKind,
)
from .nine import *  # noqa: F403  # 9tka's public names, which are listed there alone
from .play import perft as perft
from .play.game import Game

__version__ = "0.1.0"

__all__ = [
    "Game",
    "InvalidMoveError",
    "InvalidPlaceError",
    "InvalidRulesetError",
    "NinetkaError",
    "RecordError",
    "RecordErrorKind",
    "perft",
]
__all__ += nine.__all__
