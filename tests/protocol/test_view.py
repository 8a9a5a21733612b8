"""Points as plain data: whole numbers as numbers, fractions as texts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ninetka.protocol.view import exact, outcome_view, plain


@pytest.mark.parametrize(
    ("points", "number", "said"),
    [(4, 4, 4), (Fraction(4, 2), 2, 2), (Fraction(-5, 2), Fraction(-5, 2), "-5/2")],
)
def test_points_are_exact_and_plain(
    points: int | Fraction, number: int | Fraction, said: int | str
) -> None:
    assert (exact(points), type(exact(points))) == (number, type(number))
    assert (plain(points), type(plain(points))) == (said, type(said))


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome_view(None, [1, 2]) is None
