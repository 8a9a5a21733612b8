"""The symmetries of grids are a group of eight in all games."""

from __future__ import annotations

from itertools import product

import pytest

from ninetka import kropki, nine
from ninetka.protocol.symmetry import GridSymmetry

KINDS: list[type[GridSymmetry]] = [nine.Symmetry, kropki.Symmetry]
COLUMNS, ROWS = 3, 4


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__module__)
def test_they_undo_and_follow_one_another(kind: type[GridSymmetry]) -> None:
    assert len(kind) == 8
    for one, other in product(kind, repeat=2):
        size = one.size(COLUMNS, ROWS)
        images = {
            place: one.place(*place, COLUMNS, ROWS)
            for place in product(range(COLUMNS), range(ROWS))
        }
        assert {*images.values()} == {*product(*map(range, size))}
        letters = [chr(97 + number) for number in range(COLUMNS * ROWS)]
        rows = one.rows(["".join(letters[at : at + COLUMNS]) for at in range(0, 12, COLUMNS)])
        assert (len(rows[0]), len(rows)) == size
        for place, image in images.items():
            assert rows[image[1]][image[0]] == letters[COLUMNS * place[1] + place[0]]
            assert one.inverse.place(*image, *size) == place
            assert one.then(other).place(*place, COLUMNS, ROWS) == other.place(*image, *size)
