"""Pictures of the morris games: what is where, for every eye."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import atan2, dist, pi, remainder
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import attrs
import pytest
from eyes import VISIONS, least_distance
from hypothesis import given
from hypothesis import strategies as st

from morris.arranged import SQUARE
from morris.games import DRAWN, SMALL, WON, play, some_state, start
from morris.picture import FILE, picture, played
from ninetka import NinetkaError
from ninetka.morris import (
    MILLS,
    Board,
    Field,
    IllegalMoveError,
    Move,
    Put,
    Reason,
    Remove,
    Ruleset,
    Seat,
    State,
    Step,
)
from ninetka.morris.colours import COLOURS, INKS, PAPER
from ninetka.morris.samples import some_ruleset
from ninetka.svg import contrast

SVG = "{http://www.w3.org/2000/svg}"
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
SEEDS = st.integers(0, 2**32)

Point = tuple[float, float]


def drawn(state: State, **options: Any) -> Element:
    """The picture, read as XML."""
    return fromstring(state.to_svg(**options))


def of_class(picture: Element, kind: str) -> list[Element]:
    return [each for each in picture.iter() if kind in each.get("class", "").split()]


def named(picture: Element, kind: str) -> dict[Field, Element]:
    """The elements of a class that are on fields."""
    return {
        Field(int(number)): each
        for each in of_class(picture, kind)
        if (number := each.get("data-field")) is not None
    }


def numbers(text: str | None) -> list[float]:
    """The numbers in an attribute."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


def middle(element: Element) -> Point:
    """Of a circle, or of the one in a group."""
    circle = next(each for each in element.iter() if each.get("cx"))
    return float(circle.get("cx", "")), float(circle.get("cy", ""))


def places(picture: Element) -> dict[Field, Point]:
    return {field: middle(each) for field, each in named(picture, "field").items()}


def corners(path: Element) -> list[Point]:
    """The corners of a path that has but absolute ones."""
    each = numbers(path.get("d"))
    return list(zip(each[::2], each[1::2], strict=True))


def test_the_golden_picture() -> None:
    assert picture().split("<") == FILE.read_text("utf-8").rstrip().split("<")


@PLAYERS
def test_fields_are_where_the_board_has_them(players: int) -> None:
    board = Board.rings(players)
    found = places(drawn(start(players)))
    assert set(found) == set(board.places)
    one, other = Field(1), Field(10 * players)
    scale = dist(found[one], found[other]) / dist(board.places[one], board.places[other])
    for field, (x, y) in found.items():
        right, below = board.places[field][0] - board.places[one][0], board.places[field][1]
        expected = (
            found[one][0] + scale * right,
            found[one][1] + scale * (below - board.places[one][1]),
        )
        assert (x, y) == pytest.approx(expected, abs=0.2)
    assert min(dist(*pair) for pair in combinations(found.values(), 2)) >= 21.9


def test_fields_without_places_are_on_a_circle() -> None:
    found = places(drawn(State.start(SMALL)))
    center = sum(x for x, _ in found.values()) / 9, sum(y for _, y in found.values()) / 9
    assert found[Field(1)][0] == pytest.approx(center[0], abs=0.1)
    assert found[Field(1)][1] < center[1]
    assert len({round(dist(center, place)) for place in found.values()}) == 1
    ring = [found[Field(number)] for number in (*range(1, 10), 1)]
    assert len({round(dist(*pair)) for pair in pairwise(ring)}) == 1
    assert found[Field(2)][0] > center[0]


@pytest.mark.parametrize("state", [*map(start, (2, 3, 4, 5)), State.start(SMALL)])
def test_lines_lead_from_field_to_field(state: State) -> None:
    shown = drawn(state)
    (path,) = of_class(shown, "lines")
    strokes = [numbers(stroke) for stroke in path.get("d", "").split("M")[1:]]
    where = {place: field for field, place in places(shown).items()}
    found = [[where[each[0], each[1]] for each in zip(*[iter(s)] * 2)] for s in strokes]  # noqa: B905
    assert [tuple(line) for line in found] == list(state.board.lines)


@PLAYERS
@given(seed=SEEDS)
def test_tokens_and_mills_are_where_they_stand(players: int, seed: int) -> None:
    state = some_state(players, seed)
    shown = drawn(state, legend=False)
    tokens, where = named(shown, "token"), places(shown)
    assert tokens.keys() == state.tokens.keys()
    for field, seat in state.tokens.items():
        assert middle(tokens[field]) == where[field]
        assert tokens[field].get("class") == f"token {seat}"
        assert tokens[field].findtext(f"{SVG}text") == seat.letter
    mills = [(seat, line) for seat in state.seats for line in state.mills(seat)]
    for (seat, line), mill in zip(mills, of_class(shown, "mill"), strict=True):
        assert mill.get("class") == f"mill {seat}"
        rim, path = mill
        assert corners(rim) == corners(path) == [where[field] for field in line]
        assert path.get("stroke") == COLOURS[seat]


def boxes(shown: Element) -> dict[str, tuple[float, float, float, float]]:
    """What the numbers take up, if digits and letters are 0.6 of their font's size wide."""
    found = {}
    for each in of_class(shown, "coordinate"):
        size, text = float(each.get("font-size", "")), each.text or ""
        x, base = float(each.get("x", "")), float(each.get("y", ""))
        half = 0.3 * size * len(text)
        found[text] = x - half, base - 0.72 * size, x + half, base
    return found


def far(point: Point, box: tuple[float, float, float, float]) -> float:
    """How far a point is from a box."""
    (x, y), (left, top, right, bottom) = point, box
    return dist((0, 0), (max(left - x, x - right, 0), max(top - y, y - bottom, 0)))


@PLAYERS
@pytest.mark.parametrize("marks", [[], ["names"]])
def test_numbers_stand_beside_their_fields(players: int, marks: list[str]) -> None:
    state = start(players)
    shown = drawn(state, marks=marks)
    found, where = boxes(shown), places(shown)
    width, height = numbers(shown.get("viewBox"))[2:]
    texts = {state.board.name_of(field) if marks else str(field): field for field in where}
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
    for (left, top, right, bottom), other in combinations(found.values(), 2):
        assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
    sizes = {float(each.get("font-size", "")) for each in of_class(shown, "coordinate")}
    assert min(sizes) * 360 / width >= 9  # pixels on a telephone
    assert not of_class(drawn(state, coordinates=False), "coordinate")


SCATTERED = {
    1: (0.25, 0), 2: (0.25, -0.75), 3: (1, 0.75), 4: (0.5, -1), 5: (0.5, -0.5), 6: (0.25, -0.25),
    7: (0.75, 0.75), 8: (1, 1), 9: (0.25, -0.5),
}  # fmt: skip
ANYHOW = Board(9, SQUARE.lines, places=SCATTERED)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        *((Board.rings(n), [0] * 6 * n + [2] * 2 * n + [0] * 4 * n) for n in (2, 3, 4, 5)),
        (ANYHOW, [0, 0, 1, 0, 3, 0, 1, 0, 1]),
    ],
    ids=["2", "3", "4", "5", "scattered"],
)
def test_numbers_stand_outward_but_where_lines_and_other_fields_are_near(
    board: Board, expected: list[int]
) -> None:
    """Inward on the inner ring; by how many sixteenths of a turn they are aside."""
    shown = drawn(State.start(Ruleset("any", {2: board}, tokens=3)))
    where, found = places(shown), boxes(shown)
    outer, between, inner = board.rounds or (tuple(where), (), ())
    middle_x, middle_y = (sum(axis) / len(where) for axis in zip(*where.values(), strict=True))
    aside = []
    for field in (*outer, *between[1::2], *between[::2], *inner):
        (x, y), (left, top, right, bottom) = where[field], found[str(field)]
        outward = atan2(y - middle_y, x - middle_x) + pi * (field in inner)
        turn = atan2((top + bottom) / 2 - y, (left + right) / 2 - x) - outward
        aside.append(abs(round(16 * remainder(turn, 2 * pi) / (2 * pi))))
    assert aside == expected


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


def radius_of(shown: Element) -> float:
    """Of the tokens in a picture."""
    token, *_ = named(shown, "token").values()
    return float(token[0].get("r", ""))


def test_numbers_on_crowded_boards_can_be_read() -> None:
    lines = [(at, at % 99 + 1, (at + 1) % 99 + 1) for at in range(1, 100, 2)]
    state = State.start(Ruleset("ring", {5: Board(99, lines)}))
    shown = drawn(state)
    found = boxes(shown)
    assert found.keys() == {*map(str, range(1, 100))}
    for (left, top, right, bottom), other in combinations(found.values(), 2):
        assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
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


def check_last_move(move: Move, state: State) -> None:
    """That the last move of a state is marked as it should be, and found by text too."""
    shown = drawn(state, last_move=move, legend=False)
    where = places(shown)
    *way, mark = of_class(shown, "last-move")
    end = move.end if isinstance(move, Step) else move.field
    assert mark.get("data-field") == str(end)
    if isinstance(move, Remove):
        x, y, *strokes = numbers(mark.get("d"))
        assert (x, y) == where[end]
        far = strokes[2] / 2
        assert strokes == [-far, -far, 2 * far, 2 * far, 0, -2 * far, -2 * far, 2 * far]
        assert far == round(far, 1) == pytest.approx(0.75 * radius_of(shown), abs=0.1)
        assert mark.tag == f"{SVG}path"
    else:
        assert middle(mark) == where[end]
    if isinstance(move, Step):
        line, speck = way
        assert tuple(numbers(line.get("d"))[:2]) == where[move.start] == middle(speck)
        assert speck.get("data-field") == str(move.start)
        assert speck.get("fill") == mark.get("stroke") == line.get("stroke")
        assert float(speck.get("r", "")) < radius_of(shown)
        assert line.tag == f"{SVG}path"
        dx, dy = numbers(line.get("d"))[2:]
        x, y = where[move.start]
        radius = float(mark.get("r", ""))
        way_to_go = dist((x, y), where[end]) - dist((0, 0), (dx, dy))
        assert way_to_go == pytest.approx(radius, abs=0.2)
    else:
        assert not way
    assert (shown.findtext(f"{SVG}desc") or "").endswith(f". Last move: {move}")
    owner = state.token_at(end)
    assert f"[{end}{'' if owner is None else owner}]" in state.to_board(last_move=move)


@PLAYERS
def test_the_last_move_is_marked(players: int) -> None:
    kinds = set()
    for at, (_, move, state) in enumerate(play(start(players), 7, 120)):
        if at % 4 == 0 or isinstance(move, Remove):
            check_last_move(move, state)
            kinds.add(type(move))
    assert kinds == {Put, Step, Remove}
    assert not of_class(drawn(start(players)), "last-move")


@given(seed=SEEDS)
def test_whatever_has_been_the_last_move_may_be_marked(seed: int) -> None:
    ruleset = some_ruleset(Random(seed).choice)
    *_, (_, move, state) = play(State.start(ruleset), seed, Random(seed).randrange(1, 60))
    check_last_move(move, state)


def test_only_what_can_have_been_the_last_move_is_shown_as_it() -> None:
    moved = State.from_text("aaaa....bbbb............ 0/0 0/0 3 a move mills")
    removed = State.from_text("a.aa....b.bb..b......b.. 0/0 0/0 0 a move mills")
    due = State.from_text("ab.ab.a................. 6/7 0/0 0 a remove mills")
    full = State.from_text("aab.. 1/2 0/0 0 b put tight", attrs.evolve(TIGHT, name="tight"))
    wrong: list[tuple[State, list[Move]]] = [
        (moved, [Put(9), Put(13), Step(13, 1), Step(13, 14), Step(10, 9), Remove(13)]),
        (moved, [Put(25), Step(99, 9), Step(9, 99), Remove(99)]),
        (removed, [Remove(1), Remove(25), Put(2)]),
        (due, [Put(2), Put(3), Step(8, 4), Remove(6)]),
        (attrs.evolve(removed, quiet=1), [Remove(2)]),
        (State.start(), [Put(1), Step(1, 2), Remove(1)]),
        (full, [Put(4), Put(6)]),
    ]
    for state, moves in wrong:
        for move in moves:
            for show in (state.to_svg, state.to_board, state.svg_element):
                with pytest.raises(IllegalMoveError) as caught:
                    show(last_move=move)
                assert caught.value.reason is Reason.NOT_THE_LAST_MOVE
                assert (caught.value.state, caught.value.move) == (state, move)
    right: list[tuple[State, Move]] = [
        (moved, Step(15, 12)),
        (removed, Remove(2)),
        (due, Put(1)),
        (full, Put(1)),
    ]
    for state, move in right:
        check_last_move(move, state)


TIGHT = Ruleset("tight", {2: Board(5, [(1, 2, 3), (3, 4, 5)])}, tokens=3)


@PLAYERS
@given(seed=SEEDS)
def test_what_can_be_done_is_marked(players: int, seed: int) -> None:
    state = some_state(players, seed)
    expected = set()
    for move in state.legal_moves:
        expected |= {move.start, move.end} if isinstance(move, Step) else {move.field}
    marks = named(drawn(state, marks=["legal-moves"]), "legal")
    assert list(marks) == sorted(expected, key=lambda field: field.number)
    for field, mark in marks.items():
        token = state.token_at(field) is not None
        assert ("stroke-dasharray" in mark.attrib) == token
        assert mark.get("fill") == ("none" if token else PAPER)
        assert token or float(mark.get("r", "")) < 10
    assert not of_class(drawn(state), "legal")


def test_marks_that_are_none() -> None:
    assert State.marks == ("legal-moves", "names")
    said = r"^a picture of 9AM or Mills can mark legal-moves and names, not 'blocked'$"
    with pytest.raises(NinetkaError, match=said):
        start(2).to_svg(marks=["legal-moves", "blocked"])


def text_of(element: Element, kind: str) -> str:
    (text,) = of_class(element, kind)
    return text.text or ""


@PLAYERS
@given(seed=SEEDS)
def test_the_legend_tells_what_each_has(players: int, seed: int) -> None:
    state = some_state(players, seed)
    cards = state.ruleset.cards
    names = ["Ann", "Ben", "", "Dee", "Eve"][:players]
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
        assert text_of(each, "hand") == ("expelled" if out else str(state.hands[seat]))
        assert len(of_class(each, "pip")) == state.hands[seat]
        if cards:
            assert text_of(each, "cards") == str(state.cards[seat])
            assert text_of(each, "score") == str(state.scores[seat])
        else:
            assert not [*of_class(each, "cards"), *of_class(each, "score")]
        won, turn = seat in winners, seat is state.to_move and not state.is_over
        assert len(of_class(each, "won")) == won
        assert len(of_class(each, "to-move")) == turn
        (box,) = of_class(each, "box")
        assert ("stroke-width" in box.attrib) == (won or turn)
    assert not of_class(drawn(state, legend=False), "seat")


JUMPS = "a..a..a.bbbb............ 0/0 0/0 3 a move mills"


@pytest.mark.parametrize(
    ("position", "ruleset", "due", "status"),
    [
        (start(2).to_text(), None, "mills: a to put a token", "2 players, Ann (a) to put a token"),
        (
            "ab.ab.a................. 6/7 0/0 0 a remove mills", None,
            "mills: a to remove a token", "2 players, Ann (a) to remove a token",
        ),
        (
            "aaaa....bbbb............ 0/0 0/0 3 b move mills", None,
            "mills: b to move a token", "2 players, b to move a token",
        ),
        (JUMPS, None, "mills: a to move a token or jump", "Ann (a) to move a token or jump"),
        (WON, None, "mills: won by b", "mills, 2 players, over, 0-1, won by b"),
        (DRAWN, None, "mills: drawn", "mills, 2 players, over, 1/2-1/2, drawn"),
        (
            "abcabcabc 0/0/0 1/1/0 0 a over small", SMALL,
            "small: won by a and b",
            "small, 3 players, over, 40/3:40/3:10/3, won by Ann (a) and b",
        ),
    ],
)  # fmt: skip
def test_how_the_game_stands(position: str, ruleset: Ruleset | None, due: str, status: str) -> None:
    state = State.from_text(position, ruleset)
    shown = drawn(state, names=["Ann"])
    assert text_of(shown, "due") == due
    assert (shown.findtext(f"{SVG}desc") or "").split(". ")[0].endswith(status)
    assert state.to_board(names=["Ann"]).endswith(status)
    title = shown.findtext(f"{SVG}title") or ""
    assert title == str(state).splitlines()[-1]
    assert "Ann" not in title


def test_a_large_hand_is_counted() -> None:
    many = attrs.evolve(MILLS, tokens=12)
    (first, _) = of_class(drawn(State.start(many)), "seat")
    assert text_of(first, "hand") == "12"
    assert len(of_class(first, "pip")) == 9


def test_the_description_says_what_is_seen() -> None:
    state, last = played()
    shown = drawn(state, names=["Ann"], last_move=last)
    assert shown.get("role") == "img"
    assert [each.tag for each in shown][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert shown.findtext(f"{SVG}desc") == (
        "9am, 3 players, Ann (a) to remove a token. "
        "Ann (a): tokens on 1, 2, 4, 7, 9, 31 and 34, mill 1-4-7, mill 34-2-31, 2 in hand, "
        "cards 3, points 50/3. "
        "b: tokens on 8, 10, 19, 22 and 25, mill 19-22-25, 3 in hand, cards 3, points 50/3. "
        "c: expelled, cards 1, points -10/3. "
        "Last move: 4"
    )
    said = drawn(State.from_text(WON)).findtext(f"{SVG}desc") or ""
    assert said.endswith(". a: tokens on 1 and 2. b: tokens on 9, 10, 11 and 12")


def test_the_board_tokens_and_mills_are_the_same_from_move_to_move() -> None:
    seen: dict[str, Element] = {}
    changed, before = [], set[int]()
    for _, move, state in play(start(5), 3, 80):
        element = state.svg_element(last_move=move, names=["Ann"], title="Title")
        written = state.to_svg(last_move=move, names=["Ann"], title="Title")
        assert tostring(element, encoding="unicode") == written
        kept = [
            each
            for each in element
            if each.get("class", "").split()[:1] in (["board"], ["token"], ["mill"])
        ]
        for each in kept:
            assert seen.setdefault(tostring(each, encoding="unicode"), each) is each
        changed.append(len({*map(id, kept)} - before))
        before = {*map(id, kept)}
    assert sum(changed) < 2 * len(changed)
    assert any("mill" in text for text in seen)


def test_boards_that_differ_in_places_alone() -> None:
    turned = {number: ((number - 5) / 4, (number % 2) / 2) for number in range(1, 10)}
    boards = SQUARE, Board(9, SQUARE.lines, places=turned)
    assert boards[0] == boards[1]
    one, other = (
        places(drawn(State.start(Ruleset("any", {2: board}, tokens=3)))) for board in boards
    )
    assert one != other
    assert other[Field(5)][0] == pytest.approx((other[Field(1)][0] + other[Field(9)][0]) / 2)


def test_boards_that_differ_in_names_alone() -> None:
    square = Board.rings(2)
    for names in (square.names, {}, {1: "top"}):
        board = Board(24, square.lines, names=names, places=square.places)
        state = State.start(attrs.evolve(MILLS, boards={2: board}))
        texts = of_class(drawn(state, marks=["names"]), "coordinate")
        assert {each.text for each in texts} == {board.name_of(field) for field in range(1, 25)}


def test_fields_as_controls_say_what_is_there() -> None:
    state, _ = played()
    shown = drawn(state, targets=True, names=["Ann"], legend=False)
    targets, where = named(shown, "target"), places(shown)
    assert list(targets) == [Field(number) for number in range(1, 37)]
    playable = {Field(8), Field(10)}
    for field, target in targets.items():
        assert middle(target) == where[field]
        assert ("playable" in target.get("class", "")) == (field in playable)
        assert (target.get("fill"), target.get("pointer-events")) == ("none", "all")
    said = {field.number: target.findtext(f"{SVG}title") for field, target in targets.items()}
    assert said[3] == "3, free"
    assert said[9] == "9, token of Ann (a)"
    assert said[4] == "4, token of Ann (a), in a mill"
    assert said[22] == "22, token of b, in a mill"
    assert shown.get("role") == "group"
    assert (shown[2].tag, shown[2].get("aria-hidden")) == (f"{SVG}g", "true")
    assert {each.get("class", "").split()[0] for each in shown[3:]} == {"target"}
    assert not of_class(drawn(state), "target")
    mills = State.from_text(JUMPS)
    targets = named(drawn(mills, targets=True), "target")
    assert targets[Field(1)].findtext(f"{SVG}title") == "g7, token of a, in a mill"
    playable = {field for field, each in targets.items() if "playable" in each.get("class", "")}
    assert playable == {Field(1), Field(4), Field(7)}


def test_the_caller_s_fields_and_arrows() -> None:
    state = start(5)
    pairs: list[tuple[Field | int, Field | int]] = [(Field(56), Field(51)), (4, 7)]
    shown = drawn(state, highlights=[Field(60), 1], arrows=iter(pairs))
    where = places(shown)
    assert list(named(shown, "highlight")) == [Field(60), Field(1)]
    for field, each in named(shown, "highlight").items():
        assert middle(each) == where[field]
    parts = of_class(shown, "arrow")
    for (begin, end), line, head in zip(pairs, parts[::2], parts[1::2], strict=True):
        assert tuple(numbers(line.get("d"))[:2]) == where[Field(int(str(begin)))]
        assert tuple(numbers(head.get("points"))[:2]) == where[Field(int(str(end)))]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"highlights": [61]}, "field 61 is not on a board of 60 fields"),
        ({"arrows": [(1, Field(61))]}, "field 61 is not on a board of 60 fields"),
        ({"arrows": [(61, 1)]}, "field 61 is not on a board of 60 fields"),
        ({"arrows": [(1, 2), (Field(7), 7)]}, "an arrow leads to another field, not from 7 to 7"),
    ]
    for options, said in wrong:
        with pytest.raises(NinetkaError, match=f"^{said}$"):
            state.to_svg(**options)


def test_texts_of_others_do_no_harm() -> None:
    hostile = "</text><script>alert(1)</script>&amp;\x00\x1b[31m\u202e]]>"
    state, move = played()
    for options in ({"names": [hostile, hostile]}, {"title": hostile}):
        shown = drawn(state, last_move=move, targets=True, **options)
        assert not shown.findall(f".//{SVG}script")
    shown = drawn(state, names=["i" * 90, hostile], title=hostile)
    assert shown.findtext(f"{SVG}title") == hostile.replace("\x00", "\ufffd").replace(
        "\x1b", "\ufffd"
    )
    names = [each.text or "" for each in of_class(shown, "name")]
    assert [name[:10] for name in names] == ["i" * 10, "</text><sc", ""]
    assert [name.endswith("\u2026") for name in names] == [True, True, False]
    assert "\x1b" not in state.to_board(names=[hostile])
    state.to_svg(names=["e" + "\u0301" * 1_000_000, "W" * 1_000_000])


def test_nothing_leads_outside_or_gets_in_the_way_of_another_picture() -> None:
    shown = fromstring(picture())
    attributes = {name for each in shown.iter() for name in each.attrib}
    assert not attributes & {"id", "href", "style", "src"}
    assert not [name for name in attributes if name.startswith(("on", "xlink", "{"))]
    assert {each.tag.removeprefix(SVG) for each in shown.iter()} <= {
        "svg", "title", "desc", "rect", "path", "text", "g", "circle", "polygon",
    }  # fmt: skip


def test_too_many_names() -> None:
    for show in (start(2).to_svg, start(2).to_board):
        with pytest.raises(NinetkaError, match=r"^there are 3 names for 2 players$"):
            show(names=["a", "b", "c"])


def test_sizes() -> None:
    shown = drawn(start(3), size=300)
    width, height = numbers(shown.get("viewBox"))[2:]
    assert shown.get("width") == "300"
    assert shown.get("height") == str(round(300 * height / width))
    assert "width" not in drawn(start(3)).attrib
    assert start(3)._repr_svg_() == start(3).to_svg(size=500)
    with pytest.raises(NinetkaError, match="a picture is 1 to 10000 pixels wide, not 0"):
        start(3).to_svg(size=0)


@pytest.mark.parametrize("vision", VISIONS)
def test_the_players_are_told_apart_by_any_eye(vision: str) -> None:
    assert least_distance(COLOURS, vision) > 35
    for seat in Seat:
        assert contrast(COLOURS[seat], INKS[seat]) >= 4.5  # what WCAG 2 wants of text
        assert max(contrast(COLOURS[seat], other) for other in (PAPER, "#1a1a1a")) >= 3
