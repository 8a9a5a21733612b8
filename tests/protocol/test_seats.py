"""Seats of all games: places in turn order, shown by their letters."""

from __future__ import annotations

import pytest

from ninetka import kropki, morris, nine
from ninetka.base.errors import NinetkaError
from ninetka.protocol.seats import GameSeat


class Three(GameSeat):
    FIRST = 0
    SECOND = 1
    THIRD = 2


KINDS: dict[type[GameSeat], str] = {nine.Seat: "abcd", kropki.Seat: "xo", morris.Seat: "abcde"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__module__)
def test_seats_are_shown_by_their_letters(kind: type[GameSeat]) -> None:
    assert "".join(map(str, kind)) == "".join(seat.letter for seat in kind) == KINDS[kind]
    assert repr(kind(1)) == "Seat.SECOND"


@pytest.mark.parametrize("seat", [seat for kind in KINDS for seat in kind], ids=repr)
def test_a_seat_is_its_letter_in_every_format_that_does_not_ask_for_a_number(
    seat: GameSeat,
) -> None:
    assert f"{seat}" == f"{seat!s}" == str(seat) != str(int(seat))
    assert (f"{seat:>3}", f"{seat:_<4}") == (f"  {seat!s}", f"{seat!s}___")
    for number in ("02d", ".1f", *"bcdeEfFgGnoxX%"):
        assert format(seat, number) == format(int(seat), number)


@pytest.mark.parametrize(
    ("kind", "number", "sentence"),
    [
        (nine.Seat, 4, "4 is not a seat: seats are 0 to 3"),
        (kropki.Seat, 2, "2 is not a seat: seats are 0 and 1"),
        (morris.Seat, -1, "-1 is not a seat: seats are 0 to 4"),
        (Three, 3, "3 is not a seat: seats are 0 to 2"),
    ],
)
def test_numbers_that_are_not_seats(kind: type[GameSeat], number: int, sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        kind(number)
    assert str(caught.value) == sentence
