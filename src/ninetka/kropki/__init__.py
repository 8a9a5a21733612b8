"""The rules of Kropki, a game of dots on a grid.

`position` has the value that the rules take and return: `legality` says what may be done, `capture`
what a dot captures by itself. `state` is what players and tools use, with a class for each way to
capture (K5-K10).
"""

from .board import Board, InvalidPointError, Point, Seat
from .entry import KROPKI
from .legality import Reason
from .moves import PASS, Move, Pass, Place
from .regions import Region
from .rulesets import PUBLISHED, STANDARD, TERRITORY, Capture, Passing, Ruleset, Start
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import AutomaticState, DeclaredState, IllegalMoveError, State
from .symmetry import Symmetry
from .view import RegionView, View

__all__ = [
    "KROPKI",
    "PASS",
    "PUBLISHED",
    "STANDARD",
    "TERRITORY",
    "AutomaticState",
    "Board",
    "Capture",
    "DeclaredState",
    "IllegalMoveError",
    "InvalidPointError",
    "InvalidPositionError",
    "Move",
    "Outcome",
    "Pass",
    "Passing",
    "Place",
    "Point",
    "Problem",
    "Reason",
    "Region",
    "RegionView",
    "Ruleset",
    "Seat",
    "Setup",
    "Start",
    "State",
    "Symmetry",
    "View",
]
