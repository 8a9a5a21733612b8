"""How long games can be: the bound of law 3, against all games of tiny rulesets and long ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from morris.arranged import SQUARE
from ninetka.morris import (
    MILLS,
    NINE_AM,
    Board,
    FromMills,
    FullBoard,
    Move,
    Phase,
    Removals,
    Ruleset,
    Seat,
    State,
    Stuck,
)

SEVEN = Board(7, [(1, 2, 3), (3, 4, 5), (5, 6, 1), (1, 7, 4), (2, 7, 5)])
SIX = Board(6, [(1, 2, 3), (3, 4, 5), (5, 6, 1)])
LOSES: dict[str, Any] = {"stuck": Stuck.LOSES, "from_mills": FromMills.IF_ALL}
ALWAYS: dict[str, Any] = {"from_mills": FromMills.ALWAYS}


# All games


@pytest.mark.parametrize(
    ("board", "tokens", "quiet", "options", "longest", "bound"),
    [
        (SEVEN, 3, 1, LOSES, 9, 9),
        (SIX, 3, 1, {**LOSES, "mixed": True}, 10, 15),
        (SIX, 3, 1, {"mixed": True}, 10, 15),
        (SEVEN, 3, 2, {"stuck": Stuck.DRAWS, "mill_wins": True}, 10, 10),
        (SIX, 3, 2, {**LOSES, "full_board": FullBoard.FIRST_REMOVES}, 7, 11),
        (SEVEN, 3, 1, {**LOSES, "removals": Removals.EACH}, 9, 9),
        (SEVEN, 3, 1, {**LOSES, "fewest": 2}, 11, 14),
        (SEVEN, 3, 2, {**LOSES, "repetition": 2}, 11, 11),
        (SEVEN, 3, 1, {**LOSES, "marking": True}, 9, 9),
        (SEVEN, 3, 1, {**LOSES, "start": {2: "ab.a..."}}, 7, 7),
        (SEVEN, 3, 2, LOSES, 11, 11),
        (SQUARE, 3, 1, {**LOSES, "jumping": 0}, 9, 9),
        pytest.param(SQUARE, 3, 3, {}, 13, 13, marks=pytest.mark.long),
        pytest.param(SQUARE, 4, 1, {**LOSES, **ALWAYS}, 15, 16, marks=pytest.mark.long),
        pytest.param(SQUARE, 4, 1, ALWAYS, 15, 17, marks=pytest.mark.long),
    ],
)
def test_the_longest_of_all_games(
    board: Board, tokens: int, quiet: int, options: dict[str, Any], longest: int, bound: int
) -> None:
    start = State.start(Ruleset("tiny", {2: board}, tokens, False, quiet=quiet, **options))
    lengths: dict[State, int] = {}

    def length(state: State) -> int:
        """Of the longest game from here."""
        if state not in lengths:
            afters = map(state.apply_unchecked, state.legal_moves)
            lengths[state] = max((1 + length(after) for after in afters), default=0)
            assert lengths[state] <= state.max_plies_left, state
        return lengths[state]

    assert (length(start), start.max_plies_left) == (longest, bound)


# Games that players together make as long as they can


@pytest.mark.parametrize(
    ("players", "bound", "short"),
    [
        (2, 1330, 0),
        (3, 1247, 1),
        pytest.param(4, 2223, 0, marks=pytest.mark.long),
        pytest.param(5, 3479, 0, marks=pytest.mark.long),
    ],
)
def test_long_games(players: int, bound: int, short: int) -> None:
    """Each removal is made as late as possible, and the last one ends the game."""
    start, random = State.start(MILLS if players == 2 else NINE_AM, players), Random(2)
    assert start.max_plies_left == bound
    states = [start]
    while states[-1].phase is Phase.PUT:
        afters = map(states[-1].apply, states[-1].legal_moves)
        states.append(random.choice([each for each in afters if each.phase is not Phase.REMOVE]))
    while not states[-1].is_over:
        for move in [*late_mill(states[-1], random), None]:
            move = victim(states[-1], random) if move is None else move
            states.append(states[-1].apply(move))
            assert states[-1].max_plies_left < states[-2].max_plies_left
    assert len(states) - 1 == bound - short


def in_turn(state: State) -> list[Seat]:
    order = state.seats[state.to_move :] + state.seats[: state.to_move]
    return [seat for seat in order if seat not in state.expelled]


def late_mill(state: State, random: Random) -> list[Move]:
    """Quiet turns up to the limit but one, then a mill; a turn earlier if the other has to make it.

    That is when two play, and the one whose turn it would be has to lose tokens yet.
    """
    limit = state.ruleset.quiet * state.players
    order, size = in_turn(state), [own.bit_count() for own in state.masks]
    last = order[(limit - 1) % len(order)]
    others_end = all(size[seat] == 3 for seat in order if seat is not last)
    count = limit - 1 - (len(order) == 2 and size[last] > 3 and others_end)
    remover = order[count % len(order)]
    while True:
        path, here = list[Move](), state
        while (left := count - len(path)) > 7 and (moves := quiet_moves(here)):
            path.append(random.choice(moves))
            here = here.apply(path[-1])
        if left <= 7 and (end := mill_after(here, left, remover, random)):
            return path + end


def mill_after(state: State, count: int, remover: Seat, random: Random) -> list[Move]:
    """So many quiet turns, then a mill; nothing if none was found among a few."""
    if count == 0:
        mills = (m for m in state.legal_moves if state.apply(m).phase is Phase.REMOVE)
        return [move for move in [next(mills, None)] if move]
    moves = quiet_moves(state)
    random.shuffle(moves)
    for move in moves[: 3 if state.to_move is remover else 1]:
        if end := mill_after(state.apply(move), count - 1, remover, random):
            return [move, *end]
    return []


def quiet_moves(state: State) -> list[Move]:
    afters = ((move, state.apply_unchecked(move)) for move in state.legal_moves)
    return [m for m, after in afters if after.quiet > state.quiet and not after.is_over]


def victim(state: State, random: Random) -> Move:
    """First one other after the other is expelled; the last three lose tokens evenly.

    With more players the same one removes each time, with three each in turn.
    """
    sign = 1 if len(in_turn(state)) <= 3 else -1

    def tokens(move: Move) -> tuple[int, float]:
        owner = state.token_at(int(str(move)[1:]))
        assert owner is not None
        return sign * state.masks[owner].bit_count(), random.random()

    return max(state.legal_moves, key=tokens)
