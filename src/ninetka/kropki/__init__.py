"""The rules of Kropki, a game of dots on a grid.

`board` is among the lowest modules. `state` has what all positions have in common, `declared` and
`automatic` have the two ways to capture (K5-K10), and what draws or shows a State is above them.
Which module may import which is in pyproject.toml.
"""

from .automatic import AutomaticState
from .board import Board, Point, Seat
from .declared import DeclaredState
from .entry import KROPKI
from .legality import Reason
from .moves import Place
from .regions import Region
from .rulesets import PUBLISHED, STANDARD, TERRITORY, Capture, Ruleset, Start
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry
from .view import OutcomeView, RegionView, View

__all__ = [
    "KROPKI",
    "PUBLISHED",
    "STANDARD",
    "TERRITORY",
    "AutomaticState",
    "Board",
    "Capture",
    "DeclaredState",
    "IllegalMoveError",
    "InvalidPositionError",
    "Outcome",
    "OutcomeView",
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
