"""Computer players for any game: how they choose moves, and the names by which they are called.

`playing` has the players and their names, `trees` the trees that they search for a move.

>>> import random
>>> from ninetka import State
>>> state = State.start()
>>> move = player_of("search:50").choose(state, random.Random(1))
>>> state.is_legal(move)
True
"""

from __future__ import annotations

from .playing import BuiltIn, Greedy, MonteCarlo, Player, Random, Search, player_of

__all__ = ["BuiltIn", "Greedy", "MonteCarlo", "Player", "Random", "Search", "player_of"]
