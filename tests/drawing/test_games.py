"""Pictures of all games: whole ones, the caller's marks, and what stays from move to move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, tostring

import attrs
import pytest
from boards import COMMAND, pictures_of_tests
from support.made import check_made
from support.pictures import by_place, drawn, middle, numbers, of_class

from ninetka import Square, State, kropki, morris
from ninetka.drawing import Picture
from ninetka.kropki import Point
from ninetka.morris import Field
from ninetka.simulate import random_game

DOTS = kropki.State.start(attrs.evolve(kropki.STANDARD, columns=8, rows=7))
FIVE = morris.State.start(morris.NINE_AM, 5)


def test_whole_pictures_stay_the_same() -> None:
    """One of each game, which were looked at: each kind of mark is in it."""
    for path, svg in pictures_of_tests():
        check_made(path, svg, COMMAND)


@pytest.mark.parametrize(
    ("state", "kind", "places", "arrows"),
    [
        (State.start(), Square, ["E5", "B2"], [("A5", "E5"), ("B2", "D4")]),
        (DOTS, Point, ["ha", "ag"], [("aa", "hg"), ("cc", "cd")]),
        (FIVE, lambda name: Field(int(name)), ["60", "1"], [("56", "51"), ("4", "7")]),
    ],
    ids=["nine", "kropki", "morris"],
)
def test_the_caller_s_places_and_arrows(
    state: Any, kind: Callable[[str], object], places: list[str], arrows: list[tuple[str, str]]
) -> None:
    pairs = [(kind(start), kind(end)) for start, end in arrows]
    shown = drawn(state, highlights=map(kind, places), arrows=iter(pairs), targets=True)
    where = {name: middle(each) for name, each in by_place(shown, "target").items()}
    pointed = by_place(shown, "pointed")
    assert [*pointed] == places
    assert [middle(each) for each in pointed.values()] == [where[name] for name in places]
    parts = of_class(shown, "arrow")
    for (start, end), line, head in zip(arrows, parts[::2], parts[1::2], strict=True):
        assert tuple(numbers(line.get("d"))[:2]) == where[start]
        assert tuple(numbers(head.get("points"))[:2]) == where[end]
    assert not of_class(drawn(state), "pointed") + of_class(drawn(state), "arrow")


@pytest.mark.parametrize("start", [State.start(), DOTS, FIVE], ids=["nine", "kropki", "morris"])
def test_a_picture_as_an_element_is_the_same(start: Any) -> None:
    game = random_game(start, Random(1), 9)
    shown: dict[str, Any] = {"last_move": game.moves[-1], "names": ["Ann"], "title": "Title"}
    element = game.state.svg_element(Picture(**shown))
    assert tostring(element, encoding="unicode") == game.state.to_svg(**shown)


@pytest.mark.parametrize(("start", "rare"), [(DOTS, "region"), (FIVE, "mill")])
def test_parts_are_the_same_from_move_to_move(start: Any, rare: str) -> None:
    seen: dict[str, Element] = {}
    changed, before = [], set[int]()
    game = random_game(start, Random(3), 120)
    for state, move in zip([*game.states][1:], game.moves, strict=True):
        kept = [
            each
            for each in state.svg_element(Picture(last_move=move))
            if each.get("class", "").split()[:1] in (["board"], ["dot"], ["token"], [rare])
        ]
        for each in kept:
            assert seen.setdefault(tostring(each, encoding="unicode"), each) is each
        changed.append(len({*map(id, kept)} - before))
        before = {*map(id, kept)}
    assert any(rare in text for text in seen)
    assert sum(changed) < 2 * len(changed)
