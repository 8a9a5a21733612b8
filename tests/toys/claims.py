"""A toy game whose moves cannot be listed, on boards of any size: players claim points of a row.

A move claims any number of free points. A player who claims a single point moves again, once. The
game can also end by resignation or agreement.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from random import Random
from typing import ClassVar, Self

import attrs

from ninetka import InvalidMoveError, NinetkaError, protocol
from ninetka.protocol import entry as rules
from ninetka.protocol.endings import Ending, EndingKind


class Why(Enum):
    NOT_FREE = "not free"


@attrs.frozen
class Claim:
    points: frozenset[int]

    @property
    def bits(self) -> int:
        return sum(1 << point for point in self.points)

    def __str__(self) -> str:
        return "+".join(map(str, sorted(self.points)))


@cache
def claim(*points: int) -> Claim:
    return Claim(frozenset(points))


@attrs.frozen
class Result(protocol.GameOutcome):
    scores: tuple[int, int]
    loser: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        first, second = self.scores
        if self.loser is None and first == second:
            return ()
        return self.ranking[:1]

    @property
    def ranking(self) -> tuple[int, ...]:
        loser = int(self.scores[0] >= self.scores[1]) if self.loser is None else self.loser
        return (1 - loser, loser)

    def __str__(self) -> str:
        return "-".join(map(str, self.scores))


@attrs.frozen
class Row(protocol.GameState[Claim]):
    game: ClassVar[str] = "claims"
    players: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (0, 1)
    ending_kinds = (EndingKind.AGREEMENT, EndingKind.RESIGNATION)

    size: int
    claimed: tuple[int, int] = (0, 0)
    to_move: int = 0
    again: bool = False

    @property
    def free(self) -> int:
        first, second = self.claimed
        return ((1 << self.size) - 1) & ~(first | second)

    @property
    def is_over(self) -> bool:
        return not self.free

    @property
    def result(self) -> Result:
        first, second = self.claimed
        return Result((first.bit_count(), second.bit_count()))

    @property
    def outcome(self) -> Result | None:
        return self.result if self.is_over else None

    @property
    def some_moves(self) -> tuple[Claim, ...]:
        """Each free point by itself, and the first two together."""
        free = self.free
        points = [point for point in range(self.size) if free >> point & 1]
        pairs = [claim(*points[:2])] if len(points) > 1 else []
        return (*map(claim, points), *pairs)

    def outcome_after(self, ending: Ending) -> Result:
        if ending.kind not in self.endings or ending.seat not in (None, *self.seats):
            raise NinetkaError(f"the game cannot end by {ending}")
        return attrs.evolve(self.result, loser=ending.seat)

    def is_legal(self, move: Claim) -> bool:
        return bool(move.points) and not move.bits & ~self.free

    def fault(self, move: Claim) -> protocol.Fault[Why] | None:
        free = self.is_legal(move)
        return None if free else protocol.Fault(Why.NOT_FREE, f"{move} is not free")

    def apply_unchecked(self, move: Claim) -> Self:
        claimed = list(self.claimed)
        claimed[self.to_move] |= move.bits
        again = len(move.points) == 1 and not self.again
        seat = self.to_move if again else 1 - self.to_move
        return attrs.evolve(self, claimed=(claimed[0], claimed[1]), to_move=seat, again=again)

    def parse_move(self, text: str) -> Claim:
        points = text.split("+")
        if not all(point.isdecimal() for point in points):
            raise InvalidMoveError(f"{text!r} is not a claim, such as 3+17")
        return self.checked(claim(*map(int, points)))

    def to_text(self) -> str:
        first, second = self.claimed
        return f"{self.size} {first:x} {second:x} {self.to_move}{'+' * self.again}"


@attrs.frozen
class RowRules(protocol.GameRuleset[Row, Claim]):
    game: ClassVar[str] = "claims"

    size: int = 1000


def start(ruleset: protocol.GameRuleset[Row, Claim], players: int) -> Row:
    assert isinstance(ruleset, RowRules)
    return Row(ruleset.size)


def from_tags(tags: Mapping[str, str]) -> Row:
    size, first, second, turn = tags["Position"].split()
    claimed = int(first, 16), int(second, 16)
    return Row(int(size), claimed, int(turn.rstrip("+")), turn.endswith("+"))


def to_tags(state: Row) -> dict[str, str]:
    return {"Position": state.to_text()}


class ClaimSamples:
    MOVES = (claim(0), claim(), claim(3), claim(0, 2, 4), claim(9999))

    def some_ruleset(self, random: Random) -> RowRules:
        return RowRules(random.choice([9, 30, 1000]))


CLAIMS = rules.Rules(
    {"claims": {"Position": "1000 0 0 0"}},
    "claims",
    frozenset({"Position"}),
    start,
    from_tags,
    to_tags,
    samples=ClaimSamples,
)
