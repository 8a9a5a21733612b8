"""The rules of Kropki. Each module imports only modules that stand before it in this list.

board       points, seats, boards of any size and sets of points as bitboards (K1, K14)
chains      what makes dots a ring, what it encloses, the tight one around a group (K3, K4)
moves       the one kind of move (K2, K5, K15)
rulesets    the board's size, how dots are captured, the published rulesets
regions     regions as drawn, and what they may not conflict with (K7)
legality    why a move is illegal or a chain cannot be declared, as a code and a sentence (K2-K8)
links       which live dots are linked, kept from dot to dot
capture     what is shut in, and what a dot captures by itself (K10)
scoring     points, results and what an agreed game is worth (K11-K13)
notation    moves and positions as text (K14-K16)
calls       what players say at a table: a dot, and `stop` with chains (K5)
setup       any arrangement of dots and regions, and everything wrong with it
layout      where things are in a picture
colours     of the two players
boards      a state as text
pieces      dots and regions in a picture
marks       what is marked in a picture
legend      points, names and whose turn it is, below a picture
drawing     a state as a picture
observation a position as planes of bits, for programs that learn
symmetry    the eight ways to turn the board, and the exchange of colours
state       State: whose turn it is, what may be done and what comes of it
declared    states of games in which players declare chains (K5-K9)
automatic   states of games in which what is surrounded is captured at once (K10)
"""

from .automatic import AutomaticState
from .board import Board, Point, Seat
from .declared import DeclaredState
from .legality import IllegalMoveError, Reason
from .moves import Place
from .regions import Region
from .registration import KROPKI
from .rulesets import PUBLISHED, STANDARD, TERRITORY, Capture, Ruleset, Start
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import State
from .symmetry import Symmetry

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
    "Place",
    "Point",
    "Problem",
    "Reason",
    "Region",
    "Ruleset",
    "Seat",
    "Setup",
    "Start",
    "State",
    "Symmetry",
]
