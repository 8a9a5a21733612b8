"""The options of a start: their order, values and defaults."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import attrs
import pytest
from support.waiting import PATIENCE

from ninetka import NINE, NinetkaError, Ruleset, kropki, morris
from ninetka.games import all_games
from ninetka.kropki import KROPKI
from ninetka.morris import MORRIS
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.options import options_of
from ninetka.protocol.tags import Option
from ninetka.server.catalogue import catalogue

GAMES: list[GameEntry[Any, Any]] = [NINE, KROPKI, MORRIS]
RULESETS = (Ruleset, kropki.Ruleset, morris.Ruleset)
NAMES = [(entry, name) for entry in GAMES for name in entry.names]


def test_options_are_in_order() -> None:
    nine, dots, mills = ([each.field for each in options_of(kind).values()] for kind in RULESETS)
    assert (nine[0], dots[0], mills[0]) == ("stones", "columns", "boards")
    assert [*NINE.options] == ["ruleset", "players", *nine, "position"]
    assert [*KROPKI.options] == ["ruleset", *dots, "players", "position"]
    looks = ["field_places", "field_names"]
    assert [*MORRIS.options] == ["ruleset", "players", *mills, *looks, "position"]
    assert [option.tag for option in NINE.options.values()] == [*NINE.tags.names]


def test_a_game_that_gives_its_tags_as_a_set_has_them_in_the_order_of_the_alphabet() -> None:
    given: Any = frozenset({"Rows", "Columns", "EdgeStop", "Start"})
    entry = attrs.evolve(NINE, tags=attrs.evolve(NINE.tags, names=given))
    assert [*entry.options] == ["columns", "edge_stop", "rows", "start"]


@pytest.mark.long
def test_the_order_is_the_same_in_every_process() -> None:
    program = "from ninetka.server.catalogue import catalogue; print(catalogue())"
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


def test_options_say_what_they_may_be() -> None:
    assert NINE.options["edge_stop"] == Option("EdgeStop", ("board", "stone"))
    assert NINE.options["players"] == Option("Players", range(2, 5), ("2", "3", "4"))
    assert NINE.options["stones"] == Option("Stones")
    assert MORRIS.options["cards"].values == ("no", "yes")
    assert KROPKI.options["columns"].values == range(1, 53)


@pytest.mark.parametrize(("entry", "name"), NAMES)
def test_the_defaults_are_what_the_usual_start_has(entry: GameEntry[Any, Any], name: str) -> None:
    usual, defaults = entry.begin(game=name), entry.defaults(name)
    assert entry.begin(game=name, **defaults) == usual
    for option, value in defaults.items():
        assert entry.begin(game=name, **{option: value}) == usual
        values = entry.options[option].values
        assert values is None or (int(value) if isinstance(values, range) else value) in values


@pytest.mark.parametrize(("entry", "name"), NAMES)
def test_other_values_than_those_that_are_said_are_refused(
    entry: GameEntry[Any, Any], name: str
) -> None:
    for option, each in entry.options.items():
        if each.values is None:
            continue
        if isinstance(each.values, range):
            others: list[Any] = [min(each.values) - 1, max(each.values) + 1, "x"]
        else:
            others = ["another", ""]
        for value in others:
            with pytest.raises(NinetkaError):
                entry.begin(game=name, **{option: value})


@pytest.mark.parametrize(("entry", "name"), NAMES)
def test_every_value_that_is_said_is_read(entry: GameEntry[Any, Any], name: str) -> None:
    """As a custom ruleset, so that nothing but the value can be at fault."""
    for option, each in entry.options.items():
        few: list[Any] = list(each.values or ())[:: max(1, len(each.values or ()) // 10)]
        for value in few:
            try:
                state = entry.begin(game=entry.identifier, **{option: value})
            except NinetkaError as error:
                assert re.search("players|cross|quiet turns|does not go with", str(error)), option
            else:
                tags = {**entry.tags.write(state), **entry.tags.write_ruleset(state)}
                assert tags.get(each.tag, str(value)) == str(value)


def test_the_catalogue_lists_options_with_types_ranges_and_defaults() -> None:
    by_name = {game["name"]: game["options"] for game in catalogue()}
    assert list(by_name) == [name for entry in all_games() for name in entry.names]
    assert by_name["9tka"]["edge_stop"] == {
        "type": "choice", "choices": ["board", "stone"], "default": "board", "suggestions": [],
        "label": "",
    }  # fmt: skip
    assert by_name["Mills"]["quiet"] == {
        "type": "number", "least": 1, "most": 999, "default": "50", "suggestions": ["20", "50"],
        "label": "Turns without a capture that end the game",
    }  # fmt: skip
    assert by_name["9AM"]["stuck"]["default"] == "stepped over"
    assert by_name["Kropki"]["position"] == {
        "type": "text", "default": None, "suggestions": [], "label": "",
    }  # fmt: skip


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_options_are_not_taken_for_other_parameters_of_calls(entry: GameEntry[Any, Any]) -> None:
    of_a_call = {"game", "move", "moves", "places", "seed"}
    of_a_picture = {"marks", "names", "title", "size", "targets"}
    assert not {*entry.options} & (of_a_call | of_a_picture)
