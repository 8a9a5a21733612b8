"""Every error's text, type and code, as users meet them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ninetka.base.errors import InvalidMoveError, NinetkaError
from ninetka.kropki import (
    AutomaticState,
    Capture,
    IllegalMoveError,
    InvalidPositionError,
    Place,
    Point,
    Problem,
    Reason,
    Region,
    Ruleset,
    Seat,
    Setup,
    State,
)

SMALL = Ruleset("small", 6, 5)
AUTOMATIC = Ruleset("small", 6, 5, Capture.AUTOMATIC)

EMPTY = "6/6/6/6/6 x small -"
RING = "6/2x3/1xox2/2x3/6 x small -"
CLOSED = "6/2x3/1xox2/2x3/6 x small x:bccddccbbc"
HOUSE = "1xxx2/x3x1/x1o1x1/x3x1/1xxx2 o small x:abacadbecedeedecebdacabaab"
LOST = "1ox3/oxox2/1ox3/6/6 x small o:abbccbbaab"
SHARED = "xx4/xox3/1xox2/2x3/6 x small x:aaabbccbbaaa"
CORNER = "xxx3/xxox2/xox3/1x4/6 x small x:aaabacbdccbbaa"

Case = tuple[str, str, Reason, str]
"""A position, a move, why it is illegal, and that in a sentence."""
K2: list[Case] = [
    (RING, "cc", Reason.POINT_TAKEN, "cc is taken: a dot of o is there"),
    (RING, "bc", Reason.POINT_TAKEN, "bc is taken: a dot of x is there"),
    (RING, "ga", Reason.OFF_THE_BOARD, "ga is not on the board: its points are aa to fe"),
    (HOUSE, "bb", Reason.INSIDE_A_REGION, "bb is inside a region of x: no more dots go there"),
    ("xxxxxx/xxxxxx/xxoxxx/xxxxxx/xxxxxx x small -", "cc", Reason.GAME_OVER,
     "the game is over: no point is free"),
]  # fmt: skip
K3: list[Case] = [
    (RING, "aa.bcbcbc", Reason.CHAIN_TOO_SHORT, "a chain has at least 4 dots, not 1"),
    (RING, "aa.bccbbc", Reason.CHAIN_TOO_SHORT, "a chain has at least 4 dots, not 2"),
    (RING, "aa.bccdbcdcbc", Reason.DOT_REPEATED, "the chain visits bc more than once"),
    (RING, "aa.bccdfdcbbc", Reason.GAP, "the chain has a gap between cd and fd"),
    (RING, "aa.bccddcfbbc", Reason.GAP, "the chain has a gap between dc and fb"),
    (RING, "aa.dccdbceddc", Reason.GAP, "the chain has a gap between bc and ed"),
    (RING, "aa.bbcccbbcbb", Reason.CROSSES_ITSELF,
     "the chain crosses itself: its steps from bb to cc and from cb to bc cross"),
    (RING, "aa.bccddcfzdbcbbc", Reason.OFF_THE_BOARD,
     "fz is not on the board: its points are aa to fe"),
    (RING, "aa.bcbdcddccbbc", Reason.NOT_YOUR_DOT,
     "the chain needs a dot of x on bd, where there is none"),
    (RING, "aa.bccccddccbbc", Reason.NOT_YOUR_DOT,
     "the chain needs a dot of x on cc, where there is one of o"),
    (LOST, "fe.bbccdbcabb", Reason.DEAD_DOT, "the dot on bb is dead: it is inside a region"),
]  # fmt: skip
K6: list[Case] = [
    ("6/2x3/1x1x2/2x3/6 x small -", "aa.bccddccbbc", Reason.NO_CAPTIVE,
     "the chain encloses no opposing dot"),
    (CLOSED, "aa.bccddccbbc", Reason.NO_CAPTIVE,
     "the chain encloses no opposing dot that you have not captured already"),
]  # fmt: skip
K7: list[Case] = [
    (CORNER, "fe.abbbccdbcabaab", Reason.CROSSES_A_REGION,
     "the step from ba to ab crosses a region of x"),
    (SHARED, "fe.abbccddccbbaab", Reason.RUNS_THROUGH_A_REGION,
     "the step from ba to ab runs through a region of x"),
]  # fmt: skip


@pytest.mark.parametrize("case", K2)
def test_k2_points_where_no_dot_can_be_placed(case: Case) -> None:
    position, text, reason, sentence = case
    state = State.from_text(position, SMALL)
    attempts: list[Callable[[], object]] = [
        lambda: state.apply(text),
        lambda: state.move_text(Place(text)),
        lambda: state.legal_chains(text),
    ]
    for attempt in attempts:
        check_refusal(state, attempt, reason, sentence, Place(text))


@pytest.mark.parametrize("case", K3)
def test_k3_chains_that_are_not_rings_of_live_own_dots(case: Case) -> None:
    check_chain(*case)


@pytest.mark.parametrize("case", K6)
def test_k6_chains_without_a_new_captive(case: Case) -> None:
    check_chain(*case)


@pytest.mark.parametrize("case", K7)
def test_k7_chains_that_conflict_with_a_region(case: Case) -> None:
    check_chain(*case)


def check_chain(position: str, text: str, reason: Reason, sentence: str) -> None:
    state = State.from_text(position, SMALL)
    point, chain = text.split(".")
    move = Place(point, [chain])
    check_refusal(state, lambda: state.apply(text), reason, sentence, move)
    check_refusal(state, lambda: state.move_text(move), reason, sentence, move)
    check_refusal(state, lambda: state.check_chain(chain, point), reason, sentence, move)
    check_refusal(state, lambda: state.check_chain(chain), reason, sentence, None)


def check_refusal(
    state: State, attempt: Callable[[], object], reason: Reason, sentence: str, move: Place | None
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        attempt()
    error = caught.value
    assert (str(error), error.reason, error.move, error.state) == (sentence, reason, move, state)


def test_k10_chains_are_not_declared_where_captures_are_automatic() -> None:
    state = State.from_text(RING, AUTOMATIC)
    ring = "bccddccb"
    move, taken = Place("aa", [ring]), Place("cc")
    sentence = "chains are not declared here: what is surrounded is captured at once"
    attempts: list[tuple[Callable[[], object], Place | None]] = [
        (lambda: state.apply("aa.bccddccbbc"), move),
        (lambda: state.click(["aa", "bc"]), Place("aa", ["bc"])),
        (lambda: state.check_chain(ring), None),
        (lambda: state.check_chain(ring, "aa"), move),
    ]
    for attempt, about in attempts:
        check_refusal(state, attempt, Reason.NOTHING_IS_DECLARED, sentence, about)
    assert state.legal_chains() == state.legal_chains("aa") == ()
    said = "cc is taken: a dot of o is there"
    with_ring = Place("cc", [ring])
    check_refusal(state, lambda: state.apply(with_ring), Reason.POINT_TAKEN, said, with_ring)
    check_refusal(state, lambda: state.legal_chains("cc"), Reason.POINT_TAKEN, said, taken)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skip", "'skip' is not a move: moves are written jk, or de.cecfdgefdece with a chain"),
        ("jk.abc", "'jk.abc' is not a move: moves are written jk, or de.cecfdgefdece with a chain"),
        ("jk.", "the chain '' is not closed: write its first dot again at the end"),
        ("jk.bccddccb", "the chain 'bccddccb' is not closed: write its first dot again at the end"),
    ],
)
def test_k15_texts_that_are_not_moves(text: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        State.from_text(EMPTY, SMALL).apply(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "problems", "sentences"),
    [
        ("6/6 x", Problem.MALFORMED,
         ["a position is board, seat, ruleset and regions, not '6/6 x': "
          "write 'BOARD x territory -', for example"]),
        ("6/6/6/6 x small -", Problem.MALFORMED,
         ["a board of 6 x 5 has 5 rows with / between, not 4"]),
        ("6/5/7/z5/1xox53 x small -", Problem.MALFORMED,
         ["row b, '5', has 5 points, not 6", "row c, '7', has 7 points, not 6",
          "row d, 'z5', has 'z', which is neither x, o nor a number from 1 to 52",
          "row e, '1xox53', has '53', which is neither x, o nor a number from 1 to 52"]),
        ("6/6/6/6/6xo b other q,x:aabbcc", Problem.MALFORMED | Problem.UNKNOWN_RULESET,
         ["the ruleset 'other' is not known here, only small",
          "the seat to move is x or o, not 'b'",
          "'q' is not a region: write x:bccddccbbc, for example",
          "'x:aabbcc' is not a region: write x:bccddccbbc, for example"]),
        ("6/6/6/6/6 x small x:aabbaa,o:bccdfdcbbc", Problem.BROKEN_CHAIN,
         ["region 'x:aabbaa': a chain has at least 4 dots, not 2",
          "region 'o:bccdfdcbbc': the chain has a gap between cd and fd"]),
        ("6/2x3/1xxx2/2x3/6 x small x:bccddccbbc", Problem.NO_CAPTIVE,
         ["region x:bccddccbbc: the chain encloses no opposing dot"]),
        ("6/2x3/1xox2/6/6 o small x:bccddccbbc,x:ZaZbZcYbZa",
         Problem.BROKEN_CHAIN | Problem.OFF_THE_BOARD,
         ["region x:bccddccbbc: the chain needs a dot of x on cd, where there is none",
          "region x:YbZcZbZaYb: Yb is not on the board: its points are aa to fe"]),
        ("xx4/xox3/1xox2/2x3/6 x small x:aaabbccbbaaa,x:abbccddccbbaab", Problem.CONFLICT,
         ["region x:abbccddccbbaab: the step from ba to ab runs through a region of x"]),
        ("xxx3/xxox2/xox3/1x4/6 x small x:aaabacbdccbbaa,x:abbbccdbcabaab", Problem.CONFLICT,
         ["region x:abbbccdbcabaab: the step from ba to ab crosses a region of x"]),
        ("1ox3/oxox2/1ox3/6/6 x small o:abbccbbaab,x:bbccdbcabb", Problem.BROKEN_CHAIN,
         ["region x:bbccdbcabb: the dot on bb is dead: it is inside a region"]),
    ],
)  # fmt: skip
def test_k16_texts_that_are_not_positions(
    text: str, problems: Problem, sentences: list[str]
) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text, SMALL)
    assert caught.value.sentences == tuple(sentences)
    assert caught.value.problems == problems
    assert str(caught.value) == "; ".join(sentences)


@pytest.mark.parametrize("rows", ["1", "52", "/".join("1" * 52)])
def test_a_position_of_a_published_ruleset_has_any_size_there_is(rows: str) -> None:
    assert State.from_text(f"{rows} x territory -").to_text() == f"{rows} x territory -"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("x" * 53, "a board has 1 to 52 columns, not 53"),
        ("/".join("1" * 53), "a board has 1 to 52 rows, not 53"),
        ("/x", "a board has 1 to 52 columns, not 0"),
        ("1/1", "the cross needs 2 columns and 2 rows, which a board of 1 x 2 does not have"),
        ("1o2", "the cross needs 2 columns and 2 rows, which a board of 4 x 1 does not have"),
    ],
)
def test_a_position_says_why_its_ruleset_is_not_for_a_board_of_that_size(
    rows: str, said: str
) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(f"{rows} x standard -")
    assert (str(caught.value), caught.value.problems) == (said, Problem.MALFORMED)


def test_an_arrangement_says_all_that_is_wrong() -> None:
    ring = Region(Seat.FIRST, "bccddccbbc")
    setup = Setup({Point("zz"): Seat.FIRST, Point("aa"): Seat.SECOND}, [ring], ruleset=SMALL)
    assert setup.problems == Problem.OFF_THE_BOARD | Problem.BROKEN_CHAIN
    assert [sentence for _, sentence in setup.findings] == [
        "zz is not on the board: its points are aa to fe",
        "region x:bccddccbbc: the chain needs a dot of x on bc, where there is none",
    ]
    with pytest.raises(InvalidPositionError) as caught:
        State.from_setup(setup)
    assert caught.value.problems == setup.problems
    text = "o5/6/6/6/6 x small x:bccddccbbc"
    assert setup.to_text() == Setup.from_text(text, SMALL).to_text() == text


@pytest.mark.parametrize("name", ["", "d", "def", "d1", "dé"])
def test_k14_names_that_are_not_points(name: str) -> None:
    with pytest.raises(NinetkaError) as caught:
        Point(name)
    said = f"'{name}' is not a point: points are two letters, column then row, as in de"
    assert str(caught.value) == said


def test_codes_that_are_not_actions() -> None:
    state = State.from_text(RING, AUTOMATIC)
    assert isinstance(state, AutomaticState)
    for code in (-1, 30):
        with pytest.raises(InvalidMoveError) as caught:
            state.move(code)
        assert str(caught.value) == f"{code} is not an action: actions are 0 to 29"
    with pytest.raises(IllegalMoveError):
        state.action(Place("cc"))
    with pytest.raises(NinetkaError):
        state.planes(2)
