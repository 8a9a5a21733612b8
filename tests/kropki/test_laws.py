"""The laws that hold in every game by either ruleset, tried on random games."""

from __future__ import annotations

from itertools import combinations
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kropki.compare import RULES, in_any_order
from kropki.games import Ply, games
from kropki.turns import rewritten
from ninetka.base.errors import InvalidMoveError
from ninetka.kropki import (
    AutomaticState,
    Capture,
    DeclaredState,
    IllegalMoveError,
    Move,
    Place,
    Point,
    Reason,
    Seat,
    State,
    Symmetry,
)
from ninetka.kropki.chains import chain_text
from ninetka.testing.laws import CHEAP, LAWS, Trial


@given(plies=games())
def test_law_1_a_point_has_a_dot_or_belongs_to_somebody_or_is_free(plies: tuple[Ply, ...]) -> None:
    for ply in plies:
        state = ply.after
        points = state.board.points
        without_dot = [point for point in points if point not in state.dots]
        free = [point for point in without_dot if state.owner_of(point) is None]
        assert list(state.free) == free
        assert state.max_plies_left == len(free)
        assert state.is_over == (not free) == (state.outcome is not None)


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


@given(plies=games(), symmetry=st.sampled_from(Symmetry), swaps=st.booleans())
def test_law_5_turned_boards_and_exchanged_colours_play_alike(
    plies: tuple[Ply, ...], symmetry: Symmetry, swaps: bool
) -> None:
    board = plies[0].before.board

    def image(state: State) -> State:
        turned = state.transform(symmetry)
        return turned.exchanged() if swaps else turned

    def chains(state: State) -> set[frozenset[Point]]:
        return {frozenset(chain) for chain in state.legal_chains()}

    other = image(plies[0].before)
    for ply in plies:
        state, order = ply.after, -1 if swaps else 1
        if {*board.points}.issuperset((ply.tried.point, *sum(ply.tried.chains, ()))):
            tried = symmetry.move(ply.tried, board)
            assert rule_against(other, tried) == rule_against(ply.before, ply.tried)
        other = other.apply(symmetry.move(ply.move, board))
        assert in_any_order(other) == in_any_order(image(state))
        assert {*other.free} == {symmetry.point(point, board) for point in state.free}
        assert other.scores == state.scores[::order]
        assert other.settlement().scores == state.settlement().scores[::order]
        turned = {frozenset(symmetry.point(dot, board) for dot in each) for each in chains(state)}
        assert chains(other) == turned


def reason_against(state: State, move: Move | str) -> Reason | None:
    try:
        state.apply(move)
    except IllegalMoveError as error:
        return error.reason
    return None


def rule_against(state: State, move: Move) -> str | None:
    """The rule that forbids a move of points that are all on the board."""
    reason = reason_against(state, move)
    return None if reason is None else RULES[reason]


@given(plies=games(), rng=st.integers().map(Random))
def test_law_6_the_test_kit_finds_nothing_wrong(plies: tuple[Ply, ...], rng: Random) -> None:
    """However chains are written, and however legality is asked."""
    for number, ply in enumerate(plies):
        state, text = ply.before, ply.before.to_text()
        chains = [rewritten(chain, rng) for chain in ply.move.chains]
        move = Place(ply.move.point, chains)
        assert move == ply.move
        assert state.parse_move(".".join([str(move.point), *map(chain_text, chains)])) == move
        trial = Trial(state, plies[0].before, text, [move], [ply.tried])
        for name in (*CHEAP, "actions", "copies", "move text", *["clicks"] * (number % 7 == 6)):
            assert not [*LAWS[name](trial)]
        if not state.is_legal(ply.tried):
            reason = reason_against(state, ply.tried)
            assert reason_against(state, str(ply.tried)) is reason
            if all(chain[0] not in chain[1:] for chain in ply.tried.chains):
                # A ring ends where its first dot comes again
                with pytest.raises(IllegalMoveError) as clicked:
                    state.click(state.places_of(ply.tried))
                assert clicked.value.reason is reason


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
