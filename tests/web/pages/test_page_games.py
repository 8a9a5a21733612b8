"""Whole random games, clicked through on the page and compared with the library at every ply."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from random import Random
from typing import Any

import attrs
import pytest
from support.browser import NEEDED
from support.play_page import LONG, MOVES, PlayPage, Way, check

from ninetka import BOARDGAMEGEEK, NESTORGAMES, WIKI, Game, NinetkaError, kropki, morris
from ninetka.records import SEAT_TAGS, Record, verify

pytestmark = [*NEEDED, LONG]

SMALL: dict[str, Any] = {"columns": 7, "rows": 6}
SHORT: dict[str, Any] = {"tokens": 5, "quiet": 10}
OTHER_MILL_GAMES = {
    name: ruleset for name, ruleset in morris.PUBLISHED.items() if name not in ("9am", "mills")
}
STARTS: dict[str, tuple[Any, int]] = {
    "9tka 2": (NESTORGAMES, 2),
    "9tka 3": (NESTORGAMES, 3),
    "9tka 4": (NESTORGAMES, 4),
    "wiki 2": (WIKI, 2),
    "wiki 3": (WIKI, 3),
    "wiki 4": (WIKI, 4),
    "Kropki standard": (attrs.evolve(kropki.STANDARD, **SMALL), 2),
    "Kropki territory": (attrs.evolve(kropki.TERRITORY, **SMALL), 2),
    "9AM 3": (attrs.evolve(morris.NINE_AM, **SHORT), 3),
    "9AM 4": (attrs.evolve(morris.NINE_AM, **SHORT), 4),
    "9AM 5": (attrs.evolve(morris.NINE_AM, **SHORT), 5),
    "Mills": (attrs.evolve(morris.MILLS, **SHORT), 2),
    "neutrals at random": (BOARDGAMEGEEK, 2),
    "Kropki with passes": (attrs.evolve(kropki.STANDARD, **SMALL, passing=kropki.Passing.TURNS), 2),
    **{name: (attrs.evolve(each, quiet=10), 2) for name, each in OTHER_MILL_GAMES.items()},
}
MAIN_PATHS = {"9tka 3", "Kropki territory", "Mills"}
ON_STATIC = (
    "9tka 2",
    "neutrals at random",
    "Kropki standard",
    "Kropki territory",
    "9AM 5",
    "Mills",
)
"""Games played on a static host too: each kind of move, and a start drawn there."""
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")


def way_to(state: Any, move: Any, rng: Random) -> Way:
    """Places to pick for a move; a ring may be taken instead of drawn."""
    if not getattr(move, "chains", ()):
        return state.places_of(move)  # type: ignore[no-any-return]
    rings = [[dot.name for dot in chain] for chain in move.chains]
    way: list[str | list[str]] = [move.point.name]
    for ring in rings:
        way += [ring] if rng.random() < 0.5 else [*ring, ring[0]]
    return way


def some_game(start: Any, rng: Random) -> Game[Any, Any]:
    """A random game in which rings are often declared."""
    game = Game.from_state(start)
    while moves := game.state.some_moves:
        declaring = [move for move in moves if getattr(move, "chains", ())]
        game = game.apply(rng.choice(declaring if rng.random() < 0.7 and declaring else moves))
    return game


def every_ply(game: Game[Any, Any]) -> Iterator[Game[Any, Any]]:
    """The game as it stood at each ply."""
    while game.ply:
        game = game.undo()
    yield game
    with suppress(NinetkaError):
        while True:
            game = game.redo()
            yield game


def turns(game: Game[Any, Any]) -> list[list[list[Any]]]:
    """The moves of each turn, with the seats that made them."""
    plies = zip(game.turns, game.states, game.move_texts, strict=False)
    listed = [(turn, [int(state.to_move), text]) for turn, state, text in plies]
    return [[move for _, move in group] for _, group in groupby(listed, lambda ply: ply[0])]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.main_path] * (name in MAIN_PATHS)) for name in STARTS],
)
def test_a_random_game_can_be_played(page: PlayPage, name: str) -> None:
    play_a_random_game(page, name)


@pytest.mark.parametrize("host", ["static"], indirect=True, scope="module")
@pytest.mark.parametrize("name", ON_STATIC)
def test_a_random_game_on_a_static_host(page: PlayPage, name: str) -> None:
    play_a_random_game(page, name)


def test_points_that_are_not_whole_can_be_read(page: PlayPage) -> None:
    start: Game[Any, Any] = Game.start(morris.NINE_AM, players=3)
    game = some_game(start.state, Random(0))
    page.open(Record(game))
    assert page.text("#result") == "-26\u2154:23\u2153:33\u2153"
    assert page.text("#score") == "a -26\u2154 \u00b7 b 23\u2153 \u00b7 c 33\u2153"
    page.wait(lambda: page.one("#chart svg").is_displayed())
    assert "-80/3:70/3:100/3" in page.record()


def play_a_random_game(page: PlayPage, name: str) -> None:
    ruleset, players = STARTS[name]
    rng = Random(name)
    tags = dict(zip(SEAT_TAGS, NAMES[:players], strict=False))
    start: Game[Any, Any] = Game.start(ruleset, players=players)
    game = some_game(start.state, rng)
    ways = [way_to(state, move, rng) for state, move in zip(game.states, game.moves, strict=False)]
    page.open(Record(start, tags))
    shown = page.play(*ways)
    for seen, then in zip(shown, every_ply(game), strict=True):
        check(seen, Record(then, tags))
    page.wait(lambda: page.js(MOVES) == turns(game))
    record = page.record()
    assert record == Record(game, tags).to_text()
    assert [verdict.error for verdict in verify(io.BytesIO(record.encode()))] == [None]
