"""The base of the seats of all games."""

from __future__ import annotations

from enum import IntEnum
from string import ascii_lowercase

from ..base.errors import NinetkaError, quoted
from ..base.values import as_code


class GameSeat(IntEnum):
    """Base of a game's seats: places in turn order from 0, which index tuples by seat."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        to = "to" if len(cls) > 2 else "and"
        raise NinetkaError(f"{quoted(value)} is not a seat: seats are 0 {to} {len(cls) - 1}")

    __repr__ = as_code

    @property
    def letter(self) -> str:
        """The seat's name in texts: `a` for the first, unless a game has other letters."""
        return ascii_lowercase[self]

    def __str__(self) -> str:
        return self.letter

    def __format__(self, format_spec: str) -> str:
        """The letter as f-strings ask for it; the number only if they say so, as in `{seat:d}`."""
        as_number = format_spec[-1:] in {*"bcdeEfFgGnoxX%"}
        return format(int(self) if as_number else self.letter, format_spec)
