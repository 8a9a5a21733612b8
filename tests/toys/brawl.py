"""A toy game with two names in records: a brawl for three to five players, and a duel for two.

A turn takes one to three points. A player who takes three also hits somebody, which is a second ply
in a row. A player who has been hit twice is out. The game ends after eight turns, or when one
player is left. In a brawl, scores are the points taken, less their average. In a duel the winners
share one point; its moves can look like results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import index
from typing import Any, ClassVar, Self, SupportsIndex

import attrs

from ninetka import InvalidMoveError, NinetkaError, protocol
from ninetka.drawing import DrawableState, Drawing
from ninetka.protocol import GameState
from ninetka.protocol.entry import GameEntry
from ninetka.protocol.tags import StartTags
from toys import drawing


class Why(Enum):
    NOT_NOW = "not now"


class Seat(int):
    """A seat, shown as a letter."""

    def __str__(self) -> str:
        return "abcde"[self]


@attrs.frozen
class Result(protocol.GameOutcome):
    scores: tuple[Fraction, ...]
    joint: str

    @property
    def winners(self) -> tuple[int, ...]:
        best = max(self.scores)
        if best == min(self.scores):
            return ()
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.scores)), key=lambda seat: -self.scores[seat]))

    def __str__(self) -> str:
        return self.joint.join(map(str, self.scores))


class Planes:
    def plane_shape(self, state: Brawl) -> tuple[int, int]:
        return 1, 5

    def plane_names(self, state: Brawl) -> tuple[str, ...]:
        return "in the game", "to move"

    def planes(self, state: Brawl, seat: int) -> tuple[int, ...]:
        return sum(1 << each for each in state.standing), 1 << state.to_move


@attrs.frozen
class Brawl(protocol.ObservableState[str], DrawableState[str, None]):
    game: ClassVar[str] = "fight"
    drawing: ClassVar[Drawing[GameState[Any], Any, Any]] = drawing
    observation: ClassVar[Planes] = Planes()

    variant: str
    lives: tuple[int, ...]
    points: tuple[int, ...]
    turns: int = 8
    to_move: int = 0
    hitting: bool = False

    @property
    def players(self) -> int:
        return len(self.lives)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.players)))

    @property
    def standing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.lives[seat])

    @property
    def scores(self) -> tuple[Fraction, ...]:
        if self.variant == "brawl":
            return tuple(n - Fraction(sum(self.points), self.players) for n in self.points)
        best = max(self.points)
        winners = [seat for seat in self.standing if self.points[seat] == best] or self.standing
        return tuple(Fraction(seat in winners, len(winners)) for seat in self.seats)

    @property
    def is_over(self) -> bool:
        return not self.turns or len(self.standing) == 1

    @property
    def outcome(self) -> Result | None:
        return Result(self.scores, ":-"[self.variant == "duel"]) if self.is_over else None

    @property
    def legal_moves(self) -> tuple[str, ...]:
        if self.is_over:
            return ()
        others = [seat for seat in self.standing if seat != self.to_move]
        return tuple(map(self._hit, others)) if self.hitting else ("1", "2", "3")

    def _hit(self, target: int) -> str:
        return f"{self.to_move + 1}-{target + 1}"

    def fault(self, move: str) -> protocol.Fault[Why] | None:
        legal = self.is_legal(move)
        return None if legal else protocol.Fault(Why.NOT_NOW, f"{move} cannot be done now")

    def apply_unchecked(self, move: str) -> Self:
        lives, points, target = [*self.lives], [*self.points], move[2:]
        if target:
            lives[int(target) - 1] -= 1
        else:
            points[self.to_move] += int(move)
        after = attrs.evolve(self, lives=tuple(lives), points=tuple(points), hitting=move == "3")
        if after.hitting:
            return after
        order = [(self.to_move + n) % self.players for n in range(1, self.players + 1)]
        following = next(seat for seat in order if lives[seat])
        return attrs.evolve(after, turns=self.turns - 1, to_move=following)

    def parse_move(self, text: str) -> str:
        numbers = text.split("-")
        if len(numbers) > 2 or any(number not in [*"12345"] for number in numbers):
            raise InvalidMoveError(f"{text!r} is not a move, for example 3 or 1-2")
        return self.checked(text)

    def to_text(self) -> str:
        lives, points = "".join(map(str, self.lives)), "/".join(map(str, self.points))
        doing = "hit" if self.hitting else "take"
        return f"{lives} {points} {self.turns} {Seat(self.to_move)} {doing} {self.variant}"

    @property
    def action_count(self) -> int:
        return 3 + self.players

    def action(self, move: str) -> int:
        self.parse_move(move)
        return 2 + int(move[2:]) if "-" in move else int(move) - 1

    def move(self, action: SupportsIndex) -> str:
        code = index(action)
        if code not in range(self.action_count):
            raise InvalidMoveError(f"{code} is no action")
        return str(code + 1) if code < 3 else self._hit(code - 3)

    @property
    def max_plies_left(self) -> int:
        return 2 * self.turns


@attrs.frozen
class BrawlRules(protocol.GameRuleset[Brawl, str]):
    game: ClassVar[str] = "fight"

    name: str = "brawl"

    @property
    def player_counts(self) -> Sequence[int]:
        return (2,) if self.name == "duel" else (3, 4, 5)


def _start(ruleset: protocol.GameRuleset[Brawl, str], players: int) -> Brawl:
    assert isinstance(ruleset, BrawlRules)
    if players not in ruleset.player_counts:
        raise NinetkaError(f"a {ruleset.name} is not for {players}")
    return Brawl(ruleset.name, (2,) * players, (0,) * players)


def _from_tags(tags: Mapping[str, str]) -> Brawl:
    if "Position" not in tags:
        return _start(BrawlRules(tags["Ruleset"].lower()), int(tags["Players"]))
    lives, points, turns, letter, doing, ruleset = tags["Position"].split()
    return Brawl(
        ruleset,
        tuple(map(int, lives)),
        tuple(map(int, points.split("/"))),
        int(turns),
        "abcde".index(letter),
        doing == "hit",
    )


def _to_tags(start: Brawl) -> dict[str, str]:
    tags = {"Ruleset": start.variant, "Players": str(start.players)}
    usual = _start(BrawlRules(start.variant), start.players)
    return tags if start == usual else {**tags, "Position": start.to_text()}


BRAWL = GameEntry(
    {"Brawl": {"Ruleset": "brawl", "Players": "3"}, "Duel": {"Ruleset": "duel", "Players": "2"}},
    "fight",
    _start,
    StartTags(
        frozenset({"Ruleset", "Players", "Position"}),
        _from_tags,
        _to_tags,
        suggestions={"Ruleset": ("brawl", "duel"), "Players": ("2", "3", "4", "5")},
    ),
    naming=lambda start: start.variant.title(),
    player_counts=(2, 3, 4, 5),
)
