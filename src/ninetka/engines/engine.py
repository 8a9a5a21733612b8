"""Engines that speak the protocol of docs/engines.md."""

from __future__ import annotations

from typing import Any, final

from ..games import entry_for_state
from ..play.game import Game
from ..protocol.endings import EndingKind
from .messages import (
    VERSION,
    EngineError,
    EngineErrorKind,
    EngineOption,
    Info,
    Limit,
    position_line,
    start_lines,
)
from .process import Chosen, OnInfo, StoppableProcess
from .protocols import ENGINE

__all__ = ["Engine"]


@final
class Engine(StoppableProcess):
    """An engine that speaks the engine protocol (docs/engines.md).

    >>> import sys
    >>> from ninetka import WIKI, Game
    >>> game = Game.start(WIKI).play("E5 C9")
    >>> with Engine([sys.executable, "-m", "ninetka", "engine", "--player", "greedy"]) as engine:
    ...     answer = engine.play(game, Limit(nodes=500))
    >>> engine.name, game.state.is_legal(answer.move)
    ('ninetka greedy', True)
    """

    _protocol = ENGINE
    games: tuple[str, ...] = ()
    """The names of the games that it plays, as it says; if it says none, it may play any."""

    def _set(self, name: str, value: str) -> None:
        self._program.send(f"set {name} {value}")

    def _shake_hands(self) -> None:
        asked = f"nep {VERSION}"
        self._program.send(asked)
        for line in self._answer_lines(asked, self.timeout):
            match line.split(" ", 2):
                case ["nepok", version, *_] if version == str(VERSION):
                    break
                case ["nepok", *_]:
                    sentence = f"{self.name} does not speak version {VERSION} of the protocol"
                    raise EngineError(sentence, EngineErrorKind.START)
                case ["error", *_]:
                    raise self._refusal(line)
                case ["id", "name", name]:
                    self.name: str = name.strip() or self.name
                case ["id", "author", author]:
                    self.author: str = author.strip()
                case ["game", *name]:
                    self.games = (*self.games, " ".join(name))
                case ["option", *rest]:
                    option = EngineOption.parse(" ".join(rest))
                    if option is not None:
                        self.options[option.name] = option
        if self._contact is not None and self._contact.has_asked:
            self._program.send("isready")  # it may refuse what it was asked in other protocols
            for line in self._answer_lines("isready", self.timeout):
                if line == "readyok":
                    break

    def _prepare(self, game: Game[Any, Any]) -> None:
        start = game.initial_state
        if not self._continues(game):
            entry = entry_for_state(start)
            known = {*map(str.lower, self.games)}
            if known and known.isdisjoint({entry.identifier, entry.name_of(start).lower()}):
                raise EngineError(f"{self.name} does not play {entry.name_of(start)}")
            for line in start_lines(start):
                self._program.send(line)
        self._program.send(position_line(game))
        self._await_ready()

    def _choose(self, game: Game[Any, Any], limit: Limit, on_info: OnInfo) -> Chosen:
        self._program.send(limit.line)
        last = Info()
        for line in self._lines_while_thinking(limit, game.state.to_move):
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return rest.strip(), last
            if word == "resign":
                return EndingKind.RESIGNATION, last
            if word == "error":
                raise self._refusal(line)
            if word == "info":
                info = Info.parse(rest)
                last = info if info.moves else last
                on_info(info)
        raise AssertionError("thinking ends with an answer or an error")

    def _refused(self, line: str) -> EngineError | None:
        return self._refusal(line) if line.startswith("error") else None

    def _refusal(self, line: str) -> EngineError:
        said = line.removeprefix("error").strip()
        return EngineError(f"{self.name} says: {said or 'error'}")
