"""The planes that programs that learn look at, against what the state says of each square."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    WIKI,
    NinetkaError,
    Pass,
    Phase,
    Ruleset,
    Seat,
    Square,
    State,
)
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


@pytest.mark.parametrize(("players", "count"), [(2, 13), (3, 17), (4, 21)])
def test_how_many_planes_there_are(players: int, count: int) -> None:
    assert len(State.start(NESTORGAMES, players).plane_names) == count


def test_a_stone_is_where_the_plane_has_its_bit() -> None:
    state = after("C3 F3 I3 C6 F6 I6 C9 F9 I9 A5", players=2)
    own, others, *_ = state.planes(Seat.SECOND)
    assert own == Square("A5").bit == 1 << 11 * 4
    assert others == 0
    assert state.planes(Seat.FIRST)[:2] == (0, own)


def test_a_seat_that_does_not_play_sees_nothing() -> None:
    with pytest.raises(NinetkaError, match="does not play: there are 2 players"):
        State.start(WIKI).planes(Seat.THIRD)
    with pytest.raises(NinetkaError, match="-1 does not play"):
        State.start(WIKI).planes(-1)


def test_how_many_plies_are_left_at_most() -> None:
    duel, start = Ruleset("duel", {4: 1}), State.start(NESTORGAMES, 3)
    assert start.max_plies_left == 9 + 36 + 36
    assert start.apply(start.legal_moves[0]).max_plies_left == 8 + 36 + 36
    placed = f"{NEUTRALS} A5 K7 A8 K2"
    left = [after(f"{placed} {line}", duel, 4).max_plies_left for line in ("", "A5", "A5 K7")]
    assert left == [4, 3, 2]
