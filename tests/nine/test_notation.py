"""Text forms of moves and positions, action codes, the order of moves, the printed board."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    WIKI,
    IllegalMoveError,
    Move,
    Pass,
    Phase,
    PlaceNeutral,
    PlaceStone,
    Ruleset,
    Seat,
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


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("*E5", PlaceNeutral(Square("E5"))),
        ("e5", PlaceNeutral(Square("E5"))),
        (" *e5\n", PlaceNeutral(Square("E5"))),
    ],
)
def test_neutral_texts(text: str, move: PlaceNeutral) -> None:
    assert State.start().parse_move(text) == move


def test_the_phase_decides_what_a_bare_square_is() -> None:
    assert State.start().parse_move("E5") == PlaceNeutral(Square("E5"))
    assert after(NEUTRALS).parse_move("A5") == PlaceStone(Square("A5"))
    moving = after(f"{NEUTRALS} A5 K5", Ruleset("duel", {2: 1}))
    assert moving.parse_move("A5") == Slide(Square("A5"))
    assert moving.parse_move("a5-j5") == Slide(Square("A5"))
    assert moving.move_text(Slide(Square("A5"))) == "A5-J5"


@pytest.mark.parametrize("text", ["--", "pass", "PASS", "Pass", " -- "])
def test_pass_texts(text: str) -> None:
    state = after(f"{NEUTRALS} A10 K10 B1 J11 A10", Ruleset("pairs", {2: 2}))
    assert state.parse_move(text) == Pass()
    assert state.move_text(Pass()) == "--"


def test_bare_texts() -> None:
    square = Square("E5")
    assert [str(kind(square)) for kind in (PlaceNeutral, PlaceStone, Slide)] == ["*E5", "@E5", "E5"]
    assert str(Pass()) == "--"


@given(states(), st.data())
def test_moves_back_by_text(state: State, data: st.DataObject) -> None:
    if not state.legal_moves:
        return
    move = data.draw(st.sampled_from(state.legal_moves))
    reached = state.apply(move)
    bare = str(move) if isinstance(move, Pass) else str(move.square)
    for text in (state.move_text(move), str(move), bare):
        assert reached.parse_last_move(text) == move


def test_a_last_move_is_what_the_stones_call_for() -> None:
    duel = Ruleset("duel", {2: 1})
    lines: list[tuple[str, str, Move]] = [
        ("E5 H8", "h8", PlaceNeutral(Square("H8"))),
        (f"{NEUTRALS} A5", "a5", PlaceStone(Square("A5"))),
        (f"{NEUTRALS} A5 K5 A5", "a5", Slide(Square("A5"))),
        (f"{NEUTRALS} A5 K5 A5", "a5-j5", Slide(Square("A5"))),
    ]
    for line, text, move in lines:
        assert after(line, duel).parse_last_move(text) == move
    with pytest.raises(IllegalMoveError) as caught:
        after(lines[2][0], duel).parse_last_move("A5-I5")
    assert str(caught.value) == "A5 cannot be taken back: it was not the last move"
    assert caught.value.move == Slide(Square("A5"))
    assert caught.value.state == after(lines[2][0], duel)


def test_words() -> None:
    assert [str(seat) for seat in Seat] == list("abcd")
    assert str(NEUTRAL) == "n"
    assert str(Section.CENTRE) == "centre"
    assert str(Phase.NEUTRALS) == "neutrals"


def test_the_order_of_moves() -> None:
    # Action codes, and so trained policies and stored games, depend on this order.
    assert [str(move) for move in State.start().legal_moves] == [f"*{name}" for name in CORE]
    assert [str(move) for move in after(NEUTRALS).legal_moves] == [f"@{name}" for name in RIM]
    state = after(f"{NEUTRALS} {' '.join(RIM)}")
    own = [name for place, name in enumerate(RIM) if place % 2 == 0]
    assert [str(move) for move in state.legal_moves] == own


def test_action_codes() -> None:
    assert State.start().action_count == 86
    start, placing = State.start(), after(NEUTRALS)
    moving = after(f"{NEUTRALS} {' '.join(RIM)}")
    for code, name in enumerate(CORE):
        assert start.action(PlaceNeutral(Square(name))) == code
        for state in (start, placing, moving):
            assert state.move(code) == PlaceNeutral(Square(name))
    for code, name in enumerate(RIM, start=49):
        assert placing.action(PlaceStone(Square(name))) == code
        assert start.move(code) == placing.move(code) == PlaceStone(Square(name))
        assert moving.move(code) == Slide(Square(name))
    for move in moving.legal_moves:
        assert isinstance(move, Slide)
        assert moving.action(move) == 49 + RIM.index(move.square.name)
    passing = after(f"{NEUTRALS} A10 K10 B1 J11 A10", Ruleset("pairs", {2: 2}))
    assert passing.action(Pass()) == 85
    assert start.move(85) == Pass()


def test_action_codes_of_a_forced_pass_and_of_a_finished_game() -> None:
    passing = after(f"{NEUTRALS} A10 K10 B1 J11 A10", Ruleset("pairs", {2: 2}))
    assert passing.legal_actions == (passing.action(Pass()),) == (85,)
    assert after(f"{NEUTRALS} A5 K5 A5", Ruleset("duel", {2: 1})).legal_actions == ()


def test_position_text() -> None:
    state = after(f"{NEUTRALS} A5 K5 B1 K2 A5", Ruleset("pairs", {2: 2}))
    text = "11/11/2n2n2n2/11/11/2n2n2n2/9ba/11/2n2n2n2/10a/1b9 a 2 pairs"
    assert state.to_text() == text
    loose = "11/56/2n2n2n2/11/11/2n2n2n2/9ba/11/2n2n2n2/55a/1b9 a 2 pairs"
    with pytest.raises(ValueError, match="row 10, '56', has '56'"):
        State.from_text(loose, state.ruleset)


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


def test_the_printed_board() -> None:
    state = after(f"{NEUTRALS} A5 K5 B1 K2 A5", Ruleset("pairs", {2: 2}))
    assert state.to_board() == BOARD
    over = after(f"{NEUTRALS} A5 K5 A5", Ruleset("duel", {2: 1}))
    assert str(over).endswith("duel, 2 players, over, 0-1")


def test_repr() -> None:
    assert repr(State.start(WIKI, 3)) == (
        "State.from_text('11/11/11/11/11/11/11/11/11/11/11 a 3 wiki')"
    )
    assert repr(Slide(Square("A5"))) == "Slide('A5')"
    assert repr(Ruleset("duel", {2: 1})) == (
        "Ruleset(name='duel', stones={2: 1}, edge_stop=EdgeStop.BOARD, "
        "turn_order=TurnOrder.CONTINUES, colours=('yellow', 'blue', 'orange', 'green'), "
        "neutral_colour='red')"
    )
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
    assert symmetry.then(symmetry.inverse) is Symmetry.IDENTITY
    for other in Symmetry:
        assert symmetry.then(other).square(Square("A2")) is other.square(Square(a2))


def test_rotating_turns_sections_clockwise() -> None:
    assert Symmetry.ROTATE_90.section(Section.TOP_LEFT) is Section.TOP_RIGHT
    assert Symmetry.ROTATE_90.section(Section.TOP_MIDDLE) is Section.MIDDLE_RIGHT
    assert Symmetry.ROTATE_90.section(Section.CENTRE) is Section.CENTRE


def test_a_turned_position() -> None:
    state = after(f"{NEUTRALS} A5 K2", Ruleset("duel", {2: 1})).transform(Symmetry.ROTATE_90)
    assert state.stone_at(Square("E11")) is Seat.SECOND
    assert state.stone_at(Square("B1")) is Seat.FIRST
    assert state.target(Square("E11")) is Square("E2")
    assert State.from_text(state.to_text(), state.ruleset) == state


@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
def test_word_processors_dashes(dash: str) -> None:
    moving = after(f"{NEUTRALS} A5 K5 B1 K2", Ruleset("pairs", {2: 2}))
    assert moving.parse_move(f"A5{dash}J5") == Slide("A5")
    stuck = after(f"{NEUTRALS} A10 K10 B1 J11 A10", Ruleset("pairs", {2: 2}))
    assert stuck.parse_move(dash * 2) == Pass()
    assert stuck.parse_move("\u2014") == stuck.parse_move("\u2013") == Pass()
