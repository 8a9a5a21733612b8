"""oppai-rs, which plays dots and speaks in lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from typing import Any, Final, final

from ..play.game import Game
from .budget import budget
from .errors import EngineError, EngineErrorKind
from .messages import Info, Limit
from .points import dots_of, place_of, text_of
from .process import Chosen, EngineProcess, OnInfo

__all__ = ["OppaiEngine"]

_COLOURS: Final = ("Red", "Black")
_ITERATIONS: Final = 100_000
"""How many games of its tree search it plays at a complexity of 1."""


@final
class OppaiEngine(EngineProcess):
    """oppai-rs, for dots with automatic capture. It knows no `stop`, no depth and no clocks."""

    def _greet(self) -> None:
        self.name: str = "oppai-rs"
        self._shown: list[str] = []
        self._ask({"command": "Init", "width": 5, "height": 5}, Limit(seconds=self.patience))

    def _ask(self, request: Mapping[str, Any], limit: Limit) -> Mapping[str, Any]:
        """Its answer to a request. Raises ProgramError or EngineError."""
        self._program.send(json.dumps(request))
        for line in self._thinking(limit, 0):
            try:
                answer: Any = json.loads(line)
            except ValueError:
                continue  # a line of its log
            if isinstance(answer, dict) and answer.get("command") == request["command"]:
                return answer
        raise AssertionError("thinking ends with an answer or an error")

    def _put(self, seat: int, column: int, row: int) -> None:
        coords = {"x": column, "y": row}
        request = {"command": "PutPoint", "coords": coords, "player": _COLOURS[seat]}
        if self._ask(request, Limit(seconds=self.patience)).get("put") is not True:
            self._played = None
            sentence = f"{self.name} does not take the dot {text_of(column, row)}"
            raise EngineError(sentence, EngineErrorKind.REFUSED)

    def _prepare(self, game: Game[Any, Any]) -> None:
        moves = game.move_texts
        if not self._continues(game):
            self._played = None  # until all of it is there
            dots = dots_of(game.initial_state, self.name)
            size = {"width": dots.columns, "height": dots.rows}
            self._ask({"command": "Init", **size}, Limit(seconds=self.patience))
            self._shown = []
            for seat, column, row in dots.placed:
                self._put(seat, column, row)
        for ply in range(len(self._shown), len(moves)):
            place = place_of(moves[ply])
            if place is None:
                sentence = f"{self.name} does not know the move {moves[ply]}"
                raise EngineError(sentence, EngineErrorKind.REFUSED)
            self._put(int(game.states[ply].to_move), *place)
            self._shown.append(moves[ply])

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        seat = int(game.state.to_move)
        seconds = budget(limit, seat)
        if limit.infinite or (seconds == inf and limit.nodes is None and limit.depth is not None):
            sentence = f"{self.name} has neither a stop nor a depth: limit its time or its nodes"
            raise EngineError(sentence, EngineErrorKind.REFUSED)
        if seconds < inf:
            constraint = {"type": "Time", "value": max(1, round(1000 * seconds))}
        else:
            constraint = {"type": "Complexity", "value": (limit.nodes or _ITERATIONS) / _ITERATIONS}
        request = {"command": "Analyze", "player": _COLOURS[seat], "constraint": constraint}
        found = _weighed(self._ask(request, limit))
        if not found:
            raise EngineError(f"{self.name} has found no move", EngineErrorKind.REFUSED)
        moves = tuple(sorted(found, key=lambda move: -found[move]))
        info = Info(moves=moves[:1])
        on_info(info)
        return moves[0], info


def _weighed(answer: Mapping[str, Any]) -> dict[str, float]:
    """By move: its weight, as an answer says; what cannot be understood is left out."""
    found: dict[str, float] = {}
    moves: Any = answer.get("moves")
    for each in moves if isinstance(moves, list) else ():
        match each:
            case {"coords": {"x": int(x), "y": int(y)}, "weight": int() | float() as weight}:
                if 0 <= x < 52 and 0 <= y < 52:
                    found[text_of(x, y)] = float(weight)
    return found
