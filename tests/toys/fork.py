"""A toy game defined by its tree: the seat to move at each fork, and the winners at each end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, TypeAlias

import attrs

from ninetka import protocol

Ends: TypeAlias = "frozenset[int]"
Tree: TypeAlias = "Ends | tuple[int, tuple[Tree, ...]]"
"""The seats that have won, or the seat to move and what its moves lead to."""


def won(*seats: int) -> Tree:
    return frozenset(seats)


def turn(seat: int, *moves: Tree) -> Tree:
    return seat, moves


@attrs.frozen
class Result(protocol.GameOutcome):
    winners: tuple[int, ...]
    scores: ClassVar[tuple[int, ...]] = (0, 0, 0)
    ranking: ClassVar[tuple[int, ...]] = (0, 1, 2)


@attrs.frozen
class Fork(protocol.GameState[int]):
    """A position for three players. Moves are numbered from 0."""

    game: ClassVar[str] = "fork"
    players: ClassVar[int] = 3
    seats: ClassVar[tuple[int, ...]] = (0, 1, 2)

    tree: Tree

    @property
    def is_over(self) -> bool:
        return isinstance(self.tree, frozenset)

    @property
    def to_move(self) -> int:
        return 0 if isinstance(self.tree, frozenset) else self.tree[0]

    @property
    def outcome(self) -> Result | None:
        return Result(tuple(self.tree)) if isinstance(self.tree, frozenset) else None

    @property
    def some_moves(self) -> Sequence[int]:
        return () if isinstance(self.tree, frozenset) else range(len(self.tree[1]))

    def is_legal(self, move: int) -> bool:
        return move in self.some_moves

    def apply_unchecked(self, move: int) -> Self:
        assert not isinstance(self.tree, frozenset)
        return type(self)(self.tree[1][move])

    def parse_move(self, text: str) -> int:
        return self.checked(int(text))

    def to_text(self) -> str:
        return repr(self.tree)
