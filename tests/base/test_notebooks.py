"""How games, records and matches show themselves in notebooks."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from support.nine_states import playout
from toys.nim import Nim, Take
from toys.race import Race

from ninetka import NESTORGAMES, Game, State, kropki, morris
from ninetka.records import Record
from ninetka.simulate.estimates import Results
from ninetka.tournament import arena
from ninetka.tournament.match import Match
from ninetka.tournament.standings import standings


def test_a_notebook_shows_where_a_game_stands_and_its_last_move() -> None:
    game = playout(State.start(), Random(1), 30)
    assert game._repr_svg_() == game.state.to_svg(last_move=game.moves[-1], size=500)
    assert game.undo()._repr_svg_() == game.undo().state.to_svg(last_move=game.moves[-2], size=500)
    assert Game.start(NESTORGAMES)._repr_svg_() == State.start().to_svg(size=500)


def test_a_notebook_shows_a_record_with_its_names() -> None:
    game = playout(State.start(), Random(1), 30)
    names = ["<Ann>", ""]
    record = Record(game, {"First": "<Ann>"})
    expected = game.state.to_svg(last_move=game.moves[-1], names=names, size=500)
    assert record._repr_svg_() == expected


def test_a_game_without_pictures_shows_none() -> None:
    game = Game.from_state(Nim(5), [Take(3)])
    assert game._repr_svg_() is None


def cells(match: Match[Any, Any]) -> list[list[str]]:
    """The table of a match, read as XML."""
    ((caption, rows),) = tables(match)
    assert caption == match.name
    return rows


def tables(thing: Any) -> list[tuple[str, list[list[str]]]]:
    """The captions and cells of the tables that a value shows in a notebook, read as XML."""
    return [
        (table.findtext("caption") or "", [["".join(cell.itertext()) for cell in row] for row in
                                           table.iter("tr")])
        for table in fromstring(f"<div>{thing._repr_html_()}</div>").iter("table")
    ]  # fmt: skip


HOSTILE = '<script>alert(1)</script> & "Co"'


def raced(winner: int, *names: str) -> Record[Any, Any]:
    game = Game.from_state(Race(1, (0,) * len(names), winner), [1])
    return Record(game, dict(zip(("First", "Second"), names, strict=True)))


@pytest.mark.usefixtures("toys")
def test_a_notebook_shows_standings_with_their_cross_tables() -> None:
    added = standings([raced(0, HOSTILE, "Ben"), raced(0, "Ben", HOSTILE)])
    (caption, table), (_, cross) = tables(added)
    assert caption == "Race"
    assert table == [[*row] for row in added.tables[0].rows()]
    assert [row[1] for row in table[1:]] == [HOSTILE, "Ben"]
    assert cross == [["", "player", "1", "2"], ["1", HOSTILE, "", "1 (2)"],
                     ["2", "Ben", "1 (2)", ""]]  # fmt: skip
    assert tables(added.tables[0]) == tables(added)
    assert standings([])._repr_html_() == "<p>no games</p>"


@pytest.mark.usefixtures("toys")
def test_a_notebook_shows_the_table_of_an_arena() -> None:
    table = arena.ArenaTable()
    assert tables(table) == [("", [["", "games", "wins", "draws", "% won (95 % interval)",
                                    "points"]])]  # fmt: skip
    for winner in (0, 0, 1):
        table = table.add(raced(winner, HOSTILE, "Ben"))
    ((_, (heads, first, second)),) = tables(table)
    assert heads[-1] == "Elo (95 % interval)"
    assert first[:5] == [HOSTILE, "3", "2", "0", table.players[0].share.to_text(100)]
    assert second[:4] == ["Ben", "3", "1", "0"]


def test_a_notebook_shows_results() -> None:
    found = Results({(0,): 1000, (): 2}, {(1, 0): 1002}, {9: 1001, 8: 1})
    assert tables(found) == [
        ("1,002 games, 8.9990 (8.9970 to 9.0010) plies",
         [["seat", "wins", "draws", "% won (95 % interval)", "points (95 % interval)"],
          ["0", "1,000", "2", "99.90 (99.44 to 99.98)", "1.00 (1.00 to 1.00)"],
          ["1", "0", "2", "0.10 (0.02 to 0.56)", "0.00 (0.00 to 0.00)"]]),
    ]  # fmt: skip
    assert tables(Results())[0][0] == "0 games"


@pytest.mark.parametrize(
    ("ruleset", "shown"),
    [
        (NESTORGAMES,
         {"name": "nestorgames", "stones": "2: 18, 3: 12, 4: 9", "edge stop": "board"}),
        (kropki.STANDARD, {"columns": "39", "rows": "32", "capture": "automatic"}),
        (morris.MILLS, {"tokens": "9", "cards": "no", "stuck": "loses", "quiet": "50"}),
    ],
)  # fmt: skip
def test_a_notebook_shows_a_ruleset_with_the_rules(ruleset: Any, shown: dict[str, str]) -> None:
    ((_, rows),) = tables(ruleset)
    assert rows[0] == ["game", ruleset.game]
    assert "board" not in dict(map(tuple, rows))  # type: ignore[arg-type]
    assert shown.items() <= dict(map(tuple, rows)).items()  # type: ignore[arg-type]
    page = fromstring(f"<div>{ruleset._repr_html_()}</div>")
    assert "\n".join(part.text or "" for part in page.iter("p")) == ruleset.summary


def test_a_notebook_shows_a_match_as_a_table() -> None:
    match = Match.start(NESTORGAMES, ["Ann", "Ben"], "Cup")
    assert match._repr_html_() == (
        "<table><caption>Cup</caption>"
        "<thead><tr><th></th><th>Ann</th><th>Ben</th><th>Result</th></tr></thead>"
        "<tbody><tr><td>Total</td><td>0</td><td>0</td><td>*</td></tr></tbody></table>"
    )
    match = Match.start(NESTORGAMES, ["<b>Ann", "Ben & Co"], "Cup <1>")
    assert cells(match) == [["", "<b>Ann", "Ben & Co", "Result"], ["Total", "0", "0", "*"]]
    one, other = (playout(State.start(), Random(seed)) for seed in (1, 2))
    first, second = one.state.scores, other.state.scores
    match = match.add(one).add(other.undo())
    assert cells(match) == [
        ["", "<b>Ann", "Ben & Co", "Result"],
        ["Game 1", f"{first[0]} (a)", f"{first[1]} (b)", f"{first[0]}-{first[1]}"],
        ["Game 2", "* (b)", "* (a)", "*"],
        ["Total", str(first[0]), str(first[1]), "*"],
    ]
    match = Match.start(NESTORGAMES, ["Ann", "Ben"]).add(one).add(other)
    assert cells(match)[2:] == [
        ["Game 2", f"{second[1]} (b)", f"{second[0]} (a)", f"{second[0]}-{second[1]}"],
        ["Total", str(first[0] + second[1]), str(first[1] + second[0]), match.result],
    ]
