"""Pictures of Kropki: where things are, and that everybody can tell them apart."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pictures import SVG, by_place, description_of, drawn, middle, numbers, of_class

from kropki.picture import MOVE, RULESET, played
from ninetka import NinetkaError
from ninetka.drawing.svg import contrast
from ninetka.kropki import STANDARD, TERRITORY, Place, Point, Ruleset, Seat, State
from ninetka.kropki.board import LETTERS
from ninetka.kropki.look.pieces import COLOURS, FADED, PAPER

DECLARED = attrs.evolve(TERRITORY, columns=8, rows=7)
AUTOMATIC = attrs.evolve(STANDARD, columns=8, rows=7)
BOTH = pytest.mark.parametrize("ruleset", [DECLARED, AUTOMATIC], ids=["declared", "automatic"])
SEEDS = st.integers(0, settings().max_examples - 1)


@cache
def play(ruleset: Ruleset, seed: int) -> list[tuple[Place, State]]:
    """A random game, in which all is declared that can be at every other move."""
    state, rng, steps = State.start(ruleset), Random(seed), list[tuple[Place, State]]()
    while not state.is_over:
        point = rng.choice(state.free)
        move = Place(point, state.legal_chains(point) if rng.random() < 0.5 else ())
        state = state.apply(move)
        steps.append((move, state))
    return steps


def finished(ruleset: Ruleset, seed: int, plies: int | None = None) -> State:
    """The state after a random game, or after its first plies."""
    return play(ruleset, seed)[:plies][-1][1]


def named(picture: Element, kind: str) -> dict[Point, Element]:
    """The elements of a class that are on points."""
    return {Point(name): each for name, each in by_place(picture, kind).items()}


def place(ruleset: Ruleset, point: Point) -> tuple[float, float]:
    """Where a point is in a picture without coordinates and legend, by its definition."""
    cell = min(40, max(20, 240 // max(ruleset.columns, ruleset.rows)))
    return (point.column + 0.5) * cell + 4, (point.row + 0.5) * cell + 4


def corners(ruleset: Ruleset, path: Element) -> list[str]:
    """The names of the points along a chain, in a picture without coordinates and legend."""
    where = {place(ruleset, point): str(point) for point in ruleset.board.points}
    x, y, *steps = numbers(path.get("d"))
    found = [where[x, y]]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append(where[x, y])
    return found


BARE: dict[str, Any] = {"coordinates": False, "legend": False}


@BOTH
@given(seed=SEEDS)
def test_dots_and_regions_are_where_they_are_drawn(ruleset: Ruleset, seed: int) -> None:
    state = finished(ruleset, seed)
    shown = drawn(state, **BARE)
    check_dots(state, shown)
    check_regions(state, shown)


def check_dots(state: State, shown: Element) -> None:
    dots = named(shown, "dot")
    assert dots.keys() == state.dots.keys()
    for point, seat in state.dots.items():
        _, letter, *more = dots[point].get("class", "").split()
        assert middle(dots[point]) == place(state.ruleset, point)
        assert letter == str(seat)
        assert ("dead" in more) == state.is_dead(point)
        assert ("captured" in more) == (state.owner_of(point) is seat.other)
    captured = Counter(each.get("class", "").split()[1] for each in dots.values() if len(each))
    assert (captured["o"], captured["x"]) == state.scores


def check_regions(state: State, shown: Element) -> None:
    regions = of_class(shown, "region")
    for region, element in zip(state.regions, regions, strict=True):
        swallowed = any(region.inside < other.inside for other in state.regions)
        kind = ["region", str(region.seat), *["swallowed"] * swallowed]
        assert element.get("class", "").split() == kind
        path = element if swallowed else element[0]
        assert corners(state.ruleset, path) == [*map(str, region.chain)]
        assert (path.get("fill") == "none") == swallowed


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("jb", "jb is not the last move: no dot of o is there"),
        ("bh", None),
        ("bg", "bg is not the last move: no dot of o is there"),
        ("ja.ahbicidhcgbgah", "ja is not the last move: its chains are not the last drawn"),
        (f"ja.ahbicidhcgbgah{MOVE[2:]}", "ja is not the last move: its chains are not the last"),
        ("ja" + MOVE[2:] * 4, "ja is not the last move: its chains are not the last drawn"),
        (MOVE, None),
    ],
)
def test_only_what_can_have_been_the_last_move_is_shown_as_it(move: str, said: str | None) -> None:
    state, _ = played()
    point, *chains = move.split(".")
    last = Place(point, chains)
    if said is None:
        assert of_class(drawn(state, last_move=last), "last-move")
        assert f"[{'O' if state.is_dead(last.point) else 'o'}]" in state.to_board(last_move=last)
    else:
        for show in (state.to_svg, state.to_board):
            with pytest.raises(NinetkaError, match=f"^{said}"):
                show(last_move=last)


@pytest.mark.parametrize(
    ("position", "marked", "kind"),
    [
        ("1x1/xox/1x1 o territory x:abbccbbaab", Seat.SECOND, "to-move"),
        ("xxx/xox/oxo x territory x:abbccbbaab", Seat.FIRST, "won"),
        ("xo/ox x territory -", None, "won"),
    ],
)
def test_the_legend_tells_points_names_and_turn(
    position: str, marked: Seat | None, kind: str
) -> None:
    state = State.from_text(position)
    seats = of_class(drawn(state, names=["Ann", "Ben"]), "seat")
    for seat, each in zip(Seat, seats, strict=True):
        assert each.get("class") == f"seat {seat}"
        assert [dot.get("class") for dot in of_class(each, "dot")] == [f"dot {seat}"]
        texts = [text.text for text in each.iter(f"{SVG}text")]
        assert texts == [str(seat), str(state.scores[seat]), ["Ann", "Ben"][seat]]
        (box,) = of_class(each, "box")
        assert ("stroke-width" in box.attrib) == (seat is marked)
        marks = [*of_class(each, "to-move"), *of_class(each, "won")]
        assert [mark.get("class") for mark in marks] == [kind] * (seat is marked)
    assert not of_class(drawn(state, legend=False), "seat")


def test_the_description_is_short() -> None:
    state, move = played()
    shown = drawn(state, names=["Ann", ""], last_move=move)
    assert shown.get("role") == "img"
    assert [each.tag for each in shown][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert shown.findtext(f"{SVG}title") == "Kropki: ten, 10 x 9, x to move"
    assert description_of(shown) == (
        "ten, 10 x 9, Ann (x) to move. Points: Ann (x) 1, o 4. Last move: ja, which draws 1 region"
    )
    position = State.from_text("5/1x1x1/xoxox/1x1x1/5 x territory -")
    for text, said in (("aa", "aa"), ("aa.acbdccbbac.ccddecdbcc", "aa, which draws 2 regions")):
        shown = drawn(position.apply(text), last_move=position.parse_move(text))
        assert description_of(shown).endswith(f". Last move: {said}")
    over = finished(AUTOMATIC, 1)
    assert over.outcome is not None
    assert over.outcome.winner is not None
    said = description_of(drawn(over, names=["Ann", "Ben"]))
    winner = ["Ann (x)", "Ben (o)"][over.outcome.winner]
    assert said.startswith(f"{over.ruleset.name}, 8 x 7, over, {over.outcome}, won by {winner}. ")


@pytest.mark.parametrize(
    ("columns", "rows", "size", "across", "down"),
    [
        (5, 4, 100, "abcde", "abcd"),
        (29, 29, None, LETTERS[:29], LETTERS[:29]),
        (30, 30, None, LETTERS[:30:2], LETTERS[:30:2]),
        (39, 32, 360, LETTERS[:39:2], LETTERS[:32:2]),
        (39, 32, 1200, LETTERS[:39], LETTERS[:32]),
        (52, 1, None, LETTERS[::2], "a"),
        (1, 52, None, "a", LETTERS),
    ],
)
def test_coordinates_stand_on_all_sides_as_many_as_can_be_read(
    columns: int, rows: int, size: int | None, across: str, down: str
) -> None:
    shown = drawn(State.start(Ruleset("any", columns, rows)), size=size, legend=False)
    letters = of_class(shown, "coordinate")
    width, height = numbers(shown.get("viewBox"))[2:]
    sides: dict[str, str] = {"top": "", "bottom": "", "left": "", "right": ""}
    lefts, tops = ([float(each.get(name, "")) for each in letters] for name in "xy")
    for each, x, y in zip(letters, lefts, tops, strict=True):
        size_ = float(each.get("font-size", ""))
        side = {min(tops): "top", max(tops): "bottom"}.get(y)
        side = side or ("left" if x < width / 2 else "right")
        sides[side] += each.text or ""
        assert size_ / 2 < x < width - size_ / 2
        assert size_ / 2 < y < height
        assert size_ * max(size or 360, 300) / width >= 8  # pixels
    assert sides == {"top": across, "bottom": across, "left": down, "right": down}
    assert not of_class(drawn(State.start(), coordinates=False), "coordinate")


def test_points_as_controls_say_what_is_there() -> None:
    state, _ = played()
    shown = drawn(state, targets=True, names=["Ann", ""], **BARE)
    targets = named(shown, "target")
    assert list(targets) == list(state.board.points)
    for point, target in targets.items():
        assert middle(target) == place(RULESET, point)
        assert ("playable" in target.get("class", "")) == (point in state.free)
        assert (target.get("fill"), target.get("pointer-events")) == ("none", "all")
    said = {str(point): target.findtext(f"{SVG}title") for point, target in targets.items()}
    assert said["aa"] == "aa, free"
    assert said["ja"] == "ja, dot of o"
    assert said["ah"] == "ah, dot of Ann (x)"
    assert said["eb"] == "eb, dead dot of Ann (x) in a region of o"
    assert said["ch"] == "ch, dead dot of Ann (x) in a region of Ann (x)"
    assert said["cd"] == "cd, in a region of o"
    assert shown.get("role") == "group"
    hidden = shown[2]
    assert (hidden.tag, hidden.get("aria-hidden")) == (f"{SVG}g", "true")
    assert {each.get("class", "").split()[0] for each in shown[3:]} == {"target"}
    assert not of_class(drawn(state), "target")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"highlights": [Point("ka")]}, "ka is not on the board: its points are aa to ji"),
        ({"arrows": [(Point("aa"), Point("aj"))]}, "aj is not on the board"),
        ({"arrows": [(Point("AA"), Point("aa"))]}, "AA is not on the board"),
        ({"arrows": [(Point("aa"), Point("ji")), (Point("ja"), Point("ja"))]},
         "another point, not from ja to ja"),
    ],
)  # fmt: skip
def test_places_that_cannot_be_marked(options: dict[str, Any], said: str) -> None:
    with pytest.raises(NinetkaError, match=said):
        State.start(RULESET).to_svg(**options)


@pytest.mark.parametrize(
    ("ruleset", "options", "box"),
    [
        (Ruleset("one", 1, 1), {}, "0 0 240 118"),
        (Ruleset("one", 1, 1), {"names": ["", "A"]}, "0 0 240 137"),
        (Ruleset("one", 1, 1), {"legend": False}, "0 0 72 72"),
        (STANDARD, {}, "0 0 834 774"),
    ],
)
def test_sizes(ruleset: Ruleset, options: dict[str, Any], box: str) -> None:
    assert drawn(State.start(ruleset), **options).get("viewBox") == box


def test_the_players_are_told_apart_by_any_eye() -> None:
    assert contrast(*COLOURS) > 2.5
    assert all(contrast(colour, PAPER) >= 3 for colour in COLOURS)  # what WCAG 2 wants of pictures
    assert all(contrast(live, dead) > 1.5 for live, dead in zip(COLOURS, FADED, strict=True))
    state, _ = played()
    shown = named(drawn(state), "dot")
    first, second = shown[Point("ah")], shown[Point("ja")]
    assert first.get("fill") == COLOURS[0]
    assert second.get("fill") == PAPER  # it has a hole
    assert second.get("stroke") == COLOURS[1]
