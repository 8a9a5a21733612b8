"""What holds in every game by any ruleset: the laws, tried on random games."""

from __future__ import annotations

import copy
import pickle
import re
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from morris.arranged import after, in_names
from morris.positions import Ply, game, games
from ninetka import Game, morris
from ninetka.morris import (
    MILLS,
    NINE_AM,
    FromMills,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Phase,
    Put,
    Reason,
    Remove,
    Seat,
    State,
    Step,
    Stuck,
    symmetries,
)
from ninetka.simulate import random_game


def tokens_of(state: State) -> list[int]:
    """By seat: on the board and in hand."""
    owners = [*state.tokens.values()]
    return [owners.count(seat) + state.hands[seat] for seat in state.seats]


@given(plies=games())
def test_law_1_tokens_are_on_the_board_or_in_hand_or_removed(plies: list[Ply]) -> None:
    for ply in plies:
        before, after = tokens_of(ply.before), tokens_of(ply.after)
        if not isinstance(ply.move, Remove):
            assert before == after
            continue
        owner = ply.before.token_at(ply.move.field)
        assert owner is not None
        gone = [had - has for had, has in zip(before, after, strict=True)]
        expelled = set(ply.after.expelled) - set(ply.before.expelled)
        assert expelled <= {owner}
        assert gone == [(seat is owner) * (3 if expelled else 1) for seat in ply.before.seats]
        assert after[owner] > 2 or ply.after.ruleset.stuck is Stuck.LOSES or expelled


@given(plies=games())
def test_law_1_a_ply_changes_one_token(plies: list[Ply]) -> None:
    for ply in plies:
        before, after, seat = {**ply.before.tokens}, {**ply.after.tokens}, ply.before.to_move
        hands = [*ply.before.hands]
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
                    before = {at: each for at, each in before.items() if each is not owner}
                    hands[owner] = 0
                assert after == before
        assert [*ply.after.hands] == hands
        assert set(ply.after.free).isdisjoint(after)
        assert len(ply.after.free) + len(after) == ply.after.board.fields


@given(plies=games())
def test_law_2_points_sum_to_the_basic_points_of_all(plies: list[Ply]) -> None:
    for ply in plies:
        state, n = ply.after, ply.after.players
        assert sum(state.scores) == (5 * (n - 1) * n if state.ruleset.cards else 1)
        seat = ply.before.to_move
        for other in state.seats:
            earned = state.cards[other] - ply.before.cards[other]
            assert earned >= 0 if other is seat else earned == 0
        if state.outcome is not None:
            assert state.outcome.scores == state.scores


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
    three = State.start(NINE_AM, 3)
    assert three.max_plies_left == 27 + 20 * 61


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_law_3_games_end(players: int) -> None:
    start = State.start(MILLS if players == 2 else NINE_AM, players)
    whole = random_game(start, Random(players))
    assert whole.state.is_over
    assert whole.ply <= start.max_plies_left


@given(plies=games(custom_boards=False), random=st.integers().map(Random))
def test_law_4_automorphisms_commute_with_everything(plies: list[Ply], random: Random) -> None:
    for ply in plies:
        board = ply.before.board
        symmetry = random.choice(symmetries(board))
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


@given(plies=games(), random=st.integers().map(Random))
def test_law_6_legality_is_the_same_however_it_is_asked(plies: list[Ply], random: Random) -> None:
    for ply in random.sample(plies, min(8, len(plies))):
        state = ply.before
        moves, actions = state.legal_moves, state.legal_actions
        assert moves == state.legal_moves == state.some_moves
        assert [*actions] == sorted({*actions})
        assert [state.move(code) for code in actions] == [*moves]
        assert [state.action(move) for move in moves] == [*actions]
        for code in random.sample(range(state.action_count), 12):
            move = state.move(code)
            assert state.is_legal(move) == (move in moves) == (code in actions)
            try_everywhere(state, move)
        try_everywhere(state, ply.move)
        for field in random.choices(range(1, state.board.fields + 1), k=3):
            for move in (Put(field), Remove(field), Step(field, field)):
                assert state.is_legal(move) == (move in moves)
                try_everywhere(state, move)


def try_everywhere(state: State, move: Move) -> None:
    """A move, legal or not, in all ways that there are to make it."""
    text = str(move)
    if state.is_legal(move):
        assert state.parse_move(f" {text}\n") == move
        assert state.move_text(move) == in_names(move, state.board)
        assert state.parse_move(state.move_text(move)) == move
        assert state.apply(move) == state.apply(text) == state.apply_unchecked(move)
        return
    for refuse in (state.apply, state.move_text, state.action):
        with pytest.raises(IllegalMoveError) as caught:
            refuse(move)
        assert caught.value.move == move
        assert caught.value.state is state
        with pytest.raises(IllegalMoveError) as of_text:
            state.parse_move(text)
        assert of_text.value.reason is caught.value.reason


@given(plies=games(), random=st.integers().map(Random))
def test_law_7_what_is_undone_is_what_was(plies: list[Ply], random: Random) -> None:
    for ply in random.sample(plies, min(20, len(plies))):
        always_room = ply.after.ruleset.tokens * ply.after.players <= ply.after.board.fields
        known = always_room or isinstance(ply.move, Step) or ply.after.phase is Phase.REMOVE
        if isinstance(ply.move, Remove) or not known:
            with pytest.raises(IllegalMoveError) as caught:
                ply.after.undo(ply.move)
            assert caught.value.reason is Reason.NOT_ENOUGH_KNOWN
        else:
            assert ply.after.undo(ply.move) == ply.before
        for _ in range(5):
            other = ply.after.move(random.randrange(ply.after.action_count))
            try:
                was = ply.after.undo(other)
            except IllegalMoveError as error:
                assert error.reason in (Reason.NOT_THE_LAST_MOVE, Reason.NOT_ENOUGH_KNOWN)
            else:
                assert was.apply(other) == ply.after


@given(plies=games())
def test_law_7_games_are_taken_back_move_by_move(plies: list[Ply]) -> None:
    whole = Game.from_state(plies[0].before, [ply.move for ply in plies])
    for ply in reversed(plies):
        assert whole.state == ply.after
        assert whole.state.stepped_over == ply.after.stepped_over
        whole = whole.undo()
    assert whole.state == plies[0].before


@given(plies=games(), random=st.integers().map(Random))
def test_a_position_reads_back(plies: list[Ply], random: Random) -> None:
    for ply in random.sample(plies, min(8, len(plies))):
        state = ply.after
        same = [
            State.from_text(state.to_text(), state.ruleset),
            State.from_setup(state.to_setup()),
            pickle.loads(pickle.dumps(state)),
            copy.copy(state),
            copy.deepcopy(state),
            ply.before.apply(ply.move),
        ]
        for other in same:
            assert other == state
            assert hash(other) == hash(state)
            assert other.to_text() == state.to_text()
            assert other.legal_moves == state.legal_moves
        assert state != ply.before
        assert state.to_text() != ply.before.to_text()


@given(plies=games())
def test_a_position_can_be_pasted(plies: list[Ply]) -> None:
    state = plies[-1].after
    assert eval(repr(state), vars(morris)) == state


@given(plies=games())
def test_who_is_passed_over_is_expelled_or_stepped_over(plies: list[Ply]) -> None:
    for ply in plies:
        state, n = ply.after, ply.after.players
        if state.phase is Phase.REMOVE:
            assert state.to_move is ply.before.to_move
            continue
        if state.is_over:
            assert not state.stepped_over
            continue
        between = (state.to_move - ply.before.to_move - 1) % n
        passed = [Seat((ply.before.to_move + 1 + step) % n) for step in range(between)]
        assert [*state.stepped_over] == [seat for seat in passed if seat not in state.expelled]
        for seat in state.stepped_over:
            with pytest.raises(InvalidPositionError, match=f"seat {seat} cannot move: it is the"):
                State.from_setup(attrs.evolve(state.to_setup(), to_move=seat))


def test_random_games_have_everything_in_them() -> None:
    """What the laws are tried on: mills, jumps, the expelled and stepped over, all endings."""
    expected = {
        *(Put, Step, Remove, *Phase, 2, 3, 4, 5, "jump"),
        *[("expelled", 1), ("expelled", 2), ("stepped over", 1), ("stepped over", 2)],
        *["No token was put or removed", "One player is left.", "Nobody can move."],
        *["has only two tokens left.", "cannot move."],
    }
    for seed in range(400):
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
