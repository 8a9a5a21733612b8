"""The rules of 9tka.

`board` is the lowest module, `state` has the rules (R5-R10), and what draws a State (`look`), plays
it fast (`compiled`) or enters it in the registry (`entry`) is above it.
"""

from .board import Section, Square
from .entry import NINE
from .legality import Reason
from .moves import Move, Pass, Phase, PlaceNeutral, PlaceStone, Slide
from .rulesets import (
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
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry
from .view import OutcomeView, View

__all__ = [
    "NESTORGAMES",
    "NEUTRAL",
    "NINE",
    "PUBLISHED",
    "WIKI",
    "EdgeStop",
    "IllegalMoveError",
    "InvalidPositionError",
    "Move",
    "Neutral",
    "Outcome",
    "OutcomeView",
    "Pass",
    "Phase",
    "PlaceNeutral",
    "PlaceStone",
    "Problem",
    "Reason",
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
]
