"""What the page shows without asking the rules: games with pictures, languages, and puzzles."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Final

from .. import web
from ..drawing.drawable import DrawableState
from ..games import entry_for_name
from ..server.catalogue import catalogue
from . import pages

GAMES: Final = "games.json"
"""The name of the file with the games."""
LANGUAGES: Final = "languages.json"
"""The name of the file with the languages that the page has words for."""
PUZZLES: Final = "puzzles.json"
"""The name of the file with the puzzles."""
_WORDS: Final = re.compile(r"words-(\w+)\.json")


def files() -> dict[str, bytes]:
    """All these files, by name."""
    return {GAMES: games(), LANGUAGES: languages(), PUZZLES: puzzles()}


def languages() -> bytes:
    """What each language is called, by its code, as JSON."""
    named = {"en": "English"}
    for file in sorted(resources.files(pages).iterdir(), key=lambda file: file.name):
        words = _WORDS.fullmatch(file.name)
        if words:
            named[words[1]] = json.loads(file.read_bytes())[""]
    return json.dumps(named).encode()


@cache
def puzzles() -> bytes:
    """The records of puzzles, which `ninetka puzzles` has made, by the game's name, as JSON."""
    texts = [file.read_text("utf-8") for file in (resources.files(web) / "puzzles").iterdir()]
    return json.dumps({text.partition('"')[2].partition('"')[0]: text for text in texts}).encode()


@cache
def games() -> bytes:
    """The games as the server's method `games` lists them, with pictures as SVG, as JSON."""
    listed = [{**game, "picture": _picture(game["name"])} for game in catalogue()]
    return json.dumps({"games": listed}).encode()


def _picture(name: str) -> str:
    """A picture of a game as it is played; of its start if the game has no lessons."""
    entry = entry_for_name(name)
    lessons = entry.lessons(name) if entry.lessons else None
    state = entry.begin(**({"position": lessons.picture} if lessons else {"game": name}))
    if not isinstance(state, DrawableState):
        return ""
    return str(state.to_svg(legend=False, coordinates=False, title=name))
