"""`greedy` takes what a move gains at once, in each game what the game itself counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs
import pytest
from toys.fork import Fork, Tree, turn, won
from toys.race import RACE, Race

from ninetka import NESTORGAMES, WIKI, State, games, kropki, morris, players
from ninetka.morris import Phase
from ninetka.players import Greedy
from ninetka.simulate import random_game

MILLS = morris.State.start(morris.MILLS)


def grid(ruleset: kropki.Ruleset, size: int) -> kropki.State:
    return kropki.State.start(attrs.evolve(ruleset, columns=size, rows=size))


def share_against_random(start: Any, games: int) -> float:
    """The share of the wins of `greedy`, whose seat changes after each game."""
    total = 0.0
    for number in range(games):
        state, rng, own = start, Random(number), number % start.players
        while not state.is_over:
            player = Greedy() if state.to_move == own else players.RandomPlayer()
            state = state.apply(player.choose(state, rng))
        total += float(state.outcome.shares[own])
    return total / games


@pytest.mark.parametrize(
    ("start", "games", "least"),
    [
        (State.start(NESTORGAMES), 20, 0.85),
        (MILLS, 6, 0.99),
        (morris.State.start(players=3), 3, 0.99),
        (grid(kropki.STANDARD, 8), 10, 0.9),
        (grid(kropki.TERRITORY, 8), 10, 0.7),
        *(
            pytest.param(*case, marks=pytest.mark.deep)
            for case in (
                (State.start(NESTORGAMES), 100, 0.92),
                (State.start(NESTORGAMES, 3), 150, 0.6),
                (State.start(NESTORGAMES, 4), 200, 0.4),
                (State.start(WIKI), 100, 0.92),
                (MILLS, 100, 0.99),
                (morris.State.start(players=3), 30, 0.95),
                (morris.State.start(players=5), 20, 0.9),
                (grid(kropki.STANDARD, 15), 20, 0.95),
                (grid(kropki.TERRITORY, 15), 20, 0.9),
            )
        ),
    ],
)  # fmt: skip
def test_greedy_beats_random(start: Any, games: int, least: float) -> None:
    assert share_against_random(start, games) >= least


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ((won(1), turn(1, won(1)), won(0)), 2),
        ((won(1), turn(1, won(1)), won(1, 2)), 1),
        ((turn(1, won(1)), won(0, 1), won(1)), 1),
    ],
)
def test_greedy_wins_at_once_and_does_not_lose_at_once(moves: tuple[Tree, ...], best: int) -> None:
    for seed in range(5):
        assert Greedy().choose(Fork(turn(0, *moves)), Random(seed)) == best


@pytest.mark.parametrize("known", [False, True], ids=["unknown", "registered"])
def test_a_game_that_says_nothing_counts_points(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if known:
        monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)
    state = Race(10, (0, 0, 0))
    assert {Greedy().choose(state, Random(seed)) for seed in range(9)} == {3}


def test_a_game_says_what_moves_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    def gains(state: Race, moves: Any) -> list[tuple[int, ...]]:
        return [(1, move == 1) for move in moves]

    entry = attrs.evolve(RACE, move_gains=gains)
    monkeypatch.setitem(games._GAMES, RACE.identifier, entry)
    state = Race(10, (0, 0, 0))
    assert {Greedy().choose(state, Random(seed)) for seed in range(9)} == {1}


# 9tka


def sections_once_slid(state: State) -> tuple[int, ...]:
    """Points by seat once all stones on the rim have slid at the same time.

    Stones of one seat that stop on the same square count as one.
    """
    where: dict[Any, list[int]] = {}
    stones = state.to_setup().stones.items()
    for square, stone in {(state.target(square) or square, stone) for square, stone in stones}:
        if square.section is not None and stone in state.seats:
            where.setdefault(square.section, [0] * state.players)[stone] += 1
    holders = [each.index(max(each)) for each in where.values() if each.count(max(each)) == 1]
    return tuple(holders.count(seat) for seat in range(state.players))


def test_in_9tka_it_has_the_most_sections_once_the_stones_have_slid() -> None:
    tried = 0
    for seed in range(6):
        for state in [*random_game(State.start(players=3), Random(seed)).states][45:-3:7]:
            leads = {}
            for move in state.legal_moves:
                points = list(sections_once_slid(state.apply(move)))
                leads[move] = points.pop(state.to_move) - max(points)
            tried += len({*leads.values()}) > 1
            assert leads[Greedy().choose(state, Random(1))] == max(leads.values())
    assert tried > 12


# 9AM and Mills


def of_random_games(start: Any, such: Callable[[Any], Any], count: int) -> Iterator[Any]:
    """Positions of random games, with what they have that is looked for."""
    seed = 0
    while count:
        for state in random_game(start, Random(seed)).states:
            found = such(state)
            if found and count:
                count -= 1
                yield state, found
        seed += 1


def mills_to_make(state: morris.State) -> list[morris.Move]:
    if state.phase is Phase.REMOVE:
        return []
    return [move for move in state.legal_moves if state.apply(move).phase is Phase.REMOVE]


def mill_to_stop(state: morris.State) -> list[morris.Move]:
    """Where the other player alone would put a token to make a mill, if that is one field."""
    if state.phase is not Phase.PUT or mills_to_make(state):
        return []
    other = attrs.evolve(state, to_move=state.seats[1 - state.to_move])
    moves = mills_to_make(other) if other.hands[other.to_move] else []
    return moves if len(moves) == 1 else []


@pytest.mark.parametrize("such", [mills_to_make, mill_to_stop])
def test_in_mills_it_makes_a_mill_or_else_stops_one(such: Any) -> None:
    for state, moves in of_random_games(MILLS, such, 60):
        assert Greedy().choose(state, Random(1)) in moves


def test_in_mills_it_stops_a_step_that_makes_a_mill() -> None:
    """On three rows and columns, b's token on 8 could step to 5, between 4 and 6."""
    lines = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)]
    ruleset = attrs.evolve(
        morris.MILLS, name="small", boards={2: morris.Board(9, lines)}, jumping=0
    )
    state = morris.State.from_text("aa.b.b.ba 0/0 0/0 0 a move small", ruleset)
    assert len(state.legal_moves) > 1
    assert {str(Greedy().choose(state, Random(seed))) for seed in range(9)} == {"2-5"}


@pytest.mark.parametrize("ruleset", [morris.MILLS, morris.NINE_AM], ids=lambda it: it.name)
def test_it_removes_a_token_that_would_make_a_mill(ruleset: morris.Ruleset) -> None:
    def open_mills(state: morris.State) -> int:
        """How many moves of the other players would make a mill."""
        total = 0
        for seat in state.seats:
            if seat != mover and state.hands[seat]:
                total += len(mills_to_make(attrs.evolve(state, to_move=seat, phase=Phase.PUT)))
        return total

    def due(state: morris.State) -> bool:
        return state.phase is Phase.REMOVE and all(state.hands)

    better = 0
    for state, _ in of_random_games(morris.State.start(ruleset), due, 20):
        mover = state.to_move
        left = {move: open_mills(state.apply(move)) for move in state.legal_moves}
        chosen = left[Greedy().choose(state, Random(1))]
        better += chosen < max(left.values())
        assert chosen <= min(left.values()) + 1  # a field may be in two lines
    assert better


def test_in_9am_it_makes_the_mill_that_earns_most_cards() -> None:
    for state, moves in of_random_games(morris.State.start(players=3), mills_to_make, 30):
        seat = state.to_move
        earned = {move: state.apply(move).cards[seat] for move in moves}
        assert earned[Greedy().choose(state, Random(1))] == max(earned.values())


# Kropki


def losses(state: kropki.State, seat: int) -> int:
    """The most that another player can capture by one dot."""
    other: Any = attrs.evolve(state, to_move=state.seats[1 - seat])
    had = state.scores[1 - seat]
    return max((other.apply(move).scores[1 - seat] - had for move in other.legal_moves), default=0)


def test_in_kropki_it_captures_more_than_it_then_loses_or_saves_its_dots() -> None:
    captured = saved = 0
    for state, _ in of_random_games(grid(kropki.STANDARD, 6), lambda state: not state.is_over, 120):
        seat = state.to_move
        worth = {}
        for move in state.legal_moves:
            after = state.apply(move)
            won = after.scores[seat] - state.scores[seat]
            lost = after.scores[1 - seat] - state.scores[1 - seat]
            worth[move] = won - lost - losses(after, seat), won
        best = max(worth.values())
        if best != min(worth.values()):
            chosen = Greedy().choose(state, Random(1))
            captured += worth[chosen][1] > 0
            saved += losses(state, seat) > losses(state.apply(chosen), seat)
            assert worth[chosen] == best
    assert captured > 10
    assert saved > 10


DECLARED = attrs.evolve(kropki.TERRITORY, name="small", columns=7, rows=7)


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("7/2x4/1xox3/7/7/7/7 x small -", {"cd"}),  # it surrounds
        ("7/2x4/1xox3/7/7/7/7 o small -", {"cd"}),  # it saves the dot
        ("7/2x4/1xox3/2x4/7/7/7 x small -", {".bccddccbbc"}),  # it declares
    ],
)
def test_where_chains_are_declared_it_surrounds_and_then_declares(
    position: str, moves: set[str]
) -> None:
    state = kropki.State.from_text(position, DECLARED)
    chosen = {str(Greedy().choose(state, Random(seed))) for seed in range(9)}
    assert {text[2 * text[2:].startswith(".") :] for text in chosen} == moves


@pytest.mark.parametrize("ruleset", [DECLARED, attrs.evolve(kropki.STANDARD, columns=7, rows=7)])
def test_in_kropki_no_dot_goes_where_it_is_lost(ruleset: kropki.Ruleset) -> None:
    """Not into x's house in the middle, nor into its pocket above that one more dot closes."""
    ruleset = attrs.evolve(ruleset, name="small")
    rows = "1x5/x1x4/2x4/1x1x3/2x4/7/7"
    state = kropki.State.from_text(f"{rows} o small -", ruleset)
    lost = {"cd", "bb"}
    assert lost <= {*map(str, state.some_moves)}
    assert not {str(Greedy().choose(state, Random(seed))) for seed in range(200)} & lost
