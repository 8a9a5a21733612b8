"""Pictures in parts: what changes from ply to ply, also on a board of 1,000 points."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import kropki
from ninetka.drawing.changes import edits
from ninetka.records import Record
from ninetka.simulate import random_game
from ninetka.web.replay import Pictures, text_edits
from web.test_replay import data_of, expected, put_together, texts_of

SHORT = st.lists(st.integers(0, 9), max_size=30)


@given(SHORT, SHORT)
def test_edits_turn_one_list_into_another(old: list[int], new: list[int]) -> None:
    made = [*old]
    for at, count, added in edits(old, new):
        assert count or added
        assert len(made[at : at + count]) == count
        made[at : at + count] = added
    assert made == new


@given(st.text("ab ./", max_size=30), st.text("ab ./\U0001f600", max_size=30))
def test_edits_turn_one_text_into_another(old: str, new: str) -> None:
    made = old
    for at, count, added in text_edits(old, new):
        assert len(made[at : at + count]) == count
        made = made[:at] + added + made[at + count :]
    assert made == new


@pytest.mark.parametrize(
    ("old", "new", "done"),
    [
        ("", "", []),
        ("abc", "abc", []),
        ("", "abc", [(0, 0, "abc")]),
        ("abc", "", [(0, 3, "")]),
        ("abcdef", "abXdef", [(2, 1, "X")]),
        ("abcdef", "abXYcdef", [(2, 0, "XY")]),
        ("abcdef", "acdXf", [(1, 1, ""), (3, 1, "X")]),
        ("abcdef", "bcdefa", [(0, 1, ""), (5, 0, "a")]),
        ("aaaab", "aaab", [(3, 1, "")]),
        ("aaab", "aaaab", [(3, 0, "a")]),
    ],
)
def test_edits_are_few(old: str, new: str, done: list[tuple[int, int, str]]) -> None:
    found = edits([*old], [*new])
    assert [(at, count, "".join(added)) for at, count, added in found] == done


def test_edits_of_texts_are_by_word_and_count_characters() -> None:
    found = text_edits("a b c d e f g h", "b c e f x g h y")
    assert [*found] == [(0, 2, ""), (4, 2, ""), (8, 0, "x "), (12, 1, "h y")]


def parts_of(*pictures: str) -> list[Any]:
    made = Pictures()
    for picture in pictures:
        made.add(fromstring(f"<svg>{picture}</svg>"), [])
    assert made.parts.pop(0) == "<svg />"
    return made.parts


def test_elements_that_differ_are_kept_apart() -> None:
    different = [
        *("<b />", "<i />", "<b>x</b>", '<b x="1" />', '<b x="2" />'),
        *("<b><i /></b>", "<b><i />x</b>", "<b><i>x</i></b>", "<b><i /><i /></b>"),
    ]
    assert parts_of("".join(different)) == different
    assert parts_of(*different) == different
    assert parts_of("<b>x</b><b>x</b>", "<b>x</b>") == ["<b>x</b>"]


def test_the_outermost_element_may_change() -> None:
    made, shown = Pictures(), list[int]()
    made.add(fromstring('<svg width="1"><b /><i /></svg>'), shown)
    made.add(fromstring('<svg width="2"><b /><i /></svg>'), shown)
    assert texts_of([made.parts[number] for number in shown])[1:] == ["<b />", "<i />"]
    assert len(made.parts) == 4


# A board of 1,000 points


@lru_cache(3000)
def point(at: int, kind: str) -> Element:
    x, y = at % 40 * 20 + 20, at // 40 * 20 + 20
    return Element("circle", {"class": f"point {kind}", "cx": str(x), "cy": str(y), "r": "8"})


def picture(ply: int) -> Element:
    """A board on which every ply has filled a point; every fiftieth has also emptied one."""
    filled = [number * 389 % 1000 for number in range(1, ply + 1)]
    kinds = dict.fromkeys(range(1000), "free")
    kinds |= {at: "ab"[number % 2] for number, at in enumerate(filled)}
    kinds |= dict.fromkeys(filled[::50], "free")
    svg = Element("svg")
    rows = "/".join(
        "".join(kinds[row * 40 + column][0] for column in range(40)) for row in range(25)
    )
    SubElement(svg, "desc").text = f"Ply {ply}. Position: {rows}"
    svg.extend(point(at, kind) for at, kind in kinds.items())
    if filled:
        SubElement(svg, "circle", point(filled[-1], "last").attrib | {"fill": "none"})
    return svg


def test_a_ply_says_only_what_changes() -> None:
    before = tostring(point(0, "free"))
    made, shown = Pictures(), list[int]()
    (first,), *others = (made.add(picture(ply), shown) for ply in range(120))
    assert (first[:2], len(first)) == ((0, 0), 2 + 1002)
    assert max(len([*chain(*each)]) for each in others) < 30
    assert len([part for part in made.parts if "Position" in str(part)]) == 1
    assert sum(len(str(part)) for part in made.parts) < 150_000
    texts = texts_of(made.parts)
    assert [texts[number] for number in shown[1:]] == [
        tostring(each, encoding="unicode") for each in picture(119)
    ]
    assert tostring(point(0, "free")) == before, "elements that are given are not changed"


@pytest.mark.deep
def test_a_long_game_on_a_wide_board() -> None:
    start = kropki.State.start(attrs.evolve(kropki.STANDARD, columns=39, rows=32))
    record = Record(random_game(start, Random(1)))
    data = data_of(record)
    assert len(str(data)) < 1_000_000
    for ply in (0, 1, 50, 333, record.game.ply):
        assert put_together(data, ply) == expected(record, ply)
