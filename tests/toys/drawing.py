"""The race as it is drawn: the text of the position as a board, and an empty picture."""

from __future__ import annotations

from typing import Any, Final
from xml.etree.ElementTree import Element

from ninetka.drawing import Picture, TextBoard
from ninetka.protocol import GameState

MARKS: Final = ()


def draw(state: GameState[Any], picture: Picture[Any, Any]) -> Element:
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})


def write(state: GameState[Any], board: TextBoard[Any]) -> str:
    return state.to_text()
