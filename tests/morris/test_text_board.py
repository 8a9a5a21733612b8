"""The morris games as text: what is where, on any board."""

from __future__ import annotations

import re
from random import Random

import pytest
from support.colour_vision import painted
from support.pictures import Spot

from morris.arranged import SQUARE
from morris.games import SMALL, play, shown_states
from ninetka.morris import NINE_AM, Board, Put, Ruleset, State

MILLS_BOARD = """\
7   +-----------+-----------+
    |           |           |
6   |   +-------+-------+   |
    |   |       |       |   |
5   |   |   a***a**[a]  |   |
    |   |   *       |   |   |
4   +---+---a       +---+---+
    |   |   *       |   |   |
3   |   |   a---+---+   |   |
    |   |       |       |   |
2   |   b-------+-------b   |
    |           |           |
1   +-----------+-----------b
    a   b   c   d   e   f   g

    hand  board
> a    4      5  Ann
  b    5      3
mills, 2 players, Ann (a) to remove a token"""


def test_mills_as_text() -> None:
    state = State.from_text("..a...b....a.ba..a.ba... 4/5 0/0 0 a remove mills")
    assert state.to_board(last_move=Put(3), names=["Ann"]) == MILLS_BOARD
    drawn = state.to_board(unicode=True)
    table = str.maketrans("\u2500\u2502\u25cb\u25cf", "-|+*")
    assert drawn != str(state) == drawn.translate(table)


FIVE = r"""
                      43--------56---------1
                   . .           |           . .
                 .               |               .
              40                 |                 4
             .   \       46------2------5        /   .
         . .      \   . .        |        . .   /      . .
      37           44            |            8            7
      /         . .   \          |          /   . .         \
     /       41        \    45--51---3     /       47        \
     /       /          42               6           \       \
   60        /         /                   \         \       57
   /  . . .  /      39                       9       \  . . .  \
   /       38        /                       \       11        \
  /        /    .  55                        52   .    \        \
  /        /       /                           \       \        \
34       50      36                            12      14       10
  \        \       \                           /       /        /
  \        \    .  33                        15   .    /        /
   \       35        \                       /       17        /
   \  . . .  \      30                      18       /  . . .  /
   31        \         \                   /         /       13
     \       \          54              53           /       /
     \       32        /    27--24--21     \       48        /
      \         . .   /          |          \   . .         /
      28           29            |           20           16
         . .      /   . .        |        . .   \      . .
             .   /       49-----26-----23        \   .
              59                 |                58
                 .               |               .
                   . .           |           . .
                      25--------22--------19"""


def test_the_board_for_five_as_text() -> None:
    assert str(State.start(NINE_AM, 5)).split("\n\n")[0] == FIVE.lstrip("\n")


def in_the_grid(board: str, name: str) -> str:
    """What a text board shows in a column and a row, such as a1, that stand around it."""
    *rows, columns = board.splitlines()
    (row,) = (row for row in rows if row.startswith(name[1:]))
    return row[columns.index(name[0])]


def test_every_field_is_in_the_text_and_lines_are_short() -> None:
    for state in shown_states():
        text = str(state)
        board, table = text.split("\n\n")
        assert text.isascii()
        assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())
        owners = {field: state.token_at(field) for field in state.board.places}
        if state.board.names:
            for field, owner in owners.items():
                assert in_the_grid(board, state.board.name_of(field)) == (
                    "+" if owner is None else str(owner)
                )
        else:
            found = re.findall(r"\d+[a-e]?", board)
            letters = {field: "" if owner is None else owner for field, owner in owners.items()}
            assert sorted(found) == sorted(f"{field}{each}" for field, each in letters.items())
        assert ("*" in board) == any(map(state.mills, state.seats))
        winners = [] if state.outcome is None else state.outcome.winners
        for seat, line in zip(state.seats, table.splitlines()[1:-1], strict=True):
            turn = ">" if seat is state.to_move and not state.is_over else " "
            assert line[0] == ("*" if seat in winners else turn)
            hand = "-" if seat in state.expelled else str(state.hands[seat])
            count = list(state.tokens.values()).count(seat)
            has = [str(seat), hand, str(count)]
            if state.ruleset.cards:
                has += [str(state.cards[seat]), str(state.scores[seat])]
            assert line[2:].split() == has + ["out"] * (hand == "-")


LISTED = """\
1a*2a*3a       4-5-6b         7b-8-[9b]      1a-4-7b        2a-5-8
3a-6b-[9b]

    hand  board  cards  points
> a    0      3      1    50/3
  b    0      3      0    20/3
  c    -      0      0    20/3  Cy, out
small, 3 players, Seat a to move a token or jump"""


def test_a_board_without_places_is_a_list_of_lines() -> None:
    state = State.from_text("aaa..bb.b 0/0/- 1/0/0 0 a move small", SMALL)
    assert state.to_board(last_move=Put(9), names=["", "", "Cy"]) == LISTED


@pytest.mark.parametrize(
    "board",
    [
        Board.rings(3),
        SQUARE,
        Board(9, SQUARE.lines, places={at: (at / 9, 0.1 * at) for at in range(1, 10)}),
    ],
)
def test_colours_stand_around_tokens_alone(board: Board) -> None:
    ruleset = Ruleset("coloured", {3: board}, tokens=3)
    *_, (_, move, state) = play(State.start(ruleset), Random(1), 9)
    text = state.to_board(paint=painted, last_move=move)
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    assert plain == state.to_board(last_move=move)
    coloured = re.findall("\x1b\\[1;[0-9;]+m(\\d+[abc])\x1b\\[0m", text)
    tokens = {f"{field}{seat}" for field, seat in state.tokens.items()}
    assert {*coloured} == tokens
    assert text.count("\x1b") == 2 * len(coloured)


def test_boards_that_no_text_has_room_for_are_listed() -> None:
    """And names are around a board if they are its columns and rows."""
    row = {number: ((number - 5) / 4, 0.0) for number in range(1, 10)}
    crowded = {number: (number / 28, 0.0) for number in range(1, 10)} | {1: (0.0, 1.0)}
    grid = {at: "abc"[(at - 1) % 3] + str((at - 1) // 3 + 1) for at in range(1, 10)}
    even = {at: ((at - 1) % 3 - 1.0, (at - 1) // 3 - 1.0) for at in range(1, 10)}
    half = {at: (x / 2, y / 2) for at, (x, y) in even.items()}
    tall = {at: name[0] + str(int(name[1]) + 9) for at, name in grid.items()}
    odd = {1: "c1", 3: "a1"}
    cases: list[tuple[dict[int, Spot], dict[int, str], str]] = [
        (row, {}, "1---2---3---4---5---6---7---8---9"),
        (crowded, {}, "1-2-3          4-5-6          7-8-9          1-4-7          2-5-8"),
        (even, grid, "1   +-----+-----+"),
        (half, grid, "1   +-----+-----+"),
        (even, tall, "10  +-----+-----+"),
        (even, grid | odd, "c1----b1----a1"),
        (even, {1: "a1"}, "a1-----2-----3"),
    ]
    for places, names, first in cases:
        board = Board(9, SQUARE.lines, places=places, names=names)
        text = str(State.start(Ruleset("any", {2: board}, tokens=3)))
        assert text.splitlines()[0] == first


def test_m16_edges_are_drawn_and_listed() -> None:
    places = {1: (-1, -1), 2: (0, -1), 3: (1, -1), 4: (0, 0), 5: (0, 1)}
    board = Board(5, [(1, 2, 3)], edges=[(2, 4), (4, 5)], places=places)
    start = State.start(Ruleset("any", {2: board}, tokens=3))
    assert str(start).split("\n\n")[0] == EDGED
    placeless = Board(5, [(1, 2, 3)], edges=[(2, 4), (4, 5)])
    listed = State.start(Ruleset("any", {2: placeless}, tokens=3))
    assert str(listed).splitlines()[0] == "1-2-3          2-4            4-5"


EDGED = """\
1-----2-----3
      |
      |
      4
      |
      |
      5"""


def test_a_mill_is_drawn_over_lines_that_share_a_part_of_it() -> None:
    board = Board(4, [(1, 2, 3), (2, 3, 4)], places={at: (at / 2 - 1, 0) for at in range(1, 5)})
    state = State.from_text("aaa. 0/3 0/0 0 a move any", Ruleset("any", {2: board}, tokens=3))
    assert str(state).splitlines()[0] == "1a**2a**3a--4"


@pytest.mark.parametrize(
    ("places", "drawn"),
    [
        ({1: (0.0, 0.0), 2: (0.049, 0.0), 3: (1.0, 0.0)}, f"1---2{'-' * 67}3"),
        ({1: (0.0, 0.0), 2: (0.048, 0.0), 3: (1.0, 0.0)}, "1-2-3"),
        ({1: (-5 / 6, 0.0), 2: (0.0, 1 / 3), 3: (1.0, 1.0)},
         "1\n     2\n       .\n          .\n            3"),
    ],
    ids=["as wide as can be", "too wide", "a line that would touch a text"],
)  # fmt: skip
def test_what_there_is_room_for(places: dict[int, Spot], drawn: str) -> None:
    board = Board(3, [(1, 2, 3)], places=places)
    text = str(State.start(Ruleset("any", {2: board}, tokens=3)))
    assert text.split("\n\n")[0] == drawn
