"""The rules of GAME 9AM, Mills and other mill games: rulesets of one game.

A `Position` is what lies on the board, in hand and in cards, and the rules are functions that take
one: which moves are legal (`legality`), what they lead to (`turns`, `mills`), what they are worth
(`scoring`). A `State` is a position that everything else works with. What draws states (`look`) or
enters the game in the registry (`entry`) stands above them.
"""

from .board import Board, Field, InvalidFieldError, Seat
from .entry import MORRIS
from .legality import Reason
from .moves import BoardMove, Leave, Move, Phase, Put, Remove, Step
from .rulesets import (
    ACHI,
    CHENG_SAN_QI,
    DA_SAN_QI,
    DARA,
    ELEVEN_MENS,
    FIVE_MENS,
    LASKER,
    MILLS,
    MORABARABA,
    NINE_AM,
    NINE_HOLES,
    PUBLISHED,
    SEVEN_MENS,
    SHISIMA,
    SIX_MENS,
    TAPATAN,
    THREE_MENS,
    TOURNAMENT_MILLS,
    TWELVE_MENS,
    FromMills,
    FullBoard,
    MillRule,
    Removals,
    Ruleset,
    Stuck,
)
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry, symmetries
from .view import View

__all__ = [
    "ACHI",
    "CHENG_SAN_QI",
    "DARA",
    "DA_SAN_QI",
    "ELEVEN_MENS",
    "FIVE_MENS",
    "LASKER",
    "MILLS",
    "MORABARABA",
    "MORRIS",
    "NINE_AM",
    "NINE_HOLES",
    "PUBLISHED",
    "SEVEN_MENS",
    "SHISIMA",
    "SIX_MENS",
    "TAPATAN",
    "THREE_MENS",
    "TOURNAMENT_MILLS",
    "TWELVE_MENS",
    "Board",
    "BoardMove",
    "Field",
    "FromMills",
    "FullBoard",
    "IllegalMoveError",
    "InvalidFieldError",
    "InvalidPositionError",
    "Leave",
    "MillRule",
    "Move",
    "Outcome",
    "Phase",
    "Problem",
    "Put",
    "Reason",
    "Removals",
    "Remove",
    "Ruleset",
    "Seat",
    "Setup",
    "State",
    "Step",
    "Stuck",
    "Symmetry",
    "View",
    "symmetries",
]
