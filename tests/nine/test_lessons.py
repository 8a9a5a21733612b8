"""The exercises of 9tka ask for what their answers do."""

from __future__ import annotations

from support.lessons import check_goals, first_game

from ninetka import Slide, State
from ninetka.nine.lessons import lessons
from ninetka.nine.moves import Move


def held(state: State, seat: int) -> int:
    return sum(owner == seat for owner in state.owners.values())


def stops_in_the_middle(state: State, move: Move) -> bool:
    if not isinstance(move, Slide):
        return False
    end = state.target(move.square)
    return str(end)[0] in "EFG" and str(end)[1:] in ("5", "6", "7")


def wins(state: State, move: Move) -> bool:
    seat = state.to_move
    return held(state.apply(move), seat) > held(state, seat)


def takes_away(state: State, move: Move) -> bool:
    after, seat = state.apply(move), state.to_move
    fewer = held(after, 1 - seat) < held(state, 1 - seat)
    return fewer and held(after, seat) >= held(state, seat)


def test_answers() -> None:
    goals = {"Slide": stops_in_the_middle, "Win": wins, "Take": takes_away}
    check_goals(lessons(), goals, "9tka")


def test_what_the_guide_says() -> None:
    slides = 0
    for text, state, move in first_game(lessons(), "9tka"):
        if text.startswith("Slide"):
            slides += 1
            assert text.startswith(f"Slide the stone on {move.square}.")
            assert f"stops on {state.target(move.square)}" in text
            assert ("hold it" in text) == wins(state, move)
            assert ("loses it" in text) <= takes_away(state, move)
    assert slides >= 4
