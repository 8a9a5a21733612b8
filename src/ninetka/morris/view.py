"""The plain data that `State.to_dict` returns, for JSON, prompts and other languages."""

from __future__ import annotations

from ..base.plain import typed_dict
from ..protocol.view import PositionView


@typed_dict
class View(PositionView[int | str]):
    """The dict of `State.to_dict`, with legal moves in the order of their action codes."""

    phase: str
    """The kind of move that is due: `put`, `move` or `remove`; or `over`."""
    legal_moves: list[str]
    fields: list[str]
    """By field, in the order of their numbers: its name, as in moves, or its number."""
    tokens: list[int | None]
    """By field, likewise: the seat whose token is there, or None."""
    hands: list[int]
    """The number of tokens in hand, by seat (M4)."""
    cards: list[int]
    """The number of cards, by seat (M11)."""
    expelled: list[int]
    """The seats that have been expelled or have left (M12, M28)."""
    stepped_over: list[int]
    """The seats that could not move and were stepped over right before this turn (M8)."""
    quiet: int
    """The number of turns in a row that neither put nor removed a token (M13)."""
    further_removals: int
    """The number of removals that are due after this one (M20)."""
    marked: list[int]
    """The numbers of the marked fields (M26)."""
    steps: list[str]
    """The moves and jumps of the quiet turns in a row, if positions can be repeated (M22)."""
    notes: str
    """What else is noted, as the position text has it: `due:stuck` or `used:1.2.3/-`; or empty."""
