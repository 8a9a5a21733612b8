"""Pictures: every element is in its place, and says in words what it shows."""

from __future__ import annotations

import unicodedata
from collections import Counter
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import NEUTRALS, after, playout, states
from support.pictures import SVG, by_place, description_of, drawn, numbers, of_class
from support.pictures import middle as middle_of

from ninetka import (
    WIKI,
    IllegalMoveError,
    NinetkaError,
    Pass,
    PlaceNeutral,
    PlaceStone,
    Ruleset,
    Seat,
    Slide,
    Square,
    State,
    Symmetry,
)
from ninetka.drawing import svg
from ninetka.nine.board import LINES, SQUARES


def middle(square: Square) -> tuple[float, float]:
    """The middle of a square: squares have a side of 40, and the margin is 32."""
    return 32 + 40 * square.column + 20, 32 + 40 * (10 - square.row) + 20


@given(states())
def test_every_stone_is_where_it_stands(state: State) -> None:
    found = {}
    for stone in of_class(drawn(state), "stone"):
        if (name := stone.get("data-place")) is not None:
            assert tuple(numbers(stone.get("transform", ""))) == middle(Square(name))
            found[Square(name)] = stone.get("class", "").split()[1]
    expected = {square: state.stone_at(square) for square in SQUARES}
    assert found == {square: str(stone) for square, stone in expected.items() if stone is not None}


@given(states())
def test_sections_are_shaded_and_hatched_for_their_owners(state: State) -> None:
    picture = drawn(state)
    shades = {
        (each.get("class"), each.get("x"), each.get("y"))
        for each in of_class(picture, "section")
        if "fill-opacity" in each.attrib
    }
    expected = set()
    for section, owner in state.owners.items():
        if owner is not None:
            x, y = middle(section.squares[6])
            expected.add((f"section {owner}", f"{x - 20:.0f}", f"{y - 20:.0f}"))
    assert shades == expected
    assert len(of_class(picture, "hatch")) == len(shades) + state.players  # and the legend
    assert len(of_class(picture, "section")) == len(shades) + 9


@given(states())
def test_legal_moves_and_blocked_stones_are_marked(state: State) -> None:
    picture = drawn(state, marks=["legal-moves", "blocked"])
    legal = Counter(each.get("data-place") for each in of_class(picture, "legal"))
    moves = [move for move in state.legal_moves if not isinstance(move, Pass)]
    ends = {state.target(move.square) for move in moves if isinstance(move, Slide)}
    assert legal == Counter([*(str(move.square) for move in moves), *map(str, ends)])
    blocked = {
        str(line.start)
        for line in LINES.values()
        if state.stone_at(line.start) is not None and state.stone_at(line.squares[0]) is not None
    }
    assert {each.get("data-place") for each in of_class(picture, "blocked")} == blocked
    assert not of_class(drawn(state), "legal") + of_class(drawn(state), "blocked")


@pytest.mark.parametrize(
    ("text", "direction"), [("A5", (1, 0)), ("K5", (-1, 0)), ("D1", (0, -1)), ("D11", (0, 1))]
)
def test_a_slide_is_an_arrow_from_the_rim_to_its_end(text: str, direction: tuple[int, int]) -> None:
    state = after(f"{NEUTRALS} B1 {text} B1", Ruleset("one", {2: 1}))
    end, move = state.target(Square(text)), Slide(text)
    assert end is not None
    line, head, start = of_class(drawn(state.apply(move), last_move=move), "last-move")
    assert (float(start.get("cx", "")), float(start.get("cy", ""))) == middle(move.square)
    (dx, dy), (x, y) = direction, middle(end)
    assert numbers(line.get("d", "")) == [*middle(move.square), x - 28 * dx, y - 28 * dy]
    assert numbers(head.get("points", ""))[:2] == [x - 17 * dx, y - 17 * dy]


def test_a_stone_placed_is_ringed_and_a_pass_leaves_no_mark() -> None:
    placed: list[tuple[State, PlaceNeutral | PlaceStone]] = [
        (after("E5"), PlaceNeutral(Square("E5"))),
        (after(f"{NEUTRALS} A5"), PlaceStone(Square("A5"))),
    ]
    for state, move in placed:
        (ring,) = of_class(drawn(state, last_move=move), "last-move")
        assert (float(ring.get("cx", "")), float(ring.get("cy", ""))) == middle(move.square)
        assert ring.tag == f"{SVG}circle"
        assert {"r": "18.5", "stroke-width": "3.5", "fill": "none"}.items() <= ring.attrib.items()
        assert "stroke" in ring.attrib
        dot = of_class(drawn(state, marks=["legal-moves"]), "legal")[0]
        assert (dot.get("r"), dot.get("stroke-width")) == ("5", "2")
    game = playout(State.start(), Random(3))
    passed = next(at for at, move in enumerate(game.moves) if isinstance(move, Pass))
    state = game.states[passed + 1]
    picture = drawn(state, last_move=Pass())
    assert not of_class(picture, "last-move")
    assert not of_class(drawn(game.states[passed], marks=["legal-moves"]), "legal")
    assert "Last move: --." in description_of(picture)


def test_only_what_can_have_been_the_last_move_is_shown_as_it() -> None:
    with pytest.raises(IllegalMoveError, match=r"\*C9 cannot be taken back"):
        after("E5").to_svg(last_move=PlaceNeutral(Square("C9")))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_legend_tells_points_names_and_turn(players: int) -> None:
    game = playout(State.start(WIKI, players), Random(players))
    names = ["Ann", "Ben", "Cy", "Dee"][:players]
    for state in game.states[::-9]:
        picture = drawn(state, names=names)
        texts = {
            kind: [each.text for each in of_class(picture, kind)] for kind in ("score", "name")
        }
        assert texts == {"score": [*map(str, state.scores)], "name": names}
        outcome = state.outcome
        kind, seat = ("to-move", state.to_move) if outcome is None else ("won", outcome.winner)
        marks = [*of_class(picture, "to-move"), *of_class(picture, "won")]
        assert [mark.get("class") for mark in marks] == [kind]
        boxes = [each for each in of_class(picture, "seat") if each.tag == f"{SVG}rect"]
        assert [box for box in boxes if "stroke-width" in box.attrib] == [boxes[seat]]
    without = drawn(game.state, legend=False)
    assert not of_class(without, "score")
    assert without.get("viewBox") == "0 0 504 504"


def test_long_names_are_cut_in_the_legend_and_whole_in_the_description() -> None:
    name = "Bartholomew the Great of Somewhere, and so on"
    for players in (2, 3, 4):
        picture = drawn(State.start(players=players), names=["Maximilian", name])
        fits, shown = [each.text or "" for each in of_class(picture, "name")]
        assert fits == "Maximilian"
        assert shown.endswith("\u2026")
        assert name.startswith(shown[:-1])
        assert len(shown) > {2: 20, 3: 11, 4: 8}[players]
        assert name in description_of(picture)


def test_a_legend_without_names_is_less_high() -> None:
    heights = [
        int((drawn(State.start(), names=names).get("viewBox") or "").split()[3])
        for names in ([], ["", ""], ["Ann"])
    ]
    assert heights == [564, 564, 583]


@pytest.mark.parametrize("name", ["W" * 3_000_000, "e" + "\u0301\u0323" * 100_000])
def test_little_of_a_long_name_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To sort the marks of all of it would take long."""
    measured: list[int] = []

    def normalize(form: Any, text: str) -> str:
        measured.append(len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr(svg, "normalize", normalize)
    picture = State.start().to_svg(names=[name])
    assert max(measured) < 10_000
    assert len(picture) < 3 * len(name)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_coordinates_turn_with_the_board(symmetry: Symmetry) -> None:
    picture = drawn(State.start(), orientation=symmetry, targets=True)
    coordinates: dict[float, set[str | None]] = {}
    for each in of_class(picture, "coordinate"):
        for place in ("x", "y"):
            coordinates.setdefault(float(each.get(place, "")), set()).add(each.text)
    for each in of_class(picture, "target"):
        name = str(each.get("data-place"))
        x, y = float(each.get("x", "")), float(each.get("y", ""))
        assert (x + 20, y + 20) == middle(symmetry.square(Square(name)))
        assert {name[0], name[1:]} <= coordinates[x + 20] | coordinates[y + 25]


@given(states(), st.sampled_from(Symmetry))
def test_a_turned_picture_shows_the_turned_state(state: State, symmetry: Symmetry) -> None:
    """Except for coordinates and names of squares, both pictures are the same."""
    options = {"marks": ["legal-moves", "blocked"], "coordinates": False}
    turned = drawn(state, orientation=symmetry, **options)
    expected = drawn(state.transform(symmetry), **options)
    for each in turned.iter():
        if name := each.get("data-place"):
            each.set("data-place", str(symmetry.square(Square(name))))

    def looks(picture: Element) -> Counter[tuple[str, ...]]:
        return Counter(
            (each.tag, each.text or "", *(f"{key}={value}" for key, value in each.items()))
            for each in picture.iter()
            if each.tag != f"{SVG}desc" and "blocked" not in each.get("class", "")
        )

    assert looks(turned) == looks(expected)


def test_a_corner_can_be_highlighted_and_an_arrow_leads_to_another_square() -> None:
    (corner,) = of_class(drawn(State.start(), highlights=[Square("A1")]), "pointed")
    assert middle_of(corner) == middle(Square("A1"))
    with pytest.raises(NinetkaError, match="an arrow leads to another square, not from E5 to E5"):
        State.start().to_svg(arrows=[(Square("E5"), Square("E5"))])


@given(states())
def test_legal_moves_have_targets_of_a_whole_square(state: State) -> None:
    picture = drawn(state, marks=["legal-moves"])
    targets = by_place(picture, "target")
    assert len(targets) == len(of_class(picture, "target"))
    moves = [move for move in state.legal_moves if not isinstance(move, Pass)]
    ends = {str(state.target(move.square)) for move in moves if isinstance(move, Slide)}
    named = {str(move.square) for move in moves}
    assert targets.keys() == named | ends
    for name, each in targets.items():
        x, y = middle(Square(name))
        place = {"x": f"{x - 20:g}", "y": f"{y - 20:g}", "width": "40", "height": "40"}
        assert place.items() <= each.attrib.items()
        assert (each.get("fill"), each.get("pointer-events")) == ("none", "all")
        assert ("playable" in each.get("class", "").split()) == (name in named)
        assert len(each) == 0
    assert picture.get("role") == "img"
    assert not of_class(drawn(state), "target")


def test_squares_that_are_controls_say_what_they_are() -> None:
    def said(text: str, stones: int = 1, **options: Any) -> dict[str | None, str | None]:
        state = after(text, Ruleset("few", {2: stones}))
        picture = drawn(state, targets=True, **options)
        assert picture.get("role") == "group"
        outside = [
            each.tag.removeprefix(SVG) for each in picture if each.get("aria-hidden") is None
        ]
        assert set(outside) == {"title", "desc", "rect"}
        assert all("target" in each.get("class", "") for each in picture if each.tag == "rect")
        targets = by_place(picture, "target")
        assert len(targets) == len(of_class(picture, "target")) == 117
        return {square: each.findtext(f"{SVG}title") for square, each in targets.items()}

    placing = said(NEUTRALS, marks=["legal-moves"], names=["Ann"])
    assert placing["A5"] == "A5, empty, a stone can be placed here"
    assert placing["C3"] == "C3, neutral stone"
    assert placing["E5"] == "E5, empty"
    moving = said(f"{NEUTRALS} B1 A5", marks=["legal-moves"], names=["Ann"])
    assert moving["B1"] == "B1, stone of b, can slide to B10"
    assert moving["B10"] == "B10, empty, where B1 can slide to"
    assert moving["A5"] == "A5, stone of Ann (a)"
    assert said(f"{NEUTRALS} B1 A5")["B1"] == "B1, stone of b"
    crossing = said("C3 F3 I3 D6 E5 I6 C9 F9 I9 A5 A10 D1 A9", 2, marks=["legal-moves"])
    assert crossing["D5"] == "D5, empty, where A5 and D1 can slide to"
    assert said("")["E5"] == "E5, empty"


HOSTILE = "<script>alert(1)</script>\"'&\x00\x1b]]><!--\ud800\uffff\u2028"


@given(st.text() | st.just(HOSTILE), st.text() | st.just(HOSTILE))
def test_any_text_is_only_text(title: str, name: str) -> None:
    svg = State.start().to_svg(title=title, names=[name or "A"])
    svg.encode()
    picture = fromstring(svg)
    plain = drawn(State.start(), names=["A"])
    assert [each.tag for each in picture.iter()] == [each.tag for each in plain.iter()]
    assert "<script" not in svg
    if title == HOSTILE:
        cleaned = "<script>alert(1)</script>\"'&\ufffd\ufffd]]><!--\ufffd\ufffd\u2028"
        assert picture.findtext(f"{SVG}title") == cleaned


def test_for_screen_readers() -> None:
    game = playout(State.start(), Random(1), 60)
    picture = drawn(game.state, names=["Ann", "Ben"], last_move=game.moves[-1])
    assert picture.get("role") == "img"
    assert [each.tag for each in picture][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert picture.findtext(f"{SVG}title") == "9tka: nestorgames, 2 players, movement, a to move"
    said = description_of(picture)
    assert "Ann (a) to move" in said
    assert f"Points: Ann (a) {game.state.scores[0]}, Ben (b) {game.state.scores[1]}" in said
    assert f"Last move: {game.move_texts[-1]}" in said
    assert said.endswith(game.state.to_text())
    over = playout(State.start(), Random(1)).state
    assert over.outcome is not None
    assert f"Won by Seat {over.outcome.winner}" in description_of(drawn(over))


def test_sizes() -> None:
    picture = drawn(State.start(), size=252)
    assert (picture.get("width"), picture.get("height")) == ("252", "282")
    assert picture.get("viewBox") == "0 0 504 564"
    assert len(of_class(picture, "coordinate")) == 44
    narrow = drawn(State.start(), coordinates=False, legend=False)
    assert (of_class(narrow, "coordinate"), narrow.get("viewBox")) == ([], "0 0 456 456")
    assert "width" not in narrow.attrib
    assert State.start()._repr_svg_() == State.start().to_svg(size=500)
    for pixels in (1, 10_000):
        assert drawn(State.start(), size=pixels).get("width") == str(pixels)
    for size in (0, 10_001):
        with pytest.raises(NinetkaError):
            State.start().to_svg(size=size)


def test_the_stones_are_told_apart_without_colour() -> None:
    shapes = set()
    state = after(f"{NEUTRALS} A5 A6 A7 A8", Ruleset("one", {4: 1}), 4)
    stones = {each.get("class"): each for each in of_class(drawn(state, legend=False), "stone")}
    assert set(stones) == {"stone n", "stone a", "stone b", "stone c", "stone d"}
    for stone in stones.values():
        shape = dict(stone[0].attrib)
        del shape["fill"]
        shapes.add((stone[0].tag, tuple(shape.items())))
    assert len(shapes) == 5
    letters = {kind: stone.findtext(f"{SVG}text") for kind, stone in stones.items()}
    assert letters == {f"stone {seat}": str(seat) for seat in Seat} | {"stone n": None}
