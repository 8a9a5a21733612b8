"""Engines that speak GTP, the Go Text Protocol, and play dots, such as KataGoDots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, inf
from typing import Any, Final, final

from ..base.errors import NinetkaError, quoted
from ..play.game import Game
from ..protocol.endings import EndingKind
from .budget import budget
from .errors import EngineError, EngineErrorKind
from .messages import Info, Limit
from .points import Dots, dots_of, place_of, text_of
from .process import PATIENCE, Chosen, EngineProcess, OnInfo

__all__ = ["GtpEngine"]

_COLOURS: Final = ("B", "W")
_COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The letters of columns in GTP, which leaves out I."""
_VERTEX: Final = re.compile(r"([A-HJ-Z])([0-9]{1,2})")
_NUMBERED: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_ANSWER: Final = re.compile(r"([=?])([0-9]*)[ \t]*(.*)")
_ENDINGS: Final = {"resign": EndingKind.RESIGNATION, "ground": EndingKind.GROUNDING}
_NO_STOP: Final = "GTP knows no unlimited thinking: give a limit"


@final
class GtpEngine(EngineProcess):
    """An engine that speaks GTP (version 2) and plays dots with automatic capture.

    It is told moves with `play` and asked for its own with `genmove`. Where it lists them, the
    extensions of KataGoDots are used: rules, starts, clocks with increments and limits of nodes.
    """

    def __init__(self, command: str | Sequence[str], *, patience: float = PATIENCE) -> None:
        self._number = 0
        self._known: frozenset[str] = frozenset()
        self._dots = Dots(0, 0, (), {})
        self._shown: list[str] = []
        """The moves that the engine has on its board."""
        super().__init__(command, patience=patience)

    def send(self, command: str) -> str:
        """The answer to any command of GTP. Raises EngineError if the engine says an error."""
        self._stopped.clear()
        with self._asking(EngineErrorKind.ENDED):
            return self._sent(command, Limit(seconds=self.patience))

    def _sent(self, command: str, limit: Limit, seat: int = 0) -> str:
        """The answer to a command, within some limit. Raises ProgramError or EngineError."""
        self._number += 1
        self._program.send(f"{self._number} {command}")
        answer: list[str] = []
        sign = ""
        for line in self._thinking(limit, seat):
            said = _ANSWER.fullmatch(line)
            if not sign and said is not None and said[2] in {"", str(self._number)}:
                sign = said[1]
                answer.append(said[3])
            elif sign and line.strip():
                answer.append(line)
            elif sign:
                break
        text = "\n".join(answer).strip()
        if sign == "?":
            sentence = f"{self.name} says to {quoted(command)}: {text or 'error'}"
            raise EngineError(sentence, EngineErrorKind.REFUSED)
        return text

    def _told(self, command: str) -> str:
        return self._sent(command, Limit(seconds=self.patience))

    def _greet(self) -> None:
        self.name: str = self._told("name") or self.name
        self._known = frozenset(self._told("list_commands").split())

    def _prepare(self, game: Game[Any, Any]) -> None:
        moves = game.move_texts
        known = self._shown if self._continues(game) else None
        if known is None or [*moves[: len(known)]] != known:
            self._begin(game)
        for ply in range(len(self._shown), len(moves)):
            self._told(f"play {_COLOURS[game.states[ply].to_move]} {self._vertex(moves[ply])}")
            self._shown.append(moves[ply])

    def _begin(self, game: Game[Any, Any]) -> None:
        """Set up the start of a game."""
        self._played = None  # until all of it is there
        self._dots = dots_of(game.initial_state, self.name)
        size = f"{self._dots.columns} {self._dots.rows}"
        is_square = self._dots.columns == self._dots.rows
        self._told(f"boardsize {self._dots.columns if is_square else size}")
        if "kata-set-rule" in self._known:
            areas = self._dots.tags.get("EmptyAreas") == "yes"
            self._told("kata-set-rule startPos EMPTY")
            self._told(f"kata-set-rule dotsCaptureEmptyBase {str(areas).lower()}")
        self._told("clear_board")
        self._shown = []
        placed = [
            f"{_COLOURS[seat]} {self._written(column, row)}"
            for seat, column, row in self._dots.placed
        ]
        if placed and "set_position" in self._known:
            self._told(f"set_position {' '.join(placed)}")
        else:
            for dot in placed:
                self._told(f"play {dot}")

    def _vertex(self, move: str) -> str:
        """A move as GTP writes it. Raises EngineError."""
        place = place_of(move)
        if place is None and move != "pass":
            raise EngineError(f"GTP cannot say the move {move}", EngineErrorKind.REFUSED)
        return "pass" if place is None else self._written(*place)

    def _written(self, column: int, row: int) -> str:
        """A point: the rows are counted from below. Without I, letters reach to column 25."""
        if self._dots.columns <= len(_COLUMNS):
            return f"{_COLUMNS[column]}{self._dots.rows - row}"
        return f"{column + 1}-{self._dots.rows - row}"

    def _translated(self, game: Game[Any, Any], text: str) -> str:
        if text.lower() == "pass":
            return "pass"
        lettered, numbered = _VERTEX.fullmatch(text.upper()), _NUMBERED.fullmatch(text)
        if lettered is not None:
            return text_of(_COLUMNS.index(lettered[1]), self._dots.rows - int(lettered[2]))
        if numbered is not None:
            return text_of(int(numbered[1]) - 1, self._dots.rows - int(numbered[2]))
        raise NinetkaError("a point is written D4 or 4-4 in GTP")

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        if limit.infinite:
            raise EngineError(_NO_STOP, EngineErrorKind.REFUSED)
        seat = int(game.state.to_move)
        self._limit(limit, seat)
        answer = self._sent(f"genmove {_COLOURS[seat]}", limit, seat)
        if answer.lower() in _ENDINGS:
            self._played = None  # its game is over
            return _ENDINGS[answer.lower()], Info()
        try:
            self._shown.append(self._translated(game, answer))  # it has made it already
        except NinetkaError:
            self._played = None
        return answer, Info()

    def _limit(self, limit: Limit, seat: int) -> None:
        """Say how long a move may take."""
        if limit.nodes is not None and "kata-set-param" in self._known:
            self._told(f"kata-set-param maxVisits {limit.nodes}")
        clocks = limit.clocks[seat : seat + 1]
        if clocks and limit.seconds is None:
            if "kata-time_settings" in self._known:
                increment = [*limit.increments, *[0.0] * len(_COLOURS)][seat]
                self._told(f"kata-time_settings fischer {clocks[0]:.3f} {increment:.3f}")
                left = f"{clocks[0]:.3f}"
            else:
                self._told(f"time_settings {ceil(clocks[0])} 0 0")
                left = str(int(clocks[0]))
            self._told(f"time_left {_COLOURS[seat]} {left} 0")
        elif (seconds := budget(limit, seat)) < inf:
            if "kata-set-param" in self._known:
                self._told(f"kata-set-param maxTime {seconds:.3f}")
            else:
                self._told(f"time_settings 0 {max(1, int(seconds))} 1")
