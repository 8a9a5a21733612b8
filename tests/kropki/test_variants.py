"""What rulesets may choose beyond the rules of the paper game (K18-K23)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest

from ninetka.base.errors import InvalidRulesetError, NinetkaError
from ninetka.kropki import (
    KROPKI,
    STANDARD,
    TERRITORY,
    Capture,
    InvalidPositionError,
    Outcome,
    Passing,
    Place,
    Point,
    Problem,
    Reason,
    Region,
    Ruleset,
    Seat,
    Setup,
    Start,
    State,
    Symmetry,
)
from ninetka.protocol.endings import AGREEMENT, Ending, EndingKind

X, O = Seat  # noqa: E741
SMALL = Ruleset("small", 7, 7, Capture.AUTOMATIC)
GROUNDING = attrs.evolve(SMALL, grounding=True)
GROUNDS = EndingKind.GROUNDING


def dots_of(state: State) -> dict[str, str]:
    """By letter of the seat: where its dots are."""
    return {
        str(seat): " ".join(str(point) for point, dot in state.dots.items() if dot is seat)
        for seat in Seat
    }


@pytest.mark.parametrize(
    ("size", "start", "x", "o"),
    [
        # Upper left corners as in the tests of KvanTTT's dots-game, which follows the sites.
        ((39, 32), Start.RIGHT_CROSS, "tp uq", "up tq"),
        ((9, 9), Start.RIGHT_CROSS, "ed fe", "fd ee"),
        ((8, 8), Start.RIGHT_CROSS, "dd ee", "ed de"),
        ((39, 32), Start.TWO_CROSSES, "sp vp tq uq", "tp up sq vq"),
        ((4, 2), Start.TWO_CROSSES, "aa da bb cb", "ba ca ab db"),
        ((5, 2), Start.TWO_CROSSES, "ba ea cb db", "ca da bb eb"),
        ((4, 4), Start.FOUR_CROSSES, "aa ca bb db ac cc bd dd", "ba da ab cb bc dc ad cd"),
        ((39, 32), Start.FOUR_CROSSES, "lk Ak ml Bl lu Au mv Bv", "mk Bk ll Al mu Bu lv Av"),
        ((6, 4), Start.FOUR_CROSSES, "ba da cb eb bc dc cd ed", "ca ea bb db cc ec bd dd"),
        ((39, 32), Start.DOT, "tq", ""),
        ((1, 1), Start.DOT, "aa", ""),
    ],
)
def test_k18_where_the_first_dots_are(size: tuple[int, int], start: Start, x: str, o: str) -> None:
    for published in (STANDARD, TERRITORY):
        ruleset = attrs.evolve(published, columns=size[0], rows=size[1], start=start)
        assert ruleset.name == f"{published.name}-custom"
        state = State.start(ruleset)
        assert dots_of(state) == {"x": x, "o": o}
        assert KROPKI.tags.read(KROPKI.tags.write(state)) == state


def test_k18_who_has_the_only_dot_does_not_begin() -> None:
    ruleset = attrs.evolve(STANDARD, start=Start.DOT)
    assert State.start(ruleset).to_move is ruleset.begins is O
    assert STANDARD.begins is X
    assert "o first." in ruleset.summary
    assert "x first." in STANDARD.summary


@pytest.mark.parametrize(
    ("columns", "rows", "start", "said"),
    [
        (1, 5, Start.RIGHT_CROSS, "the cross needs 2 columns and 2 rows"),
        (3, 5, Start.TWO_CROSSES, "two crosses need 4 columns and 2 rows"),
        (4, 1, Start.TWO_CROSSES, "two crosses need 4 columns and 2 rows"),
        (4, 3, Start.FOUR_CROSSES, "four crosses need 4 columns and 4 rows"),
    ],
)
def test_k18_boards_without_room(columns: int, rows: int, start: Start, said: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset("small", columns, rows, start=start)
    assert str(caught.value) == f"{said}, which a board of {columns} x {rows} does not have"


def test_k19_komi_counts_for_the_second_seat() -> None:
    state = State.from_text("2/ox x small -", Ruleset("small", 2, 2, komi=6.5))
    assert state.scores == (0, Fraction(13, 2))
    assert state.to_dict()["scores"] == [0, "13/2"]
    assert "Points: x 0, o 6.5" in state.to_svg()
    assert "x 0, o 6.5" in state.to_board()
    assert "o has 6.5 points from the start." in state.ruleset.summary
    over = state.apply("aa").apply("ba")
    assert over.outcome == Outcome((0, Fraction(13, 2)))
    assert str(over.outcome) == "0-6.5"
    assert over.outcome is not None
    assert over.outcome.winner is O
    assert state.outcome_after(AGREEMENT) == over.outcome


def test_k19_komi_may_be_whole_or_negative() -> None:
    state = State.start(Ruleset("small", 3, 3, komi=-2))
    assert state.scores == (0, -2)
    assert type(state.scores[1]) is int
    assert str(state.settlement()) == "0:-2"
    assert state.settlement().winner is X
    assert type(Ruleset("small", 3, 3, komi=Fraction(4, 2)).komi) is int
    drawn = State.start(Ruleset("small", 3, 3))
    assert drawn.scores == (0, 0)


def test_k19_the_most_komi_there_can_be() -> None:
    ruleset = Ruleset("small", 3, 3, Capture.AUTOMATIC, komi=2703.5)
    state = State.from_text("1o1/oxo/1o1 x small o:abbccbbaab", ruleset)
    assert state.outcome_after(AGREEMENT).scores == (0, Fraction(5409, 2))


def test_k19_exchanged_colours_exchange_the_margin() -> None:
    state = State.start(Ruleset("small", 3, 3, Capture.AUTOMATIC, komi=0.5))
    other = state.exchanged()
    assert other.ruleset.komi == Fraction(-1, 2)
    assert other.exchanged() == state
    winner, exchanged = state.settlement().winner, other.settlement().winner
    assert (winner, exchanged) == (O, X)


@pytest.mark.parametrize("komi", [0.25, Fraction(1, 3), True, "1", 2705, -2705, float("nan"), None])
def test_k19_komi_that_is_refused(komi: object) -> None:
    with pytest.raises(InvalidRulesetError, match="komi must be a whole number or a half one"):
        Ruleset("small", 3, 3, komi=komi)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "6,5", "1/2", "6.25", "six", "1e1", "٣"])
def test_k19_texts_that_are_not_komi(text: str) -> None:
    with pytest.raises(InvalidRulesetError, match=r"Komi is written 6\.5, -2 or 0, not "):
        KROPKI.begin(komi=text)


@pytest.mark.parametrize(("text", "komi"), [("6.5", 6.5), ("-0.5", -0.5), ("+7.0", 7), ("0", 0)])
def test_k19_komi_in_tags(text: str, komi: float) -> None:
    state = KROPKI.begin(komi=text)
    assert state.ruleset.komi == komi
    assert KROPKI.tags.read(KROPKI.tags.write(state)) == state


@pytest.mark.parametrize("scores", [(1, 2, 3), (1, 0.2), (1, "2"), 5])
def test_k19_scores_that_are_refused(scores: object) -> None:
    with pytest.raises(NinetkaError, match="score"):
        Outcome(scores)


@pytest.mark.parametrize(
    ("board", "regions", "x_grounds", "o_grounds"),
    [
        # A diagonal link can be cut: it connects nothing.
        ("x6/1x5/7/7/7/7/7", "-", (0, 1), (0, 0)),
        ("7/x6/xx5/2xx3/3x3/7/7", "-", (0, 3), (0, 0)),
        ("2x4/2xxo2/3oxo1/4o2/7/7/7", "-", (0, 1), (4, 0)),
        # Positions and scores of `GameOverMoveTests.kt` of KvanTTT's dots-game
        ("5/1xxo1/5", "-", (0, 2), (1, 0)),
        ("xo1", "-", (0, 0), (0, 0)),
        ("6/2xx2/1xo1x1/2xx2/6", "x:bccdddecdbcbbc", (0, 6), (1, 0)),
        ("4/1xo1/1ox1/4", "-", (0, 2), (2, 0)),
        ("6/2xx2/1x2x1/2xx2/6", "-", (0, 6), (0, 0)),
        ("xxx/x1x/xxx", "-", (0, 0), (0, 0)),
    ],
)
def test_k20_dots_that_are_not_connected_to_the_edge_are_lost(
    board: str, regions: str, x_grounds: tuple[int, int], o_grounds: tuple[int, int]
) -> None:
    rows = board.split("/")
    columns = sum(int(each) if each.isdigit() else 1 for each in rows[0])
    ruleset = attrs.evolve(GROUNDING, columns=columns, rows=len(rows))
    state = State.from_text(f"{board} x small {regions}", ruleset)
    assert state.outcome_after(Ending(GROUNDS, X)).scores == x_grounds
    assert state.outcome_after(Ending(GROUNDS, O)).scores == o_grounds


def test_k20_a_region_connects_what_is_around_it() -> None:
    caught = State.from_text("7/2x4/1xox3/2x4/7/7/7 x small x:bccddccbbc", GROUNDING)
    assert caught.scores == (1, 0)
    # Lost with the region: x's four dots count, the dot that it had captured does not.
    assert caught.outcome_after(Ending(GROUNDS, X)).scores == (0, 4)
    assert caught.outcome_after(Ending(GROUNDS, O)).scores == (1, 0)
    # Kept with it: ca is connected to bb, db and cc's other walls through the region alone.
    kept = State.from_text("2x4/1xox3/2x4/7/7/7/7 x small x:bbccdbcabb", GROUNDING)
    assert kept.outcome_after(Ending(GROUNDS, X)).scores == (1, 0)


def test_k20_how_a_grounded_game_is_shown() -> None:
    state = State.from_text("7/2x4/1xox3/2x4/7/7/x6 x small x:bccddccbbc", GROUNDING)
    board = state.to_board(ending=Ending(GROUNDS, X))
    assert board.splitlines()[1:5] == [
        "a . . . . . . .", "b . . X . . . .", "c . X O X . . .", "d . . X . . . .",
    ]  # fmt: skip
    assert board.splitlines()[-2:] == ["x 0, o 4", "small, 7 x 7, over, 0-4, won by o"]
    picture = state.to_svg(ending=Ending(GROUNDS, X))
    assert picture.count('class="dot x dead captured"') == 4
    assert picture.count('class="dot o dead"') == 1
    assert 'class="region x swallowed"' in picture
    assert 'class="region x"' in state.to_svg(ending=Ending(GROUNDS, O))


def test_k20_only_where_the_ruleset_says_so() -> None:
    state = State.start(SMALL)
    assert GROUNDS not in state.endings
    assert "grounding" not in SMALL.summary
    with pytest.raises(NinetkaError, match="nobody can ground in small"):
        state.outcome_after(Ending(GROUNDS, X))
    with pytest.raises(InvalidRulesetError) as caught:
        attrs.evolve(TERRITORY, grounding=True)
    assert str(caught.value) == "Grounding=yes does not go with Capture=declared"
    with pytest.raises(InvalidRulesetError, match="Grounding is no or yes, not 'maybe'"):
        KROPKI.begin(grounding="maybe")
    with pytest.raises(NinetkaError, match="after 'grounds' the points decide"):
        Outcome((0, 0), Ending(GROUNDS, X))


EMPTY = attrs.evolve(SMALL, empty_areas=True)
DECLARED_EMPTY = Ruleset("small", 7, 7, empty_areas=True)
BORDER = attrs.evolve(SMALL, border=True)


def test_k21_an_area_without_a_captive_is_enclosed_at_once() -> None:
    state = State.from_text("7/2x4/1x5/2x4/7/7/7 x small -", EMPTY).apply("dc")
    assert [str(region) for region in state.regions] == ["x:bccddccbbc"]
    assert state.owner_of("cc") is X
    assert state.scores == (0, 0)
    refused = state.fault(Place("cc"))
    assert refused is not None
    assert refused.reason is Reason.INSIDE_A_REGION
    assert not State.from_text("7/2x4/1x5/2x4/7/7/7 x small -", SMALL).apply("dc").regions


def test_k21_enclosing_an_empty_area_saves_a_dot_in_a_house() -> None:
    """The dot would be caught in the house, had it not enclosed something itself."""
    board = "1xxxxx1/x2o2x/x1o1o1x/x5x/1xxxxx1/7/7 o small -"
    assert str(State.from_text(board, SMALL).apply("dd").regions[0].seat) == "x"
    state = State.from_text(board, EMPTY).apply("dd")
    assert [str(region) for region in state.regions] == ["o:ccddecdbcc"]


def test_k21_areas_that_are_declared() -> None:
    state = State.from_text("7/2x4/1x1x3/2x4/7/7/7 x small -", DECLARED_EMPTY)
    assert [str(Place("aa", [chain])) for chain in state.legal_chains()] == ["aa.bccddccbbc"]
    after = state.apply("aa.bccddccbbc")
    assert after.owner_of("cc") is X
    again = after.apply("ga").fault(Place("ba", ["bccddccbbc"]))
    assert again is not None
    assert again.reason is Reason.NOTHING_INSIDE
    assert again.sentence == "the chain encloses nothing that is not yours already"
    square = State.from_text("xx5/xx5/7/7/7/7/7 x small -", DECLARED_EMPTY)
    inside = square.fault(Place("gg", ["aaabbbbaaa"]))
    assert inside is not None
    assert inside.reason is Reason.NOTHING_INSIDE
    assert state.click(["aa"]).next


def test_k21_regions_of_a_position_may_be_empty() -> None:
    text = "5/2x2/1x1x1/2x2/5 x small x:bccddccbbc"
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(text, Ruleset("small", 5, 5))
    assert caught.value.problems is Problem.NO_CAPTIVE
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(f"{text},x:bccddccbbc", Ruleset("small", 5, 5, empty_areas=True))
    assert caught.value.problems is Problem.NO_CAPTIVE
    assert "encloses nothing that is not yours" in str(caught.value)


def test_k21_what_a_dot_gains() -> None:
    """No dot is lost that encloses an area of its own in a house."""
    board = "1xxxxx1/x2o2x/x1o1o1x/x5x/1xxxxx1/7/7 o small -"
    for ruleset, gain in ((SMALL, -1), (EMPTY, 0)):
        state = State.from_text(board, ruleset)
        assert KROPKI.move_gains(state, [Place("dd")])[0][0] == gain


@pytest.mark.parametrize(
    ("board", "dot", "chain", "scores"),
    [
        # The tests of KvanTTT's dots-game for the border, turned to 7 x 7 points where needed.
        ("xox4/7/7/7/7/7/7", "bb", "x:aabbcabaaa", (1, 0)),
        ("ox5/7/7/7/7/7/7", "ab", "x:aaabbaaa", (1, 0)),
        ("5xo/7/7/7/7/7/7", "gb", "x:fagbgafa", (1, 0)),
        ("7/7/7/7/7/6x/6o", "fg", "x:fggggffg", (1, 0)),
        ("7/7/7/7/7/7/ox5", "af", "x:afagbgaf", (1, 0)),
        ("2x4/o6/2x4/2x4/2x4/2x4/2x4", "cb", "x:aaabacadaeafagbgcgcfcecdcccbcabaaa", (1, 0)),
    ],
)
def test_k22_the_edge_helps_to_enclose(
    board: str, dot: str, chain: str, scores: tuple[int, int]
) -> None:
    state = State.from_text(f"{board} x small -", BORDER).apply(dot)
    assert [str(region) for region in state.regions] == [chain]
    assert state.scores == scores
    assert State.from_text(state.to_text(), BORDER) == state
    without = State.from_text(f"{board} x small -", SMALL).apply(dot)
    assert not without.regions


def test_k22_the_largest_area_is_open() -> None:
    """A wall across the middle has an area of one size on each side: neither is closed."""
    halves = State.from_text("o6/7/7/xxxxxx1/7/7/6o x small -", BORDER)
    assert not halves.apply("gd").regions
    # With one more row below, what is above is closed.
    lower = attrs.evolve(BORDER, rows=8)
    state = State.from_text("o6/7/7/xxxxxx1/7/7/7/6o x small -", lower).apply("gd")
    assert (len(state.regions), state.scores) == (1, (1, 0))
    # Own dots apart from the wall do not make the lower area smaller.
    dots = State.from_text("o6/7/7/xxxxxx1/7/1xx1xx1/7/6o x small -", lower).apply("gd")
    assert dots.scores == (1, 0)


def test_k22_an_area_that_is_captured_already_is_not_the_largest() -> None:
    state = State.from_text("2x4/o1x4/2x4/2x4/2x4/2x2o1/7 x small -", BORDER)
    state = state.apply("cg").apply("ge").apply("fa")
    assert state.scores == (1, 0)
    after = State.from_text(state.to_text(), BORDER)
    assert after.closed_masks == state.closed_masks  # type: ignore[attr-defined]
    assert after.free == state.free


def test_k22_points_of_the_edge_may_belong_to_somebody() -> None:
    state = State.from_text("xox4/1x5/7/7/7/7/7 o small x:aabbcabaaa", BORDER)
    assert state.owner_of("ba") is X
    assert state.regions[0].inside == {Point("ba")}
    assert Region(X, "aabbcabaaa").inside == frozenset()
    assert 'd="M' in state.to_svg()
    assert state.to_board().splitlines()[1] == "a x O x . . . ."


@pytest.mark.parametrize(
    ("region", "said"),
    [
        ("x:abbabbab", "the chain needs a dot of x on bb"),
        ("x:aaabbbaa", "the chain needs a dot of x on aa"),
        ("x:cabbcbca", "the chain needs a dot of x on bb"),
        # Around the whole board: the edge alone encloses nothing.
        ("x:aaabacadaeafagbgcgdgegfggggfgegdgcgbgafaeadacabaaa",
         "the chain needs a dot of x on aa"),
        ("x:aaabaa", "a chain has at least 3 dots, not 2"),
    ],
)  # fmt: skip
def test_k22_chains_of_positions_that_are_refused(region: str, said: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        State.from_text(f"ox5/x6/7/7/7/7/7 o small {region}", BORDER)
    assert caught.value.problems is Problem.BROKEN_CHAIN
    assert said in str(caught.value)


def test_k22_three_points_are_a_chain_only_at_the_border() -> None:
    text = "ox5/x6/7/7/7/7/7 o small x:aaabbaaa"
    assert State.from_text(text, BORDER).scores == (1, 0)
    with pytest.raises(InvalidPositionError, match="a chain has at least 4 dots, not 3") as caught:
        State.from_text(text, SMALL)
    assert caught.value.problems is Problem.BROKEN_CHAIN
    setup = Setup({Point("ba"): X, Point("ab"): X}, [Region(X, "aaabba")], X, SMALL)
    assert setup.problems is Problem.BROKEN_CHAIN


@pytest.mark.parametrize("symmetry", Symmetry)
def test_k22_turned_boards_play_alike(symmetry: Symmetry) -> None:
    rng = Random(symmetry.name)
    state = State.start(attrs.evolve(BORDER, columns=5, rows=4, start=Start.DOT))
    other = state.transform(symmetry)
    while not state.is_over:
        move = rng.choice([*state.some_moves])
        state, other = state.apply(move), other.apply(symmetry.move(move, state.board))
        turned = state.transform(symmetry)
        assert (other.dots, other.free, other.scores) == (turned.dots, turned.free, turned.scores)
        assert {*other.regions} == {*turned.regions}
        assert other.exchanged().scores == state.scores[::-1]


def test_k22_what_dots_gain() -> None:
    for seed in range(6):
        rng, state = Random(seed), State.start(attrs.evolve(BORDER, columns=5, rows=5))
        for _ in range(rng.randint(4, 14)):
            state = state.apply(rng.choice([*state.some_moves]))
        moves, seat = [*state.some_moves], state.to_move
        for move, gain in zip(moves, KROPKI.move_gains(state, moves), strict=True):
            assert gain[1] == state.apply(move).scores[seat] - state.scores[seat]


def test_k23_who_has_stopped_loses_what_the_opponent_can_surround() -> None:
    """The opponent goes on alone; grounding counts the same without the dots."""
    stop = attrs.evolve(SMALL, passing=Passing.FOR_GOOD, grounding=True)
    state = State.from_text("7/7/2xo3/7/7/7/6x x small -", stop)
    assert state.outcome_after(Ending(GROUNDS, X)).scores == (0, 1)
    assert state.apply("pass").outcome_after(AGREEMENT).scores == (0, 0)
    played = state.apply("pass")
    for dot in ("cb", "bc", "cd"):
        assert played.to_move is O
        played = played.apply(dot)
    assert played.scores == (0, 1)
    over = played.apply("pass")
    assert over.is_over
    assert str(over.outcome) == "0-1"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"capture": Capture.DECLARED}, "Border=yes does not go with Capture=declared"),
        ({"grounding": True}, "Border=yes does not go with Grounding=yes"),
        ({"rows": 1}, "the border helps only on boards with 2 columns and 2 rows"),
    ],
)
def test_k22_rulesets_that_make_no_sense(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        attrs.evolve(BORDER, **change)
    assert str(caught.value) == said


def test_all_contradictions_of_a_ruleset_are_said_at_once() -> None:
    with pytest.raises(InvalidRulesetError) as caught:
        Ruleset("mine", 0, 53, start=Start.CROSS, grounding=True, border=True)
    assert str(caught.value).split("; ") == [
        "a board has 1 to 52 columns, not 0",
        "a board has 1 to 52 rows, not 53",
        "Grounding=yes does not go with Capture=declared",
        "Border=yes does not go with Capture=declared",
        "Border=yes does not go with Grounding=yes",
    ]


def test_options_are_in_tags_and_summaries() -> None:
    ruleset = attrs.evolve(EMPTY, name="club", border=True)
    tags = KROPKI.tags.write(State.start(ruleset))
    assert (tags["EmptyAreas"], tags["Border"]) == ("yes", "yes")
    assert KROPKI.tags.read(tags) == State.start(ruleset)
    assert "the edge of the grid helps" in ruleset.summary.lower()
    assert "even if" in ruleset.summary
    for published in (STANDARD, TERRITORY):
        assert "helps" not in published.summary
        assert "even if" not in published.summary
