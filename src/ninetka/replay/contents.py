"""What the page's script is given: games as plain data, and the pictures they share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from ..errors import NinetkaError
from ..game import Game
from ..games import rules_for_state
from ..match import MATCH
from ..protocol import DrawableState, GameState
from ..records import SEAT_TAGS, UNFINISHED, Record
from ..rules import GAME
from .pictures import Pictures, shortened

_DASH: Final = " \u2013 "
_DOT: Final = " \u00b7 "
_NAME_LENGTH: Final = 60
"""The most characters shown of a name, which is there at every ply; a tag may be far longer."""
_LISTED: Final = {"Event": "", MATCH: "", "Round": "Round ", "Date": ""}
"""The tags by which a list of games tells them apart, with what stands before their values."""


def as_data(records: Iterable[Record[Any, Any]]) -> dict[str, Any]:
    """What the page is filled with. Raises NinetkaError for states that cannot be drawn."""
    pictures = Pictures()
    games = [_game(record, pictures) for record in records]
    return {"games": games, "parts": pictures.parts}


def _game(record: Record[Any, Any], pictures: Pictures) -> dict[str, Any]:
    game = record.game
    if not isinstance(game.state, DrawableState):
        raise NinetkaError(
            f"a replay shows a picture of every state, and a {type(game.state).__name__} has none"
        )
    called = _with_short_names(record)
    seats = [called.player(seat) for seat in game.state.seats]
    result = "unfinished" if record.result == UNFINISHED else record.result
    rules = rules_for_state(game.state)
    start = game.initial_state
    tags = {GAME: rules.name_of(start), **rules.to_tags(start), **record.tags}
    return {
        "title": f"{_DASH.join(seats)}, {result}",
        "players": seats,
        "result": result,
        "event": _event(record),
        "tags": list(tags.items()),
        "turns": game.turns(),
        "seats": [int(state.to_move) for state in [*game.states()][:-1]],
        "plies": list(_plies(called, seats, pictures)),
    }


def _plies(
    record: Record[Any, Any], seats: Sequence[str], pictures: Pictures
) -> Iterator[dict[str, object]]:
    """What is shown at each ply; `seats` are what the page calls the players."""
    game, names = record.game, record.names
    moves, texts = [None, *game.moves], ["Start", *game.move_texts()]
    shown: list[int] = []
    for ply, (state, move, text) in enumerate(zip(game.states(), moves, texts, strict=True)):
        title = f"Ply {ply}: {text}" if ply else text
        yield {
            "move": text,
            "turn": _turn(state, seats) if ply < game.ply else _end(game, seats),
            "score": _score(state),
            "comment": record.comments.get(ply, ""),
            "changes": pictures.add(
                state.svg_element(last_move=move, names=names, title=title), shown
            ),
        }


def _with_short_names(record: Record[Any, Any]) -> Record[Any, Any]:
    short = {tag: shortened(record.tags.get(tag, ""), _NAME_LENGTH) for tag in SEAT_TAGS}
    return attrs.evolve(record, tags={**record.tags, **short})


def _event(record: Record[Any, Any]) -> str:
    """Where and when it was played, for a list of games."""
    said = [(before, record.tags.get(tag, "")) for tag, before in _LISTED.items()]
    return _DOT.join(before + shortened(value, _NAME_LENGTH) for before, value in said if value)


def _score(state: DrawableState[Any, Any]) -> str:
    scores = zip(state.seats, state.scores, strict=True)
    return _DOT.join(f"{seat} {points}" for seat, points in scores)


def _turn(state: GameState[Any], seats: Sequence[str]) -> str:
    return f"{seats[state.to_move]} to move"


def _end(game: Game[Any, Any], seats: Sequence[str]) -> str:
    """Whose turn it is where a game stands, or how it ended."""
    if game.outcome is None:
        return _turn(game.state, seats)
    winners = " and ".join(seats[winner] for winner in game.outcome.winners)
    end = f"Won by {winners}" if winners else "Over, and nobody has won"
    return _DOT.join(filter(None, [end, game.ending_text]))
