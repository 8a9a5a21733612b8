"""The planes for programs that learn, compared with what the state says of each square."""

from __future__ import annotations

from hypothesis import given
from support.nine_states import states

from ninetka import NEUTRAL, Pass, Phase, Seat, State
from ninetka.nine.board import SQUARES


def seen(state: State, seat: Seat) -> dict[str, set[str]]:
    """Each plane's squares by name."""
    return {
        name: {square.name for square in SQUARES if plane >> square.index & 1}
        for name, plane in zip(state.plane_names, state.planes(seat), strict=True)
    }


ALL = {square.name for square in SQUARES}


def everywhere(holds: bool) -> set[str]:
    return ALL if holds else set()


@given(states())
def test_planes_say_what_the_state_says(state: State) -> None:
    assert state.plane_shape == (11, 11)
    named = {move.square.name for move in state.legal_moves if not isinstance(move, Pass)}
    for seat in state.seats:
        planes = seen(state, seat)
        assert planes.pop("neutrals") == {s.name for s in SQUARES if state.stone_at(s) is NEUTRAL}
        assert planes.pop("squares of legal moves") == named
        for phase in Phase:
            assert planes.pop(f"phase {phase}") == everywhere(state.phase is phase)
        for turns in range(state.players):
            other = state.seats[(seat + turns) % state.players]
            stones = {s.name for s in SQUARES if state.stone_at(s) is other}
            held = [section for section, owner in state.owners.items() if owner is other]
            assert planes.pop(f"stones of seat +{turns}") == stones
            assert planes.pop(f"seat +{turns} is to move") == everywhere(state.to_move is other)
            assert planes.pop(f"sections of seat +{turns}") == {
                square.name for section in held for square in section.squares
            }
            assert planes.pop(f"seen from seat {turns}") == everywhere(seat == turns)
        assert not planes
