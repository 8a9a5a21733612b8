"""The rules of GAME 9AM and of Mills, two rulesets of one game.

A `Position` is what lies on the board, in hand and in cards, and the rules are functions that take
one: which moves are legal (`legality`), what they lead to (`turns`, `mills`), what they are worth
(`scoring`). A `State` is a position that everything else works with. What draws states (`look`) or
enters the game in the registry (`entry`) stands above them.
"""

from .board import Board, Field, Seat
from .entry import MORRIS
from .legality import Reason
from .moves import Move, Phase, Put, Remove, Step
from .rulesets import MILLS, NINE_AM, PUBLISHED, FromMills, Ruleset, Stuck
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry, symmetries
from .view import View

__all__ = [
    "MILLS",
    "MORRIS",
    "NINE_AM",
    "PUBLISHED",
    "Board",
    "Field",
    "FromMills",
    "IllegalMoveError",
    "InvalidPositionError",
    "Move",
    "Outcome",
    "Phase",
    "Problem",
    "Put",
    "Reason",
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
