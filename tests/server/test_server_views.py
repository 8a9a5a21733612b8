"""Views: a position as plain data, by the schema that is shipped, in one call after each move."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from support.nine_states import playout, states
from support.server_calls import START, endings, result, spelled

from ninetka import Phase, Section, State, morris
from ninetka.server import view_schema
from ninetka.simulate import random_game

SCHEMA = json.loads(view_schema())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(view_schema()))


@given(states())
def test_views_are_those_of_the_library(state: State) -> None:
    said = {"ruleset": state.ruleset.name, **spelled(state.ruleset)}
    view = result("view", position=state.to_text(), **said)
    VALIDATOR.validate(view)
    VALIDATOR.validate(state.to_dict())
    assert view == {**endings(state), **state.to_dict()}


def test_views_in_other_calls() -> None:
    game = playout(State.start(), Random(1), 30)
    before, after = (result("view", position=state.to_text()) for state in game.states[-2:])
    assert result("start", position=after["position"], view=True)["view"] == after
    undone = result("undo", position=after["position"], move=game.move_texts[-1], view=True)
    assert undone["view"] == before
    for off in (False, None):
        assert "view" not in result("start", view=off)


def test_a_view_says_all_that_the_schema_describes() -> None:
    view: Any = result("view", position=START)
    assert list(view) == list(SCHEMA["properties"])
    assert list(State.from_text(START).to_dict()) == SCHEMA["required"]
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


def test_points_are_written_alike_everywhere() -> None:
    """Whole ones are numbers and others texts, in the view, in its outcome and in `outcome`."""
    kinds: set[type] = set()
    game = random_game(morris.State.start(morris.NINE_AM, 3), Random(1))
    for state in (*game.states[::10], game.state):
        said = {"game": "9am", "position": state.to_text()}
        view, outcome = result("view", **said), result("outcome", **said)
        assert view["scores"] == outcome["scores"]
        assert [*map(Fraction, view["scores"])] == [*state.scores]
        if state.is_over:
            assert view["outcome"]["scores"] == outcome["scores"]
        kinds |= {*map(type, view["scores"])}
    assert game.state.is_over
    assert kinds == {int, str}


def test_the_endings_in_the_docs_are_those_of_a_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
    assert f"`{json.dumps(result('start', game='kropki')['endings'])}`" in page
