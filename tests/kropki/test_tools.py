"""The tools that are for any game, once with Kropki.

That its states keep the laws of the test kit is in `test_testkit_large`, that records of it read
back in `test_strategies`.
"""

from __future__ import annotations

import io
from itertools import product
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetka import Game, NinetkaError, records
from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    Capture,
    DeclaredState,
    Place,
    Ruleset,
    Start,
    State,
)
from ninetka.play.perft import perft, perft_by_move
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.testing import check_state_laws, strategies
from ninetka.tournament import match
from ninetka.tournament.standings import standings

SMALL = attrs.evolve(STANDARD, columns=5, rows=5)


def automatic(text: str) -> AutomaticState:
    state = State.from_text(text)
    assert isinstance(state, AutomaticState)
    return state


def test_perft_by_move() -> None:
    """A dot that captures takes the house's other point with it."""
    state = automatic("1xx1/xo1x/1x2/4 x standard -")
    counts = perft_by_move(state, 2)
    assert [*counts] == [*state.legal_moves]
    others = len(counts) - 1
    assert counts[Place("cc")] == others - 1  # cb belongs to x
    assert counts[Place("aa")] == others
    with pytest.raises(NinetkaError, match="the moves of this game cannot all be listed"):
        perft(State.start(TERRITORY), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [(STANDARD, AutomaticState), (attrs.evolve(TERRITORY, columns=12, rows=9), DeclaredState)],
    ids=["standard", "territory"],
)
def test_random_games(ruleset: Ruleset, kind: type[State]) -> None:
    game = random_game(State.start(ruleset), Random(1))
    assert game.state.is_over
    assert isinstance(game.state, kind)
    assert game == random_game(State.start(ruleset), Random(1))
    assert sum(game.state.scores) > 0
    assert random_game(State.start(ruleset), Random(1), 7).ply == 7


def test_a_match_of_two_games() -> None:
    played = match.Match.start(SMALL, ["Ann", "Ben"], "Final")
    assert played.remaining == (("Ann", "Ben"), ("Ben", "Ann"))
    games = [random_game(State.start(SMALL), Random(seed)) for seed in (1, 2)]
    for game in games:
        played = played.add(game)
    (first, second), (third, fourth) = (game.state.scores for game in games)
    assert played.is_over
    assert played.totals == (first + fourth, second + third)
    text = "".join(records.write(played.records))
    assert [*match.matches(records.verify(io.StringIO(text)))] == [played]


def test_standings_of_games_won_drawn_and_ended_otherwise() -> None:
    caught = Game.from_state(automatic("5/2x2/1xox1/5/5 x standard -"), ["cd"])
    games: list[Game[Any, Any]] = [
        caught.agree(),
        caught.resign(0),
        Game.start(SMALL).agree(),
        caught,
    ]
    names = {"First": "Ann", "Second": "Ben"}
    table = standings(Record(game, names) for game in games)
    (kropki,) = table.tables
    assert [(p.rank, p.name, p.games, p.wins, p.draws, p.points) for p in kropki.players] == [
        (1, "Ann", 3, 1, 1, 2),
        (1, "Ben", 3, 1, 1, 0),
    ]
    assert (table.games, table.unfinished) == (3, 1)


def test_standings_count_games_won_and_not_dots() -> None:
    """Two wins by resignation are more than one by a captured dot (K11, K13)."""
    caught = Game.from_state(automatic("5/2x2/1xox1/5/5 x standard -"), ["cd"])
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
    @settings(max_examples=50, database=None, derandomize=True)
    def collect(ruleset: Ruleset) -> None:
        seen.add((ruleset.capture, ruleset.start))

    collect()
    assert seen == {*product(Capture, Start)}


@given(strategies.states(strategies.starts(strategies.rulesets(Ruleset))))
@settings(max_examples=30)
def test_states_to_test_with(state: State) -> None:
    points = state.ruleset.columns * state.ruleset.rows
    owned = sum(state.owner_of(point) is not None for point in state.board.points)
    assert len(state.dots) + len(state.free) <= points
    assert owned + len(state.free) <= points
    assert State.from_text(state.to_text(), state.ruleset) == state


@given(strategies.games(st.just(State.start(SMALL))), st.data())
@settings(max_examples=20)
def test_games_and_legal_moves_to_test_with(game: Game[State, Place], data: st.DataObject) -> None:
    assert game.state.is_over
    state = game.initial_state
    assert isinstance(state, AutomaticState)
    assert state.is_legal(data.draw(strategies.legal_moves(state)))


@pytest.mark.parametrize("ruleset", [STANDARD, TERRITORY], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize(
    ("columns", "rows", "start"), [(2, 2, Start.EMPTY), (4, 5, Start.CROSS), (9, 2, Start.EMPTY)]
)
def test_boards_of_other_shapes_keep_the_laws(
    ruleset: Ruleset, columns: int, rows: int, start: Start
) -> None:
    odd = attrs.evolve(ruleset, columns=columns, rows=rows, start=start)
    check_state_laws(State.start(odd), games=1)
