"""The exercises of 9AM and Mills ask for what their answers do."""

from __future__ import annotations

from typing import Any

from support.lessons import check_goals, first_game

from ninetka.morris.lessons import mills, nine_am
from ninetka.morris.moves import Phase, Step


def makes_mill(state: Any, move: Any) -> bool:
    after = state.apply(move)
    return after.phase is Phase.REMOVE and state.phase is not Phase.REMOVE


def can_make_mill(state: Any) -> bool:
    return any(makes_mill(state, move) for move in state.some_moves)


def puts(state: Any, move: Any) -> bool:
    return state.phase is Phase.PUT and makes_mill(state, move)


def moves(state: Any, move: Any) -> bool:
    return isinstance(move, Step) and makes_mill(state, move)


def prevents(state: Any, move: Any) -> bool:
    assert state.phase is not Phase.REMOVE
    return not makes_mill(state, move) and not can_make_mill(state.apply(move))


def removes(state: Any, move: Any) -> bool:
    assert state.phase is Phase.REMOVE
    return not can_make_mill(state.apply(move))


def wins(state: Any, move: Any) -> bool:
    outcome = state.apply(move).outcome
    return outcome is not None and [*outcome.winners] == [state.to_move]


GOALS = {
    "Put a token": puts, "Move a token": moves, "The ": prevents, "You have made a mill": removes,
}  # fmt: skip


def test_answers() -> None:
    check_goals(mills(), {**GOALS, "Win at once": wins}, "Mills")
    check_goals(nine_am(), GOALS, "9AM")


def test_what_the_guides_say() -> None:
    *played, (_, end, _) = first_game(mills(), "Mills")
    assert [text for text, state, move in played if makes_mill(state, move)] == [
        "Close the mill: put a token on g1.",
        "Nobody can stop it: move back to g4 and the mill is made anew.",
    ]
    assert [*end.outcome.winners] == [0]
    *_, (_, end, _) = first_game(nine_am(), "9AM")
    assert end.cards == (3, 0, 0)
