"""Players by name, as commands and programs in other languages write them."""

from __future__ import annotations

import re
from typing import Final

from ..base.errors import NinetkaError, quoted
from .playing import BuiltIn, Greedy, MonteCarlo, Random, Search

_WORD: Final = re.compile(r"(mc|search):([0-9]{1,20}|[0-9.]{1,30}(?:e-?[0-9]{1,3})?s)")
_PLAIN: Final[dict[str, BuiltIn]] = {"random": Random(), "greedy": Greedy()}


def player_of(text: str) -> BuiltIn:
    """The player with a name: `random`, `greedy`, `mc:1000`, `search:10000` or `search:0.5s`.

    The number is how many playouts, or how many seconds, each move takes: a search can have
    either. Raises NinetkaError.

    >>> player_of("search:0.5s")
    Search(visits=None, seconds=0.5)
    """
    if text in _PLAIN:
        return _PLAIN[text]
    word = _WORD.fullmatch(text)
    if word is not None:
        kind, amount = word.groups()
        if kind == "search" and amount.endswith("s"):
            return Search(seconds=_number(amount, text))
        if not amount.endswith("s"):
            count = int(amount)
            return MonteCarlo(count) if kind == "mc" else Search(visits=count)
    raise _unknown(text)


def _number(amount: str, text: str) -> float:
    try:
        return float(amount.removesuffix("s"))
    except ValueError:
        raise _unknown(text) from None


def _unknown(text: str) -> NinetkaError:
    return NinetkaError(
        f"{quoted(text)} is not a computer player: write random, greedy, mc:PLAYOUTS, "
        "search:VISITS or search:SECONDSs, for example mc:1000, search:10000 or search:0.5s"
    )
