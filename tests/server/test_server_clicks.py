"""What pages ask: which games there are, what clicks amount to, and what to tell players."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from support.server_calls import START, error, result
from tictactoe import CLASSIC, TIC_TAC_TOE

from ninetka import NESTORGAMES, State, games, morris, nine
from ninetka.kropki import KROPKI

OPEN = "6/2x3/1xox2/6/6 x territory -"
SIX = {"game": "kropki", "columns": "6", "rows": "5"}
RING = ["bc", "cd", "dc", "cb", "bc"]


@pytest.fixture
def tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> None:
    suggestions = {"Hat": ["red"]}  # for a tag that says nothing of the start
    tags = attrs.evolve(TIC_TAC_TOE.tags, suggestions=suggestions)
    entry = attrs.evolve(TIC_TAC_TOE, tags=tags)
    monkeypatch.setitem(games._GAMES, "tictactoe", entry)


def test_click_says_what_comes_next() -> None:
    first = result("click", position=START)
    assert first == {"move": None, "next": list(State.start().click().next), "offers": []}
    assert result("click", position=START, places=["E5"]) == {
        "move": "*E5",
        "next": [],
        "offers": [],
    }


def test_a_complete_move_is_applied_if_that_is_wanted() -> None:
    made = result("click", position=START, places=["E5"], apply=True)
    reached = result("apply", position=START, move="E5")
    assert made == {"next": [], "offers": [], **reached}
    incomplete = {**SIX, "position": OPEN, "places": ["cd"]}
    assert result("click", **incomplete, apply=True) == result("click", **incomplete)


def test_a_ring_is_offered_and_taken() -> None:
    dot = result("click", **SIX, position=OPEN, places=["cd"])
    assert dot == {"move": "cd", "next": ["cb", "bc", "dc", "cd"], "offers": [RING]}
    taken = result("click", **SIX, position=OPEN, places=["cd", *RING])
    assert taken == {"move": "cd.bccddccbbc", "next": [], "offers": []}


def test_click_is_refused_in_a_game_without_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetka.server.methods.ClickableState", type("Other", (), {}))
    sentence = "moves of this game cannot be made by picking places"
    assert error("click", position=START)["message"] == sentence


def test_guide_says_how_to_play() -> None:
    state = State.start()
    guide = result("guide", position=START)
    assert guide == {
        "instruction": state.instruction, "summary": NESTORGAMES.summary, "seats": ["a", "b"],
        "marks": ["legal-moves", "blocked"], "forms": ["9tka", "json"],
    }  # fmt: skip
    assert result("guide") == guide


@pytest.mark.usefixtures("tic_tac_toe")
def test_games_lists_every_game() -> None:
    given: list[dict[str, Any]] = result("games")["games"]
    by_name = {game.pop("name"): game for game in given}
    assert list(by_name)[:4] == ["9tka", "Kropki", "9AM", "Mills"]
    listed = {name: [each["name"] for each in game["rulesets"]] for name, game in by_name.items()}
    assert listed["9tka"] == [*nine.PUBLISHED]
    assert listed["9AM"] == ["9am"]
    assert listed["Mills"][:2] == ["mills", "tournament-mills"]
    assert {*listed["Mills"]} == {*morris.PUBLISHED} - {"9am"}
    assert by_name["tic-tac-toe"] == {
        "rulesets": [{"name": None, "players": [2], "summary": CLASSIC.summary}],
        "options": {"position": {"type": "text", "default": None, "suggestions": [], "label": ""}},
        "sizes": [],
    }
    assert by_name["9tka"]["rulesets"][0]["summary"] == NESTORGAMES.summary
    assert [*by_name["Kropki"]["options"]] == [*KROPKI.options]
    assert "10" in by_name["Kropki"]["options"]["rows"]["suggestions"]


@pytest.mark.usefixtures("tic_tac_toe")
def test_every_game_begins_as_listed_and_is_played_by_clicks() -> None:
    for game in result("games")["games"]:
        for ruleset in game["rulesets"]:
            for players in ruleset["players"]:
                given = {"game": game["name"]}
                if ruleset["name"] is not None:
                    given["ruleset"] = ruleset["name"]
                if len(ruleset["players"]) > 1:
                    given["players"] = players
                begun = result("start", **given)
                assert begun["players"] == players
                places: list[str] = []
                clicked = result("click", **given, position=begun["position"])
                while clicked["move"] is None:
                    places.append(clicked["next"][0])
                    clicked = result("click", **given, position=begun["position"], places=places)
                assert len(places) == 1 + (ruleset["name"] == "shisima")  # which begins by moving
