"""Tic-tac-toe, an example of a game for ninetka's tools. Each module imports only those before it.

moves        the squares of the board, and moves by their text
symmetry     the ways to turn and mirror the board
state        rules, results and State
drawing      a state as a picture and as text
observation  a state as planes of bits
samples      moves and rulesets to test with
entry        the game's entry in the registry
"""

from .entry import TIC_TAC_TOE
from .moves import Square
from .state import CLASSIC, Outcome, Reason, Ruleset, Seat, State

__all__ = [
    "CLASSIC",
    "TIC_TAC_TOE",
    "Outcome",
    "Reason",
    "Ruleset",
    "Seat",
    "Square",
    "State",
]
