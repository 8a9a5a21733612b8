"""Moves as players call them: a dot, then `stop` and the chains that they declare (K5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ..base.errors import InvalidMoveError, quoted
from .board import POINTS
from .chains import Chain, chain_text
from .moves import Place
from .notation import read_move

_CALL: Final = re.compile(r"\s*([A-Za-z]{2})\s+stop(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
_NUMBER: Final = re.compile("[0-9]{1,3}")
_SHOWN: Final = 20
"""The most characters of a chain that an error shows."""


def read_call(text: str, chains_with: Callable[[str], Sequence[Chain]]) -> Place:
    """The move that a text stands for, which may call `stop`.

    `chains_with` gives the tight chains that can be declared with a dot. `de stop` declares the
    only one, `de stop 2` or `de stop 1 3` some of several, `de stop all` all of them, and
    `de stop cecfdgefdece` a chain that is spelled out. Raises InvalidMoveError, also if it isn't
    clear which chain is meant.
    """
    match = _CALL.fullmatch(text) if len(text.split()) > 1 else None
    if match is None or match[1] not in POINTS:
        return read_move(text)
    dot, words = match[1], (match[2] or "").split()
    if words and not any(word.lower() == "all" or _NUMBER.fullmatch(word) for word in words):
        return read_move(".".join([dot, *words]), written=text)
    chains = chains_with(dot)
    return Place(dot, [chains[which] for which in _chosen(dot, words, chains)])


def _chosen(dot: str, words: Sequence[str], chains: Sequence[Chain]) -> Sequence[int]:
    """The numbers of the chains that are meant, from 0."""
    if not chains:
        raise InvalidMoveError(f"there is no chain to declare with {dot}: place the dot alone")
    everything = range(len(chains))
    if [word.lower() for word in words] == ["all"] or (not words and len(chains) == 1):
        return everything
    numbers = [int(word) - 1 if _NUMBER.fullmatch(word) else -1 for word in words]
    wrong = [w for w, number in zip(words, numbers, strict=True) if number not in everything]
    if words and not wrong:
        repeated = [number for number, times in Counter(numbers).items() if times > 1]
        if repeated:
            raise InvalidMoveError(f"chain {repeated[0] + 1} can be declared only once")
        return numbers
    offered = ", ".join(f"{n} {_short(chain)}" for n, chain in enumerate(chains, start=1))
    complaint = (
        f"{quoted(wrong[0])} is not one of the chains" if wrong else "say which chain you mean"
    )
    raise InvalidMoveError(
        f"{complaint}: with {dot} you can declare {offered}; write {dot} stop 1, or {dot} stop all"
    )


def _short(chain: Chain) -> str:
    text = chain_text(chain)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(chain)} dots)"
