"""Standings: what players have won and scored in several games. For any game."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, final

import attrs

from .documented import documented
from .records import Record

__all__ = ["Standing", "Standings", "standings"]


@final
@documented
@attrs.frozen
class Standing:
    """The results of one player."""

    name: str
    """The player's name."""
    games: int = 0
    """How many finished games they played. A game counts once, even with several seats in it."""
    won: int = 0
    """How many of these they won. A game with several winners counts for each of them."""
    points: int | Fraction = 0
    """The exact sum of their points."""


@final
@documented
@attrs.frozen
class Standings:
    """The results of all players."""

    players: tuple[Standing, ...]
    """Most points first; with equal points, most games won first, then by name."""
    games: int
    """How many finished games were added up."""
    unfinished: int
    """How many games were left out because they are not over."""
    unnamed: int
    """How many seats without a name were left out of the games added up."""


def standings(records: Iterable[Record[Any, Any]]) -> Standings:
    """Add up the results of records, which are taken one at a time.

    Players are identified by their names in the tags First, Second and so on. White space around a
    name does not count.

    >>> from random import Random
    >>> from ninetka import State
    >>> from ninetka.simulate import random_game
    >>> games = [random_game(State.start(), Random(seed)) for seed in (1, 2, 3)]
    >>> names = {"First": "Ann", "Second": "Ben"}
    >>> for player in standings(Record(game, names) for game in games).players:
    ...     print(player.name, player.games, player.won, player.points)
    Ben 3 3 13
    Ann 3 0 10
    """
    players: dict[str, Standing] = {}
    games = unfinished = unnamed = 0
    for record in records:
        outcome = record.game.outcome
        if outcome is None:
            unfinished += 1
            continue
        games += 1
        names = [name.strip() for name in record.names]
        unnamed += names.count("")
        for name in set(names) - {""}:
            seats = [seat for seat, other in enumerate(names) if other == name]
            player = players.get(name, Standing(name))
            players[name] = Standing(
                name,
                player.games + 1,
                player.won + any(seat in outcome.winners for seat in seats),
                player.points + sum(outcome.scores[seat] for seat in seats),
            )
    ranked = sorted(players.values(), key=lambda each: (-each.points, -each.won, each.name))
    return Standings(tuple(ranked), games, unfinished, unnamed)
