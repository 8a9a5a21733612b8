"""The rules of the board game 9tka: positions, legal moves, scores and games."""

from .errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSquareError,
    NinetkaError,
    RecordError,
)
from .game import Game
from .nine.legality import Reason
from .nine.moves import Move, Pass, PlaceNeutral, PlaceStone, Slide
from .nine.rulesets import NESTORGAMES, NEUTRAL, WIKI, EdgeStop, Neutral, Ruleset, Seat, TurnOrder
from .nine.scoring import Outcome, Tournament
from .nine.setup import Problem, Setup
from .nine.squares import Section, Square
from .nine.state import Phase, State
from .nine.symmetry import Symmetry

__version__ = "0.1.0"

__all__ = [
    "NESTORGAMES",
    "NEUTRAL",
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
    "Pass",
    "Phase",
    "PlaceNeutral",
    "PlaceStone",
    "Problem",
    "Reason",
    "RecordError",
    "Ruleset",
    "Seat",
    "Section",
    "Setup",
    "Slide",
    "Square",
    "State",
    "Symmetry",
    "Tournament",
    "TurnOrder",
]
