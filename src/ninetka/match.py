"""Matches: the same players meet in several seat orders, and their points are added. For any game.

With two players this is the tournament of 9tka's rule sheet (R13): two games, each player once in
each seat. That three or four players play all 6 or 24 seat orders is ninetka's own extension.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import zip_longest
from typing import Final, Generic, final

import attrs

from .errors import NinetkaError, RecordError, quoted
from .game import Game
from .games import rules_for_state
from .protocol import M2, S2, GameRuleset, M, S
from .records import SEAT_TAGS, UNFINISHED, Record, Verdict, clean_tags

__all__ = ["Match", "checked", "matches"]

MATCH: Final = "Match"
"""The tag of a match's records with its name."""
NUMBER: Final = "MatchGame"
"""The tag with the number of a record's game in the match, from 1."""
RESULT: Final = "MatchResult"
"""The tag of a match's last record: the totals in seat order of the first game, or `*`."""


@final
@attrs.frozen
class Match(Generic[S, M]):
    """A match as far as it has been played. It never changes: adding a game gives another Match.

    Make one with `start`, or read it with `matches`. All its games begin with the same position.
    Raises NinetkaError unless each player has a name and all names are different.
    """

    name: str
    names: tuple[str, ...]
    """The players' names, in the seat order of the first game."""
    initial_state: S
    """The position with which every game begins."""
    games: tuple[Record[S, M], ...] = ()
    """In the order they were played, with the players' names in the tags."""

    def __attrs_post_init__(self) -> None:
        clean_tags({MATCH: self.name, **dict(zip(SEAT_TAGS, self.names, strict=False))})
        _check_names(self.names, self.initial_state.players)

    @classmethod
    def start(
        cls, ruleset: GameRuleset[S2, M2], names: Sequence[str], name: str = "Match"
    ) -> Match[S2, M2]:
        """A match between these players, with no game played yet.

        Raises NinetkaError if the ruleset is not for so many players, or if two have one name.
        """
        game = Game.start(ruleset, len(names))
        return Match(name, tuple(names), game.initial_state)

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The names by seat for each game, from `Rules.seatings`: by default each order once."""
        seatings = rules_for_state(self.initial_state).seatings(len(self.names))
        return tuple(tuple(self.names[player] for player in seating) for seating in seatings)

    @property
    def remaining(self) -> tuple[tuple[str, ...], ...]:
        """The seat orders that have not been played yet; the first is that of the next game."""
        remaining = list(self.seatings)
        for record in self.games:
            remaining.remove(record.names)
        return tuple(remaining)

    def add(
        self,
        game: Game[S, M],
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> Match[S, M]:
        """The match with one more game, and the tags and comments of its record.

        The tags First, Second … say who sits where; without them it is the first of `remaining`.
        The first game decides the order of `names`.

        Raises NinetkaError if the game doesn't begin like the others, if its players are others, or
        if its seat order is not one of the match or was played before; RecordError for tags and
        comments that no record can hold.
        """
        record = Record(game, tags or {}, comments or {})
        own = sorted(record.tags.keys() & {MATCH, NUMBER, RESULT})
        if own:
            raise NinetkaError(f"the tag {own[0]} is set by the match itself")
        if game.initial_state != self.initial_state:
            raise NinetkaError("the games of a match begin with the same position")
        if not any(record.names):
            if not self.remaining:
                raise NinetkaError("the match is complete: every seat order was played")
            seated = dict(zip(SEAT_TAGS, self.remaining[0], strict=False))
            record = attrs.evolve(record, tags={**record.tags, **seated})
        if sorted(record.names) != sorted(self.names):
            raise NinetkaError(
                f"the players of the match are {_listed(self.names)}, not {_listed(record.names)}"
            )
        match = self if self.games else attrs.evolve(self, names=record.names)
        if record.names not in match.seatings:
            raise NinetkaError(f"the match has no game in the seat order {_listed(record.names)}")
        if record.names not in match.remaining:
            raise NinetkaError(f"the seat order {_listed(record.names)} was played before")
        return attrs.evolve(match, games=(*self.games, record))

    @property
    def is_over(self) -> bool:
        """Whether all its games have been played to their ends."""
        return not self.remaining and all(record.game.is_over for record in self.games)

    @property
    def totals(self) -> tuple[int | Fraction, ...]:
        """Each player's points in the games that are over, in the order of `names`."""
        points: dict[str, int | Fraction] = dict.fromkeys(self.names, 0)
        for record in self.games:
            if (outcome := record.game.outcome) is not None:
                for name, scored in zip(record.names, outcome.scores, strict=True):
                    points[name] += scored
        return tuple(points.values())

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with the highest total: several if it is a draw, none until it is over."""
        if not self.is_over:
            return ()
        best = max(self.totals)
        return tuple(
            name for name, total in zip(self.names, self.totals, strict=True) if total == best
        )

    @property
    def winner(self) -> str | None:
        """The only winner; None if the match is drawn or not over."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def result(self) -> str:
        """The totals as records state them, such as `7-9`, or `*` if the match is not over.

        If one is below 0 they are separated by colons: `35:-10/3:40`.
        """
        if not self.is_over:
            return UNFINISHED
        return (":" if min(self.totals) < 0 else "-").join(map(str, self.totals))

    @property
    def records(self) -> tuple[Record[S, M], ...]:
        """The games with the tags of the match: give them to `records.write`."""
        tagged = []
        for number, record in enumerate(self.games, start=1):
            tags = {MATCH: self.name, NUMBER: str(number), **record.tags}
            if number == len(self.games):
                tags[RESULT] = self.result
            tagged.append(attrs.evolve(record, tags=tags))
        return tuple(tagged)

    def _repr_html_(self) -> str:
        """The games and totals as a table, for notebooks."""
        rows = [["", *self.names, "Result"]]
        for number, record in enumerate(self.games, start=1):
            scores = record.game.outcome.scores if record.game.outcome else ()
            seats = zip_longest(record.names, map(str, record.game.state.seats), map(str, scores))
            had = {name: f"{points or '*'} ({seat})" for name, seat, points in seats}
            rows.append([f"Game {number}", *(had[name] for name in self.names), record.result])
        rows.append(["Total", *map(str, self.totals), self.result])
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
        table = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table><caption>{escape(self.name)}</caption>{table}</table>"


def _check_names(names: Sequence[str], players: int) -> None:
    if len(names) != players or not all(names):
        raise NinetkaError(
            f"a match of {players} needs a name for each player, not {_listed(names)}"
        )
    if len(set(names)) < len(names):
        raise NinetkaError(f"the players of a match have different names, not {_listed(names)}")
    if players > len(SEAT_TAGS):
        raise NinetkaError(f"a match has at most {len(SEAT_TAGS)} players, not {players}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(quoted, names))


def matches(verdicts: Iterable[Verdict[S, M]]) -> Iterator[Match[S, M]]:
    """The matches among the records of a source: give it what `records.verify` gives.

    Records that belong to no match are passed over. Raises RecordError at the first record that is
    bad by itself or in its match, as `checked` finds it.
    """
    follower: _Follower[S, M] = _Follower()
    for verdict in verdicts:
        before = follower.match
        error = follower.follow(verdict).error
        now = follower.match
        ended = now is None or len(now.games) == 1
        if before is not None and ended and (error is None or not before.remaining):
            yield before
        if error is not None:
            raise error
    if follower.match is not None:
        yield follower.match


def checked(verdicts: Iterable[Verdict[S, M]]) -> Iterator[Verdict[S, M]]:
    """What `records.verify` gives, with the matches among the records verified as well.

    The record where a match goes wrong gets a bad verdict: a seat order played twice, other
    players, a number out of turn, a wrong total. In a match with a bad record, totals are not
    checked.
    """
    follower: _Follower[S, M] = _Follower()
    for verdict in verdicts:
        yield follower.follow(verdict)


@attrs.define
class _Follower(Generic[S, M]):
    """Follows the records of a source and knows the match to which the last one belongs."""

    match: Match[S, M] | None = None
    lost: bool = False
    """Whether a bad record came since, which may have belonged to the match."""

    def follow(self, verdict: Verdict[S, M]) -> Verdict[S, M]:
        """The verdict, or a bad one."""
        match = None
        if verdict.record is not None:
            try:
                match = self._joined(verdict.record)
            except NinetkaError as wrong:
                game = verdict.record.game
                error = RecordError(
                    str(wrong), verdict.source, verdict.number, verdict.line, game=game
                )
                verdict = attrs.evolve(verdict, record=None, error=error)
        self.match = match
        self.lost = verdict.error is not None or (self.lost and match is None)
        return verdict

    def _joined(self, record: Record[S, M]) -> Match[S, M] | None:
        """The match with one more record; None if it belongs to no match, or to one that is lost.

        Raises NinetkaError if it does not fit into its match.
        """
        tags = dict(record.tags)
        name, number, result = (tags.pop(tag, None) for tag in (MATCH, NUMBER, RESULT))
        stated = "missing" if number is None else quoted(number)
        if name is None:
            if number is not None or result is not None:
                raise NinetkaError(f"a record with {NUMBER} or {RESULT} needs {MATCH} too")
            self.lost = False
            return None
        match: Match[S, M]
        if number == "1":
            match = Match(name, record.names, record.game.initial_state)
        elif self.match is not None and self.match.name == name:
            match = self.match
        elif self.lost:
            return None
        else:
            raise NinetkaError(f"{NUMBER} is {stated}, but no game of the match comes before it")
        if number != str(len(match.games) + 1):
            raise NinetkaError(
                f"{NUMBER} is {stated}, but it is game {len(match.games) + 1} of its match"
            )
        match = match.add(record.game, tags, record.comments)
        if result not in (None, match.result):
            gives = (
                "it is not over" if match.result == UNFINISHED else f"its games give {match.result}"
            )
            raise NinetkaError(f"the match is said to end {quoted(result)}, but {gives}")
        return match
