"""Matches: the same players meet in several seat orders, and their points are added. For any game.

For two players this is the tournament of 9tka's rule sheet (R13): two games, each player once in
each seat. That three or four players play all 6 or 24 seat orders is ninetka's own extension of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import zip_longest
from typing import Any, Final, Generic, TypeAlias, final, overload

import attrs

from . import records
from .errors import NinetkaError, RecordError, quoted
from .game import Game
from .games import rules_for_state
from .protocol import M2, S2, GameRuleset, GameState, M, S
from .records import SEAT_TAGS, UNFINISHED, AnyRecord, AnyVerdict, Record, Verdict
from .records.sources import Source, name_of
from .rules import Rules

__all__ = ["AnyMatch", "Match", "read", "verify"]

MATCH: Final = "Match"
"""The tag of a match's records with its name."""
NUMBER: Final = "MatchGame"
"""The tag that says which of the match's games a record is, from 1."""
RESULT: Final = "MatchResult"
"""The tag of a match's last record: the totals in seat order of the first game, or `*`."""


@final
@attrs.frozen
class Match(Generic[S, M]):
    """A match as far as it has been played; immutable, so every game gives another Match.

    Make one with `start`, or read it with `read`. All its games begin with the same position.
    Raises NinetkaError if there is not a different name for each player.
    """

    name: str
    names: tuple[str, ...]
    """The players' names, in the seat order of the first game."""
    initial_state: S
    """What every game begins with."""
    games: tuple[Record[S, M], ...] = ()
    """In the order they were played, with the names of the seats in their tags."""

    def __attrs_post_init__(self) -> None:
        records.clean_tags({MATCH: self.name, **dict(zip(SEAT_TAGS, self.names, strict=False))})
        _check_names(self.names, self.initial_state.players)

    @classmethod
    def start(
        cls, ruleset: GameRuleset[S2, M2], names: Sequence[str], name: str = "Match"
    ) -> Match[S2, M2]:
        """A match of these players, no game of it played yet.

        Raises NinetkaError if the ruleset is not for so many players, or if two have one name.
        """
        given = tuple(names) if isinstance(names, Iterable) else ()
        game = Game.start(ruleset, len(given))
        return Match(name, given, game.initial_state)

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in each game, as `Rules.seatings` has it: mostly every seat order once."""
        seatings = rules_for_state(self.initial_state).seatings(len(self.names))
        return tuple(tuple(self.names[player] for player in seating) for seating in seatings)

    @property
    def left(self) -> tuple[tuple[str, ...], ...]:
        """The seat orders that have not been played yet; the first is the next game's."""
        left = list(self.seatings)
        for record in self.games:
            left.remove(record.names)
        return tuple(left)

    def add(
        self,
        game: Game[S, M],
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> Match[S, M]:
        """The match with one game more, and what is to be written down about it.

        Its seats go to the players as the tags First, Second … say, or as the first of `left` does;
        the first game's seats give `names` their order. Raises NinetkaError if the game does not
        begin as the others do, if others play it, or in a seat order that the match does not have
        or has had already, RecordError for tags and comments that cannot be written.
        """
        record = Record(game, {} if tags is None else tags, {} if comments is None else comments)
        own = sorted(record.tags.keys() & {MATCH, NUMBER, RESULT})
        if own:
            raise NinetkaError(f"the match itself says what its tag {own[0]} is")
        if game.initial_state != self.initial_state:
            raise NinetkaError("the games of a match begin with the same position")
        if not any(record.names):
            if not self.left:
                raise NinetkaError("the match has had its games: every seat order was played")
            seated = dict(zip(SEAT_TAGS, self.left[0], strict=False))
            record = attrs.evolve(record, tags={**record.tags, **seated})
        if sorted(record.names) != sorted(self.names):
            raise NinetkaError(
                f"the players of the match are {_listed(self.names)}, not {_listed(record.names)}"
            )
        match = self if self.games else attrs.evolve(self, names=record.names)
        if record.names not in match.seatings:
            raise NinetkaError(f"the match has no game in the seat order {_listed(record.names)}")
        if record.names not in match.left:
            raise NinetkaError(f"the seat order {_listed(record.names)} was played before")
        return attrs.evolve(match, games=(*self.games, record))

    @property
    def is_over(self) -> bool:
        """Whether all its games have been played to their ends."""
        return not self.left and all(record.game.is_over for record in self.games)

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
        """Those with the highest total: one, or several if it is a draw; none until it is over."""
        if not self.is_over:
            return ()
        totals = dict(zip(self.names, self.totals, strict=True))
        return tuple(name for name in self.names if totals[name] == max(self.totals))

    @property
    def winner(self) -> str | None:
        """The one winner; None if the match is drawn, or not over."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def result(self) -> str:
        """The totals as records state them, such as `7-9`, or `*` if the match is not over.

        Where one is below 0 there are colons between them: `35:-10/3:40`.
        """
        if not self.is_over:
            return UNFINISHED
        return (":" if min(self.totals) < 0 else "-").join(map(str, self.totals))

    @property
    def records(self) -> tuple[Record[S, M], ...]:
        """The games with the tags that make a match of them: give them to `records.write`."""
        tagged = []
        for number, record in enumerate(self.games, start=1):
            tags = {MATCH: self.name, NUMBER: str(number), **record.tags}
            if number == len(self.games):
                tags[RESULT] = self.result
            tagged.append(attrs.evolve(record, tags=tags))
        return tuple(tagged)

    def _repr_html_(self) -> str:
        """The games and totals as a table, as notebooks show it."""
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
        raise NinetkaError(f"a match is of {len(SEAT_TAGS)} players at most, not {players}")


def _listed(names: Iterable[object]) -> str:
    return ", ".join(quoted(name) for name in names)


AnyMatch: TypeAlias = Match[GameState[Hashable], Hashable]
"""A match of whichever game; with `rules`, reading gives matches of that game's own types."""


@overload
def read(source: Source, name: str | None = None, *, rules: None = None) -> Iterator[AnyMatch]: ...
@overload
def read(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Match[S, M]]: ...
def read(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Match[Any, Any]]:
    """The matches of a source of records; records of no match are passed over.

    Takes what `records.read` does. Raises RecordError at the first record that cannot be read, or
    does not belong where it stands, or states another result of the match than its games give.
    """
    follower = _Follower(name_of(source, name))
    for verdict in records.verify(source, name, rules=rules):
        before = follower.match
        error = follower.follow(verdict).error
        now = follower.match
        ended = now is None or len(now.games) == 1
        if before is not None and ended and (error is None or not before.left):
            yield before
        if error is not None:
            raise error
    if follower.match is not None:
        yield follower.match


@overload
def verify(
    source: Source, name: str | None = None, *, rules: None = None
) -> Iterator[AnyVerdict]: ...
@overload
def verify(
    source: Source, name: str | None = None, *, rules: Rules[S, M]
) -> Iterator[Verdict[S, M]]: ...
def verify(
    source: Source, name: str | None = None, *, rules: Rules[Any, Any] | None = None
) -> Iterator[Verdict[Any, Any]]:
    """What `records.verify` gives, with the matches among the records verified as well.

    The record with which a match goes wrong is a bad one: a seat order played twice, other players,
    a number out of turn, a wrong total. In a match with a bad record the totals are not checked.
    """
    follower = _Follower(name_of(source, name))
    for verdict in records.verify(source, name, rules=rules):
        yield follower.follow(verdict)


def _said(number: str | None) -> str:
    return f"the record has no {NUMBER}" if number is None else f"{NUMBER} is {quoted(number)}"


@attrs.define
class _Follower:
    """Follows the records of a source and knows the match that the last one was of."""

    file: str | None
    match: Match[Any, Any] | None = None
    lost: bool = False
    """Whether a bad record came since, which may have been of the match."""

    def follow(self, verdict: Verdict[Any, Any]) -> Verdict[Any, Any]:
        """The verdict, or a worse one."""
        match, error = None, verdict.error
        if verdict.record is not None:
            try:
                match = self._joined(verdict.record)
            except NinetkaError as wrong:
                game = verdict.record.game
                error = RecordError(str(wrong), self.file, verdict.number, verdict.line, game=game)
        self.match = match
        self.lost = error is not None or (self.lost and match is None)
        return verdict if error is None else Verdict(verdict.number, verdict.line, None, error)

    def _joined(self, record: AnyRecord) -> Match[Any, Any] | None:
        """The match with one record more, or None if it is of no match, or of one that is lost."""
        tags = dict(record.tags)
        name, number, result = (tags.pop(tag, None) for tag in (MATCH, NUMBER, RESULT))
        if name is None:
            if number is not None or result is not None:
                raise NinetkaError(f"a record with {NUMBER} or {RESULT} needs {MATCH} too")
            self.lost = False
            return None
        match: Match[Any, Any]
        if number == "1":
            match = Match(name, record.names, record.game.initial_state)
        elif self.match is not None and self.match.name == name:
            match = self.match
        elif self.lost:
            return None
        else:
            raise NinetkaError(f"{_said(number)}, but no game of the match comes before it")
        if number != str(len(match.games) + 1):
            raise NinetkaError(
                f"{_said(number)}, but it is game {len(match.games) + 1} of its match"
            )
        match = match.add(record.game, tags, record.comments)
        if result not in (None, match.result):
            gives = (
                "it is not over" if match.result == UNFINISHED else f"its games give {match.result}"
            )
            raise NinetkaError(f"the match is said to end {quoted(result)}, but {gives}")
        return match
