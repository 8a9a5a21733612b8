"""Analyses: what a player has found out about a position by playing games from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeAlias, final

import attrs

from ..base.documented import documented
from ..protocol.states import GameState, M

BEST_MOVES: Final = 10
"""The number of moves that plain data of an analysis lists by default."""
_SHOWN: Final = 8
"""The number of moves of the principal line in its text."""


@final
@documented
@attrs.frozen
class Candidate(Generic[M]):
    """A `move` that was tried, and what the games after it have shown."""

    move: M
    share: float
    """The share of the win that the seat to move may expect: 1 for a win, 1/2 for a draw of two."""
    playouts: int
    """The number of games that went through the move. In compiled mill games of two, which are
    searched by alpha-beta, the positions looked at count as games that all moves have shared."""


@final
@documented
@attrs.frozen
class Analysis(Generic[M]):
    """A player's analysis of a position, after some games that it has played out from there.

    `str` gives the best move's share, the effort and the beginning of the principal line, such as
    `52 % (20,000 games, 0.6 s): E5 C9 D3`.
    """

    state: GameState[M]
    """The position."""
    playouts: int
    """The number of games that have been played, or of positions looked at (alpha-beta)."""
    seconds: float
    """The seconds that this took, without compiling."""
    moves: tuple[Candidate[M], ...]
    """The moves that were tried, the best first."""
    line: tuple[M, ...]
    """The principal line: the best move, the best answer to it, and so on."""

    @property
    def best(self) -> Candidate[M]:
        """The move to play."""
        return self.moves[0]

    @property
    def line_texts(self) -> list[str]:
        """The texts of the principal line's moves."""
        state, said = self.state, []
        for move in self.line:
            said.append(state.move_text_unchecked(move))
            state = state.apply_unchecked(move)
        return said

    def __str__(self) -> str:
        effort = f"{self.playouts:,} games, {self.seconds:.1f} s"
        return f"{100 * self.best.share:.0f} % ({effort}): {' '.join(self.line_texts[:_SHOWN])}"

    def to_dict(self, most: int = BEST_MOVES) -> dict[str, Any]:
        """Plain data with texts for moves, of which it lists the best `most`."""
        text = self.state.move_text_unchecked
        return {
            "seat": int(self.state.to_move),
            "playouts": self.playouts,
            "seconds": round(self.seconds, 3),
            "moves": [
                {"move": text(each.move), "share": each.share, "playouts": each.playouts}
                for each in self.moves[:most]
            ],
            "line": self.line_texts,
        }


Watcher: TypeAlias = Callable[[Analysis[M]], object]
"""Is called with what is known so far."""
