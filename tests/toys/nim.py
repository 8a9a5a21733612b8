"""A toy game that cannot be drawn and has fractions of points, but no winner: Nim."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from operator import index
from typing import ClassVar, Self, SupportsIndex

import attrs

from ninetka import InvalidMoveError, NinetkaError, protocol
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.tags import StartTags


class Why(Enum):
    TOO_MANY = "too many"


@attrs.frozen
class Take:
    count: int


@attrs.frozen
class Result(protocol.GameOutcome):
    scores: tuple[Fraction, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return ()

    @property
    def ranking(self) -> tuple[int, ...]:
        return (0, 1)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


class Planes:
    def plane_shape(self, state: Nim) -> tuple[int, int]:
        return 1, 9

    def plane_names(self, state: Nim) -> tuple[str, ...]:
        return "heap", "to move"

    def planes(self, state: Nim, seat: int) -> tuple[int, ...]:
        return (1 << state.heap) - 1, 511 * (seat == state.to_move)


@attrs.frozen
class Nim(protocol.ObservableState[Take]):
    """A heap of things: a move takes one to three. A plane is a row with a bit for each thing."""

    game: ClassVar[str] = "nim"
    action_count: ClassVar[int] = 3
    observation: ClassVar[Planes] = Planes()

    heap: int
    to_move: int = 0
    players: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (0, 1)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def outcome(self) -> Result | None:
        return Result((Fraction(1, 2), Fraction(-1))) if self.is_over else None

    @property
    def legal_moves(self) -> tuple[Take, ...]:
        return tuple(Take(count) for count in range(1, min(3, self.heap) + 1))

    def fault(self, move: Take) -> protocol.Fault[Why] | None:
        legal = self.is_legal(move)
        return None if legal else protocol.Fault(Why.TOO_MANY, f"{move.count} is too many")

    def apply_unchecked(self, move: Take) -> Self:
        return attrs.evolve(self, heap=self.heap - move.count, to_move=1 - self.to_move)

    def move_text_unchecked(self, move: Take) -> str:
        return str(move.count)

    def parse_move(self, text: str) -> Take:
        if not text.isdigit():
            raise InvalidMoveError(f"{text} is no number")
        return self.checked(Take(int(text)))

    def to_text(self) -> str:
        return f"{self.heap} {self.to_move}"

    def action(self, move: Take) -> int:
        return self.checked(move).count - 1

    def move(self, action: SupportsIndex) -> Take:
        if action not in range(self.action_count):
            raise InvalidMoveError(f"{action} is no action")
        return Take(index(action) + 1)

    @property
    def max_plies_left(self) -> int:
        return self.heap


@attrs.frozen
class NimRules(protocol.GameRuleset[Nim, Take]):
    game: ClassVar[str] = "nim"

    heap: int


def start(ruleset: NimRules, players: int) -> Nim:
    if players != 2:
        raise NinetkaError("nim is for 2")
    return Nim(ruleset.heap)


def from_tags(tags: Mapping[str, str]) -> Nim:
    return Nim(int(tags["Heap"]), int(tags.get("Turn", "0")))


def to_tags(state: Nim) -> dict[str, str]:
    tags = {"Heap": str(state.heap)}
    return {**tags, "Turn": "1"} if state.to_move else tags


NIM: GameEntry[Nim, Take] = GameEntry(
    {"nim": {"Heap": "5"}}, "nim", start, StartTags(frozenset({"Heap", "Turn"}), from_tags, to_tags)
)
