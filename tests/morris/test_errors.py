"""Every error's text, type and code, as users meet them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from morris.arranged import ANY, PATH, SHORT, SQUARE, WALKING, after, at, mills, ruleset
from morris.positions import states
from ninetka.errors import InvalidMoveError, InvalidRulesetError, NinetkaError
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    Field,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Phase,
    Problem,
    Put,
    Reason,
    Remove,
    Ruleset,
    Seat,
    Setup,
    State,
    Step,
    Stuck,
    Symmetry,
)
from ninetka.testing.strategies import damaged

PUTTING = "a.b.c.... 2/2/2 0/0/0 0 a put"
MOVING = "aaa.abbb. 0/3/3 0/0/0 0 a move"
JUMPING = "a.aa.....bb 0/1 0/0 0 a move"
REMOVING = "aaa.bbbbc 0/3/3 1/0/0 0 a remove"
OVER = "abab 1/1 0/0 0 a over"

ILLEGAL = [
    # the position, the move, why, in a sentence
    (PUTTING, "3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat b is there"),
    (PUTTING, "1", Reason.FIELD_TAKEN, "field 1 is taken: a token of seat a is there"),
    (PUTTING, "1-2", Reason.MUST_PUT, "seat a has tokens in hand and must put one on a free field"),
    (PUTTING, "x3", Reason.MUST_PUT, "seat a has tokens in hand and must put one on a free field"),
    (MOVING, "4", Reason.MUST_MOVE, "seat a has no token left to put and must move one"),
    (MOVING, "x6", Reason.MUST_MOVE,
     "seat a has no mill to remove a token for and must move one"),
    (MOVING, "4-9", Reason.NOT_YOUR_TOKEN, "there is no token on 4"),
    (MOVING, "6-9", Reason.NOT_YOUR_TOKEN, "the token on 6 belongs to seat b"),
    (MOVING, "3-6", Reason.FIELD_TAKEN, "field 6 is taken: a token of seat b is there"),
    (MOVING, "3-2", Reason.FIELD_TAKEN, "field 2 is taken: a token of seat a is there"),
    (MOVING, "3-3", Reason.FIELD_TAKEN, "field 3 is taken: a token of seat a is there"),
    (MOVING, "3-4", Reason.NOT_A_NEIGHBOUR,
     "4 is no neighbour of 3, and only a player with exactly three tokens left may jump"),
    (JUMPING, "1-10", Reason.FIELD_TAKEN, "field 10 is taken: a token of seat b is there"),
    (REMOVING, "4", Reason.MUST_REMOVE, "seat a has made a mill and must remove a token first"),
    (REMOVING, "1-4", Reason.MUST_REMOVE, "seat a has made a mill and must remove a token first"),
    (REMOVING, "x4", Reason.NO_TOKEN, "there is no token on 4"),
    (REMOVING, "x3", Reason.OWN_TOKEN, "the token on 3 is seat a's own: remove another player's"),
    (REMOVING, "x7", Reason.IN_A_MILL,
     "the token on 7 is in a mill of seat b and cannot be removed"),
    (OVER, "1", Reason.GAME_OVER, "the game is over"),
]  # fmt: skip
BOARDS = {JUMPING: PATH, OVER: SHORT, REMOVING: Board(9, [*SQUARE.lines, (6, 7, 8)])}


def tried(position: str) -> State:
    board = BOARDS.get(position, SQUARE)
    return at(position, ruleset(board, tokens=3 if board is SHORT else 9))


@pytest.mark.parametrize(("position", "text", "reason", "sentence"), ILLEGAL)
def test_illegal_moves(position: str, text: str, reason: Reason, sentence: str) -> None:
    state = tried(position)
    for attempt in (state.apply, state.parse_move):
        with pytest.raises(IllegalMoveError) as caught:
            attempt(text)
        assert (str(caught.value), caught.value.reason) == (sentence, reason)
        assert caught.value.state is state
        assert str(caught.value.move) == text


def test_every_reason_is_tried() -> None:
    tested = {reason for _, _, reason, _ in ILLEGAL}
    elsewhere = {Reason.OFF_THE_BOARD, Reason.NOT_THE_LAST_MOVE, Reason.NOT_ENOUGH_KNOWN}
    assert tested == {*Reason} - elsewhere
    assert str(Reason.FIELD_TAKEN) == "field taken"


@pytest.mark.parametrize(
    ("position", "move", "number"),
    [
        (PUTTING, Put(10), 10),
        (MOVING, Step(10, 4), 10),
        (JUMPING, Step(1, 12), 12),
        (REMOVING, Remove(99), 99),
    ],
)
def test_fields_that_are_not_on_the_board(position: str, move: Move, number: int) -> None:
    state = tried(position)
    assert not state.is_legal(move)
    fields = state.board.fields
    attempts: list[Callable[[Move], object]] = [state.apply, state.move_text, state.action]
    for attempt in attempts:
        with pytest.raises(IllegalMoveError) as caught:
            attempt(move)
        sentence = f"field {number} is not on the board: fields are 1 to {fields}"
        assert (str(caught.value), caught.value.reason) == (sentence, Reason.OFF_THE_BOARD)
    questions: list[Callable[[int], object]] = [
        *(state.token_at, state.connected_mills),
        *(state.board.neighbours, state.board.lines_through),
    ]
    for ask in questions:
        with pytest.raises(NinetkaError) as of_board:
            ask(number)
        assert str(of_board.value) == f"field {number} is not on a board of {fields} fields"


def test_where_nobody_may_jump_the_error_does_not_speak_of_it() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at("a.aa.....bb 0/1 0/0 0 a move", WALKING).apply("1-5")
    assert str(caught.value) == "5 is no neighbour of 1"


@pytest.mark.parametrize(
    ("moves", "undone", "reason", "sentence"),
    [
        ("1 2", Put(1), Reason.NOT_THE_LAST_MOVE, "1 was not the last move"),
        ("1 2", Put(3), Reason.NOT_THE_LAST_MOVE, "3 was not the last move"),
        ("1 2", Step(1, 2), Reason.NOT_THE_LAST_MOVE, "1-2 was not the last move"),
        ("1 2", Put(99), Reason.NOT_THE_LAST_MOVE, "99 was not the last move"),
        ("1 2", Step(99, 2), Reason.NOT_THE_LAST_MOVE, "99-2 was not the last move"),
        ("1 2", Step(2, 99), Reason.NOT_THE_LAST_MOVE, "2-99 was not the last move"),
        ("1 2 4 3 7", Put(3), Reason.NOT_THE_LAST_MOVE, "3 was not the last move"),
        ("1 2 4 3 7", Step(5, 7), Reason.NOT_THE_LAST_MOVE, "5-7 was not the last move"),
        ("1 2 4 3 7 x2", Remove(2), Reason.NOT_ENOUGH_KNOWN,
         "x2 alone does not tell what was there before: take it back with Game.undo"),
    ],
)  # fmt: skip
def test_moves_that_are_not_taken_back(
    moves: str, undone: Move, reason: Reason, sentence: str
) -> None:
    state = after(State.start(MILLS), moves)
    with pytest.raises(IllegalMoveError) as caught:
        state.undo(undone)
    assert (str(caught.value), caught.value.reason) == (sentence, reason)
    assert caught.value.state is state
    assert caught.value.move == undone


@pytest.mark.parametrize(
    ("position", "undone"),
    [
        ("aab.b.baa 0/0 0/0 0 b move", Step(6, 9)),  # there was a quiet turn at least
        ("aaa.bb.bc 0/3/3 0/0/0 0 a remove", Step(6, 3)),  # a mill earns a card
        ("aaaabb.bc 0/3/3 1/0/0 0 a remove", Step(7, 3)),  # the field is not next to it
        ("aab.b.baa 0/0 0/0 1 a move", Step(6, 9)),  # it is the turn of the same seat
    ],
)
def test_moves_that_cannot_have_led_here_are_not_taken_back(position: str, undone: Move) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        at(position).undo(undone)
    assert caught.value.reason is Reason.NOT_THE_LAST_MOVE


def test_a_put_where_there_is_no_room_for_all_tokens_is_not_taken_back_by_the_move() -> None:
    state = State.start(ruleset(tokens=9), 2).apply("1")
    with pytest.raises(IllegalMoveError, match="1 alone does not tell what was there") as caught:
        state.undo(Put(1))
    assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN
    just_enough = State.start(ruleset(tokens=3), 3)
    assert just_enough.apply("1").undo(Put(1)) == just_enough


@pytest.mark.parametrize("text", ["", "pass", "x", "1-", "-1", "x1-2", "1-2-3", "1 2", "\u0661"])
def test_texts_that_are_not_moves(text: str) -> None:
    sentences = {
        f"{text!r} is not a move: write 7 to put, 7-10 to move, x7 to remove",
        f"{text!r} is not a field: fields are 1 to 24, or names such as d7",
    }
    for attempt in (State.start(MILLS).apply, State.start(MILLS).parse_move):
        with pytest.raises(InvalidMoveError) as caught:
            attempt(text)
        assert str(caught.value) in sentences


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (State.start(MILLS), "25", "'25' is not a field: fields are 1 to 24, or names such as d7"),
        (State.start(MILLS), "a2", "'a2' is not a field: fields are 1 to 24, or names such as d7"),
        (State.start(MILLS), "07", "'07' is not a field: fields are 1 to 24, or names such as d7"),
        (State.start(MILLS), "a1-8g",
         "'8g' is not a field: fields are 1 to 24, or names such as d7"),
        (State.start(NINE_AM), "x0", "'0' is not a field: fields are 1 to 36"),
        (State.start(NINE_AM), "a1", "'a1' is not a field: fields are 1 to 36"),
        (State.start(NINE_AM), f"x{'9' * 50}",
         f"'{'9' * 40}'… is not a field: fields are 1 to 36"),
        (State.start(NINE_AM), "7+10",
         "'7+10' is not a move: write 7 to put, 7-10 to move, x7 to remove"),
    ],
)  # fmt: skip
def test_texts_that_name_no_field(state: State, text: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        state.parse_move(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("code", [-1, 600, 10**30])
def test_action_codes_that_stand_for_no_move(code: int) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.start(MILLS).move(code)
    assert str(caught.value) == f"{code} is not an action: actions are 0 to 599"


EMPTY = "." * 24
SIX = dict.fromkeys((1, 2, 3), Seat.FIRST) | dict.fromkeys((4, 5, 6), Seat.SECOND)
TEXTS = [
    ("a b", Problem.MALFORMED,
     ["a position is board, hands, cards, quiet turns, seat, phase and ruleset, "
      "not 'a b': write 'BOARD 9/9 0/0 0 a put mills', for example"]),
    (f"{EMPTY} 9/9 0/0 0 a put other", Problem.UNKNOWN_RULESET,
     ["the ruleset 'other' is not known here, only 9am, mills"]),
    (f"{EMPTY} 9/9/9 0/0 0 a put mills", Problem.WRONG_PLAYERS,
     ["mills is for 2 players, with a hand each, not '9/9/9'"]),
    (f"{EMPTY} 9 0/0 0 a put 9am", Problem.WRONG_PLAYERS,
     ["9am is for 3, 4 or 5 players, with a hand each, not '9'"]),
    (f"{EMPTY}x 9/y 0/z q f go mills", Problem.MALFORMED,
     ["the board has 'x', which is neither a to e nor . for a free field",
      "the board has 24 fields, not 25",
      "a hand is a number of tokens, or - for who is expelled, not 'y'",
      "cards and quiet turns are numbers, not 'z'",
      "cards and quiet turns are numbers, not 'q'",
      "the seat to move is a to e, not 'f'",
      "the phase is put, move, remove or over, not 'go'"]),
    (f"{EMPTY} 9/9999999 0/ ٣ a put mills", Problem.MALFORMED,
     ["a hand is a number of tokens, or - for who is expelled, not '9999999'",
      "cards and quiet turns are numbers, not ''",
      "cards and quiet turns are numbers, not '٣'"]),
    (f"c{EMPTY[1:]} 8/9 0/0 0 b put mills", Problem.WRONG_PLAYERS,
     ["seat c has a token on 1 but does not play"]),
    (f"{EMPTY} 9/9 0/0/0 0 a put mills", Problem.IMPOSSIBLE_CARDS,
     ["there must be cards for 2 seats, not for 3"]),
    (f"{EMPTY} 9/9 0/1 0 a put mills", Problem.IMPOSSIBLE_CARDS,
     ["seat b cannot have 1 cards"]),
    (f"aa{EMPTY[2:]} 9/8 0/0 0 b put mills", Problem.TOO_MANY_TOKENS,
     ["seat a has 11 tokens, more than its 9"]),
    (f"aab{EMPTY[3:]} 0/0 0/0 0 a move mills", Problem.TOO_FEW_TOKENS,
     ["seat b cannot have 1 tokens at this point"]),
    (f"aabbb{EMPTY[5:]} 0/0 0/0 0 b move mills", Problem.TOO_FEW_TOKENS,
     ["seat a cannot have 2 tokens at this point"]),
    (f"aabbb{EMPTY[5:]} 0/0 0/0 0 a move mills", Problem.WRONG_PHASE,
     ["the phase is over, not move"]),
    (f"aaabbb{EMPTY[6:]} 0/0 0/0 101 a move mills", Problem.IMPOSSIBLE_QUIET,
     ["quiet turns are 0 to 100, not 101"]),
    (f"aaabbb{EMPTY[6:]} 0/0 0/0 100 a move mills", Problem.WRONG_PHASE,
     ["the phase is over, not move"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 3 a put mills", Problem.IMPOSSIBLE_QUIET,
     ["there are no quiet turns before all hands are empty"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 0 a move mills", Problem.WRONG_PHASE,
     ["the phase is put, not move"]),
    (f"aaabbb{EMPTY[6:]} 2/1 0/0 0 a put mills", Problem.IMPOSSIBLE_HANDS,
     ["the hands cannot be 2 and 1 on the turn of seat a"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 0 b put mills", Problem.IMPOSSIBLE_HANDS,
     ["the hands cannot be 1 and 1 on the turn of seat b"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 0 a remove mills",
     Problem.IMPOSSIBLE_HANDS | Problem.WRONG_PHASE,
     ["the hands cannot be 1 and 1 on the turn of seat a",
      "seat a has no mill to remove a token for"]),
    (f"...aaabbb{EMPTY[9:]} 0/0 0/0 0 a remove mills", Problem.WRONG_PHASE,
     ["seat a has no mill to remove a token for"]),
    (f"a..a..abb.b{EMPTY[11:]} 0/0 0/0 100 a remove mills", Problem.WRONG_PHASE,
     ["the game is over, so no token can be removed"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problems", "sentences"), TEXTS)
def test_texts_that_are_not_positions(text: str, problems: Problem, sentences: list[str]) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text)
    assert caught.value.sentences == tuple(sentences)
    assert caught.value.problems == problems
    assert str(caught.value) == "; ".join(sentences)


SMALL = [
    ("...aaabbb 0/0/- 0/0/0 0 c put", Problem.WRONG_SEAT, "seat c is to move but has no tokens"),
    ("...aaabbb 0/0/- 0/0/0 0 c over", Problem.WRONG_SEAT, "seat c is to move but has no tokens"),
    ("aabab.bba 0/0/2 0/0/0 0 c put", Problem.TOO_FEW_TOKENS,
     "seat c cannot have 2 tokens at this point"),
    ("aaabbb... 0/0/- 0/0/0 0 a remove", Problem.WRONG_PHASE,
     "there is no token that seat a may remove"),
    ("aaa...... 0/-/- 0/0/0 0 a remove", Problem.WRONG_PHASE,
     "there is no token that seat a may remove; the game is over, so no token can be removed"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "problems", "sentence"), SMALL)
def test_positions_that_cannot_be(position: str, problems: Problem, sentence: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        at(position)
    assert (caught.value.problems, str(caught.value)) == (problems, sentence)


def test_the_turn_of_a_player_who_cannot_move() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        at("bbbaaa..ccc 0/0/0 0/0/0 0 b move", WALKING)
    assert str(caught.value) == "seat b cannot move: it is the turn of seat c"
    assert caught.value.problems == Problem.WRONG_SEAT


def test_only_a_passed_ruleset_is_known_where_one_is_passed() -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(State.start(MILLS).to_text(), ruleset())
    assert str(caught.value) == "the ruleset 'mills' is not known here, only small"


def test_an_arrangement_says_all_that_is_wrong() -> None:
    setup = Setup({Field(1): Seat.FIFTH, Field(30): Seat.FIRST}, (-1, 12), (-2, 0), -1)
    assert setup.players == 2
    assert [sentence for _, sentence in setup.findings] == [
        "seat e has a token on 1 but does not play",
        "field 30 is not on the board: fields are 1 to 24",
        "seat a cannot have -2 cards",
        "seat a cannot have -1 tokens in hand",
        "seat b has 12 tokens, more than its 9",
        "quiet turns are 0 to 100, not -1",
    ]
    assert setup.problems == (
        Problem.WRONG_PLAYERS
        | Problem.OFF_THE_BOARD
        | Problem.IMPOSSIBLE_CARDS
        | Problem.IMPOSSIBLE_HANDS
        | Problem.TOO_MANY_TOKENS
        | Problem.IMPOSSIBLE_QUIET
    )
    with pytest.raises(InvalidPositionError) as caught:
        State.from_setup(setup)
    assert caught.value.problems == setup.problems
    with pytest.raises(InvalidPositionError, match="mills is for 2 players, not 3") as of_three:
        Setup({}, (9, 9, 9)).check()
    assert of_three.value.problems == Problem.WRONG_PLAYERS


def test_every_problem_is_tried() -> None:
    tested = Problem.WRONG_SEAT | Problem.OFF_THE_BOARD
    for _, problems, _ in TEXTS:
        tested |= problems
    assert tested == ~Problem(0)


def test_an_arrangement_reads_back_whether_it_is_possible_or_not() -> None:
    text = f"aab{EMPTY[3:]} 0/7 3/0 0 b put mills"
    setup = Setup.from_text(text)
    assert setup.to_text() == text
    assert setup.problems == Problem.TOO_FEW_TOKENS | Problem.IMPOSSIBLE_CARDS
    assert not Setup.from_text(State.start(MILLS).to_text()).problems


def test_what_there_is_to_do_need_not_be_said() -> None:
    setup = Setup({1: Seat.FIRST}, (8, 9), to_move=Seat.SECOND)
    assert (setup.phase, setup.cards, setup.ruleset) == (None, (0, 0), MILLS)
    assert State.from_setup(setup).phase is Phase.PUT
    assert State.from_setup(setup) == State.start(MILLS).apply("1")
    assert setup.to_text() == f"a{EMPTY[1:]} 8/9 0/0 0 b put mills"
    moved = attrs.evolve(State.start(MILLS).to_setup(), tokens=SIX, hands=(0, 0))
    assert State.from_setup(moved).phase is Phase.MOVE
    assert Setup({}, (9, 9), to_move=Seat.THIRD).to_text() == f"{EMPTY} 9/9 0/0 0 c move mills"
    assert Setup({1: Seat.FIRST}, (0, 9)).to_text() == f"a{EMPTY[1:]} 0/9 0/0 0 a move mills"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Board(2, [(1, 2, 3)]), "a board has 3 to 99 fields, not 2"),
        (lambda: Board(100, [(1, 2, 3)]), "a board has 3 to 99 fields, not 100"),
        (lambda: Board(3, [(1, 2, 4)]), "field 4 is not on a board of 3 fields"),
        (lambda: Board(4, [(1, 2, 3)]), "field 4 lies in no line"),
        (lambda: Board(3, [(1, 2, 3), (1, 3, 2)]), "two lines of the board have the same fields"),
        (lambda: Board(4, [(1, 2, 2)]),
         "a line has three different fields, as in 1-4-7, not '1-2-2'"),
        (lambda: Board(4, [(1, 2)]), "a line has three different fields, as in 1-4-7, not '1-2'"),
        (lambda: Board(4, [(0, 1, 2)]), "0 is not a field: fields are 1 to 99"),
        (lambda: Board(3, [(1, 2, 3)], names={1: "x1"}),
         "fields have different names of small letters and digits, such as a1, that begin with a "
         "letter other than x, not 'x1'"),
        (lambda: Board(3, [(1, 2, 3)], names={1: "a", 2: "a"}),
         "fields have different names of small letters and digits, such as a1, that begin with a "
         "letter other than x, not 'a'"),
        (lambda: Board(3, [(1, 2, 3)], names={4: "a"}), "field 4 is not on a board of 3 fields"),
        *(
            (partial(Board, 3, [(1, 2, 3)], places=places),
             "places are given for all fields or for none: two numbers from -1 to 1 each, no two "
             "places nearer to each other than 0.03")
            for places in (
                {1: (0, 0), 2: (1, 1)},
                {1: (0, 0), 2: (1, 1), 4: (1, 0)},
                {1: (0, 0), 2: (1, 1), 3: (0, 1.1)},
                {1: (0, 0), 2: (1, 1), 3: (-1.1, 0)},
                {1: (0, 0), 2: (1, 1), 3: (0.02, 0)},
                {1: (0, 0), 2: (1, 1), 3: (float("nan"), 0)},
            )
        ),
        (lambda: Setup({}, ()).to_text(), "mills is for 2 players, not 0"),
        (lambda: Setup({}, (9, 9, 9)).to_text(), "mills is for 2 players, not 3"),
        (lambda: Symmetry([2, 1]).move(Put(3)), "field 3 is not on a board of 2 fields"),
        (lambda: Board.rings(1), "boards of rings are for 2 to 5 players, not 1"),
        (lambda: Board.rings(6), "boards of rings are for 2 to 5 players, not 6"),
        (lambda: Board.rings(2, [[1, 2], [3], []]),
         "for 2 players there are three rings of 8 different fields"),
        (lambda: Board.rings(2, [range(1, 9), range(1, 9), range(9, 17)]),
         "for 2 players there are three rings of 8 different fields"),
        (lambda: Board.rings(2, [range(1, 9), range(9, 17), range(18, 26)]),
         "field 25 is not on a board of 24 fields"),
        (lambda: Field(100), "100 is not a field: fields are 1 to 99"),
        (lambda: Field(0), "0 is not a field: fields are 1 to 99"),
        (lambda: Seat(5), "5 is not a seat: seats are 0 to 4"),
        (lambda: State.start(MILLS).mills(2), "2 does not play: there are 2 players"),
        (lambda: State.start(MILLS).planes(-1), "-1 does not play: there are 2 players"),
        (lambda: State.start(MILLS).transform(Symmetry([2, 1, *range(3, 25)])),
         "this is not a symmetry of the board: lines would not stay lines"),
        (lambda: State.start(ruleset(), 2).transform(Symmetry([3, 2, 1, *range(4, 10)])),
         "this is not a symmetry of the board: lines would not stay lines"),
        (lambda: State.start(MILLS).transform(Symmetry(range(1, 10))),
         "this is not a symmetry of the board: lines would not stay lines"),
    ],
)  # fmt: skip
def test_boards_fields_and_seats(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        make()
    assert str(caught.value) == sentence


def test_the_most_fields_and_the_nearest_places() -> None:
    assert Board(99, [(at, at + 1, at + 2) for at in range(1, 98)]).neighbours(99) == (Field(98),)
    places = {1: (0.0, 0.0), 2: (0.03, 0.0), 3: (-1.0, 1.0)}
    assert Board(3, [(1, 2, 3)], places=places).places == {Field(n): p for n, p in places.items()}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "a b"},
         "a ruleset's name is one word of letters, digits and _ . + -, not 'a b'"),
        ({"boards": {}}, "a ruleset needs a board for 2, 3, 4 or 5 players"),
        ({"boards": {1: SQUARE}}, "2 to 5 can play, not 1"),
        ({"boards": {2: SQUARE, 6: SQUARE}}, "2 to 5 can play, not 6"),
        ({"tokens": 2}, "each player has 3 to 999 tokens, not 2"),
        ({"tokens": 1000}, "each player has 3 to 999 tokens, not 1000"),
        ({"quiet": 0}, "the game ends after 1 to 999 quiet turns a player, not 0"),
        ({"quiet": 1000}, "the game ends after 1 to 999 quiet turns a player, not 1000"),
        ({"stuck": Stuck.LOSES},
         "a player who cannot move loses only in games for 2 players"),
    ],
)  # fmt: skip
def test_rulesets_that_cannot_be_played(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        attrs.evolve(NINE_AM, **changes)
    assert str(caught.value) == sentence


def test_the_most_tokens_and_quiet_turns() -> None:
    assert State.start(ruleset(tokens=999, quiet=999), 2).hands == (999, 999)


def test_numbers_of_players_that_a_ruleset_is_not_for() -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        State.start(NINE_AM, 2)
    assert str(caught.value) == "9am is for 3, 4 or 5 players, not 2"
    with pytest.raises(InvalidRulesetError, match="mills is for 2 players, not 3"):
        State.start(MILLS, 3)


def test_a_published_name_is_for_those_rules_alone() -> None:
    assert attrs.evolve(MILLS, jumping=False).name == "mills-custom"
    assert attrs.evolve(NINE_AM, quiet=9).name == "9am-custom"
    assert attrs.evolve(MILLS, quiet=9, name="mine").name == "mine"
    assert mills().name == "small"
    assert Ruleset("9am", NINE_AM.boards) == NINE_AM


WORDS = st.sampled_from(["a", "9/9", "0/0", "0", "put", "mills", "x1", "7-10", "1", "-", "/", "."])


@given(st.text() | st.lists(WORDS, max_size=8).map(" ".join))
@example("7-\x00")
@example("x²")
def test_any_text_is_read_or_refused(text: str) -> None:
    readers: list[Callable[[str], object]] = [
        State.from_text,
        Setup.from_text,
        State.start(MILLS).apply,
        State.start(NINE_AM).parse_move,
    ]
    for read in readers:
        try:
            read(text)
        except NinetkaError as error:
            assert str(error)


@given(st.data())
def test_damaged_positions_are_read_or_refused(data: st.DataObject) -> None:
    state = data.draw(states())
    text = data.draw(damaged(st.just(state.to_text())))
    try:
        read = State.from_text(text, state.ruleset)
    except InvalidPositionError as error:
        assert error.problems
    else:
        assert State.from_text(read.to_text(), state.ruleset) == read
        assert read.is_over == (not read.legal_moves)


@given(st.data())
def test_any_arrangement_is_a_position_or_has_problems(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from([ANY, mills(), WALKING, NINE_AM, MILLS]))
    counts = st.integers(-1, 10)
    players = data.draw(st.integers(1, 5))
    setup = Setup(
        data.draw(st.dictionaries(st.integers(1, 36), st.sampled_from(Seat))),
        data.draw(st.lists(counts, min_size=players, max_size=players)),
        data.draw(st.lists(counts, min_size=players, max_size=players)),
        data.draw(counts),
        data.draw(st.sampled_from(Seat)),
        data.draw(st.none() | st.sampled_from(Phase)),
        rules,
    )
    if setup.problems:
        with pytest.raises(InvalidPositionError):
            State.from_setup(setup)
    else:
        state = State.from_setup(setup)
        assert State.from_text(state.to_text(), rules) == state
        assert state.is_over == (not state.legal_moves) == (state.outcome is not None)
