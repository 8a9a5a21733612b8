"""The players, how they come to a move, and the names by which commands call them."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from threading import Lock
from time import perf_counter
from typing import Any, Final, Generic, Protocol, final

import attrs
from attrs.validators import optional

from ..base.deadline import check_time
from ..base.documented import documented
from ..base.errors import NinetkaError, did_you_mean, quoted
from ..base.fields import convert_fields
from ..base.messages import listed
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.compiled import Backend
from ..protocol.entry import LEVELS, Gain, leads
from ..protocol.states import GameState, M, as_game_state
from .analysis import Analysis, Watcher
from .backends import note_search, search_backend_for
from .trees import Tree, analysis, flat_tree, grow, shares, too_slow, uct_tree

MAX_VISITS: Final = 10**9
"""The most playouts that a move may take."""
UNLIMITED: Final = MAX_VISITS + 1
"""The playouts of a search that only time ends."""
MAX_MOVE_SECONDS: Final = 86_400
"""The most seconds that a move may take: a day."""


class Player(Protocol):
    """Chooses moves in any game that offers them."""

    @property
    def name(self) -> str:
        """One word, such as `search:2s`."""

    def choose(self, state: GameState[M], rng: random.Random, /) -> M:
        """A move in a state in which the game is not over."""


@attrs.define(eq=False)
class _TreeMemory(Generic[M]):
    """The tree of the position that was searched last, and where in the game that was."""

    _ply: int = 0
    _state: GameState[M] | None = None
    _backend: Backend | None = None
    _tree: Tree[M] | None = None

    def tree(
        self, game: Game[Any, M], backend: Backend | None, plant: Callable[[], Tree[M]]
    ) -> Tree[M]:
        """Return the tree for a game's state: part of the last tree if it is there, else a new one.

        A tree that another kind of `backend` has grown is not kept.
        """
        tree, self._tree = self._tree, None  # nothing is kept if this is interrupted
        goes_on = (
            tree is not None
            and type(backend) is type(self._backend)
            and self._ply <= game.ply
            and game.states[self._ply] == self._state
            and tree.follow(game.state, game.moves[self._ply :])
        )
        if not goes_on:
            tree = None  # before the next one is made, since it may be large
        tree = plant() if tree is None else tree
        self._ply, self._state, self._backend = game.ply, game.state, backend
        self._tree = tree
        return tree


@attrs.frozen
class _MoveTask(Generic[M]):
    """A state in which a move is wanted, and what finding it may take."""

    state: GameState[M]
    rng: random.Random
    limit: float
    on_progress: Watcher[M] | None
    game: Game[Any, M] | None = None
    """The game that led to the state, if there is a memory."""
    memory: _TreeMemory[M] | None = None
    moves: Sequence[M] = attrs.field(init=False)
    """The moves that the state offers."""

    @moves.default
    def _offered(self) -> Sequence[M]:
        """Return the moves. Raises NinetkaError if there are none, or if it isn't a state."""
        moves: Sequence[M] = as_game_state(self.state).some_moves
        if not moves:
            raise NinetkaError("there is no move to choose: the game is over")
        return moves


class BuiltIn(ABC):
    """A player of this package: a value with a name, from which `parse_player` makes it again.

    `choose` returns when the move is found. In an event loop, `asyncio.to_thread` keeps it from
    holding up everything else.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """One word: `random`, `greedy`, `mc:1000`, `search:10000`, `search:0.5s`."""

    def __str__(self) -> str:
        return self.name

    def choose(
        self,
        state: GameState[M],
        rng: random.Random,
        limit: float = inf,
        on_progress: Watcher[M] | None = None,
    ) -> M:
        """A move in a state; all random numbers come from `rng`.

        An only move is played at once. A player that plays random games calls `on_progress` with an
        Analysis about five times a second, in this thread, and once at the end.

        Raises NinetkaError if the game is over, if the state offers no moves, or if a search or
        Monte Carlo takes longer than the `limit` in seconds.
        """
        return self._choose(_MoveTask(state, rng, limit, on_progress))

    def _choose(self, task: _MoveTask[M]) -> M:
        """The only move that the state offers, or the one that the player chooses."""
        return task.moves[0] if len(task.moves) == 1 else self._choose_among(task)

    @abstractmethod
    def _choose_among(self, task: _MoveTask[M]) -> M:
        """One of several moves that the state offers."""


class Analyst(BuiltIn):
    """A player that chooses by random games, and can say what they have shown."""

    __slots__ = ()

    def analyse(
        self,
        state: GameState[M],
        rng: random.Random,
        limit: float = inf,
        on_progress: Watcher[M] | None = None,
    ) -> Analysis[M]:
        """Analyse a state as `choose` does, even if there is only one move.

        The best move is the one that `choose` plays. Raises what `choose` raises.
        """
        task = _MoveTask(state, rng, limit, on_progress)
        tree, seconds = self._grow_tree(task)
        return analysis(tree, task.state, seconds)

    def _choose_among(self, task: _MoveTask[M]) -> M:
        tree, seconds = self._grow_tree(task)
        if task.on_progress is not None:
            task.on_progress(analysis(tree, task.state, seconds))
        return tree.line[0]

    def _grow_tree(self, task: _MoveTask[M]) -> tuple[Tree[M], float]:
        """The tree in which the player looks for a move, and the seconds that it took to grow."""
        tree, playouts, seconds = self._new_tree(task)

        def tell(passed: float) -> None:
            if task.on_progress is not None:
                task.on_progress(analysis(tree, task.state, passed))

        passed = grow(tree, playouts, seconds, task.limit, tell)
        note_search(task.state, passed)
        return tree, passed

    @abstractmethod
    def _new_tree(self, task: _MoveTask[M]) -> tuple[Tree[M], int, float]:
        """An empty tree, and the playouts and seconds for which it shall grow."""


@final
@attrs.frozen
class RandomPlayer(BuiltIn):
    """Plays any of the moves offered, all equally likely."""

    @property
    def name(self) -> str:
        """`random`."""
        return "random"

    def _choose_among(self, task: _MoveTask[M]) -> M:
        return task.moves[task.rng.randrange(len(task.moves))]


@final
@attrs.frozen
class Greedy(BuiltIn):
    """Plays a move that wins at once, or else the one that gains most at once.

    `GameEntry.move_gains` says what moves gain; in a game that is not in the registry, it is the
    lead in points right after the move. Equally good moves are equally likely.
    """

    @property
    def name(self) -> str:
        """`greedy`."""
        return "greedy"

    def _choose_among(self, task: _MoveTask[M]) -> M:
        return task.rng.choice(_greediest(task.state, task.moves))


def _greediest(state: GameState[M], moves: Sequence[M]) -> Sequence[M]:
    """Return the moves that are best one move ahead; `Greedy` plays any of them."""
    seat, won = state.to_move, list[float]()
    for move in moves:
        check_time()
        after = state.apply_unchecked(move)
        won.append(shares(after)[seat] if after.is_over else 1 / after.players)
    try:
        gains: Callable[..., Sequence[Gain]] = entry_for_state(state).move_gains
    except NinetkaError:  # not in the registry
        gains = leads
    values = [*zip(won, gains(state, moves), strict=True)]
    best = max(values)
    return [move for move, value in zip(moves, values, strict=True) if value == best]


def _check_count(_: object, field: attrs.Attribute[Any], count: int) -> None:
    if not 1 <= count <= MAX_VISITS:
        raise NinetkaError(
            f"a move takes 1 to {MAX_VISITS} {field.name}, not {quoted(count)}: "
            "for example mc:1000 or search:10000"
        )


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class MonteCarlo(Analyst):
    """Plays the move after which random games are won most often (flat Monte Carlo).

    The playouts are shared evenly among the moves offered. If there are more moves than playouts,
    it tries some at random. The same state and `rng` give the same move.
    """

    playouts: int = attrs.field(validator=_check_count)
    """The number of random games for a move."""

    @property
    def name(self) -> str:
        """Such as `mc:1000`."""
        return f"mc:{self.playouts}"

    def _new_tree(self, task: _MoveTask[M]) -> tuple[Tree[M], int, float]:
        # In random order, since the first of equal ones is played
        moves = task.rng.sample(task.moves, min(self.playouts, len(task.moves)))
        tree = flat_tree(task.state, moves, task.rng)
        return tree, self.playouts - self.playouts % len(moves), inf


class Searcher(Analyst):
    """A player that looks for its moves in a search tree."""

    __slots__ = ()

    @abstractmethod
    def search_limits(self, state: GameState[Any], limit: float) -> tuple[int, float]:
        """The playouts and the seconds after which it ends. Raises NinetkaError."""

    def _new_tree(self, task: _MoveTask[M]) -> tuple[Tree[M], int, float]:
        playouts, seconds = self.search_limits(task.state, task.limit)  # which may refuse
        began = perf_counter()
        backend = search_backend_for(task.state, seconds)
        if task.game is None or task.memory is None or playouts < UNLIMITED:
            tree = self._tree(task, backend)
        else:
            tree = task.memory.tree(task.game, backend, lambda: self._tree(task, backend))
        return tree, playouts, seconds - (perf_counter() - began)

    def _tree(self, task: _MoveTask[M], backend: Backend | None) -> Tree[M]:
        """A tree with nothing in it."""
        return uct_tree(task.state, task.rng, backend)


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Search(Searcher):
    """Plays the move that a tree search finds best.

    It takes a number of visits, or a number of seconds, for which `choose` holds its thread: in an
    event loop, call it by `asyncio.to_thread`. A visit plays random games (UCT): one, in
    compiled 9tka several at a time. In compiled mill games of two, and near the end of 9tka for
    two, it looks at a position (alpha-beta). At each turn it assumes that the player to move
    wants to win most often, so it plays games of any number of players. With visits, the same state
    and `rng` give the same move. What is proven is played at once.
    """

    visits: int | None = attrs.field(default=None, kw_only=True, validator=optional(_check_count))
    """The number of visits for a move."""
    seconds: float | None = attrs.field(default=None, kw_only=True)
    """The number of seconds for a move."""

    def __attrs_post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds <= MAX_MOVE_SECONDS:
            raise NinetkaError(
                f"a move takes more than 0 and at most {MAX_MOVE_SECONDS} seconds, not "
                f"{quoted(self.seconds)}: for example search:0.5s"
            )
        if (self.visits is None) == (self.seconds is None):
            raise NinetkaError(
                "a search takes visits or seconds: Search(visits=10000) or Search(seconds=2)"
            )

    @property
    def name(self) -> str:
        """Such as `search:10000` or `search:0.5s`."""
        if self.seconds is None:
            return f"search:{self.visits}"
        return f"search:{repr(float(self.seconds)).removesuffix('.0')}s"

    def search_limits(self, state: GameState[Any], limit: float) -> tuple[int, float]:
        """The visits, or the seconds. Raises NinetkaError if these are more than the `limit`."""
        if self.seconds is not None and self.seconds > limit:
            raise too_slow(limit)
        return self.visits or UNLIMITED, self.seconds or inf


_LEVELS: Final = {"easy": 0.5, "club": 1.0, "strong": 2.0}
"""The most seconds that a move takes, by level."""


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Level(Searcher):
    """A search that is as strong as its name says: `easy`, `club` or `strong`.

    For a move `easy` and `club` take as many visits as `GameEntry.levels` says, for at most half a
    second and a second. Within that time, the same state and `rng` give the same move. `strong`
    takes two seconds. Without compiled code, few games can be played, so a level looks only at
    moves that `Greedy` may play.
    """

    name: str
    """`easy`, `club` or `strong`."""

    def __attrs_post_init__(self) -> None:
        if self.name not in _LEVELS:
            what = f"{quoted(self.name)}{did_you_mean(self.name, _LEVELS)}"
            raise NinetkaError(f"a level is {listed(_LEVELS, 'or')}, not {what}")

    def search_limits(self, state: GameState[Any], limit: float) -> tuple[int, float]:
        """The level's playouts and seconds. Raises NinetkaError."""
        seconds = _LEVELS[self.name]
        if self.name == "strong":
            return Search(seconds=seconds).search_limits(state, limit)
        try:
            levels = entry_for_state(state).levels(state)
        except NinetkaError:  # not in the registry
            levels = LEVELS
        return levels[self.name], seconds

    def _tree(self, task: _MoveTask[M], backend: Backend | None) -> Tree[M]:
        among = _greediest(task.state, task.moves) if backend is None else None
        return uct_tree(task.state, task.rng, backend, among)


_BY_NAME: Final[dict[str, BuiltIn]] = {
    "random": RandomPlayer(),
    "greedy": Greedy(),
    **{name: Level(name) for name in _LEVELS},
}
NAME_FORMS: Final = (*_BY_NAME, "mc:PLAYOUTS", "search:VISITS", "search:SECONDSs")
"""The names of players, and the words that take a number."""
_VISITS: Final = re.compile("(mc|search):([0-9]{1,20})")
_SECONDS: Final = re.compile(r"search:((?=\.?[0-9])[0-9]{0,20}\.?[0-9]{0,20}(?:e-?[0-9]{1,3})?)s")


def parse_player(text: str) -> BuiltIn:
    """The player with a name: `random`, `greedy`, `easy`, `club`, `strong`, or one with a number.

    Those are `mc:1000`, `search:10000` and `search:0.5s`. The number is how many playouts, or how
    many seconds, each move takes: a search can have either. Raises NinetkaError.

    >>> parse_player("search:0.5s")
    Search(visits=None, seconds=0.5)
    """
    if text in _BY_NAME:
        return _BY_NAME[text]
    if word := _VISITS.fullmatch(text):
        count = int(word[2])
        return MonteCarlo(count) if word[1] == "mc" else Search(visits=count)
    if word := _SECONDS.fullmatch(text):
        return Search(seconds=float(word[1]))
    raise NinetkaError(
        f"{quoted(text)} is not a computer player: write {listed(NAME_FORMS, 'or')}, "
        f"for example mc:1000, search:10000 or search:0.5s{did_you_mean(text, _BY_NAME)}"
    )


def as_analyst(player: BuiltIn) -> Analyst:
    """The player, if it can analyse positions. Raises NinetkaError."""
    if not isinstance(player, Analyst):
        raise NinetkaError(
            f"{player.name} plays out no games and so cannot analyse a position: ask mc:PLAYOUTS, "
            "search:VISITS or search:SECONDSs"
        )
    return player


@final
@attrs.define(eq=False)
class PlayerSession:
    """A computer player in one game: a search by time goes on with what it found for earlier moves.

    A search by visits begins anew for each move, so that it can be repeated, as do other players.
    The `player` may change from move to move. Threads may share a session: while one looks for a
    move, others wait.

    >>> from ninetka import NESTORGAMES
    >>> session, game = PlayerSession(parse_player("search:0.1s")), Game.start(NESTORGAMES)
    >>> while game.ply < 2:
    ...     game = game.apply(session.choose(game, random.Random()))
    """

    player: BuiltIn
    _memory: _TreeMemory[Any] = attrs.field(factory=_TreeMemory, init=False, repr=False)
    _lock: Any = attrs.field(factory=Lock, init=False, repr=False)

    def choose(
        self,
        game: Game[Any, M],
        rng: random.Random,
        limit: float = inf,
        on_progress: Watcher[M] | None = None,
    ) -> M:
        """A move where a game stands, as `BuiltIn.choose` gives it. Raises what that raises."""
        with self._lock:
            task = _MoveTask(game.state, rng, limit, on_progress, game, self._memory)
            move: M = self.player._choose(task)
            return move
