"""The symmetries of boards of rings: 8n of them, a group, and what they do to fields and moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from random import Random

import pytest

from morris.arranged import CIRCLE, SQUARE, after, at, mills
from ninetka.base.errors import NinetkaError
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    Field,
    Leave,
    Put,
    Remove,
    Seat,
    State,
    Step,
    Symmetry,
    symmetries,
)
from ninetka.morris import symmetry as module
from ninetka.play.playouts import random_game

COUNTS = {2: 16, 3: 24, 4: 32, 5: 40}


@pytest.mark.parametrize("players", COUNTS)
def test_law_4_there_are_8n_and_they_are_a_group(players: int) -> None:
    board = Board.rings(players)
    found = symmetries(board)
    assert len({*found}) == len(found) == COUNTS[players]
    assert found[0] == Symmetry(range(1, 12 * players + 1))
    for symmetry in found:
        assert symmetry.then(symmetry.inverse) == symmetry.inverse.then(symmetry) == found[0]
    for one, other in product(found[::7], found[::5]):
        assert one.then(other) in found
        assert one.then(other).field(Field(7)) == other.field(one.field(Field(7)))


def test_moves() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    mirror.check(SQUARE)
    assert mirror.move(Put(1)) == Put(3)
    assert mirror.move(Remove(4)) == Remove(6)
    assert mirror.move(Step(7, 8)) == Step(9, 8)
    assert mirror.move(Leave(Seat.SECOND)) == Leave(Seat.SECOND)


def test_m16_edges_are_kept() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    mirror.check(Board(9, SQUARE.lines, edges=[(1, 5), (3, 5)]))
    slanted = Board(9, SQUARE.lines, edges=[(1, 5), (7, 5)])
    with pytest.raises(NinetkaError):
        mirror.check(slanted)


def naive_symmetries(board: Board) -> set[tuple[int, ...]]:
    """All permutations of a small board's fields that keep lines and neighbours, one by one."""
    near = [frozenset(each.index for each in board.neighbours(n + 1)) for n in range(board.fields)]
    lines = {frozenset(field.index for field in line) for line in board.lines}
    return {
        images
        for images in permutations(range(board.fields))
        if {frozenset(images[at] for at in line) for line in lines} == lines
        and all(near[images[at]] == {images[each] for each in near[at]} for at in range(len(near)))
    }


@pytest.mark.parametrize(
    "board",
    [
        Board(5, [(1, 2, 3), (3, 4, 5)]),
        Board(6, [(1, 2, 3), (4, 5, 6)]),
        Board(6, [(1, 2, 3, 4), (3, 4, 5, 6)]),
        Board(6, [(1, 2, 3)], edges=[(3, 4), (4, 5), (4, 6)]),
        Board(6, [(1, 2, 3), (3, 4, 5), (5, 6, 1)]),
        Board(6, [(1, 2, 3), (4, 5, 6)], edges=[(3, 4), (6, 1)]),
        Board(7, [(1, 2, 3), (1, 4, 5), (1, 6, 7)]),
    ],
    ids=repr,
)
def test_no_symmetry_is_missed(board: Board) -> None:
    found = [tuple(field.index for field in each.images) for each in symmetries(board)]
    assert {*found} == naive_symmetries(board)
    assert found == sorted(found)


def test_lines_tell_boards_with_the_same_neighbours_apart() -> None:
    """Four fields in a ring, each next to two others: the only line has three of them."""
    board = Board(4, [(1, 2, 3)], edges=[(3, 4), (4, 1)])
    assert [*map(str, symmetries(board)[1].images)] == ["3", "2", "1", "4"]
    assert len(symmetries(board)) == 2


def test_a_board_with_too_many_symmetries_is_taken_to_have_one() -> None:
    apart = [(at, at + 1, at + 2) for at in range(1, 99, 3)]
    assert symmetries(Board(9, apart[:3]))[1:]
    for fields in (15, 99):  # 3,840 and 33! · 2^33 of them
        board = Board(fields, apart[: fields // 3])
        assert symmetries(board) == (Symmetry(range(1, fields + 1)),)
        Symmetry([3, 2, 1, *range(4, fields + 1)]).check(board)


def test_a_search_among_many_fields_that_look_alike_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Paths of three fields, by a line or by two edges, of which only some can change places.

    To look at the images of all fields counts as a try for each of them.
    """
    paths = [(at, at + 1, at + 2) for at in range(1, 97, 3)]
    edges = [pair for path in paths[2:] for pair in pairwise(path)]
    looked_at = 0

    def keep(board: Board, images: Sequence[int]) -> bool:
        nonlocal looked_at
        looked_at += board.fields
        return False

    monkeypatch.setattr(module, "_keep", keep)
    assert len(symmetries.__wrapped__(Board(96, paths[:2], edges=edges))) == 1
    assert 0 < looked_at <= module._MOST_TRIES


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TRIES", 20)
    board = Board(9, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 9)])
    assert symmetries.__wrapped__(board) == (Symmetry(range(1, 10)),)


@pytest.mark.parametrize("players", COUNTS)
def test_the_canonical_position_is_the_least_image(players: int) -> None:
    start = State.start(NINE_AM if players > 2 else MILLS, players)
    for state in random_game(start, Random(players), 60).states[::15]:
        images = [state.transform(each) for each in state.symmetries]
        assert state.canonical()[0].masks == min(image.masks for image in images)


def test_what_is_not_a_symmetry_of_the_board_is_refused() -> None:
    state = State.start(MILLS)
    said = "^this is not a symmetry of the board: it does not keep the lines and edges$"
    for other in (symmetries(SQUARE)[1], Symmetry([2, 1, *range(3, 25)])):
        for call in (state.transform, state.transform_actions, state.transform_places):
            with pytest.raises(NinetkaError, match=said):
                call(other)
        with pytest.raises(NinetkaError, match=said):
            state.transform_move(Put(1), other)


def test_marked_fields_and_steps_turn_with_the_board() -> None:
    rules = mills(SQUARE, repetition=3, fewest=2, jumping=0)
    moved = after(at("a.a...b.b 0/0 0/0 0 a move", rules), "1-4 7-8 4-1 8-7")
    images = [moved.transform(symmetry) for symmetry in symmetries(moved.board)]
    assert {image.canonical()[0] for image in images} == {moved.canonical()[0]}
    same = [image for image in images if image.masks == moved.masks]
    assert len({image.steps for image in same}) == 2  # mirrored, with the same tokens
    marked = at("aaax...b 1/2 0/0 0 b put", mills(CIRCLE, tokens=4, marking=True))
    images = [marked.transform(symmetry) for symmetry in symmetries(marked.board)]
    assert {image.canonical()[0] for image in images} == {marked.canonical()[0]}
    assert {field.number for image in images for field in image.marked} == {2, 4, 6, 8}
