"""The rules of 9tka. The names of `__all__` can be imported from `ninetka` as well.

A `Position` is what lies on the board, and the rules are functions that take one; a `State` is a
position that everything else works with. What draws states (`look`), plays them fast (`compiled`)
or enters the game in the registry (`entry`) stands above them.

The game's identifier is `ninetka`, since names in Python cannot begin with a digit; records and
commands call it `9tka`.
"""

from .board import NEUTRAL, InvalidSquareError, Neutral, Seat, Section, Square
from .entry import NINE
from .legality import Reason
from .moves import Move, Pass, Phase, PlaceNeutral, PlaceStone, Slide
from .rulesets import (
    BOARDGAMEGEEK,
    NESTORGAMES,
    PUBLISHED,
    WIKI,
    EdgeStop,
    NeutralPlacement,
    Ruleset,
    TieBreak,
    TurnOrder,
)
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry
from .view import View

__all__ = [
    "BOARDGAMEGEEK",
    "NESTORGAMES",
    "NEUTRAL",
    "NINE",
    "PUBLISHED",
    "WIKI",
    "EdgeStop",
    "IllegalMoveError",
    "InvalidPositionError",
    "InvalidSquareError",
    "Move",
    "Neutral",
    "NeutralPlacement",
    "Outcome",
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
    "TieBreak",
    "TurnOrder",
    "View",
]
