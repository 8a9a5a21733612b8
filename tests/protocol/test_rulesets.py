"""Rulesets of all games: their names, and the numbers of players they are for."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from ninetka import kropki, morris, nine
from ninetka.base.errors import InvalidRulesetError

PUBLISHED = [*nine.PUBLISHED.values(), *kropki.PUBLISHED.values(), *morris.PUBLISHED.values()]


@pytest.mark.parametrize("ruleset", PUBLISHED, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("name", ["", "two words", "a/b", "a:b", "a\n"])
def test_names_that_cannot_stand_in_position_texts(ruleset: Any, name: str) -> None:
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
    for players in (0, 1, 6, True, 2.5):
        with pytest.raises(InvalidRulesetError) as caught:
            state.start(ruleset, players)
        said = f"{ruleset.name} is for {counts} players, not {players!r}"
        assert str(caught.value) == said
