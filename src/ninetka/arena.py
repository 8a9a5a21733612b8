"""Games between computer players, and what their results say. For any game that offers moves."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from fractions import Fraction
from itertools import cycle, islice
from math import inf, log10
from random import Random
from typing import Any, Final, cast, final

import attrs

from .documented import documented
from .errors import NinetkaError, listed, quoted
from .frozenmap import FrozenMap
from .game import Game
from .games import rules_for_state
from .players import Player
from .protocol import GameOutcome, M, Playable, S, offering
from .records import SEAT_TAGS, Record
from .results import Estimate, Points, mean, share

__all__ = ["Standing", "Table", "distinct_names", "elo", "games", "play"]

_IN_FLIGHT: Final = 1000
"""How many games an executor has at a time."""


def play(start: Playable[S, M], players: Sequence[Player], random: Random) -> Game[S, M]:
    """A game between players, given by seat, from a state to the end.

    Raises NinetkaError if the state offers no moves or is for another number of players, and
    IllegalMoveError if a player chooses a move that cannot be made.

    >>> from ninetka import State
    >>> from ninetka.players import player_of
    >>> game = play(State.start(), [player_of("greedy"), player_of("random")], Random(1))
    >>> game.is_over
    True
    """
    state = offering(start)
    if len(players) != state.players:
        raise NinetkaError(f"this game has {state.players} players, not {len(players)}")
    reached, moves = [state], []
    while not state.is_over:
        moves.append(players[state.to_move].choose(state, random))
        state = state.apply(moves[-1])
        reached.append(state)
    return Game.from_replay(cast(tuple[S, ...], tuple(reached)), tuple(moves))


def games(
    start: Playable[S, M],
    players: Sequence[Player],
    count: int,
    seed: int | str,
    executor: Executor | None = None,
) -> Iterator[Record[S, M]]:
    """So many games between players, one after another, with their names in the tags.

    They sit in turn in each seating that a match of the game has; in most games that is every order
    of the players. In the first game they sit in the order given.

    What is random in a game depends on the seed and on the number of the game alone. So an
    `executor` of `concurrent.futures`, which may play several games at once, gives the same games
    as none, unless a player goes by the clock. It has at most 1,000 games at a time.

    Raises as `play` does.
    """
    seatings = list(rules_for_state(offering(start)).seatings(len(players)))
    seated = islice(cycle(seatings), count)
    tables = (
        (start, [players[each] for each in seating], f"{seed}/{number}")
        for number, seating in enumerate(islice(cycle(seatings), count), start=1)
    )
    played = map(_play, tables) if executor is None else _played_by(executor, tables)
    names = distinct_names(players)
    for number, (seating, game) in enumerate(zip(seated, played, strict=True), start=1):
        tags = {"Event": "Arena", "Round": str(number), "Seed": str(seed)}
        tags |= {tag: names[each] for tag, each in zip(SEAT_TAGS, seating, strict=False)}
        yield Record(game, tags)


def _play(table: tuple[Playable[S, M], Sequence[Player], str]) -> Game[S, M]:
    start, players, seed = table
    return play(start, players, Random(seed))


def _played_by(
    executor: Executor, tables: Iterator[tuple[Playable[S, M], Sequence[Player], str]]
) -> Iterator[Game[S, M]]:
    futures = deque(executor.submit(_play, table) for table in islice(tables, _IN_FLIGHT))
    try:
        while futures:
            game = futures.popleft().result()
            futures.extend(executor.submit(_play, table) for table in islice(tables, 1))
            yield game
    except BrokenExecutor:
        raise
    except (Exception, GeneratorExit):
        # Not for a broken pool, nor at Ctrl-C, which may be answered by ending a pool's processes:
        # there Python 3.11 trips over tasks that have been cancelled.
        for future in futures:
            future.cancel()
        raise


def distinct_names(players: Sequence[Player]) -> list[str]:
    """The players' names, all different: of two `search:100`, the second is `search:100 #2`."""
    names = [player.name for player in players]
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} #{n + 1}" if n else name for name, n in zip(names, before, strict=True)]


def elo(share: float) -> float:
    """By how many Elo points a player is stronger who wins that share of the games of two.

    It is 400·log10(share/(1 - share)): 0 for one half, about 191 for three quarters, and infinite
    for all or none.
    """
    if share in (0, 1):
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


@final
@documented
@attrs.frozen
class Standing:
    """How one player has done, in each seat and altogether."""

    name: str
    """The player's name."""
    games: tuple[int, ...]
    """By seat: how many games they have played there."""
    wins: tuple[Fraction, ...]
    """By seat: how many of them they won. Several winners share a win; in a draw all players do."""
    points: Mapping[Points, int] = FrozenMap()
    """In how many games they had so many points."""

    @property
    def share(self) -> Estimate:
        """The share of their games that they won, with its Wilson score interval.

        Shared wins vary less than whole ones, so with them the interval is wider than need be.
        """
        return share(sum(self.wins, Fraction()), sum(self.games))

    @property
    def mean_points(self) -> Estimate:
        """Their points on average, with a normal interval."""
        return mean(self.points)

    @property
    def elo(self) -> Estimate | None:
        """By how many Elo points they are stronger than the other player; None unless two play.

        The ends of its interval are those of the share, as `elo` converts them.
        """
        if len(self.games) != 2:
            return None
        won = self.share
        return Estimate(elo(won.value), elo(won.low), elo(won.high))

    def add(self, seat: int, outcome: GameOutcome) -> Standing:
        """The standing after one more game, played in that seat."""
        won = outcome.shares[seat]
        return Standing(
            self.name,
            tuple(number + (each == seat) for each, number in enumerate(self.games)),
            tuple(number + won * (each == seat) for each, number in enumerate(self.wins)),
            FrozenMap(Counter(self.points) + Counter({outcome.scores[seat]: 1})),
        )


@final
@documented
@attrs.frozen
class Table:
    """How all players have done. It never changes: adding a game gives another table.

    >>> from ninetka import State
    >>> from ninetka.players import player_of
    >>> table = Table()
    >>> for record in games(State.start(), [player_of("greedy"), player_of("random")], 6, seed=1):
    ...     table = table.add(record)
    >>> [(player.name, player.games) for player in table.players]
    [('greedy', (3, 3)), ('random', (3, 3))]
    """

    players: tuple[Standing, ...] = ()
    """In the order in which they sat in the first game; empty before it."""

    def add(self, record: Record[Any, Any]) -> Table:
        """The table after one more game, whose record names the players.

        Raises NinetkaError if the game is not over, or unless the players have different names,
        which are the same in all games.
        """
        outcome, names = record.game.outcome, record.names
        if outcome is None:
            raise NinetkaError("a game that is not over has no result")
        nothing = (0,) * len(names), (Fraction(0),) * len(names)
        players = self.players or tuple(Standing(name, *nothing) for name in names)
        known = {player.name for player in players}
        if "" in known or {*names} != known or len(names) != len(known):
            said = listed(map(quoted, names))
            raise NinetkaError(f"the players need different names, always the same, not {said}")
        return Table(tuple(each.add(names.index(each.name), outcome) for each in players))
