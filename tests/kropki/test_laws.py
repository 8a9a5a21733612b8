"""What holds in every game by either ruleset: the laws, tried on random games.

The games begin with dots set up at random, enclosed ones among them, so that within a few turns
there are regions in and beside each other. The naive rules choose the turns.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kropki.compare import RULES, chain_of, in_any_order, on_some_board, point_of, state_of
from kropki.turns import Turn, dense_position, random_legal_turn, random_position, random_turn
from ninetka import kropki
from ninetka.base.errors import InvalidMoveError
from ninetka.kropki import (
    STANDARD,
    AutomaticState,
    Capture,
    DeclaredState,
    IllegalMoveError,
    Place,
    Point,
    Reason,
    Region,
    Seat,
    Setup,
    State,
    Symmetry,
)
from ninetka.kropki.board import LETTERS
from ninetka.kropki.chains import Chain, chain_text

MOST = 20
"""The plies of a game that are played."""


@attrs.frozen
class Ply:
    """A move of a game, and another that was thought of before, which may be illegal."""

    before: State
    tried: Place
    move: Place
    after: State


@cache
def game(seed: int, automatic: bool) -> tuple[Ply, ...]:
    """A game by the naive rules, move by move."""
    return tuple(_plies(seed, automatic))


def _plies(seed: int, automatic: bool) -> Iterator[Ply]:
    random = Random(seed)
    naive = random_position(random, automatic, (random.randint(1, 9), random.randint(1, 9)))
    if random.random() < 0.3:
        naive = dense_position(random, automatic)
    state = state_of(naive)
    for _ in range(MOST):
        if naive.over:
            return
        turn = random_turn(naive, random)
        legal = random_legal_turn(naive, random)
        move = place(legal)
        tried = place(turn) if on_some_board(turn[0], *turn[1]) else move
        after = state.apply(move)
        yield Ply(state, tried, move, after)
        state, naive = after, naive.play(*legal)


def place(turn: Turn) -> Place:
    dot, chains = turn
    return Place(point_of(dot), [(*chain_of(chain), point_of(chain[0])) for chain in chains])


def games(automatic: Iterable[bool] = (False, True)) -> st.SearchStrategy[tuple[Ply, ...]]:
    """Games by one of the rulesets or either: the same for all laws."""
    seeds = st.integers(0, settings().max_examples - 1)
    return st.builds(game, seeds, st.sampled_from([*automatic]))


@given(plies=games())
def test_law_1_a_point_has_a_dot_or_belongs_to_somebody_or_is_free(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.after
        points = state.board.points
        assert len(points) == state.ruleset.columns * state.ruleset.rows
        owned = {point for point in points if state.owner_of(point) is not None}
        free = [point for point in points if point not in state.dots and point not in owned]
        assert list(state.free) == free
        assert state.max_plies_left == len(free)
        assert state.is_over == (not free) == (state.outcome is not None)


def test_law_1_a_game_can_take_every_point() -> None:
    state, plies = State.start(STANDARD), 0
    most = state.max_plies_left
    while not state.is_over:
        state, plies = state.apply_unchecked(Place(state.free[0])), plies + 1
    assert plies == most == 39 * 32 - 4


@given(plies=games())
def test_law_2_scores(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        mover = ply.before.to_move
        assert ply.after.to_move is mover.other
        assert ply.after.scores[mover] >= ply.before.scores[mover]
        if isinstance(ply.after, DeclaredState):
            assert ply.after.scores[mover.other] <= ply.before.scores[mover.other]
        recounted = [
            sum(
                dot is seat.other and ply.after.owner_of(point) is seat
                for point, dot in ply.after.dots.items()
            )
            for seat in Seat
        ]
        assert list(ply.after.scores) == recounted
        if ply.after.outcome is not None:
            assert ply.after.outcome.scores == ply.after.settlement().scores == ply.after.scores


@given(plies=games())
def test_law_3_nobody_owns_the_edge_and_regions_nest_or_are_apart(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.after
        edge = {0, state.ruleset.columns - 1}, {0, state.ruleset.rows - 1}
        for point in state.board.points:
            if point.column in edge[0] or point.row in edge[1]:
                assert state.owner_of(point) is None
        for earlier, later in combinations(state.regions, 2):
            assert earlier.inside < later.inside or not earlier.inside & later.inside
        for point in state.board.points:
            around = [region.seat for region in state.regions if point in region.inside]
            assert state.owner_of(point) is (around[-1] if around else None)
            assert state.is_dead(point) == (bool(around) and point in state.dots)


@given(plies=games())
def test_law_4_dots_stay_where_they_are_and_dead_ones_dead(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        before, after = ply.before, ply.after
        assert {**after.dots} == {**before.dots, ply.move.point: before.to_move}
        for point in before.dots:
            assert after.is_dead(point) >= before.is_dead(point)
        assert after.regions[: len(before.regions)] == before.regions


Where = Callable[[int, int, int, int], tuple[int, int]]
TURNS: list[Where] = [
    lambda column, row, columns, rows: (column, row),
    lambda column, row, columns, rows: (columns - 1 - column, row),
    lambda column, row, columns, rows: (column, rows - 1 - row),
    lambda column, row, columns, rows: (columns - 1 - column, rows - 1 - row),
    lambda column, row, columns, rows: (row, column),
    lambda column, row, columns, rows: (rows - 1 - row, column),
    lambda column, row, columns, rows: (row, columns - 1 - column),
    lambda column, row, columns, rows: (rows - 1 - row, columns - 1 - column),
]
"""Where a point comes to; the last four make columns of rows."""


@attrs.frozen
class Image:
    """A board turned over or around, maybe with the colours exchanged."""

    columns: int
    rows: int
    which: int
    swaps: bool

    def point(self, point: Point) -> Point:
        turn = TURNS[self.which]
        column, row = turn(point.column, point.row, self.columns, self.rows)
        return Point(LETTERS[column] + LETTERS[row])

    def chain(self, chain: Chain) -> Chain:
        return tuple(map(self.point, chain))

    def seat(self, seat: Seat) -> Seat:
        return seat.other if self.swaps else seat

    def move(self, move: Place) -> Place:
        return Place(self.point(move.point), map(self.chain, move.chains))

    def scores(self, scores: tuple[int, int]) -> tuple[int, int]:
        return scores[::-1] if self.swaps else scores

    def state(self, state: State) -> State:
        old = state.ruleset
        size = (old.rows, old.columns) if self.which > 3 else (old.columns, old.rows)
        return State.from_setup(
            Setup(
                {self.point(point): self.seat(seat) for point, seat in state.dots.items()},
                [Region(self.seat(each.seat), self.chain(each.chain)) for each in state.regions],
                self.seat(state.to_move),
                attrs.evolve(old, columns=size[0], rows=size[1]),
            )
        )


@given(plies=games(), which=st.sampled_from(range(8)), swaps=st.booleans())
def test_law_5_turned_boards_and_exchanged_colours_play_alike(
    plies: tuple[Ply, ...], which: int, swaps: bool
) -> None:
    other: State | None = None
    for ply in plies:
        board = ply.before.board
        image = Image(board.columns, board.rows, which, swaps)
        other = other or image.state(ply.before)
        if {*board.points}.issuperset((ply.tried.point, *sum(ply.tried.chains, ()))):
            assert rule_against(other, image.move(ply.tried)) == rule_against(ply.before, ply.tried)
        other = other.apply(image.move(ply.move))
        state = ply.after
        assert in_any_order(other) == in_any_order(image.state(state))
        assert State.from_text(other.to_text(), other.ruleset) == other
        assert {*other.free} == {*map(image.point, state.free)}
        assert other.scores == image.scores(state.scores)
        assert other.settlement().scores == image.scores(state.settlement().scores)
        chains = {frozenset(chain) for chain in other.legal_chains()}
        assert chains == {frozenset(image.chain(chain)) for chain in state.legal_chains()}


@given(plies=games())
def test_law_5_exchanging_the_colours_changes_no_reason(plies: tuple[Ply, ...]) -> None:
    for ply in plies[:: max(1, len(plies) // 4)]:
        state, other = ply.after, ply.after.exchanged()
        for move in [ply.tried, *map(Place, state.board.points)]:
            assert reason_against(other, move) == reason_against(state, move)


def test_law_5_a_captured_dot_takes_its_point_whoever_has_it() -> None:
    state = State.from_text("1x1/xox/3 x standard -").apply("bc")
    assert state.owner_of("bb") is Seat.FIRST
    for each in (state, state.exchanged()):
        assert reason_against(each, Place("bb")) is Reason.POINT_TAKEN


@given(plies=games())
def test_law_5_the_symmetries_are_these(plies: tuple[Ply, ...]) -> None:
    for ply in plies[-1:]:
        state = ply.after
        columns, rows = state.ruleset.columns, state.ruleset.rows
        images = [Image(columns, rows, which, False).state(state) for which in range(8)]
        assert {*images} == {state.transform(symmetry) for symmetry in Symmetry}
        assert Image(columns, rows, 0, True).state(state) == state.exchanged()


def reason_against(state: State, move: Place) -> Reason | None:
    try:
        state.apply(move)
    except IllegalMoveError as error:
        return error.reason
    return None


def rule_against(state: State, move: Place) -> str | None:
    """The rule that forbids a move of points that are all on the board."""
    try:
        state.apply(move)
    except IllegalMoveError as error:
        return RULES[error.reason]
    return None


@given(plies=games())
def test_law_6_legality_is_the_same_however_it_is_asked(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state, move = ply.before, ply.tried
        if state.is_legal(move):
            assert state.parse_move(state.move_text(move)) == move
            after = state.apply(move)
            assert after == state.apply(f" {move}\n") == state.apply_unchecked(move)
            continue
        with pytest.raises(IllegalMoveError) as caught:
            state.apply(move)
        assert caught.value.move == move
        assert caught.value.state is state
        refusals = [state.parse_move, state.apply]
        for refuse in refusals:
            with pytest.raises(IllegalMoveError) as of_text:
                refuse(str(move))
            assert of_text.value.reason is caught.value.reason
            assert of_text.value.move == move
        with pytest.raises(IllegalMoveError) as to_text:
            state.move_text(move)
        assert to_text.value.reason is caught.value.reason


@given(plies=games(), random=st.integers().map(Random))
def test_law_6_moves_that_differ_in_how_chains_are_written_are_equal(
    plies: tuple[Ply, ...], random: Random
) -> None:
    for ply in plies:
        chains = [rewritten(chain, random) for chain in ply.move.chains]
        move = Place(ply.move.point, chains)
        assert move == ply.move
        assert hash(move) == hash(ply.move)
        assert str(move) == str(ply.move)
        text = ".".join([str(move.point), *map(chain_text, chains)])
        assert ply.before.parse_move(text) == move
        assert ply.before.apply(text) == ply.after


def rewritten(chain: Chain, random: Random) -> Chain:
    at = random.randrange(len(chain))
    chain = chain[at:] + chain[:at]
    return chain[::-1] if random.random() < 0.5 else chain


@given(plies=games(), random=st.integers().map(Random))
def test_law_6_a_legal_move_is_made_by_picking_its_places(
    plies: tuple[Ply, ...], random: Random
) -> None:
    for ply in plies:
        rings = [rewritten(chain, random) for chain in ply.move.chains]
        places = [ply.move.point, *(dot for ring in rings for dot in (*ring, ring[0]))]
        picked: list[str] = []
        for place in map(str, places):
            assert place in ply.before.click(picked).next
            picked.append(place)
        click = ply.before.click(picked)
        assert click.move == ply.move
        for offer in click.offers:
            further = ply.before.click([*picked, *offer])
            assert further.move
            assert len(further.move.chains) == len(rings) + 1
            assert len(further.offers) < len(click.offers)


@given(plies=games())
def test_law_6_an_illegal_move_is_not_made_by_picking_its_places(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state, move = ply.before, ply.tried
        if state.is_legal(move) or any(chain[0] in chain[1:] for chain in move.chains):
            continue  # a ring ends where its first dot comes again
        with pytest.raises(IllegalMoveError) as applied:
            state.apply(move)
        with pytest.raises(IllegalMoveError) as clicked:
            state.click(state.places_of(move))
        assert clicked.value.reason is applied.value.reason


@given(plies=games(), random=st.integers().map(Random))
def test_law_6_only_next_places_can_be_picked(plies: tuple[Ply, ...], random: Random) -> None:
    for state in (ply.before for ply in plies):
        places, picked = [*map(str, state.board.points)], list[str]()
        following = state.click().next
        while following and len(picked) < 9:
            others = [place for place in places if place not in following]
            for place in random.sample(others, min(3, len(others))):
                with pytest.raises(IllegalMoveError):
                    state.click([*picked, place])
            picked.append(random.choice([*following]))
            following = state.click(picked).next


def test_law_6_a_chain_of_no_dots_cannot_be_written() -> None:
    state = State.start()
    move = Place("aa", [()])
    assert not state.is_legal(move)
    with pytest.raises(IllegalMoveError):
        state.apply(move)
    with pytest.raises(InvalidMoveError):
        state.parse_move(str(move))


@given(plies=games([True]))
def test_law_7_what_is_captured_automatically_could_have_been_declared(
    plies: tuple[Ply, ...],
) -> None:
    declared: State | None = None
    for ply in plies:
        before, after = ply.before, ply.after
        if declared is None:
            declared = as_declared(before)
        drawn = after.regions[len(before.regions) :]
        own = [region.chain for region in drawn if region.seat is before.to_move]
        others = [region for region in drawn if region.seat is not before.to_move]
        assert not own or not others
        assert len(others) <= 1
        declared = declared.apply(Place(ply.move.point, own))
        for region in others:
            declared.check_chain(region.chain)
            setup = declared.to_setup()
            declared = as_declared(
                State.from_setup(attrs.evolve(setup, regions=[*setup.regions, region]))
            )
        assert declared == as_declared(after)
        assert declared.scores == after.scores
        assert declared.free == after.free


def as_declared(state: State) -> DeclaredState:
    """The same position with regions to be declared."""
    ruleset = attrs.evolve(state.ruleset, name="declared", capture=Capture.DECLARED)
    declared = State.from_setup(attrs.evolve(state.to_setup(), ruleset=ruleset))
    assert isinstance(declared, DeclaredState)
    return declared


@given(plies=games())
def test_a_position_reads_back(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.before
        same = [
            State.from_text(state.to_text(), state.ruleset),
            State.from_setup(state.to_setup()),
            pickle.loads(pickle.dumps(state)),
            copy.deepcopy(state),
            eval(repr(state), vars(kropki)),
        ]
        for other in same:
            assert other == state
            assert hash(other) == hash(state)
            assert other.to_text() == state.to_text()
            assert other.apply(ply.move) == ply.after


@given(plies=games([True]))
def test_what_is_carried_from_dot_to_dot_is_as_if_worked_out_anew(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        carried, fresh = ply.after, State.from_setup(ply.after.to_setup())
        assert isinstance(carried, AutomaticState)
        assert isinstance(fresh, AutomaticState)
        assert carried.free_mask == fresh.free_mask
        assert carried.owned_masks == fresh.owned_masks
        assert carried.closed_masks == fresh.closed_masks
        for seat in Seat:
            groups: dict[str, set[str]] = {}
            for point, dot in carried.dots.items():
                if dot is seat and not carried.is_dead(point):
                    number = carried.board.numbers[point.index]
                    group = groups.setdefault(fresh.links[seat][number], set())
                    group.add(carried.links[seat][number])
            assert all(len(group) == 1 for group in groups.values())
            if not carried.regions:
                assert len(set.union(set(), *groups.values())) == len(groups)


@given(plies=games([False]))
def test_tight_chains_are_legal_one_after_another(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.after
        assert isinstance(state, DeclaredState)
        chains = state.legal_chains()
        for chain in chains:
            state.check_chain(chain)
            state.check_chain(chain_text(chain[::-1]))
        for point in state.free[::7]:
            with_dot = state.legal_chains(point)
            assert state.is_legal(Place(point, with_dot))
            for chain in with_dot:
                state.check_chain(chain, point)
        offered = state.some_moves
        assert [move.point for move in offered] == [*state.free] * (2 if chains else 1)
        assert all(map(state.is_legal, offered))


@given(plies=games([True]))
def test_automatic_states_list_their_moves(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.after
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
        assert [state.move(code).point for code in codes] == [*state.board.points]
