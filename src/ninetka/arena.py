"""Computer players against each other, and what their results say. For any game that offers moves.

What a difference in results is worth depends on the number of games, so shares of wins and Elo
differences come with 95 % intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from itertools import repeat
from math import inf, log10, sqrt
from random import Random
from typing import Any, Final, cast, final

import attrs

from .errors import NinetkaError, listed, quoted
from .game import Game
from .games import rules_for_state
from .players import Player
from .protocol import GameOutcome, M, Playable, S, offering
from .records import SEAT_TAGS, Record

__all__ = ["Interval", "Result", "Results", "distinct_names", "elo", "games", "interval", "play"]

_QUANTILE: Final = 1.959964
"""A normal variable lies within so many standard deviations of its mean in 95 % of cases."""


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
        raise NinetkaError(f"there are {len(players)} players for a game of {state.players}")
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
    of the players. In the first game they sit in the order given. Each game has random numbers of
    its own, which depend on the seed and the number of the game alone. So if no player goes by the
    clock, the games are the same with any `executor`, which may play several of them at once.

    Raises as `play` does.
    """
    seatings = list(rules_for_state(start).seatings(len(players)))
    seated = [seatings[number % len(seatings)] for number in range(count)]
    names = distinct_names(players)
    tables = [[players[each] for each in seating] for seating in seated]
    seeds = [f"{seed}/{number}" for number in range(1, count + 1)]
    played = (executor.map if executor else map)(_play, repeat(start), tables, seeds)
    for number, (seating, game) in enumerate(zip(seated, played, strict=True), start=1):
        tags = {"Event": "Arena", "Round": str(number), "Seed": str(seed)}
        tags |= {tag: names[each] for tag, each in zip(SEAT_TAGS, seating, strict=False)}
        yield Record(game, tags)


def _play(start: Playable[S, M], players: Sequence[Player], seed: str) -> Game[S, M]:
    return play(start, players, Random(seed))


def distinct_names(players: Sequence[Player]) -> list[str]:
    """The players' names, all different: of two `search:100`, the second is `search:100 #2`."""
    names = [player.name for player in players]
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} #{n + 1}" if n else name for name, n in zip(names, before, strict=True)]


@final
@attrs.frozen
class Interval:
    """An estimate, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def interval(wins: Fraction | int, games: int) -> Interval:
    """The share of games won, with its 95 % interval by Wilson's formula.

    With n games, the share s and z = 1.96, the ends are
    (s + z²/2n ± z·√(s(1 - s)/n + z²/4n²)) / (1 + z²/n). Draws count as parts of wins and make the
    interval a little wider than it need be. Raises NinetkaError if there are no games.

    >>> interval(15, 20)
    Interval(value=0.75, low=0.531..., high=0.888...)
    """
    if games < 1:
        raise NinetkaError("without a game there is no share of wins")
    return Interval(float(wins / games), _low(wins, games), 1 - _low(games - wins, games))


def _low(wins: Fraction | int, games: int) -> float:
    share, squared = float(wins / games), _QUANTILE**2
    deviation = _QUANTILE * sqrt(share * (1 - share) / games + squared / (4 * games**2))
    low = (share + squared / (2 * games) - deviation) / (1 + squared / games)
    return low if wins else 0.0


def elo(share: float) -> float:
    """By how many Elo points a player is stronger who wins that share of the games of two.

    It is -400·log10(1/share - 1): 0 for one half, about 191 for three quarters, and infinite for
    all or none.
    """
    if share in (0, 1):
        return inf if share else -inf
    return -400 * log10(1 / share - 1)


@final
@attrs.frozen
class Result:
    """How one player has done in the games played."""

    name: str
    games: tuple[int, ...]
    """By seat: how many games they have played there."""
    wins: tuple[Fraction, ...]
    """By seat: how many of them they won. Several winners share a win; a draw is shared by all."""
    points: int | Fraction = 0
    """The exact sum of their points."""

    @property
    def share(self) -> Interval:
        """The share of their games that they won."""
        return interval(sum(self.wins), sum(self.games))

    @property
    def elo(self) -> Interval | None:
        """By how many Elo points they are stronger than their opponent; None unless there is one.

        The ends are those of the share, as `elo` converts them.
        """
        share = self.share
        if len(self.games) != 2:
            return None
        return Interval(elo(share.value), elo(share.low), elo(share.high))

    def add(self, seat: int, outcome: GameOutcome) -> Result:
        """The result with one more game, played in that seat."""
        winners = outcome.winners or range(len(self.games))
        won = Fraction(1, len(winners)) if seat in winners else 0
        return Result(
            self.name,
            tuple(number + (each == seat) for each, number in enumerate(self.games)),
            tuple(number + won * (each == seat) for each, number in enumerate(self.wins)),
            self.points + outcome.scores[seat],
        )


@final
@attrs.frozen
class Results:
    """The results of all players. They never change: adding a game gives other Results.

    >>> from ninetka import State
    >>> from ninetka.players import player_of
    >>> results = Results()
    >>> for record in games(State.start(), [player_of("greedy"), player_of("random")], 6, seed=1):
    ...     results = results.add(record)
    >>> [(player.name, sum(player.games)) for player in results.players]
    [('greedy', 6), ('random', 6)]
    """

    players: tuple[Result, ...] = ()
    """In the order in which they sat in the first game; empty before it."""

    def add(self, record: Record[Any, Any]) -> Results:
        """The results with one more game; the record names its players.

        Raises NinetkaError if the game is not over, or its players are others or have no names of
        their own.
        """
        outcome, names = record.game.outcome, record.names
        if outcome is None:
            raise NinetkaError("a game that is not over has no result")
        nobody = (0,) * len(names)
        players = self.players or tuple(Result(name, nobody, nobody) for name in names)
        known = {player.name for player in players}
        if {*names} != known or "" in known or not len(known) == len(names) == len(players):
            said = listed(map(quoted, names))
            raise NinetkaError(
                f"{len(players)} players with different names are needed, not {said}"
            )
        added = (player.add(names.index(player.name), outcome) for player in players)
        return Results(tuple(added))
