"""Standings: players' results added up over records, in Python and on the command line."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.command_line import BAD, GOOD, out, refusal, run
from support.nine_states import playout
from toys.nim import Nim, Take
from toys.race import Race

from ninetka import NESTORGAMES, Game, NinetkaError, State
from ninetka.protocol.entry import RankedBy
from ninetka.records import Record
from ninetka.tournament.match import Match
from ninetka.tournament.standings import GameTable, Meeting, RecordFilter, Standings, standings

pytestmark = pytest.mark.usefixtures("toys")

EXAMPLES = Path(__file__).parents[2] / "examples"
TOURNAMENT = EXAMPLES / "tournament.9tka"
TABLE = """\
   player  games  wins  draws  score  points
1  Ben         2     1      0      1       9
2  Ann         2     1      0      1       7
2 games
"""


PLAYERS = ("First", "Second", "Third")


def race(winner: int, *names: str, goal: int = 1, **tags: str) -> Record[Any, Any]:
    """A race that the seat wins with its first move, of as many steps as the goal is away."""
    game = Game.from_state(Race(goal, (0,) * len(names), winner), [goal])
    return Record(game, {**dict(zip(PLAYERS, names, strict=False)), **tags})


def drawn(*names: str, **tags: str) -> Record[Any, Any]:
    """A game of Nim, which nobody wins; the first has half a point, the second loses one."""
    tags = {**dict(zip(PLAYERS, names, strict=False)), **tags}
    return Record(Game.from_state(Nim(1), [Take(1)]), tags)


def going_on(*names: str) -> Record[Any, Any]:
    return Record(Game.from_state(Nim(1)), dict(zip(PLAYERS, names, strict=False)))


def brief(table: GameTable) -> list[tuple[Any, ...]]:
    return [(p.rank, p.name, p.games, p.wins, p.draws, p.score, p.points) for p in table.players]


def test_points_and_wins_are_those_of_a_match() -> None:
    names = ["Ann", "Ben", "Cleo"]
    match = Match.start(NESTORGAMES, names)
    for seed in range(len(match.remaining)):
        match = match.add(playout(match.initial_state, Random(seed)))
    result = standings(match.records)
    (table,) = result.tables
    assert (table.game, table.ranked_by) == ("9tka", RankedBy.POINTS)  # R13
    points = {each.name: each.points for each in table.players}
    assert points == dict(zip(names, match.totals, strict=True))
    assert [each.games for each in table.players] == [6, 6, 6]
    wins = {each.name: each.wins for each in table.players}
    for name in names:
        won = [r for r in match.records if r.names[r.game.state.outcome.winner] == name]  # type: ignore[union-attr]
        assert wins[name] == len(won)
    assert list(points.values()) == sorted(points.values(), reverse=True)
    assert (result.games, result.unfinished, result.unnamed) == (6, 0, 0)


def test_each_game_has_a_table_and_draws_are_shared() -> None:
    result = standings(
        [drawn("Ann", "Ben"), race(1, "Ann", "Ben"), going_on("Ann", "Ben"), drawn("Ben", "Cleo")]
    )
    nim, races = result.tables
    half = Fraction(1, 2)
    assert (nim.game, nim.ranked_by, nim.games) == ("nim", RankedBy.WINS, 2)
    assert brief(nim) == [
        (1, "Ben", 2, 0, 2, 1, -half),
        (2, "Ann", 1, 0, 1, half, half),
        (2, "Cleo", 1, 0, 1, half, -1),
    ]
    assert (races.game, brief(races)) == (
        "Race", [(1, "Ben", 1, 1, 0, 1, 1), (2, "Ann", 1, 0, 0, 0, 0)],
    )  # fmt: skip
    assert (result.games, result.unfinished, result.unnamed) == (3, 1, 0)


def test_games_that_were_ended_count() -> None:
    """An agreement shares the point of a race, and who resigns leaves it to the others."""
    names, begun = {"First": "Ann", "Second": "Ben"}, Game.from_state(Race(9, (0, 0)), "+2")
    result = standings(Record(game, names) for game in (begun, begun.agree(), begun.resign()))
    half = Fraction(1, 2)
    assert (result.games, result.unfinished) == (2, 1)
    assert brief(result.tables[0]) == [
        (1, "Ann", 2, 1, 1, 1 + half, 1 + half),
        (2, "Ben", 2, 0, 1, half, half),
    ]


def ranking(*records: Record[Any, Any]) -> list[tuple[Any, ...]]:
    (table,) = standings(records).tables
    return [(p.rank, p.name, p.score, p.direct, p.strength) for p in table.players]


def test_ties_are_broken_by_the_games_among_the_tied() -> None:
    """Ann and Ben have two wins each, and Ben has beaten Ann, who has beaten stronger players."""
    found = ranking(
        race(1, "Ann", "Ben"), race(0, "Ann", "Cleo"), race(0, "Ann", "Dan"), race(0, "Ben", "Eve"),
        race(0, "Cleo", "Eve"), race(0, "Dan", "Eve"),
    )  # fmt: skip
    assert found == [
        (1, "Ben", 2, 1, 2), (2, "Ann", 2, 0, 2), (3, "Cleo", 1, 0, 0), (3, "Dan", 1, 0, 0),
        (5, "Eve", 0, 0, 0),
    ]  # fmt: skip


def test_then_by_the_scores_of_those_who_were_beaten() -> None:
    """Ann has beaten Cleo, who has a win; Ben has beaten Dan, who has none."""
    found = ranking(race(0, "Ben", "Dan"), race(0, "Ann", "Cleo"), race(0, "Cleo", "Eve"))
    assert found == [
        (1, "Ann", 1, 1, 1), (2, "Ben", 1, 0, 0), (2, "Cleo", 1, 0, 0), (4, "Dan", 0, 0, 0),
        (4, "Eve", 0, 0, 0),
    ]  # fmt: skip


def test_the_cross_table_has_every_meeting() -> None:
    result = standings([race(0, "Ann", "Ben"), race(1, "Ann", "Ben", goal=2), drawn("Ann", "Ben")])
    races, nim = result.tables
    assert races.players[0].against == {"Ben": Meeting(2, 1, 1)}
    assert races.cross_rows() == [
        ["", "player", "1", "2"],
        ["1", "Ann", "", "1 (2)"],
        ["2", "Ben", "1 (2)", ""],
    ]
    assert nim.cross_rows()[1] == ["1", "Ann", "", "1/2 (1)"]


def test_many_players_are_ranked_quickly_and_have_no_cross_table_on_pages() -> None:
    (table,) = standings(race(0, f"Ann {number}", f"Ben {number}") for number in range(500)).tables
    assert [player.rank for player in table.players] == [1] * 500 + [501] * 500
    assert table._repr_html_().count("<table>") == 1


def test_in_a_game_of_three_each_meets_both_others() -> None:
    (table,) = standings([race(1, "Ann", "Ben", "Cleo")]).tables
    assert table.players[0].against == {"Ann": Meeting(1, 1, 1), "Cleo": Meeting(1, 1, 1)}
    assert [player.against["Ben"] for player in table.players[1:]] == [Meeting(1, 0, 0)] * 2


def test_who_plays_against_themselves_has_played_once() -> None:
    (table,) = standings([race(1, "Ann", "Ann")]).tables
    assert brief(table) == [(1, "Ann", 1, 1, 0, 1, 1)]
    assert table.players[0].against == {}


def test_white_space_around_a_name_does_not_count() -> None:
    result = standings([race(0, "Ann ", "Ben"), race(1, " ", " Ann")])
    assert brief(result.tables[0]) == [(1, "Ann", 2, 2, 0, 2, 2), (2, "Ben", 1, 0, 0, 0, 0)]
    assert (result.games, result.unnamed) == (2, 1)


def test_seats_without_a_name_are_counted_and_left_out() -> None:
    result = standings([race(1, "Ann", ""), race(0, "", "")])
    assert brief(result.tables[0]) == [(1, "Ann", 1, 0, 0, 0, 0)]
    assert (result.games, result.unnamed) == (2, 3)


def test_no_records_make_no_tables() -> None:
    assert standings([]) == Standings(())


def test_the_same_game_twice_is_added_up_once_and_pointed_out() -> None:
    records = [
        race(0, "Ann", "Ben", Event="Club"),
        race(0, "Ann", "Ben", Event="Club", Round="1"),  # may be the same
        race(0, "Ann", "Ben", Event="Cup"),
        race(0, "Ann", "Ben", goal=2, Event="Club"),
        race(0, "Ben", "Ann", Event="Club"),
        race(0, "Ann", "Ben", Event="Cup", Annotator="Cleo"),
    ]
    result = standings(records)
    assert (result.games, result.repeated) == (4, ((2, 1), (6, 3)))
    assert {each.games for each in result.tables[0].players} == {4}


@pytest.mark.parametrize(
    ("choice", "rounds"),
    [
        (RecordFilter(), "12345"),
        (RecordFilter(event=" club"), "124"),
        (RecordFilter(players=("Ben",)), "134"),
        (RecordFilter(players=("Ben", "Cleo ")), "34"),
        (RecordFilter(since="2026-05-02"), "234"),
        (RecordFilter(since="2026"), "234"),
        (RecordFilter(until="2026-05"), "123"),
        (RecordFilter(since="2026-05", until="2026-05"), "23"),
        (RecordFilter(event="club", since="2026-06"), "4"),
    ],
)
def test_a_filter_chooses_games(choice: RecordFilter, rounds: str) -> None:
    records = [
        race(0, "Ann", "Ben", Event="Club", Date="2025.12.31", Round="1"),
        race(0, "Ann", "Cleo", Event="Club", Date="2026-05-02", Round="2"),
        race(0, "Ben", "Cleo", Event="Cup", Date="2026.05.??", Round="3"),
        race(0, "Cleo", "Ben", Event="CLUB ", Date="2026-06-01", Round="4"),
        race(0, "Ann", "Cleo", Date="yesterday", Round="5"),
    ]
    assert "".join(each.tags["Round"] for each in records if choice.accepts(each)) == rounds
    result = standings(records, choice)
    assert (result.games, result.others) == (len(rounds), 5 - len(rounds))


@pytest.mark.parametrize("date", ["", "May", "2026-05-17T12", "20260517", "26-05-17"])
def test_what_is_no_date(date: str) -> None:
    with pytest.raises(NinetkaError, match="a date is 2026, 2026-05 or 2026-05-17, not"):
        RecordFilter(since=date)


def test_csv_has_all_tables_and_no_formulas() -> None:
    result = standings([race(0, "=1+1", 'Ben "B", Jr'), drawn("Ann", "Ben")])
    assert [*csv.reader(io.StringIO(result.to_csv()))] == [
        ["game", "rank", "player", "games", "wins", "draws", "score", "points", "direct",
         "strength"],
        ["Race", "1", "'=1+1", "1", "1", "0", "1.0", "1.0", "0.0", "0.0"],
        ["Race", "2", 'Ben "B", Jr', "1", "0", "0", "0.0", "0.0", "0.0", "0.0"],
        ["nim", "1", "Ann", "1", "0", "1", "0.5", "0.5", "0.5", "0.25"],
        ["nim", "1", "Ben", "1", "0", "1", "0.5", "-1.0", "0.5", "0.25"],
    ]  # fmt: skip


# On the command line


def test_the_table_is_printed() -> None:
    assert out("standings", TOURNAMENT) == TABLE


def test_standings_are_printed_as_json() -> None:
    lines = out("standings", "--json", TOURNAMENT).splitlines()
    ben, ann = map(json.loads, lines)
    assert ben == {
        "game": "9tka", "ranked_by": "points", "rank": 1, "name": "Ben", "games": 2, "wins": 1,
        "draws": 0, "score": 1, "points": 9, "direct": 0, "strength": 1,
        "against": {"Ann": {"games": 2, "score": 1, "points": 9}},
    }  # fmt: skip
    assert (ann["rank"], ann["name"], ann["points"]) == (2, "Ann", 7)


def test_the_same_game_in_two_files_is_pointed_out() -> None:
    text = TOURNAMENT.read_text("utf-8")
    done = run("standings", "-", TOURNAMENT, stdin=text)
    assert done.returncode == 0
    assert done.stdout == f"{TABLE}Left out: 2 repeated games\n"
    assert done.stderr.splitlines() == [
        f"{TOURNAMENT}, game {number}: the same game as -, game {number}, added up once"
        for number in (1, 2)
    ]


def test_several_games_with_cross_tables_and_ties() -> None:
    records = [race(0, "Ann", "Ben"), race(1, "Ann", "Ben", goal=2), drawn("Ann", "Ben")]
    text = "\n".join(record.to_text() for record in records)
    shown = [line.split() for line in out("standings", "--cross", stdin=text).splitlines()]
    wanted: list[list[str]] = []
    for table in standings(records).tables:
        rows = [[*row] for row in (*table.rows(), *table.cross_rows())]
        games = "2 games" if table.game == "Race" else "1 game"
        wanted += [[table.game], *rows, [games], []]
    assert shown == [" ".join(row).split() for row in (*wanted, ["3 games"])]


def test_options_choose_games() -> None:
    records = [race(0, "Ann", "Ben", Date="2026-05-02"), race(0, "Ann", "Ben", Date="2026-06-02")]
    text = "\n".join(record.to_text() for record in records)
    shown = out("standings", "--player", "Ann", "--date", "2026-06", stdin=text)
    assert shown.endswith("1 game\nLeft out: 1 other game\n")
    assert out("standings", "--since", "2026-05", stdin=text).endswith("2 games\n")
    assert out("standings", "--event", "Cup", stdin=text) == "0 games\nLeft out: 2 other games\n"
    assert "give it alone" in refusal("standings", "--date", "2026", "--since", "2026", stdin=text)
    assert "a date is 2026" in refusal("standings", "--until", "soon", stdin=text)


@pytest.mark.parametrize("name", ["table.csv", "table.html"])
def test_standings_are_written_to_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    record = race(0, "<b>Ann</b>", "Ben & Co")
    shown = out("standings", "-o", path, stdin=record.to_text())
    assert shown.endswith("1 game\n")
    text = path.read_bytes().decode()
    if name.endswith("csv"):
        assert text == standings([record]).to_csv()
        assert out("standings", "-o", "-", stdin=record.to_text()) == text
    else:
        assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
        assert "&lt;b&gt;Ann&lt;/b&gt;" in text
        assert "<b>" not in text
        assert "Ben &amp; Co" in text
        assert text.count("<table>") == 2
    assert "can end in .csv, .html or .htm" in refusal(
        "standings", "-o", "x.json", stdin=record.to_text()
    )


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    game = Record(playout(State.start(), Random(1)))
    unnamed = game.to_text()
    done = run("standings", TOURNAMENT, "-", stdin=f"{unnamed}\n{GOOD}{BAD}")
    assert done.returncode == 1
    assert done.stdout == TABLE.replace("2 games\n", "") + (
        "3 games\nLeft out: 1 unfinished game, 2 nameless seats\n"
    )
    place = "-, game 3, line "
    for arguments in ([], ["--cross"]):
        assert out("standings", *arguments, stdin=unnamed) == (
            "nobody has a name here: the tags First, Second and so on say who plays\n"
            "1 game\nLeft out: 2 nameless seats\n"
        )
    assert "<p>9tka: nobody has a name here" in standings([game])._repr_html_()
    assert done.stderr.startswith(place)
    assert "a neutral cannot go to D4" in done.stderr
    assert "nestorgames, 2 players, neutrals, b to move" in done.stderr


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    done = run("standings", tmp_path / "missing", TOURNAMENT, "-", stdin=BAD)
    assert (done.returncode, done.stdout) == (2, TABLE)
    assert "missing: No such file or directory\n-, game 1, line 4" in done.stderr


def test_long_wide_and_hostile_names() -> None:
    text = TOURNAMENT.read_text("utf-8").replace("Ann", "\u7c73" * 30).replace("Ben", "\u202eB")
    lines = out("standings", stdin=text.replace('[MatchResult "9-7"]\n', "")).splitlines()
    first, second = r"\u202eB".ljust(40), "\u7c73" * 19 + " \u2026"
    numbers = ["      2     1      0      1       9", "      2     1      0      1       7"]
    assert lines[1:3] == [f"1  {first}{numbers[0]}", f"2  {second}{numbers[1]}"]
