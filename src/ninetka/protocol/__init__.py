"""What a game is: its states, outcomes and endings, its rulesets, its entry in the registry."""

from .faults import Fault
from .states import (
    EnumerableState,
    GameOutcome,
    GameRuleset,
    GameState,
    ObservableState,
    Observation,
    Playable,
    Played,
    Position,
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
