"""A game that the players agreed to stop is shown settled, with one score everywhere (K13)."""

from __future__ import annotations

import operator
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import attrs
import pytest
from support.command_line import out

from ninetka import Game
from ninetka.kropki import STANDARD, TERRITORY, AutomaticState, Move, Ruleset, State
from ninetka.play.playouts import random_game
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind
from ninetka.records import Record
from ninetka.web.replay import as_data

OPEN = "8/2xxx3/1x2ox2/1x2x3/2xx1oo1/4o2o/5oo1/8 x territory -"
"""A captive that nobody has declared, and pools: the score is 0-0. After a dot on aa it is settled
2-0: the captive, and a dot that o has to place in a pool of x."""
SVG = "{http://www.w3.org/2000/svg}"


def agreed() -> Game[State, Move]:
    return Game.from_state(State.from_text(OPEN)).play("aa").agree()


def scores_in(svg: str) -> list[str]:
    """The points in a picture's legend."""
    scores = fromstring(svg).iterfind(f".//{SVG}text")
    return [str(each.text) for each in scores if each.get("class", "").startswith("score")]


def regions_in(svg: str) -> int:
    return sum(each.get("class", "").startswith("region") for each in fromstring(svg).iter())


def test_k13_the_picture_of_an_agreed_game_is_settled() -> None:
    game = agreed()
    assert game.outcome is not None
    assert (game.state.scores, game.outcome.scores) == ((0, 0), (2, 0))
    settled = game.state.settled()
    assert len(settled.regions) > len(game.state.regions)
    last = game.moves[-1]
    svg = game.state.to_svg(last_move=last, ending=game.ending)
    assert scores_in(svg) == [*map(str, game.outcome.scores)]
    assert regions_in(svg) == len(settled.regions) == regions_in(str(game._repr_svg_()))
    assert f"<desc>territory, 8 x 8, over, {game.outcome}, won by x. Points: x 2, o 0" in svg
    assert regions_in(game.state.to_svg(last_move=last)) == 0
    text = game.state.to_board(last_move=last, ending=AGREEMENT)
    assert "x 2, o 0\nterritory, 8 x 8, over, 2-0, won by x" in text
    assert text.partition("x 2")[0].count("O") == 1


def test_a_resignation_shows_who_has_won_with_the_points_as_they_stand() -> None:
    svg = State.from_text(OPEN).to_svg(ending=Ending(EndingKind.RESIGNATION, 0))
    assert (scores_in(svg), regions_in(svg)) == (["0", "0"], 0)
    assert "over, o+R, won by o" in svg


def test_tools_show_the_same_score(tmp_path: Path) -> None:
    record = Record(agreed(), {"First": "Ann", "Second": "Ben"})
    path = tmp_path / "a.9tka"
    path.write_text(record.to_text(), "utf-8")
    *_, before, last = as_data([record])["games"][0]["plies"]
    assert (before["score"], last["score"]) == ("x 0 \u00b7 o 0", "x 2 \u00b7 o 0")
    assert last["to_move"].startswith("Won by Ann (x)")
    assert scores_in(out("show", path, "--svg")) == ["2", "0"]
    assert scores_in(out("show", path, "--svg", "--ply", "0")) == ["0", "0"]
    assert "x 2, o 0" in out("show", path)


@pytest.mark.parametrize("ruleset", [TERRITORY, STANDARD], ids=lambda ruleset: ruleset.name)
def test_what_is_settled_is_a_position(ruleset: Ruleset) -> None:
    start = State.start(attrs.evolve(ruleset, columns=7, rows=6))
    for state in random_game(start, Random(1)).states[::12]:
        settled = state.settled()
        assert State.from_text(settled.to_text(), state.ruleset) == settled
        assert settled.settled() == settled
        assert all(map(operator.le, settled.scores, state.settlement().scores))
        assert settled is state or not isinstance(state, AutomaticState)
