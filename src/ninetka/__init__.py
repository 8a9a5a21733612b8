"""The rules of the board game 9tka: positions, legal moves, scores and games.

>>> import ninetka
>>> state = ninetka.State.start(ninetka.WIKI, players=3)
>>> len(state.legal_moves)
49
>>> state = state.apply(state.parse_move("*E5"))
>>> state.to_text()
'11/11/11/11/11/11/4n6/11/11/11/11 b 3 wiki'
"""

from . import starting  # noqa: F401  # before all other imports, for its effect

# isort: split
from . import perft as perft
from .errors import (
    InvalidMoveError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    RecordError,
    RecordErrorKind,
)
from .game import Game
from .nine.legality import Reason
from .nine.moves import Move, Pass, Phase, PlaceNeutral, PlaceStone, Slide
from .nine.registration import NINE
from .nine.rulesets import (
    NESTORGAMES,
    NEUTRAL,
    PUBLISHED,
    WIKI,
    EdgeStop,
    Neutral,
    Ruleset,
    Seat,
    TurnOrder,
)
from .nine.scoring import Outcome
from .nine.setup import InvalidPositionError, Problem, Setup
from .nine.squares import Section, Square
from .nine.state import IllegalMoveError, State
from .nine.symmetry import Symmetry
from .nine.view import OutcomeView, View

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
