"""The pages of Kropki, 9AM and Mills: their tables, figures and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import attrs
from books import ROOT, SEED, Counts, Page
from figures import Bar, bars, curves, histograms
from random_counts import (
    ENDS,
    FEW_TOKENS,
    KROPKI,
    MANY_TOKENS,
    MILL_GAMES,
    MILLS,
    NINE_AM,
    THREE_IN_A_ROW,
    Start,
)
from tables import figure, percent, table
from tally import Tally

from ninetka.simulate.estimates import Estimate, mean
from ninetka.simulate.plot import Curve

_CARD: Final = 10
"""Points of 9AM by which one card more puts a player ahead (M14)."""
_CROSS: Final = 4
"""Dots on Kropki's board when a game begins."""


@attrs.frozen
class Shown:
    """Random games from one start, and figures of them as texts."""

    start: Start
    tally: Tally
    ends: Mapping[str, int]

    @property
    def name(self) -> str:
        """What it is called in tables, with a link if it is described elsewhere."""
        return f"[{self.start.name}]({self.start.link})" if self.start.link else self.start.name

    @property
    def games(self) -> str:
        """How many games, such as `1 million`."""
        millions, rest = divmod(self.tally.games, 10**6)
        return f"{self.tally.games:,}" if rest or not millions else f"{millions} million"

    @property
    def won(self) -> Sequence[str]:
        """By seat: in percent, how many games it won alone."""
        return [figure(self.tally.won(seat), 100) for seat in self._seats]

    @property
    def won_with_others(self) -> Sequence[str]:
        """By seat: in percent, how many games it won together with others."""
        return [figure(self.tally.shared(seat), 100) for seat in self._seats]

    @property
    def share_of_wins(self) -> Sequence[str]:
        """By seat: in percent, what it won if winners share a win, and all seats a draw."""
        return [figure(self.tally.share_of_wins(seat), 100) for seat in self._seats]

    @property
    def alone(self) -> str:
        """In percent, how many games one seat won alone."""
        return percent(sum(self.tally.winners[(seat,)] for seat in self._seats), self.tally.games)

    @property
    def drawn(self) -> str:
        """In percent, how many games nobody won."""
        return figure(self.tally.won(), 100)

    @property
    def points(self) -> Sequence[str]:
        """By seat: its points on average."""
        return [figure(mean(each)) for each in self.tally.points]

    @property
    def lead(self) -> str:
        """Points by which the winner is ahead on average."""
        return figure(self.tally.lead)

    @property
    def cards(self) -> str:
        """The same in cards of 9AM."""
        return figure(_scaled(self.tally.lead, _CARD))

    @property
    def length(self) -> str:
        """Plies on average."""
        return figure(self.tally.length)

    @property
    def middle(self) -> str:
        """The lengths between which half of all games lie."""
        return f"{self.tally.quantile(0.25)} to {self.tally.quantile(0.75)}"

    @property
    def extremes(self) -> str:
        """The shortest and the longest game."""
        return f"{min(self.tally.plies)} to {max(self.tally.plies)}"

    @property
    def of_length(self) -> Mapping[int, str]:
        """By plies: in percent, how many games were exactly so long."""
        lengths = self.tally.plies.items()
        return {plies: percent(number, self.tally.games) for plies, number in lengths}

    @property
    def ended(self) -> Mapping[str, str]:
        """By end: in percent, how many games ended so."""
        return {end: percent(number, ENDS) for end, number in self.ends.items()}

    @property
    def area(self) -> int:
        """The points of Kropki's board."""
        return int(self.start.tags["Columns"]) * int(self.start.tags["Rows"])

    @property
    def filled(self) -> str:
        """In percent, how much of Kropki's board has dots at the end."""
        length = self.tally.length
        dots = Estimate(*(each + _CROSS for each in attrs.astuple(length)))
        return figure(_scaled(dots, self.area), 100)

    @property
    def part_of_board(self) -> Estimate:
        """The winner's lead as a part of the points of Kropki's board."""
        return _scaled(self.tally.lead, self.area)

    @property
    def part_captured(self) -> Estimate:
        """The dots that both captured as such a part; the interval is wide enough at any rate."""
        both = (attrs.astuple(mean(each)) for each in self.tally.points)
        return _scaled(Estimate(*map(sum, zip(*both, strict=True))), self.area)

    @property
    def captured(self) -> str:
        """The same in percent."""
        return figure(self.part_captured, 100)

    @property
    def command(self) -> str:
        """What plays the same games again."""
        named = dict(self.start.tags)
        millions, rest = divmod(self.tally.games, 10**6)
        games = f"{self.tally.games}" if rest else f"{millions}M"
        text = f"ninetka simulate -n {games} --game {named.pop('Game').lower()}"
        for tag, option in (("Ruleset", "--ruleset"), ("Players", "--players")):
            if tag in named:
                text += f" {option} {named.pop(tag)}"
        text += "".join(f" --tag {tag}={value}" for tag, value in named.items())
        return f"{text} --seed {SEED}"

    @property
    def _seats(self) -> range:
        return range(self.tally.players)


def _scaled(estimate: Estimate, unit: int) -> Estimate:
    return Estimate(*(each / unit for each in attrs.astuple(estimate)))


def shown(starts: Iterable[Start], counts: Counts) -> Sequence[Shown]:
    """What has been counted of these starts."""
    ends = counts.get("ends", {})
    return [
        Shown(each, Tally.from_dict(counts["random"][each.name]), ends.get(each.name, {}))
        for each in starts
    ]


def _figures(starts: Sequence[Start], counts: Counts) -> Mapping[str, object]:
    """By name of the start, as `{games[Mills].length}`, and the smallest number of games."""
    found = shown(starts, counts)
    fewest = min(found, key=lambda each: each.tally.games)
    return {
        "games": {each.start.name: each for each in found},
        "fewest": fewest.games,
        "ends": f"{ENDS:,}",
    }


def _two_players_table(starts: Sequence[Start], seats: str, counts: Counts) -> str:
    rows = [[each.name, each.games, *each.won, each.drawn] for each in shown(starts, counts)]
    won = (f"% won by `{seat}`" for seat in seats)
    return table(["", "games", *won, "% drawn"], rows)


def _seats_table(counts: Counts) -> str:
    rows = []
    for each in shown(NINE_AM, counts):
        by_seat = zip(
            "abcde", each.share_of_wins, each.won, each.won_with_others, each.points, strict=False
        )
        rows += [[each.name, f"`{seat}`", *figures] for seat, *figures in by_seat]
    head = ["% of wins", "% won alone", "% won with others", "points"]
    return table(["", "seat", *head], rows, texts=2)


def _winners_table(counts: Counts) -> str:
    rows = [
        [each.name, each.games, each.alone, each.drawn, each.cards]
        for each in shown(NINE_AM, counts)
    ]
    return table(["", "games", "% with one winner", "% drawn", "lead in cards"], rows)


def _length_table(starts: Sequence[Start], counts: Counts) -> str:
    rows = [[each.name, each.length, each.middle, each.extremes] for each in shown(starts, counts)]
    return table(["", "plies", "half of all games", "shortest and longest"], rows)


def _ends_table(starts: Sequence[Start], ends: Mapping[str, str], counts: Counts) -> str:
    rows = [
        [each.name, *(each.ended.get(end, "") for end in ends)] for each in shown(starts, counts)
    ]
    return table(["", *ends.values()], rows)


def _captures_table(counts: Counts) -> str:
    rows = [
        [each.name, *each.points, each.lead, figure(each.part_of_board, 100)]
        for each in shown(KROPKI, counts)
    ]
    head = ["points of `x`", "points of `o`", "lead of the winner", "lead in % of the board"]
    return table(["", *head], rows)


def _dots_table(counts: Counts) -> str:
    rows = [
        [each.name, each.length, each.middle, each.extremes, each.filled]
        for each in shown(KROPKI, counts)
    ]
    head = ["plies", "half of all games", "shortest and longest", "% of points with dots"]
    return table(["", *head], rows)


def _commands(starts: Sequence[Start], counts: Counts) -> str:
    return "\n".join(each.command for each in shown(starts, counts))


def _won_by_first_and_second(counts: Counts) -> str:
    groups = {
        "Mills": (MILLS,),
        "Three in a row": THREE_IN_A_ROW,
        "Fewer than nine tokens": FEW_TOKENS,
        "Nine tokens or more": MANY_TOKENS,
    }
    panels = {
        heading: [
            Bar(each.start.short_name, each.tally.won(0), each.tally.won(1))
            for each in shown(starts, counts)
        ]
        for heading, starts in groups.items()
    }
    return bars("Mill games of 2 players: games won by seat", panels, ["won by a", "won by b"])


def _won_by_seat(counts: Counts) -> str:
    panels = {
        each.start.name: [
            Bar("abcde"[seat], each.tally.won(seat), each.tally.shared(seat))
            for seat in range(each.tally.players)
        ]
        for each in shown(NINE_AM, counts)
    }
    return bars(
        "9AM of 3, 4 and 5 players: games won by seat",
        panels,
        ["alone", "with others"],
        stacked=True,
    )


def _length_plot(title: str, panels: Mapping[str, Sequence[Start]], counts: Counts) -> str:
    drawn = {
        heading: histograms(
            {each.start.short_name: each.tally.plies for each in shown(starts, counts)}
        )
        for heading, starts in panels.items()
    }
    return curves(title, drawn, 148)


def _cards_plot(counts: Counts) -> str:
    leads = {
        each.start.name: {
            0: each.tally.games - sum(lead.total() for lead in each.tally.leads),
            **{
                points // _CARD: sum(lead[points] for lead in each.tally.leads)
                for points in sorted(set().union(*each.tally.leads))
            },
        }
        for each in shown(NINE_AM, counts)
    }
    return curves(
        "9AM: share of games of 3, 4 and 5 players", {"Lead in cards": histograms(leads)}, 116
    )


def _lead_plot(counts: Counts) -> str:
    signed = {
        each.start.name: {
            0: each.tally.winners[()],
            **{int(lead): number for lead, number in each.tally.leads[0].items()},
            **{-int(lead): number for lead, number in each.tally.leads[1].items()},
        }
        for each in shown(KROPKI, counts)
    }
    small, large = [*signed][:2], [*signed][2:]
    panels = {
        "Lead of x": histograms({name: signed[name] for name in small}),
        "Lead of x, larger boards": histograms({name: signed[name] for name in large}),
    }
    return curves("Kropki of 2 players: share of games", panels, 96)


def _growth_plot(counts: Counts) -> str:
    found = shown(KROPKI, counts)

    def by_area(part: Callable[[Shown], Estimate]) -> Curve:
        return [(each.area, part(each).value) for each in found]

    panels = {
        "Games drawn, by points of the board": {"drawn": by_area(lambda each: each.tally.won())},
        "Part of the board's points": {
            "captured": by_area(lambda each: each.part_captured),
            "lead": by_area(lambda each: each.part_of_board),
        },
    }
    return curves("Kropki of 2 players on five boards", panels, 110)


_MILLS_ENDS: Final = {
    "FEW": "% too few tokens",
    "LOST": "% cannot move",
    "MILL": "% a mill wins",
    "QUIET": "% quiet turns",
    "REPEATED": "% repetition",
    "FULL": "% full board",
}
_MILLS_LENGTHS: Final = {
    "Plies, small boards": (THREE_IN_A_ROW[0], THREE_IN_A_ROW[1], THREE_IN_A_ROW[4]),
    "Plies, other boards": (FEW_TOKENS[0], MILLS, MANY_TOKENS[4]),
}

PAGES: Final = (
    Page(
        ROOT / "kropki",
        {
            "wins_table": partial(_two_players_table, KROPKI, "xo"),
            "captures_table": _captures_table,
            "dots_table": _dots_table,
            "commands": partial(_commands, KROPKI),
        },
        partial(_figures, KROPKI),
        {"lead.svg": _lead_plot, "growth.svg": _growth_plot},
    ),
    Page(
        ROOT / "9am",
        {
            "seats_table": _seats_table,
            "winners_table": _winners_table,
            "length_table": partial(_length_table, NINE_AM),
            "ends_table": partial(
                _ends_table, NINE_AM, {"QUIET": "% quiet turns", "ALONE": "% one player left"}
            ),
            "commands": partial(_commands, NINE_AM),
        },
        partial(_figures, NINE_AM),
        {
            "wins.svg": _won_by_seat,
            "lead.svg": _cards_plot,
            "length.svg": partial(
                _length_plot, "9AM: share of games of 3, 4 and 5 players", {"Plies": NINE_AM}
            ),
        },
    ),
    Page(
        ROOT / "mills",
        {
            "wins_table": partial(_two_players_table, MILL_GAMES, "ab"),
            "length_table": partial(_length_table, MILL_GAMES),
            "ends_table": partial(_ends_table, MILL_GAMES, _MILLS_ENDS),
            "commands": partial(_commands, MILL_GAMES),
        },
        partial(_figures, MILL_GAMES),
        {
            "wins.svg": _won_by_first_and_second,
            "length.svg": partial(
                _length_plot, "Mill games of 2 players: share of games", _MILLS_LENGTHS
            ),
        },
    ),
)
"""In the order of `random_counts.BOOKS`."""
