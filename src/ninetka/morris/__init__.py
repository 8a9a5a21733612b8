"""GAME 9AM and mills: morris games for two to five players."""

from .board import Board, Field, Seat
from .legality import IllegalMoveError, Reason
from .moves import Move, Phase, Put, Remove, Step
from .rulesets import MILLS, NINE_AM, PUBLISHED, FromMills, Ruleset, Stuck
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import State
from .symmetry import Symmetry, symmetries

__all__ = [
    "MILLS",
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
    "symmetries",
]
