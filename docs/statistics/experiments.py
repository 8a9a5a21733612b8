"""What is counted for the page of 9tka: which games, how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ninetka import NINE, State

_MILLION: Final = 10**6
_USUAL: Final = ("continues", "players", "later-seat")


@attrs.frozen
class Start:
    """A start of 9tka."""

    players: int
    stones: int | str | None = None
    """For each player, or for each seat, such as `19,17` (Q7); None is a full rim."""
    edge_stop: str = "board"
    turn_order: str = "continues"
    neutral_placement: str = "players"
    tie_break: str = "later-seat"

    @property
    def name(self) -> str:
        """Its name among the counts, such as `2 x 9 stone`."""
        stones = "" if self.stones is None else f" x {self.stones} {self.edge_stop}"
        readings = (self.turn_order, self.neutral_placement, self.tie_break)
        others = [each for each in readings if each not in _USUAL]
        return " ".join([f"{self.players}{stones}", *others])

    @property
    def tags(self) -> Mapping[str, str]:
        """How its ruleset differs from `nestorgames`, as tags of a record."""
        tags = {}
        if self.stones is not None:
            tags["Stones"] = f"{self.players}:{self.stones}"
        if self.edge_stop != "board":
            tags["EdgeStop"] = self.edge_stop
        if self.turn_order != "continues":
            tags["TurnOrder"] = self.turn_order
        if self.neutral_placement != "players":
            tags["NeutralPlacement"] = self.neutral_placement
        if self.tie_break != "later-seat":
            tags["TieBreak"] = self.tie_break
        return tags

    @property
    def state(self) -> State:
        """The empty board, before the deal if chance places the neutrals."""
        usual = {"Ruleset": "nestorgames", "Players": str(self.players)}
        return NINE.begin({**usual, **self.tags})


@attrs.frozen
class Match:
    """Games between computer players."""

    players: tuple[str, ...]
    games: int
    turn_order: str = "continues"
    neutral_placement: str = "players"
    tie_break: str = "later-seat"

    @property
    def name(self) -> str:
        """Its name among the counts, such as `search:1000 random`."""
        _, *others = self.start.name.split()
        return " ".join([*self.players, *others])

    @property
    def start(self) -> Start:
        """Where they begin."""
        return Start(
            len(self.players),
            turn_order=self.turn_order,
            neutral_placement=self.neutral_placement,
            tie_break=self.tie_break,
        )


FULL: Final = {
    Start(2): 400 * _MILLION,
    Start(2, turn_order="restarts"): 200 * _MILLION,
    Start(3): 200 * _MILLION,
    Start(4): 100 * _MILLION,
    Start(4, turn_order="restarts"): 100 * _MILLION,
}
"""How many random games with a full rim. With three players the turn orders are the same."""

FIRST: Final = _MILLION
"""So many of the games with a full rim are also counted apart, so that they are soon recounted."""

PART_FILLED: Final = {
    Start(players, stones, edge_stop): games * _MILLION
    for players, numbers, games in (
        (2, range(1, 18), 20),
        (3, range(2, 12, 2), 2),
        (4, range(2, 10, 2), 2),
    )
    for stones in numbers
    for edge_stop in ("board", "stone")
}
"""How many random games with fewer stones."""

READINGS: Final = {
    Start(players, neutral_placement=placement, tie_break=tie_break): 20 * _MILLION
    for players in (2, 3, 4)
    for placement, tie_break in (
        ("random", "later-seat"),
        ("players", "last-slide"),
        ("random", "last-slide"),
    )
}
"""How many random games by other readings of the rules (Q5, Q6)."""

HANDICAPS: Final = {Start(2, f"{18 + more},{18 - more}"): 10 * _MILLION for more in (-1, 1, 2, 3)}
"""How many random games of two with 36 stones, but different numbers (Q7)."""

MOVE_BY_MOVE: Final = 10 * _MILLION
"""How many random games of 2, 3 and 4 players in which passes and slides are counted."""

SEARCH: Final = "search:1000"
EQUAL: Final = (
    Match((SEARCH,) * 2, 2000),
    Match((SEARCH,) * 3, 1500),
    Match((SEARCH,) * 4, 1500),
    Match((SEARCH,) * 2, 2000, turn_order="restarts"),
    Match((SEARCH,) * 4, 1500, turn_order="restarts"),
)
"""Games between equal players."""
STRONGER: Final = tuple(
    Match(("search:10000",) * 2, 500, turn_order=order) for order in ("continues", "restarts")
)
"""Games between equal players who search further."""
READING: Final = tuple(
    Match((SEARCH,) * 2, 500, "continues", start.neutral_placement, start.tie_break)
    for start in READINGS
    if start.players == 2
)
"""Games between equal players by other readings of the rules."""
STRENGTHS: Final = tuple(
    Match((SEARCH, other), 200) for other in ("random", "greedy", "mc:1000", "search:10000")
)

SOLVED: Final = (
    *(
        Start(2, stones, edge_stop, turn_order)
        for stones in (1, 2)
        for edge_stop in ("board", "stone")
        for turn_order in ("continues", "restarts")
    ),
    *(Start(players, 1, edge_stop) for players in (3, 4) for edge_stop in ("board", "stone")),
)
"""Full search from the empty board."""
SAMPLED: Final = {
    Start(2, 2): 1000,
    Start(2, 3): 1000,
    Start(2, 3, "stone"): 1000,
    Start(2, 4): 40,
    Start(3, 2): 1000,
    Start(4, 1, turn_order="restarts"): 200,
    Start(4, 2): 100,
}
"""The number of random arrangements of the neutrals that are searched to the end."""
