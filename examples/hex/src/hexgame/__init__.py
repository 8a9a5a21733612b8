"""Hex, the second example of a game for ninetka's tools. Each module imports only those before it.

board        points, seats and bitboards
moves        the kinds of move, and their texts
state        ruleset, result and State
drawing      a state as a picture and as text
observation  a state as planes of bits
samples      moves and rulesets to test with
entry        the game's entry in the registry
"""

from .board import Point, Seat
from .entry import HEX
from .moves import SWAP, Move, Place, Swap
from .state import CLUB, Outcome, Reason, Ruleset, State

__all__ = [
    "CLUB",
    "HEX",
    "SWAP",
    "Move",
    "Outcome",
    "Place",
    "Point",
    "Reason",
    "Ruleset",
    "Seat",
    "State",
    "Swap",
]
