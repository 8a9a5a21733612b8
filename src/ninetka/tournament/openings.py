"""Openings from which players play in each seating: positions, or first moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..base.errors import NinetkaError
from ..games import entry_for_state
from ..play.game import Game
from ..protocol.states import GameState
from ..protocol.tags import POSITION

__all__ = ["openings"]


def openings(lines: Iterable[str], start: GameState[Any]) -> list[Game[Any, Any]]:
    """The openings that some lines describe: each is a position, or moves from the `start`.

    Empty lines, and those that begin with #, are left out. Raises NinetkaError, with the number of
    the line, for one that is neither, or after which there is nothing to play.

    >>> from ninetka import State
    >>> [game.ply for game in openings(["# two neutrals", "E5 C9"], State.start())]
    [2]
    """
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                found.append(_opening(text, start))
            except NinetkaError as error:
                raise NinetkaError(f"line {number} of the openings: {error}") from error
    if not found:
        raise NinetkaError("there are no openings")
    return found


def _opening(text: str, start: GameState[Any]) -> Game[Any, Any]:
    entry = entry_for_state(start)
    try:
        state = entry.begin({**entry.tags.write(start), POSITION: text})
    except ValueError as not_a_position:  # a NinetkaError, but not from every game
        try:
            game = Game.from_state(start, text)
        except NinetkaError as not_moves:
            said = f"it is neither a position ({not_a_position}) nor moves ({not_moves})"
            raise NinetkaError(said) from not_moves
    else:
        game = Game.from_state(state)
    if game.state.players != start.players:
        raise NinetkaError(f"it is for {game.state.players} players, not {start.players}")
    if game.is_over:
        raise NinetkaError("the game is over there")
    return game
