"""The tools that are for any game, once with Kropki.

That its states keep the laws of the test kit is in `test_testkit_large`, that records of it read
back in `test_strategies`.
"""

from __future__ import annotations

import io
import subprocess
import sys
from random import Random
from typing import Any

import attrs
import pytest
from commandline import out, refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from kropki.compare import state_of
from kropki.naive import Naive
from ninetka import Game, NinetkaError, match, records
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
from ninetka.perft import perft, perft_by_move
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.standings import Standing, standings
from ninetka.testing import check_state_laws, strategies

SMALL = attrs.evolve(STANDARD, columns=5, rows=5)


def naive_perft(naive: Naive, depth: int) -> int:
    if not depth:
        return 1
    return sum(naive_perft(naive.play(dot), depth - 1) for dot in naive.free)


def automatic(text: str) -> AutomaticState:
    state = State.from_text(text)
    assert isinstance(state, AutomaticState)
    return state


def test_perft_is_that_of_the_naive_rules() -> None:
    """Houses take free points away, so that there are fewer sequences than orders of the points."""
    for seed in range(6):
        naive = Naive.start(4, 4, automatic=True)
        random = Random(seed)
        while len(naive.free) > 6:
            naive = naive.play(random.choice(sorted(naive.free)))
        state = state_of(naive)
        assert isinstance(state, AutomaticState)
        assert perft(state, 4) == naive_perft(naive, 4)


def test_perft_by_move() -> None:
    """A dot that captures takes the house's other point with it."""
    state = automatic("1xx1/xo1x/1x2/4 x standard -")
    counts = perft_by_move(state, 2)
    assert [*counts] == [*state.legal_moves]
    others = len(counts) - 1
    assert counts[Place("cc")] == others - 1  # cb belongs to x
    assert counts[Place("aa")] == others
    with pytest.raises(NinetkaError, match="is not a state whose moves can be listed"):
        perft(State.start(TERRITORY), 1)  # type: ignore[arg-type]


def test_perft_at_the_command_line() -> None:
    lines = out("perft", "2", "--game", "kropki", "--tag", "Columns=3", "--tag", "Rows=3")
    assert lines.splitlines() == [f"{move} 4" for move in ("ca", "cb", "ac", "bc", "cc")] + [
        "5 moves, 20 sequences"
    ]
    assert out("perft", "1", "--tag", "Game=kropki").endswith("\n1244 moves, 1244 sequences\n")
    assert "is not a state whose moves can be listed" in refusal(
        "perft", "1", "--game", "kropki", "--ruleset", "territory"
    )


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
    assert table.players == (Standing("Ann", 3, 1, 2), Standing("Ben", 3, 1, 0))
    assert (table.games, table.unfinished) == (3, 1)


@given(strategies.rulesets(Ruleset))
def test_rulesets_to_test_with(ruleset: Ruleset) -> None:
    assert isinstance(ruleset, Ruleset)
    assert max(ruleset.columns, ruleset.rows) <= 7


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("start", Start)
def test_rulesets_of_all_kinds_come_up(capture: Capture, start: Start) -> None:
    seen: set[tuple[Capture, Start]] = set()

    @given(strategies.rulesets(Ruleset))
    @settings(max_examples=200, database=None, derandomize=True)
    def collect(ruleset: Ruleset) -> None:
        seen.add((ruleset.capture, ruleset.start))

    collect()
    assert (capture, start) in seen


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
@pytest.mark.parametrize("start", Start)
@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (4, 7), (52, 2)])
def test_boards_of_other_shapes_keep_the_laws(
    ruleset: Ruleset, start: Start, columns: int, rows: int
) -> None:
    odd = attrs.evolve(ruleset, columns=columns, rows=rows, start=start)
    check_state_laws(State.start(odd), games=2)


def test_importing_the_package_loads_no_other_game() -> None:
    code = "import sys, ninetka; print([name for name in sys.modules if 'kropki' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
