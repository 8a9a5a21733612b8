"""Pictures of the morris games: what is in them and where, for every eye."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist
from random import Random
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, tostring

import attrs
import pytest
from support.colour_vision import VISIONS, least_distance
from support.pictures import SVG, Spot, description_of, drawn, middle, numbers, of_class

from morris.arranged import MARKED, SQUARE, after, at, in_names, mills, of_phase
from morris.games import DRAWN, SMALL, WON, play, shown_states, start
from morris.picture import corners, on_fields, places, played, radius_of
from ninetka import NinetkaError
from ninetka.drawing.svg import DARK, contrast, ink_on, readable
from ninetka.morris import (
    MILLS,
    Board,
    Field,
    IllegalMoveError,
    Leave,
    Move,
    Put,
    Reason,
    Remove,
    Ruleset,
    Seat,
    State,
    Step,
)
from ninetka.morris.look.pieces import COLOURS, PAPER
from ninetka.morris.samples import some_ruleset


def test_tokens_and_mills_are_where_they_stand() -> None:
    for state in shown_states():
        shown = drawn(state, legend=False)
        tokens, where = on_fields(shown, "token"), places(shown)
        assert tokens.keys() == state.tokens.keys()
        for field, seat in state.tokens.items():
            assert middle(tokens[field]) == where[field]
            assert tokens[field].get("class") == f"token {seat}"
            assert tokens[field].findtext(f"{SVG}text") == str(seat)
        mills = [(seat, line) for seat in state.seats for line in state.mills(seat)]
        for (seat, line), mill in zip(mills, of_class(shown, "mill"), strict=True):
            assert mill.get("class") == f"mill {seat}"
            rim, path = mill
            assert corners(rim) == corners(path) == [where[field] for field in line]
            assert path.get("stroke") == COLOURS[seat]


# The last move


def check_last_move(move: Move, state: State) -> None:
    """That the last move of a state is marked as it should be, in text too."""
    shown = drawn(state, last_move=move, legend=False)
    where = places(shown)
    *way, mark = of_class(shown, "last-move")
    assert not isinstance(move, Leave)
    end = move.end if isinstance(move, Step) else move.field
    assert mark.get("data-place") == str(end)
    if isinstance(move, Remove):
        x, y, *strokes = numbers(mark.get("d"))
        assert (x, y) == where[end]
        far = strokes[2] / 2
        assert strokes == [-far, -far, 2 * far, 2 * far, 0, -2 * far, -2 * far, 2 * far]
        assert far == pytest.approx(0.75 * radius_of(shown), abs=0.1)
    else:
        assert middle(mark) == where[end]
    if isinstance(move, Step):
        line, speck = way
        (x, y, dx, dy), radius = numbers(line.get("d")), float(mark.get("r", ""))
        assert (x, y) == where[move.start] == middle(speck)
        assert speck.get("data-place") == str(move.start)
        assert float(speck.get("r", "")) < radius_of(shown)
        assert dist((x + dx, y + dy), where[end]) == pytest.approx(radius, abs=0.2)
    else:
        assert not way
    assert description_of(shown).endswith(f". Last move: {in_names(move, state.board)}")


def test_every_kind_of_last_move_is_marked() -> None:
    kinds = set()
    for seed in range(8):
        begun = State.start(some_ruleset(Random(seed)))
        for ply, (_, move, state) in enumerate(play(begun, Random(seed), 60)):
            if ply % 8 == 0 or isinstance(move, Remove):
                check_last_move(move, state)
                kinds.add(type(move))
        assert not of_class(drawn(begun), "last-move")
    assert kinds == {Put, Step, Remove}


MOVED = "aaaa....bbbb............ 0/0 0/0 3 a move mills"
REMOVED = "a.aa....b.bb..b......b.. 0/0 0/0 {} a move mills"
DUE = "ab.ab.a................. 6/7 0/0 0 a remove mills"


@pytest.mark.parametrize(
    ("position", "move"),
    [
        *((MOVED, move) for move in (Put(13), Step(13, 14), Step(10, 9), Step(99, 9), Remove(13))),
        *((REMOVED.format(0), move) for move in (Remove(1), Put(2))),
        (REMOVED.format(1), Remove(2)),
        *((DUE, move) for move in (Put(2), Put(3), Step(8, 4), Remove(6))),
        ("ab.ab.a......a.b........ 5/6 0/0 0 a remove mills", Put(14)),
        ("......a................. 8/9 0/0 0 b put mills", Step(1, 7)),
    ],
)
def test_what_cannot_have_been_the_last_move_is_refused(position: str, move: Move) -> None:
    state = State.from_text(position)
    for show in (state.to_svg, state.to_board):
        with pytest.raises(IllegalMoveError) as caught:
            show(last_move=move)
        assert str(caught.value) == f"{in_names(move, state.board)} was not the last move"
        assert caught.value.reason is Reason.NOT_THE_LAST_MOVE
        assert (caught.value.state, caught.value.move) == (state, move)


def test_one_of_several_removals_can_be_the_last_move() -> None:
    state = at("aa.bbab.a 1/2 0/0 0 a put", mills(removals="each mill"))
    check_last_move(Remove(4), after(state, "3 x4"))
    with pytest.raises(IllegalMoveError):
        drawn(at("aa.bbab.a 1/2 0/0 0 a put", mills()).apply("3"), last_move=Remove(9))


# Other marks


def test_what_can_be_done_is_marked() -> None:
    for state in shown_states():
        expected = set()
        for move in state.legal_moves:
            expected |= {move.start, move.end} if isinstance(move, Step) else {move.field}
        marks = on_fields(drawn(state, marks=["legal-moves"]), "legal")
        assert list(marks) == sorted(expected, key=lambda field: field.number)
        for field, mark in marks.items():
            token = state.token_at(field) is not None
            assert ("stroke-dasharray" in mark.attrib) == token
            assert mark.get("fill") == ("none" if token else PAPER)
            assert token or float(mark.get("r", "")) < 10
    assert not of_class(drawn(start(2)), "legal")


@pytest.mark.parametrize(
    "options",
    [
        {"last_move": Put(61)},
        {"highlights": [61]},
        {"arrows": [(1, Field(61))]},
        {"arrows": [(Field(7), 7)]},
        {"marks": ["blocked"]},
    ],
)
def test_marks_that_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(NinetkaError):
        start(5).to_svg(**options)


def test_fields_as_controls_say_what_is_there() -> None:
    state, _ = played()
    shown = drawn(state, targets=True, names=["Ann"], legend=False)
    targets, where = on_fields(shown, "target"), places(shown)
    assert list(targets) == [Field(number) for number in range(1, 37)]
    for field, target in targets.items():
        assert middle(target) == where[field]
        assert ("playable" in target.get("class", "")) == (field in {Field(8), Field(10)})
        assert (target.get("fill"), target.get("pointer-events")) == ("none", "all")
    said = {field.number: target.findtext(f"{SVG}title") for field, target in targets.items()}
    assert said[3] == "3, free"
    assert said[9] == "9, token of Ann (a)"
    assert said[4] == "4, token of Ann (a), in a mill"
    assert said[22] == "22, token of Seat b, in a mill"
    assert {each.get("class", "").split()[0] for each in shown[3:]} == {"target"}
    assert not of_class(drawn(state), "target")
    targets = on_fields(drawn(State.from_text(JUMPS), targets=True), "target")
    assert targets[Field(1)].findtext(f"{SVG}title") == "g7, token of Seat a, in a mill"
    playable = {field for field, each in targets.items() if "playable" in each.get("class", "")}
    assert playable == {Field(1), Field(4), Field(7)}


# What is said


def text_of(element: Element, kind: str) -> str:
    (text,) = of_class(element, kind)
    return text.text or ""


def test_the_legend_tells_what_each_player_has() -> None:
    for state in shown_states():
        cards = state.ruleset.cards
        names = ["Ann", "Ben", "", "Dee", "Eve"][: state.players]
        shown = drawn(state, names=names)
        titles = ["hand", "cards", "points"] if cards else ["hand"]
        assert [each.text for each in of_class(shown, "column")] == titles
        seats = of_class(shown, "seat")
        assert [each.get("class") for each in seats] == [f"seat {seat}" for seat in state.seats]
        winners = [] if state.outcome is None else state.outcome.winners
        for seat, name, each in zip(state.seats, names, seats, strict=True):
            out = seat in state.expelled
            assert text_of(each, "letter") == str(seat)
            assert text_of(each, "name") == name
            assert text_of(each, "hand") == ("out" if out else str(state.hands[seat]))
            assert len(of_class(each, "pip")) == state.hands[seat]
            if cards:
                assert text_of(each, "cards") == str(state.cards[seat])
                assert text_of(each, "score") == readable(str(state.scores[seat]))
            else:
                assert not [*of_class(each, "cards"), *of_class(each, "score")]
            won, turn = seat in winners, seat is state.to_move and not state.is_over
            assert len(of_class(each, "won")) == won
            assert len(of_class(each, "to-move")) == turn
            (box,) = of_class(each, "box")
            assert ("stroke-width" in box.attrib) == (won or turn)
    assert not of_class(drawn(start(2), legend=False), "seat")


JUMPS = "a..a..a.bbbb............ 0/0 0/0 3 a move mills"


@pytest.mark.parametrize(
    ("position", "ruleset", "due", "status"),
    [
        (start(2).to_text(), None, "Seat a to put a token", "Ann (a) to put a token"),
        ("ab.ab.a................. 6/7 0/0 0 a remove mills", None,
         "Seat a to remove a token", "Ann (a) to remove a token"),
        ("aaaa....bbbb............ 0/0 0/0 3 b move mills", None,
         "Seat b to move a token", "Seat b to move a token"),
        (JUMPS, None, "Seat a to move a token or jump", "Ann (a) to move a token or jump"),
        (WON, None, "won by Seat b", "over, 0-1, won by Seat b"),
        (DRAWN, None, "drawn", "over, 1/2-1/2, drawn"),
        ("abcabcabc 0/0/0 1/1/0 0 a over small", SMALL, "won by a and b",
         "over, 40/3:40/3:10/3, won by Ann (a) and b"),
    ],
)  # fmt: skip
def test_how_the_game_stands(position: str, ruleset: Ruleset | None, due: str, status: str) -> None:
    state = State.from_text(position, ruleset)
    shown = drawn(state, names=["Ann"])
    whole = f"{state.ruleset.name}, {state.players} players, {status}"
    assert text_of(shown, "due") == f"{state.ruleset.name}: {due}"
    assert description_of(shown).split(". ")[0] == whole
    assert state.to_board(names=["Ann"]).splitlines()[-1] == whole
    assert shown.findtext(f"{SVG}title") == str(state).splitlines()[-1]


def test_texts_too_long_for_the_legend_are_cut() -> None:
    long = attrs.evolve(MILLS, name="long" * 20, tokens=12)
    shown = drawn(State.start(long), names=["i" * 90])
    assert text_of(shown, "due").endswith("\u2026: Seat a to put a token")
    (first, _) = of_class(shown, "seat")
    assert text_of(first, "name").endswith("i\u2026")
    assert (text_of(first, "hand"), len(of_class(first, "pip"))) == ("12", 9)


def test_the_description_says_what_is_seen() -> None:
    state, last = played()
    shown = drawn(state, names=["Ann"], last_move=last)
    assert description_of(shown) == (
        "9am, 3 players, Ann (a) to remove a token. "
        "Ann (a): tokens on 1, 2, 4, 7, 9, 31 and 34, mill 1-4-7, mill 34-2-31, 2 in hand, "
        "cards 3, points 50/3. "
        "Seat b: tokens on 8, 10, 19, 22 and 25, mill 19-22-25, 3 in hand, cards 3, points 50/3. "
        "Seat c: out of the game, cards 1, points -10/3. "
        "Last move: 4"
    )
    said = description_of(drawn(State.from_text(WON)))
    assert said.endswith(". Seat a: tokens on g7 and d6. Seat b: tokens on e3, a1, d2 and c3")


@pytest.mark.parametrize("vision", VISIONS)
def test_the_players_are_told_apart_by_any_eye(vision: str) -> None:
    assert least_distance(COLOURS, vision) > 35
    for seat in Seat:
        assert contrast(COLOURS[seat], ink_on(COLOURS[seat])) >= 4.5  # what WCAG 2 wants of text
        assert max(contrast(COLOURS[seat], other) for other in (PAPER, DARK)) >= 3


def test_marked_fields_have_a_cross_and_are_named() -> None:
    state = of_phase(MARKED)
    svg = drawn(state)
    assert [*on_fields(svg, "marked")] == [Field(4)]
    assert "Marked fields: 4" in tostring(svg, "unicode")
    assert "4x" in state.to_board()
    targets = tostring(drawn(state, targets=True), "unicode")
    assert "4, marked" in targets


# Where fields, lines and numbers are

Box: TypeAlias = tuple[float, float, float, float]
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def test_fields_without_places_are_on_a_circle() -> None:
    found = places(drawn(State.start(SMALL)))
    center = sum(x for x, _ in found.values()) / 9, sum(y for _, y in found.values()) / 9
    assert found[Field(1)][0] == pytest.approx(center[0], abs=0.1)
    assert found[Field(1)][1] < center[1]
    assert len({round(dist(center, place)) for place in found.values()}) == 1
    ring = [found[Field(number)] for number in (*range(1, 10), 1)]
    assert len({round(dist(*pair)) for pair in pairwise(ring)}) == 1
    assert found[Field(2)][0] > center[0]


EDGED = State.start(mills(Board(9, SQUARE.lines, edges=[(1, 5), (5, 9), (3, 5), (5, 7)])))


@pytest.mark.parametrize("state", [*map(start, (2, 3, 4, 5)), State.start(SMALL), EDGED])
def test_lines_lead_from_field_to_field(state: State) -> None:
    shown = drawn(state)
    (path,) = of_class(shown, "lines")
    strokes = [numbers(stroke) for stroke in path.get("d", "").split("M")[1:]]
    where = {place: field for field, place in places(shown).items()}
    found = [[where[each[0], each[1]] for each in zip(*[iter(s)] * 2)] for s in strokes]  # noqa: B905
    assert [tuple(line) for line in found] == [*state.board.lines, *state.board.edges]


def boxes(shown: Element) -> dict[str, Box]:
    """What the numbers take up, if digits and letters are 0.6 of their font's size wide."""
    found = {}
    for each in of_class(shown, "coordinate"):
        size, text = float(each.get("font-size", "")), each.text or ""
        x, base = float(each.get("x", "")), float(each.get("y", ""))
        half = 0.3 * size * len(text)
        found[text] = x - half, base - 0.72 * size, x + half, base
    return found


def apart(one: Box, other: Box) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def far(point: Spot, box: Box) -> float:
    """How far a point is from a box."""
    (x, y), (left, top, right, bottom) = point, box
    return dist((0, 0), (max(left - x, x - right, 0), max(top - y, y - bottom, 0)))


@PLAYERS
@pytest.mark.parametrize("marks", [[], ["numbers"]])
def test_numbers_stand_beside_their_fields(players: int, marks: list[str]) -> None:
    state = start(players)
    shown = drawn(state, marks=marks)
    found, where = boxes(shown), places(shown)
    width, height = numbers(shown.get("viewBox"))[2:]
    texts = {str(field) if marks else state.board.name_of(field): field for field in where}
    assert found.keys() == texts.keys()
    radius = middle_radius(state)
    for text, box in found.items():
        away = {field: far(place, box) for field, place in where.items()}
        assert min(away, key=lambda field: away[field]) is texts[text]
        assert all(each > radius for each in away.values())
        nearest = min(away.values())  # with no room left for a longer name
        assert state.board.names or nearest == pytest.approx(1.3 * radius, abs=0.1)
        assert box[0] > 0
        assert box[1] > 0
        assert box[2] < width
        assert box[3] < height
    assert all(apart(*pair) for pair in combinations(found.values(), 2))
    sizes = {float(each.get("font-size", "")) for each in of_class(shown, "coordinate")}
    assert min(sizes) * 360 / width >= 9  # pixels on a telephone
    assert not of_class(drawn(state, coordinates=False), "coordinate")


SCATTERED = {
    1: (0.25, 0), 2: (0.25, -0.75), 3: (1, 0.75), 4: (0.5, -1), 5: (0.5, -0.5), 6: (0.25, -0.25),
    7: (0.75, 0.75), 8: (1, 1), 9: (0.25, -0.5),
}  # fmt: skip
ANYHOW = Board(9, SQUARE.lines, places=SCATTERED)


def test_boards_fill_the_picture() -> None:
    radius = 16
    for state in (*map(start, (2, 3)), State.start(SMALL)):
        across = [x for x, _ in places(drawn(state, coordinates=False)).values()]
        assert min(across) == pytest.approx(400 - max(across), abs=0.2)
        assert radius < min(across) < 1.5 * radius
    shown = drawn(State.start(Ruleset("any", {2: ANYHOW}, tokens=3)), legend=False)
    across, down = map(list, zip(*places(shown).values(), strict=True))
    assert min(across) == pytest.approx(400 - max(across), abs=0.2)
    assert min(down) == pytest.approx(400 - max(down), abs=1)
    assert numbers(shown.get("viewBox"))[2:] == [400, 400]


def middle_radius(state: State) -> float:
    """Of tokens in a picture of the same board."""
    return radius_of(drawn(state.apply("1")))


def test_numbers_on_crowded_boards_can_be_read() -> None:
    lines = [(at, at % 99 + 1, (at + 1) % 99 + 1) for at in range(1, 100, 2)]
    state = State.start(Ruleset("ring", {5: Board(99, lines)}))
    shown = drawn(state)
    found = boxes(shown)
    assert found.keys() == {*map(str, range(1, 100))}
    assert all(apart(*pair) for pair in combinations(found.values(), 2))
    width, height = numbers(shown.get("viewBox"))[2:]
    assert width > 400
    size = float(of_class(shown, "coordinate")[0].get("font-size", ""))
    assert size * 360 / width >= 9
    assert size == round(size, 1) != round(size)
    assert middle_radius(state) == round(middle_radius(state), 1)
    across, down = zip(*places(shown).values(), strict=True)
    assert min(across) == pytest.approx(min(down), abs=0.5)
    assert max(across) == pytest.approx(width - min(across), abs=0.5)
    (head,) = of_class(shown, "head")
    assert head.get("transform", "").endswith(f"scale({width / 400:g})")
    tops = [numbers(each.get("transform"))[1] for each in of_class(shown, "seat")]
    for upper, lower in pairwise(tops):
        assert lower - upper == pytest.approx(28 * width / 400, abs=0.1)
    assert 0 < height - tops[-1] - 24 * width / 400 < 24


def test_equal_boards_may_look_different() -> None:
    usual = Board.rings(2)
    turned = {field: (y, x) for field, (x, y) in usual.places.items()}
    for names, places_of in ((usual.names, usual.places), ({}, turned), ({1: "top"}, turned)):
        board = Board(24, usual.lines, names=names, places=places_of)
        shown = drawn(State.start(attrs.evolve(MILLS, boards={2: board})))
        texts = {each.text for each in of_class(shown, "coordinate")}
        assert texts == {board.name_of(field) for field in range(1, 25)}
        x, center = (places(shown)[Field(number)][0] for number in (1, 24))
        assert (x > center) == (places_of[Field(1)][0] > places_of[Field(24)][0])
