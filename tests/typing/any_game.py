"""What users write for any game, for mypy and pyright to check; never run, as in usage.py."""

from __future__ import annotations

from enum import Enum, Flag
from typing import Any, assert_type

from ninetka import (
    NESTORGAMES,
    NINE,
    Game,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Problem,
    Reason,
    State,
    kropki,
    morris,
)
from ninetka.base import errors
from ninetka.protocol import Fault, GameOutcome, GameState
from ninetka.protocol.entry import GameEntry
from ninetka.records import AnyRecord, AnyVerdict, Record, Verdict, parse

nine, dots, mill = Game.start(NESTORGAMES), Game.start(kropki.TERRITORY), Game.start(morris.MILLS)


# A function for every game takes a game, record or verdict of one.


def plies(record: AnyRecord) -> int:
    return record.game.ply


def told(verdict: AnyVerdict) -> str | None:
    return verdict.source


def turn(game: Game[GameState[Any], Any]) -> int:
    return game.state.to_move


def scores(state: GameState[Any]) -> str:
    outcome = state.outcome_if(None)
    assert_type(outcome, GameOutcome | None)
    return str(outcome)


def check(own: Verdict[State, Move], other: Verdict[kropki.State, kropki.Move]) -> None:
    told(own)
    told(other)


plies(Record(nine))
plies(Record(dots))
of_mills = parse("…", morris.MORRIS)
plies(of_mills)
turn(nine)
turn(mill)
records: list[AnyRecord] = [Record(nine), Record(dots), Record(mill)]
entries: list[GameEntry[Any, Any]] = [NINE, kropki.KROPKI, morris.MORRIS]

narrower: Record[State, Move] = parse("…")  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]
another: Game[kropki.State, kropki.Move] = nine  # type: ignore[assignment] # pyright: ignore[reportAssignmentType]

# Each game's errors are kinds of the common ones, and say more.


def reason_of(state: GameState[Any], move: str) -> str:
    try:
        state.apply(move)
    except IllegalMoveError as error:
        assert_type(error.reason, Reason)
        assert_type(error.state, State)
    except errors.IllegalMoveError as error:
        assert_type(error.reason, Enum | None)
        match error:
            case kropki.IllegalMoveError():
                assert_type(error.reason, kropki.Reason)
                assert_type(error.move, kropki.Move)
            case morris.IllegalMoveError(reason=morris.Reason.FIELD_TAKEN):
                assert_type(error.state, morris.State)
            case _:
                pass
        return "none" if error.reason is None else error.reason.name
    except InvalidPositionError as error:
        assert_type(error.problems, Problem)
    except errors.InvalidPositionError as error:
        assert_type(error.problems, Flag | None)
    return ""


fault = State.start().fault(NINE.begin().legal_moves[0])
assert_type(fault, Fault[Reason] | None)
any_fault: Fault[Enum | None] | None = fault
