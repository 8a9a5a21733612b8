"""Each rule by cases, M1 to M15, on positions made by hand."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from morris.arranged import (
    NO_CARDS,
    PATH,
    SHORT,
    WALKING,
    after,
    at,
    mills,
    position,
    ruleset,
    texts,
)
from ninetka import Game, NinetkaError
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    Field,
    FromMills,
    Outcome,
    Phase,
    Ruleset,
    Seat,
    Setup,
    State,
)

SEVEN = (1, 4, 7, 10, 11, 52, 57)
"""The tokens of the original text that earn three cards."""


def test_m3_a_mill_is_a_line_of_one_player() -> None:
    state = at("aaabbacc. 0/3/3 0/0/0 0 a move")
    assert state.mills(0) == ((Field(1), Field(2), Field(3)),)
    assert state.mills(1) == state.mills(2) == ()


def test_m4_nine_tokens_each_in_turn_order() -> None:
    state = State.start(NINE_AM, 5)
    assert state.hands == (9,) * 5
    turns = []
    for field in range(1, 7):
        turns.append(state.to_move)
        state = state.apply(str(field))
    assert turns == [0, 1, 2, 3, 4, 0]
    assert state.hands == (7, 8, 8, 8, 8)
    assert State.start().players == 3
    assert State.start(MILLS).players == 2


def test_m4_the_expelled_are_passed_over() -> None:
    state = at("aaa...cc. 0/-/3 1/0/0 0 c put")
    assert state.expelled == (Seat.SECOND,)
    state = state.apply("9")
    assert state.to_move is Seat.FIRST
    assert state.apply("3-4").to_move is Seat.THIRD
    assert state.stepped_over == ()


def test_m5_a_player_with_tokens_in_hand_puts_one_on_any_free_field() -> None:
    state = at("a.b.c.a.. 1/2/2 0/0/0 0 a put")
    assert texts(state) == ["2", "4", "6", "8", "9"]
    state = state.apply("8")
    assert position(state) == "a.b.c.aa. 0/2/2 0/0/0 0 b put"


def test_m6_a_token_moves_to_a_neighbouring_free_field() -> None:
    state = at("a.b.a.baa 0/1/- 0/0/0 0 a move")
    assert texts(state) == ["1-2", "1-4", "5-2", "5-4", "5-6", "9-6"]
    assert position(state.apply("5-6")) == "a.b..abaa 0/1/- 0/0/0 1 b put"


def test_m7_with_three_tokens_left_to_any_free_field() -> None:
    state = at("a.aa.....bb 0/1 0/0 0 a move", ruleset(PATH))
    assert state.may_jump
    ends = (2, 5, 6, 7, 8, 9)
    assert texts(state) == [f"{start}-{end}" for start in (1, 3, 4) for end in ends]
    assert position(state.apply("1-9")) == "..aa....abb 0/1 0/0 1 b put"


def test_m7_not_with_four_nor_with_a_token_in_hand_nor_where_it_is_switched_off() -> None:
    four = at("a.aa..a..bb 0/1 0/0 0 a move", ruleset(PATH))
    assert not four.may_jump
    assert texts(four) == ["1-2", "3-2", "4-5", "7-6", "7-8"]
    in_hand = at("a.aa......b 1/2 0/0 0 a put", ruleset(PATH))
    assert texts(in_hand) == ["2", "5", "6", "7", "8", "9", "10"]
    walking = at("a.aa.....bb 0/1 0/0 0 a move", WALKING)
    assert not walking.may_jump
    assert texts(walking) == ["1-2", "3-2", "4-5"]


def test_m8_players_without_a_move_are_stepped_over() -> None:
    state = at("bbbaaa..ccc 0/0/0 0/0/0 0 a move", WALKING)
    assert state.stepped_over == ()
    state = state.apply("6-7")
    assert (state.to_move, state.stepped_over, state.quiet) == (Seat.THIRD, (Seat.SECOND,), 1)
    state = state.apply("9-8")
    assert (state.to_move, state.stepped_over, state.quiet) == (Seat.FIRST, (), 2)


def test_m8_everybody_else_may_be_stepped_over() -> None:
    state = at("bbba.a.accc 0/0/0 0/0/0 0 a move", WALKING).apply("6-5")
    assert (state.to_move, state.stepped_over) == (Seat.FIRST, (Seat.SECOND, Seat.THIRD))


def test_m8_m10_a_removal_is_in_the_turn_of_its_mill_and_moving_again_is_not() -> None:
    alone = at("bbba.a.accc 0/0/0 0/0/0 0 a move", WALKING)
    assert list(Game.from_state(alone, "6-5 5-6").turns) == [1, 2]
    making = Game.start(NINE_AM, players=3).play("1 10 22 4 13 23 7 x13 14")
    assert list(making.turns) == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_m9_making_a_mill_again_counts_again() -> None:
    state = after(at("aa.bbabba 0/0 0/0 0 a move"), "6-3 x8 7-8 3-6 8-7")
    assert (state.cards, state.phase, state.quiet) == ((1, 0), Phase.MOVE, 3)
    state = state.apply("6-3")
    assert (state.cards, state.phase, state.quiet) == ((2, 0), Phase.REMOVE, 3)


def test_m9_a_mill_that_the_token_is_not_in_does_not_count() -> None:
    state = at("aaa.a.b.. 0/3/3 0/0/0 0 a move").apply("5-6")
    assert position(state) == "aaa..ab.. 0/3/3 0/0/0 1 b put"


def test_m10_the_same_player_removes_any_others_token_that_is_in_no_mill() -> None:
    tokens = {1: 0, 4: 0, 2: 1, 3: 2, 6: 2, 9: 2, 12: 2, 10: 3, 13: 4}
    setup = Setup({Field(n): Seat(s) for n, s in tokens.items()}, (5,) * 5, ruleset=NINE_AM)
    state = State.from_setup(setup)
    assert state.removable == ()
    state = state.apply("7")
    assert (state.phase, state.to_move, state.cards[0]) == (Phase.REMOVE, Seat.FIRST, 1)
    assert texts(state) == ["x2", "x10", "x12", "x13"]
    assert [field.number for field in state.removable] == [2, 10, 12, 13]
    state = state.apply("x12")
    assert (state.token_at(12), state.hands, state.to_move) == (None, (4, 5, 5, 5, 5), Seat.SECOND)


def test_m10_with_nothing_to_remove_the_turn_ends() -> None:
    state = at("aa.bbb... 1/0/3 0/0/0 0 a put").apply("3")
    assert position(state) == "aaabbb... 0/0/3 1/0/0 0 b move"


@pytest.mark.parametrize(
    ("from_mills", "board", "targets"),
    [
        (FromMills.NEVER, "aa.bbbb..", "7"),
        (FromMills.IF_ALL, "aa.bbbb..", "7"),
        (FromMills.ALWAYS, "aa.bbbb..", "4 5 6 7"),
        (FromMills.NEVER, "aa.bbb...", ""),
        (FromMills.IF_ALL, "aa.bbb...", "4 5 6"),
        (FromMills.ALWAYS, "aa.bbb...", "4 5 6"),
        (FromMills.IF_ALL, "aa.......", ""),
        (FromMills.ALWAYS, "aa.......", ""),
    ],
)
def test_m10_m15_removal_from_mills(from_mills: FromMills, board: str, targets: str) -> None:
    for rules in (ruleset(from_mills=from_mills), mills(from_mills=from_mills)):
        state = at(f"{board} 3/3 0/0 0 a put", rules).apply("3")
        assert (state.phase is Phase.REMOVE) == bool(targets)
        assert [field.number for field in state.removable] == [*map(int, targets.split())]
        assert at(position(state), rules) == state


def test_m10_mills_of_a_third_player_count_too() -> None:
    state = at("aa.bbbccc 1/3/3 0/0/0 0 a put").apply("3")
    assert position(state) == "aaabbbccc 0/3/3 1/0/0 0 b over"
    state = at("aa.bbbcc. 1/3/3 0/0/0 0 a put", ruleset(from_mills=FromMills.IF_ALL)).apply("3")
    assert texts(state) == ["x7", "x8"]


@pytest.mark.parametrize("last", SEVEN)
def test_m11_the_texts_seven_tokens_earn_three_cards(last: int) -> None:
    tokens = {Field(field): Seat.FIRST for field in SEVEN if field != last}
    state = State.from_setup(Setup(tokens, (3, 3, 3, 3, 3), ruleset=NINE_AM)).apply(str(last))
    assert state.cards == (3, 0, 0, 0, 0)
    for field in SEVEN:
        lines = state.connected_mills(field)
        assert {frozenset(token.number for token in line) for line in lines} == {
            frozenset((1, 4, 7)),
            frozenset((7, 57, 10)),
            frozenset((52, 11, 57)),
        }


@pytest.mark.parametrize(
    ("before", "moves", "cards"),
    [
        ("aa.b..aaa 3/3", "3", (1, 0)),  # mills that are not linked do not count
        ("aa.bbaaaa 3/3", "3", (3, 0)),  # mills are linked through others
        ("aa.bcac.a 3/3/3", "3 x4", (2, 0, 0)),  # two lines closed at once, and one removal
        ("aaaab..cc 2/3/1", "7 x5", (2, 0, 0)),  # mills that were there before count again
    ],
)
def test_m11_cards(before: str, moves: str, cards: tuple[int, ...]) -> None:
    state = after(at(f"{before} {'/'.join('0' * len(cards))} 0 a put"), moves)
    assert (state.cards, state.to_move) == (cards, Seat("x" in moves))


def test_m11_connected_mills_of_a_field() -> None:
    state = at("aa.b..aaa 3/3 0/0 0 a put").apply("3")
    assert state.connected_mills(3) == ((Field(1), Field(2), Field(3)),)
    assert state.connected_mills(8) == ((Field(7), Field(8), Field(9)),)
    assert state.connected_mills(4) == state.connected_mills(5) == ()


@pytest.mark.parametrize(
    ("before", "moves", "expected"),
    [
        ("aa.bb.cc. 1/1/3 0/4/0 0 a put", "3 x5", "aaa...cc. 0/-/3 3/4/0 0 c put"),
        ("aa.bb.cc. 1/2/3 0/0/0 0 a put", "3 x5", "aaab..cc. 0/2/3 1/0/0 0 b put"),
        ("aa.abb.cb 2/0/2/3 0/0/0/0 0 a put", "3 x5 5 6 7 x8", "aaaa.da.. 0/-/-/2 7/0/0/0 0 d put"),
    ],
)
def test_m12_with_fewer_than_three_on_the_board_and_in_hand_a_player_is_expelled(
    before: str, moves: str, expected: str
) -> None:
    state = after(at(before), moves)
    assert (position(state), state.stepped_over) == (expected, ())
    hands = expected.split()[1].split("/")
    assert state.expelled == tuple(seat for seat in state.seats if hands[seat] == "-")


def test_m12_without_cards_expelling_earns_none() -> None:
    state = after(at("aa.bb.cc. 1/1/3 0/0/0 0 a put", NO_CARDS), "3 x5")
    assert position(state) == "aaa...cc. 0/-/3 0/0/0 0 c put"
    assert [*state.scores] == [Fraction(1, 2), 0, Fraction(1, 2)]


def test_m13_the_game_is_over_when_one_player_is_left() -> None:
    state = after(at("aa.bb.... 1/1/- 0/0/1 0 a put"), "3 x4")
    assert position(state) == "aaa...... 0/-/- 3/0/1 0 a over"
    assert (state.legal_moves, state.legal_actions) == ((), ())
    assert state.outcome is not None
    assert str(state.outcome) == "80/3:-10/3:20/3"
    assert state.outcome.explanation == "One player is left."


APART = Board(12, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)])


@pytest.mark.parametrize(
    ("rules", "before", "moves", "expected"),
    [
        # no field is free
        (ruleset(SHORT, tokens=3), ".... 3/3 0/0 0 a put", "1 2 3 4", "abab 1/1 0/0 0 a over"),
        # no free field can be reached
        (ruleset(APART, jumping=False), "abcabcab.... 0/0/1 0/0/0 0 c put", "9",
         "abcabcabc... 0/0/0 0/0/0 0 a over"),
        # the last of four quiet turns
        (ruleset(quiet=2), "aab.b.baa 0/0 0/0 2 b move", "5-4 9-6", "aabb.aba. 0/0 0/0 4 b over"),
    ],
)  # fmt: skip
def test_m13_the_game_is_over_when_no_player_can_move_or_after_a_number_of_quiet_turns(
    rules: Ruleset, before: str, moves: str, expected: str
) -> None:
    *first, last = moves.split()
    state = after(at(before, rules), " ".join(first))
    assert not state.is_over
    state = state.apply(last)
    assert (position(state), state.stepped_over) == (expected, ())
    assert {*str(state.outcome).split(":")} == {str(5 * (state.players - 1))}


def test_m13_nobody_is_stepped_over_once_it_is_over() -> None:
    state = at("bbbaaa..ccc 0/0/0 0/0/0 2 a move", attrs.evolve(WALKING, quiet=1)).apply("6-7")
    assert (state.is_over, state.to_move, state.stepped_over) == (True, Seat.SECOND, ())


def test_m13_a_put_or_a_removal_ends_the_quiet_turns() -> None:
    state = at("aa.bbab.a 0/3/3 0/0/0 5 a move").apply("6-3")
    assert (state.quiet, state.phase) == (5, Phase.REMOVE)
    assert state.apply("x4").quiet == 0
    assert at("aa.bbab.a 0/3/3 0/0/0 5 b put").apply("3").quiet == 0


def test_m13_a_mill_with_nothing_to_remove_is_a_quiet_turn() -> None:
    state = at("aa.abbb.ccc 0/0/0 0/0/0 5 a move", ruleset(PATH)).apply("4-3")
    assert position(state) == "aaa.bbb.ccc 0/0/0 1/0/0 6 b move"


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((14, 4, 4, 4, 4), "100:0:0:0:0"),  # the original text's 80, and the basic 20
        ((14, 16, 0, 0, 0), "100:120:-40:-40:-40"),
        ((0, 0, 0, 0, 0), "20:20:20:20:20"),
        ((0, 0, 0, 0), "15:15:15:15"),
        ((0, 0, 0), "10:10:10"),
        ((1, 0, 0), "50/3:20/3:20/3"),
        ((0, 1, 1, 3), "5/2:25/2:25/2:65/2"),
    ],
)
def test_m14_points(cards: tuple[int, ...], points: str) -> None:
    state = State.from_setup(Setup({}, (9,) * len(cards), cards, ruleset=NINE_AM))
    assert ":".join(map(str, state.scores)) == points
    assert str(Outcome(state.scores, cards)) == points
    assert state.outcome is None


def test_m14_most_points_win_ties_are_shared_and_if_all_are_equal_nobody_wins() -> None:
    ended = Outcome(tuple(map(Fraction, (10, 25, -5, 25, 20))), (2, 3, 1, 3, 3))
    assert ended.winners == (Seat.SECOND, Seat.FOURTH)
    assert ended.ranking == (Seat.SECOND, Seat.FOURTH, Seat.FIFTH, Seat.FIRST, Seat.THIRD)
    assert Outcome((Fraction(20, 3), Fraction(50, 3)), (0, 1)).winners == (Seat.SECOND,)
    assert Outcome((Fraction(5), Fraction(5)), (1, 1)).winners == ()
    with pytest.raises(NinetkaError, match=r"^2 to 5 seats have points, not 1$"):
        Outcome((Fraction(5),), (1,))


WALLED = "bbb.a.a.a.. 0/0 0/0"
"""On a path: with 5-4 the first player walls the other in."""


@pytest.mark.parametrize(
    ("rules", "before", "moves", "result", "why"),
    [
        (mills(), "aa.bbab.. 0/0 0/0 0 a move", "6-3 x7", "1-0",
         "Seat b has only two tokens left."),
        (mills(PATH, jumping=False), f"{WALLED} 0 a move", "5-4", "1-0", "Seat b cannot move."),
        # at the limit of quiet turns, too
        (mills(PATH, jumping=False, quiet=1), f"{WALLED} 1 a move", "5-4", "1-0",
         "Seat b cannot move."),
        # with no room to put a token
        (mills(SHORT, tokens=3), ".... 3/3 0/0 0 a put", "1 2 3 4", "0-1", "Seat a cannot move."),
        (MILLS, "aaa.a....bb.bb.......... 0/0 0/0 99 a move", "1-4", "1/2-1/2",
         "No token was put or removed for 100 turns."),
        # with nobody who can lose, those who are left share the point
        (NO_CARDS, "aa.bb.... 1/1/- 0/0/0 0 a put", "3 x4", "1-0-0", "One player is left."),
        (ruleset(SHORT, tokens=3, cards=False), ".... 3/3 0/0 0 a put", "1 2 3 4", "1/2-1/2",
         "Nobody can move."),
        (attrs.evolve(NO_CARDS, quiet=1), "aab.b.baa 0/0/- 0/0/0 2 b move", "5-4", "1/2-1/2-0",
         "No token was put or removed for 3 turns."),
    ],
)  # fmt: skip
def test_m15_how_games_without_cards_end(
    rules: Ruleset, before: str, moves: str, result: str, why: str
) -> None:
    state = after(at(before, rules), moves)
    scores = [*map(Fraction, result.split("-"))]
    best = [seat for seat in state.seats if scores[seat] == max(scores)]
    assert state.outcome is not None
    assert (str(state.outcome), state.outcome.explanation) == (result, why)
    assert [*state.outcome.scores] == [*state.scores] == scores
    assert [*state.outcome.winners] == (best if len(best) < state.players else [])
    assert (state.stepped_over, state.outcome.cards, state.legal_moves) == ((), (), ())
    assert at(position(state), rules).outcome == state.outcome


def test_m15_jumping_can_be_switched_off() -> None:
    state = at("bbb.a.a.a.. 0/0 0/0 0 a move", mills(PATH)).apply("5-4")
    assert state.may_jump
    assert len(state.legal_moves) == 3 * 5


def test_m15_any_token_is_removed_if_all_others_are_in_mills() -> None:
    """Not owner by owner: b's mill is safe as long as c has a token that is in none (M10, M15)."""
    rules = ruleset(from_mills=FromMills.IF_ALL)
    state = at("a.abbb.c. 1/1/2 0/0/0 0 a put", rules).apply("2")
    assert [str(field) for field in state.removable] == ["8"]
    state = at("a.abbbccc 1/1/1 0/0/0 0 a put", rules).apply("2")
    assert [str(field) for field in state.removable] == ["4", "5", "6", "7", "8", "9"]
