"""The symmetries of boards of rings: 8n of them, a group, and what they do to fields and moves."""

from __future__ import annotations

from itertools import product

import pytest

from morris.arranged import SQUARE, ruleset
from ninetka.morris import Board, Field, Put, Remove, State, Step, Symmetry, symmetries

COUNTS = {2: 16, 3: 24, 4: 32, 5: 40}


@pytest.mark.parametrize("players", COUNTS)
def test_there_are_8n_and_each_takes_lines_to_lines(players: int) -> None:
    board = Board.rings(players)
    found = symmetries(board)
    assert len({*found}) == len(found) == COUNTS[players]
    lines = {frozenset(line) for line in board.lines}
    for symmetry in found:
        symmetry.check(board)
        assert {frozenset(map(symmetry.field, line)) for line in lines} == lines


@pytest.mark.parametrize("players", COUNTS)
def test_they_are_a_group(players: int) -> None:
    found = symmetries(Board.rings(players))
    identity = Symmetry(range(1, 12 * players + 1))
    assert identity in found
    for symmetry in found:
        assert symmetry.then(symmetry.inverse) == symmetry.inverse.then(symmetry) == identity
    for one, other in product(found[::7], found[::5]):
        assert one.then(other) in found
        assert one.then(other).field(Field(7)) == other.field(one.field(Field(7)))


@pytest.mark.parametrize("players", COUNTS)
def test_the_numbering_goes_on_from_sector_to_sector(players: int) -> None:
    """A turn by one sector adds 9 to the fields that M2 counts by sectors."""
    turns = [
        symmetry
        for symmetry in symmetries(Board.rings(players))
        if symmetry.field(Field(1)) == Field(10)
        and symmetry.field(Field(2)) == Field(11)
        and symmetry.field(Field(4)) == Field(13)
    ]
    (turn,) = turns
    for number in range(1, 9 * players + 1):
        assert turn.field(Field(number)).number == (number + 8) % (9 * players) + 1
    for ring in Board.rings(players).ring_fields:
        assert [turn.field(field) for field in ring] == [*ring[4:], *ring[:4]]


def test_moves() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    mirror.check(SQUARE)
    assert mirror.move(Put(1)) == Put(3)
    assert mirror.move(Remove(4)) == Remove(6)
    assert mirror.move(Step(7, 8)) == Step(9, 8)


def test_a_symmetry_of_any_board_can_be_used() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    state = State.from_text("ab...b..a 2/3 0/0 0 a put small", ruleset())
    assert state.transform(mirror).to_text() == ".bab..a.. 2/3 0/0 0 a put small"
    assert state.transform(mirror).transform(mirror) == state


def test_other_boards_are_taken_to_have_none_but_the_one_that_changes_nothing() -> None:
    assert symmetries(SQUARE) == (Symmetry(range(1, 10)),)
