"""Data that the page has before it has the rules.

They are games with pictures, languages and puzzles, and what the rules answer where games begin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final
from xml.sax.saxutils import unescape

import attrs

from ..base.messages import ENGLISH, in_language
from ..base.messages import languages as spoken
from ..drawing.drawable import DrawableState
from ..games import all_games, entry_for_name
from ..records.record import SEAT_TAGS
from ..server import Server
from ..server.catalogue import catalogue
from . import pages

LEVELS: Final = ("easy", "club", "strong")
"""The computer players that a game can be begun against with one click.

Against the first, the page begins a game by itself.
"""
NAMES: Final = ("You", "Computer, easy", "Computer, club", "Computer, strong")
"""The names of the players on the page, in English."""
_SHOWN: Final = re.compile(r'<text class="name[^>]*>([^<]*)</text>')


def files() -> dict[str, bytes]:
    """The data that the page's server has, as files of JSON by name."""
    named = {f"games-{code}.json": games(code) for code in _words()}
    return {**named, "languages.json": languages(), "puzzles.json": puzzles()}


def languages() -> bytes:
    """Each language's name by its code, as JSON; a file without a name gives the code."""
    return json.dumps({code: words.get("", code) for code, words in _words().items()}).encode()


@cache
def _words() -> dict[str, dict[str, str]]:
    """The words of the page in the languages that it and the rules speak, by code."""
    found = {ENGLISH: {"": "English"}}
    for code in spoken():
        file = resources.files(pages) / f"words-{code}.json"
        if file.is_file():
            found[code] = json.loads(file.read_bytes())
    return found


@cache
def puzzles() -> bytes:
    """The records of puzzles, which `ninetka puzzles` has made, by the game's name, as JSON."""
    texts = [entry.puzzles() for entry in all_games() if entry.puzzles]
    return json.dumps({text.partition('"')[2].partition('"')[0]: text for text in texts}).encode()


@cache
def games(code: str) -> bytes:
    """The games of the method `games` as JSON, each with a picture and what it is about.

    They are described in the language with that code.
    """
    with in_language(code):
        return _json({"games": [*map(_game, catalogue())]})


def _game(game: Mapping[str, Any]) -> dict[str, Any]:
    name = game["name"]
    entry = entry_for_name(name)
    lessons = entry.lessons(name) if entry.lessons else None
    # A picture of play, or of the start in a game without lessons
    state = entry.begin(**({"position": lessons.picture} if lessons else {"game": name}))
    picture = ""
    if isinstance(state, DrawableState):
        picture = str(state.to_svg(legend=False, coordinates=False, title=name))
    return {**game, "about": lessons.about if lessons else "", "picture": picture}


def answers() -> dict[str, bytes]:
    """Files of JSON, by name: what the server answers when the page begins the usual games.

    There is one for each language. `answers` has it by call. In pictures, players' names are `{0}`,
    `{1}` and so on, by seat. `shortened` has by game the names that are too long for its legend,
    each with what stands there.
    """
    return {f"answers-{code}.json": _answers(code) for code in _words()}


def _answers(code: str) -> bytes:
    asked = _RecordingServer(code)
    _open(asked, {"tags": {SEAT_TAGS[1]: LEVELS[0]}}, ["", LEVELS[0]])
    for game in (each for each in catalogue() if _game(each)["picture"]):
        for players in _seatings(game):
            options = _usual_start(game, len(players))
            position = asked.call("start", options)["position"]
            tags = {tag: name for tag, name in zip(SEAT_TAGS, players, strict=False) if name}
            _open(asked, {**options, "position": position, "tags": tags}, players)
    pictures = [call for call in asked.answers if '"names":["{0}"' in call]
    return _json({"answers": asked.answers, "shortened": _shortened(code, pictures)})


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def _shortened(code: str, pictures: Iterable[str]) -> dict[str, dict[str, str]]:
    """The names that these calls' pictures do not show in full."""
    names = {_words()[code].get(name, name) for name in NAMES}
    found: dict[str, dict[str, str]] = {}
    for call in pictures:
        _, params = json.loads(call)
        asked, game = _RecordingServer(code), params["game"]
        for name in sorted(names):
            drawn = {**params["picture"], "names": [name] * len(params["picture"]["names"])}
            svg = asked.call("facts", {**params, "picture": drawn})["svg"]
            for shown in _SHOWN.findall(svg)[:1]:  # none in pictures without a legend
                if unescape(shown) != name:
                    found.setdefault(game, {})[name] = unescape(shown)
    return found


@attrs.frozen
class _RecordingServer:
    """Asks a server in a language, and keeps what it answers."""

    code: str
    answers: dict[str, Any] = attrs.field(factory=dict)
    server: Server = attrs.field(factory=Server)

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        params = {**params, "language": self.code}
        request = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
        result = json.loads(self.server.answer(json.dumps(request)) or "")["result"]
        # As scripts write a call whose objects have their fields in order
        call = json.dumps(
            [method, params], ensure_ascii=False, separators=(",", ":"), sort_keys=True
        )
        self.answers[call] = result
        return result


def _seatings(game: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield who can play a game begun with one click: computers by name, people by nothing."""
    counts = game["rulesets"][0]["players"]
    for level in LEVELS:
        yield ["", *[level] * (counts[0] - 1)]
    for count in counts:
        yield [""] * count


def _usual_start(game: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options of the usual start of a game."""
    ruleset, *_ = game["rulesets"]
    named = {"ruleset": ruleset["name"]} if ruleset["name"] else {}
    counted = {"players": str(players)} if len(ruleset["players"]) > 1 else {}
    return {"game": game["name"], **named, **counted, **next(iter(game["sizes"]), {})}


def _open(asked: _RecordingServer, start: Mapping[str, Any], players: Sequence[str]) -> None:
    """Ask for a record of a start, and for all that the page then shows of it."""
    record = asked.call("record", start)["record"]
    read = asked.call("read", {"records": record})
    here = {**read["options"], "position": read["positions"][-1]}
    guide = asked.call("guide", here)
    asked.call("facts", here)
    seats = guide["seats"]
    is_named = any(players)
    picture = {
        "marks": [mark for mark in guide["marks"] if mark.startswith("legal-")],
        "marks_for": [seat for seat, player in zip(seats, players, strict=True) if not player],
        "names": [f"{{{seat}}}" if is_named else "" for seat in range(len(seats))],
        "targets": True,
    }
    asked.call("facts", {**here, "ply": 0, "picture": picture})
