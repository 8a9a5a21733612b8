"""A game to look through: a record as one HTML page with a board, buttons and a move list.

For any game whose states can be drawn. The page's own parts are in the folder `replay_page`.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any, Final
from xml.etree.ElementTree import Element, fromstring, tostring

import attrs

from .errors import NinetkaError, quoted
from .games import rules_for_state
from .protocol import DrawableState, State
from .records import SEAT_TAGS, UNFINISHED, Record

__all__ = ["replay_page"]

_SVG: Final = "{http://www.w3.org/2000/svg}"
_DASH: Final = " \u2013 "
_DOT: Final = " \u00b7 "
_IN_SCRIPT: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}
_NAME_LENGTH: Final = 60
"""The most characters shown of a name, which is there at every ply; a tag may be far longer."""


def replay_page(record: Record[Any, Any]) -> str:
    """A record as the text of an HTML page that replays it, needing nothing but a browser.

    Whatever tags and comments hold is shown as text. The page is ASCII, so it can be written to a
    file in any usual encoding. Its policy blocks `style` attributes: pictures must do without.
    Raises NinetkaError if the game's states cannot be drawn.
    """
    if not isinstance(record, Record):
        raise NinetkaError(f"a replay is of a Record, not of {quoted(record)}")
    state = record.game.state
    if not isinstance(state, DrawableState):
        raise NinetkaError(
            f"a replay shows a picture of every state, and a {type(state).__name__} has none"
        )
    style, script = _part("page.css"), _part("page.js")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src {_hash(style)}",
            f"script-src {_hash(script)}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    called = _with_short_names(record)
    seats = [called.player(seat) for seat in state.seats]
    title = f"{_DASH.join(seats)}, {_result(record)}"
    return Template(_part("page.html")).substitute(
        policy=policy,
        title=_ascii(html.escape(title)),
        style=style,
        script=script,
        data=_as_script(_data(record, called.names, seats)),
    )


def _as_script(data: object) -> str:
    return json.dumps(data, separators=(",", ":")).translate(_IN_SCRIPT)


def _part(name: str) -> str:
    return files("ninetka").joinpath("replay_page", name).read_text("ascii")


def _hash(text: str) -> str:
    """What a content security policy calls a script or a style by."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()


def _result(record: Record[Any, Any]) -> str:
    return "unfinished" if record.result == UNFINISHED else record.result


def _with_short_names(record: Record[Any, Any]) -> Record[Any, Any]:
    short = {
        tag: f"{name[: _NAME_LENGTH - 1]}\u2026"
        for tag, name in zip(SEAT_TAGS, record.names, strict=False)
        if len(name) > _NAME_LENGTH
    }
    return attrs.evolve(record, tags={**record.tags, **short})


def _data(
    record: Record[Any, Any], names: Sequence[str], seats: Sequence[str]
) -> dict[str, object]:
    """What the page's script is given; `seats` are what it calls the players."""
    states = list(record.game.states())
    moves = [None, *record.game.moves]
    texts = ["Start", *record.game.move_texts()]
    rules = rules_for_state(record.game.state)
    tags = {"Game": rules.name, **rules.to_tags(record.game.initial_state), **record.tags}
    pictures = _Pictures()
    plies = []
    for ply, (state, move, text) in enumerate(zip(states, moves, texts, strict=True)):
        title = f"Ply {ply}: {text}" if ply else text
        plies.append(
            {
                "move": text,
                "turn": _turn(state, seats),
                "score": _score(state),
                "comment": record.comments.get(ply, ""),
                "picture": pictures.add(state.to_svg(last_move=move, names=names, title=title)),
            }
        )
    return {
        "players": list(seats),
        "result": _result(record),
        "tags": list(tags.items()),
        "plies": plies,
        "parts": list(pictures.parts),
    }


def _score(state: DrawableState[Any]) -> str:
    scores = zip(state.seats, state.scores, strict=True)
    return _DOT.join(f"{seat} {points}" for seat, points in scores)


def _turn(state: State[Any], seats: Sequence[str]) -> str:
    if state.outcome is None:
        return f"{seats[state.to_move]} to move"
    winners = " and ".join(seats[winner] for winner in state.outcome.winners)
    return f"Won by {winners}" if winners else "Over, and nobody has won"


class _Pictures:
    """Pictures taken apart: most of what they show is the same from ply to ply."""

    def __init__(self) -> None:
        self.parts: dict[str, int] = {}
        """Every different element as text, with its number."""

    def add(self, svg: str) -> list[int]:
        """The numbers of a picture's parts: its outermost element, emptied, and what was in it."""
        root = fromstring(svg)
        for element in root.iter():
            element.tag = element.tag.removeprefix(_SVG)
        return [self._number(each) for each in (Element(root.tag, root.attrib), *root)]

    def _number(self, element: Element) -> int:
        element.tail = None
        text = tostring(element, encoding="unicode")
        return self.parts.setdefault(text, len(self.parts))
