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
from .base.errors import (
    InvalidMoveError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    RecordError,
    RecordErrorKind,
)
from .nine import (
    NESTORGAMES,
    NEUTRAL,
    NINE,
    PUBLISHED,
    WIKI,
    EdgeStop,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Neutral,
    Outcome,
    OutcomeView,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Problem,
    Reason,
    Ruleset,
    Seat,
    Section,
    Setup,
    Slide,
    Square,
    State,
    Symmetry,
    TurnOrder,
    View,
)
from .play import perft as perft
from .play.game import Game

__version__ = "0.1.0"

__all__ = [
    "NESTORGAMES",
    "NEUTRAL",
    "NINE",
    "PUBLISHED",
    "WIKI",
    "EdgeStop",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "InvalidRulesetError",
    "InvalidSquareError",
    "Move",
    "Neutral",
    "NinetkaError",
    "Outcome",
    "OutcomeView",
    "Pass",
    "Phase",
    "PlaceNeutral",
    "PlaceStone",
    "Problem",
    "Reason",
    "RecordError",
    "RecordErrorKind",
    "Ruleset",
    "Seat",
    "Section",
    "Setup",
    "Slide",
    "Square",
    "State",
    "Symmetry",
    "TurnOrder",
    "View",
    "perft",
]
