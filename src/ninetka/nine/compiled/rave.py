"""Values of placements from all random games in which they are made later (RAVE)."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import compiled, inlined
from ...compiled.machine import ONE, ZERO, U, Word
from ...compiled.tree import Nodes, by_node
from .lanes import LANES, MODEL, Lanes
from .playouts import points, winner
from .rules import RIM_CODE, SECTIONS, Rules, next_seat

_LANES, _CORE_WORDS, _RIM_WORDS = U(LANES), U(7), U(5)
_APART: Final = 8 * 7 - int(RIM_CODE)
_3, _7, _BYTE, _EACH = U(3), U(7), U(255), U(0x0101010101010101)
_DIAGONAL, _FULL = U(0x8040201008040201), U(0x7F7F7F7F7F7F7F7F)
_SIDE, _LINE, _ROW = U(7), U(9), U(127)
_IN_FIRST = U(5)
"""The number of rows of the core in the first word of a board."""
_TRUST: Final = 1500
"""After a third as many games of its own, all games with a placement weigh 0.71."""
_MANY: Final = 1 << 11
"""So many games of a move have roots in tables, by visits; without, trees are a fifth slower."""
_ROOTS: Final = np.sqrt(np.arange(0, _MANY, LANES) + 1)
_WEIGHTS: Final = np.sqrt(_TRUST / (3 * np.arange(0, _MANY, LANES) + _TRUST))
_PLACING: Final = 1 / 6
"""The share of the usual exploration that is best where all games say something about a move."""
_SLIDING: Final = 1 / 3
"""The same in movement, where they don't: each stone slides in most games."""
_COUNTS: Final = np.array([float(lanes.bit_count()) for lanes in range(1 << LANES)])
"""By lanes, as bits: their number. WebAssembly takes long to make a float of a word."""
WON: Final = 0.25
"""The worth of a win by any lead; the rest of 1 goes by the lead."""
_SCALE: Final = 1.5
"""This lead in points, and then twice as much, is worth 0.73 and 0.88 of the rest."""
WORTH: Final = (1 - WON) / (1 + np.exp(-np.arange(-9, 10) / _SCALE))
"""By lead in points, from -9 on: what it is worth."""


class Worths(NamedTuple):
    """The sums of random games' worth to the mover of each node, by node."""

    own: NDArray[np.float64]
    """The sum over the games through it."""
    games: NDArray[np.float64]
    """The number of games through its predecessor in which the mover's move was made sometime."""
    all: NDArray[np.float64]
    """The sum over those games."""


class Ends(NamedTuple):
    """The placements in each lane, and the worth of its game.

    Lanes are bits: so what all games say about a placement is found by one look in a table.
    """

    made: NDArray[np.uint8]
    """(4, 96): by seat and action code, the lanes in which the placement is made; any seat's, if it
    is a neutral's. Those of the rim begin `_APART` further on, with a word of `words`."""
    words: NDArray[np.uint64]
    """(4, 12): the same, eight at a time."""
    worths: NDArray[np.float64]
    """(4, 16): by seat and lanes, what their games are worth together."""
    wins: NDArray[np.int32]
    """(4,): the number of games that each seat won."""


def new_worths() -> Worths:
    """Nothing learnt yet. The memory, 24 bytes a node, is taken when it is used."""
    return Worths(by_node(np.float64), by_node(np.float64), by_node(np.float64))


def new_ends() -> Ends:
    """Working space for the games of a visit."""
    words = np.zeros((4, int(_CORE_WORDS + _RIM_WORDS)), U)
    return Ends(words.view(np.uint8), words, np.zeros((4, 1 << LANES)), np.zeros(4, np.int32))


@inlined
def move(worths: Worths, node: int, to: int) -> None:
    """Move what was learnt of a node's move to another node."""
    worths.own[to], worths.games[to] = worths.own[node], worths.games[node]
    worths.all[to] = worths.all[node]


@inlined
def most_promising(
    nodes: Nodes, worths: Worths, node: int, exploration: float, placing: bool
) -> int:
    """The successor to go on with. RAVE: moves with few games borrow the worth of all with them."""
    best, most = 0, -1.0
    scale = exploration * (_PLACING if placing else _SLIDING)
    scale *= math.sqrt(math.log(max(nodes.games[node], 1)))
    for child in range(nodes.child[node], nodes.child[node] + nodes.children[node]):
        games, every = nodes.games[child], worths.games[child]
        if games == 0 and every == 0:
            return child
        is_seldom = games < _MANY
        weight = 0.0
        if every:
            weight = (
                _WEIGHTS[games // LANES] if is_seldom else math.sqrt(_TRUST / (3 * games + _TRUST))
            )
        promise = weight * worths.all[child] / max(every, 1)
        promise += (1 - weight) * worths.own[child] / max(games, 1)
        promise += scale / (_ROOTS[games // LANES] if is_seldom else math.sqrt(games + 1))
        if promise > most:
            best, most = child, promise
    return best


@inlined
def _core(lanes: Lanes, lane: Word) -> Word:
    """The neutrals of a game in which no stone has slid, by action code."""
    codes = ZERO
    for row in range(_SIDE):
        word, line = (ZERO, row + ONE) if row < _IN_FIRST else (ONE, row - _IN_FIRST)
        codes |= ((lanes.board[lane, word] >> line * _LINE + ONE) & _ROW) << row * _SIDE
    return codes


@compiled
def note_placements(rules: Rules, lanes: Lanes, neutrals: bool, ends: Ends) -> None:
    """Note what has been placed, before stones slide; the neutrals too, or not."""
    ends.words[:] = 0
    for lane in range(_LANES):
        seat, core = lanes.opener[MODEL], _core(lanes, lane)
        for turn in range(rules.players):
            rim = lanes.rims[lane, turn]
            for word in range(_RIM_WORDS):
                ends.words[seat, _CORE_WORDS + word] |= _spread(rim >> (word << _3)) << lane
            if neutrals:
                for word in range(_CORE_WORDS):
                    ends.words[seat, word] |= _spread(core >> (word << _3)) << lane
            seat = next_seat(rules, seat)


@inlined
def _spread(bits: Word) -> Word:
    """The lowest eight bits, as bytes of 0 or 1."""
    return ((((bits & _BYTE) * _EACH) & _DIAGONAL) + _FULL) >> _7 & _EACH


@compiled
def note_ends(rules: Rules, lanes: Lanes, ends: Ends) -> None:
    """Note what the games are worth, and who won."""
    ends.wins[:] = 0
    for lane in range(_LANES):
        won, one = winner(rules, lanes, lane), ONE << lane
        ends.wins[won] += 1
        seat = lanes.opener[MODEL]
        for turn in range(rules.players):
            most: Word = ZERO
            for other in range(rules.players):
                if other != turn:
                    most = max(most, points(rules.players, lanes, lane, other))
            # By the points that the seat has more than any other, as a difference of words
            worth = WORTH[SECTIONS + (points(rules.players, lanes, lane, turn) - most)]
            worth += WON if seat == won else 0.0
            for others in range(one):
                ends.worths[seat, one | others] = ends.worths[seat, others] + worth
            seat = next_seat(rules, seat)


@inlined
def learn(nodes: Nodes, worths: Worths, node: int, ends: Ends) -> None:
    """Add finished games to the placements after a node."""
    start = nodes.child[node]
    mover = U(nodes.mover[start])
    apart = _APART if nodes.action[start] >= RIM_CODE else 0
    for child in range(start, start + nodes.children[node]):
        made = U(ends.made[mover, nodes.action[child] + apart])
        worths.games[child] += _COUNTS[made]
        worths.all[child] += ends.worths[mover, made]
