"""A toy game with too many moves to list, and with endings other than by a move: a race.

Moves are `+1`, `+2` and so on. A player who makes a single step moves again; a player who says
`out` leaves the race. The first player at the goal wins, or the last one in the race. A player may
resign, and then all others win. Once somebody has moved, the players may agree to share the win.
The game cannot be lost on time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Self

import attrs

from ninetka import InvalidMoveError, NinetkaError, protocol
from ninetka.drawing import DrawableState, Drawing
from ninetka.protocol import GameState
from ninetka.protocol.endings import Ending, EndingKind
from ninetka.protocol.entry import GameEntry, MatchRules
from ninetka.protocol.states import check_seat
from ninetka.protocol.tags import StartTags
from toys import drawing


class Why(Enum):
    NO_STEP = "no step"


class Seat(int):
    """A seat, shown as a letter."""

    def __str__(self) -> str:
        return "xyz"[self]


@attrs.frozen
class Winners(protocol.GameOutcome):
    """The best share one point. The text is unlike other games' results."""

    players: int
    best: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return self.best if len(self.best) < self.players else ()

    @property
    def scores(self) -> tuple[Fraction, ...]:
        share = Fraction(1, len(self.best))
        return tuple(share * (seat in self.best) for seat in range(self.players))

    @property
    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(range(self.players), key=lambda seat: seat not in self.best))

    def __str__(self) -> str:
        return "=".join(str(Seat(seat)) for seat in self.best)


@attrs.frozen
class Race(DrawableState[int, None]):
    game: ClassVar[str] = "race"
    ending_kinds = (EndingKind.AGREEMENT, EndingKind.RESIGNATION)
    drawing: ClassVar[Drawing[GameState[Any], Any, Any]] = drawing

    goal: int
    steps: tuple[int, ...]
    to_move: int = 0
    out: frozenset[int] = frozenset()

    @property
    def players(self) -> int:
        return len(self.steps)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.players)))

    @property
    def scores(self) -> Sequence[int | Fraction]:
        """The steps until somebody has won; then the points of the outcome."""
        return self.steps if self.outcome is None else self.outcome.scores

    @property
    def outcome(self) -> Winners | None:
        there = [seat for seat in self.seats if self.steps[seat] >= self.goal]
        left = there or [seat for seat in self.seats if seat not in self.out]
        return Winners(self.players, tuple(left)) if len(left) == 1 else None

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def endings(self) -> Collection[EndingKind]:
        if self.is_over:
            return ()
        begun = [EndingKind.AGREEMENT] if any(self.steps) else []
        return (*begun, EndingKind.RESIGNATION)

    def outcome_after(self, ending: Ending) -> Winners:
        if ending.kind not in self.endings:
            raise NinetkaError(f"nobody can end this race by {ending.kind.value!r}")
        if ending.seat is not None:
            check_seat(ending.seat, self.players)
        return Winners(self.players, tuple(seat for seat in self.seats if seat != ending.seat))

    @property
    def some_moves(self) -> tuple[int, ...]:
        return () if self.is_over else (1, 2, 3)

    def is_legal(self, move: int) -> bool:
        return move >= 0 and not self.is_over

    def fault(self, move: int) -> protocol.Fault[Why] | None:
        legal = self.is_legal(move)
        return None if legal else protocol.Fault(Why.NO_STEP, f"{move} is no step")

    def apply_unchecked(self, move: int) -> Self:
        steps = tuple(n + move * (seat == self.to_move) for seat, n in enumerate(self.steps))
        out = self.out if move else self.out | {self.to_move}
        order = [(self.to_move + n) % self.players for n in range(1, self.players)]
        nexts = [self.to_move] * (move == 1) + [seat for seat in order if seat not in out]
        return attrs.evolve(self, steps=steps, out=out, to_move=nexts[0])

    def move_text_unchecked(self, move: int) -> str:
        return f"+{move}" if move else "out"

    def parse_move(self, text: str) -> int:
        if text != "out" and not (text.startswith("+") and text[1:].isdecimal()):
            raise InvalidMoveError(f"{text!r} is not a step, for example +3")
        return self.checked(0 if text == "out" else int(text))

    def to_text(self) -> str:
        steps = ",".join(f"{n}{'!' * (seat in self.out)}" for seat, n in enumerate(self.steps))
        return f"{steps} {Seat(self.to_move)} {self.goal}"


@attrs.frozen
class RaceRules(protocol.GameRuleset[Race, int]):
    game: ClassVar[str] = "race"

    goal: int = 10

    @property
    def player_counts(self) -> Sequence[int]:
        return (2, 3)


def _start(ruleset: RaceRules, players: int) -> Race:
    return Race(ruleset.goal, (0,) * players)


def _from_tags(tags: Mapping[str, str]) -> Race:
    if "Position" not in tags:
        return Race(int(tags.get("Goal", "10")), (0,) * int(tags.get("Players", "2")))
    steps, letter, goal = tags["Position"].split()
    each = steps.split(",")
    out = frozenset(seat for seat, text in enumerate(each) if text.endswith("!"))
    return Race(int(goal), tuple(int(text.rstrip("!")) for text in each), "xyz".index(letter), out)


def _rotations(players: int) -> Iterator[tuple[int, ...]]:
    """Each player begins twice; neighbours stay the same."""
    for first in range(players):
        for _ in range(2):
            yield tuple((first + n) % players for n in range(players))


RACE: GameEntry[Race, int] = GameEntry(
    {"Race": {"Goal": "10", "Players": "2"}},
    "race",
    _start,
    StartTags(
        frozenset({"Goal", "Players", "Position"}),
        _from_tags,
        lambda state: {"Position": state.to_text()},
    ),
    player_counts=(2, 3),
    match_rules=MatchRules(_rotations),
)
