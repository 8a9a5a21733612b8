"""A player of this package as an engine: what it answers to the lines of a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from threading import Event, Lock, Thread
from typing import Any, Final, TypeAlias

import attrs

from ..base.deadline import Deadline, OutOfTimeError, limited_to
from ..base.errors import NinetkaError, did_you_mean, quoted
from ..games import all_games, entry_for_name
from ..play.game import Game
from ..players import Analysis, BuiltIn, MonteCarlo, PlayerSession, parse_player
from ..players.builtin import UNLIMITED, Searcher
from ..protocol.entry import GameEntry
from ..protocol.states import GameState
from ..protocol.tags import GAME, POSITION
from .messages import VERSION, EngineOption, Info, Limit, parse_position, seconds_to_think

__all__ = ["Session"]

Say: TypeAlias = Callable[[str], object]
SEARCH: Final = "search"
"""The name of a player that searches for as long as the host lets it."""
_USUAL_SECONDS: Final = 2.0
"""The seconds that this player takes for a move if the host sets no limit."""


class _StoppedError(Exception):
    """The host needs no further answer."""


@attrs.frozen
class _LimitedSearch(Searcher):
    """A search with its own limits and those of a host, whichever comes first."""

    player: Searcher | None
    """The player whose limits it has; None for the host's limits alone."""
    most: int = UNLIMITED
    """The host's limit of playouts."""
    seconds: float = inf
    """The host's limit of time."""

    @property
    def name(self) -> str:
        """The name of the player."""
        return SEARCH if self.player is None else self.player.name

    def search_limits(self, state: GameState[Any], limit: float) -> tuple[int, float]:
        """The playouts and the seconds after which it ends."""
        own = (UNLIMITED, inf) if self.player is None else self.player.search_limits(state, limit)
        return min(own[0], self.most), min(own[1], self.seconds)


class Session:
    """A player of this package as an engine, which a host asks line by line.

    It thinks in a thread of its own, so `handle` returns at once.
    """

    def __init__(self, say: Say, player: str = SEARCH) -> None:
        """`say` writes a line to the host; any thread calls it, one at a time.

        Raises NinetkaError unless `parse_player` takes the `player`, or it is `search`: a search
        that goes on for as long as the host lets it.
        """
        self._lock = Lock()
        self._write = say
        self._player, self._seed = _parse_player(player), ""
        self._player_session = PlayerSession(self._player)
        self._start_tags: tuple[GameEntry[Any, Any], dict[str, str]] | None = None
        self._shown_position: _ShownPosition | None = None
        self._is_loaded = False
        self._search: _MoveSearch | None = None
        self._commands: dict[str, Callable[[str], object]] = {
            "nep": self._shake_hands,
            "set": self._set,
            "newgame": self._new_game,
            "start": self._set_option_of_start,
            "position": self._set_position,
            "isready": self._ready,
            "go": self._go,
            "stop": self._stop,
        }

    def handle(self, line: str) -> bool:
        """Do what a line asks for; returns False if that is to end."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self._stop()
            return False
        if word:
            try:
                if word not in self._commands:
                    likely = did_you_mean(word, self._commands)
                    raise NinetkaError(f"there is no command {quoted(word)}{likely}")
                self._commands[word](rest)
            except NinetkaError as error:
                self._say_error(error)
        return True

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    def _say_error(self, error: NinetkaError) -> None:
        self._say(f"error {' '.join(str(error).split())}")

    def _shake_hands(self, version: str) -> None:
        if not version.isdecimal() or int(version) < VERSION:
            raise NinetkaError(f"this engine speaks version {VERSION} of the protocol")
        self._say(f"id name ninetka {self._player.name}")
        self._say("id author the ninetka authors")
        for entry in all_games():
            for name in entry.names:
                self._say(f"game {name}")
        self._say(EngineOption("player", "text", self._player.name).line)
        self._say(EngineOption("seed", "text").line)
        self._say(f"nepok {VERSION}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "player":
            self._player, self._is_loaded = _parse_player(value), False
        elif name == "seed":
            self._seed = value
        else:
            raise NinetkaError(f"the options are player and seed, not {quoted(name)}")

    def _new_game(self, game: str) -> None:
        entry = entry_for_name(game)
        self._start_tags, self._shown_position, self._is_loaded = (entry, {GAME: game}), None, False
        self._player_session = PlayerSession(self._player)

    def _start(self) -> tuple[GameEntry[Any, Any], dict[str, str]]:
        if self._start_tags is None:
            raise NinetkaError("no game has begun: newgame says which")
        return self._start_tags

    def _set_option_of_start(self, rest: str) -> None:
        entry, tags = self._start()
        name, _, value = rest.partition(" ")
        if name not in entry.options:
            known = ", ".join(entry.options)
            likely = did_you_mean(name, entry.options)
            what = f"there is no option {quoted(name)} of a start; there are {known}{likely}"
            raise NinetkaError(what)
        tags[entry.options[name].tag] = value

    def _set_position(self, rest: str) -> None:
        before, self._shown_position = self._shown_position, None
        moves, begun = parse_position(rest)
        if before is None or not before.leads_to(begun, moves):
            entry, tags = self._start()
            start = entry.begin({**tags, **({} if begun is None else {POSITION: begun})})
            before = _ShownPosition(begun, [], Game.from_state(start))
        game = before.game.play(moves[len(before.moves) :])
        self._shown_position = _ShownPosition(begun, moves, game)

    def _ready(self, _: str) -> None:
        """Answer once what the player needs is loaded, or at once while it thinks."""
        game = None if self._shown_position is None else self._shown_position.game
        if self._is_loaded or self._is_thinking or game is None or game.is_over:
            self._say("readyok")
        else:
            self._is_loaded = True
            Thread(target=self._load, args=(game.state,), daemon=True).start()

    def _load(self, state: GameState[Any]) -> None:
        """Compile, or load, what plays random games, before there is a clock."""
        player: BuiltIn = self._player  # one that uses the same code, for as short as can be
        if isinstance(player, Searcher):
            player = _LimitedSearch(None, 1)
        elif isinstance(player, MonteCarlo):
            player = MonteCarlo(1)
        try:
            player.choose(state, Random())
        except NinetkaError as error:
            self._say_error(error)
        self._say("readyok")

    @property
    def _is_thinking(self) -> bool:
        return self._search is not None and not self._search.is_answered

    def _go(self, rest: str) -> None:
        if self._shown_position is None:
            raise NinetkaError("there is no position to think about")
        if self._is_thinking:
            raise NinetkaError("the engine is thinking already")
        game, limit = self._shown_position.game, Limit.parse(rest.split())
        self._player_session.player = _limited(self._player, limit, game.state)
        rng = Random(f"{self._seed}/{game.ply}" if self._seed else None)
        self._search = _MoveSearch(game, self._say, waits=limit.infinite)
        Thread(target=self._search.think, args=(self._player_session, rng), daemon=True).start()

    def _stop(self, _: str = "") -> None:
        if self._search is not None:
            self._search.stop()


@attrs.frozen
class _ShownPosition:
    """A position that the host has shown, as it said it, and the game."""

    begun: str | None
    moves: Sequence[str]
    game: Game[Any, Any]

    def leads_to(self, begun: str | None, moves: Sequence[str]) -> bool:
        """Tell whether another position comes from this one by more moves."""
        return begun == self.begun and moves[: len(self.moves)] == self.moves


class _MoveSearch:
    """The search for one move: it thinks in a thread, and says the move when it may."""

    def __init__(self, game: Game[Any, Any], say: Say, *, waits: bool) -> None:
        """Think about a game; if it `waits`, it answers only when it's told to stop."""
        self._game, self._state, self._say, self._waits = game, game.state, say, waits
        self._lock, self._stopped = Lock(), Event()
        self._found: Analysis[Any] | None = None
        self._deadline: Deadline | None = None
        self.is_answered = False
        """Whether it has said its move, or why there is none."""

    def think(self, session: PlayerSession, rng: Random) -> None:
        """Find a move and say it."""
        try:
            with limited_to(inf) as self._deadline:
                if self._stopped.is_set():
                    self._deadline.expire()
                move = session.choose(self._game, rng, on_progress=self._learn)
        except _StoppedError:
            return
        except OutOfTimeError:  # told to stop before anything is known
            move = self._state.some_moves[0]
        except NinetkaError as error:
            self._answer(f"error {' '.join(str(error).split())}")
            return
        if self._waits:
            self._stopped.wait()
        self._play(move)

    def _learn(self, found: Analysis[Any]) -> None:
        with self._lock:
            self._found = found
            if not self.is_answered:
                self._say(_info(found).line)
        if self._stopped.is_set():
            self._play(found.best.move)
            raise _StoppedError

    def stop(self) -> None:
        """Say the best move found so far, or any legal move if none is."""
        self._stopped.set()
        if self._found is not None:
            self._play(self._found.best.move)
        if self._deadline is not None:
            self._deadline.expire()

    def _play(self, move: Any) -> None:
        self._answer(f"bestmove {self._state.move_text_unchecked(move)}")

    def _answer(self, line: str) -> None:
        with self._lock:
            if not self.is_answered:
                self.is_answered = True
                self._say(line)


def _info(found: Analysis[Any]) -> Info:
    """An analysis as info, with the share of the seat to move, and the other's if two play."""
    state, share = found.state, found.best.share
    others = 1 - share if state.players == 2 else None
    shares = tuple(share if seat == state.to_move else others for seat in range(state.players))
    line = tuple(found.line_texts)
    return Info(nodes=found.playouts, seconds=found.seconds, shares=shares, moves=line)


def _parse_player(player: str) -> BuiltIn:
    return _LimitedSearch(None) if player == SEARCH else parse_player(player)


def _limited(player: BuiltIn, limit: Limit, state: GameState[Any]) -> BuiltIn:
    """A player that keeps the limits of a host too, if it searches. Raises NinetkaError."""
    if limit.infinite or not isinstance(player, Searcher):
        return _LimitedSearch(None) if isinstance(player, Searcher) else player
    seconds = seconds_to_think(limit, state.to_move)
    if limit.nodes is None and seconds == inf:
        if limit.depth is not None:
            raise NinetkaError("this search has no depth: limit its nodes or its time")
        seconds = _USUAL_SECONDS if player.name == SEARCH else inf
    return _LimitedSearch(player, limit.nodes or UNLIMITED, seconds)
