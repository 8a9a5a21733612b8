"""What holds in every game by any ruleset: the laws, tried on random games."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morris.arranged import after
from morris.games import Ply, game, games
from ninetka import morris
from ninetka.morris import (
    MILLS,
    NINE_AM,
    FromMills,
    IllegalMoveError,
    Leave,
    Phase,
    Put,
    Reason,
    Remove,
    State,
    Step,
    Stuck,
    symmetries,
)
from ninetka.testing import check_state_laws


@given(plies=games())
def test_law_1_tokens_are_on_the_board_or_in_hand_or_removed(plies: list[Ply]) -> None:
    for ply in plies:
        before, after, seat = {**ply.before.tokens}, {**ply.after.tokens}, ply.before.to_move
        hands = [*ply.before.hands]
        everywhere = {*range(1, ply.after.board.fields + 1)}
        match ply.move:
            case Put(field):
                hands[seat] -= 1
                assert after == before | {field: seat}
            case Step(start, end):
                assert before.pop(start) is seat
                assert after == before | {end: seat}
            case Remove(field):
                owner = before.pop(field)
                if owner in ply.after.expelled:
                    assert ply.before.token_count(owner) == ply.after.ruleset.fewest
                    before = {at: each for at, each in before.items() if each is not owner}
                    hands[owner] = 0
                else:
                    few = ply.after.token_count(owner) < ply.after.ruleset.fewest
                    assert not few or ply.after.ruleset.stuck is not Stuck.STEPPED_OVER
                assert after == before
            case Leave(leaver):
                assert after == {at: owner for at, owner in before.items() if owner is not leaver}
                hands[leaver] = 0
        assert [*ply.after.hands] == hands
        there = (*ply.after.free, *ply.after.marked, *after)
        assert sorted(field.number for field in there) == sorted(everywhere)
        assert not {*ply.after.free} & {*after}


@given(plies=games())
def test_law_2_points_sum_to_the_basic_points_of_all(plies: list[Ply]) -> None:
    for ply in plies:
        state, n = ply.after, ply.after.players
        assert sum(state.scores) == (5 * (n - 1) * n if state.ruleset.cards else 1)
        seat = ply.before.to_move
        for other in state.seats:
            earned = state.cards[other] - ply.before.cards[other]
            if isinstance(ply.move, Leave) and other is ply.move.seat:
                assert state.cards[other] == 0
            else:
                assert earned >= 0 if other is seat else earned == 0
        if state.outcome is not None:
            assert state.outcome.scores == state.scores


def test_law_2_points_are_within_bounds() -> None:
    assert [*State.start(MILLS).score_bounds] == [0, 1]
    late = State.from_text("abc" * 3 + "." * 27 + " 0/0/0 3/1/2 59 a move 9am")
    earned = late.max_plies_left * 24 + 2 * 2
    average = Fraction(3 + 1 + 2 + earned, 3)
    assert late.score_bounds == (10 + 10 * (1 - average), 10 + 10 * (3 + earned - average))


@given(plies=games())
def test_law_3_the_bound_on_what_is_left_falls_with_every_ply(plies: list[Ply]) -> None:
    for ply in plies:
        assert ply.after.max_plies_left < ply.before.max_plies_left
        assert (ply.after.max_plies_left == 0) == ply.after.is_over == (not ply.after.legal_moves)


def test_law_3_what_the_bound_comes_to() -> None:
    state = State.start(MILLS)
    assert state.max_plies_left == 18 + 13 * 101 - 1
    state = after(state, "1 2 4 3 7")
    assert state.max_plies_left == 1 + 13 + 12 * 101 - 1
    assert after(state, "x2").max_plies_left == 13 + 12 * 101 - 1
    moved = "aaaa....bbbb............ 0/0 0/0 {} a move mills"
    assert State.from_text(moved.format(3)).max_plies_left == 3 * 101 - 3 - 1
    last = "aaa.....bbbb............ 0/0 0/0 {} a move mills"  # after 99 quiet turns b removes
    assert State.from_text(last.format(0)).max_plies_left == 2 * 101 - 1
    assert State.from_text(last.format(1)).max_plies_left == 2 * 101 - 1
    made = State.from_text("a..a..ab.b.b............ 0/1 0/0 0 a remove mills")
    assert made.max_plies_left == 1 + 1 + 101
    bounds = [State.start(NINE_AM, players).max_plies_left for players in (3, 4, 5)]
    assert bounds == [27 + 20 * 61, 2223, 3479]


@given(plies=games(custom_boards=False), rng=st.integers().map(Random))
def test_law_4_automorphisms_commute_with_everything(plies: list[Ply], rng: Random) -> None:
    for ply in rng.sample(plies, min(10, len(plies))):
        board = ply.before.board
        symmetry = rng.choice(symmetries(board))
        turned, move = ply.before.transform(symmetry), symmetry.move(ply.move)
        assert {*turned.legal_moves} == {*map(symmetry.move, ply.before.legal_moves)}
        after = turned.apply(move)
        assert after == ply.after.transform(symmetry)
        assert (after.stepped_over, after.scores) == (ply.after.stepped_over, ply.after.scores)
        assert after.outcome == ply.after.outcome
        assert State.from_text(after.to_text(), after.ruleset) == after
        assert {*after.removable} == {*map(symmetry.field, ply.after.removable)}
        for seat in after.seats:
            lines = {frozenset(map(symmetry.field, line)) for line in ply.after.mills(seat)}
            assert {frozenset(line) for line in after.mills(seat)} == lines


@given(plies=games())
def test_law_5_no_token_in_a_mill_is_removed_under_9am(plies: list[Ply]) -> None:
    for ply in plies:
        if not isinstance(ply.move, Remove):
            continue
        rule = ply.before.ruleset.from_mills
        if rule is not FromMills.ALWAYS and ply.before.connected_mills(ply.move.field):
            others = [field for field, owner in ply.before.tokens.items()
                      if owner is not ply.before.to_move]  # fmt: skip
            assert rule is FromMills.IF_ALL
            assert all(map(ply.before.connected_mills, others))


@settings(max_examples=settings().max_examples // 3)
@given(plies=games(), seed=st.integers())
def test_law_6_what_is_legal_and_the_laws_of_all_games(plies: list[Ply], seed: int) -> None:
    start = Random(seed).choice(plies).before
    check_state_laws(start, games=1, seed=seed, states=2, tries=12)


@given(plies=games(), rng=st.integers().map(Random))
def test_law_7_what_is_undone_is_what_was(plies: list[Ply], rng: Random) -> None:
    for ply in rng.sample(plies, min(10, len(plies))):
        known = isinstance(ply.move, Step) or ply.after.phase is Phase.REMOVE
        known |= ply.after.terms.puts_in_turn
        unmarked = ply.after.ruleset.marking and not any(ply.after.hands)
        known &= not (isinstance(ply.move, Put) and unmarked)
        if isinstance(ply.move, Remove | Leave) or not known:
            with pytest.raises(IllegalMoveError) as caught:
                ply.after.undo(ply.move)
            assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN
        else:
            assert ply.after.undo(ply.move) == ply.before
        for _ in range(5):
            other = ply.after.move(rng.randrange(ply.after.action_count))
            try:
                was = ply.after.undo(other)
            except IllegalMoveError as error:
                assert error.reason in (Reason.NOT_THE_LAST_MOVE, Reason.NOT_ENOUGH_KNOWN)
            else:
                assert was.apply(other) == ply.after


@given(plies=games())
def test_a_position_reads_back_and_can_be_pasted(plies: list[Ply]) -> None:
    for ply in (plies[0], plies[-1]):
        state = ply.after
        assert State.from_text(state.to_text(), state.ruleset) == state
        assert State.from_setup(state.to_setup()) == state
        assert eval(repr(state), vars(morris)) == state


@pytest.mark.long
def test_random_games_have_everything_in_them() -> None:
    """What the laws are tried on: mills, jumps, the expelled and stepped over, all endings."""
    expected = {
        *(Put, Step, Remove, Leave, *Phase, 2, 3, 4, 5, "jump"),
        *[("expelled", 1), ("expelled", 2), ("stepped over", 1), ("stepped over", 2)],
        *["No token was put or removed", "One player is left.", "Nobody can move."],
        *["has only two tokens left.", "cannot move."],
    }
    for seed in range(600):
        for ply in game(Random(seed)):
            after = ply.after
            expected -= {type(ply.move), after.phase, after.players}
            expected -= {("expelled", len(after.expelled))}
            expected -= {("stepped over", len(after.stepped_over))}
            expected -= {"jump"} if ply.before.may_jump else set()
            if after.outcome is not None:
                why = after.outcome.explanation
                expected -= {re.sub("^Seat [a-e] | for [0-9]+ turns.$", "", why)}
        if not expected:
            return
    assert not expected
