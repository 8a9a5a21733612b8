"""Colours: given by name or code, nothing else, and told apart with any colour vision."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest
from support.colour_vision import VISIONS, least_distance
from support.nine_states import NEUTRALS, after

from ninetka import NESTORGAMES, NEUTRAL, WIKI, Ruleset, Seat
from ninetka.drawing.svg import contrast, ink_on
from ninetka.nine.look.pieces import PALETTE, colour_of


@pytest.mark.parametrize("colour", ["url(http://evil.example/#a)", "red;}", "\x00", "octarine"])
def test_a_colour_that_is_none_is_not_passed_on(colour: str) -> None:
    ruleset = Ruleset("odd", {2: 1}, colours=(colour,) * 4, neutral_colour=colour)
    svg = after(f"{NEUTRALS} A5", ruleset).to_svg()
    assert colour not in svg
    fills = {each.get("fill") for each in fromstring(svg).iter()} - {None, "none"}
    assert all(re.fullmatch("#[0-9a-f]{6}", str(fill)) for fill in fills)
    assert colour_of(ruleset, Seat.FIRST) == PALETTE["yellow"]
    assert colour_of(ruleset, NEUTRAL) == PALETTE["red"]


def test_colours_can_be_named_or_given() -> None:
    ruleset = Ruleset("own", {2: 1}, colours=("#12AB34", "Blue", "pink", "white"))
    assert colour_of(ruleset, Seat.FIRST) == "#12ab34"
    assert colour_of(ruleset, Seat.SECOND) == PALETTE["blue"]
    for seat in Seat:
        assert ink_on(colour_of(ruleset, seat)) in ("#1a1a1a", "#ffffff")


@pytest.mark.parametrize("colour", PALETTE.values(), ids=PALETTE)
def test_letters_can_be_read_on_every_colour(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5  # what WCAG 2 wants of text


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("ruleset", [NESTORGAMES, WIKI], ids=lambda ruleset: ruleset.name)
def test_the_colours_are_told_apart_by_any_eye(ruleset: Ruleset, vision: str) -> None:
    colours = [colour_of(ruleset, stone) for stone in (NEUTRAL, *Seat)]
    assert least_distance(colours, vision) > 15
