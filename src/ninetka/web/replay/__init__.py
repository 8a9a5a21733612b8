"""Replay pages: records as one HTML page with a board, buttons and a list of moves.

They show any game whose states can be drawn. The page is made of files of `pages`, filled with
the data that `contents.py` makes of the records.
"""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from string import Template
from typing import Any, Final

from ...base.errors import NinetkaError
from ...records import Record
from ..pages import page_file
from .contents import as_data

__all__ = ["MAX_GAMES", "replay_page"]

MAX_GAMES: Final = 500
"""The most games a page may hold. It then takes about 20 MB."""

_MODULES: Final = ("words", "elements", "comments", "shapes", "steps", "replay")
_IN_SCRIPT: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}


def replay_page(records: Record[Any, Any] | Iterable[Record[Any, Any]]) -> str:
    """The text of an HTML page that replays one record or several in any browser.

    With several, the page has a list of games to choose from. It loads nothing else. It is ASCII,
    so it can be written to a file in any usual encoding.

    Tags and comments are shown as text, whatever they hold. Names longer than 60 characters are
    shortened. The page's own policy blocks `style` attributes, so pictures must do without.

    Records are taken one at a time. Raises NinetkaError if there is none, if there are more than
    `MAX_GAMES`, or if a game cannot be drawn.
    """
    records = iter([records] if isinstance(records, Record) else records)
    data = as_data(islice(records, MAX_GAMES))
    if next(records, None) is not None:
        raise NinetkaError(f"a replay page holds at most {MAX_GAMES} games: make several pages")
    titles = [game["title"] for game in data["games"]]
    if not titles:
        raise NinetkaError("a replay page needs at least one game")
    title = titles[0] if len(titles) == 1 else f"{len(titles)} games"
    style, script = _style(), _script()
    return Template(_part("replay.html")).substitute(
        title=html.escape(title).encode("ascii", "xmlcharrefreplace").decode(),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=json.dumps(data, separators=(",", ":")).translate(_IN_SCRIPT),
    )


def _script() -> str:
    """The page's modules as one, since a file that is opened from a disk may import no others.

    Each has its imports and exports in lines of their own, and no two use the same names. Comments
    are left out, so that pages are small.
    """
    modules = "".join(_part(f"{name}.js") for name in _MODULES)
    untyped = re.sub(r"/\*\*.*?\*/ ?", "", modules, flags=re.DOTALL)
    script = re.sub("^(import .*;|export | +)| *// .*", "", untyped, flags=re.MULTILINE)
    return re.sub("\n+", "\n", script)


def _style() -> str:
    return re.sub(r"^ +| */\*.*\*/|\n(?=\n)", "", _part("shared.css"), flags=re.MULTILINE)


def _part(name: str) -> str:
    return page_file(name).decode("ascii")


def _hash(text: str) -> str:
    """A script or style as a content security policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
