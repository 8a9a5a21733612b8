"""The exercises of Kropki ask for what their answers do."""

from __future__ import annotations

from typing import Any

from support.lessons import check_goals, first_game

from ninetka.kropki.lessons import lessons


def gain(state: Any, move: Any) -> int:
    seat = state.to_move
    return int(state.apply(move).scores[seat] - state.scores[seat])


def can_capture(state: Any) -> bool:
    return any(gain(state, move) > 0 for move in state.some_moves)


def with_other_to_move(state: Any) -> Any:
    board, mover, *others = state.to_text().split()
    return type(state).from_text(" ".join([board, {"x": "o", "o": "x"}[mover], *others]))


def captures(state: Any, move: Any) -> bool:
    return gain(state, move) >= 1


def captures_two(state: Any, move: Any) -> bool:
    return gain(state, move) >= 2


def threatens(state: Any, move: Any) -> bool:
    assert not can_capture(state)
    return can_capture(with_other_to_move(state.apply(move)))


def prevents(state: Any, move: Any) -> bool:
    assert can_capture(with_other_to_move(state))
    return gain(state, move) == 0 and not can_capture(state.apply(move))


def test_answers() -> None:
    goals = {
        "Capture:": captures,
        "Capture two": captures_two,
        "Make a threat": threatens,
        "The other player could": prevents,
    }
    check_goals(lessons(), goals, "Kropki")


def test_what_the_guide_says() -> None:
    *played, (_, end, _) = first_game(lessons(), "Kropki")
    assert [gain(state, move) for _, state, move in played] == [0, 1, 0, 1]
    assert end.scores[0] == 2
