"""What a state tells besides the rules: images of one position, plain data."""

from __future__ import annotations

import json

from hypothesis import example, given
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NEUTRAL,
    Pass,
    Ruleset,
    State,
    Symmetry,
)
from ninetka.nine.board import SQUARES

PAIRS = Ruleset("pairs", {2: 2})
MOVING = after(f"{NEUTRALS} A5 K5 B1 K2", PAIRS)


def boards(state: State) -> list[int]:
    """The bitboards of the neutrals and of each seat's stones."""
    stones = state.to_setup().stones.items()
    kinds = (NEUTRAL, *state.seats)
    return [sum(square.bit for square, stone in stones if stone is kind) for kind in kinds]


@given(states())
@example(after(f"{NEUTRALS} A5 K5"))  # the two stones alone tell two images apart
def test_images_share_their_canonical_position(state: State) -> None:
    canonical, symmetry = state.canonical()
    images = [state.transform(each) for each in state.symmetries]
    assert len(images) == 8
    assert state.transform(symmetry) == canonical
    assert boards(canonical) == min(map(boards, images))
    assert {image.canonical()[0] for image in images} == {canonical}


@given(states())
def test_action_codes_turn_with_the_board(state: State) -> None:
    for symmetry in Symmetry:
        turned = state.transform(symmetry)
        assert state.transform_actions(symmetry) == symmetry.actions
        codes = sorted(symmetry.actions[code] for code in state.legal_actions)
        assert codes == list(turned.legal_actions)
        for code in state.legal_actions:
            moved = state.transform_move(state.move(code), symmetry)
            assert turned.move(symmetry.actions[code]) == moved == symmetry.move(state.move(code))
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


def test_a_finished_position_as_plain_data() -> None:
    said = after(f"{NEUTRALS} A5 K5 A5", Ruleset("duel", {2: 1})).to_dict()
    assert said["is_over"]
    assert said["legal_moves"] == []
    assert [name for name, owner in said["owners"].items() if owner == 1] == ["middle right"]
    outcome = {"result": "0-1", "scores": [0, 1], "winners": [1], "ranking": [1, 0]}
    assert said["outcome"] == outcome
    assert json.loads(json.dumps(said)) == said


@given(states())
def test_the_moves_of_each_square(state: State) -> None:
    for square in SQUARES:
        moves = [move for move in state.legal_moves if not isinstance(move, Pass)]
        assert state.moves_from(square) == tuple(move for move in moves if move.square is square)
