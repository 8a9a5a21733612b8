"""The rules of 9AM and mills. Each module imports only modules that stand before it in this list.

board       fields, seats, boards of any lines and sets of fields as bitboards (M1-M3)
moves       the phases, the three kinds of move and their action codes (M5-M7, M10)
summary     the rules in short, and what a turn asks of a player
rulesets    what is played on and by which rules, the published rulesets
mills       mills, what they earn and what may be removed for them (M3, M9-M11)
turns       whose turn it is, what there is to do, when the game is over (M5-M8, M12, M13, M15)
scoring     cards, points and results (M11, M14, M15)
notation    moves and positions as text
legality    why a move is illegal, as a code and a sentence (M5-M7, M10)
setup       any arrangement of tokens, hands and cards, and everything wrong with it
symmetry    the ways to turn and mirror a board
undoing     what a position was before a token was put or moved
observation a position as planes of bits, for programs that learn
view        a position as plain data
colours     of the five players
boards      a state as text
layout      where things are in a picture
pieces      the board, tokens and mills in a picture
marks       what is marked in a picture
legend      what each player has and what is due, below a picture
drawing     a state as a picture
state       State: whose turn it is, what may be done and what comes of it
samples     rulesets and moves to test with
tags        what the tags of a record say about the start of a game
"""

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
