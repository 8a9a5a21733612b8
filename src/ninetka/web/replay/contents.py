"""The data in a replay page: games as plain data, and the parts of their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

import attrs

from ...base.errors import NinetkaError
from ...drawing.drawable import DrawableState
from ...drawing.options import Picture
from ...drawing.svg import readable
from ...games import entry_for_state
from ...play.game import Game
from ...protocol.clocks import format_time
from ...protocol.entry import RecordStyle
from ...protocol.tags import GAME
from ...records import GLYPHS, SEAT_TAGS, UNFINISHED, Record, Variation
from ...records.annotations import split_share, symbol
from ...tournament.match import MATCH
from .pictures import Pictures, Place, places_in

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
    result = "unfinished" if record.result == UNFINISHED else readable(record.result)
    tags = {GAME: entry.name_of(start), **entry.tags.write(start), **record.tags}
    event = [(prefix, record.tags.get(tag, "")) for tag, prefix in _EVENT_TAGS.items()]
    return {
        "title": f"{_DASH.join(players)}, {result}",
        "players": players,
        "result": result,
        "event": _DOT.join(prefix + _shortened(value) for prefix, value in event if value),
        "tags": list(tags.items()),
        "plies": _plies(short, _Scene(players, short.names, pictures, entry.style), []),
        **({"places": _places(start, short.names)} if _is_drawn_on(record) else {}),
    }


def _is_drawn_on(line: Record[Any, Any] | Variation[Any, Any]) -> bool:
    """Whether comments may draw on the board; what exactly, the page reads."""
    inner = chain.from_iterable(line.variations.values())
    return any("[%c" in text for text in line.comments.values()) or any(map(_is_drawn_on, inner))


def _places(start: DrawableState[Any, Any], names: Sequence[str]) -> dict[str, Place]:
    return places_in(start.svg_element(Picture(names=names, targets=True)))


@attrs.frozen
class _Scene:
    """What is the same for all plies of a game."""

    players: Sequence[str]
    names: Sequence[str]
    pictures: Pictures
    style: RecordStyle[Any]


def _plies(
    line: Record[Any, Any] | Variation[Any, Any],
    scene: _Scene,
    shown: list[int],
    made: int = 0,
    turn: int = 1,
) -> list[dict[str, Any]]:
    """The plies of a game, or of a variation after `made` moves whose first belongs to that `turn`.

    `shown` are the parts of the picture before. Each ply has the variations that might have been
    played instead; a variation has no ply for its start.
    """
    game, states = line.game, line.game.states
    moves, texts = [None, *game.moves], ["Start", *game.move_texts]
    made_in = zip(states, game.moves, strict=False)
    seats = [None, *(state.seat_of(move) for state, move in made_in)]
    turns = [None, *scene.style.turns(states[:-1], made, turn)]
    plies: list[dict[str, Any]] = []
    for ply in range(isinstance(line, Variation), game.ply + 1):
        state, text, before = states[ply], texts[ply], [*shown]
        is_end = ply == game.ply and game.outcome is not None
        ending = game.ending if is_end else None
        picture: Picture[Any, Any] = Picture(
            last_move=moves[ply],
            ending=ending,
            names=scene.names,
            title=f"Ply {made + ply}: {text}" if ply else text,
        )
        points = state.running_scores
        if ending is not None and game.outcome is not None:
            points = game.outcome.scores
        scores = zip(state.seats, points, strict=False)  # which may be none
        end = _end(game, scene.players) if is_end else f"{scene.players[state.to_move]} to move"
        plies.append(
            {
                "move": text,
                "seat": seats[ply],
                "turn": turns[ply],
                "to_move": end,
                "score": readable(_DOT.join(f"{seat} {points}" for seat, points in scores)),
                **_remarks(line, ply),
                "changes": scene.pictures.add(state.svg_element(picture), shown),
            }
        )
        for variation in line.variations.get(ply, ()):
            inner = _plies(variation, scene, [*before], made + ply - 1, turns[ply] or 1)
            plies[-1].setdefault("variations", []).append(inner)
    return plies


def _remarks(line: Record[Any, Any] | Variation[Any, Any], ply: int) -> dict[str, str | float]:
    """What is written on a ply: the comment, and glyphs, clock times and its share if there are.

    What stands before a variation goes to its first move.
    """
    before = isinstance(line, Variation) and ply == 1
    plies = [0, 1] if before else [ply]
    glyphs = [number for each in plies for number in line.glyphs.get(each, ())]
    clock = line.clocks.get(ply, None)
    said = {
        "marks": " ".join(map(symbol, glyphs)),
        "meaning": ", ".join(GLYPHS[number].meaning for number in glyphs if number in GLYPHS),
        "remaining": ""
        if clock is None or clock.remaining is None
        else format_time(clock.remaining),
        "elapsed": "" if clock is None or clock.elapsed is None else format_time(clock.elapsed),
    }
    comment = " ".join(filter(None, (line.comments.get(each) for each in plies)))
    comment, share = split_share(comment)
    shares = {} if share is None else {"share": share}
    return {"comment": comment, **{name: text for name, text in said.items() if text}, **shares}


def _end(game: Game[Any, Any], players: Sequence[str]) -> str:
    """A sentence on how a finished game ended."""
    winners = game.outcome.winners if game.outcome is not None else ()
    won = f"Won by {' and '.join(players[winner] for winner in winners)}"
    return _DOT.join(filter(None, [won if winners else "Nobody has won", game.ending_text]))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}\u2026"
