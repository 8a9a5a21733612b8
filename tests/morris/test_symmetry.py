"""The symmetries of boards of rings: 8n of them, a group, and what they do to fields and moves."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from random import Random
from time import process_time

import pytest

from morris.arranged import CIRCLE, SQUARE, after, at, mills, ruleset
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
from ninetka.protocol.endings import EndingKind

COUNTS = {2: 16, 3: 24, 4: 32, 5: 40}


@pytest.mark.parametrize("players", COUNTS)
def test_there_are_8n_and_each_takes_lines_to_lines(players: int) -> None:
    board = Board.rings(players)
    found = symmetries(board)
    assert len({*found}) == len(found) == COUNTS[players]
    lines = {frozenset(line) for line in board.lines}
    for each in found:
        each.check(board)
        assert {frozenset(map(each.field, line)) for line in lines} == lines


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
    leave = Leave(Seat.SECOND, EndingKind.TIME)
    assert mirror.move(leave) == leave


def test_a_symmetry_of_any_board_can_be_used() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    state = State.from_text("ab...b..a 2/3 0/0 0 a put small", ruleset())
    assert state.transform(mirror).to_text() == ".bab..a.. 2/3 0/0 0 a put small"
    assert state.transform(mirror).transform(mirror) == state


def test_m16_edges_are_kept() -> None:
    mirror = Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7])
    mirror.check(Board(9, SQUARE.lines, edges=[(1, 5), (3, 5)]))
    slanted = Board(9, SQUARE.lines, edges=[(1, 5), (7, 5)])
    with pytest.raises(NinetkaError, match="does not keep the lines and edges"):
        mirror.check(slanted)


def test_lines_of_any_length_are_kept() -> None:
    board = Board(6, [(1, 2, 3, 4), (3, 4, 5, 6)])
    Symmetry([6, 5, 4, 3, 2, 1]).check(board)
    with pytest.raises(NinetkaError, match="does not keep the lines and edges"):
        Symmetry([2, 1, 3, 4, 5, 6]).check(board)


def test_a_board_of_its_own_has_all_permutations_that_keep_it() -> None:
    found = symmetries(SQUARE)
    assert len(found) == 8
    assert found[0] == Symmetry(range(1, 10))
    assert Symmetry([3, 2, 1, 6, 5, 4, 9, 8, 7]) in found


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
    for symmetry in symmetries(board):
        symmetry.check(board)


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


def test_a_search_among_many_fields_that_look_alike_is_short() -> None:
    """Paths of three fields, by a line or by two edges, of which only some can change places."""
    paths = [(at, at + 1, at + 2) for at in range(1, 97, 3)]
    edges = [pair for path in paths[2:] for pair in pairwise(path)]
    begin = process_time()
    assert len(symmetries(Board(96, paths[:2], edges=edges))) == 1
    assert process_time() - begin < 5


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TRIES", 20)
    board = Board(9, [(1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 9)])
    assert symmetries(board) == (Symmetry(range(1, 10)),)


@pytest.mark.parametrize("players", COUNTS)
def test_images_share_their_canonical_position(players: int) -> None:
    start = State.start(NINE_AM if players > 2 else MILLS, players)
    for seed in range(5):
        for state in random_game(start, Random(seed), 200).states[::9]:
            canonical, leads_there = state.canonical()
            images = [state.transform(each) for each in state.symmetries]
            assert state.transform(leads_there) == canonical
            assert canonical.masks == min(image.masks for image in images)
            assert {image.canonical()[0] for image in images} == {canonical}


@pytest.mark.parametrize("players", COUNTS)
def test_action_codes(players: int) -> None:
    state = State.start(NINE_AM if players > 2 else MILLS, players)
    for each in state.symmetries[::5]:
        codes = state.transform_actions(each)
        assert sorted(codes) == [*range(state.action_count)]
        for code in range(0, state.action_count, 7):
            move = state.transform_move(state.move(code), each)
            assert state.move(codes[code]) == move


def test_images_of_moves_are_for_symmetries_of_the_board_alone() -> None:
    state, other = State.start(MILLS), symmetries(SQUARE)[1]
    for call in (state.transform, state.transform_actions):
        with pytest.raises(NinetkaError, match="not a symmetry of the board"):
            call(other)
    with pytest.raises(NinetkaError, match="not a symmetry of the board"):
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
