"""Random games, in which all legal moves of a turn are equally likely."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...compiled.compiling import entry, inlined
from ...compiled.machine import ONE, ZERO, U, Word, below, drawn, popcount
from .declaring import dot_with_chains, find_chains, take_turn
from .rules import Positions, load
from .ruleset import Rules, by_rules
from .turns import code_of, make_pass, put_dot, survey
from .workspace import DOTS, LEFT, LIST, OWNED, ROWS, Workspace, copy

STREAM: Final = U(1 << 14)
"""The number of random words that each game has for itself, more than it needs."""
UNUSED: Final = U(1 << 13)
"""The first of these that no game needs: it has fewer than two plies for each of 2,704 points."""


class Ended(NamedTuple):
    """The results of games."""

    captured: NDArray[np.int16]
    """(games, 2): by seat, the opposing dots in points that belong to it (K11)."""
    plies: NDArray[np.int16]
    """(games,): how many plies the game took."""


@inlined
def play_out(
    work: Workspace, counter: Word, rules: Rules, record: bool, actions: NDArray[Any]
) -> Word:
    """Play a game to the end, in a workspace that has been surveyed. Returns the number of plies.

    Where chains are declared, all that are offered always are. If the game is to be a `record`, the
    codes of the moves are written to `actions`.
    """
    ply = ZERO
    while work.rows[LEFT]:
        free = work.rows[LEFT]
        choice = below(drawn(counter + ply), free + rules.may_pass)
        code = rules.columns * rules.rows
        if choice == free:
            make_pass(work)
        else:
            cell = U(work.cells[LIST + choice])
            put_dot(work, cell, rules)
            code = code_of(cell, rules)
        if record:
            actions[ply] = code
        ply += ONE
    return ply


@inlined
def _play_out_offered(
    work: Workspace, counter: Word, rules: Rules, record: bool, actions: NDArray[Any]
) -> Word:
    """The same where chains are declared: all moves offered in a turn are equally likely."""
    ply, points = ZERO, rules.columns * rules.rows
    while work.rows[LEFT]:
        free, offered = work.rows[LEFT], find_chains(work, rules)
        choice = below(drawn(counter + ply), free + offered)
        declares = choice >= free
        if not declares:
            cell = U(work.cells[LIST + choice])
        elif offered == free:  # any order of them will do
            cell = U(work.cells[LIST + choice - free])
        else:
            cell = dot_with_chains(work, choice - free, offered, rules)
        take_turn(work, cell, declares, True, rules)
        if record:
            actions[ply] = code_of(cell, rules) + (points if declares else ZERO)
        ply += ONE
    return ply


_play_random: Final = by_rules(play_out, _play_out_offered)
"""Play a game to the end, in which all moves offered in a turn are equally likely."""


@inlined
def captured(work: Workspace, seat: Word, rules: Rules) -> Word:
    """The opposing dots in points that belong to a seat (K11)."""
    count, owned, dots = ZERO, OWNED + seat * ROWS, DOTS + (ONE - seat) * ROWS
    for y in range(ONE, rules.rows + ONE):
        count += popcount(work.rows[owned + y] & work.rows[dots + y])
    return count


@entry
def playouts(
    p: Positions,
    each: Word,
    key: Word,
    first: Word,
    start: Workspace,
    work: Workspace,
    rules: Rules,
    games: Ended,
) -> None:
    """Play `each` games from each position, in rows i·each and on for position i."""
    row = ZERO
    for i in range(U(len(p.turn))):
        load(p, i, start, rules)
        survey(start, rules)
        for _ in range(each):
            copy(start, work, rules)
            counter = key + (first + row) * STREAM
            games.plies[row] = _play_random(work, counter, rules, False, games.plies)
            games.captured[row, 0] = captured(work, ZERO, rules)
            games.captured[row, 1] = captured(work, ONE, rules)
            row += ONE


@entry
def random_games(
    p: Positions, key: Word, first: Word, work: Workspace, rules: Rules, actions: NDArray[np.int16]
) -> None:
    """Play a game from each position, and write the codes of its moves to `actions`.

    These are the games of `playouts` with the same numbers. `actions`, (size, plies), keeps what
    follows the last move.
    """
    for i in range(U(len(p.turn))):
        load(p, i, work, rules)
        survey(work, rules)
        _play_random(work, key + (first + i) * STREAM, rules, True, actions[i])
