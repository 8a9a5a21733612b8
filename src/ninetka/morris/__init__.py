"""The rules of GAME 9AM and of Mills.

board         seats, fields, boards (the usual ones and any other) and bitboards of fields (M1-M3)
moves         the phases, the three kinds of move and their action codes (M5-M7, M10)
rulesets      rulesets, published ones among them, and what they mean for a number of players (M15)
mills         mills, connected sets of them, and the tokens that may be removed (M3, M9-M11)
turns         whose turn it is, what the player can do, and when the game is over (M5-M8, M12, M13)
scoring       points and results (M14, M15)
legality      why a move is illegal
setup         arrangements of tokens, hands and cards, and everything wrong with them
state         State: legal moves, and the positions they lead to
symmetry      turning, mirroring and turning inside out
notation      moves and positions as text
summary       the rules in short, and what the player to move has to do
view          the plain data that a position is given as
observation   a position as planes of bits, for programs that learn
gains         what moves are worth at once, by which `greedy` chooses
look          a state as a picture and as a board of text
entry         the games' entry in the registry; tags reads and writes the tags of records
samples       rulesets and moves to test with
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
from .view import OutcomeView, View

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
    "OutcomeView",
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
