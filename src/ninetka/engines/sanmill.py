"""Sanmill's engine for Mills, `tgf mill uci`, which speaks much like UCI."""

from __future__ import annotations

import re
from itertools import pairwise
from json import JSONDecodeError, loads
from math import inf
from typing import Any, Final, final

from ..games import entry_for_state
from ..play.game import Game
from .messages import EngineError, EngineOption, Info, Limit, budget
from .process import Chosen, OnInfo, StoppableProcess

__all__ = ["SanmillEngine"]

_OPTION: Final = re.compile(r"option name (\S+) type (spin|check|string|combo)\b(.*)")
_KINDS: Final = {"spin": "number", "check": "switch", "string": "text", "combo": "choice"}
_RULESETS: Final = {"mills": "false", "tournament-mills": "true"}
"""The rulesets that it plays, and its setting for draws by threefold repetition."""
_ERROR: Final = "info string sanmill_error "


@final
class SanmillEngine(StoppableProcess):
    """Sanmill's `tgf mill uci`, for Mills from the beginning of a game.

    Its moves are written as ours. Its options can be set; `SkillLevel` is how deep it searches.
    """

    def _greet(self) -> None:
        self._program.send("uci")
        for line in self._lines("uci", self.patience):
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
        moves = "".join(f" {move}" for move in game.move_texts)
        self._program.send(f"position startpos{' moves' * bool(moves)}{moves}")
        self._await_ready()

    def _begin(self, game: Game[Any, Any]) -> None:
        start = game.initial_state
        entry = entry_for_state(start)
        ruleset = {**entry.tags.write(start)}.pop("Ruleset", "")
        usual = entry.begin({"Ruleset": ruleset}) if ruleset in _RULESETS else None
        if usual != start:
            what = f"{self.name} plays Mills alone, from the beginning"
            raise EngineError(f"{what}: {' and '.join(_RULESETS)}")
        if "ThreefoldRepetitionRule" in self.options:
            value = _RULESETS[ruleset]
            self._program.send(f"setoption name ThreefoldRepetitionRule value {value}")
        self._program.send("ucinewgame")

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        seat = int(game.state.to_move)
        self._program.send(_go(limit, seat))
        last = Info()
        for line in self._thinking(limit, seat):
            if (refusal := self._refused(line)) is not None:
                raise refusal
            if not line.startswith("info string"):
                words = line.split()
                last = _info(words) or last
                on_info(last)
                if "bestmove" in words[:-1]:
                    return words[words.index("bestmove") + 1], last
        raise AssertionError("thinking ends with an answer or an error")

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
    seconds = budget(limit, seat)
    limits = {
        "movetime": None if seconds == inf else max(1, round(1000 * seconds)),
        "nodes": limit.nodes,
        "depth": limit.depth,
    }
    given = [f"{name} {number}" for name, number in limits.items() if number is not None]
    return " ".join(["go", *given])


def _info(words: list[str]) -> Info | None:
    """Read a line of information, with values for both seats; None if it says nothing.

    Its scores are those of the first player, in hundredths of a token.
    """
    found = dict(pairwise(words))
    score = found.get("cp", "")
    values = (int(score) / 100, -int(score) / 100) if score.lstrip("-").isdecimal() else ()
    depth, nodes = (
        int(found[name]) if found.get(name, "").isdecimal() else None for name in ("depth", "nodes")
    )
    moves = (found["bestmove"],) if "bestmove" in found else ()
    said = Info(depth=depth, nodes=nodes, values=values, moves=moves)
    return None if said == Info() else said
