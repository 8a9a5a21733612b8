"""The tools that are for any game, with what is peculiar to Kropki."""

from __future__ import annotations

from itertools import product
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from ninetka import Game
from ninetka.kropki import STANDARD, TERRITORY, Capture, Ruleset, Start, State
from ninetka.records import Record
from ninetka.testing import check_state_laws, strategies
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


def test_rulesets_of_all_kinds_come_up() -> None:
    seen: set[tuple[Capture, Start]] = set()

    @given(strategies.rulesets(Ruleset))
    @settings(max_examples=300, database=None, derandomize=True)
    def collect(ruleset: Ruleset) -> None:
        seen.add((ruleset.capture, ruleset.start))

    collect()
    assert seen == {*product(Capture, Start)}


@pytest.mark.parametrize("ruleset", [STANDARD, TERRITORY], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize(
    ("columns", "rows", "start"), [(2, 2, Start.EMPTY), (4, 5, Start.CROSS), (9, 2, Start.EMPTY)]
)
def test_boards_of_other_shapes_keep_the_laws(
    ruleset: Ruleset, columns: int, rows: int, start: Start
) -> None:
    odd = attrs.evolve(ruleset, columns=columns, rows=rows, start=start)
    check_state_laws(State.start(odd), games=1, states=settings().max_examples)
