"""The plain data that `State.to_dict` gives, for JSON, prompts and other languages."""

from __future__ import annotations

from ..base.plain import typed_dict
from ..protocol.view import PositionView


@typed_dict
class View(PositionView[int]):
    """The dict of `State.to_dict`, with legal moves in the order of their action codes."""

    phase: str
    legal_moves: list[str]
    owners: dict[str, int | None]
    """By the name of a section, such as `top left`: the seat that holds it (R11), or null."""
