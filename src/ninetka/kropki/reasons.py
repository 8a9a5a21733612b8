"""Why a move can be illegal, as codes (K1-K12)."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why a move is illegal. The value says it in words."""

    GAME_OVER = "game over"
    OFF_THE_BOARD = "off the board"
    """The dot, or a dot of a chain, is not on the board (K1)."""
    POINT_TAKEN = "point taken"
    """There is a dot on the point (K2)."""
    INSIDE_A_REGION = "inside a region"
    """The point belongs to a player (K2)."""
    NOTHING_IS_DECLARED = "nothing is declared"
    """Captures are automatic (K10)."""
    CHAIN_TOO_SHORT = "chain too short"
    """The chain has fewer than four dots (K3)."""
    DOT_REPEATED = "dot repeated"
    """The chain visits a point more than once (K3)."""
    GAP = "gap"
    """Two successive dots are not neighbours (K3)."""
    CROSSES_ITSELF = "crosses itself"
    """Two steps are the diagonals of one square (K3)."""
    NOT_YOUR_DOT = "not your dot"
    """A point of the chain has no dot, or the opponent's (K3)."""
    DEAD_DOT = "dead dot"
    """A dot of the chain is inside a region (K3)."""
    NO_RING = "no ring"
    """No ring of dots goes through the dot (K3); only from `click`."""
    NO_CAPTIVE = "no captive"
    """There is no opposing dot inside that the player has not captured already (K6)."""
    CROSSES_A_REGION = "crosses a region"
    """A step crosses a step of a region's chain (K7)."""
    RUNS_THROUGH_A_REGION = "runs through a region"
    """A step is a short cut through a region of the player's own (K7)."""

    def __str__(self) -> str:
        return self.value
