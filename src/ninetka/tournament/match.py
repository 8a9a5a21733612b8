"""Matches: the same players meet in several seat orders, and their points are added. For any game.

With two players this is the tournament of 9tka's rule sheet (R13): two games, each player once in
each seat. That three or four players play all 6 or 24 seat orders is ninetka's own extension.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final, Generic, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, RecordError, RecordErrorKind, quoted
from ..base.fields import convert_fields
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.rulesets import GameRuleset
from ..protocol.states import M2, S2, GameState, M, S
from ..records import SEAT_TAGS, UNFINISHED, Record, Verdict, clean_tags

__all__ = ["Match", "checked", "matches"]

MATCH: Final = "Match"
"""The tag of a match's records with its name."""
NUMBER: Final = "MatchGame"
"""The tag with the number of a record's game in the match, from 1."""
RESULT: Final = "MatchResult"
"""The tag of a match's last record: the totals in seat order of the first game, or `*`."""


@final
@documented
@attrs.frozen(field_transformer=convert_fields())
class Match(Generic[S, M]):
    """A match as far as it has been played. It never changes: adding a game gives another Match.

    Make one with `start`, or read it with `matches`. All its games begin with the same position.
    Raises NinetkaError unless each player has a name and all names are different.
    """

    name: str
    """The match's name, which the tag `Match` of its records has."""
    names: tuple[str, ...]
    """The players' names, in the seat order of the first game."""
    initial_state: S
    """The position with which every game begins."""
    games: tuple[Record[S, M], ...] = ()
    """In the order they were played, with the players' names in the tags."""

    def __attrs_post_init__(self) -> None:
        clean_tags({MATCH: self.name, **dict(zip(SEAT_TAGS, self.names, strict=False))})
        if not isinstance(self.initial_state, GameState):
            raise NinetkaError(f"a match begins with a state, not {quoted(self.initial_state)}")
        players = self.initial_state.players
        if "" in self.names or not len({*self.names}) == len(self.names) == players:
            raise NinetkaError(
                f"the {players} players of a match need different names, not {_listed(self.names)}"
            )

    @classmethod
    def start(
        cls, ruleset: GameRuleset[S2, M2], names: Sequence[str], name: str = "Match"
    ) -> Match[S2, M2]:
        """A match between these players, with no game played yet.

        Raises NinetkaError if the ruleset is not for that number of players, or if two of them have
        the same name.
        """
        return Match(name, tuple(names), Game.start(ruleset, len(names)).initial_state)

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The names by seat for each game (`MatchRules.seatings`): by default each order once."""
        seatings = entry_for_state(self.initial_state).match_rules.seatings(len(self.names))
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
        return self._with(Record(game, tags or {}, comments or {}))

    def _with(self, record: Record[S, M]) -> Match[S, M]:
        """The match with one more game, given its record without tags of the match."""
        game = record.game
        for tag in sorted(record.tags.keys() & {MATCH, NUMBER, RESULT}):
            raise NinetkaError(f"the tag {tag} is set by the match itself")
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
        if record.names not in match.remaining:
            raise NinetkaError(
                f"the match has no game left in the seat order {_listed(record.names)}"
            )
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
        """The players with the highest total; none if all are equal, or until it is over."""
        totals = self.totals if self.is_over else ()
        names = zip(self.names, totals, strict=False)
        best = tuple(name for name, total in names if total == max(totals))
        return best if len(best) < len(self.names) else ()

    @property
    def winner(self) -> str | None:
        """The only winner; None if there are several or none."""
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
        from ..base.html import html_table  # noqa: PLC0415  # for notebooks alone

        rows = [["", *self.names, "Result"]]
        for number, record in enumerate(self.games, start=1):
            scores = record.game.outcome.scores if record.game.outcome else ()
            seats = zip_longest(record.names, map(str, record.game.state.seats), map(str, scores))
            had = {name: f"{points or '*'} ({seat})" for name, seat, points in seats}
            rows.append([f"Game {number}", *(had[name] for name in self.names), record.result])
        rows.append(["Total", *map(str, self.totals), self.result])
        return html_table(rows, self.name)


def matches(verdicts: Iterable[Verdict[S, M]]) -> Iterator[Match[S, M]]:
    """The matches among the records of a source: give it what `records.verify` gives.

    Records that belong to no match are passed over. Raises RecordError at the first record that is
    bad by itself or in its match, as `checked` finds it.
    """
    before = None
    for verdict, match in _followed(verdicts):
        ended = match is None or len(match.games) == 1
        if before is not None and ended and (verdict.error is None or not before.remaining):
            yield before
        if verdict.error is not None:
            raise verdict.error
        before = match
    if before is not None:
        yield before


def checked(verdicts: Iterable[Verdict[S, M]]) -> Iterator[Verdict[S, M]]:
    """Yield what `records.verify` gives, with the matches among the records verified as well.

    The record where a match goes wrong gets a bad verdict: a seat order played twice, other
    players, a number out of turn, a wrong total. In a match with a bad record, totals are not
    checked. Each verdict is given before the next one is taken.
    """
    for verdict, _ in _followed(verdicts):
        yield verdict


def begins_match(verdict: Verdict[S, M]) -> bool:
    """Tell whether `checked` can start here: the record is in no match, begins one, or is bad.

    Takes a verdict of `records.verify`.
    """
    tags = {} if verdict.record is None else verdict.record.tags
    return MATCH not in tags or tags.get(NUMBER) == "1"


def _followed(
    verdicts: Iterable[Verdict[S, M]],
) -> Iterator[tuple[Verdict[S, M], Match[S, M] | None]]:
    """Each verdict with the match its record belongs to; bad if the record does not fit it."""
    match: Match[S, M] | None = None
    lost = False  # whether a bad record came since, which may have belonged to the match
    for verdict in verdicts:
        before, match = match, None
        record = verdict.record
        if record is not None:
            lost = lost and MATCH in record.tags
            try:
                match = _joined(before, lost, record)
            except NinetkaError as wrong:
                place = verdict.source, verdict.number, verdict.line
                error = RecordError(wrong.message, RecordErrorKind.MATCH, *place, game=record.game)
                verdict = attrs.evolve(verdict, record=None, error=error)
        lost = verdict.error is not None or (lost and match is None)
        yield verdict, match


def _joined(match: Match[S, M] | None, lost: bool, record: Record[S, M]) -> Match[S, M] | None:
    """The match with one more record; None if it belongs to no match, or to one that is lost.

    Raises NinetkaError if it does not fit into its match.
    """
    tags = dict(record.tags)
    name, number, result = (tags.pop(tag, None) for tag in (MATCH, NUMBER, RESULT))
    if name is None:
        if number is not None or result is not None:
            raise NinetkaError(f"a record with {NUMBER} or {RESULT} needs {MATCH} too")
        return None
    if number == "1" or match is None or match.name != name:
        if lost and number != "1":
            return None
        match = Match(name, record.names, record.game.initial_state)
    place = len(match.games) + 1
    if number != str(place):
        stated = "missing" if number is None else quoted(number)
        raise NinetkaError(f"{NUMBER} is {stated}, but this is game {place} of its match")
    match = match._with(attrs.evolve(record, tags=tags))
    if result not in (None, match.result):
        gives = f"its games so far give {match.result}"
        raise NinetkaError(f"the match is said to end {quoted(result)}, but {gives}")
    return match


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(quoted, names))
