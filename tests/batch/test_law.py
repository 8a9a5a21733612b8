"""Random games follow the law of the rules: all legal moves of a turn are equally likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

from support.chi_square import check_law, check_same_law
from support.nine_states import playout

from ninetka import NESTORGAMES, WIKI, EdgeStop, Pass, Phase, Ruleset, State, TurnOrder
from ninetka.nine.samples import some_ruleset

from . import chance

FEW = Ruleset("few", {2: 5, 3: 4, 4: 3}, EdgeStop.STONE)
FEW_TO_THE_EDGE = Ruleset("few-to-the-edge", FEW.stones, EdgeStop.BOARD, TurnOrder.RESTARTS)
ONE = Ruleset("one", {2: 1, 3: 1, 4: 1})
ONE_STONE = Ruleset("one-stone", ONE.stones, EdgeStop.STONE, TurnOrder.RESTARTS)
TWO_STONE = Ruleset("two-stone", {2: 2}, EdgeStop.STONE)


def endgame(rng: Random, passes: bool) -> State:
    """A position with few slides left and several endings, in which the seat to move can slide.

    Or, asked so, in which it must pass.
    """
    while True:
        ruleset = some_ruleset(rng)
        game = playout(State.start(ruleset, rng.choice(ruleset.player_counts)), rng)
        for state in game.states:
            if (
                state.phase is Phase.MOVEMENT
                and 2 <= state.open_mask.bit_count() <= 12
                and (state.legal_moves == (Pass(),)) == passes
                and len(chance.endings(state)) > 2
            ):
                return state


@pytest.mark.parametrize("passes", [False, True], ids=["slide", "pass"])
@pytest.mark.parametrize(
    ("first", "seeds"),
    [(0, 4), *(pytest.param(1000 * k, 20, marks=pytest.mark.deep) for k in (1, 2))],
)
def test_endgames_end_by_their_exact_chances(first: int, seeds: int, passes: bool) -> None:
    for seed in range(first, first + seeds):
        state = endgame(Random(seed), passes)
        check_law(chance.at_one_go(state, 100_000, seed), chance.endings(state))


@pytest.mark.parametrize(
    ("ruleset", "players", "plies"),
    [
        (ONE_STONE, 2, 9),
        (ONE, 3, 10),
        (ONE_STONE, 4, 11),
        *(
            pytest.param(*case, marks=pytest.mark.deep)
            for case in (
                (ONE, 2, 7),
                (ONE_STONE, 2, 7),
                (ONE_STONE, 3, 10),
                (ONE, 4, 11),
                (TWO_STONE, 2, 11),
                (ONE, 3, 9),
                (ONE_STONE, 3, 9),
                (TWO_STONE, 2, 10),
            )
        ),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_tiny_games_end_by_their_exact_chances(ruleset: Ruleset, players: int, plies: int) -> None:
    for seed in range(2):
        state = playout(State.start(ruleset, players), Random(seed), plies).state
        check_law(chance.at_one_go(state, 300_000, seed), chance.endings(state))


UNEVEN = Ruleset("uneven", {2: (3, 9), 3: (1, 6, 4), 4: (5, 1, 2, 4)}, EdgeStop.STONE)
FULL_SIZE = [
    (NESTORGAMES, 2, (0, 4, 9, 20, 60)),
    (NESTORGAMES, 3, (0, 30, 55)),
    (NESTORGAMES, 4, (0, 30, 55)),
    (WIKI, 2, (0, 60)),
    (FEW, 2, (0, 4, 12, 19)),
    (FEW, 3, (0, 6, 15, 21)),
    (FEW, 4, (0, 6, 15, 21)),
    (FEW_TO_THE_EDGE, 2, (0, 4, 12, 19)),
    (FEW_TO_THE_EDGE, 3, (0, 6, 15, 21)),
    (FEW_TO_THE_EDGE, 4, (0, 6, 15, 21)),
    (UNEVEN, 2, (0, 12)),
    (UNEVEN, 3, (0, 14)),
    (UNEVEN, 4, (0, 14)),
    (ONE, 2, (0,)),
    (ONE_STONE, 2, (0,)),
    (ONE_STONE, 4, (0, 5)),
    (Ruleset("seventeen", {2: 17, 4: 8}, EdgeStop.STONE), 2, (0, 50)),
    (Ruleset("seventeen-to-the-edge", {2: 17, 4: 8}), 2, (0, 50)),
    (Ruleset("eighteen-restarts", {2: 18}, turn_order=TurnOrder.RESTARTS), 2, (0,)),
]
QUICK = {
    (NESTORGAMES, 2, 0),
    (NESTORGAMES, 4, 30),
    (FEW, 3, 6),
    (FEW_TO_THE_EDGE, 2, 0),
    (UNEVEN, 3, 14),
}


@pytest.mark.parametrize(
    ("ruleset", "players", "plies"),
    [
        pytest.param(
            ruleset,
            players,
            n,
            marks=[pytest.mark.deep] * (key not in QUICK),
            id=f"{name}-{players}-{n}",
        )
        for ruleset, players, prefixes in FULL_SIZE
        for n in prefixes
        for key, name in [((ruleset, players, n), ruleset.name)]
    ],
)
def test_playouts_end_like_games_move_by_move(ruleset: Ruleset, players: int, plies: int) -> None:
    long = (ruleset, players, plies) not in QUICK
    games = 100_000 if long else 50_000
    state = playout(State.start(ruleset, players), Random(plies), plies).state
    played = chance.at_one_go(state, games, seed=1)
    move_by_move = chance.ply_by_ply(state, games, seed=2)
    check_same_law(played, move_by_move)
    check_same_law(chance.share(played, winner), chance.share(move_by_move, winner))
    for seat in range(players):
        check_same_law(points(played, seat), points(move_by_move, seat))
    lengths = (chance.share(counts, lambda end: end[-1]) for counts in (played, move_by_move))
    check_same_law(*lengths)


def points(endings: Counter[chance.Ending], seat: int) -> Counter[float]:
    return chance.share(endings, lambda ending: ending[seat])


def winner(ending: chance.Ending) -> int:
    *scores, _ = ending
    return max(range(len(scores)), key=lambda seat: (scores[seat], seat))


@pytest.mark.deep
@pytest.mark.parametrize("plies", [0, 25])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", [NESTORGAMES, FEW], ids=lambda ruleset: ruleset.name)
def test_playouts_end_like_games_of_states(ruleset: Ruleset, players: int, plies: int) -> None:
    rng = Random(7)
    state = playout(State.start(ruleset, players), rng, min(plies, 9 + players)).state
    games = Counter[chance.Ending]()
    for _ in range(4000):
        game = playout(state, rng)
        games[*game.state.scores, len(game.moves)] += 1
    played = chance.at_one_go(state, 400_000, seed=3)
    check_same_law(games, played)
    check_same_law(chance.share(games, winner), chance.share(played, winner))


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        (NESTORGAMES, 3),
        (FEW, 2),
        *(
            pytest.param(*case, marks=pytest.mark.deep)
            for case in ((NESTORGAMES, 2), (NESTORGAMES, 4), (FEW, 3), (FEW, 4))
        ),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_all_pairs_of_choices_have_their_chances(ruleset: Ruleset, players: int) -> None:
    last = 9 + sum(ruleset.stones_by_seat(players))
    for plies in (0, 7, 8, last - 2, last - 1, last, last + 4):
        state = playout(State.start(ruleset, players), Random(plies), plies).state
        check_law(chance.first_moves(state, 2, 40_000, plies), chance.paths(state, 2))


def test_choices_around_passes_have_their_chances() -> None:
    for seed in range(4):
        state = endgame(Random(seed), passes=True)
        check_law(chance.first_moves(state, 4, 40_000, seed), chance.paths(state, 4))
