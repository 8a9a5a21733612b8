"""Reading takes time in proportion to the text's length, and not much for each character."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from time import process_time

import pytest

from ninetka import NinetkaError, State
from ninetka.records import Record
from ninetka.simulate import random_game
from records.costly_texts import SHAPES, Shape, read

pytestmark = pytest.mark.load  # a regular expression is one call: its time alone tells

SMALL, LARGE = 2_000, 8_000
MOST = 30
"""How many times as long as a character of an ordinary record any other may take."""


def seconds_for_a_character(text: str, reader: Callable[[str], object], often: int = 1) -> float:
    best = 1e9
    for _ in range(often):
        begun = process_time()
        with suppress(NinetkaError):
            reader(text)
        best = min(best, process_time() - begun)
    return best / len(text)


@cache
def usual() -> float:
    """What a character of an ordinary record takes: about a microsecond."""
    text = "\n".join(Record(random_game(State.start(), Random(1))).to_text() for _ in range(20))
    return seconds_for_a_character(text, read, often=3)


def check(name: str, shape: Shape, reader: Callable[[str], object]) -> None:
    small, large = shape(SMALL), shape(LARGE)
    reading = seconds_for_a_character(large, reader)
    if reading > usual():
        in_small = seconds_for_a_character(small, reader, often=3)
        most = min(MOST * usual(), 3 * max(in_small, usual()))
        if reading >= most:  # perhaps only this once
            reading = seconds_for_a_character(large, reader, often=3)
        assert reading < most, name


@pytest.mark.long
def test_reading_is_linear_whatever_is_read() -> None:
    for name, shape, reader in SHAPES:
        check(name, shape, reader)


@pytest.mark.parametrize(
    "name",
    [
        "sgf dots TAG[Ruleset:a{} empty]", "small games AB[zz]", "tags in a comment }", "json [",
        "moves of list (1. d6 ", "in a page 1. d6 f4\n",
    ],
)  # fmt: skip
def test_what_was_slow_to_read(name: str) -> None:
    (found,) = (each for each in SHAPES if each[0] == name)
    check(*found)
