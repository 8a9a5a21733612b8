"""The page of 9tka: its tables, figures and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from books import ROOT, SEED, Counts, Page
from experiments import (
    EQUAL,
    FULL,
    HANDICAPS,
    MOVE_BY_MOVE,
    PART_FILLED,
    READING,
    READINGS,
    SAMPLED,
    SEARCH,
    SOLVED,
    STRENGTHS,
    STRONGER,
    Match,
    Start,
)
from figures import Bar, bars, curves
from tables import (
    SEATS,
    Ties,
    equal,
    figure,
    interval,
    match_results,
    passes,
    percent,
    random_results,
    search_results,
    slides,
    table,
)

from ninetka import Seat
from ninetka.simulate.estimates import Points, Results, mean, share
from ninetka.simulate.plot import Curve, distribution
from ninetka.tournament.arena import elo

USUAL: Final = (Start(2), Start(3), Start(4))
_ORDERS: Final = ("continues", "restarts")
_HOW_WON: Final = ("by points", "by the tie-break")
_KINDS: Final = (("random", random_results), ("search", search_results))


def _numbers(counts: Counts) -> Mapping[str, str]:
    """The figures in the text."""
    numbers = {
        "full_games": f"{sum(FULL.values()) // 10**9} billion",
        "reading_games": f"{sum((READINGS | HANDICAPS).values()) // 10**6} million",
        "part_filled_games": f"{sum(PART_FILLED.values()) // 10**6} million",
        "search_games": f"{sum(match.games for match in (*EQUAL, *STRONGER, *READING)):,}",
        "reading_search_games": f"{READING[0].games}",
        "strength_games": f"{STRENGTHS[0].games}",
        "move_by_move": f"{MOVE_BY_MOVE // 10**6} million",
    }
    for start, (kind, find) in product(USUAL, _KINDS):
        ties = Ties.of(find(counts, start)).share
        numbers[f"{kind}_ties_{start.players}"] = f"{100 * ties.value:.0f} %"
    return numbers


def _wins_table(counts: Counts) -> str:
    rows = []
    for start in USUAL:
        rng, search = (find(counts, start) for _, find in _KINDS)
        for seat in range(start.players):
            shares = (figure(each.win_shares[seat], 100) for each in (rng, search))
            points = (figure(each.mean_points[seat]) for each in (rng, search))
            rows.append([start.players, f"`{SEATS[seat]}`", *shares, *points])
    columns = (f"{what}, {kind}" for what in ("% won", "points") for kind, _ in _KINDS)
    return table(["players", "seat", *columns], rows, texts=2)


def _ties_table(counts: Counts) -> str:
    rows = []
    for start, (kind, find) in product(USUAL, _KINDS):
        ties = Ties.of(find(counts, start))
        for seat, shared in ties.shared.items():
            won = [percent(of[seat], ties.games) for of in (ties.outright, ties.by_tie)]
            name = [start.players, kind, f"`{SEATS[seat]}`"]
            rows.append([*name, won[0], won[1] if seat else "0", percent(shared, ties.games)])
    head = ["% won by points", "% won by the tie-break", "% if the win were shared"]
    return table(["players", "moves", "seat", *head], rows, texts=3)


def _turn_order_table(counts: Counts) -> str:
    games = [
        (players, kind, [find(counts, Start(players, turn_order=order)) for order in _ORDERS])
        for players, (kind, find) in product((2, 4), _KINDS)
    ]
    stronger = [match_results(counts, match) for match in STRONGER]
    games.insert(2, (2, f"`{STRONGER[0].players[0]}`", stronger))
    rows = []
    for players, kind, orders in games:
        for seat in range(players):
            won = (figure(found.win_shares[seat], 100) for found in orders)
            by_points = (percent(Ties.of(found).outright[seat], found.games) for found in orders)
            rows.append([players, kind, f"`{SEATS[seat]}`", *won, *by_points])
    columns = (f"{what}, {order}" for what in ("% won", "% won by points") for order in _ORDERS)
    return table(["players", "moves", "seat", *columns], rows, texts=3)


def _readings_table(counts: Counts) -> str:
    rows = []
    for start in sorted({*USUAL, *READINGS}, key=lambda each: (each.players, each.name)):
        drawn = "chance" if start.neutral_placement == "random" else "players"
        tie = "last slide" if start.tie_break == "last-slide" else "later seat"
        found, match = random_results(counts, start), _match_from(start)
        for seat in range(start.players):
            played = "" if match is None else _won(match_results(counts, match), seat)
            row = [start.players, drawn, tie, f"`{SEATS[seat]}`", _won(found, seat), played]
            rows.append([*row, figure(found.mean_points[seat])])
    head = ["players", "neutrals by", "ties to", "seat", "% won, random", "% won, search"]
    return table([*head, "points, random"], rows, texts=4)


def _match_from(start: Start) -> Match | None:
    """The games between equal searchers that begin so, if some were counted."""
    matches = (match for match in (*EQUAL, *READING) if match.start == start)
    return next((match for match in matches if match.players == (SEARCH,) * 2), None)


def _won(found: Results, seat: int) -> str:
    return figure(found.win_shares[seat], 100)


def _handicaps_table(counts: Counts) -> str:
    rows = []
    for start in sorted({Start(2), *HANDICAPS}, key=_stones_of_a):
        found = random_results(counts, start)
        a = _stones_of_a(start)
        points = (figure(each) for each in found.mean_points)
        ties = figure(Ties.of(found).share, 100)
        rows.append([a, 36 - a, *(_won(found, seat) for seat in (0, 1)), *points, ties])
    head = ["stones of `a`", "stones of `b`", "% won by `a`", "% won by `b`"]
    return table([*head, "points of `a`", "points of `b`", "% ties"], rows)


def _stones_of_a(start: Start) -> int:
    return start.state.stones_left(Seat.FIRST)


def _points_table(counts: Counts) -> str:
    rows = []
    for start, (kind, find) in product(USUAL, _KINDS):
        found, winners = find(counts, start), Counter[Points]()
        for scores, count in found.scores.items():
            winners[max(scores)] += count
        result, often = Counter(found.scores).most_common(1)[0]
        common = f"{'-'.join(map(str, result))}: {percent(often, found.games)} %"
        rows.append([start.players, kind, figure(mean(winners)), common])
    head = ["players", "moves", "points of the winner", "most common result"]
    return table(head, rows, texts=2)


def _length_table(counts: Counts) -> str:
    rows = []
    for start in USUAL:
        for kind, found, moved in (
            ("random", random_results(counts, start), counts["moves"][start.name]),
            ("search", search_results(counts, start), counts["matches"][equal(start).name]),
        ):
            length = figure(found.mean_plies), f"{min(found.plies)} to {max(found.plies)}"
            passed = ", ".join(f"{each.value:.2f}" for each in passes(moved))
            rows.append([start.players, kind, *length, figure(slides(moved)), passed])
    head = ["plies", "shortest and longest", "stones that slide", "passes by seat"]
    return table(["players", "moves", *head], rows, texts=2)


def _both_edges(counts: Counts) -> Iterator[tuple[Start, list[Results]]]:
    """Each part-filled rim by either edge rule."""
    for start in PART_FILLED:
        if start.edge_stop == "board":
            other = Start(start.players, start.stones, "stone")
            yield start, [random_results(counts, each) for each in (start, other)]


def _stones_table(counts: Counts) -> str:
    rows = []
    for start, both in _both_edges(counts):
        if start.players == 2:
            won = (figure(found.win_shares[1], 100) for found in both)
            ties = (figure(Ties.of(found).share, 100) for found in both)
            lengths = (f"{found.mean_plies.value:.2f}" for found in both)
            rows.append([f"{start.stones}", *won, *ties, *lengths])
    what = ("% won by `b`", "% ties", "plies")
    columns = (f"{each}, {edge}" for each in what for edge in ("board", "stone"))
    return table(["stones each", *columns], rows)


def _more_stones_table(counts: Counts) -> str:
    rows = [
        [start.players, start.stones, *map(_won_by_seat, both)]
        for start, both in _both_edges(counts)
        if start.players > 2
    ]
    return table(["players", "stones each", "% won, board", "% won, stone"], rows, texts=2)


def _won_by_seat(found: Results) -> str:
    return ", ".join(f"{100 * each.value:.2f}" for each in found.win_shares)


def _solved_table(counts: Counts) -> str:
    rows = []
    for start in SOLVED:
        found = counts["solved"][start.name]
        value = _lead(found["lead"]) if start.players == 2 else _winner(found["winners"])
        rows.append([start.players, start.stones, start.edge_stop, start.turn_order, value])
    return table(["players", "stones each", "edge", "turn order", "result"], rows, texts=5)


def _sampled_table(counts: Counts) -> str:
    rows = []
    for start, count in SAMPLED.items():
        found = counts["sampled"][start.name]
        values = [(_lead(lead), number) for lead, number in found["leads"]]
        values += [(_winner(seats), number) for seats, number in found["winners"]]
        shares = (f"{text}: {interval(share(many, count), 100)} %" for text, many in values)
        rule = [start.players, start.stones, start.edge_stop, start.turn_order]
        rows.append([*rule, f"{count:,}", "; ".join(shares)])
    head = ["players", "stones each", "edge", "turn order", "arrangements", "result"]
    return table(head, rows, texts=6)


def _lead(lead: int) -> str:
    if not lead:
        return "equal points, so `b` wins"
    return f"`{'b' if lead > 0 else 'a'}` wins by {abs(lead)}"


def _winner(seats: Sequence[int]) -> str:
    return f"`{SEATS[seats[0]]}` can win" if seats else "nobody can win"


def _strengths_table(counts: Counts) -> str:
    rows = []
    for match in STRENGTHS:
        games, wins = counts["matches"][match.name]["players"][0]
        won = share(sum(wins), sum(games))
        by_seat = (f"{won} of {games}" for won, games in zip(wins, games, strict=True))
        points = " to ".join(f"{elo(each):+.0f}" for each in (won.low, won.high))
        rows.append(
            [f"`{match.players[1]}`", interval(won, 100), *by_seat, points.replace("inf", "∞")]
        )
    return table(["against", "% won", "as `a`", "as `b`", "Elo, 95 % interval"], rows)


def _commands(_: Counts) -> str:
    """The commands that count the same again."""
    nine = ((start, games) for start, games in PART_FILLED.items() if start.stones == 9)
    lines = [
        f"simulate -n {games // 10**6}M{_players(start)}{_tags(start)}"
        for start, games in (*FULL.items(), *nine, *READINGS.items(), *HANDICAPS.items())
    ]
    lines += [
        f"arena {' '.join(match.players)} -n {match.games}{_tags(match.start)}"
        for match in (*EQUAL, *STRONGER, *READING, *STRENGTHS)
    ]
    return "\n".join(f"ninetka {line} --seed {SEED}" for line in lines)


def _players(start: Start) -> str:
    return "" if start.players == 2 else f" --players {start.players}"


def _tags(start: Start) -> str:
    return "".join(f" --tag {name}={value}" for name, value in start.tags.items())


def _wins_plot(counts: Counts) -> str:
    panels = {}
    for start in USUAL:
        both = [find(counts, start).win_shares for _, find in _KINDS]
        parts = zip(SEATS, *both, strict=False)
        panels[f"{start.players} players"] = [Bar(*each) for each in parts]
    return bars("Games won by seat", panels, ["random", SEARCH])


def _ties_plot(counts: Counts) -> str:
    panels = {}
    for start in USUAL:
        for kind, find in _KINDS:
            ties = Ties.of(find(counts, start))
            panels[f"{start.players} players, {kind}"] = [
                Bar(
                    SEATS[seat],
                    *(share(of[seat], ties.games) for of in (ties.outright, ties.by_tie)),
                )
                for seat in ties.shared
            ]
    return bars("Games won by points and by the tie-break", panels, _HOW_WON, stacked=True)


def _points_plot(counts: Counts) -> str:
    return _by_players(counts, "Points of the last seat", lambda found: found.points[-1])


def _length_plot(counts: Counts) -> str:
    return _by_players(counts, "Plies", lambda found: found.plies)


def _by_players(
    counts: Counts,
    what: str,
    numbers: Callable[[Results], Mapping[int, int] | Mapping[Points, int]],
) -> str:
    panels = {
        f"{what}, {kind}": {
            f"{start.players} players": distribution(numbers(find(counts, start)))
            for start in USUAL
        }
        for kind, find in _KINDS
    }
    return curves(f"{what}: share of games", panels, 116)


def _stones_plot(counts: Counts) -> str:
    won, ties = dict[str, Curve](), dict[str, Curve]()
    for edge in ("board", "stone"):
        numbers = range(1, 18)
        found = [random_results(counts, Start(2, number, edge)) for number in numbers]
        by_stones = dict(
            zip((*numbers, 18), (*found, random_results(counts, Start(2))), strict=True)
        )
        won[edge] = [(number, each.win_shares[1].value) for number, each in by_stones.items()]
        ties[edge] = [(number, Ties.of(each).share.value) for number, each in by_stones.items()]
    panels = {"Won by the second seat": won, "Ties for most points": ties}
    return curves("Two players with 1 to 18 stones each, random games", panels, 80)


_TABLES: Final[Mapping[str, Callable[[Counts], str]]] = {
    "wins_table": _wins_table,
    "ties_table": _ties_table,
    "turn_order_table": _turn_order_table,
    "readings_table": _readings_table,
    "handicaps_table": _handicaps_table,
    "points_table": _points_table,
    "length_table": _length_table,
    "stones_table": _stones_table,
    "more_stones_table": _more_stones_table,
    "solved_table": _solved_table,
    "sampled_table": _sampled_table,
    "strengths_table": _strengths_table,
    "commands": _commands,
}
_PLOTS: Final[Mapping[str, Callable[[Counts], str]]] = {
    "wins.svg": _wins_plot,
    "ties.svg": _ties_plot,
    "points.svg": _points_plot,
    "length.svg": _length_plot,
    "stones.svg": _stones_plot,
}

PAGE: Final = Page(ROOT, _TABLES, _numbers, _PLOTS)
