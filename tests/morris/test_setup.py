"""Position texts and arrangements, and the problems that make them impossible."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morris.arranged import ANY, CIRCLE, FIRST_REMOVES, WALKING, at, mills, ruleset
from ninetka.morris import (
    MILLS,
    NINE_AM,
    PUBLISHED,
    Field,
    InvalidPositionError,
    Phase,
    Problem,
    Ruleset,
    Seat,
    Setup,
    State,
)

EMPTY = "." * 24
SIX = dict.fromkeys((1, 2, 3), Seat.FIRST) | dict.fromkeys((4, 5, 6), Seat.SECOND)
TEXTS = [
    ("a b", Problem.MALFORMED,
     ["a position has a board, hands, cards, quiet turns, seat, phase and ruleset, as in "
      "'BOARD 9/9 0/0 0 a put mills', not 'a b'"]),
    (f"{EMPTY} 9/9 0/0 0 a put other", Problem.UNKNOWN_RULESET,
     [f"the ruleset 'other' is not known here, only {', '.join(PUBLISHED)}"]),
    (f"{EMPTY} 9/9/9 0/0 0 a put mills", Problem.WRONG_PLAYERS,
     ["mills is for 2 players, one hand each, not '9/9/9'"]),
    (f"{EMPTY} 9 0/0 0 a put 9am", Problem.WRONG_PLAYERS,
     ["9am is for 3, 4 or 5 players, one hand each, not '9'"]),
    (f"{EMPTY}x 9/y 0/z q f go mills", Problem.MALFORMED,
     ["the board has 'x', which is neither . for a free field nor a to e",
      "the board has 24 fields, not 25",
      "a hand is a number of tokens, or - if expelled, not 'y'",
      "cards and quiet turns are numbers, not 'z'",
      "cards and quiet turns are numbers, not 'q'",
      "the seat to move is a to e, not 'f'",
      "the phase is put, move, either, remove or over, not 'go'"]),
    (f"{EMPTY} 9/9999999 0/ ٣ a put mills", Problem.MALFORMED,
     ["a hand is a number of tokens, or - if expelled, not '9999999'",
      "cards and quiet turns are numbers, not ''",
      "cards and quiet turns are numbers, not '٣'"]),
    (f"a{EMPTY[1:]} -/9 0/0 0 b put mills", Problem.MALFORMED,
     ["the hand of a is -, as if expelled, but the board has tokens of a"]),
    (f"c{EMPTY[1:]} 8/9 0/0 0 b put mills", Problem.WRONG_PLAYERS,
     ["seat c has a token on g7 but does not play"]),
    (f"{EMPTY} 9/9 0/0/0 0 a put mills", Problem.IMPOSSIBLE_CARDS,
     ["there must be cards for 2 seats, not for 3"]),
    (f"{EMPTY} 9/9 0/1 0 a put mills", Problem.IMPOSSIBLE_CARDS,
     ["seat b cannot have 1 cards"]),
    (f"aa{EMPTY[2:]} 9/8 0/0 0 b put mills", Problem.TOO_MANY_TOKENS,
     ["seat a has 11 tokens, more than its 9"]),
    (f"aab{EMPTY[3:]} 0/0 0/0 0 a move mills", Problem.TOO_FEW_TOKENS,
     ["seat b has too few tokens: 1"]),
    (f"aabbb{EMPTY[5:]} 0/0 0/0 0 b move mills", Problem.TOO_FEW_TOKENS,
     ["seat a has too few tokens: 2"]),
    (f"aabbb{EMPTY[5:]} 0/0 0/0 0 a move mills", Problem.WRONG_PHASE,
     ["the phase is over, not move"]),
    (f"aaabbb{EMPTY[6:]} 0/0 0/0 101 a move mills", Problem.IMPOSSIBLE_QUIET,
     ["there are 0 to 100 quiet turns, not 101"]),
    (f"aaabbb{EMPTY[6:]} 0/0 0/0 100 a move mills", Problem.WRONG_PHASE,
     ["the phase is over, not move"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 3 a put mills", Problem.IMPOSSIBLE_QUIET,
     ["there can be no quiet turns until all hands are empty"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 0 a move mills", Problem.WRONG_PHASE,
     ["the phase is put, not move"]),
    (f"aaabbb{EMPTY[6:]} 2/1 0/0 0 a put mills", Problem.IMPOSSIBLE_HANDS,
     ["the hands cannot be 2 and 1 when seat a is to move"]),
    (f"aaabbb{EMPTY[6:]} 1/1 0/0 0 a remove mills",
     Problem.IMPOSSIBLE_HANDS | Problem.WRONG_PHASE,
     ["the hands cannot be 1 and 1 when seat a is to move",
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


EACH = mills(removals="each mill")
MARKS = mills(CIRCLE, tokens=4, marking=True)
REPEATING = mills(repetition=2)
SMALL = ruleset()
OTHERS = [
    (SMALL, "...aaabbb 0/0/- 0/0/0 0 c put", Problem.WRONG_SEAT,
     "seat c is to move but has no tokens"),
    (SMALL, "aabab.bba 0/0/2 0/0/0 0 c put", Problem.TOO_FEW_TOKENS,
     "seat c has too few tokens: 2"),
    (SMALL, "aaabbb... 0/0/- 0/0/0 0 a remove", Problem.WRONG_PHASE,
     "there is no token that seat a may remove"),
    (SMALL, "aaa...... 0/-/- 0/0/0 0 a remove", Problem.WRONG_PHASE,
     "there is no token that seat a may remove; the game is over, so no token can be removed"),
    (WALKING, "bbbaaa..ccc 0/0/0 0/0/0 0 b move", Problem.WRONG_SEAT,
     "seat b cannot move: it is the turn of seat c"),
    (mills(mill_wins=True), "aaabb..b. 0/0 0/0 0 a move", Problem.WRONG_SEAT,
     "seat a has a mill and has won: it is the turn of the other player"),
    (mills(mill_wins=True), "aaab.b.b. 0/0 0/0 0 b move", Problem.WRONG_PHASE,
     "the phase is over, not move"),
    (mills(mixed=True), "aaab.b.b. 1/0 0/0 0 a put", Problem.WRONG_PHASE,
     "the phase is either, not put"),
    (mills(fewest=4, jumping=0), "aaab.b.b. 0/0 0/0 0 a move", Problem.TOO_FEW_TOKENS,
     "seat b has too few tokens: 3"),
    (EACH, "aaabbab.a 0/2 0/0 0 a remove+2", Problem.IMPOSSIBLE_REMOVALS,
     "there cannot be 2 further removals due"),
    (mills(), "aaabbab.a 0/2 0/0 0 a remove+1", Problem.IMPOSSIBLE_REMOVALS,
     "there cannot be 1 further removals due"),
    (EACH, "aa.bbab.a 0/2 0/0 0 a move+1", Problem.IMPOSSIBLE_REMOVALS,
     "no removal is due, so there are no further ones"),
    (EACH, "aaabbab.a 0/2 0/0 0 a remove+x", Problem.MALFORMED,
     "the phase is put, move, either, remove or over, not 'remove+x'"),
    (MARKS, "aaaxbb.b 0/0 0/0 0 b move", Problem.IMPOSSIBLE_MARKS, "there cannot be marks on 4"),
    (MARKS, "aaaxx..b 1/2 0/0 0 b put", Problem.IMPOSSIBLE_MARKS,
     "there cannot be marks on 4 and 5"),
    (mills(), "aabx..... 2/2 0/0 0 a put", Problem.MALFORMED,
     "the board has 'x', which is neither . for a free field nor a to e"),
    (REPEATING, "aa.bbab.. 0/0 0/0 2 a move", Problem.IMPOSSIBLE_STEPS,
     "0 steps are not those of 2 quiet turns"),
    (mills(), "aa.bbab.. 0/0 0/0 1:3-6 b move", Problem.IMPOSSIBLE_STEPS,
     "1 steps are not those of 1 quiet turns"),
    (REPEATING, "aa.bbab.. 0/0 0/0 1:2-6 b move", Problem.IMPOSSIBLE_STEPS,
     "the steps cannot have led here: they begin or end on wrong fields"),
    (REPEATING, "aa.bbab.. 0/0 0/0 1:3-8 b move", Problem.IMPOSSIBLE_STEPS,
     "the steps cannot have led here: they begin or end on wrong fields"),
    (REPEATING, "aa.bbab.. 0/0 0/0 1:10-6 b move", Problem.IMPOSSIBLE_STEPS,
     "the steps cannot have led here: they begin or end on wrong fields"),
    (REPEATING, "aa.bbab.. 0/0 0/0 1:3- b move", Problem.MALFORMED,
     "the steps of quiet turns are written as in 2:7-10,5-4, not '1:3-'"),
    (mills(quiet_few=2), "aa.bbab.. 0/0 0/0 5 a move", Problem.IMPOSSIBLE_QUIET,
     "there are 0 to 4 quiet turns, not 5"),
    (FIRST_REMOVES, "aabbaabb 0/0 0/0 0 b remove", Problem.WRONG_PHASE,
     "seat b has no mill to remove a token for"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "position", "problems", "sentence"), OTHERS)
def test_positions_that_other_rules_make_impossible(
    rules: Ruleset, position: str, problems: Problem, sentence: str
) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        at(position, rules)
    assert (str(caught.value), caught.value.problems) == (sentence, problems)


def test_an_arrangement_says_all_that_is_wrong() -> None:
    setup = Setup(
        {Field(1): Seat.FIFTH, Field(30): Seat.FIRST}, (-1, 12), (-2, 0), -1, ruleset=MILLS
    )
    assert setup.players == 2
    assert [sentence for _, sentence in setup.findings] == [
        "seat e has a token on g7 but does not play",
        "field 30 is not on the board: fields are 1 to 24",
        "seat a cannot have -2 cards",
        "seat a cannot have -1 tokens in hand",
        "seat b has 12 tokens, more than its 9",
        "there are 0 to 100 quiet turns, not -1",
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
        Setup({}, (9, 9, 9), ruleset=MILLS).check()
    assert of_three.value.problems == Problem.WRONG_PLAYERS


def test_what_there_is_to_do_need_not_be_said() -> None:
    setup = Setup({1: Seat.FIRST}, (8, 9), to_move=Seat.SECOND, ruleset=MILLS)
    assert (setup.phase, setup.cards, setup.ruleset) == (None, (0, 0), MILLS)
    assert State.from_setup(setup) == State.start(MILLS).apply("1")
    moved = attrs.evolve(State.start(MILLS).to_setup(), tokens=SIX, hands=(0, 0))
    assert State.from_setup(moved).phase is Phase.MOVE
    for to_move, phase in ((Seat.SECOND, "b put"), (Seat.THIRD, "c move")):
        assert attrs.evolve(setup, to_move=to_move).to_text().endswith(f" 0 {phase} mills")


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


def test_a_token_of_a_seat_that_does_not_play_stands_in_the_text() -> None:
    setup = Setup({1: Seat.FIRST, 2: Seat.FIFTH}, (8, 9), ruleset=MILLS)
    text = setup.to_text()
    assert text.startswith("ae.")
    assert setup.masks == (1, 0)
    assert Setup.from_text(text) == attrs.evolve(setup, phase=Phase.PUT)
    assert Setup.from_text(text).problems == Problem.WRONG_PLAYERS
