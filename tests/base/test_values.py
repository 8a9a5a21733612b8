"""Values: immutable mappings, and how values are shown."""

from __future__ import annotations

import builtins
import copy
import pickle
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import NESTORGAMES, Game, Pass, Ruleset, Square, State, kropki
from ninetka.base.frozenmap import FrozenMap
from ninetka.base.values import Immutable

ITEMS = st.dictionaries(st.text(max_size=3), st.integers())


@given(ITEMS)
def test_equal_maps_have_one_hash_whatever_their_order(items: dict[str, int]) -> None:
    shuffled = dict(reversed(items.items()))
    assert FrozenMap(items) == FrozenMap(shuffled) == items
    assert hash(FrozenMap(items)) == hash(FrozenMap(shuffled))


def test_maps_of_other_items_have_other_hashes() -> None:
    maps = [FrozenMap({key: value}) for key in "ab" for value in range(10)]
    assert len({hash(some) for some in (*maps, FrozenMap[str, int]())}) == 21


def test_a_map_is_read_as_a_dict_and_cannot_be_changed() -> None:
    items = {"b": 2, "a": 1}
    some = FrozenMap(items)
    assert FrozenMap([*items.items()]) == some
    items["a"] = 2
    assert (list(some), len(some), some["a"]) == (["b", "a"], 2, 1)
    assert (list(some.items()), list(some.values())) == ([("b", 2), ("a", 1)], [2, 1])
    assert repr(some) == "{'b': 2, 'a': 1}"
    with pytest.raises(TypeError):
        some["a"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        some._items = {}


def test_a_map_is_copied_and_pickled() -> None:
    some = FrozenMap({"a": 1})
    for other in (copy.copy(some), copy.deepcopy(some), pickle.loads(pickle.dumps(some))):
        assert other == some
        assert hash(other) == hash(some)


@pytest.mark.skipif(sys.version_info < (3, 15), reason="Python 3.15 brings frozendict")
def test_a_map_and_a_frozendict_are_interchangeable() -> None:
    python_s: Any = builtins.frozendict({2: 9, 3: 12})  # type: ignore[attr-defined]
    ours = FrozenMap({3: 12, 2: 9})
    assert ours == python_s
    assert python_s == ours
    assert hash(ours) == hash(python_s)
    assert FrozenMap(python_s) == ours
    assert Ruleset("own", python_s) == Ruleset("own", ours)


class Bare(Immutable):
    """A value whose repr has no brackets, as that of somebody else's game may."""

    def __repr__(self) -> str:
        return "here"


class Printer:
    """What IPython and Hypothesis give to `_repr_pretty_`."""

    said = ""

    def text(self, text: str, /) -> None:
        self.said += text


@pytest.mark.parametrize("value", [Square("A1"), State.start(), FrozenMap({1: 2})])
def test_a_value_is_shown_by_its_repr(value: Immutable) -> None:
    printer = Printer()
    value._repr_pretty_(printer, cycle=False)
    assert printer.said == repr(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (State.start(), "State('11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames')"),
        (State.start().legal_moves[:2], "(PlaceNeutral('C3'), PlaceNeutral('D3'))"),
        (kropki.Point("aa"), "Point('aa')"),
        (FrozenMap({2: Square("A1")}), "FrozenMap({2: Square('A1')})"),
        (FrozenMap(), "FrozenMap({})"),
        (Bare(), "Bare(here)"),
        (Game.start(NESTORGAMES, 2),
         "Game(from '11/11/11/11/11/11/11/11/11/11/11 a 2 nestorgames': no moves)"),
    ],
)  # fmt: skip
def test_rich_shows_what_a_repr_tells(value: object, shown: str) -> None:
    pretty = pytest.importorskip("rich.pretty", reason="rich comes with the cli extra")
    assert pretty.pretty_repr(value, max_width=200) == shown


@pytest.mark.parametrize(
    "value", [Square("A1"), Pass(), State.start(), Game.start(NESTORGAMES), Bare()]
)
def test_a_value_is_its_own_copy(value: Immutable) -> None:
    assert copy.deepcopy(value) is value
