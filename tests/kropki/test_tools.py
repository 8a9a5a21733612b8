"""The tools that are for any game, with what is peculiar to Kropki."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import settings

from ninetka import Game
from ninetka.kropki import STANDARD, TERRITORY, Capture, Passing, Ruleset, Start, State
from ninetka.kropki.samples import some_ruleset
from ninetka.records import Record
from ninetka.testing import check_state_laws
from ninetka.tournament.standings import standings

SMALL = attrs.evolve(STANDARD, columns=5, rows=5)


def test_standings_count_games_won_and_not_dots() -> None:
    """Two wins by resignation are more than one by a captured dot (K11, K13)."""
    caught = Game.from_state(State.from_text("5/2x2/1xox1/5/5 x standard -"), ["cd"])
    resigned = [Game.start(SMALL).play(move).resign(1) for move in ("aa", "ea")]
    records: list[Record[Any, Any]] = [
        Record(caught.agree(), {"First": "Ann", "Second": "Cleo"}),
        *(Record(game, {"First": "Ben", "Second": "Cleo"}) for game in resigned),
    ]
    (table,) = standings(records).tables
    assert [(p.rank, p.name, p.score, p.points) for p in table.players] == [
        (1, "Ben", 2, 0),
        (2, "Ann", 1, 1),
        (3, "Cleo", 0, 0),
    ]


def test_sample_rulesets_are_of_all_kinds() -> None:
    rulesets = [some_ruleset(Random(seed)) for seed in range(300)]
    assert {(each.capture, each.start) for each in rulesets} == {*product(Capture, Start)}
    for name in ("columns", "rows", "name", "passing", "komi"):
        assert len({getattr(each, name) for each in rulesets}) > 2
    for name in ("grounding", "empty_areas", "border"):
        assert len({getattr(each, name) for each in rulesets}) == 2


@pytest.mark.parametrize(
    "ruleset",
    [
        attrs.evolve(STANDARD, columns=4, rows=3, start=Start.CROSS),
        attrs.evolve(TERRITORY, columns=5, rows=2),
        Ruleset("dot", 3, 4, Capture.AUTOMATIC, Start.DOT, komi=0.5, grounding=True),
        Ruleset("two", 4, 3, Capture.AUTOMATIC, Start.TWO_CROSSES, empty_areas=True, border=True),
        Ruleset("four", 4, 4, Capture.AUTOMATIC, Start.FOUR_CROSSES, Passing.FOR_GOOD, border=True),
        Ruleset("right", 4, 4, start=Start.RIGHT_CROSS, komi=-2, empty_areas=True),
    ],
    ids=lambda ruleset: ruleset.name,
)
def test_the_laws_of_all_games_hold(ruleset: Ruleset) -> None:
    check_state_laws(State.start(ruleset), games=1, states=settings().max_examples // 3)
