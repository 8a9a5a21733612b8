"""Games between computer players, and what their results say. For any game that offers moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from fractions import Fraction
from itertools import combinations
from math import inf, log10
from random import Random
from threading import Event
from typing import Any, Final, Generic, TypeVar, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..base.html import html_table
from ..base.messages import listed
from ..base.position import GameOutcome
from ..base.tasks import map_as_completed, map_in_order
from ..games import entry_for_state
from ..play.game import Game
from ..players import Player
from ..protocol.states import M, Playable, S, as_game_state
from ..records import SEAT_TAGS, Record
from ..simulate.estimates import Estimate, Points, mean, share
from .referee import Referee, TimeControl

__all__ = [
    "EVENT",
    "ArenaTable",
    "Performance",
    "TimeControl",
    "distinct_names",
    "elo",
    "games",
    "numbered_games",
    "play",
    "seated_names",
]

N = TypeVar("N", int, Fraction)
T = TypeVar("T")

EVENT: Final = "Arena"
"""The tag `Event` of the games' records."""


def play(start: Playable[S, M], players: Sequence[Player], rng: Random) -> Game[S, M]:
    """A game between players, given by seat, from a state to the end.

    Where chance decides something first, the game begins with what it decides. Raises NinetkaError
    if the state offers no moves or is for another number of players, and IllegalMoveError if a
    player chooses a move that cannot be made.

    >>> from ninetka import State
    >>> from ninetka.players import parse_player
    >>> game = play(State.start(), [parse_player("greedy"), parse_player("random")], Random(1))
    >>> game.is_over
    True
    """
    opening = dealt(Game.from_state(start), rng)
    if len(players) != opening.state.players:
        raise NinetkaError(f"this game has {opening.state.players} players, not {len(players)}")
    return Referee(opening, players, rng).play().game


def dealt(opening: Game[S, M], rng: Random) -> Game[S, M]:
    """An opening, once chance has decided what comes before the first move."""
    state = opening.state.dealt(rng)
    return opening if state is opening.state else Game.from_replay((state,), ())


def games(
    start: Playable[S, M],
    players: Sequence[Player],
    count: int,
    seed: int | str,
    executor: Executor | None = None,
    *,
    openings: Sequence[Game[S, M]] = (),
    control: TimeControl | None = None,
) -> Iterator[Record[S, M]]:
    """Games between players, one after another, with their names in the tags.

    They sit in turn in each seating that a match of the game has; in most games that is every order
    of the players. In the first game they sit in the order given. If there are more players than
    seats, so does each selection of them that fills the seats. All these games begin with the first
    of the `openings`, the next ones with the second, and so on from the beginning again; without
    any, with the `start`.

    With a time `control` there are clocks, and who has run out of time loses. So does an engine
    (`EnginePlayer`) that makes an illegal move or ends, by resigning. The tag `Termination` and a
    comment say so.

    What is random in a game depends on the seed and on the number of the game alone. So an
    `executor` of `concurrent.futures`, which may play several games at once, gives the same games
    as none, unless a player goes by the clock. It has at most 1,000 games at a time. Engines need
    one that runs threads.

    Raises as `play` does.
    """
    begun = openings or (Game.from_state(start),)
    rounds = _rounds(begun, players, range(1, count + 1), seed, control)
    if executor is None:
        yield from map(_play_round, rounds)
    else:
        yield from map_in_order(executor, _play_round, rounds)


def numbered_games(
    start: Playable[S, M],
    players: Sequence[Player],
    numbers: Iterable[int],
    seed: int | str,
    executor: Executor | None = None,
    *,
    openings: Sequence[Game[S, M]] = (),
    control: TimeControl | None = None,
    stopped: Event | None = None,
) -> Iterator[tuple[int, Record[S, M]]]:
    """Play some of the games of `games`, by number from 1 on; yield each as soon as it has ended.

    Each comes with its number, so with an executor they may come in any order. A game that the
    executor loses is played again, three times. When `stopped` is set, threads give up their games.
    Raises as `play` does, and with an executor as `simulate.run` does.
    """
    begun = openings or (Game.from_state(start),)
    rounds = _rounds(begun, players, numbers, seed, control, stopped)
    with closing(map_as_completed(executor, _play_round, rounds)) as played:
        for each, record in played:
            yield each.number, record


@attrs.frozen
class _GameToPlay(Generic[S, M]):
    """One game of an arena, which can be played anywhere."""

    number: int
    opening: Game[S, M]
    players: Sequence[Player]
    names: Sequence[str]
    seed: str
    control: TimeControl | None
    stopped: Event | None


def _rounds(
    openings: Sequence[Game[S, M]],
    players: Sequence[Player],
    numbers: Iterable[int],
    seed: int | str,
    control: TimeControl | None = None,
    stopped: Event | None = None,
) -> Iterator[_GameToPlay[S, M]]:
    seatings, names = _seatings(openings[0].state, len(players)), distinct_names(players)
    for number in numbers:
        seating = seatings[(number - 1) % len(seatings)]
        seated, named = [players[each] for each in seating], [names[each] for each in seating]
        opening = opening_of(openings, len(seatings), number)
        yield _GameToPlay(number, opening, seated, named, str(seed), control, stopped)


def opening_of(openings: Sequence[T], seatings: int, number: int) -> T:
    """The opening of a game by its number, from 1 on, given the number of seatings."""
    return openings[(number - 1) // seatings % len(openings)]


def _seatings(start: object, players: int) -> Sequence[tuple[int, ...]]:
    """The seatings in turn: in each, by seat, the number of a player.

    Raises NinetkaError if there are fewer players than seats.
    """
    state = as_game_state(start)
    if players < state.players:
        raise NinetkaError(f"this game has {state.players} players, not {players}")
    seats = [*entry_for_state(state).match_rules.seatings(state.players)]
    chosen = combinations(range(players), state.players)
    return tuple(tuple(some[each] for each in seating) for some in chosen for seating in seats)


def seatings(start: Playable[S, M], players: int) -> int:
    """The number of games in which `players` of them sit in each seating once.

    Raises NinetkaError if there are fewer players than seats.
    """
    return len(_seatings(start, players))


def seated_names(start: Playable[S, M], players: Sequence[Player], number: int) -> tuple[str, ...]:
    """The players' names by seat in a game, by its number from 1 on."""
    seatings, names = _seatings(start, len(players)), distinct_names(players)
    return tuple(names[each] for each in seatings[(number - 1) % len(seatings)])


def _play_round(each: _GameToPlay[S, M]) -> Record[S, M]:
    rng = Random(f"{each.seed}/{each.number}")
    opening = dealt(each.opening, rng)
    done = Referee(opening, each.players, rng, each.control, each.stopped).play()
    tags = {"Event": EVENT, "Round": str(each.number), "Seed": each.seed, **done.tags}
    tags |= dict(zip(SEAT_TAGS, each.names, strict=False))
    return Record(done.game, tags, done.comments, clocks=done.clocks)


def distinct_names(players: Sequence[Player]) -> list[str]:
    """The players' names, all different: of two `search:100`, the second is `search:100 #2`."""
    names = [player.name for player in players]
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} #{n + 1}" if n else name for name, n in zip(names, before, strict=True)]


def elo(share: float) -> float:
    """The Elo points by which a player is stronger who wins that share of the games of two.

    It is 400·log10(share/(1 - share)): 0 for one half, about 191 for three quarters, and infinite
    for all or none. Raises NinetkaError for what is not a share.
    """
    if not 0 <= share <= 1:
        raise NinetkaError(f"a share is from 0 to 1, not {quoted(share)}")
    if share in (0, 1):
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


@final
@documented
@attrs.frozen
class Performance:
    """The performance of one player, in each seat and altogether."""

    name: str
    """The player's name."""
    games: tuple[int, ...]
    """The number of games they have played, by seat."""
    wins: tuple[int, ...]
    """The number of these games they won, alone or with others, by seat."""
    draws: tuple[int, ...]
    """The number of these games nobody won, by seat."""
    shares: tuple[Fraction, ...]
    """Their shares of the wins, by seat. Several winners share a win; in a draw all players do."""
    points: Mapping[Points, int] = FrozenMap()
    """The number of games in which they scored each number of points."""

    @classmethod
    def of(cls, name: str, seats: int) -> Performance:
        """The performance of a player who has not played yet."""
        none = (0,) * seats
        return cls(name, none, none, none, (Fraction(0),) * seats)

    @property
    def share(self) -> Estimate:
        """Their share of the wins in their games, with its Wilson score interval.

        Shared wins vary less than whole ones, so with them the interval is wider than need be.
        """
        return share(sum(self.shares, Fraction()), sum(self.games))

    @property
    def mean_points(self) -> Estimate:
        """Their points on average, with a normal interval."""
        return mean(self.points)

    @property
    def elo(self) -> Estimate | None:
        """The Elo points by which they are stronger than the other player; None unless two play.

        The interval is that of their share, converted by `elo`.
        """
        if len(self.games) != 2:
            return None
        won = self.share
        return Estimate(elo(won.value), elo(won.low), elo(won.high))

    def add(self, seat: int, outcome: GameOutcome) -> Performance:
        """The performance after one more game, played in that seat."""
        return Performance(
            self.name,
            _increased(self.games, seat, 1),
            _increased(self.wins, seat, seat in outcome.winners),
            _increased(self.draws, seat, not outcome.winners),
            _increased(self.shares, seat, outcome.shares[seat]),
            FrozenMap(Counter(self.points) + Counter({outcome.scores[seat]: 1})),
        )


def _increased(numbers: tuple[N, ...], seat: int, more: N) -> tuple[N, ...]:
    return tuple(number + more if each == seat else number for each, number in enumerate(numbers))


@final
@documented
@attrs.frozen
class ArenaTable:
    """The performances of all players. It never changes: adding a game gives another table.

    >>> from ninetka import State
    >>> from ninetka.players import parse_player
    >>> table = ArenaTable()
    >>> players = [parse_player("greedy"), parse_player("random")]
    >>> for record in games(State.start(), players, 6, seed=1):
    ...     table = table.add(record)
    >>> [(player.name, player.games) for player in table.players]
    [('greedy', (3, 3)), ('random', (3, 3))]
    """

    players: tuple[Performance, ...] = ()
    """In the order in which they sat in the first game that was added; empty before it."""

    @classmethod
    def between(cls, names: Sequence[str], seats: int | None = None) -> ArenaTable:
        """The table of players who have not played yet, in that order.

        There are as many seats as players, unless another number is given.
        """
        return cls(tuple(Performance.of(name, seats or len(names)) for name in names))

    @property
    def games(self) -> int:
        """The number of games that have been added."""
        played = sum(sum(player.games) for player in self.players)
        return played // len(self.players[0].games) if self.players else 0

    def add(self, record: Record[Any, Any]) -> ArenaTable:
        """The table after one more game, whose record names the players.

        Raises NinetkaError if the game is not over, or unless the players have different names that
        are in the table. Into an empty table, the first game brings them.
        """
        outcome, names = record.game.outcome, record.names
        if outcome is None:
            raise NinetkaError("a game that is not over has no result")
        players = self.players or ArenaTable.between(names).players
        known = {player.name for player in players}
        if "" in known or not {*names} <= known or len(names) != len({*names}):
            said = listed(map(quoted, names))
            raise NinetkaError(f"the players need different names, always the same, not {said}")
        seats = {name: seat for seat, name in enumerate(names)}
        return ArenaTable(
            tuple(
                each.add(seats[each.name], outcome) if each.name in seats else each
                for each in players
            )
        )

    def _repr_html_(self) -> str:
        """The table for notebooks."""
        heads = ["", "games", "wins", "draws", "% won (95 % interval)", "points"]
        two = len(self.players) == 2
        rows = [heads + ["Elo (95 % interval)"] * two]
        for player in self.players if self.games else ():
            counts = (sum(player.games), sum(player.wins), sum(player.draws))
            figures = [player.share.to_text(100), player.mean_points.to_text()]
            if player.elo is not None:
                figures.append(player.elo.to_text(decimals=0))
            rows.append([player.name, *map(str, counts), *figures])
        return html_table(rows)
