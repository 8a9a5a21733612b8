"""Each rule by cases, from M3 on, on positions made by hand."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from morris.arranged import (
    CIRCLE,
    FIRST_REMOVES,
    NO_CARDS,
    PATH,
    ROWS,
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
    FullBoard,
    IllegalMoveError,
    MillRule,
    Outcome,
    Phase,
    Put,
    Reason,
    Ruleset,
    Seat,
    Setup,
    State,
    Step,
    Stuck,
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


def test_m11_the_texts_seven_tokens_earn_three_cards() -> None:
    for last in SEVEN:
        tokens = {Field(field): Seat.FIRST for field in SEVEN if field != last}
        state = State.from_setup(Setup(tokens, (3, 3, 3, 3, 3), ruleset=NINE_AM)).apply(str(last))
        assert state.cards == (3, 0, 0, 0, 0)
        lines = {"-".join(map(str, line)) for line in state.connected_mills(last)}
        assert lines == {"1-4-7", "7-57-10", "57-11-52"}


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
        (ruleset(APART, jumping=0), "abcabcab.... 0/0/1 0/0/0 0 c put", "9",
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


def test_m13_a_put_or_a_removal_ends_the_quiet_turns() -> None:
    state = at("aa.bbab.a 0/3/3 0/0/0 5 a move").apply("6-3")
    assert (state.quiet, state.phase) == (5, Phase.REMOVE)
    assert state.apply("x4").quiet == 0
    assert at("aa.bbab.a 0/3/3 0/0/0 5 b put").apply("3").quiet == 0


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
        (mills(PATH, jumping=0), f"{WALLED} 0 a move", "5-4", "1-0", "Seat b cannot move."),
        (mills(PATH, jumping=0, stuck=Stuck.DRAWS), f"{WALLED} 0 a move", "5-4", "1/2-1/2",
         "Seat b cannot move, which is a draw."),
        # at the limit of quiet turns, too
        (mills(PATH, jumping=0, quiet=1), f"{WALLED} 1 a move", "5-4", "1-0",
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


def test_m15_any_token_is_removed_if_all_others_are_in_mills() -> None:
    """Not owner by owner: b's mill is safe as long as c has a token that is in none (M10, M15)."""
    rules = ruleset(from_mills=FromMills.IF_ALL)
    state = at("a.abbb.c. 1/1/2 0/0/0 0 a put", rules).apply("2")
    assert [str(field) for field in state.removable] == ["8"]
    state = at("a.abbbccc 1/1/1 0/0/0 0 a put", rules).apply("2")
    assert [str(field) for field in state.removable] == ["4", "5", "6", "7", "8", "9"]


MIXED = mills(PATH, mixed=True)


def test_m17_a_player_with_tokens_in_hand_puts_one_or_moves_one() -> None:
    state = at("a.ab....b.b 2/1 0/0 7 a either", MIXED)
    assert texts(state) == ["2", "5", "6", "7", "8", "10", "1-2", "3-2"]
    assert position(state.apply("5")) == "a.aba...b.b 1/1 0/0 0 b either"
    assert position(state.apply("3-2")) == "aa.b....b.b 2/1 0/0 8 b either"
    assert State.start(MIXED).phase is Phase.EITHER


def test_m17_with_an_empty_hand_one_moves_and_jumps_and_not_before() -> None:
    in_hand = at("a.ab.....b. 1/1 0/0 0 a either", MIXED)
    assert not in_hand.may_jump
    assert texts(in_hand) == ["2", "5", "6", "7", "8", "9", "11", "1-2", "3-2"]
    empty = at("a.aba....b. 0/1 0/0 0 a move", MIXED)
    assert empty.may_jump
    assert len(empty.legal_moves) == 3 * 6


def test_m17_a_game_can_be_drawn_with_tokens_in_hand() -> None:
    state = at("a.ab....b.b 2/1 0/0 99 a either", MIXED)
    assert str(state.apply("3-2").outcome) == "1/2-1/2"
    assert not state.apply("5").is_over


WINS = mills(mill_wins=True, tokens=3, from_mills=FromMills.NEVER)


@pytest.mark.parametrize(
    ("before", "move", "result"),
    [
        ("aa.bb.... 1/1 0/0 0 a put", "3", "1-0"),
        ("aa.bb...a 0/1 0/0 0 b put", "6", "0-1"),
        ("aa.bb.b.a 0/0 0/0 5 a move", "9-3", "1-0"),
        ("aa.bb.b.a 0/0 0/0 99 a move", "9-3", "1-0"),  # at the limit of quiet turns, too
    ],
)
def test_m18_a_mill_wins_at_once_and_nothing_is_removed(
    before: str, move: str, result: str
) -> None:
    start = at(before, WINS)
    state = start.apply(move)
    assert state.outcome is not None
    assert str(state.outcome) == result
    assert state.outcome.explanation == f"Seat {'ab'[result == '0-1']} has made a mill."
    assert at(position(state), WINS) == state
    assert sum(map(state.token_count, state.seats)) == 6
    assert state.undo(start.parse_move(move)) == start


def test_m18_without_a_mill_the_game_ends_as_it_does_else() -> None:
    drawn = at("aa.bb.b.a 0/0 0/0 99 a move", WINS).apply("9-8")
    assert str(drawn.outcome) == "1/2-1/2"
    walled = attrs.evolve(WINS, boards={2: PATH}, jumping=0, stuck=Stuck.STEPPED_OVER)
    state = at("aba..b.b..a 0/0 0/0 0 a move", walled).apply("3-4")
    assert (state.to_move, state.stepped_over) == (Seat.SECOND, ())


def test_m18_a_mill_left_by_a_long_row_wins() -> None:
    rules = mills(ROWS, mill_wins=True, long_rows=MillRule.NOTHING)
    state = at("aaaa.bb.b. 0/0 0/0 0 a move", rules)
    assert state.mills(Seat.FIRST) == ()
    state = state.apply("4-5")
    assert position(state) == "aaa.abb.b. 0/0 0/0 1 b over"
    assert str(state.outcome) == "1-0"


@pytest.mark.parametrize(
    ("full_board", "after_put", "stuck"),
    [
        (FullBoard.STUCK, "a over", "Seat a cannot move."),
        (FullBoard.DRAW, "a over", "The board is full."),
        (FullBoard.FIRST_REMOVES, "a remove", None),
        (FullBoard.SECOND_REMOVES, "b remove", None),
    ],
)
def test_m19_a_put_leaves_no_field_free(
    full_board: FullBoard, after_put: str, stuck: str | None
) -> None:
    rules = mills(CIRCLE, tokens=4, full_board=full_board)
    state = at("aabbaab. 0/1 0/0 0 b put", rules).apply("8")
    assert position(state) == f"aabbaabb 0/0 0/0 0 {after_put}"
    assert at(position(state), rules) == state
    assert state.undo(at("aabbaab. 0/1 0/0 0 b put", rules).parse_move("8")).hands == (0, 1)
    if state.outcome is not None:
        assert state.outcome.explanation == stuck
        assert str(state.outcome) == ("1/2-1/2" if full_board is FullBoard.DRAW else "0-1")


SECOND_REMOVES = attrs.evolve(FIRST_REMOVES, full_board=FullBoard.SECOND_REMOVES)
MARKING = attrs.evolve(FIRST_REMOVES, tokens=5, marking=True)
TRIANGLE = Board(6, [(1, 2, 3), (3, 4, 5), (5, 6, 1)])


@pytest.mark.parametrize(
    ("rules", "before", "moves", "expected"),
    [
        # the other player moves next
        (FIRST_REMOVES, "aabbaab. 0/1 0/0 0 b put", "8 x3", "aa.baabb 0/0 0/0 0 b move"),
        (SECOND_REMOVES, "aabbaab. 0/1 0/0 0 b put", "8 x1", ".abbaabb 0/0 0/0 0 a move"),
        # a mill removes first, and then the board is not full
        (FIRST_REMOVES, "baabaab. 0/1 0/0 0 b put", "8", "baabaabb 0/0 0/0 0 b remove"),
        (FIRST_REMOVES, "baabaab. 0/1 0/0 0 b put", "8 x2", "b.abaabb 0/0 0/0 0 a move"),
        # a marked field is not free, but only one token is removed
        (MARKING, "aabbaab. 1/2 0/0 0 b put", "8 x3", "aaxbaabb 1/1 0/0 0 b over"),
        (MARKING, "baabaab. 1/2 0/0 0 b put", "8 x2", "bxabaabb 1/1 0/0 0 a over"),
        # a board full of tokens and marks is full
        (attrs.evolve(MARKING, full_board=FullBoard.DRAW), "baabaab. 1/2 0/0 0 b put", "8 x2",
         "bxabaabb 1/1 0/0 0 a over"),
        # there is nothing to remove
        (mills(TRIANGLE, tokens=3, full_board="second removes", from_mills="never"),
         "aaabb. 0/1 0/0 0 b put", "6", "aaabbb 0/0 0/0 0 a over"),
    ],
)  # fmt: skip
def test_m19_a_removal_when_the_board_is_full(
    rules: Ruleset, before: str, moves: str, expected: str
) -> None:
    state = after(at(before, rules), moves)
    assert position(state) == expected
    assert at(expected, rules) == state


EACH = mills(removals="each mill")


@pytest.mark.parametrize(
    ("rules", "before", "moves", "expected"),
    [
        (EACH, "aa.bbab.a 1/2 0/0 0 a put", "3", "aaabbab.a 0/2 0/0 0 a remove+1"),
        (EACH, "aa.bbab.a 1/2 0/0 0 a put", "3 x4", "aaa.bab.a 0/2 0/0 0 a remove"),
        (EACH, "aa.bbab.a 1/2 0/0 0 a put", "3 x4 x7", "aaa.ba..a 0/2 0/0 0 b put"),
        (mills(), "aa.bbab.a 1/2 0/0 0 a put", "3", "aaabbab.a 0/2 0/0 0 a remove"),
        # on the last free field
        (mills(CIRCLE, tokens=6, removals="each mill"), "aa.aabbb 2/3 0/0 0 a put", "3",
         "aaaaabbb 1/3 0/0 0 a remove+1"),
        # mills that were there before do not count
        (EACH, "a..abbaab 1/2 0/0 0 a put", "2", "aa.abbaab 0/2 0/0 0 b put"),
        (EACH, "aa.abba.b 1/2 0/0 0 a put", "3", "aaaabba.b 0/2 0/0 0 a remove"),
        # the other player has lost
        (EACH, "aa.bbab.a 1/0 0/0 0 a put", "3 x4", "aaa.bab.a 0/0 0/0 0 b over"),
        # there is nothing else to remove
        (EACH, "aa.b.a..a 1/3 0/0 0 a put", "3 x4", "aaa..a..a 0/3 0/0 0 b put"),
        # few tokens (M23) are those at the end of the turn
        (mills(Board.rings(2), removals="each mill", jumping=5, quiet_few=1),
         "abb..aaa.bbbb.a......... 0/0 0/0 5 a move", "15-4 x2",
         "a.ba.aaa.bbbb........... 0/0 0/0 5 a remove"),
    ],
)  # fmt: skip
def test_m20_a_token_is_removed_for_each_mill_just_made(
    rules: Ruleset, before: str, moves: str, expected: str
) -> None:
    state = after(at(before, rules), moves)
    assert position(state) == expected
    assert at(expected, rules) == state


@pytest.mark.parametrize(
    ("jumping", "tokens", "may"),
    [(0, 3, False), (3, 3, True), (3, 4, False), (4, 4, True), (4, 3, True), (9, 5, True)],
)
def test_m21_with_how_many_tokens_one_jumps(jumping: int, tokens: int, may: bool) -> None:
    rules = mills(PATH, jumping=jumping)
    state = at(f"{'a' * tokens}{'.' * (8 - tokens)}bbb 0/0 0/0 0 a move", rules)
    assert state.may_jump == may
    assert len(state.legal_moves) == (tokens * (8 - tokens) if may else 1)


@pytest.mark.parametrize(
    ("fewest", "before", "removed", "over"),
    [
        (3, "aa.bbabba 0/0 0/0 0 a move", "x7", False),
        (4, "aa.bbabba 0/0 0/0 0 a move", "x7", True),
        (2, "aa.bbab.. 0/0 0/0 0 a move", "x7", False),
    ],
)
def test_m21_with_how_few_tokens_one_loses(
    fewest: int, before: str, removed: str, over: bool
) -> None:
    state = after(at(before, mills(fewest=fewest, jumping=9)), f"6-3 {removed}")
    assert state.is_over == over
    if state.outcome is not None:
        assert state.outcome.explanation == "Seat b has only three tokens left."


def test_m21_with_how_few_tokens_one_is_expelled() -> None:
    rules = ruleset(fewest=4, jumping=0)
    state = after(at("aa.bb.cc. 2/2/3 0/0/0 0 a put", rules), "3 x5")
    assert position(state) == "aaa...cc. 1/-/3 3/0/0 0 c put"


WALLED_UP = mills(PATH, repetition=2, jumping=0, stuck=Stuck.STEPPED_OVER)


def test_m22_the_game_is_drawn_when_a_position_stands_for_the_third_time() -> None:
    rules = mills(PATH, repetition=3, jumping=0)
    state = at("a.aa..b.b.b 0/0 0/0 0 a move", rules)
    state = after(state, "1-2 11-10 2-1 10-11 1-2 11-10 2-1")
    assert not state.is_over
    steps = "1-2,11-10,2-1,10-11,1-2,11-10,2-1"
    assert position(state) == f"a.aa..b.bb. 0/0 0/0 7:{steps} b move"
    assert at(position(state), rules) == state
    assert state.undo(state.steps[-1]).steps == state.steps[:-1]
    state = state.apply("10-11")
    assert state.outcome is not None
    assert str(state.outcome) == "1/2-1/2"
    assert state.outcome.explanation == "The same position has stood three times."
    assert at(position(state), rules) == state


def test_m22_another_seat_to_move_makes_another_position() -> None:
    state = at("a.aa..b.b.b 0/0 0/0 0 a move", mills(PATH, repetition=2))
    assert after(state, "1-2 11-10 2-6 10-5 6-1 5-11").is_over
    assert not after(state, "1-2 11-10 2-6 10-11 6-1").is_over


def test_m22_a_removal_or_a_put_begins_anew() -> None:
    state = at("aa.bbab.. 0/1 0/0 0 a move", mills(repetition=2))
    assert state.apply("6-9").steps == (Step(6, 9),)
    assert after(state, "6-9 3").steps == ()
    made = after(at("aa.bbabb. 0/0 0/0 0 a move", mills(repetition=2)), "6-9 5-6 9-3")
    assert (made.phase, made.steps) == (Phase.REMOVE, (Step(6, 9), Step(5, 6)))
    assert made.apply("x4").steps == ()
    assert made.undo(Step(9, 3)).steps == made.steps


def test_m22_after_stepping_over_too() -> None:
    state = at("bbba.a.a... 0/0 0/0 0 a move", WALLED_UP).apply("6-5")
    assert (state.to_move, state.stepped_over) == (Seat.FIRST, (Seat.SECOND,))
    state = state.apply("5-6")
    assert (state.is_over, state.to_move, state.stepped_over) == (True, Seat.FIRST, ())
    assert at(position(state), WALLED_UP) == state


FEW = mills(quiet_few=2)


@pytest.mark.parametrize(
    ("before", "move", "over"),
    [
        ("aa.bbab.. 0/0 0/0 2 a move", "6-9", False),
        ("aa.bbab.. 0/0 0/0 3 a move", "6-9", True),
        ("aa.bbabb. 0/0 0/0 3 a move", "6-9", False),
        ("aa.bbab.. 0/1 0/0 3 a move", "6-9", False),
        ("aa.bbab.. 0/0 0/0 3 a move", "6-3", False),
    ],
)
def test_m23_with_few_tokens_fewer_quiet_turns_end_the_game(
    before: str, move: str, over: bool
) -> None:
    state = at(before, FEW).apply(move)
    assert state.is_over == over
    if state.outcome is not None:
        assert str(state.outcome) == "1/2-1/2"
        assert state.outcome.explanation == "No token was put or removed for 4 turns."


COUNTED, IGNORED, BANNED = (mills(ROWS, long_rows=rule) for rule in MillRule)


@pytest.mark.parametrize(
    ("before", "move", "mill"),
    [
        ("aa.a.b.b.b 1/1 0/0 0 a put", "3", False),  # four in a row
        ("aa.aab.b.b 1/1 0/0 0 a put", "3", False),  # five
        ("aa..ab.b.b 1/1 0/0 0 a put", "3", True),
        ("aa.a.b.ab. 0/1 0/0 0 a move", "8-3", False),
        ("aa.a.b.bb. 0/1 0/0 0 a move", "4-3", True),  # out of what would be four
    ],
)
def test_m24_a_row_longer_than_a_line(before: str, move: str, mill: bool) -> None:
    state = at(before, IGNORED).apply(move)
    assert (state.phase is Phase.REMOVE) == mill == (len(state.mills(0)) > 0)
    assert at(before, COUNTED).apply(move).phase is Phase.REMOVE
    assert (move in texts(at(before, BANNED))) == mill


def test_m24_tokens_in_a_long_row_that_counts_for_nothing_can_be_removed() -> None:
    rules = attrs.evolve(IGNORED, from_mills=FromMills.NEVER)
    state = at("aaaa.bb..b 0/1 0/0 0 b put", rules).apply("8")
    assert state.phase is Phase.REMOVE
    assert texts(state) == ["x1", "x2", "x3", "x4"]
    assert not at("aaa..bb..b 0/1 0/0 0 b put", rules).apply("8").removable


def test_m24_a_token_that_could_only_make_a_long_row_cannot_move() -> None:
    state = at("aa.aabbabb 0/0 0/0 0 a move", attrs.evolve(BANNED, jumping=0))
    assert texts(state) == ["2-3", "4-3"]
    with pytest.raises(IllegalMoveError) as caught:
        state.click(["8"])
    assert caught.value.reason is Reason.CANNOT_MOVE
    said = "the token on 8 cannot move: it would make a row longer than a line, which is forbidden"
    assert str(caught.value) == said


NOTHING = mills(placing_mills="nothing")
NO_MILLS = mills(placing_mills="forbidden")


def test_m25_a_mill_made_by_putting_earns_nothing() -> None:
    state = at("aa.bb.... 1/1 0/0 0 a put", NOTHING).apply("3")
    assert position(state) == "aaabb.... 0/1 0/0 0 b put"
    state = at("aa.bbab.. 0/1 0/0 0 a move", NOTHING).apply("6-3")
    assert state.phase is Phase.REMOVE
    with_cards = ruleset(placing_mills="nothing")
    assert at("aa.bb.... 1/1 0/0 0 a put", with_cards).apply("3").cards == (0, 0)


def test_m25_a_mill_may_not_be_made_by_putting() -> None:
    state = at("aa.bb.... 1/1 0/0 0 a put", NO_MILLS)
    assert texts(state) == ["6", "7", "8", "9"]
    assert state.legal_actions == (5, 6, 7, 8)
    moving = at("aa.bbab.. 0/1 0/0 0 a move", NO_MILLS)
    assert moving.apply("6-3").phase is Phase.REMOVE


def test_m25_unless_the_player_can_do_nothing_else() -> None:
    state = at("aa.bbabab 1/0 0/0 0 a put", NO_MILLS)
    assert texts(state) == ["3"]
    assert position(state.apply("3")).endswith("b over")
    mixed = attrs.evolve(NO_MILLS, mixed=True)
    assert texts(at("aa.bbabab 1/0 0/0 0 a either", mixed)) == ["2-3", "6-3"]


MARKS = mills(CIRCLE, tokens=4, marking=True)


def test_m26_a_token_removed_in_placing_leaves_its_field_marked() -> None:
    state = after(State.start(MARKS), "1 4 2 8 3 x4")
    assert position(state) == "aaax...b 1/2 0/0 0 b put"
    assert [field.number for field in state.marked] == [4]
    assert [field.number for field in state.free] == [5, 6, 7]
    assert texts(state) == ["5", "6", "7"]
    assert at(position(state), MARKS) == state


def test_m26_marks_go_when_all_hands_are_empty() -> None:
    state = after(State.start(MARKS), "1 4 2 8 3 x4 5 6")
    assert position(state) == "aaaxba.b 0/1 0/0 0 b put"
    state = state.apply("7")
    assert position(state) == "aaa.babb 0/0 0/0 0 a move"
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(Put(7))
    assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN


def test_m26_a_token_removed_after_placing_leaves_no_mark() -> None:
    state = at("aa.bab.b 0/0 0/0 0 a move", MARKS)
    assert position(after(state, "5-3 x4")) == "aaa..b.b 0/0 0/0 0 b over"
    last = at("b.baaa.a 0/1 0/0 0 b put", MARKS).apply("2")
    assert position(last.apply("x4")) == "bbb.aa.a 0/0 0/0 0 a move"


def test_m27_tokens_are_on_the_board_at_the_start() -> None:
    rules = ruleset(tokens=4, start={3: "ab..c..aa"})
    assert position(State.start(rules, 3)) == "ab..c..aa 1/3/3 0/0/0 0 a put"
    assert position(State.start(rules, 2)) == "......... 4/4 0/0 0 a put"
    assert at("ab..c..aa 1/3/3 0/0/0 0 a put", rules) == State.start(rules, 3)


def test_m27_hands_may_differ_then() -> None:
    state = State.start(mills(PATH, tokens=4, start={2: "a.a....b.aa"}))
    assert position(state) == "a.a....b.aa 0/3 0/0 0 a move"
    assert position(state.apply("3-4")) == "a..a...b.aa 0/3 0/0 1 b put"
