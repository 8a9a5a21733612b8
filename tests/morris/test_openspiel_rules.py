"""Mills beside OpenSpiel's compiled `nine_mens_morris`: the same legal moves at every ply.

Its rules, as its games show, are those of the ruleset `mills`: who has three tokens left, and none
in hand, may jump; if all of the opponent's tokens are in mills, any may be removed; a player who
cannot move, or has fewer than three tokens, loses. They differ in one point. OpenSpiel's game is a
draw after 200 turns, puts included, whatever they were; a removal belongs to the turn of its mill,
and who wins by the last turn has won. Quiet turns end no game there (M13). So the games here are
played with a quiet limit that is out of reach, up to 200 turns.

Before 2.0 OpenSpiel offers no slide to its point 0, a7, and takes a player for lost who has no
other move; puts, removals and jumps go there. With such a version exactly that is expected.

Its actions are 0 to 23 for points, row by row from the top left, to put or to remove; from 24 on,
24 times the point to move from and the one to move to.
"""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import settings

from ninetka.morris import MILLS, Board, Move, Phase, Put, Remove, Seat, State, Step

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

pytestmark = pytest.mark.deep

GAMES = 5 * settings().max_examples
LAST_TURN = 200
RULESET = attrs.evolve(MILLS, quiet=999)
NAMES = (
    *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
)
POINTS = [Board.rings(2).fields_by_name[name] for name in NAMES]
"""OpenSpiel's points."""
SLIDES_TO_POINT_0 = int(version("open_spiel").split(".")[0]) >= 2


def offered(state: State) -> list[Move]:
    """The legal moves that this version of OpenSpiel has."""
    return [
        move
        for move in state.legal_moves
        if SLIDES_TO_POINT_0
        or state.may_jump
        or not (isinstance(move, Step) and move.end == POINTS[0])
    ]


def move_of(action: int, phase: Phase) -> Move:
    before, last = divmod(action, len(POINTS))
    if before:
        return Step(POINTS[before - 1], POINTS[last])
    return Remove(POINTS[last]) if phase is Phase.REMOVE else Put(POINTS[last])


def test_games_agree() -> None:
    game = pyspiel.load_game("nine_mens_morris")
    seen: set[str] = set()
    for aim, games in (
        ("nothing", GAMES),
        ("safe mills", GAMES // 8),
        ("blocking", max(100, GAMES // 8)),  # the rarest end: one in 60
    ):
        for seed in range(games):
            seen |= played(game.new_initial_state(), Random(f"{aim} {seed}"), aim)
    ends = {"cannot move.", "has only two tokens left.", "a draw"}
    if not SLIDES_TO_POINT_0:
        ends.add("lost with a slide to point 0")
    assert seen - ends == {"a jump", "a token of a mill removed, as all are in mills"}
    assert seen >= ends


def played(theirs: Any, rng: Random, aim: str) -> set[str]:
    """A random game by both, with an aim in most turns; what there was in it."""
    state, turns, seen = State.start(RULESET), 0, set()
    while not theirs.is_terminal():
        actions = theirs.legal_actions()
        moves = {move_of(action, state.phase): action for action in actions}
        ours = offered(state)
        assert {*moves} == {*ours}, state.to_text()
        assert theirs.current_player() == state.to_move
        tried = rng.choices(ours, k=1 if rng.random() < 0.1 else 6)
        move = min(tried, key=lambda each: worth(state, each, aim))
        if state.may_jump:
            seen.add("a jump")
        if isinstance(move, Remove) and state.connected_mills(move.field):
            seen.add("a token of a mill removed, as all are in mills")
        theirs.apply_action(moves[move])
        state = state.apply(move)
        turns += state.phase is not Phase.REMOVE
    if turns < LAST_TURN and not offered(state) and not state.is_over:
        loser = state.to_move
        assert theirs.returns() == [1 - 2 * (seat == loser) for seat in state.seats]
        return seen | {"lost with a slide to point 0"}
    if state.outcome is None:
        assert turns == LAST_TURN
        assert state.phase is not Phase.REMOVE
        assert theirs.returns() == [0, 0]
        return seen | {"a draw"}
    assert turns <= LAST_TURN
    first, second = state.outcome.scores
    assert theirs.returns() == [first - second, second - first]
    return seen | {state.outcome.explanation[len("Seat a ") :]}


def worth(state: State, move: Move, aim: str) -> tuple[int, ...]:
    """How far a move is from an aim."""
    if aim == "nothing":
        return ()
    after, other = state.apply(move), Seat(1 - state.to_move)
    no_mill = after.phase is not Phase.REMOVE
    if aim == "safe mills":
        return no_mill, -len(after.mills(other))
    return not no_mill, freedom(after, other)


def freedom(state: State, seat: Seat) -> int:
    """How many steps the player could make."""
    free = {*state.free}
    return sum(
        near in free
        for field, owner in state.tokens.items()
        if owner is seat
        for near in state.board.neighbours(field)
    )
