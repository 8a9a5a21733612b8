"""Rulesets of all games: their names, and the numbers of players they are for."""

from __future__ import annotations

from math import nan
from typing import Any

import attrs
import pytest

from ninetka import kropki, morris, nine
from ninetka.base.errors import InvalidPositionError, InvalidRulesetError

PUBLISHED: list[Any] = [
    *nine.PUBLISHED.values(),
    *kropki.PUBLISHED.values(),
    *morris.PUBLISHED.values(),
]


@pytest.mark.parametrize("ruleset", [nine.WIKI, kropki.STANDARD, morris.MILLS])
def test_names_that_cannot_stand_in_position_texts(ruleset: Any) -> None:
    for name in ("", "two words", "a/b", "a:b", "a\n"):
        with pytest.raises(InvalidRulesetError) as caught:
            attrs.evolve(ruleset, name=name)
        said = "a ruleset's name is one word of letters, digits and _ . + -"
        assert str(caught.value) == f"{said}, not {name!r}"


@pytest.mark.parametrize(
    ("state", "ruleset", "counts"),
    [
        (nine.State, nine.NESTORGAMES, "2, 3 or 4"),
        (kropki.State, kropki.STANDARD, "2"),
        (morris.State, morris.NINE_AM, "3, 4 or 5"),
        (morris.State, morris.MILLS, "2"),
    ],
)
def test_numbers_of_players_without_a_game(state: Any, ruleset: Any, counts: str) -> None:
    for players in (0, 1, 6, True, 2.5, nan, "2"):
        with pytest.raises(InvalidRulesetError) as caught:
            state.start(ruleset, players)
        said = f"{ruleset.name} is for {counts} players, not {players!r}"
        assert str(caught.value) == said


def test_a_number_of_players_may_be_a_seat_which_is_an_int_too() -> None:
    starts: list[tuple[Any, Any, Any]] = [
        (nine.State, nine.WIKI, nine.Seat.THIRD),
        (morris.State, morris.NINE_AM, morris.Seat.FOURTH),
    ]
    for state, ruleset, seat in starts:
        start = state.start(ruleset, seat)
        assert (start.players, type(start.players)) == (int(seat), int)
        assert start.to_text() == state.start(ruleset, int(seat)).to_text()
    setup = nine.Setup({}, players=nine.Seat.THIRD, ruleset=nine.WIKI)
    assert setup.to_text() == nine.State.start(nine.WIKI).to_text()


CHANGED: list[tuple[Any, Any, dict[str, Any]]] = [
    (nine.State, nine.WIKI, {"edge_stop": nine.EdgeStop.BOARD}),
    (nine.State, nine.NESTORGAMES, {"stones": {2: 9}}),
    (kropki.State, kropki.STANDARD, {"start": kropki.Start.EMPTY}),
    (kropki.State, kropki.TERRITORY, {"capture": kropki.Capture.AUTOMATIC}),
    (morris.State, morris.MILLS, {"jumping": 0}),
    (morris.State, morris.NINE_AM, {"quiet": 9}),
]


@pytest.mark.parametrize(("state", "ruleset", "changes"), CHANGED)
def test_a_published_name_is_for_those_rules_alone(
    state: Any, ruleset: Any, changes: dict[str, Any]
) -> None:
    name, published = ruleset.name, [each for each in PUBLISHED if each.game == ruleset.game]
    changed = attrs.evolve(ruleset, **changes)
    assert (changed.name, changed.is_published) == (f"{name}-custom", False)
    assert attrs.evolve(ruleset, **changes, name="mine").name == "mine"
    back = {field: getattr(ruleset, field) for field in changes}
    assert attrs.evolve(changed, **back, name=name) == attrs.evolve(ruleset) == ruleset
    # A custom ruleset must be the one passed in
    players = min(changed.player_counts)
    text = state.start(changed, players).to_text()
    assert state.from_text(text, changed) == state.start(changed, players)
    unpublished = f"the ruleset '{name}-custom' is not known here, only "
    mistakes = [
        (text, None, unpublished + ", ".join(each.name for each in published)),
        (text, attrs.evolve(changed, name="mine"), f"{unpublished}mine"),
        (state.start(ruleset, players).to_text(), changed,
         f"with these changes the ruleset is {name}-custom: the position must say so, not {name}"),
    ]  # fmt: skip
    for mistaken, custom, sentence in mistakes:
        with pytest.raises(InvalidPositionError) as caught:
            state.from_text(mistaken, custom)
        assert str(caught.value) == sentence
        assert getattr(caught.value.problems, "name", None) == "UNKNOWN_RULESET"


def test_a_published_ruleset_of_kropki_keeps_its_name_in_any_size() -> None:
    assert attrs.evolve(kropki.STANDARD, columns=20).name == "standard"
