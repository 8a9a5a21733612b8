"""What positions are worth, by the search that any game has."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cache
from typing import ClassVar, Self

import attrs
import pytest
from tictactoe.state import State as TicTacToe
from toys.nim import Nim

from ninetka import Game, NinetkaError, State, morris, protocol
from ninetka.protocol.solver import final_value
from ninetka.solve import Budget, value

MUCH = Budget(nodes=1_000_000)
NONE, HALF, ALL = Fraction(0), Fraction(1, 2), Fraction(1)


@attrs.frozen
class Ended(protocol.GameOutcome):
    """The seats that have won, of three."""

    winners: tuple[int, ...]
    players: int

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(seat in self.winners) for seat in range(self.players))

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(range(self.players))


@attrs.frozen
class Walk(protocol.EnumerableState[str]):
    """A game on a graph: each place says who moves there and where to, or who has won there."""

    game: ClassVar[str] = "walk"
    action_count: ClassVar[int] = 26

    graph: str
    """Places, such as `a0:bc` for one where seat 0 moves to b or c, or `b=12` for the winners."""
    place: str = "a"
    players: int = 2

    @property
    def _here(self) -> str:
        return next(each[1:] for each in self.graph.split() if each[0] == self.place)

    @property
    def seats(self) -> Sequence[int]:
        return range(self.players)

    @property
    def to_move(self) -> int:
        return 0 if self.is_over else int(self._here[0])

    @property
    def is_over(self) -> bool:
        return self._here[0] == "="

    @property
    def outcome(self) -> Ended | None:
        if not self.is_over:
            return None
        return Ended(tuple(map(int, self._here[1:])), self.players)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        return () if self.is_over else tuple(self._here[2:])

    def apply_unchecked(self, move: str) -> Self:
        return attrs.evolve(self, place=move)

    def parse_move(self, text: str) -> str:
        return text

    def action(self, move: str) -> int:
        return ord(move) - ord("a")

    def move(self, action: object) -> str:
        raise NotImplementedError

    def to_text(self) -> str:
        return f"{self.graph} {self.place}"


@cache
def naive(state: TicTacToe) -> tuple[Fraction, int]:
    """The first player's share and the plies to the end, by trying everything."""
    if state.is_over:
        return final_value(state).payoffs[0], 0
    found = [naive(state.apply(move)) for move in state.legal_moves]
    sign = 1 if state.to_move == 0 else -1
    share = max(sign * each for each, _ in found) * sign
    plies = [plies for each, plies in found if each == share]
    won = share == (1 if sign > 0 else 0)
    return share, 1 + (min(plies) if won else max(plies))


@pytest.mark.parametrize("moves", ["a1 b2", "a1 b1", "b2 a1", "a1 b1 b2", "a1 b2 c3"])
def test_tic_tac_toe_agrees_with_trying_everything(moves: str) -> None:
    start = Game.from_state(TicTacToe()).play(moves).state
    for state in (start, *map(start.apply, start.legal_moves)):
        found, (share, plies) = value(state, MUCH), naive(state)
        assert found.proven
        assert found.payoffs == (share, 1 - share)
        assert found.distance == (None if share == HALF else plies)
        for move in state.legal_moves:
            after, still = naive(state.apply(move))
            is_best = after == share and (share == HALF or still + 1 == plies)
            assert (move in found.moves) == is_best


def test_a_game_without_a_winner_is_a_draw() -> None:
    found = value(Nim(5))
    assert (found.payoffs, found.distance, found.proven) == ((HALF, HALF), None, True)
    assert len(found.moves) == 3


def test_a_game_that_is_over_has_no_moves() -> None:
    found = value(Walk("a=1"))
    assert found.payoffs == (NONE, ALL)
    assert (found.distance, found.moves) == (0, ())


def test_a_position_that_can_be_repeated_is_not_proven_without_an_end_that_can_be_forced() -> None:
    to_and_fro = "a0:bc b1:ad c=1 d=0"
    found = value(Walk(to_and_fro), Budget(nodes=1000))
    assert not found.proven
    assert found.payoffs == (HALF, HALF)
    assert found.why_unproven
    # But a win that can be forced is one, whatever a repetition would be worth
    assert value(Walk("a0:bd b1:a c=1 d=0")).distance == 1
    assert value(Walk("a1:bc b0:ad c=0 d=0")).payoffs == (ALL, NONE)


def test_two_plies_of_one_seat_in_a_row() -> None:
    assert value(Walk("a0:bc b0:de c1:fg d=1 e=0 f=0 g=1")).moves == ("b",)


@pytest.mark.parametrize(
    ("graph", "payoffs", "moves"),
    [
        # Each takes their own best
        ("a0:bc b1:de c2:fg d=0 e=1 f=0 g=0", (1, 0, 0), ("c",)),
        # A share of a third is better than nothing, and worse than half a win
        ("a0:bc b1:dd c1:ee d= e=0", (1, 0, 0), ("c",)),
        ("a0:bc b1:d c1:e d= e=1", (Fraction(1, 3),) * 3, ("b",)),
        ("a0:bc b1:d c1:e d= e=01", (HALF, HALF, 0), ("c",)),
    ],
)
def test_three_players_are_solved(
    graph: str, payoffs: tuple[Fraction, ...], moves: Sequence[Hashable]
) -> None:
    found = value(Walk(graph, players=3))
    assert (found.payoffs, found.moves, found.proven) == (payoffs, moves, True)


def test_who_gains_by_a_choice_between_equals_is_not_proven() -> None:
    found = value(Walk("a0:bb b1:cd c=0 d=2", players=3))
    assert not found.proven
    assert found.payoffs == (HALF, NONE, HALF)
    assert "equal moves" in found.why_unproven
    # The chooser's own share is certain all the same, and nobody else's if all are equal
    assert value(Walk("a1:cd c=0 d=0", players=3)).proven


@pytest.mark.parametrize("state", [State.start(players=2), State.start(players=3)])
def test_a_budget_that_is_too_small_says_so(state: State) -> None:
    found = value(state, Budget(nodes=10))
    assert not found.proven
    assert found.why_unproven == "the budget of 10 positions was not enough"
    assert sum(found.payoffs) == 1


def test_a_budget_of_time_ends_a_search() -> None:
    found = value(morris.State.start(morris.MILLS), Budget(seconds=0.05))
    assert found.why_unproven == "the budget of 0.05 s was not enough"


@pytest.mark.parametrize("nodes", [0, -1])
def test_a_budget_is_something(nodes: int) -> None:
    with pytest.raises(NinetkaError, match="a budget of nodes is greater than 0"):
        Budget(nodes=nodes)
    with pytest.raises(NinetkaError, match="a budget of seconds is greater than 0, not nan"):
        Budget(seconds=float("nan"))
    with pytest.raises(NinetkaError, match="a budget needs a limit"):
        Budget()


def test_what_cannot_be_searched_says_so() -> None:
    from ninetka import kropki

    found = value(kropki.State.start(kropki.TERRITORY))
    assert not found.proven
    assert found.why_unproven == "the moves of this game cannot all be listed"
    with pytest.raises(NinetkaError, match="is not a state"):
        value("a1")  # type: ignore[arg-type]
