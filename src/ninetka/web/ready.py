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
    """Each language's name by its code, as JSON; a file without a name gives the code."""
    named = {"en": "English"}
    for file in sorted(resources.files(pages).iterdir(), key=lambda file: file.name):
        words = _WORDS.fullmatch(file.name)
        if words:
            named[words[1]] = json.loads(file.read_bytes()).get("", words[1])
    return json.dumps(named).encode()


@cache
def puzzles() -> bytes:
    """The records of puzzles, which `ninetka puzzles` has made, by the game's name, as JSON."""
    texts = [file.read_text("utf-8") for file in (resources.files(web) / "puzzles").iterdir()]
    return json.dumps({text.partition('"')[2].partition('"')[0]: text for text in texts}).encode()


@cache
def games() -> bytes:
    """What the server's method `games` lists, with what each is about and a picture, as JSON."""
    listed = [{**game, **_shown(game["name"])} for game in catalogue()]
    return json.dumps({"games": listed}).encode()


def _shown(name: str) -> dict[str, str]:
    """What a game is about, and a picture of it as it is played; of its start without lessons."""
    entry = entry_for_name(name)
    lessons = entry.lessons(name) if entry.lessons else None
    state = entry.begin(**({"position": lessons.picture} if lessons else {"game": name}))
    picture = ""
    if isinstance(state, DrawableState):
        picture = str(state.to_svg(legend=False, coordinates=False, title=name))
    return {"about": lessons.about if lessons else "", "picture": picture}
