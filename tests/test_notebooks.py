"""How games, records and matches show themselves in notebooks."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring

from nim import Nim, Take
from play import playout

from ninetka import NESTORGAMES, Game, State
from ninetka.match import Match
from ninetka.records import Record


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
    table = fromstring(match._repr_html_())
    assert table.findtext("caption") == match.name
    return [[cell.text or "" for cell in row] for row in table.iter("tr")]


def test_a_notebook_shows_a_match_as_a_table() -> None:
    match = Match.start(NESTORGAMES, ["Ann", "Ben"], "Cup")
    heads, totals = (
        "".join(f"<td>{cell}</td>" for cell in cells)
        for cells in (["", "Ann", "Ben", "Result"], ["Total", "0", "0", "*"])
    )
    rows = f"<tr>{heads}</tr><tr>{totals}</tr>"
    assert match._repr_html_() == f"<table><caption>Cup</caption>{rows}</table>"
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
