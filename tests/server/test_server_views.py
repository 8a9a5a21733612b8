"""Views: a position as plain data, by the schema that is shipped, in one call after each move."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NotRequired, get_origin, get_type_hints

import jsonschema
import pytest
from hypothesis import given
from support.games import ENTRIES, some_start
from support.nine_states import playout, states
from support.server_calls import START, endings, result, spelled
from toys.nim import NIM

from ninetka import NinetkaError, Phase, Section, State, games, morris
from ninetka.server import facts, methods, view_schema
from ninetka.simulate import random_game

SCHEMA = json.loads(view_schema())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SCHEMAS = {folder: json.loads(view_schema(entry.name)) for folder, entry in ENTRIES.items()}
ANY_GAME = json.loads((Path(methods.__file__).parent / "view.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("game", ENTRIES)
def test_views_of_every_game_are_valid(game: str) -> None:
    """By its own schema, by the one for any game, and where the schema stands in a document."""
    entry, schema = ENTRIES[game], SCHEMAS[game]
    document = {"openapi": "3.1.0", "components": {"schemas": {"View": schema}}}
    inside = {**document, "$ref": "#/components/schemas/View"}
    validators = [*map(jsonschema.Draft202012Validator, (schema, ANY_GAME, inside))]
    view_type: Any = get_type_hints(type(entry.begin()).to_dict)["return"]
    hints = get_type_hints(view_type, include_extras=True)
    assert schema["properties"].keys() - {"endings", "leaving"} == hints.keys()
    required = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}
    assert {*schema["required"]} == required
    for seed in range(12):
        rng = Random(seed)
        played = random_game(some_start(game, rng), rng, 80)
        for state in (*played.states[::20], played.state):
            view = json.loads(json.dumps(state.to_dict()))
            for validator in validators:
                validator.validate({**view, **facts.endings(state)})
                validator.validate(view)
                assert not validator.is_valid({**view, "to_move": -1})


def test_each_schema_stands_for_itself() -> None:
    """It has a name of its own, and no references, which would break inside another document."""
    schemas = [*SCHEMAS.values(), ANY_GAME]
    assert len({schema["$id"] for schema in schemas}) == len(schemas)
    for schema in schemas:
        jsonschema.Draft202012Validator.check_schema(schema)
        assert '"$ref"' not in json.dumps(schema)
    assert SCHEMAS["nine"] == SCHEMA


def test_a_game_without_a_schema_has_the_one_for_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, NIM.identifier, NIM)
    assert json.loads(view_schema(NIM.name)) == ANY_GAME
    jsonschema.Draft202012Validator(ANY_GAME).validate(NIM.begin().to_dict())
    with pytest.raises(NinetkaError, match="there is no game 'chess' here"):
        view_schema("chess")


@given(states())
def test_views_are_those_of_the_library(state: State) -> None:
    said = {"ruleset": state.ruleset.name, **spelled(state.ruleset)}
    view = result("view", position=state.to_text(), **said)
    VALIDATOR.validate(view)
    VALIDATOR.validate(state.to_dict())
    assert view == {**endings(state), **state.to_dict()}


def test_other_calls_give_views_too() -> None:
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
    assert SCHEMA["properties"]["phase"]["enum"] == [*map(str, Phase)]
    ended = playout(State.start(players=3), Random(1)).state.to_dict()
    outcome, _ = SCHEMA["properties"]["outcome"]["anyOf"]
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
