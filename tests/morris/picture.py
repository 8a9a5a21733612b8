"""What is in a picture, and the whole picture that `test_drawing.py` compares with.

`python docs/_ext/boards.py` draws that one anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from ninetka.morris import Field, Move, State

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]

FILE = Path(__file__).parents[1] / "data" / "morris.svg"
POSITION = "aa....abab........b..b..b.....a..a.. 3/3/- 2/3/1 0 a put 9am"
MOVE = "4"


def played(position: str = POSITION, move: str = MOVE) -> tuple[State, Move]:
    """The state after a move, and the move."""
    state = State.from_text(position)
    last = state.parse_move(move)
    return state.apply(last), last


def picture() -> str:
    """The picture, drawn now: each kind of mark is in it."""
    state, last = played()
    return state.to_svg(
        last_move=last,
        marks=["legal-moves"],
        names=["Ann", "Bartholomew the Great of Somewhere"],
        size=400,
        highlights=[11],
        arrows=[(22, 15)],
    )


def drawn(state: State, **options: Any) -> Element:
    """The picture, read as XML."""
    return fromstring(state.to_svg(**options))


def of_class(picture: Element, kind: str) -> list[Element]:
    return [each for each in picture.iter() if kind in each.get("class", "").split()]


def on_fields(picture: Element, kind: str) -> dict[Field, Element]:
    """The elements of a class that are on fields."""
    return {
        Field(int(number)): each
        for each in of_class(picture, kind)
        if (number := each.get("data-field")) is not None
    }


def numbers(text: str | None) -> list[float]:
    """The numbers in an attribute."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


def middle(element: Element) -> Point:
    """Of a circle, or of the one in a group."""
    circle = next(each for each in element.iter() if each.get("cx"))
    return float(circle.get("cx", "")), float(circle.get("cy", ""))


def places(picture: Element) -> dict[Field, Point]:
    return {field: middle(each) for field, each in on_fields(picture, "field").items()}


def corners(path: Element) -> list[Point]:
    """The corners of a path that has but absolute ones."""
    each = numbers(path.get("d"))
    return list(zip(each[::2], each[1::2], strict=True))


def radius_of(picture: Element) -> float:
    """Of the tokens on the board."""
    token, *_ = on_fields(picture, "token").values()
    return float(token[0].get("r", ""))
