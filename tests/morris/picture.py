"""What is in a picture, and the whole picture that `tests/drawing/test_games.py` compares with.

`python docs/_ext/boards.py` draws that one anew.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from support.pictures import Spot, by_place, middle, numbers

from ninetka.morris import Field, Move, State

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
        last_move=last, marks=["legal-moves"], names=["Ann", "Bartholomew the Great of Somewhere"],
        size=400, highlights=[11], arrows=[(22, 15)],
    )  # fmt: skip


def on_fields(picture: Element, kind: str) -> dict[Field, Element]:
    """The elements of a class that are on fields."""
    return {Field(int(number)): each for number, each in by_place(picture, kind).items()}


def places(picture: Element) -> dict[Field, Spot]:
    return {field: middle(each) for field, each in on_fields(picture, "field").items()}


def corners(path: Element) -> list[Spot]:
    """The corners of a path that has but absolute ones."""
    each = numbers(path.get("d"))
    return list(zip(each[::2], each[1::2], strict=True))


def radius_of(picture: Element) -> float:
    """Of the tokens on the board."""
    token, *_ = on_fields(picture, "token").values()
    return float(token[0].get("r", ""))
