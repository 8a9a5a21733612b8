"""Games to look through: records as one HTML page with a board, buttons and a move list.

For any game whose states can be drawn. The page is the files beside this one, filled with what
`contents.py` makes of the records. It holds the first picture of a game and what each ply changes.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any, Final

from ..errors import NinetkaError
from ..records import Record
from .contents import as_data

__all__ = ["MAX_GAMES", "replay_page"]

MAX_GAMES: Final = 500
"""The most games a page may hold; with so many it has some 15 MB."""

_IN_SCRIPT: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}


def replay_page(records: Record[Any, Any] | Iterable[Record[Any, Any]]) -> str:
    """One record or several as the text of an HTML page that replays them in any browser.

    A page of several has a list of them to choose from. The page needs nothing but itself; it is
    ASCII, so it can be written to a file in any usual encoding.

    Whatever tags and comments hold is shown as text. Names are shortened where they stand at every
    ply, so the page is never much longer than the records. Its policy blocks `style` attributes:
    pictures must do without.

    Records are taken one at a time. Raises NinetkaError if there is none, if there are more than
    `MAX_GAMES`, or if a game's states cannot be drawn.
    """
    data = as_data(_bounded([records] if isinstance(records, Record) else records))
    titles = [game["title"] for game in data["games"]]
    if not titles:
        raise NinetkaError("a replay page needs at least one game")
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
    title = titles[0] if len(titles) == 1 else f"{len(titles)} games"
    return Template(_part("page.html")).substitute(
        policy=policy,
        title=_ascii(html.escape(title)),
        style=style,
        script=script,
        data=_as_script(data),
    )


def _bounded(records: Iterable[Record[Any, Any]]) -> Iterator[Record[Any, Any]]:
    for number, record in enumerate(records, start=1):
        if number > MAX_GAMES:
            raise NinetkaError(f"a replay page holds at most {MAX_GAMES} games: make several pages")
        yield record


def _as_script(data: object) -> str:
    return json.dumps(data, separators=(",", ":")).translate(_IN_SCRIPT)


def _part(name: str) -> str:
    return files(__name__).joinpath(name).read_text("ascii")


def _hash(text: str) -> str:
    """What a content security policy calls a script or a style by."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()
