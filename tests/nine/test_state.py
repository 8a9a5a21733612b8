"""What a state tells besides the rules: images of one position, plain data."""

from __future__ import annotations

from hypothesis import example, given
from support.nine_states import NEUTRALS, after, states

from ninetka import NEUTRAL, Pass, Ruleset, State
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
def test_the_canonical_position_is_the_image_with_the_least_bitboards(state: State) -> None:
    images = [state.transform(each) for each in state.symmetries]
    assert len(images) == 8
    assert boards(state.canonical()[0]) == min(map(boards, images))


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


@given(states())
def test_the_moves_of_each_square(state: State) -> None:
    for square in SQUARES:
        moves = [move for move in state.legal_moves if not isinstance(move, Pass)]
        assert state.moves_from(square) == tuple(move for move in moves if move.square is square)
