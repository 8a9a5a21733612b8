"""Calls about another game, which can do no more than every game can, and which game is meant.

`tests/protocol/test_endings.py` plays the same game by calls.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from support.server_calls import error, result

pytestmark = pytest.mark.usefixtures("toys")


def test_several_winners_and_points_that_are_fractions() -> None:
    assert result("outcome", game="race", position="2,3,0 x 10", ending="x resigns") == {
        "is_over": True, "result": "y=z", "scores": [0, "1/2", "1/2"], "winners": [1, 2],
        "ranking": [1, 2, 0], "explanation": "Seat x has resigned.",
    }  # fmt: skip
    going_on = result("outcome", position=result("start", game="mills")["position"])
    assert (going_on["scores"], going_on["winners"]) == (None, [])


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("legal_moves", {}, "the moves of this game cannot all be listed"),
        ("undo", {"move": "+1"}, "the moves of this game cannot be taken back without its history"),
        ("svg", {}, "there are no pictures of this game"),
    ],
)
def test_what_a_game_need_not_be_able_to_do(
    method: str, params: dict[str, object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ninetka.server.facts.DrawableState", type("Other", (), {}))
    refused = error(method, game="race", position="0,0 x 10", **params)
    assert refused == {"code": 1, "message": said, "data": {"type": "NinetkaError"}}


def test_a_position_of_one_game_is_no_other_s() -> None:
    refused = error("legal_moves", game="9tka", position="0,0 x 10")
    assert refused["data"]["type"] == "InvalidPositionError"


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ({"game": "9tka", "ruleset": "wiki"}, "E5"),
        ({"game": "kropki", "ruleset": "territory"}, "aa"),
        ({"game": "kropki", "ruleset": "standard"}, "aa"),
        ({"game": "9am", "players": 3}, "4"),
        ({"game": "mills"}, "d6"),
    ],
)
def test_a_position_says_which_game_it_is_of(start: Mapping[str, object], move: str) -> None:
    begun = result("start", **start)
    position = begun["position"]
    made = result("apply", position=position, move=move)
    assert made == result("apply", game=start["game"], position=position, move=move)
    said = {"position": made["position"], "last_move": move, "previous": position}
    assert result("svg", **said) == result("svg", game=start["game"], **said)
    ruleset = position.split()[2 if start["game"] == "kropki" else -1]
    options = {name: value for name, value in start.items() if name != "game"}
    assert result("start", **{**options, "ruleset": ruleset}) == begun


def test_a_ruleset_that_no_game_has_is_the_first_game_s() -> None:
    for ruleset in ("few", ""):
        message = error("start", ruleset=ruleset)["message"]
        assert "nestorgames, wiki and boardgamegeek" in message
    assert "nestorgames" in error("legal_moves", position="hello")["message"]
    assert "nestorgames" in error("legal_moves", position="11/11 a 2 few")["message"]
