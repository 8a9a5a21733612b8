"""What a state tells besides the rules: keys for tables, images of one position, plain data."""

from __future__ import annotations

import json
from hashlib import blake2b

import attrs
from hypothesis import example, given
from support.nine_states import NEUTRALS, after, states

from ninetka import (
    NEUTRAL,
    WIKI,
    EdgeStop,
    Pass,
    Ruleset,
    State,
    Symmetry,
    TurnOrder,
)
from ninetka.nine.board import SQUARES

PAIRS = Ruleset("pairs", {2: 2})
MOVING = after(f"{NEUTRALS} A5 K5 B1 K2", PAIRS)


def documented_key(state: State) -> int:
    """A key by the definition of docs/formats.md, from public names alone."""
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


def test_keys_differ_by_each_field_that_tells_rulesets_apart() -> None:
    changes: dict[str, object] = {
        "name": "others",
        "stones": {2: 2, 3: 2},
        "edge_stop": EdgeStop.STONE,
        "turn_order": TurnOrder.RESTARTS,
    }
    assert [*changes] == [field.name for field in attrs.fields(Ruleset) if field.eq]
    rulesets = [PAIRS, *(attrs.evolve(PAIRS, **{name: changes[name]}) for name in changes)]  # type: ignore[arg-type]
    assert len({State.start(ruleset).key for ruleset in rulesets}) == len(rulesets)


def test_a_key_is_the_same_in_every_version() -> None:
    assert State.start(WIKI, 3).apply("E5").key == 7965807551942557761


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
