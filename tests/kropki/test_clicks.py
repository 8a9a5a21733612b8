"""Moves made by picking points: a dot, and rings where they are declared."""

from __future__ import annotations

import pytest

from ninetka.base.errors import InvalidMoveError
from ninetka.kropki import Capture, IllegalMoveError, Move, Place, Reason, Ruleset, State
from ninetka.protocol.clicks import Click

SMALL = Ruleset("small", 6, 5)
AUTOMATIC = Ruleset("small", 6, 5, Capture.AUTOMATIC)
RING = "6/2x3/1xox2/2x3/6 x small -"
OPEN = "6/2x3/1xox2/6/6 x small -"
NOTHING = "6/2x3/1x1x2/2x3/6 x small -"
TWO = "2x3/1xox2/2x3/1xox2/2x3 x small -"
CROSSED = "6/1xx3/1xx1x1/3xox/4x1 x small -"
FULL = "xxxxxx/xxxxxx/xxoxxx/xxxxxx/xxxxxx x small -"
UPPER, LOWER = ("bb", "cc", "db", "ca", "bb"), ("bd", "ce", "dd", "cc", "bd")


def picked(position: str, places: str) -> Click[Move]:
    return State.from_text(position, SMALL).click(places.split())


@pytest.mark.parametrize("ruleset", [SMALL, AUTOMATIC])
def test_a_dot_alone(ruleset: Ruleset) -> None:
    state = State.from_text(OPEN, ruleset)
    assert state.click() == Click(None, tuple(map(str, state.free)))
    assert state.click(["aa"]) == Click(Place("aa"))
    over = State.from_text(FULL, SMALL)
    assert over.click() == Click(None)
    with pytest.raises(IllegalMoveError, match=r"^the game is over: no point is free$"):
        over.click(["cc"])


def test_a_ring_dot_by_dot() -> None:
    links = "cb", "bc", "dc", "cd"
    tight = "bc", "cd", "dc", "cb", "bc"
    assert picked(OPEN, "cd") == Click(Place("cd"), links, (tight,))
    assert picked(OPEN, "cd bc") == Click(None, ("cb", "cd"))
    assert picked(OPEN, "cd bc cb") == Click(None, ("dc",))
    assert picked(OPEN, "cd bc cb dc cd") == Click(None, ("bc",))
    assert picked(OPEN, "cd bc cb dc cd bc") == Click(Place("cd", ["bccddccbbc"]))


def test_dots_that_no_ring_can_go_through_are_not_next() -> None:
    """`de` is linked to `cd` alone."""
    tail = "6/2x3/1xox2/2x3/3x2 x small -"
    assert set(picked(tail, "aa").next) == {"cb", "bc", "dc", "cd"}
    assert set(picked(tail, "aa cd").next) == {"bc", "dc"}
    for places in ("aa de", "aa cd de"):
        with pytest.raises(IllegalMoveError, match=r"^no chain can go through de$"):
            picked(tail, places)


def test_rings_one_after_another() -> None:
    click = picked(TWO, "aa")
    assert (click.move, click.offers) == (Place("aa"), (UPPER, LOWER))
    click = picked(TWO, f"aa {' '.join(LOWER)}")
    assert (click.move, click.offers) == (Place("aa", [LOWER]), (UPPER,))
    assert click.next == ("ca", "bb", "db", "cc", "bd", "dd", "ce")
    click = picked(TWO, f"aa {' '.join(LOWER)} {' '.join(UPPER)}")
    assert click == Click(Place("aa", [LOWER, UPPER]))


def test_a_ring_does_not_cross_itself() -> None:
    assert "bc" in picked(CROSSED, "aa cc cb").next
    assert "bc" not in picked(CROSSED, "aa bb cc cb").next
    with pytest.raises(IllegalMoveError) as caught:
        picked(CROSSED, "aa bb cc cb bc")
    assert caught.value.reason is Reason.CROSSES_ITSELF


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ("cc", Reason.POINT_TAKEN),
        ("ga", Reason.OFF_THE_BOARD),
        ("aa ga", Reason.OFF_THE_BOARD),
        ("aa cc", Reason.NOT_YOUR_DOT),
        ("aa aa", Reason.NO_RING),
        ("bb cb bb ba", Reason.NOT_YOUR_DOT),
        ("aa bc dc", Reason.GAP),
        ("aa bc cd dc cd", Reason.DOT_REPEATED),
        ("bb bc cd dc cb bb cb", Reason.DOT_REPEATED),
        ("aa bc cd dc bc", Reason.CHAIN_TOO_SHORT),
        ("aa bc cd dc cb bc bc cd dc cb bc", Reason.NO_CAPTIVE),
    ],
)
def test_places_that_cannot_be_picked(places: str, reason: Reason) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        picked(RING, places)
    assert caught.value.reason is reason


@pytest.mark.parametrize(
    ("position", "places"), [(NOTHING, "aa bc"), (RING, "aa bc cd dc cb bc bc")]
)
def test_no_chain_is_begun_where_there_is_nothing_to_capture(position: str, places: str) -> None:
    with pytest.raises(IllegalMoveError, match=r"^there is nothing to capture$") as caught:
        picked(position, places)
    assert caught.value.reason is Reason.NO_CAPTIVE


@pytest.mark.parametrize("places", ["a1", "aa a1"])
def test_places_that_are_not_points(places: str) -> None:
    sentence = r"^'a1' is not a point: points are two letters, column then row, as in de$"
    with pytest.raises(InvalidMoveError, match=sentence):
        picked(RING, places)
