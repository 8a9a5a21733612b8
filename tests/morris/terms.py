"""Boards and rulesets to play random games by, published and custom."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from morris.naive import Board, Line, NaiveGame, rings


class Terms(NamedTuple):
    """What a ruleset says for one number of players, apart from the board."""

    players: int
    tokens: int
    cards: bool
    stuck: str
    from_mills: str
    jumping: bool
    quiet: int

    def naive(self, board: Board) -> NaiveGame:
        """A game by these terms that is about to begin."""
        return NaiveGame(
            self.players,
            board,
            self.tokens,
            self.cards,
            self.stuck,
            self.from_mills,
            self.jumping,
            self.quiet,
        )


MILLS_TERMS = Terms(2, 9, False, "loses", "if all", True, 50)
"""M15."""


def nine_am_terms(players: int) -> Terms:
    """M4-M14."""
    return Terms(players, 9, True, "stepped over", "never", True, 20)


def published(players: int) -> NaiveGame:
    """A game of Mills for two, of 9AM for more, that is about to begin."""
    terms = MILLS_TERMS if players == 2 else nine_am_terms(players)
    return terms.naive(rings(players))


def some_board(random: Random) -> Board:
    """A board of 4 to 30 fields, one in three at most of 9, with few lines or many."""
    fields = random.randint(4, 9) if random.random() < 1 / 3 else random.randint(10, 30)
    lines: dict[frozenset[int], Line] = {}
    everywhere = range(1, fields + 1)
    through = random.sample(everywhere, fields)
    through += random.choices(everywhere, k=random.choice([0, random.randint(0, fields)]))
    for field in through:
        if random.random() < 0.5 or not any(field in line for line in lines):
            others = random.sample([other for other in everywhere if other != field], 2)
            line = random.sample([field, *others], 3)
            lines[frozenset(line)] = (line[0], line[1], line[2])
    return fields, list(lines.values())


def some_terms(random: Random, fields: int | None = None) -> Terms:
    """Any terms for 2 to 5 players; where the number of fields is given, mostly with room to move.

    Often there is hardly any, so that players are stuck.
    """
    players = random.choice([2, 2, 3, 4, 5])
    tokens = random.choice([3, 3, 4, 5, random.randint(6, 12)])
    if fields is not None and random.random() < 0.8:
        tokens = max(3, (fields - random.randint(1, 3)) // players)
    return Terms(
        players,
        tokens=tokens,
        cards=random.random() < 0.5,
        stuck=random.choice(["stepped over", "loses"]) if players == 2 else "stepped over",
        from_mills=random.choice(["never", "if all", "always"]),
        jumping=random.random() < 0.5,
        quiet=random.choice([random.randint(1, 5), 20]),
    )
