"""Text forms of moves and positions, action codes, the order of moves, the printed board."""

from __future__ import annotations

import pickle
import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NESTORGAMES,
    WIKI,
    IllegalMoveError,
    Move,
    Pass,
    PlaceNeutral,
    PlaceStone,
    Reason,
    Ruleset,
    Section,
    Slide,
    Square,
    State,
    Symmetry,
)
from ninetka.nine.board import SQUARES

RIM = (
    [f"A{row}" for row in range(2, 11)]
    + [f"K{row}" for row in range(2, 11)]
    + [f"{column}1" for column in "BCDEFGHIJ"]
    + [f"{column}11" for column in "BCDEFGHIJ"]
)
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
CORE = [f"{column}{row}" for row in range(3, 10) for column in "CDEFGHI"]


def test_squares_are_the_same_objects_in_either_case() -> None:
    for square in SQUARES:
        assert Square(square.name) is square
        assert Square(square.name.lower()) is square
        assert pickle.loads(pickle.dumps(square)) is square
        assert str(square) == square.name
        assert repr(square) == f"Square({square.name!r})"
        assert SQUARES[square.index] is square
        assert square.bit == 1 << square.index
        assert square.name == f"{'ABCDEFGHIJK'[square.column]}{square.row + 1}"
        assert (square.line is None) == (not square.is_rim)
        if square.line is not None:
            assert square.line.end(0) == square.line.end(square.line.squares[0].bit) == 0


PAIRS, DUEL = Ruleset("pairs", {2: 2}), Ruleset("duel", {2: 1})
PLACING = after(NEUTRALS)
MOVING = after(f"{NEUTRALS} A5 K5", DUEL)
PASSING = after(f"{NEUTRALS} A10 K10 B1 J11 A10", PAIRS)


@pytest.mark.parametrize(
    ("state", "texts", "move"),
    [
        (State.start(), ["*E5", "E5", "e5", " *e5\n"], PlaceNeutral("E5")),
        (PLACING, ["@A5", "A5", "a5"], PlaceStone("A5")),
        (MOVING, ["A5", "A5-J5", "a5-j5"], Slide("A5")),
        (MOVING, [f"A5{dash}J5" for dash in DASHES], Slide("A5")),
        (PASSING, ["--", "pass", "PASS", "Pass", " -- ", "\u2013", "\u2014"], Pass()),
        (PASSING, [dash * 2 for dash in DASHES], Pass()),
    ],
)
def test_texts_of_moves(state: State, texts: list[str], move: Move) -> None:
    for text in texts:
        assert state.parse_move(text) == move


def test_bare_and_full_texts() -> None:
    moves = [PlaceNeutral("E5"), PlaceStone("E5"), Slide("E5"), Pass()]
    assert [*map(str, moves)] == ["*E5", "@E5", "E5", "--"]
    assert MOVING.move_text(Slide("A5")) == "A5-J5"
    assert PASSING.move_text(Pass()) == "--"


@given(states(), st.data())
def test_moves_back_by_text(state: State, data: st.DataObject) -> None:
    if not state.legal_moves:
        return
    move = data.draw(st.sampled_from(state.legal_moves))
    reached = state.apply(move)
    bare = str(move) if isinstance(move, Pass) else str(move.square)
    for text in (state.move_text(move), str(move), bare, bare.lower()):
        assert reached.parse_last_move(text) == move


def test_a_last_move_with_another_end_is_refused() -> None:
    state = MOVING.apply("A5")
    with pytest.raises(IllegalMoveError) as caught:
        state.parse_last_move("A5-I5")
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE
    assert str(caught.value).startswith("A5 cannot be taken back")
    assert (caught.value.move, caught.value.state) == (Slide("A5"), state)


def test_the_order_of_moves() -> None:
    # Action codes, and so trained policies and stored games, depend on this order.
    assert [str(move) for move in State.start().legal_moves] == [f"*{name}" for name in CORE]
    assert [str(move) for move in after(NEUTRALS).legal_moves] == [f"@{name}" for name in RIM]
    state = after(f"{NEUTRALS} {' '.join(RIM)}")
    own = [name for place, name in enumerate(RIM) if place % 2 == 0]
    assert [str(move) for move in state.legal_moves] == own


def test_action_codes() -> None:
    assert State.start().action_count == 86
    moving = after(f"{NEUTRALS} {' '.join(RIM)}")
    for code, name in enumerate(CORE):
        assert State.start().action(PlaceNeutral(name)) == code
        for state in (State.start(), PLACING, moving):
            assert state.move(code) == PlaceNeutral(name)
    for code, name in enumerate(RIM, start=49):
        assert PLACING.action(PlaceStone(name)) == code
        assert State.start().move(code) == PLACING.move(code) == PlaceStone(name)
        assert moving.move(code) == Slide(name)
    assert PASSING.legal_actions == (PASSING.action(Pass()),) == (85,)
    assert State.start().move(85) == Pass()
    assert MOVING.apply("A5").legal_actions == ()


BOARD = """\
     A   B C D   E F G   H I J   K
 11      . . .   . . .   . . .      11
       +-------+-------+-------+
 10  . | . . . | . . . | . . . | .  10
  9  . | . n . | . n . | . n . | .  9
  8  . | . . . | . . . | . . . | .  8
       +-------+-------+-------+
  7  . | . . . | . . . | . . . | .  7
  6  . | . n . | . n . | . n . | .  6
  5  . | . . . | . . . | . . b | a  5
       +-------+-------+-------+
  4  . | . . . | . . . | . . . | .  4
  3  . | . n . | . n . | . n . | .  3
  2  . | . . . | . . . | . . . | a  2
       +-------+-------+-------+
  1      b . .   . . .   . . .      1
     A   B C D   E F G   H I J   K
pairs, 2 players, movement, a to move"""


def test_a_position_as_text_and_as_a_printed_board() -> None:
    state = after(f"{NEUTRALS} A5 K5 B1 K2 A5", PAIRS)
    text = "11/11/2n2n2n2/11/11/2n2n2n2/9ba/11/2n2n2n2/10a/1b9 a 2 pairs"
    assert (state.to_text(), state.to_board()) == (text, BOARD)


def test_repr() -> None:
    assert repr(State.start(WIKI, 3)) == (
        "State.from_text('11/11/11/11/11/11/11/11/11/11/11 a 3 wiki')"
    )
    assert repr(Slide(Square("A5"))) == "Slide('A5')"
    duel = repr(Ruleset("duel", {2: 1}))
    assert duel.startswith("Ruleset(name='duel', stones={2: 1}, edge_stop=EdgeStop.BOARD, ")
    fields = [field.name for field in attrs.fields(Ruleset)]
    assert re.findall(r"(\w+)=", duel) == fields
    assert repr(after("F6").to_setup()) == (
        "Setup(stones={Square('F6'): Neutral.NEUTRAL}, to_move=Seat.SECOND, players=2, "
        f"ruleset={NESTORGAMES!r})"
    )


@pytest.mark.parametrize(
    ("symmetry", "a2", "c1"),
    [
        (Symmetry.IDENTITY, "A2", "C1"),
        (Symmetry.ROTATE_90, "B11", "A9"),
        (Symmetry.ROTATE_180, "K10", "I11"),
        (Symmetry.ROTATE_270, "J1", "K3"),
        (Symmetry.MIRROR_LEFT_RIGHT, "K2", "I1"),
        (Symmetry.MIRROR_TOP_BOTTOM, "A10", "C11"),
        (Symmetry.MIRROR_DIAGONAL, "B1", "A3"),
        (Symmetry.MIRROR_ANTIDIAGONAL, "J11", "K9"),
    ],
)
def test_symmetries(symmetry: Symmetry, a2: str, c1: str) -> None:
    assert symmetry.square(Square("A2")) is Square(a2)
    assert symmetry.square(Square("C1")) is Square(c1)
    assert symmetry.square(Square("F6")) is Square("F6")
    assert symmetry.move(PlaceStone(Square("A2"))) == PlaceStone(Square(a2))
    assert symmetry.move(Pass()) == Pass()


def test_rotating_turns_sections_clockwise() -> None:
    turned = [Symmetry.ROTATE_90.section(section) for section in Section]
    assert turned == [Section(name) for name in (
        "top right", "middle right", "bottom right", "top middle", "centre", "bottom middle",
        "top left", "middle left", "bottom left",
    )]  # fmt: skip
