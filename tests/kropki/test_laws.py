"""What holds in every game by either ruleset, tried on random games."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetka import kropki
from ninetka.kropki import (
    STANDARD,
    TERRITORY,
    AutomaticState,
    DeclaredState,
    IllegalMoveError,
    Place,
    Point,
    Region,
    Ruleset,
    Seat,
    Start,
    State,
)
from ninetka.kropki.board import LETTERS
from ninetka.kropki.chains import Chain, chain_text

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 12))
# Whole games: a list of Hypothesis's own would nearly always be too short for captures.
CHOICES = st.builds(
    lambda seed, plies: [Random(seed * 100 + ply).randrange(2**16) for ply in range(plies)],
    st.integers(0, 2**32),
    st.integers(0, 144),
)
BOTH = pytest.mark.parametrize("published", [TERRITORY, STANDARD], ids=["territory", "standard"])


def sized(published: Ruleset, size: tuple[int, int]) -> Ruleset:
    columns, rows = size
    return attrs.evolve(published, columns=columns, rows=rows, start=Start.EMPTY)


def some_move(state: State, choice: int) -> Place:
    """A legal move; every other one declares all tight chains there are, with its dot placed."""
    point = state.free[choice // 2 % len(state.free)]
    return Place(point, state.legal_chains(point) if choice % 2 else ())


def play(state: State, choices: list[int]) -> Iterator[tuple[State, Place, State]]:
    """Each state, the move made in it and the state after."""
    for choice in choices:
        if state.is_over:
            return
        move = some_move(state, choice)
        after = state.apply(move)
        yield state, move, after
        state = after


@BOTH
@given(size=SIZES, choices=CHOICES)
def test_a_point_has_a_dot_or_belongs_to_somebody_or_is_free(
    published: Ruleset, size: tuple[int, int], choices: list[int]
) -> None:
    for _, _, state in play(State.start(sized(published, size)), choices):
        points = state.board.points
        empty = {point for point in points if point not in state.dots}
        owned = {point for point in points if state.owner_of(point) is not None}
        assert set(state.free) == empty - owned
        assert state.max_plies_left == len(state.free)
        assert state.is_over == (not state.free) == (state.outcome is not None)


@BOTH
@given(size=SIZES, choices=CHOICES)
def test_scores(published: Ruleset, size: tuple[int, int], choices: list[int]) -> None:
    for before, _, after in play(State.start(sized(published, size)), choices):
        mover = before.to_move
        assert after.to_move is mover.other
        assert after.scores[mover] >= before.scores[mover]
        if published is TERRITORY:
            assert after.scores[mover.other] <= before.scores[mover.other]
        recounted = [
            sum(
                dot is seat.other and after.owner_of(point) is seat
                for point, dot in after.dots.items()
            )
            for seat in Seat
        ]
        assert list(after.scores) == recounted


@BOTH
@given(size=SIZES, choices=CHOICES)
def test_nobody_owns_the_edge_and_regions_nest_or_are_apart(
    published: Ruleset, size: tuple[int, int], choices: list[int]
) -> None:
    columns, rows = size
    for _, _, state in play(State.start(sized(published, size)), choices):
        for point in state.board.points:
            if point.column in (0, columns - 1) or point.row in (0, rows - 1):
                assert state.owner_of(point) is None
        for earlier, later in combinations(state.regions, 2):
            assert earlier.inside < later.inside or not earlier.inside & later.inside
        for point in state.board.points:
            around = [region.seat for region in state.regions if point in region.inside]
            assert state.owner_of(point) is (around[-1] if around else None)
            assert state.is_dead(point) == (bool(around) and point in state.dots)


@BOTH
@given(size=SIZES, choices=CHOICES)
def test_dots_stay_where_they_are_and_dead_ones_dead(
    published: Ruleset, size: tuple[int, int], choices: list[int]
) -> None:
    for before, move, after in play(State.start(sized(published, size)), choices):
        assert {**after.dots} == {**before.dots, move.point: before.to_move}
        for point in before.dots:
            assert after.is_dead(point) >= before.is_dead(point)
        assert after.regions[: len(before.regions)] == before.regions


@BOTH
@given(size=SIZES, choices=CHOICES)
def test_a_position_reads_back(
    published: Ruleset, size: tuple[int, int], choices: list[int]
) -> None:
    state = State.start(sized(published, size))
    for _, _, after in play(state, choices):
        state = after
    ruleset = state.ruleset
    same = [
        State.from_text(state.to_text(), ruleset),
        State.from_setup(state.to_setup()),
        pickle.loads(pickle.dumps(state)),
        copy.deepcopy(state),
        eval(repr(state), vars(kropki)),
    ]
    for other in same:
        assert other == state
        assert hash(other) == hash(state)
        assert other.to_text() == state.to_text()
    for choice in choices[:3]:
        if not state.is_over:
            move = some_move(state, choice)
            assert {other.apply(move) for other in same} == {state.apply(move)}


Turn = Callable[[int, int, int, int], tuple[int, int]]
TURNS: list[Turn] = [
    lambda column, row, columns, rows: (column, row),
    lambda column, row, columns, rows: (columns - 1 - column, row),
    lambda column, row, columns, rows: (column, rows - 1 - row),
    lambda column, row, columns, rows: (columns - 1 - column, rows - 1 - row),
    lambda column, row, columns, rows: (row, column),
    lambda column, row, columns, rows: (rows - 1 - row, column),
    lambda column, row, columns, rows: (row, columns - 1 - column),
    lambda column, row, columns, rows: (rows - 1 - row, columns - 1 - column),
]


@BOTH
@given(size=SIZES, choices=CHOICES, which=st.sampled_from(range(8)), swap=st.booleans())
def test_turned_boards_and_exchanged_colours_play_alike(
    published: Ruleset, size: tuple[int, int], choices: list[int], which: int, swap: bool
) -> None:
    columns, rows = size

    def turned(point: Point) -> Point:
        column, row = TURNS[which](point.column, point.row, columns, rows)
        return Point(LETTERS[column] + LETTERS[row])

    def turned_chain(chain: Chain) -> Chain:
        return tuple(map(turned, chain))

    def turned_seat(seat: Seat) -> Seat:
        return seat.other if swap else seat

    other = State.start(sized(published, (rows, columns) if which > 3 else size))
    if swap:
        other = State.from_setup(attrs.evolve(other.to_setup(), to_move=Seat.SECOND))
    for _, move, state in play(State.start(sized(published, size)), choices):
        other = other.apply(Place(turned(move.point), map(turned_chain, move.chains)))
        assert {**other.dots} == {turned(p): turned_seat(s) for p, s in state.dots.items()}
        assert set(other.regions) == {
            Region(turned_seat(region.seat), turned_chain(region.chain)) for region in state.regions
        }
        assert set(other.free) == set(map(turned, state.free))
        assert {frozenset(chain) for chain in other.legal_chains()} == {
            frozenset(turned_chain(chain)) for chain in state.legal_chains()
        }
        scores = state.settlement().scores
        assert other.settlement().scores == (scores[::-1] if swap else scores)


def damaged(chain: Chain, random: Random) -> tuple[Chain, bool]:
    """The chain written in another way, or spoilt, and whether it can still be legal."""
    at = random.randrange(len(chain))
    rotated = chain[at:] + chain[:at]
    match random.randrange(5):
        case 0:
            return rotated, True
        case 1:
            return rotated[::-1], True
        case 2:
            return rotated[1:], True
        case 3:
            return (*rotated, rotated[random.randrange(1, len(rotated))]), False
        case _:
            return rotated[:2], False


@given(size=SIZES, choices=CHOICES, random=st.integers().map(Random))
def test_legality_is_the_same_however_it_is_asked(
    size: tuple[int, int], choices: list[int], random: Random
) -> None:
    for state, move, _ in play(State.start(sized(TERRITORY, size)), choices):
        tried = move
        possible = True
        if move.chains:
            chain, possible = damaged(move.chains[-1], random)
            tried = Place(move.point, (*move.chains[:-1], chain))
        if random.randrange(4) == 0:
            tried = Place(random.choice(state.board.points), tried.chains)
        legal = state.is_legal(tried)
        assert possible or not legal
        if legal:
            assert state.parse_move(state.move_text(tried)) == tried
            assert state.apply(tried) == state.apply(str(tried)) == state.apply_unchecked(tried)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(tried)
            assert (caught.value.move, caught.value.state) == (tried, state)
            with pytest.raises(IllegalMoveError) as of_text:
                state.parse_move(str(tried))
            with pytest.raises(IllegalMoveError) as to_text:
                state.move_text(tried)
            assert caught.value.reason is of_text.value.reason is to_text.value.reason


@given(size=SIZES, choices=CHOICES)
def test_what_is_captured_by_itself_can_be_declared(
    size: tuple[int, int], choices: list[int]
) -> None:
    declared = State.start(sized(TERRITORY, size))
    for before, move, after in play(State.start(sized(STANDARD, size)), choices):
        drawn = after.regions[len(before.regions) :]
        own = [region.chain for region in drawn if region.seat is before.to_move]
        others = [region for region in drawn if region.seat is not before.to_move]
        assert not (own and others)
        declared = declared.apply(Place(move.point, own))
        setup = declared.to_setup()
        setup = attrs.evolve(setup, regions=[*setup.regions, *others])
        declared = State.from_setup(setup)
        assert declared.scores == after.scores
        assert declared.free == after.free


@given(size=SIZES, choices=CHOICES)
def test_tight_chains_are_legal_one_after_another(
    size: tuple[int, int], choices: list[int]
) -> None:
    for _, _, state in play(State.start(sized(TERRITORY, size)), choices):
        assert isinstance(state, DeclaredState)
        chains = state.legal_chains()
        for chain in chains:
            state.check_chain(chain)
            state.check_chain(chain_text(chain[::-1]))
        if not state.is_over:
            point = state.free[0]
            assert state.is_legal(Place(point, state.legal_chains(point)))
            assert set(chains) <= set(state.legal_chains(point))
            offered = state.some_moves
            assert [move.point for move in offered] == [*state.free] * (2 if chains else 1)
            assert all(map(state.is_legal, offered))


@given(size=SIZES, choices=CHOICES)
def test_automatic_states_list_their_moves(size: tuple[int, int], choices: list[int]) -> None:
    columns, rows = size
    for _, _, state in play(State.start(sized(STANDARD, size)), choices):
        assert isinstance(state, AutomaticState)
        moves = state.legal_moves
        assert [*moves] == [Place(point) for point in state.free]
        assert len(moves) == len(state.free)
        assert bool(moves) == (not state.is_over)
        assert [moves[at] for at in range(-len(moves), len(moves))] == [*moves] * 2
        assert moves == state.some_moves
        assert [state.action(move) for move in moves] == [*state.legal_actions]
        assert [state.move(code) for code in state.legal_actions] == [*moves]
        assert [*state.legal_actions] == sorted(state.legal_actions)
        codes = range(state.action_count)
        points = [state.move(code).point for code in codes]
        assert points == [*state.board.points]
        assert state.plane_shape == (rows, columns)
        own, foreign, ours, theirs, free, to_move = state.planes(0)
        assert state.planes(1) == (
            foreign,
            own,
            theirs,
            ours,
            free,
            to_move ^ (1 << columns * rows) - 1,
        )
        for code, point in enumerate(points):
            assert (own >> code & 1, foreign >> code & 1) == tuple(
                state.dots.get(point) is seat for seat in Seat
            )
            assert (ours >> code & 1, theirs >> code & 1) == tuple(
                state.owner_of(point) is seat for seat in Seat
            )
            assert free >> code & 1 == (point in state.free)
