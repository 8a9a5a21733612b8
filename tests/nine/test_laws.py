"""The ten laws, each for any ruleset, number of players and state that play can reach."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.nine_states import RULESETS, games, states

import ninetka
from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    PUBLISHED,
    EdgeStop,
    Game,
    Move,
    NeutralPlacement,
    Pass,
    Phase,
    Ruleset,
    Seat,
    Section,
    Slide,
    State,
    Symmetry,
    TieBreak,
    TurnOrder,
)
from ninetka.nine.board import SQUARES
from ninetka.nine.samples import some_ruleset
from ninetka.testing import check_state_laws

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
            supply = state.ruleset.stones_by_seat(state.players)
            assert len(on_board) + state.stones_left(seat) == supply[seat]


@given(games())
def test_law_3_games_end_in_time(game: Game[State, Move]) -> None:
    players = game.state.players
    stones = sum(game.state.ruleset.stones_by_seat(players))
    assert game.state.is_over
    assert game.ply <= 9 + stones + stones * players
    assert sum(isinstance(move, Slide) for move in game.moves) <= 36


@pytest.mark.parametrize("seed", range(4))
def test_law_4_and_law_5_and_law_10_by_the_test_kit(seed: int) -> None:
    """Undo, legality, texts, records, action codes, copies and so on keep the laws of all games."""
    rng = Random(seed)
    ruleset = some_ruleset(rng)
    start = State.start(ruleset, rng.choice(ruleset.player_counts))
    check_state_laws(start, games=1, seed=seed, states=5)


@given(states(), st.sampled_from(Symmetry), st.sampled_from(Symmetry))
def test_law_6_symmetries_change_nothing(state: State, turn: Symmetry, other: Symmetry) -> None:
    """What is true of the symmetries of all games, the test kit checks."""
    turned = state.transform(turn)
    assert turned.transform(other) == state.transform(turn.then(other))
    assert turned.outcome == state.outcome
    assert all(turned.owners[turn.section(section)] == state.owners[section] for section in Section)


@given(games(FULL_RIMS))
def test_law_7_edge_rules_agree_where_the_rim_was_full(game: Game[State, Move]) -> None:
    ruleset = game.state.ruleset
    other_edge = next(edge for edge in EdgeStop if edge is not ruleset.edge_stop)
    other_ruleset = attrs.evolve(ruleset, edge_stop=other_edge)
    start = attrs.evolve(game.initial_state.to_setup(), ruleset=other_ruleset)
    other = Game.from_state(State.from_setup(start), game.moves)
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
    assert all(sum(state.scores) <= 9 for state in game.states)
    outcome = game.state.outcome
    assert outcome is not None
    order = [*(outcome.slid or SEATS[: game.state.players])]
    assert bool(outcome.slid) == (game.state.ruleset.tie_break is TieBreak.LAST_SLIDE)
    if outcome.slid:
        sliders = [
            state.to_move
            for state, move in zip(game.states, game.moves, strict=False)
            if isinstance(move, Slide)
        ]
        assert order[-len({*sliders}) :] == sorted({*sliders}, key=sliders[::-1].index)[::-1]
    best = [seat for seat in order if outcome.scores[seat] == max(outcome.scores)]
    assert outcome.winner == best[-1]


@given(states())
def test_law_10_states_and_moves_read_back(state: State) -> None:
    """From their reprs too; and moves also in small letters and without marks."""
    assert State.from_text(state.to_text(), state.ruleset) == state
    assert eval(repr(state), vars(ninetka)) == state
    for move in state.legal_moves:
        assert eval(repr(move), vars(ninetka)) == move
        for text in (str(move).strip("*@"), str(move).lower()):
            assert state.parse_move(text) == move


@given(RULESETS)
def test_law_10_rulesets_read_back(ruleset: Ruleset) -> None:
    for same in (pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset)):
        assert same == ruleset
        assert hash(same) == hash(ruleset)
    assert attrs.evolve(ruleset, name="other") != ruleset
    assert attrs.evolve(NESTORGAMES, colours=("white", "grey", "pink", "black")) == NESTORGAMES


def test_sample_rulesets_are_of_every_kind() -> None:
    samples = {some_ruleset(Random(seed)) for seed in range(1000)}
    own = {ruleset for ruleset in samples if ruleset not in PUBLISHED.values()}
    assert samples > {*PUBLISHED.values()}
    assert {ruleset.edge_stop for ruleset in own} == {*EdgeStop}
    assert {ruleset.turn_order for ruleset in own} == {*TurnOrder}
    assert {"custom", "ż", "wiki-custom"} < {ruleset.name for ruleset in own}
    assert {ruleset.neutral_placement for ruleset in own} == {*NeutralPlacement}
    assert {ruleset.tie_break for ruleset in own} == {*TieBreak}
    for players in (2, 3, 4):
        supplies = {ruleset.stones.get(players, 0) for ruleset in own}
        assert {each for each in supplies if isinstance(each, int)} == {*range(36 // players + 1)}
        assert sum(isinstance(each, tuple) for each in supplies) > 20
