"""What a game is: its states, outcomes and endings, its rulesets, its entry in the registry.

There are no pictures here, no XML and no terminal.

What tools ask of a game:

states        the bases of a game's states, and what an outcome and a ruleset must have
faults        why a move is illegal
endings       resignation, agreement and time
picking       moves made by picking places on a picture
editing       arrangements changed piece by piece
entry         the game's entry in the registry
tags          the start of a game as tags of a record
forms         forms of records, such as text or SGF: how they are cut, read and written
compiled      the interface of compiled code

What games share:

seats         seats named by letters
rulesets      names of rulesets, and the numbers of players they are for
ruleset_tags  rulesets as tags
grid_text     grids in position texts
keys          hashes of positions that are the same everywhere
symmetry      symmetries of grids
view          positions, outcomes and points as plain data
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
from .view import OutcomeView, PositionView

__all__ = [
    "EnumerableState",
    "Fault",
    "GameOutcome",
    "GameRuleset",
    "GameState",
    "ObservableState",
    "Observation",
    "OutcomeView",
    "Playable",
    "Played",
    "Position",
    "PositionView",
    "UndoableState",
    "enumerable",
    "game_state",
    "undoable",
]
