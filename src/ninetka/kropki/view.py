"""The plain data that `State.to_dict` gives, for JSON, prompts and other languages."""

from __future__ import annotations

from typing import TypedDict

from ..protocol.view import PositionView


class RegionView(TypedDict):
    """A region as drawn (K5)."""

    seat: int
    chain: str
    """Two letters for each dot, the first repeated at the end (K15)."""


class View(PositionView[int]):
    """What `State.to_dict` gives.

    The legal moves are those that place a dot alone, row by row from the top (K2).
    """

    columns: int
    rows: int
    can_declare: bool
    """Whether chains may be declared with the dot. If not, `legal_moves` has all legal moves."""
    regions: list[RegionView]
    """In the order in which they were drawn."""
