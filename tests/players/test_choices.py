"""The moves that players choose, where the best ones are known, and how strong that makes them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest
from support.nine_states import playout
from toys.fork import Fork, Tree, turn, won
from toys.nim import Nim, Result, Take
from toys.race import Race

from ninetka import NinetkaError, State, kropki, morris, players
from ninetka.players import MonteCarlo, Player, Search, parse_player
from ninetka.simulate import random_game

PLAYERS = [parse_player(name) for name in ("random", "greedy", "mc:12", "search:12")]
SMALL = attrs.evolve(kropki.STANDARD, columns=6, rows=6)
GAMES = [
    State.start(players=4), kropki.State.start(attrs.evolve(kropki.TERRITORY, columns=5, rows=5)),
    kropki.State.start(attrs.evolve(SMALL, columns=5)), morris.State.start(players=5),
    morris.State.start(morris.MILLS), Race(10, (0, 0, 0)), Nim(9),
]  # fmt: skip


def played(start: Any, seating: list[Player], seed: int) -> Any:
    """The outcome of a game between players, by seat."""
    state, rng = start, Random(seed)
    while not state.is_over:
        state = state.apply(seating[state.to_move].choose(state, rng))
    return state.outcome


def wins(start: Any, player: Player, other: Player, games: int) -> float:
    """How many games a player wins against another who has all other seats; a draw is half."""
    won = 0.0
    for number in range(games):
        own = number % start.players
        seating = [player if seat == own else other for seat in range(start.players)]
        winners = played(start, seating, number).winners
        won += (own in winners) if winners else 0.5
    return won


# Any player in any game


@pytest.mark.parametrize("player", PLAYERS, ids=str)
@pytest.mark.parametrize("start", GAMES, ids=lambda start: start.game)
def test_moves_are_legal_and_the_same_again(player: Player, start: Any) -> None:
    states = list(random_game(start, Random(2)).states)
    for state in states[: -1 : len(states) // 4 + 1]:
        move = player.choose(state, Random(1))
        assert state.is_legal(move)
        assert player.choose(state, Random(1)) == move


@pytest.mark.parametrize("player", [*PLAYERS, Search(seconds=0.01)], ids=str)
def test_a_game_that_is_over_has_no_move_to_choose(player: Player) -> None:
    with pytest.raises(NinetkaError, match=r"^there is no move to choose: the game is over$"):
        player.choose(playout(State.start(), Random(1)).state, Random(1))


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_states_must_offer_moves(player: Player) -> None:
    with pytest.raises(NinetkaError, match=r"is not a state that offers moves$"):
        player.choose(object(), Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("player", [*PLAYERS, Search(seconds=60)], ids=str)
def test_an_only_move_is_not_thought_about(player: Player) -> None:
    rng = Random(1)
    assert player.choose(Fork(turn(1, turn(0, won(0), won(1)))), rng) == 0
    assert rng.getstate() == Random(1).getstate()


# What a finished game is worth


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ((won(0, 1), turn(1, won(0), won(2), won(2))), 0),  # 1/2, 1/3
        ((won(0, 1), turn(1, won(0), won(0), won(2))), 1),  # 1/2, 2/3
        ((won(0, 1, 2), won(0, 2)), 1),  # 1/3, 1/2
        ((won(1, 2), won()), 1),  # 0, 1/3: nobody wins, which is better than losing
        ((won(), turn(1, won(0), won(2), won(1, 2), won(1))), 0),  # 1/3, 1/4
        ((won(), turn(1, won(0), won(2), won(0, 1), won(0, 1, 2))), 1),  # 1/3, 11/24
    ],
)
@pytest.mark.parametrize("player", [MonteCarlo(1000), Search(visits=1000)], ids=str)
def test_a_win_is_shared_evenly(player: Player, moves: tuple[Tree, ...], best: int) -> None:
    assert player.choose(Fork(turn(0, *moves)), Random(1)) == best


# Perfect play


@attrs.frozen
class LastTaker(Nim):
    """Nim in which the player who takes the last thing wins."""

    @property
    def outcome(self) -> Any:
        return Taken((Fraction(0), Fraction(0)), 1 - self.to_move) if self.is_over else None


@attrs.frozen
class Taken(Result):
    winner: int = 0

    @property
    def winners(self) -> tuple[int, ...]:
        return (self.winner,)


@pytest.mark.parametrize("heap", [5, 6, 7, 9])
@pytest.mark.parametrize("seat", [0, 1])
def test_search_leaves_a_heap_that_loses(heap: int, seat: int) -> None:
    assert Search(visits=1500).choose(LastTaker(heap, seat), Random(1)) == Take(heap % 4)


TRAP = turn(1, won(0), won(1))  # 1/2 by chance, but seat 1 wins
CHANCE = turn(2, won(0), won(1), won(1))  # 1/3, since seat 2 cannot win
CHOICE = turn(0, won(2), won(2), won(1), won(0, 1))  # 1/8 by chance, 1/2 by choice


def test_search_sees_what_others_want_and_moves_twice_in_a_row() -> None:
    for seed in range(3):
        start = Fork(turn(0, TRAP, CHANCE, CHOICE))
        assert MonteCarlo(1000).choose(start, Random(seed)) == 0
        assert Search(visits=1000).choose(start, Random(seed)) == 2
        assert Search(visits=1000).choose(Fork(turn(0, TRAP, CHANCE)), Random(seed)) == 1


def winner(state: State) -> int:
    """The winner if both players play their best."""
    if state.outcome:
        return state.outcome.winner
    ways = {winner(state.apply(move)) for move in state.legal_moves}
    return state.to_move if state.to_move in ways else 1 - state.to_move


def test_search_finds_the_moves_that_win_at_the_end_of_9tka() -> None:
    choices = 0
    for seed in range(40):
        state = list(playout(State.start(), Random(seed)).states)[-8]
        moves = set(state.legal_moves)
        winning = {move for move in moves if winner(state.apply(move)) == state.to_move}
        if winning and winning != moves:
            choices += 1
            assert Search(visits=300).choose(state, Random(seed)) in winning
    assert choices > 1


# Strength


@pytest.mark.deep
@pytest.mark.parametrize("player", [Search(visits=100), MonteCarlo(100)], ids=str)
@pytest.mark.parametrize(
    ("start", "games", "least"),
    [(State.start(), 6, 5), (State.start(players=3), 6, 4), (kropki.State.start(SMALL), 10, 8),
     (morris.State.start(morris.MILLS), 2, 2)],
    ids=["9tka", "9tka for three", "Kropki", "Mills"],
)  # fmt: skip
def test_players_that_think_win_nearly_all_games(
    player: Player, start: Any, games: int, least: int
) -> None:
    assert wins(start, player, players.RandomPlayer(), games) >= least


@pytest.mark.deep
def test_search_beats_monte_carlo() -> None:
    start = kropki.State.start(attrs.evolve(SMALL, columns=8, rows=8))
    assert wins(start, Search(visits=100), MonteCarlo(100), 6) >= 4
