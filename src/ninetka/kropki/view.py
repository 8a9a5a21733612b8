"""The plain data that `State.to_dict` gives, for JSON, prompts and other languages."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ..base.plain import typed_dict
from ..protocol.view import PositionView


@typed_dict
class RegionView(TypedDict):
    """A region as drawn (K5)."""

    seat: int
    chain: str
    """Two letters for each dot, the first repeated at the end (K15)."""


@typed_dict
class View(PositionView[int | str]):
    """The dict of `State.to_dict`.

    The moves are those that place a dot alone, row by row from the top (K2), and a pass where that
    is legal (K24).
    """

    legal_moves: NotRequired[list[str]]
    """All legal moves; not there if chains may be declared."""
    some_moves: NotRequired[list[str]]
    """The legal moves without chains, if chains may be declared."""

    columns: int
    rows: int
    can_declare: bool
    """Whether chains may be declared with the dot."""
    passes: int
    """The number of players who have passed: in a row, or if they pass for good, at all (K24)."""
    regions: list[RegionView]
    """In the order in which they were drawn."""
