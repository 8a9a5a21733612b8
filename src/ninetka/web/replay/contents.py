"""The data in a replay page: games as plain data, and the parts of their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from ...base.errors import NinetkaError
from ...drawing.drawable import DrawableState
from ...drawing.options import Picture
from ...games import entry_for_state
from ...play.game import Game
from ...protocol.tags import GAME
from ...records import SEAT_TAGS, UNFINISHED, Record
from ...tournament.match import MATCH
from .pictures import Pictures

_DASH: Final = " \u2013 "
_DOT: Final = " \u00b7 "
_LONGEST_NAME: Final = 60
"""The most characters shown of a name, which stands at every ply; a tag may be far longer."""
_EVENT_TAGS: Final = {"Event": "", MATCH: "", "Round": "Round ", "Date": ""}
"""The tags that tell games of a list apart, and what stands before their values."""


def as_data(records: Iterable[Record[Any, Any]]) -> dict[str, Any]:
    """The data of a page of these records. Raises NinetkaError for games that cannot be drawn."""
    pictures = Pictures()
    games = [_game(record, pictures) for record in records]
    return {"games": games, "parts": pictures.parts}


def _game(record: Record[Any, Any], pictures: Pictures) -> dict[str, Any]:
    start, entry = record.game.initial_state, entry_for_state(record.game.state)
    if not isinstance(start, DrawableState):
        raise NinetkaError(f"{entry.name_of(start)} has no pictures to replay")
    names = {tag: _shortened(record.tags.get(tag, "")) for tag in SEAT_TAGS}
    short = attrs.evolve(record, tags={**record.tags, **names})
    players = [short.player(seat) for seat in start.seats]
    result = "unfinished" if record.result == UNFINISHED else record.result
    tags = {GAME: entry.name_of(start), **entry.tags.write(start), **record.tags}
    event = [(prefix, record.tags.get(tag, "")) for tag, prefix in _EVENT_TAGS.items()]
    return {
        "title": f"{_DASH.join(players)}, {result}",
        "players": players,
        "result": result,
        "event": _DOT.join(prefix + _shortened(value) for prefix, value in event if value),
        "tags": list(tags.items()),
        "plies": list(_plies(short, players, pictures)),
    }


def _plies(
    record: Record[Any, Any], players: Sequence[str], pictures: Pictures
) -> Iterator[dict[str, object]]:
    game = record.game
    states = game.states
    moves, texts = [None, *game.moves], ["Start", *game.move_texts]
    seats, turns = [None, *(state.to_move for state in states[:-1])], [None, *game.turns]
    shown: list[int] = []
    for ply, (state, move, text) in enumerate(zip(states, moves, texts, strict=True)):
        title = f"Ply {ply}: {text}" if ply else text
        is_end = ply == game.ply and game.outcome is not None
        ending = game.ending if is_end else None
        picture: Picture[Any, Any] = Picture(
            last_move=move, ending=ending, names=record.names, title=title
        )
        points = state.running_scores
        if ending is not None and game.outcome is not None:
            points = game.outcome.scores
        scores = zip(state.seats, points, strict=False)  # which may be none
        yield {
            "move": text,
            "seat": seats[ply],
            "turn": turns[ply],
            "to_move": _end(game, players) if is_end else f"{players[state.to_move]} to move",
            "score": _DOT.join(f"{seat} {points}" for seat, points in scores),
            "comment": record.comments.get(ply, ""),
            "changes": pictures.add(state.svg_element(picture), shown),
        }


def _end(game: Game[Any, Any], players: Sequence[str]) -> str:
    """A sentence on how a finished game ended."""
    winners = game.outcome.winners if game.outcome is not None else ()
    won = f"Won by {' and '.join(players[winner] for winner in winners)}"
    return _DOT.join(filter(None, [won if winners else "Nobody has won", game.ending_text]))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}\u2026"
