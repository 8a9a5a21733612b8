"""The interface of a game: its states, outcomes and endings, its rulesets, its registry entry.

There are no pictures here, no XML and no terminal.

What tools ask of a game:

states        the bases of a game's states, and why a move is illegal
endings       resignation, agreement and time
clicks        moves made by picking places on a picture
editor        arrangements changed piece by piece
solver        perfect play, from tables or by a search
lessons       lessons for beginners
entry         the game's entry in the registry
tags          the start of a game as tags of a record
forms         forms of records, such as text or SGF: how they are cut, read and written
movetext      text much like PGN, which several forms share
clocks        clock times of moves
compiled      the interface of compiled code

What games share:

seats         seats named by letters
texts         sentences that fit any game
rulesets      the bases of rulesets, their names and numbers of players
options       options of rulesets, each declared once
grid_text     grids in position texts
keys          hashes of positions that are the same everywhere
symmetry      symmetries of grids
view          positions, outcomes and points as plain data
utility       the worth of a finished game, for programs that learn
tables        files of solved positions
"""

from ..base.position import AnyPosition, GameOutcome, Played
from .rulesets import GameRuleset
from .states import (
    EnumerableState,
    Fault,
    GameState,
    ObservableState,
    Observation,
    Playable,
    UndoableState,
    as_enumerable,
    as_game_state,
    as_undoable,
)
from .view import OutcomeView, PositionView

__all__ = [
    "AnyPosition",
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
    "PositionView",
    "UndoableState",
    "as_enumerable",
    "as_game_state",
    "as_undoable",
]
