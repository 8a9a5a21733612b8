"""The rules of GAME 9AM and of Mills. Each module imports only those before it in this list.

board       seats, fields, the usual boards and any other, with sets of fields as bitboards (M1-M3)
moves       the phases, the three kinds of move and their action codes (M5-M7, M10)
summary     the rules in short, and what a turn asks of a player
rulesets    boards, tokens, cards, who loses, what may be removed: the published rulesets (M15)
mills       mills, connected sets of them, and what may be removed (M3, M9-M11)
turns       whose turn it is, what there is to do, and when the game is over (M5-M8, M12, M13)
scoring     cards, points and results (M11, M14, M15)
notation    moves and positions as text
legality    why a move is illegal, as a code and a sentence
setup       any arrangement of tokens, hands and cards, and everything wrong with it
symmetry    the ways to turn a board, to mirror it and to turn it inside out
undoing     what a position was before a token was put or moved
observation a position as planes of bits, for programs that learn
view        a position as plain data
colours     of the players
boards      a state as text
layout      where things are in a picture
pieces      the board, tokens and mills in a picture
marks       what is marked in a picture
legend      hands, cards, points and whose turn it is, below a picture
drawing     a state as a picture
state       State: whose turn it is, what may be done and what comes of it
"""

from .board import Board, Field, Seat
from .legality import Reason
from .moves import Move, Phase, Put, Remove, Step
from .registration import MORRIS
from .rulesets import MILLS, NINE_AM, PUBLISHED, FromMills, Ruleset, Stuck
from .scoring import Outcome
from .setup import InvalidPositionError, Problem, Setup
from .state import IllegalMoveError, State
from .symmetry import Symmetry, symmetries

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
    "symmetries",
]
