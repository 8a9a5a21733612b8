"""Engines for games of dots on a grid: those that speak GTP, such as KataGoDots, and oppai-rs."""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Mapping
from math import ceil, inf
from string import ascii_letters
from typing import Any, Final, final

import attrs

from ..base.errors import NinetkaError, quoted
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.endings import EndingKind
from ..protocol.states import GameState
from ..protocol.tags import POSITION
from .messages import EngineError, EngineErrorKind, Info, Limit, seconds_to_think
from .process import Chosen, EngineProcess, OnInfo
from .protocols import GTP, OPPAI

__all__ = ["GtpEngine", "OppaiEngine"]

_LETTERS: Final = ascii_letters
"""The letters of columns from the left, and of rows from the top, in moves."""
_CONTENT: Final = re.compile(r"[0-9]+|[a-z]")
_GTP_COLOURS: Final = ("B", "W")
_COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The letters of columns in GTP, which leaves out I."""
_VERTEX: Final = re.compile(r"([A-HJ-Z])([0-9]{1,2})")
_NUMBERED: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_ANSWER: Final = re.compile(r"([=?])([0-9]*)[ \t]*(.*)")
_ENDINGS: Final = {"resign": EndingKind.RESIGNATION, "ground": EndingKind.GROUNDING}
_OPPAI_COLOURS: Final = ("Red", "Black")
_ITERATIONS: Final = 100_000
"""The number of playouts in its tree search at a complexity of 1."""


@attrs.frozen
class _DotsStart:
    """A start: the size of the grid, and the dots that are there before the first move."""

    columns: int
    rows: int
    placed: tuple[tuple[int, int, int], ...]
    """The seat, column and row of each dot, from 0."""
    tags: dict[str, str]
    """The tags of the ruleset."""


def _dots_start(start: GameState[Any], engine: str) -> _DotsStart:
    """The start as dots. Raises EngineError if it is not one that engines of dots play.

    They play where what is surrounded is captured at once, from the beginning of a game.
    """
    entry = entry_for_state(start)
    tags = {**entry.tags.write_ruleset(start)}
    if tags.get("Capture") != "automatic" or not {"Columns", "Rows"} <= tags.keys():
        name = entry.name_of(start)
        what = "plays dots with automatic capture alone"
        raise EngineError(f"{engine} {what}, not this {name}")
    if POSITION in entry.tags.write(start):
        raise EngineError(f"{engine} can only begin where games begin, not in other positions")
    seats = {str(seat): int(seat) for seat in start.seats}
    placed = []
    for row, line in enumerate(start.to_text().split(" ")[0].split("/")):
        column = 0
        for content in _CONTENT.findall(line):
            if content in seats:
                placed.append((seats[content], column, row))
            column += int(content) if content.isdecimal() else 1
    return _DotsStart(int(tags["Columns"]), int(tags["Rows"]), tuple(placed), tags)


def _parse_point(text: str) -> tuple[int, int] | None:
    """The column and row of a move's text; None for a move that is not a dot."""
    if len(text) != 2 or not {*text} <= {*_LETTERS}:
        return None
    return _LETTERS.index(text[0]), _LETTERS.index(text[1])


def _point_text(column: int, row: int) -> str:
    """The text of a dot's move. Raises NinetkaError if it is on no board."""
    if not (0 <= column < len(_LETTERS) and 0 <= row < len(_LETTERS)):
        raise NinetkaError(f"{quoted((column, row))} is not a point")
    return _LETTERS[column] + _LETTERS[row]


class _DotsEngine(EngineProcess):
    """An engine that keeps a board, on which it is shown the dots one by one."""

    _shown: list[str]
    """The moves that the engine has on its board."""

    def _prepare(self, game: Game[Any, Any]) -> None:
        moves = game.move_texts
        if not self._continues(game) or [*moves[: len(self._shown)]] != self._shown:
            self._played = None  # until all of it is there
            self._begin(_dots_start(game.initial_state, self.name))
            self._shown = []
        for ply in range(len(self._shown), len(moves)):
            self._show(int(game.states[ply].to_move), moves[ply])
            self._shown.append(moves[ply])

    @abstractmethod
    def _begin(self, dots: _DotsStart) -> None:
        """Set up the start of a game. Raises ProgramError or EngineError."""

    @abstractmethod
    def _show(self, seat: int, move: str) -> None:
        """Make a seat's move on its board. Raises ProgramError or EngineError."""


@final
class GtpEngine(_DotsEngine):
    """An engine that speaks GTP (version 2) and plays dots with automatic capture.

    It is told moves with `play` and asked for its own with `genmove`. Where it lists them, the
    extensions of KataGoDots are used: rules, starts, clocks with increments and limits of nodes.
    """

    _protocol = GTP
    _number: int = 0
    """The number of commands sent so far."""
    _known: frozenset[str] = frozenset()
    """The commands that it knows."""
    _dots: _DotsStart
    """The start of the game that it plays."""

    def send(self, command: str) -> str:
        """The answer to any command of GTP. Raises EngineError if the engine says an error."""
        self._stopped.clear()
        with self._engine_errors(EngineErrorKind.ENDED):
            return self._ask(command, Limit(seconds=self.timeout))

    def _ask(self, command: str, limit: Limit, seat: int = 0) -> str:
        """The answer to a command, within some limit. Raises ProgramError or EngineError."""
        self._number += 1
        self._program.send(f"{self._number} {command}")
        answer: list[str] = []
        sign = ""
        for line in self._lines_while_thinking(limit, seat):
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
            raise EngineError(f"{self.name} says to {quoted(command)}: {text or 'error'}")
        return text

    def _command_answer(self, command: str) -> str:
        return self._ask(command, Limit(seconds=self.timeout))

    def _shake_hands(self) -> None:
        self.name: str = self._command_answer("name") or self.name
        self._known = frozenset(self._command_answer("list_commands").split())

    def _begin(self, dots: _DotsStart) -> None:
        self._dots = dots
        is_square = dots.columns == dots.rows
        self._command_answer(
            f"boardsize {dots.columns}" if is_square else f"boardsize {dots.columns} {dots.rows}"
        )
        if "kata-set-rule" in self._known:
            areas = dots.tags.get("EmptyAreas") == "yes"
            self._command_answer("kata-set-rule startPos EMPTY")
            self._command_answer(f"kata-set-rule dotsCaptureEmptyBase {str(areas).lower()}")
        self._command_answer("clear_board")
        placed = [
            f"{_GTP_COLOURS[seat]} {self._vertex(column, row)}" for seat, column, row in dots.placed
        ]
        if placed and "set_position" in self._known:
            self._command_answer(f"set_position {' '.join(placed)}")
        else:
            for dot in placed:
                self._command_answer(f"play {dot}")

    def _show(self, seat: int, move: str) -> None:
        place = _parse_point(move)
        if place is None and move != "pass":
            raise EngineError(f"GTP cannot say the move {move}")
        vertex = "pass" if place is None else self._vertex(*place)
        self._command_answer(f"play {_GTP_COLOURS[seat]} {vertex}")

    def _vertex(self, column: int, row: int) -> str:
        """A point: the rows are counted from below. Without I, letters reach to column 25."""
        if self._dots.columns <= len(_COLUMNS):
            return f"{_COLUMNS[column]}{self._dots.rows - row}"
        return f"{column + 1}-{self._dots.rows - row}"

    def _translated(self, game: Game[Any, Any], text: str) -> str:
        if text.lower() == "pass":
            return "pass"
        lettered, numbered = _VERTEX.fullmatch(text.upper()), _NUMBERED.fullmatch(text)
        if lettered is not None:
            return _point_text(_COLUMNS.index(lettered[1]), self._dots.rows - int(lettered[2]))
        if numbered is not None:
            return _point_text(int(numbered[1]) - 1, self._dots.rows - int(numbered[2]))
        raise NinetkaError("a point is written D4 or 4-4 in GTP")

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        if limit.infinite:
            raise EngineError("GTP knows no unlimited thinking: give a limit")
        seat = int(game.state.to_move)
        self._limit(limit, seat)
        answer = self._ask(f"genmove {_GTP_COLOURS[seat]}", limit, seat)
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
            self._command_answer(f"kata-set-param maxVisits {limit.nodes}")
        clocks = limit.clocks[seat : seat + 1]
        if clocks and limit.seconds is None:
            if "kata-time_settings" in self._known:
                increment = [*limit.increments, *[0.0] * len(_GTP_COLOURS)][seat]
                self._command_answer(f"kata-time_settings fischer {clocks[0]:.3f} {increment:.3f}")
                left = f"{clocks[0]:.3f}"
            else:
                self._command_answer(f"time_settings {ceil(clocks[0])} 0 0")
                left = str(int(clocks[0]))
            self._command_answer(f"time_left {_GTP_COLOURS[seat]} {left} 0")
        elif (seconds := seconds_to_think(limit, seat)) < inf:
            if "kata-set-param" in self._known:
                self._command_answer(f"kata-set-param maxTime {seconds:.3f}")
            else:
                self._command_answer(f"time_settings 0 {max(1, int(seconds))} 1")


@final
class OppaiEngine(_DotsEngine):
    """oppai-rs, for dots with automatic capture. It knows no `stop`, no depth and no clocks."""

    _protocol = OPPAI

    def _shake_hands(self) -> None:
        self.name: str = "oppai-rs"
        self._ask({"command": "Init", "width": 5, "height": 5})

    def _ask(self, request: Mapping[str, Any], limit: Limit | None = None) -> Mapping[str, Any]:
        """Its answer to a request, by default within its timeout.

        Raises ProgramError or EngineError.
        """
        limit = Limit(seconds=self.timeout) if limit is None else limit
        self._program.send(json.dumps(request))
        for line in self._lines_while_thinking(limit, 0):
            try:
                answer: Any = json.loads(line)
            except ValueError:
                continue  # a line of its log
            if isinstance(answer, dict) and answer.get("command") == request["command"]:
                return answer
        raise AssertionError("thinking ends with an answer or an error")

    def _put(self, seat: int, column: int, row: int) -> None:
        coords = {"x": column, "y": row}
        request = {"command": "PutPoint", "coords": coords, "player": _OPPAI_COLOURS[seat]}
        if self._ask(request).get("put") is not True:
            self._played = None
            raise EngineError(f"{self.name} does not take the dot {_point_text(column, row)}")

    def _begin(self, dots: _DotsStart) -> None:
        self._ask({"command": "Init", "width": dots.columns, "height": dots.rows})
        for dot in dots.placed:
            self._put(*dot)

    def _show(self, seat: int, move: str) -> None:
        place = _parse_point(move)
        if place is None:
            raise EngineError(f"{self.name} does not know the move {move}")
        self._put(seat, *place)

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        seat = int(game.state.to_move)
        seconds = seconds_to_think(limit, seat)
        if limit.infinite or (seconds == inf and limit.nodes is None and limit.depth is not None):
            sentence = f"{self.name} has neither a stop nor a depth: limit its time or its nodes"
            raise EngineError(sentence)
        if seconds < inf:
            constraint = {"type": "Time", "value": max(1, round(1000 * seconds))}
        else:
            constraint = {"type": "Complexity", "value": (limit.nodes or _ITERATIONS) / _ITERATIONS}
        request = {"command": "Analyze", "player": _OPPAI_COLOURS[seat], "constraint": constraint}
        found: dict[str, float] = {}
        weighed: Any = self._ask(request, limit).get("moves")
        for each in weighed if isinstance(weighed, list) else ():
            match each:  # what cannot be understood is left out
                case {"coords": {"x": int(x), "y": int(y)}, "weight": int() | float() as weight}:
                    if 0 <= x < len(_LETTERS) and 0 <= y < len(_LETTERS):
                        found[_point_text(x, y)] = float(weight)
        if not found:
            raise EngineError(f"{self.name} has found no move")
        moves = tuple(sorted(found, key=lambda move: -found[move]))
        info = Info(moves=moves[:1])
        on_info(info)
        return moves[0], info
