"""Small boards beside the search by states, and ladders beside trying everything."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from ninetka import NinetkaError
from ninetka.kropki import STANDARD, TERRITORY, Passing, Ruleset, Start, State
from ninetka.kropki import searching as kropki_search
from ninetka.kropki.solving import KropkiSolver, Ladder, ladder, net
from ninetka.kropki.state import AutomaticState
from ninetka.solve import Budget, search, value

MUCH = Budget(nodes=1_000_000)
LADDER = "7x/1xxxox1o/1oox4/3xo3/1x1ox1xx/o4x2/3oo1o1/4o2o x small -"
"""The dot on de cannot get away."""


def board(columns: int, rows: int, start: Start = Start.EMPTY) -> Ruleset:
    return attrs.evolve(STANDARD, name="small", columns=columns, rows=rows, start=start)


def some_game(ruleset: Ruleset, free: int, seed: int) -> AutomaticState:
    """A position of a random game with no more free points than that."""
    state, rng = State.start(ruleset), Random(seed)
    while state.free_mask.bit_count() > free:
        assert isinstance(state, AutomaticState)
        state = state.apply(rng.choice(state.legal_moves))
    assert isinstance(state, AutomaticState)
    return state


@pytest.mark.parametrize("seed", range(8))
def test_small_boards_agree_with_the_search_by_states(seed: int) -> None:
    ruleset = board(*[(3, 3), (4, 3), (4, 4), (5, 4)][seed % 4], start=[*Start][seed // 4])
    state = some_game(ruleset, 5, seed)
    found, by_states = value(state, MUCH), search.value(state, MUCH, lambda _: None)
    assert found.proven
    assert (found.payoffs, found.moves) == (by_states.payoffs, by_states.moves)


@pytest.mark.parametrize("seed", range(12))
def test_compiled_code_agrees_with_states(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    rng = Random(seed)
    size = [(5, 4), (5, 5), (6, 5), (8, 7)][seed % 4]
    ruleset = attrs.evolve(board(*size), komi=rng.choice([0.0, 0.0, 0.5, -1.0]))
    state = some_game(ruleset, 8, seed)
    compiled = kropki_search.search_of(state, MUCH)
    monkeypatch.setattr(kropki_search, "kernel_for", lambda _: None)
    by_states = kropki_search.search_of(state, MUCH)
    assert type(compiled) is not type(by_states)
    for move in state.legal_moves:
        after = state.apply(move)
        assert compiled.sign(after, -1, 1) == by_states.sign(after, -1, 1)


def test_compiled_code_encloses_what_states_enclose() -> None:
    pytest.importorskip("numba", reason="the extra batch is not installed")
    from ninetka.kropki.compiled.endgame import EndgameSearch

    grid = board(8, 7).board
    endgame = EndgameSearch(grid.stride, grid.all, grid.edge, grid.left)
    for seed in range(150):
        state = some_game(board(8, 7), 3, seed)
        lead, position = best_lead(state), (state.dot_masks, state.owned_masks, int(state.to_move))
        assert endgame.reaches(*position, lead, 1000)[0] == 1
        assert endgame.reaches(*position, lead + 1, 1000)[0] == 2


def best_lead(state: AutomaticState) -> int:
    """By how many points the first seat wins, by trying everything."""
    if state.is_over:
        return int(state.scores[0] - state.scores[1])
    best = min if state.to_move else max
    return best(best_lead(state.apply(move)) for move in state.legal_moves)


def test_whole_boards() -> None:
    for start in (Start.EMPTY, Start.CROSS):
        found = value(State.start(board(3, 3, start)), MUCH)
        assert (found.proven, found.payoffs[0]) == (True, found.payoffs[1])


@pytest.fixture(params=["compiled", "states"])
def _by_either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By compiled code if there is any, and by states."""
    if request.param == "states":
        monkeypatch.setattr(kropki_search, "kernel_for", lambda _: None)


@pytest.mark.usefixtures("_by_either")
def test_a_budget_that_is_too_small_says_so() -> None:
    start = State.start(board(5, 5))
    for budget in (Budget(nodes=10), Budget(seconds=0.01)):
        found = value(start, budget)
        assert not found.proven
        assert found.why_unproven == f"the budget of {budget} was not enough"
        assert len(found.moves) == 25


@pytest.mark.usefixtures("_by_either")
def test_a_clock_gives_the_same_as_a_number_of_nodes() -> None:
    state = some_game(board(4, 4), 6, 1)
    assert value(state, Budget(seconds=600)) == value(state, MUCH)


def test_points_for_the_second_player_are_komi() -> None:
    state = KropkiSolver().handicapped(State.start(STANDARD), 3)
    assert state.ruleset.komi == 3


@pytest.mark.usefixtures("_by_either")
def test_a_win_that_is_found_is_one_whatever_the_budget_was() -> None:
    start = State.from_text("1xx1/xoo1/1xxo x small -", board(4, 3))
    found = value(start, Budget(nodes=7))
    assert found.proven
    assert found.payoffs[0] == 1


def test_other_rulesets_are_searched_as_usual() -> None:
    passing = attrs.evolve(board(3, 3), name="passing", passing=Passing.TURNS)
    for state in map(State.start, (passing, STANDARD, TERRITORY)):
        assert KropkiSolver().searched(state, MUCH) is None


def captures(state: AutomaticState, seat: int, target: int, moves: int) -> bool:
    """Whether the seat to move captures a target in so many moves, by trying everything."""
    return any(
        bool(after.owned_masks[seat] & target)
        or (moves > 1 and not after.is_over and escapes_nowhere(after, seat, target, moves - 1))
        for after in map(state.apply, state.legal_moves)
    )


def escapes_nowhere(state: AutomaticState, seat: int, target: int, moves: int) -> bool:
    return all(
        captures(after, seat, target, moves) for after in map(state.apply, state.legal_moves)
    )


def test_no_defence_stops_a_ladder() -> None:
    checked = set[int]()
    for seed in range(10):
        state = some_game(board(6, 6, Start.CROSS), 15, seed)
        seat = state.to_move
        for point in state.board.points_of(state.live(seat.other)):
            found = ladder(state, point)
            if found is None or len(found.moves) > 3:
                continue
            target, own_moves = state.board.mask_of([point]), len(found.moves) // 2
            after = state.apply(found.moves[0])
            if own_moves:
                assert escapes_nowhere(after, seat, target, own_moves)
            else:
                assert after.owned_masks[seat] & target
            checked.add(own_moves)
    assert checked == {0, 1}


def test_no_defence_stops_a_net() -> None:
    quiet = 0
    for seed in (13, 24):
        state = some_game(board(6, 6, Start.CROSS), 12, seed)
        seat = state.to_move
        for point in state.board.points_of(state.live(seat.other)):
            found = net(state, point, nodes=5_000)
            if found is None or not 1 < len(found.moves) <= 5:
                continue
            after, target = state.apply(found.moves[0]), state.board.mask_of([point])
            assert escapes_nowhere(after, seat, target, len(found.moves) // 2)
            assert played(state, found).owned_masks[seat] & target
            quiet += ladder(state, point) is None
    assert quiet


def long_ladder() -> AutomaticState:
    state = State.from_text(LADDER, board(8, 8))
    assert isinstance(state, AutomaticState)
    return state


def played(state: AutomaticState, found: Ladder) -> AutomaticState:
    for move in found.moves:
        state = state.apply(move)
    return state


def test_a_ladder_goes_on_to_the_capture() -> None:
    state = long_ladder()
    found = ladder(state, "de")
    assert found is not None
    assert len(found.moves) == 7
    after = played(state, found)
    assert after.is_dead("de")
    assert found.nodes < 100_000
    assert ladder(state, "de", nodes=20) is None


def test_what_cannot_be_captured_by_a_ladder() -> None:
    state = long_ladder()
    theirs = state.board.points_of(state.live(state.to_move.other))
    assert any(ladder(state, point) is None for point in theirs)
    with pytest.raises(NinetkaError, match="there is no live dot of the opponent on aa"):
        ladder(state, "aa")
    with pytest.raises(NinetkaError, match="where captures are automatic"):
        ladder(State.start(TERRITORY), "aa")
