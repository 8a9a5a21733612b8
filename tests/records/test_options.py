"""The options of a start: in order, with what they may be and what they are if left out."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import attrs
import pytest

from ninetka import NINE, NinetkaError
from ninetka.games import all_games
from ninetka.kropki import KROPKI
from ninetka.morris import MORRIS
from ninetka.protocol.entry import Option, Rules
from ninetka.server.catalogue import catalogue

GAMES: list[Rules[Any, Any]] = [NINE, KROPKI, MORRIS]
NAMES = [(rules, name) for rules in GAMES for name in rules.names]


def test_options_are_in_order() -> None:
    assert [*NINE.options] == [
        "ruleset", "players", "stones", "edge_stop", "turn_order", "position",
    ]  # fmt: skip
    assert [*KROPKI.options][:5] == ["ruleset", "columns", "rows", "capture", "start"]
    assert [*MORRIS.options][:5] == ["ruleset", "players", "boards", "tokens", "cards"]
    assert [option.tag for option in NINE.options.values()] == [*NINE.tag_names]


def test_a_game_that_gives_its_tags_as_a_set_has_them_in_the_order_of_the_alphabet() -> None:
    given: Any = frozenset({"Rows", "Columns", "EdgeStop", "Start"})
    rules = attrs.evolve(NINE, tag_names=given)
    assert [*rules.options] == ["columns", "edge_stop", "rows", "start"]


def test_the_order_is_the_same_in_every_process() -> None:
    program = "from ninetka.server.catalogue import catalogue; print(catalogue())"
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


def test_what_options_may_be() -> None:
    assert NINE.options["edge_stop"] == Option("EdgeStop", ("board", "stone"))
    assert NINE.options["players"] == Option("Players", range(2, 5), ("2", "3", "4"))
    assert NINE.options["stones"] == Option("Stones")
    assert MORRIS.options["cards"].values == ("yes", "no")
    assert KROPKI.options["columns"].values == range(1, 53)


@pytest.mark.parametrize(("rules", "name"), NAMES)
def test_the_defaults_are_what_the_usual_start_has(rules: Rules[Any, Any], name: str) -> None:
    usual, defaults = rules.begin(game=name), rules.defaults(name)
    assert rules.begin(game=name, **defaults) == usual
    for option, value in defaults.items():
        assert rules.begin(game=name, **{option: value}) == usual
        values = rules.options[option].values
        assert values is None or (int(value) if isinstance(values, range) else value) in values


@pytest.mark.parametrize(("rules", "name"), NAMES)
def test_other_values_than_those_that_are_said_are_refused(
    rules: Rules[Any, Any], name: str
) -> None:
    for option, each in rules.options.items():
        if each.values is None:
            continue
        if isinstance(each.values, range):
            others: list[Any] = [min(each.values) - 1, max(each.values) + 1, "x"]
        else:
            others = ["another", ""]
        for value in others:
            with pytest.raises(NinetkaError):
                rules.begin(game=name, **{option: value})


@pytest.mark.parametrize(("rules", "name"), NAMES)
def test_every_value_that_is_said_is_read(rules: Rules[Any, Any], name: str) -> None:
    """As a custom ruleset, so that nothing but the value can be at fault."""
    for option, each in rules.options.items():
        few: list[Any] = list(each.values or ())[:: max(1, len(each.values or ()) // 10)]
        for value in few:
            try:
                state = rules.begin(game=rules.identifier, **{option: value})
            except NinetkaError as error:
                assert "players" in str(error) or "cross" in str(error), option
            else:
                tags = {**rules.to_tags(state), **rules.ruleset_tags(state)}
                assert tags.get(each.tag, str(value)) == str(value)


def test_the_catalogue_lists_options_with_types_ranges_and_defaults() -> None:
    by_name = {game["name"]: game["options"] for game in catalogue()}
    assert list(by_name) == [name for rules in all_games() for name in rules.names]
    assert by_name["9tka"]["edge_stop"] == {
        "type": "choice", "choices": ["board", "stone"], "default": "board", "suggestions": [],
    }  # fmt: skip
    assert by_name["Mills"]["quiet"] == {
        "type": "number", "least": 1, "most": 999, "default": "50", "suggestions": ["20", "50"],
    }  # fmt: skip
    assert by_name["9AM"]["stuck"]["default"] == "stepped over"
    assert by_name["Kropki"]["position"] == {"type": "text", "default": None, "suggestions": []}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_options_are_not_taken_for_other_parameters_of_calls(rules: Rules[Any, Any]) -> None:
    others = {
        "game",
        "move",
        "moves",
        "places",
        "marks",
        "names",
        "title",
        "size",
        "targets",
        "seed",
    }
    assert not {*rules.options} & others
