"""Views: a position as plain data, by the schema that is shipped, in one call after each move."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from calls import START, error, result, spelled
from hypothesis import given
from play import games, playout

from ninetka import Game, Move, Phase, Section, State
from ninetka.server import view_schema

SCHEMA = json.loads(view_schema())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(view_schema()))


@given(games())
def test_every_move_of_a_game_in_one_call(game: Game[State, Move]) -> None:
    start = game.initial_state
    said = {"ruleset": start.ruleset.name, **spelled(start.ruleset)}
    reached = result("start", players=start.players, view=True, **said)
    for state, text in zip(game.states(), [*game.move_texts(), ""], strict=True):
        view = reached["view"]
        VALIDATOR.validate(view)
        assert view == state.to_dict()
        assert {name: reached[name] for name in reached.keys() & view.keys()} == {
            "position": state.to_text(),
            "players": state.players,
            "to_move": state.to_move,
            "is_over": state.is_over,
        }
        if text:
            assert text in view["legal_moves"]
            call = said | {"position": view["position"], "move": text}
            reached = result("apply", **call, view=True)
            assert result("apply", **call) == {
                name: value for name, value in reached.items() if name != "view"
            }
    assert reached["view"]["outcome"] is not None


def test_views_in_other_calls() -> None:
    game = playout(State.start(), Random(1), 30)
    before, after = list(game.states())[-2:]
    assert result("view", position=after.to_text()) == after.to_dict()
    assert result("start", position=after.to_text(), view=True)["view"] == after.to_dict()
    undone = result("undo", position=after.to_text(), move=game.move_texts()[-1], view=True)
    assert undone["view"] == before.to_dict()
    for off in (False, None):
        assert "view" not in result("start", view=off)
    for wrong in ("yes", 1, [False]):
        said = f'"view" is true or false, not {json.dumps(wrong)}'
        assert error("start", view=wrong) == {"code": -32602, "message": said}
    assert error("view")["message"] == '"position" is needed'
    assert (
        error("view", position=START, view=True)["message"] == "there is no parameter 'view' here"
    )


def test_a_view_says_all_that_the_schema_describes() -> None:
    view: Any = result("view", position=START)
    assert list(view) == list(SCHEMA["properties"]) == SCHEMA["required"]
    assert list(view["owners"]) == [str(section) for section in Section]
    for phase in Phase:
        assert str(phase) in SCHEMA["properties"]["phase"]["description"]
    ended = playout(State.start(players=3), Random(1)).state.to_dict()
    outcome = SCHEMA["$defs"]["outcome"]
    assert ended["outcome"] is not None
    assert list(ended["outcome"]) == list(outcome["properties"]) == outcome["required"]


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1}, {"to_move": -1}, {"to_move": "a"}, {"players": 0}, {"is_over": 1},
        {"legal_moves": ["E5", "E5"]}, {"scores": []}, {"owners": {"centre": True}},
        {"outcome": {}}, {"outcome": {"result": "1-0"}}, {"position": None}, {"phase": 1},
    ],
)  # fmt: skip
def test_what_is_not_a_view(change: dict[str, object]) -> None:
    view = State.start().to_dict()
    assert VALIDATOR.is_valid(view)
    assert not VALIDATOR.is_valid({**view, **change})
    for name in view:
        assert not VALIDATOR.is_valid({key: value for key, value in view.items() if key != name})
