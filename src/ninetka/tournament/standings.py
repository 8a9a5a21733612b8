"""Standings: what players have won and scored in several games. For any game."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, final

import attrs

from ..base.documented import documented
from ..base.errors import NinetkaError, quoted
from ..base.frozenmap import FrozenMap
from ..base.html import html_table
from ..base.position import GameOutcome
from ..games import entry_for_state
from ..protocol.entry import RankedBy
from ..protocol.view import exact
from ..records import Record
from ..simulate.estimates import Points

__all__ = ["GameTable", "Meeting", "RecordFilter", "Standing", "Standings", "standings"]

TIE_BREAKS: Final = ("direct", "strength")
"""The fields that break ties, in order; after them, the number of games won does."""
NAMELESS: Final = "nobody has a name here: the tags First, Second and so on say who plays"
"""The sentence in place of a table without players."""
_MAX_IN_CROSS_TABLE: Final = 100
_DATE: Final = re.compile(r"([0-9]{4})(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?(?![0-9])")
_PLACE_AND_TIME: Final = ("Event", "Site", "Date", "Round", "Seed", "Match", "MatchGame")
"""Tags that tell games with the same players and moves apart."""


@documented
@final
@attrs.frozen
class Meeting:
    """A player's results in the games against another."""

    games: int = 0
    """The number of games that both of them played."""
    score: Points = 0
    """The player's shares of the wins in these games."""
    points: Points = 0
    """The player's points in these games."""

    def counted(self, ranked_by: RankedBy) -> Points:
        """The points or the score, whichever counts."""
        return self.points if ranked_by is RankedBy.POINTS else self.score


@documented
@final
@attrs.frozen
class Standing:
    """The results of one player in one game, such as Kropki."""

    name: str
    """The player's name, as records have it."""
    games: int = 0
    """The number of finished games played. A game counts once, even with several seats in it."""
    wins: int = 0
    """The number of these games they won, alone or with others."""
    draws: int = 0
    """The number of these games nobody won."""
    score: Points = 0
    """Their shares of the wins. Several winners share a win; in a draw all players do."""
    points: Points = 0
    """The sum of their points."""
    against: Mapping[str, Meeting] = FrozenMap()
    """Their results against each other player, by name."""
    direct: Points = 0
    """The first tie-break: their wins, or points, in the games against players tied with them."""
    strength: Points = 0
    """The second tie-break, by Sonneborn and Berger: the scores of the players they met, each times
    the share of the wins against them; in games that count points, their own score instead."""
    rank: int = 0
    """The place, from 1; players who are equal in all tie-breaks have the same."""

    def counted(self, ranked_by: RankedBy) -> Points:
        """The points or the score, whichever counts."""
        return self.points if ranked_by is RankedBy.POINTS else self.score


@documented
@final
@attrs.frozen
class GameTable:
    """The results of all players in one game, such as Kropki."""

    game: str
    """The game's name in records."""
    ranked_by: RankedBy
    """The unit by which players are ranked."""
    players: tuple[Standing, ...]
    """In order of rank, and then by name.

    Most points or wins, whichever counts, come first; ties are broken by `direct`, then `strength`,
    then the number of games won.
    """
    games: int
    """The number of finished games that were added up."""

    def rows(self) -> Sequence[Sequence[str]]:
        """The table as texts; the first row has the headings."""
        rows = [["", "player", "games", "wins", "draws", "score", "points", *TIE_BREAKS]]
        for each in self.players:
            numbers = (each.games, each.wins, each.draws, each.score, each.points)
            ties = (each.direct, each.strength)
            rows.append([str(each.rank), each.name, *map(str, (*numbers, *ties))])
        return rows

    def cross_rows(self) -> Sequence[Sequence[str]]:
        """The cross-table as texts: points or wins by player and opponent, and numbers of games.

        The opponents are named by the numbers that stand before the players' names.
        """
        numbers = [str(number) for number, _ in enumerate(self.players, start=1)]
        rows = [["", "player", *numbers]]
        for number, player in zip(numbers, self.players, strict=True):
            met = [player.against.get(other.name) for other in self.players]
            cells = (
                f"{each.counted(self.ranked_by)} ({each.games})" if each else "" for each in met
            )
            rows.append([number, player.name, *cells])
        return rows

    def _repr_html_(self) -> str:
        """The table for notebooks and pages, with the cross-table of up to 100 players."""
        if not self.players:
            return f"<p>{self.game}: {NAMELESS}</p>"
        table = html_table(self.rows(), self.game)
        is_wide = len(self.players) > _MAX_IN_CROSS_TABLE
        return table if is_wide else table + html_table(self.cross_rows())


@documented
@final
@attrs.frozen
class Standings:
    """The results of all players, in a table for each game."""

    tables: tuple[GameTable, ...]
    """In the order in which the games came first."""
    unfinished: int = 0
    """The number of games left out because they are not over."""
    others: int = 0
    """The number of games left out because they were not asked for."""
    unnamed: int = 0
    """The number of seats without a name left out of the games added up."""
    repeated: tuple[tuple[int, int], ...] = ()
    """Records that were left out as they have the same game as an earlier one: both numbers, from
    1, the earlier one last."""

    @property
    def games(self) -> int:
        """The number of finished games added up."""
        return sum(table.games for table in self.tables)

    def to_csv(self) -> str:
        """Write all tables as one, in CSV (RFC 4180), with the game's name before each player.

        Scores, points and tie-breaks are decimal numbers, which are rounded if they are not exact.
        What a spreadsheet would take for a formula has an apostrophe before it.
        """
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(["game", "rank", "player", "games", "wins", "draws", "score", "points",
                         *TIE_BREAKS])  # fmt: skip
        for table in self.tables:
            for player in table.players:
                names = _no_formula(table.game), player.rank, _no_formula(player.name)
                counts = player.games, player.wins, player.draws
                numbers = player.score, player.points, player.direct, player.strength
                writer.writerow([*names, *counts, *map(float, numbers)])
        return file.getvalue()

    def _repr_html_(self) -> str:
        """All tables for notebooks and pages."""
        return "".join(table._repr_html_() for table in self.tables) or "<p>no games</p>"


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


@documented
@final
@attrs.frozen
class RecordFilter:
    """The choice of games to add up. Raises NinetkaError for an impossible date."""

    event: str | None = None
    """Only games whose tag `Event` says this, in upper or lower case."""
    players: tuple[str, ...] = ()
    """Only games in which all of these play."""
    since: str | None = None
    """Only games whose tag `Date` says this or later: a year, month or day, as `2026-05`."""
    until: str | None = None
    """Only games whose tag `Date` says this or earlier: a year, month or day."""

    def __attrs_post_init__(self) -> None:
        for date in (self.since, self.until):
            if date is not None and not _DATE.fullmatch(date):
                raise NinetkaError(f"a date is 2026, 2026-05 or 2026-05-17, not {quoted(date)}")

    def accepts(self, record: Record[Any, Any]) -> bool:
        """Tell whether a game is to be added up.

        If its date is known in part only, it is taken if it may be in the time asked for.
        """
        event = record.tags.get("Event", "").strip().lower()
        if self.event is not None and event != self.event.strip().lower():
            return False
        if not {name.strip() for name in self.players} <= {*map(str.strip, record.names)}:
            return False
        if self.since is None and self.until is None:
            return True
        date = _date(record.tags.get("Date", ""))
        earliest, latest = _date(self.since or ""), _date(self.until or "")
        return bool(date) and all(
            low[: len(high)] <= high[: len(low)] for low, high in ((earliest, date), (date, latest))
        )


def _date(text: str) -> tuple[int, ...]:
    """Year, month and day, as far as they are known."""
    found = _DATE.match(text.strip())
    return () if found is None else tuple(int(part) for part in found.groups() if part)


def standings(records: Iterable[Record[Any, Any]], choice: RecordFilter | None = None) -> Standings:
    """Add up the results of records, which are taken one at a time.

    Players are identified by their names in the tags First, Second and so on. White space around a
    name does not count. Each game, such as Kropki, has a table of its own, ranked by what the
    game's entry in the registry says (`MatchRules.ranked_by`). A game that comes twice, with the
    same players, moves, event, date and round, is added up once.

    >>> from random import Random
    >>> from ninetka import State
    >>> from ninetka.simulate import random_game
    >>> games = [random_game(State.start(), Random(seed)) for seed in (1, 2, 3)]
    >>> names = {"First": "Ann", "Second": "Ben"}
    >>> for player in standings(Record(game, names) for game in games).tables[0].players:
    ...     print(player.rank, player.name, player.games, player.wins, player.points)
    1 Ben 3 3 13
    2 Ann 3 0 10
    """
    sums: dict[str, _TableSums] = {}
    known: dict[bytes, list[tuple[int, Mapping[str, str]]]] = {}
    unfinished = others = unnamed = 0
    repeated: list[tuple[int, int]] = []
    for number, record in enumerate(records, start=1):
        if choice is not None and not choice.accepts(record):
            others += 1
            continue
        outcome = record.game.outcome
        if outcome is None:
            unfinished += 1
            continue
        if earlier := _earlier(known, number, record):
            repeated.append((number, earlier))
            continue
        start = record.game.initial_state
        entry = entry_for_state(start)
        name = entry.name_of(start)
        sum_ = sums.setdefault(name, _TableSums(name, entry.match_rules.ranked_by(start)))
        unnamed += sum_.add(record, outcome)
    tables = tuple(each.table() for each in sums.values())
    return Standings(tables, unfinished, others, unnamed, tuple(repeated))


def _earlier(
    known: dict[bytes, list[tuple[int, Mapping[str, str]]]], number: int, record: Record[Any, Any]
) -> int:
    """The number of an earlier record with the same game; 0 if there is none."""
    game = record.game
    entry = entry_for_state(game.initial_state)
    parts = (
        *entry.tags.write(game.initial_state).values(),
        *game.move_texts,
        str(game.ending_text),
        *map(str.strip, record.names),
    )
    digest = blake2b("\n".join(parts).encode(), digest_size=16).digest()
    tags = {tag: record.tags[tag] for tag in _PLACE_AND_TIME if tag in record.tags}
    for earlier, others in known.setdefault(digest, []):
        if all(others.get(tag, text) == text for tag, text in tags.items()):
            return earlier
    known[digest].append((number, tags))
    return 0


@attrs.define
class _TableSums:
    """The sums of the results in one game."""

    game: str
    ranked_by: RankedBy
    players: dict[str, Standing] = attrs.field(factory=dict)
    against: dict[str, dict[str, Meeting]] = attrs.field(factory=dict)
    games: int = 0

    def add(self, record: Record[Any, Any], outcome: GameOutcome) -> int:
        """Add a game with its outcome; returns how many seats have no name."""
        names = [name.strip() for name in record.names]
        self.games += 1
        for name in sorted({*names} - {""}):
            seats = [seat for seat, other in enumerate(names) if other == name]
            score = exact(sum(outcome.shares[seat] for seat in seats))
            points = exact(sum(outcome.scores[seat] for seat in seats))
            before = self.players.get(name, Standing(name))
            self.players[name] = attrs.evolve(
                before,
                games=before.games + 1,
                wins=before.wins + any(seat in outcome.winners for seat in seats),
                draws=before.draws + (not outcome.winners),
                score=exact(before.score + score),
                points=exact(before.points + points),
            )
            met = self.against.setdefault(name, {})
            for other in {*names} - {"", name}:
                had = met.get(other, Meeting())
                met[other] = Meeting(
                    had.games + 1, exact(had.score + score), exact(had.points + points)
                )
        return names.count("")

    def table(self) -> GameTable:
        """The table, with tie-breaks and ranks."""
        players = sorted(map(self._with_tie_breaks, self.players.values()), key=self._order)
        ranks: dict[tuple[Points, ...], int] = {}
        for place, player in enumerate(players, start=1):
            ranks.setdefault(self._order(player)[:-1], place)
        ranked = (attrs.evolve(each, rank=ranks[self._order(each)[:-1]]) for each in players)
        return GameTable(self.game, self.ranked_by, tuple(ranked), self.games)

    def _with_tie_breaks(self, player: Standing) -> Standing:
        against = FrozenMap(sorted(self.against[player.name].items()))
        own = player.counted(self.ranked_by)
        direct = sum(
            meeting.counted(self.ranked_by)
            for name, meeting in against.items()
            if self.players[name].counted(self.ranked_by) == own
        )
        strength = sum(each.score * self.players[name].score for name, each in against.items())
        if self.ranked_by is RankedBy.POINTS:
            strength = player.score
        return attrs.evolve(player, against=against, direct=exact(direct), strength=exact(strength))

    def _order(self, player: Standing) -> tuple[Points, Points, Points, int, str]:
        """The key to sort players by: the best first, and by name in the end."""
        counted = player.counted(self.ranked_by)
        return (-counted, -player.direct, -player.strength, -player.wins, player.name)
