"""The planes that programs that learn look at, against what the state says of each field."""

from __future__ import annotations

from hypothesis import given

from morris.arranged import at, mills, ruleset
from morris.games import states
from ninetka.morris import NINE_AM, Board, Due, Phase, Removals, Seat, State
from ninetka.morris.turns import times_stood


def seen(state: State, seat: Seat) -> dict[str, int]:
    """Each plane by name."""
    return dict(zip(state.plane_names, state.planes(seat), strict=True))


@given(states())
def test_planes_say_what_the_state_says(state: State) -> None:
    everywhere = (1 << state.board.fields) - 1
    for seat in state.seats:
        planes = seen(state, seat)
        for ahead in range(state.players):
            other = Seat((seat + ahead) % state.players)
            tokens = planes.pop(f"tokens of seat +{ahead}")
            for field in range(1, state.board.fields + 1):
                assert tokens >> field - 1 & 1 == (state.token_at(field) is other)
            hand = planes.pop(f"hand of seat +{ahead}, in binary")
            assert hand == min(state.hands[other], everywhere)
            cards = planes.pop(f"cards of seat +{ahead}, in binary")
            assert cards == min(state.cards[other], everywhere)
            turn = planes.pop(f"seat +{ahead} is to move")
            assert turn == everywhere * (state.to_move is other)
        assert planes.pop("quiet turns, in binary") == min(state.quiet, everywhere)
        if state.ruleset.removals is Removals.EACH:
            assert planes.pop("further removals, in binary") == state.further_removals
        if state.ruleset.repetition:
            stood = planes.pop("times that the position has stood, in binary")
            assert stood == (state.phase is not Phase.REMOVE) * times_stood(state)
        if state.ruleset.marking:
            assert planes.pop("marked fields") == sum(field.bit for field in state.marked)
        if state.terms.is_extended:
            check_noted(planes, state, seat)
        first = ("put or move", Phase.EITHER) if state.ruleset.mixed else ("put", Phase.PUT)
        for what, phase in (first, ("move", Phase.MOVE), ("remove", Phase.REMOVE)):
            assert planes.pop(f"to {what}") == everywhere * (state.phase is phase)
        assert not planes


def check_noted(planes: dict[str, int], state: State, seat: int) -> None:
    """Take out the planes of what is noted, and compare them with the notes."""
    everywhere, notes, ruleset = (1 << state.board.fields) - 1, state.notes, state.ruleset
    is_removing = state.phase is Phase.REMOVE
    for due in Due:
        shown = everywhere * (is_removing and notes.due is due)
        assert planes.pop(f"removal due: {due.value}") == shown
    owed = planes.pop("removals owed by the other, in binary")
    assert owed == min(notes.owed, everywhere)
    if ruleset.custody | ruleset.intervention | ruleset.leap:
        assert planes.pop("captured by custody or a leap") == notes.custody
        assert planes.pop("captured by intervention") == notes.intervention
    for ahead in range(2):
        other = (seat + ahead) % 2
        if ruleset.mills_once:
            used = notes.used[other] if notes.used else 0
            assert planes.pop(f"used lines of seat +{ahead}") == used
        if not ruleset.reclosing:
            step = notes.closings[other] if notes.closings else None
            ends = (0, 0) if step is None else (step.start.bit, step.end.bit)
            named = f"where the closing step of seat +{ahead}"
            assert tuple(planes.pop(f"{named} {end}") for end in ("starts", "ends")) == ends


def test_the_bit_of_a_field_is_its_code() -> None:
    state = State.start(NINE_AM).apply("7")
    assert state.planes(Seat.FIRST)[:3] == (1 << 6, 0, 0)
    assert state.planes(Seat.SECOND)[:3] == (0, 0, 1 << 6)
    assert state.planes(Seat.THIRD)[:3] == (0, 1 << 6, 0)
    assert 6 not in state.legal_actions


def test_numbers_too_great_for_a_tiny_board_are_all_ones() -> None:
    rules = ruleset(Board(5, [(1, 2, 3), (3, 4, 5)]))
    state = at("aa.bb 1/1 2/31 32 a put", rules)
    assert state.planes(0)[2:7] == (1, 1, 2, 31, 31)
    assert state.planes(1)[2:7] == (1, 1, 31, 2, 31)


def test_what_options_add_is_shown() -> None:
    rules = mills(repetition=3, removals="each mill", marking=True)
    shown = seen(at("aa.bbab.. 0/0 0/0 0 a move", rules), Seat.FIRST)
    assert shown["times that the position has stood, in binary"] == 1
    removing = seen(at("aaabbab.a 0/2 0/0 0 a remove+1", rules), Seat.FIRST)
    assert removing["times that the position has stood, in binary"] == 0
    assert (removing["further removals, in binary"], removing["marked fields"]) == (1, 0)
