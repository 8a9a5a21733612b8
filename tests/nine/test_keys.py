"""Keys for tables, one position for all its images, and a position as plain data."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import blake2b
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from support.nine_states import NEUTRALS, after, playout, states

from ninetka import (
    NESTORGAMES,
    NEUTRAL,
    WIKI,
    EdgeStop,
    Pass,
    Phase,
    Ruleset,
    Seat,
    Slide,
    Square,
    State,
    Symmetry,
    TurnOrder,
)

PAIRS = Ruleset("pairs", {2: 2})
MOVING = after(f"{NEUTRALS} A5 K5 B1 K2", PAIRS)


def documented_key(state: State) -> int:
    """As docs/formats.md says it, from what is public."""
    ruleset = state.ruleset
    lines = [
        "9tka/1",
        ruleset.name,
        " ".join(f"{players}:{each}" for players, each in ruleset.stones.items()),
        ruleset.edge_stop.value,
        ruleset.turn_order.value,
        str(state.players),
    ]
    data = "".join(f"{line}\n" for line in lines).encode() + bytes([state.to_move])
    data += b"".join(board.to_bytes(16, "little") for board in boards(state))
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


@given(states())
def test_keys_are_as_documented(state: State) -> None:
    assert state.key == documented_key(state)
    assert 0 <= state.key < 2**64


def test_keys_are_the_same_in_every_process() -> None:
    code = "import ninetka; print(ninetka.State.start(ninetka.WIKI, 3).apply('E5').key)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert int(told.stdout) == State.start(WIKI, 3).apply("E5").key == 7965807551942557761


def test_keys_tell_apart_what_is_not_equal() -> None:
    changes: list[dict[str, Any]] = [
        {"name": "x"},
        {"stones": {2: 9}},
        {"edge_stop": EdgeStop.STONE},
    ]
    rulesets = [attrs.evolve(NESTORGAMES, **change) for change in changes]
    rulesets += [NESTORGAMES, WIKI, attrs.evolve(NESTORGAMES, turn_order=TurnOrder.RESTARTS)]
    starts = [State.start(ruleset) for ruleset in rulesets] + [State.start(players=3)]
    after_one = [State.start().apply(text) for text in ("E5", "E6")]
    keys = {state.key for state in (*starts, *after_one)}
    assert len(keys) == len(starts) + len(after_one)


def boards(state: State) -> list[int]:
    """The bitboards of the neutrals and of each seat's stones."""
    stones = state.to_setup().stones.items()
    kinds = (NEUTRAL, *state.seats)
    return [sum(square.bit for square, stone in stones if stone is kind) for kind in kinds]


@given(states())
@example(after(f"{NEUTRALS} A5 K5"))  # the two stones alone tell two images apart
def test_images_share_their_canonical_position(state: State) -> None:
    canonical, symmetry = state.canonical()
    images = [state.transform(each) for each in Symmetry]
    assert state.transform(symmetry) == canonical
    assert boards(canonical) == min(map(boards, images))
    assert {image.canonical()[0] for image in images} == {canonical}


@given(states())
def test_action_codes_turn_with_the_board(state: State) -> None:
    for symmetry in Symmetry:
        turned = state.transform(symmetry)
        codes = sorted(symmetry.actions[code] for code in state.legal_actions)
        assert codes == list(turned.legal_actions)
        for code in state.legal_actions:
            assert turned.move(symmetry.actions[code]) == symmetry.move(state.move(code))
            assert symmetry.inverse.actions[symmetry.actions[code]] == code


def test_a_position_as_plain_data() -> None:
    assert MOVING.to_dict() == {
        "position": MOVING.to_text(),
        "ruleset": "pairs",
        "players": 2,
        "phase": "movement",
        "to_move": 1,
        "is_over": False,
        "legal_moves": ["A5-J5", "B1-B10"],
        "scores": [0, 0],
        "owners": dict.fromkeys(
            ["top left", "top middle", "top right", "middle left", "centre", "middle right",
             "bottom left", "bottom middle", "bottom right"]),
        "outcome": None,
    }  # fmt: skip


@given(states())
@example(playout(State.start(), Random(1)).state)
def test_plain_data_says_what_the_state_does(state: State) -> None:
    said = json.loads(json.dumps(state.to_dict()))
    assert said == state.to_dict()
    assert State.from_text(said["position"], state.ruleset) == state
    assert [state.parse_move(text) for text in said["legal_moves"]] == list(state.legal_moves)
    assert Phase(said["phase"]) is state.phase
    assert [Seat(said["to_move"]), said["players"]] == [state.to_move, state.players]
    owners = [None if owner is None else Seat(owner) for owner in said["owners"].values()]
    assert owners == list(state.owners.values())
    if state.outcome is None:
        assert said["outcome"] is None
        assert not said["is_over"]
    else:
        assert said["outcome"] == {
            "result": str(state.outcome),
            "scores": said["scores"],
            "winners": [state.outcome.winner],
            "ranking": list(state.outcome.ranking),
        }


def test_the_moves_of_one_square() -> None:
    assert MOVING.moves_from(Square("A5")) == (Slide("A5"),)
    for name in ("K5", "A6", "E5", "A1"):  # another's, none, an inner square, a corner
        assert MOVING.moves_from(Square(name)) == ()
    stuck = after(f"{NEUTRALS} A10 K10 B1 J11 A10", PAIRS)
    assert stuck.legal_moves == (Pass(),)
    assert not any(stuck.moves_from(Square(name)) for name in ("A10", "K10", "B1"))


@given(states())
def test_every_move_but_a_pass_is_of_its_square(state: State) -> None:
    for move in state.legal_moves:
        if not isinstance(move, Pass):
            assert state.moves_from(move.square) == (move,)


def test_how_states_are_made() -> None:
    with pytest.raises(TypeError) as caught:
        State()
    assert str(caught.value) == "make a State by State.start, State.from_text or State.from_setup"
