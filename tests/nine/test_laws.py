"""The ten laws, each for any ruleset, number of players and state that play can reach."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import ANY_MOVE, RULESETS, games, states

import ninetka
from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    NINE,
    EdgeStop,
    Game,
    IllegalMoveError,
    Move,
    Pass,
    Phase,
    Ruleset,
    Seat,
    Section,
    Setup,
    Slide,
    State,
    Symmetry,
    TurnOrder,
)
from ninetka.nine.board import SQUARES
from ninetka.nine.samples import some_ruleset
from ninetka.records import Record, parse

SEATS = list(Seat)
FULL_RIMS = st.builds(
    lambda ruleset, players: attrs.evolve(ruleset, stones={players: 36 // players}),
    RULESETS,
    st.sampled_from([2, 3, 4]),
)
BOARD_RULES = RULESETS.map(lambda ruleset: attrs.evolve(ruleset, edge_stop=EdgeStop.BOARD))


def neutrals(state: State) -> set[str]:
    return {str(square) for square in SQUARES if state.stone_at(square) is NEUTRAL}


@given(games())
def test_law_1_one_neutral_a_section_and_none_ever_moves(game: Game[State, Move]) -> None:
    placed = [neutrals(state) for state in game.states if state.phase is not Phase.NEUTRALS]
    assert placed.count(placed[0]) == len(placed)
    assert len(placed[0]) == 9
    for section in Section:
        assert len({str(square) for square in section.squares} & placed[0]) == 1
    for before, after in pairwise(game.states):
        assert neutrals(before) <= neutrals(after)


@given(games())
def test_law_2_stones_are_conserved(game: Game[State, Move]) -> None:
    for state in game.states:
        for seat in SEATS[: state.players]:
            on_board = [square for square in SQUARES if state.stone_at(square) is seat]
            assert all(square.is_rim or square.is_inner for square in on_board)
            supply = state.ruleset.stones[state.players]
            assert len(on_board) + state.stones_left(seat) == supply


@given(games())
def test_law_3_games_end_in_time(game: Game[State, Move]) -> None:
    players = game.state.players
    stones = players * game.state.ruleset.stones[players]
    assert game.state.is_over
    assert game.ply <= 9 + stones + stones * players
    slides = 0
    for move, (before, after) in zip(game.moves, pairwise(game.states), strict=True):
        if isinstance(move, Slide):
            slides += 1
            changed = [s for s in SQUARES if before.stone_at(s) != after.stone_at(s)]
            (end,) = (square for square in changed if square is not move.square)
            assert move.square.is_rim
            assert end.is_inner
            assert after.stone_at(end) is before.stone_at(move.square) is before.to_move
    assert slides <= 36
    for ply, state in enumerate(game.states):
        assert game.ply <= ply + state.max_plies_left


@given(states())
def test_law_4_undo_takes_back_every_legal_move(state: State) -> None:
    for move in state.legal_moves:
        after = state.apply(move)
        before = after.undo(move)
        assert before == state
        assert hash(before) == hash(state)
        assert before.legal_moves == state.legal_moves


@given(states(), st.lists(ANY_MOVE, max_size=30))
def test_law_4_what_undo_takes_back_leads_here(state: State, moves: list[Move]) -> None:
    for move in moves:
        try:
            before = state.undo(move)
        except IllegalMoveError:
            continue
        assert before.apply(move) == state


@given(states(), st.lists(ANY_MOVE, max_size=30))
def test_law_5_legal_is_listed_is_applied(state: State, moves: list[Move]) -> None:
    legal = state.legal_moves
    assert len(set(legal)) == len(legal)
    for move in [*legal, *moves]:
        assert state.is_legal(move) == (move in legal)
        if move in legal:
            assert state.apply(move) == state.apply_unchecked(move)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(move)
            assert caught.value.state == state
            assert caught.value.move == move


@given(states(), st.sampled_from(Symmetry), st.sampled_from(Symmetry))
def test_law_6_symmetries_change_nothing(state: State, turn: Symmetry, other: Symmetry) -> None:
    turned = state.transform(turn)
    assert turned.transform(turn.inverse) == state
    assert turned.transform(other) == state.transform(turn.then(other))
    assert set(turned.legal_moves) == set(map(turn.move, state.legal_moves))
    assert turned.scores == state.scores
    assert turned.outcome == state.outcome
    assert all(turned.owners[turn.section(section)] == state.owners[section] for section in Section)
    for move in state.legal_moves:
        assert state.apply(move).transform(turn) == turned.apply(turn.move(move))


@given(games(FULL_RIMS))
def test_law_7_edge_rules_agree_where_the_rim_was_full(game: Game[State, Move]) -> None:
    ruleset = game.state.ruleset
    other_edge = next(edge for edge in EdgeStop if edge is not ruleset.edge_stop)
    state = State.start(attrs.evolve(ruleset, edge_stop=other_edge), game.state.players)
    other = Game.from_state(state, game.moves)
    for one, two in zip(game.states, other.states, strict=True):
        assert one.legal_moves == two.legal_moves
        assert one.to_setup().stones == two.to_setup().stones
        assert one.is_over == two.is_over
        assert one.scores == two.scores


@given(games(BOARD_RULES))
def test_law_8_blocked_is_blocked_for_good(game: Game[State, Move]) -> None:
    blocked: set[str] = set()
    passed: set[Seat] = set()
    for state, move in zip(game.states, game.moves, strict=False):
        if state.phase is Phase.MOVEMENT:
            rim = [s for s in SQUARES if s.is_rim and state.stone_at(s) is not None]
            now = {str(square) for square in rim if state.target(square) is None}
            assert blocked <= now
            blocked = now
            assert (state.to_move in passed) <= isinstance(move, Pass)
            if isinstance(move, Pass):
                passed.add(state.to_move)


@given(games())
def test_law_9_one_winner_and_nobody_has_more(game: Game[State, Move]) -> None:
    for state in game.states:
        assert sum(state.scores) <= 9
        assert (state.outcome is None) == (not state.is_over)
    outcome = game.state.outcome
    assert outcome is not None
    assert outcome.winners == (outcome.winner,)
    assert outcome.scores[outcome.winner] == max(outcome.scores)
    assert sorted(outcome.ranking) == SEATS[: game.state.players]
    best = [seat for seat in SEATS if seat < game.state.players]
    best = [seat for seat in best if outcome.scores[seat] == max(outcome.scores)]
    assert outcome.winner == best[-1]


@given(states())
def test_law_10_states_read_back(state: State) -> None:
    assert State.from_text(state.to_text(), state.ruleset) == state
    assert Setup.from_text(state.to_text(), state.ruleset) == state.to_setup()
    assert State.from_setup(state.to_setup()) == state
    for same in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert same == state
        assert hash(same) == hash(state)
        assert same.legal_moves == state.legal_moves
    assert eval(repr(state), vars(ninetka)) == state


@given(states())
def test_law_10_moves_read_back(state: State) -> None:
    for move in state.legal_moves:
        for text in (state.move_text(move), str(move), str(move).strip("*@"), str(move).lower()):
            assert state.parse_move(text) == move
        assert state.move(state.action(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move
        assert copy.deepcopy(move) == move
        assert eval(repr(move), vars(ninetka)) == move
    actions = [state.action(move) for move in state.legal_moves]
    assert actions == sorted(set(actions)) == list(state.legal_actions)


@given(games(), st.integers(0, 200))
def test_law_10_games_and_records_read_back(game: Game[State, Move], ply: int) -> None:
    part = Game.from_state(game.initial_state, game.moves[:ply])
    for each in (game, part):
        record = Record(each, {"Event": 'a "b" \\ c'}, {0: "begun", each.ply: "ended"})
        assert parse(record.to_text(), NINE) == record
        assert pickle.loads(pickle.dumps(each)) == each
        assert copy.deepcopy(each) == each
    if ply < game.ply:
        elsewhere = Record(Game.from_state(part.state, game.moves[ply:]))
        assert parse(elsewhere.to_text(), NINE) == elsewhere


@given(RULESETS)
def test_law_10_rulesets_read_back(ruleset: Ruleset) -> None:
    for same in (pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset)):
        assert same == ruleset
        assert hash(same) == hash(ruleset)
    assert attrs.evolve(ruleset, name="other") != ruleset
    assert attrs.evolve(NESTORGAMES, colours=("white", "grey", "pink", "black")) == NESTORGAMES


class Chooser(Random):
    """Chooses the last option, or else the first if that is asked for."""

    def __init__(self, last: Callable[[Sequence[Any]], bool]) -> None:
        super().__init__()
        self.last = last

    def choice(self, options: Sequence[Any]) -> Any:  # type: ignore[override]
        return options[-1 if self.last(options) else 0]


def test_rulesets_to_test_with() -> None:
    everything = {2: 18, 3: 12, 4: 9}
    last = some_ruleset(Chooser(lambda options: True))
    assert last == Ruleset("ż", everything, EdgeStop.STONE, TurnOrder.RESTARTS)
    no_stones = some_ruleset(Chooser(lambda options: options[-1] is None))
    assert no_stones == Ruleset("nestorgames-custom", {2: 1})
