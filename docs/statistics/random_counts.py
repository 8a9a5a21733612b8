"""What is counted for the pages of Kropki, 9AM and Mills: random games, and why they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import starmap
from typing import Any, Final

import attrs
from books import ROOT, SEED, Book, Count
from tally import Tally

from ninetka.games import entry_for_name
from ninetka.morris import State
from ninetka.morris.turns import end_of
from ninetka.protocol import EnumerableState
from ninetka.simulate import Task

FIRST: Final = 2**14
"""So many games are also counted apart, so that they are soon recounted."""
ENDS: Final = 200_000
"""In so many games it is counted why they end."""
_BY_MOVES: Final = 10_000
"""Games that are played at once move by move: 100 MB."""
_STEP: Final = 2**20
"""Games that are counted at once: five seconds of 9AM."""
_MILLION: Final = 10**6


@attrs.frozen
class Start:
    """A start of random games."""

    name: str
    """In tables, and among the counts."""
    tags: Mapping[str, str]
    """As in a record."""
    games: int
    """How many games are to be played."""
    link: str = ""
    """Where the game is described, from the page."""

    @property
    def short_name(self) -> str:
        """In plots, where there is little room."""
        return self.name.removesuffix(" Morris")

    @property
    def state(self) -> EnumerableState[Any]:
        """The position with which each game begins."""
        state = entry_for_name(self.tags["Game"]).begin(self.tags)
        assert isinstance(state, EnumerableState)
        return state

    def play(self, first: int, games: int) -> Tally:
        """So many games, from a number on."""
        return Tally.of(Task(self.state, SEED, True, first, games).play())

    def go_on(self, found: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """More games than have been found."""
        before = found["games"] if found else 0
        tally = self.play(before, min(_STEP, self.games - before))
        return (Tally.from_dict(found) + tally if found else tally).to_dict()

    def is_done(self, found: Mapping[str, Any] | None) -> bool:
        """Whether all games have been played."""
        return found is not None and found["games"] >= self.games

    def go_on_with_ends(self, found: Mapping[str, int] | None) -> Mapping[str, int]:
        """Why games of mills end: the name of each `End`, and in how many, with more games."""
        from ninetka.batch import Batch  # needs an extra, which those who only make pages may lack

        ends = Counter(found)
        before = ends.total()
        batch = Batch.of([self.state] * min(_BY_MOVES, ENDS - before))
        for actions in batch.random_games(SEED, before).actions.T:
            batch.step(actions)
        ends.update(map(_end, batch))
        return dict(ends.most_common())

    def has_ends(self, found: Mapping[str, int] | None) -> bool:
        """Whether it is known why so many games end."""
        return found is not None and sum(found.values()) >= ENDS


def _end(state: EnumerableState[Any]) -> str:
    assert isinstance(state, State)
    end = end_of(state)
    assert end is not None
    return end.name


def _first(start: Start) -> Callable[[object], Mapping[str, Any]]:
    return lambda _: start.play(0, FIRST).to_dict()


def _kinds(starts: tuple[Start, ...], *, ends: bool) -> Mapping[str, Mapping[str, Count]]:
    kinds = {
        "first": {each.name: Count(_first(each)) for each in starts},
        "random": {each.name: Count(each.go_on, each.is_done) for each in starts},
    }
    if ends:
        kinds["ends"] = {each.name: Count(each.go_on_with_ends, each.has_ends) for each in starts}
    return kinds


def _kropki(columns: int, rows: int) -> Start:
    size = {"Columns": f"{columns}", "Rows": f"{rows}"}
    tags = {"Game": "Kropki", "Ruleset": "standard", **size}
    return Start(f"{columns} x {rows}", tags, _MILLION)


def _mill_game(ruleset: str, name: str, section: str = "") -> Start:
    link = f"../morris/variants.md#{section or ruleset}"
    return Start(name, {"Game": "Mills", "Ruleset": ruleset}, _MILLION, link)


KROPKI: Final = tuple(starmap(_kropki, ((10, 10), (15, 15), (20, 20), (30, 30), (39, 32))))
"""Kropki with automatic captures."""
NINE_AM: Final = tuple(
    Start(f"{players} players", {"Game": "9AM", "Players": f"{players}"}, 100 * _MILLION)
    for players in (3, 4, 5)
)
"""9AM by number of players."""
MILLS: Final = Start(
    "Mills",
    {"Game": "Mills", "Ruleset": "mills"},
    100 * _MILLION,
    "../morris/how-to-play.md#mills-the-game-for-two",
)
"""The usual game of two."""
THREE_IN_A_ROW: Final = (
    _mill_game("three-mens-morris", "Three Men's Morris"),
    _mill_game("nine-holes", "Nine Holes"),
    _mill_game("tapatan", "Tapatan"),
    _mill_game("achi", "Achi"),
    _mill_game("shisima", "Shisima"),
)
"""The mill games on boards of nine fields."""
FEW_TOKENS: Final = (
    _mill_game("five-mens-morris", "Five Men's Morris", "five-and-six-mens-morris"),
    _mill_game("six-mens-morris", "Six Men's Morris", "five-and-six-mens-morris"),
    _mill_game("seven-mens-morris", "Seven Men's Morris"),
)
"""Those with five to seven tokens."""
MANY_TOKENS: Final = (
    _mill_game("tournament-mills", "Tournament Mills"),
    _mill_game("cheng-san-qi", "Cheng San Qi", "cheng-san-qi-and-da-san-qi"),
    _mill_game("lasker-morris", "Lasker Morris"),
    _mill_game("eleven-mens-morris", "Eleven Men's Morris", "eleven-and-twelve-mens-morris"),
    _mill_game("twelve-mens-morris", "Twelve Men's Morris", "eleven-and-twelve-mens-morris"),
    _mill_game("morabaraba", "Morabaraba"),
    _mill_game("da-san-qi", "Da San Qi", "cheng-san-qi-and-da-san-qi"),
    _mill_game("dara", "Dara"),
)
"""Those with nine tokens or more."""
MILL_GAMES: Final = (MILLS, *THREE_IN_A_ROW, *FEW_TOKENS, *MANY_TOKENS)

BOOKS: Final = (
    Book("Kropki", ROOT / "kropki", _kinds(KROPKI, ends=False)),
    Book("9AM", ROOT / "9am", _kinds(NINE_AM, ends=True)),
    Book("Mills", ROOT / "mills", _kinds(MILL_GAMES, ends=True)),
)
