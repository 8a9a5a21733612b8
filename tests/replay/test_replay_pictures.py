"""Pictures of a page: what changes from ply to ply, and a long game on a board of 1,000 points."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Any, ClassVar, Final
from xml.etree.ElementTree import Element, SubElement, canonicalize, tostring

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_other_games import NIM, Take

from ninetka import Game, games
from ninetka.drawing import Picture
from ninetka.records import Record
from ninetka.replay import replay_page
from ninetka.replay.pictures import edits, text_edits
from ninetka.svg import frame, label
from replay.test_replay import Drawn, Parsed, data_in, data_of, put_together

COLUMNS, ROWS = 40, 25
PLIES = 700


@lru_cache(COLUMNS * ROWS * 3)
def point(at: int, kind: str) -> Element:
    x, y = at % COLUMNS * 20 + 20, at // COLUMNS * 20 + 20
    return Element("circle", {"class": f"point {kind}", "cx": str(x), "cy": str(y), "r": "8"})


def picture(state: Wide, title: str) -> Element:
    """The board, on which every ply has filled a point; every fiftieth has also emptied one."""
    played = PLIES - state.heap
    filled = [ply * 389 % (COLUMNS * ROWS) for ply in range(1, played + 1)]
    kinds = dict.fromkeys(range(COLUMNS * ROWS), "free")
    kinds |= {at: "ab"[ply % 2] for ply, at in enumerate(filled)}
    kinds |= dict.fromkeys(filled[::50], "free")
    svg = frame(COLUMNS * 20 + 40, ROWS * 20 + 40, None, "img")
    SubElement(svg, "title").text = title
    rows = "/".join(
        "".join(kinds[row * COLUMNS + column][0] for column in range(COLUMNS))
        for row in range(ROWS)
    )
    SubElement(svg, "desc").text = f"{title}, {state.to_move} to move. Position: {rows}"
    svg.extend(point(at, kind) for at, kind in kinds.items())
    if filled:
        ring = point(filled[-1], "last").attrib | {"r": "9", "fill": "none"}
        SubElement(svg, "circle", ring)
    svg.extend(label(f"{seat}: {played // 2}", (60, 540), "score") for seat in "\U0001f600b")
    return svg


@attrs.frozen
class Wide(Drawn):
    """Nim as a board of 1,000 points; at most 700 may be taken."""

    drawing: ClassVar[str] = __name__


MARKS: Final = ()


def draw(state: Wide, asked: Picture[Take, None]) -> Element:
    return picture(state, asked.title or "")


@cache
def long_game(state: Drawn) -> Record[Any, Any]:
    """A game in which one is taken at a time, to the end."""
    return Record(Game.from_state(state, [Take(1)] * state.heap))


@pytest.fixture(autouse=True)
def nim_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, "nim", NIM)


@cache
def wide_page() -> str:
    return replay_page(long_game(Wide(PLIES)))


def expected(record: Record[Any, Any], ply: int) -> str:
    """The picture of a ply as the state draws it, in a form to compare."""
    state = [*record.game.states()][ply]
    title = f"Ply {ply}: 1" if ply else "Start"
    move = record.game.moves[ply - 1] if ply else None
    return canonicalize(state.to_svg(last_move=move, title=title), strip_text=True)


def test_a_long_game_on_a_wide_board() -> None:
    assert len(wide_page()) < 500_000
    data, record = data_in(wide_page()), long_game(Wide(PLIES))
    assert len(data["plies"]) == PLIES + 1
    for ply in (0, 1, 2, 49, 50, 51, 52, 333, 699, 700):
        assert put_together(data, ply) == expected(record, ply)


def test_a_ply_says_only_what_changes() -> None:
    first, *others = (each["changes"] for each in data_in(wide_page())["plies"])
    ((at, count, *parts),) = first
    assert (at, count) == (0, 0)
    assert len(parts) == COLUMNS * ROWS + 5
    assert max(len([*chain(*each)]) for each in others) < 30


def test_a_text_that_changes_a_little_is_not_repeated() -> None:
    parts = Parsed(wide_page()).data["parts"]
    assert len([part for part in parts if "Position" in str(part)]) == 1


def test_elements_that_are_given_are_not_changed() -> None:
    before = tostring(point(0, "free"))
    replay_page(long_game(Wide(3)))
    assert tostring(point(0, "free")) == before


def test_an_outermost_element_that_changes() -> None:
    record = long_game(Drawn(9))
    data = data_of(record)
    for ply in range(10):
        assert put_together(data, ply) == expected(record, ply)


SHORT = st.lists(st.integers(0, 9), max_size=30)


@given(SHORT, SHORT)
def test_edits_make_one_list_of_another(old: list[int], new: list[int]) -> None:
    made = [*old]
    for at, count, added in edits(old, new):
        assert count or added
        assert len(made[at : at + count]) == count
        made[at : at + count] = added
    assert made == new


@given(st.text("ab ./", max_size=30), st.text("ab ./\U0001f600", max_size=30))
def test_edits_make_one_text_of_another(old: str, new: str) -> None:
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
