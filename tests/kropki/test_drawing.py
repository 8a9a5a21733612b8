"""Pictures of Kropki: where things are, and that everybody can tell them apart."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import attrs
import pytest
from boards import COMMAND
from hypothesis import given, settings
from hypothesis import strategies as st
from support.made import check_made

from kropki.picture import FILE, MOVE, RULESET, picture, played
from ninetka import NinetkaError
from ninetka.drawing import Picture
from ninetka.drawing.svg import contrast
from ninetka.kropki import STANDARD, TERRITORY, Place, Point, Ruleset, Seat, State
from ninetka.kropki.board import LETTERS
from ninetka.kropki.chains import Chain
from ninetka.kropki.look.pieces import COLOURS, FADED, PAPER

SVG = "{http://www.w3.org/2000/svg}"
DECLARED = attrs.evolve(TERRITORY, columns=8, rows=7)
AUTOMATIC = attrs.evolve(STANDARD, columns=8, rows=7)
BOTH = pytest.mark.parametrize("ruleset", [DECLARED, AUTOMATIC], ids=["declared", "automatic"])
SEEDS = st.integers(0, settings().max_examples - 1)

Step = tuple[State, Place, State]


@cache
def play(ruleset: Ruleset, seed: int) -> tuple[Step, ...]:
    """A random game, in which all is declared that can be at every other move."""
    state, random, steps = State.start(ruleset), Random(seed), list[Step]()
    while not state.is_over:
        point = random.choice(state.free)
        move = Place(point, state.legal_chains(point) if random.random() < 0.5 else ())
        steps.append((state, move, state.apply(move)))
        state = steps[-1][-1]
    return tuple(steps)


def finished(ruleset: Ruleset, seed: int, plies: int | None = None) -> State:
    """The state after a random game, or after its first plies."""
    return play(ruleset, seed)[:plies][-1][-1]


def drawn(state: State, **options: Any) -> Element:
    """The picture, read as XML."""
    return fromstring(state.to_svg(**options))


def of_class(picture: Element, kind: str) -> list[Element]:
    return [each for each in picture.iter() if kind in each.get("class", "").split()]


def named(picture: Element, kind: str) -> dict[Point, Element]:
    """The elements of a class that are on points."""
    return {
        Point(name): each
        for each in of_class(picture, kind)
        if (name := each.get("data-point")) is not None
    }


def numbers(text: str | None) -> list[float]:
    """The numbers in an attribute."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


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


def names(chain: Chain) -> list[str]:
    return [str(point) for point in chain]


BARE: dict[str, Any] = {"coordinates": False, "legend": False}


def test_the_golden_picture() -> None:
    check_made(FILE, f"{picture()}\n", COMMAND)


@BOTH
@given(seed=SEEDS)
def test_dots_and_regions_are_where_they_are_drawn(ruleset: Ruleset, seed: int) -> None:
    state = finished(ruleset, seed)
    shown = drawn(state, **BARE)
    check_dots(state, shown)
    check_regions(state, shown)
    check_hatching(state, shown)


def check_dots(state: State, shown: Element) -> None:
    dots = named(shown, "dot")
    assert dots.keys() == state.dots.keys()
    for point, seat in state.dots.items():
        _, letter, *more = dots[point].get("class", "").split()
        circle = next(each for each in dots[point].iter() if each.tag == f"{SVG}circle")
        assert (float(circle.get("cx", "")), float(circle.get("cy", ""))) == place(
            state.ruleset, point
        )
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
        assert corners(state.ruleset, path) == names(region.chain)
        assert (path.get("fill") == "none") == swallowed


def check_hatching(state: State, shown: Element) -> None:
    """Hatching fills regions and leans by seat."""
    ruleset = state.ruleset
    cell = place(ruleset, Point("ba"))[0] - place(ruleset, Point("aa"))[0]
    hatched = of_class(shown, "hatch")
    outer = [
        region
        for region in state.regions
        if not any(region.inside < other.inside for other in state.regions)
    ]
    for region, hatch in zip(outer, hatched, strict=True):
        strokes = re.findall(r"M([\d.]+) ([\d.]+)l([\d.]+) (-?[\d.]+)", hatch.get("d", ""))
        assert strokes
        for stroke in strokes:
            x, dx, dy = (float(stroke[at]) for at in (0, 2, 3))
            assert dy == (-dx if region.seat is Seat.FIRST else dx)
            left, right = ((each - place(ruleset, Point("aa"))[0]) / cell for each in (x, x + dx))
            assert min(point.column for point in region.chain) <= left
            assert right <= max(point.column for point in region.chain)
        # The polygon's area, once from the width of strokes and once by Pick's theorem.
        across = sum(float(stroke[2]) for stroke in strokes) / cell
        assert across == pytest.approx(len(region.inside) + len(region.chain) / 2 - 1, abs=0.01)


@BOTH
@given(seed=SEEDS)
def test_the_last_move_is_ringed_and_its_chains_are_strong(ruleset: Ruleset, seed: int) -> None:
    steps = play(ruleset, seed)
    for before, move, state in [step for step in steps if is_capture(step)][-3:]:
        shown = drawn(state, last_move=move, **BARE)
        *chains, ring = of_class(shown, "last-move")
        assert ring.get("data-point") == str(move.point)
        assert (float(ring.get("cx", "")), float(ring.get("cy", ""))) == place(ruleset, move.point)
        new = state.regions[len(before.regions) :]
        assert sorted(corners(ruleset, each) for each in chains) == sorted(
            names(region.chain) for region in new
        )
        assert {each.get("class") for each in chains} == {
            f"last-move chain {region.seat}" for region in new
        }
        count = {0: "", 1: ", which draws 1 region"}.get(
            len(new), f", which draws {len(new)} regions"
        )
        description = shown.findtext(f"{SVG}desc") or ""
        assert description.endswith(f". Last move: {move.point}{count}")


def is_capture(step: Step) -> bool:
    before, _, after = step
    return before.regions != after.regions


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


@BOTH
@given(seed=SEEDS)
def test_what_can_be_done_is_marked(ruleset: Ruleset, seed: int) -> None:
    for state in (finished(ruleset, seed, 50), finished(ruleset, seed)):
        shown = drawn(state, marks=["legal-moves", "legal-chains"], **BARE)
        assert list(named(shown, "legal")) == list(state.free)
        chains = of_class(shown, "legal-chain")
        expected = [] if state.is_over else state.legal_chains()
        assert [corners(ruleset, each) for each in chains] == [names(each) for each in expected]


def test_the_legend_tells_points_names_and_turn() -> None:
    won = set()
    for seed in range(8):
        for state in (finished(AUTOMATIC, seed, 7), finished(AUTOMATIC, seed)):
            shown = drawn(state, names=["Ann", "Ben"])
            seats = of_class(shown, "seat")
            assert [each.get("class") for each in seats] == ["seat x", "seat o"]
            marked = state.to_move if state.outcome is None else state.outcome.winner
            for seat, each in zip(Seat, seats, strict=True):
                (score,) = of_class(each, "score")
                (dot,) = of_class(each, "dot")
                assert score.text == str(state.scores[seat])
                assert dot.get("class") == f"dot {seat}"
                assert [text.text for text in of_class(each, "letter")] == [str(seat)]
                assert [text.text for text in of_class(each, "name")] == [["Ann", "Ben"][seat]]
                (box,) = of_class(each, "box")
                assert ("stroke-width" in box.attrib) == (seat is marked)
                marks = [*of_class(each, "to-move"), *of_class(each, "won")]
                kind = "won" if state.is_over else "to-move"
                assert [mark.get("class") for mark in marks] == [kind] * (seat is marked)
            won.add(marked if state.is_over else None)
    assert won == {None, *Seat}
    assert not of_class(drawn(State.start(), legend=False), "seat")


def test_a_game_that_nobody_won() -> None:
    state = State.from_text("xo o line -", Ruleset("line", 2, 1))
    shown = drawn(state)
    assert not of_class(shown, "won")
    assert not of_class(shown, "to-move")
    assert shown.findtext(f"{SVG}title") == "Kropki: line, 2 x 1, over, 0-0, drawn"


def test_dots_and_regions_are_the_same_from_move_to_move() -> None:
    seen: dict[str, Element] = {}
    before: list[int] = []
    changed = []
    for _, move, state in play(attrs.evolve(DECLARED, columns=10, rows=10), 7):
        shown: dict[str, Any] = {"last_move": move, "names": ["Ann", "Ben"], "title": "Title"}
        element, written = state.svg_element(Picture(**shown)), state.to_svg(**shown)
        assert tostring(element, encoding="unicode") == written
        kept = [*of_class(element, "dot"), *of_class(element, "region")]
        for each in kept:
            if each in list(element):
                assert seen.setdefault(tostring(each, encoding="unicode"), each) is each
        parts = [id(each) for each in kept if each in list(element)]
        changed.append(len({*parts} - {*before}))
        before = parts
    assert sum("region" in text for text in seen) > 2
    assert sum(changed) < 2 * len(changed)


def test_the_description_is_short() -> None:
    state, move = played()
    shown = drawn(state, names=["Ann", ""], last_move=move)
    assert shown.get("role") == "img"
    assert [each.tag for each in shown][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert shown.findtext(f"{SVG}title") == "Kropki: ten, 10 x 9, x to move"
    assert shown.findtext(f"{SVG}desc") == (
        "ten, 10 x 9, Ann (x) to move. Points: Ann (x) 1, o 4. Last move: ja, which draws 1 region"
    )
    title = drawn(state.apply("aa")).findtext(f"{SVG}title")
    assert title == "Kropki: ten, 10 x 9, o to move"
    over = finished(AUTOMATIC, 1)
    assert over.outcome is not None
    assert over.outcome.winner is not None
    said = drawn(over, names=["Ann", "Ben"]).findtext(f"{SVG}desc") or ""
    winner = ["Ann (x)", "Ben (o)"][over.outcome.winner]
    assert said.startswith(f"{over.ruleset.name}, 8 x 7, over, {over.outcome}, won by {winner}. ")


@pytest.mark.parametrize(
    ("columns", "rows", "size", "across", "down"),
    [
        (5, 5, None, "abcde", "abcde"),
        (5, 4, 100, "abcde", "abcd"),
        (20, 20, None, LETTERS[:20], LETTERS[:20]),
        (29, 29, None, LETTERS[:29], LETTERS[:29]),
        (30, 30, None, LETTERS[:30:2], LETTERS[:30:2]),
        (39, 32, None, LETTERS[:39:2], LETTERS[:32:2]),
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
        x, y, side = (float(target.get(name, "")) for name in ("x", "y", "width"))
        assert (x + side / 2, y + side / 2) == place(RULESET, point)
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


def test_the_caller_s_points_and_arrows() -> None:
    state = State.start(RULESET)
    points = [Point("ja"), Point("ai")]
    arrows = [(Point("aa"), Point("ji")), (Point("cc"), Point("cd"))]
    shown = drawn(state, highlights=points, arrows=iter(arrows), **BARE)
    assert list(named(shown, "pointed")) == points
    for point, each in named(shown, "pointed").items():
        x, y, side = (float(each.get(name, "")) for name in ("x", "y", "width"))
        assert (x + side / 2, y + side / 2) == place(RULESET, point)
    parts = of_class(shown, "arrow")
    for (start, end), line, head in zip(arrows, parts[::2], parts[1::2], strict=True):
        assert tuple(numbers(line.get("d"))[:2]) == place(RULESET, start)
        assert tuple(numbers(head.get("points"))[:2]) == place(RULESET, end)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"highlights": [Point("ka")]}, "ka is not on the board: its points are aa to ji"),
        ({"arrows": [(Point("aa"), Point("aj"))]}, "aj is not on the board"),
        ({"arrows": [(Point("AA"), Point("aa"))]}, "AA is not on the board"),
        ({"arrows": [arrows[0], (points[0],) * 2]}, "another point, not from ja to ja"),
    ]
    for options, said in wrong:
        with pytest.raises(NinetkaError, match=said):
            state.to_svg(**options)


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
