"""Why a move is illegal, as a value: found without raising an error."""

from __future__ import annotations

from enum import Enum
from typing import Generic, TypeVar, final

import attrs

from ..base.documented import documented

R = TypeVar("R", bound=Enum | None, covariant=True)


@final
@documented
@attrs.frozen
class Fault(Generic[R]):
    """What is wrong with a move: R is the game's enum of reasons."""

    reason: R
    """A code for programs; None where a game has no codes."""
    sentence: str
    """What a player is told."""
