"""What a search keeps from one move of a game to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import attrs

from ..play.game import Game
from ..protocol.compiled import Engine
from ..protocol.states import GameState, M
from .trees import Tree


@attrs.define(eq=False)
class Memory(Generic[M]):
    """The tree of the position that was searched last, and where in the game that was."""

    _ply: int = 0
    _state: GameState[M] | None = None
    _engine: Engine | None = None
    _tree: Tree[M] | None = None

    def tree(
        self, game: Game[Any, M], engine: Engine | None, plant: Callable[[], Tree[M]]
    ) -> Tree[M]:
        """The tree for where a game stands: what is known of it already, else what is planted.

        `engine` is what plays now; nothing is kept of what another one found out.
        """
        tree, self._tree = self._tree, None  # nothing is kept if this is interrupted
        if tree is not None and not self._leads_to(game, engine, tree):
            tree = None  # which may be large
        tree = plant() if tree is None else tree
        self._ply, self._state, self._engine = game.ply, game.state, engine
        self._tree = tree
        return tree

    def _leads_to(self, game: Game[Any, M], engine: Engine | None, tree: Tree[M]) -> bool:
        """Whether the tree goes on from where a game stands."""
        if type(engine) is not type(self._engine) or self._ply > game.ply:
            return False
        if game.states[self._ply] != self._state:
            return False
        return tree.follow(game.state, game.moves[self._ply :])
