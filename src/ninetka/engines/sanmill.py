"""Sanmill's engines for Mills, which speak much like UCI.

There are two editions: `tgf mill uci`, and an older one in C++, which knows no limit but whole
seconds in an option, and says nothing of what it has not understood.
"""

from __future__ import annotations

import re
from itertools import pairwise
from json import JSONDecodeError, loads
from math import ceil, inf
from typing import Any, Final, final

from ..games import entry_for_state
from ..play.game import Game
from .messages import EngineError, EngineOption, Info, Limit, seconds_to_think
from .process import Chosen, OnInfo, StoppableProcess
from .protocols import SANMILL

__all__ = ["SanmillEngine"]

_OPTION: Final = re.compile(r"option name (\S+) type (spin|check|string|combo)\b(.*)")
_KINDS: Final = {"spin": "number", "check": "switch", "string": "text", "combo": "choice"}
_RULESETS: Final = {"mills": "false", "tournament-mills": "true"}
"""The rulesets that it plays, and its setting for draws by threefold repetition."""
_ERROR: Final = "info string sanmill_error "
_PROFILE: Final = "StrictRefereeProfile"
_COUNTS_ORIGIN: Final = "mif-stable-moving-v1"
"""The option for counting repetitions from the position after a put or removal on (M22)."""
_NOT_MOVES: Final = {"draw": "drawn", "none": "over", "(none)": "over", "0000": "over"}
"""The words that it says in place of a move, and the state of the game that each means."""


@final
class SanmillEngine(StoppableProcess):
    """Sanmill's `tgf mill uci`, or its engine in C++, for Mills.

    Its moves are written as ours. Its options can be set; `SkillLevel` is how deep it searches.
    """

    _protocol = SANMILL
    _begun: str
    """The position from which it is shown moves, as it is told."""
    _before: tuple[str, ...] = ()
    """The moves that have led from there to the start of the game."""

    def _shake_hands(self) -> None:
        self._program.send("uci")
        for line in self._answer_lines("uci", self.timeout):
            if line == "uciok":
                break
            if line.startswith("id name "):
                self.name: str = line.removeprefix("id name ").strip()
            elif line.startswith("id author "):
                self.author: str = line.removeprefix("id author ").strip()
            elif (option := _option(line)) is not None:
                self.options[option.name] = option
        if "StrictFailurePolicy" in self.options:
            self.set("StrictFailurePolicy", "on")

    def _set(self, name: str, value: str) -> None:
        if self.options[name].kind == "switch":
            value = "true" if value == "on" else "false"
        self._program.send(f"setoption name {name} value {value}")

    def _prepare(self, game: Game[Any, Any]) -> None:
        if not self._continues(game):
            self._begin(game)
        moves = " ".join((*self._before, *game.move_texts))
        self._program.send(f"position {self._begun}{' moves ' * bool(moves)}{moves}")
        self._await_ready()

    def _begin(self, game: Game[Any, Any]) -> None:
        start = game.initial_state
        entry = entry_for_state(start)
        ruleset = {**entry.tags.write(start)}.pop("Ruleset", "")
        if ruleset not in _RULESETS:
            raise EngineError(f"{self.name} plays Mills alone: {' and '.join(_RULESETS)}")
        is_usual = start == entry.begin({"Ruleset": ruleset})
        self._begun, self._before = ("startpos", ()) if is_usual else _position(start)
        counted = {"ThreefoldRepetitionRule": _RULESETS[ruleset]}
        if _PROFILE in self.options and _COUNTS_ORIGIN in self.options[_PROFILE].choices:
            counted[_PROFILE] = _COUNTS_ORIGIN
        for name in counted.keys() & self.options.keys():
            self._program.send(f"setoption name {name} value {counted[name]}")
        self._program.send("ucinewgame")

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        seat = int(game.state.to_move)
        if "MoveTime" in self.options and "MoveTimeMs" not in self.options:
            limit = self._go_for_seconds(limit, seat)
        else:
            self._program.send(_go(limit, seat))
        last = Info()
        for line in self._lines_while_thinking(limit, seat):
            if (refusal := self._refused(line)) is not None:
                raise refusal
            if not line.startswith("info string"):
                words = line.split()
                last = _info(words) or last
                on_info(last)
                if "bestmove" in words[:-1]:
                    chosen = words[words.index("bestmove") + 1]
                    if chosen == "none" and self._stopped.is_set():
                        continue  # the answer to a stop that came when it didn't think
                    if chosen in _NOT_MOVES:
                        raise EngineError(f"{self.name} takes the game as {_NOT_MOVES[chosen]}")
                    return chosen, last
        raise AssertionError("thinking ends with an answer or an error")

    def _go_for_seconds(self, limit: Limit, seat: int) -> Limit:
        """Let an engine think that knows no limits but whole seconds; it has to be stopped then.

        Returns the limit after which it is stopped.
        """
        seconds, option = seconds_to_think(limit, seat), self.options["MoveTime"]
        if limit.infinite:
            self._program.send("setoption name MoveTime value 0")
        elif seconds < inf:
            most = ceil(seconds) if option.highest is None else min(ceil(seconds), option.highest)
            self._program.send(f"setoption name MoveTime value {most}")
            limit = Limit(seconds=seconds)
        self._program.send("go")
        return limit

    def _refused(self, line: str) -> EngineError | None:
        if not line.startswith(_ERROR):
            return None
        try:
            said: Any = loads(line.removeprefix(_ERROR))
            message = said["message"]
        except (JSONDecodeError, TypeError, KeyError):
            message = line.removeprefix(_ERROR)
        return EngineError(f"{self.name} says: {message}")


def _option(line: str) -> EngineOption | None:
    """An option as UCI describes it; None for a line that describes none that can be set."""
    known = _OPTION.match(line)
    if known is None:
        return None
    words = known[3].split()
    given = dict(pairwise(words))
    low, high = (
        int(given[end]) if given.get(end, "").lstrip("-").isdecimal() else None
        for end in ("min", "max")
    )
    choices = tuple(word for before, word in pairwise(words) if before == "var")
    return EngineOption(known[1], _KINDS[known[2]], given.get("default", ""), low, high, choices)


def _go(limit: Limit, seat: int) -> str:
    """The command for a move with a limit; of clocks, the engine is given its budget."""
    if limit.infinite:
        return "go infinite"
    seconds = seconds_to_think(limit, seat)
    limits = {
        "movetime": None if seconds == inf else max(1, round(1000 * seconds)),
        "nodes": limit.nodes,
        "depth": limit.depth,
    }
    given = [f"{name} {number}" for name, number in limits.items() if number is not None]
    return " ".join(["go", *given])


def _position(start: Any) -> tuple[str, tuple[str, ...]]:
    """The start of Mills that `position` is to name, and the moves from there to `start`.

    They are the quiet moves since the last put or removal: later positions may repeat theirs. After
    a removal, no earlier position can come again.
    """
    steps, before = () if str(start.phase) == "remove" else start.steps, start
    for step in reversed(steps):
        before = before.undo(step)
    return f"fen {before.to_fen()}", tuple(map(start.move_text_unchecked, steps))


def _info(words: list[str]) -> Info | None:
    """Read a line of information, with values for both seats; None if it says nothing.

    Its scores are those of the first player, with or without `cp` before them.
    """
    found = dict(pairwise(words))
    score = found.get("cp", found.get("score", ""))
    values = (float(score), -float(score)) if score.lstrip("-").isdecimal() else ()
    depth, nodes = (
        int(found[name]) if found.get(name, "").isdecimal() else None for name in ("depth", "nodes")
    )
    moves = (found["bestmove"],) if "bestmove" in found else ()
    said = Info(depth=depth, nodes=nodes, values=values, moves=moves)
    return None if said == Info() else said
