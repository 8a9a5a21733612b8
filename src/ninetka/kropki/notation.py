"""Moves and positions as text, legal or not (K14-K16), and moves as players call them (K5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from ..base.errors import InvalidMoveError, quoted
from ..base.messages import joined
from ..protocol.grid_text import read_rows, row_width, rows_of, write_rows
from .board import LETTERS, LONGEST, POINTS, SEATS, Point, Seat
from .chains import Chain, chain_text
from .moves import Place, as_chain
from .position import Position
from .texts import Say

_POINT: Final = "[A-Za-z]{2}"
_MOVE: Final = re.compile(rf"{_POINT}(?:\.(?:{_POINT})*)*")
_REGION: Final = re.compile(
    rf"(?P<seat>[xo]):(?P<chain>(?P<first>{_POINT})(?:{_POINT})+(?P=first))"
)
_SEATS: Final = {seat.letter: seat for seat in SEATS}
_LETTERS: Final = "".join(_SEATS)
_CALL: Final = re.compile(r"\s*([A-Za-z]{2})\s+stop(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
_NUMBER: Final = re.compile("[0-9]{1,3}")
_SHOWN: Final = 20
"""The most characters of a chain that an error shows."""


class Words(NamedTuple):
    """The words of a position text (K16), in their order."""

    board: str
    to_move: str
    ruleset: str
    regions: str
    passes: str = ""
    """Left out if nobody has passed."""


@cache
def _dot_on(name: str) -> Place:
    return Place(name)


def read_move(text: str, written: str | None = None) -> Place:
    """The move that a text stands for (K15), ignoring white space around it.

    Raises InvalidMoveError, which quotes what was `written` if that is another text.
    """
    word = text.strip()
    if word in POINTS:
        return _dot_on(word)
    if not _MOVE.fullmatch(word):
        raise InvalidMoveError(Say.NOT_A_MOVE(text=quoted(written or text)))
    point, *chains = word.split(".")
    for chain in chains:
        if len(chain) < 4 or chain[:2] != chain[-2:]:
            raise InvalidMoveError(Say.CHAIN_OPEN(chain=quoted(chain)))
    return Place(point, chains)


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
        raise InvalidMoveError(Say.NO_CHAIN(dot=dot))
    everything = range(len(chains))
    if [word.lower() for word in words] == ["all"] or (not words and len(chains) == 1):
        return everything
    numbers = [int(word) - 1 if _NUMBER.fullmatch(word) else -1 for word in words]
    wrong = [w for w, number in zip(words, numbers, strict=True) if number not in everything]
    if words and not wrong:
        repeated = [number for number, times in Counter(numbers).items() if times > 1]
        if repeated:
            raise InvalidMoveError(Say.CHAIN_TWICE(number=repeated[0] + 1))
        return numbers
    offered = tuple(joined([str(n), _short(chain)]) for n, chain in enumerate(chains, start=1))
    if wrong:
        raise InvalidMoveError(Say.NOT_A_CHAIN(word=quoted(wrong[0]), dot=dot, chains=offered))
    raise InvalidMoveError(Say.WHICH_CHAIN(dot=dot, chains=offered))


def _short(chain: Chain) -> str:
    text = chain_text(chain)
    if len(text) <= _SHOWN:
        return text
    return Say.LONG_CHAIN(beginning=text[:_SHOWN], count=len(chain))


def board_size(text: str) -> tuple[int, int]:
    """The number of points in the first row of a position text, and the number of rows."""
    first, *_ = text.split("/")
    return row_width(first, LONGEST), text.count("/") + 1


def read_board(text: str, columns: int, rows: int) -> tuple[dict[Point, Seat], list[str]]:
    """The dots in the rows of a position text, and a sentence for each row that is wrong."""
    count = text.count("/") + 1
    if count != rows:
        return {}, [Say.ROW_COUNT(columns=columns, rows=rows, count=count)]
    found, wrong = read_rows(text, LETTERS[:rows], columns, _SEATS, "points", LONGEST)
    dots = {Point(LETTERS[column] + LETTERS[row]): seat for row, column, seat in found}
    return dots, wrong


def read_region(text: str) -> tuple[Seat, Chain] | None:
    """The seat and the chain of a region; None if the text is not `x:` or `o:` and a closed chain.

    Whether the chain is a ring is not checked.
    """
    match = _REGION.fullmatch(text)
    return None if match is None else (_SEATS[match["seat"]], as_chain(match["chain"]))


def write_position(position: Position) -> str:
    """The text of a position (K16)."""
    board = position.board
    rows = rows_of(position.dot_masks, _LETTERS, board.columns, board.rows, board.stride)
    drawn = ",".join(map(str, position.regions)) or "-"
    to_move, passes = str(position.to_move), str(position.passes or "")
    return " ".join(Words(write_rows(rows), to_move, position.ruleset.name, drawn, passes)).rstrip()
