"""How many positions can come up on the board of six men's morris, as others have counted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import settings

from morris.positions import Counting, Tokens, symmetries
from ninetka import morris
from ninetka.morris import FromMills, Phase, Ruleset, State, Stuck, Symmetry
from ninetka.morris.board import TWO_RINGS


def small(tokens: int, jumping: bool) -> Ruleset:
    """Six men's morris with fewer tokens."""
    return Ruleset(
        "small", {2: TWO_RINGS}, tokens, cards=False, stuck=Stuck.LOSES,
        from_mills=FromMills.IF_ALL, jumping=jumping, quiet=50,
    )  # fmt: skip


@pytest.fixture(scope="module")
def counting() -> Counting:
    return Counting(TWO_RINGS)


# The counts are of https://github.com/brianhliou/game-solver: every position that play can lead to,
# before symmetry, positions in which the game is over among them
@pytest.mark.deep
@pytest.mark.parametrize(("jumping", "count"), [(True, 4_111_327), (False, 4_111_151)])
def test_positions_that_can_come_up(counting: Counting, jumping: bool, count: int) -> None:
    assert counting.count(4, jumping) == count


@pytest.mark.deep
@pytest.mark.parametrize("jumping", [True, False])
@pytest.mark.parametrize("tokens", [3, 4, 5])
def test_the_count_goes_by_the_rules_of_the_library(
    counting: Counting, tokens: int, jumping: bool
) -> None:
    rng = Random(tokens)
    for _ in range(settings().max_examples // 3):
        state = State.start(small(tokens, jumping))
        while not state.is_over:
            seen = {tokens_of(after) for after in turns(state)}
            hand = state.hands[state.to_move]
            assert seen == {*counting.after(tokens_of(state), hand, jumping)}
            state = rng.choice([*turns(state)])
        if state.quiet < 100:
            assert not [*counting.after(tokens_of(state), 0, jumping)]


def test_the_symmetries_of_the_board_are_those_of_the_library() -> None:
    found = {Symmetry(field + 1 for field in each) for each in symmetries(TWO_RINGS)}
    assert found == {*morris.symmetries(TWO_RINGS)}


def turns(state: State) -> Iterator[State]:
    """The states after each turn: after a mill, the removal is part of it."""
    for move in state.legal_moves:
        after = state.apply(move)
        if after.phase is Phase.REMOVE:
            yield from map(after.apply, after.legal_moves)
        else:
            yield after


def tokens_of(state: State) -> Tokens:
    """The tokens of the player to move, and of the other."""
    return state.masks[state.to_move], state.masks[1 - state.to_move]
