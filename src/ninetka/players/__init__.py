"""Computer players for any game: how they choose moves, and the names by which they are called.

`builtin` has the players and their names, `trees` the trees that they search for a move, `backends`
what plays games for them, `remote` searches that another program runs, and `analysis` what they
find out.

>>> import random
>>> from ninetka import State
>>> state = State.start()
>>> move = parse_player("search:50").choose(state, random.Random(1))
>>> state.is_legal(move)
True
"""

from __future__ import annotations

from .analysis import Analysis, Candidate
from .builtin import (
    Analyst,
    BuiltIn,
    Greedy,
    Level,
    MonteCarlo,
    Player,
    PlayerSession,
    RandomPlayer,
    Search,
    as_analyst,
    parse_player,
)

__all__ = [
    "Analysis",
    "Analyst",
    "BuiltIn",
    "Candidate",
    "Greedy",
    "Level",
    "MonteCarlo",
    "Player",
    "PlayerSession",
    "RandomPlayer",
    "Search",
    "as_analyst",
    "parse_player",
]
