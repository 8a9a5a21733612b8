"""What the conformance suite has of every field of the usual boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from morris.games import start
from ninetka.conformance import cases_of
from ninetka.morris import Field, State


def legal(usual: State) -> Iterator[str]:
    """The moves that are legal in some case on a board, under the usual ruleset."""
    name, hands = usual.ruleset.name, usual.players
    for case in cases_of("morris"):
        if case.method == "legal_moves" and case.result is not None:
            words = case.params["position"].split()
            if words[-1] == name and words[1].count("/") + 1 == hands:
                yield from case.result["moves"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_m6_every_step_between_neighbours_is_legal_in_some_case(players: int) -> None:
    """OpenSpiel had none to a7 for years."""
    usual = start(players)
    board, moves = usual.board, {*legal(usual)}
    for field in map(Field, range(1, board.fields + 1)):
        for other in board.neighbours(field):
            assert f"{board.name_of(field)}-{board.name_of(other)}" in moves


def test_m5_m10_every_token_is_put_and_removed_in_some_case() -> None:
    usual = start(2)
    names = {usual.board.name_of(field) for field in range(1, 25)}
    assert names | {f"x{name}" for name in names} <= {*legal(usual)}
