"""What `help()` says of the fields of a slotted class, with its source and without."""

from __future__ import annotations

import inspect
import pickle

import attrs
import pytest

from ninetka.base import documented as module
from ninetka.base.documented import documented


@documented
@attrs.frozen
class Pair:
    """Two numbers."""

    one: int
    """The first.

    It may be any number.
    """
    other: int = 0
    total: int = attrs.field(init=False, default=0)
    """Their sum."""


@documented
@attrs.frozen
class Triple(Pair):
    """Three of them."""

    third: int = 0
    """The last."""


def test_python_finds_the_docstrings_below_the_fields() -> None:
    assert inspect.getdoc(Pair.one) == "The first.\n\nIt may be any number."
    assert inspect.getdoc(Pair.total) == "Their sum."
    assert inspect.getdoc(Triple.one) == inspect.getdoc(Pair.one)
    assert inspect.getdoc(Triple.third) == "The last."


def test_a_field_without_one_has_none() -> None:
    assert inspect.getdoc(Pair.other) is None


def test_without_the_source_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(_: object) -> str:
        raise OSError("could not get source code")

    monkeypatch.setattr(inspect, "getsource", without)
    module._docstrings.cache_clear()
    assert inspect.getdoc(Pair.one) is None
    module._docstrings.cache_clear()


def test_the_class_works_as_before() -> None:
    assert pickle.loads(pickle.dumps(Triple(1, 2, 3))) == Triple(1, 2, 3)
    assert set(vars(Pair)["__slots__"]) == {"one", "other", "total", "__weakref__"}
    assert not hasattr(Triple(1), "__dict__")
