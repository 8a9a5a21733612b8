"""What users of the other games write, for mypy to check; never run, as in usage.py."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, assert_type

from ninetka import Game, kropki, morris
from ninetka.protocol import EnumerableState, GameState, ObservableState, UndoableState
from ninetka.records import Record, read_at, rows, scan

dots = Game.start(kropki.TERRITORY).play("cb cc bc")
assert_type(dots, Game[kropki.State, kropki.Move])
assert_type(dots.state.apply("dd"), kropki.State)
assert_type(dots.state.owner_of("cc"), kropki.Seat | None)
assert_type(kropki.KROPKI.begin(columns=20), kropki.State)
lists_its_moves: EnumerableState[kropki.Move] = kropki.AutomaticState.start(kropki.STANDARD)

game = Game.start(morris.NINE_AM, players=3)
assert_type(game, Game[morris.State, morris.Move])

# Restored from a trusted text, or scanned in a file

assert_type(Game.from_trusted(dots.to_trusted(), kropki.KROPKI), Game[kropki.State, kropki.Move])
assert_type(Game.from_trusted("").at(1), Game[GameState[Any], Any])
for heading in scan("games.sgf"):
    found = read_at("games.sgf", heading, kropki.KROPKI)
    assert_type(found, Record[kropki.State, kropki.Move])
    assert_type(next(rows([found]))["plies"], str | int | float | None)
    assert_type(found.to_dict()["plies"], int)
assert_type(game.state.canonical(), tuple[morris.State, morris.Symmetry])
assert_type(dots.state.canonical(), tuple[kropki.State, kropki.Symmetry])
state = game.play("1 10 22").state
assert_type(state, morris.State)
assert_type(state.apply(morris.Put(4)), morris.State)
assert_type(state.parse_move("4"), morris.BoardMove | morris.Leave)
assert_type(state.legal_moves, tuple[morris.Put | morris.Step | morris.Remove, ...])
assert_type(state.token_at(4), morris.Seat | None)
assert_type(state.scores, tuple[Fraction, ...])
assert_type(state.outcome_if(None), morris.Outcome | None)
assert_type(dots.state.outcome_if(None), kropki.Outcome | None)
assert_type(state.mills(0), tuple[tuple[morris.Field, ...], ...])
assert_type(morris.MORRIS.begin(game="Mills"), morris.State)
to_learn_from: ObservableState[morris.Move] = state
board = morris.Board(5, [(1, 2, 3), (3, 4, morris.Field(5))], edges=[(1, 5)], names={1: "a1"})
morris.Ruleset("own", {3: board}, tokens=3, stuck=morris.Stuck.STEPPED_OVER)
morris.Setup({1: morris.Seat.FIRST}, hands=(8, 9))
outcome = state.outcome
if outcome is not None:
    assert_type(outcome.winners, tuple[morris.Seat, ...])

# What must not pass.
morris.Step("7-10")  # type: ignore[call-arg, arg-type]
state.apply(7)  # type: ignore[arg-type]
state.apply(kropki.Place("aa"))  # type: ignore[arg-type]
state.hands = (9, 9, 9)  # type: ignore[misc]
Game.start(kropki.TERRITORY).apply(morris.Put(7))  # type: ignore[arg-type]
state.outcome.cards  # type: ignore[union-attr]
to_undo: UndoableState[morris.Move] = state  # type: ignore[assignment]
