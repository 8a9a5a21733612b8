"""What a game is: its states, outcomes and endings, its rulesets, its entry in the registry.

Whatever a tool may ask of any game goes here, without pictures, XML or a terminal. So does what all
games write alike, such as plain data of positions, seats and symmetries.
"""

from ..base.position import GameOutcome, Played, Position
from .faults import Fault
from .states import (
    EnumerableState,
    GameRuleset,
    GameState,
    ObservableState,
    Observation,
    Playable,
    UndoableState,
    enumerable,
    game_state,
    undoable,
)

__all__ = [
    "EnumerableState",
    "Fault",
    "GameOutcome",
    "GameRuleset",
    "GameState",
    "ObservableState",
    "Observation",
    "Playable",
    "Played",
    "Position",
    "UndoableState",
    "enumerable",
    "game_state",
    "undoable",
]
