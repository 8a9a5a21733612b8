"""`ninetka play --browser`: a game in a web browser."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ..errors import NinetkaError, RecordError
from ..forms import MAX_RECORD, NOT_UTF8
from ..games import all_games
from ..players import Player
from ..records import AnyRecord, parse
from ..records.sources import split
from ..server import MAX_SECONDS
from .common import lines_of
from .output import say


def written(file: str, number: int) -> tuple[str, AnyRecord | None]:
    """The text of a file's game, and its record, or None if anything is wrong with it.

    Raises RecordError if there is no such game, or if the page could not show any of it.
    """
    count = 0
    for count, each in enumerate(split(lines_of(file), file), start=1):
        if count == number:
            raw = each
            break
    else:
        raise RecordError(f"there is no game {number}, only {count}", file)
    if raw.size > MAX_RECORD:
        raise RecordError(f"the record is longer than {MAX_RECORD} characters", file, number)
    text = "\n".join(raw.lines)
    try:
        record = parse(text)
    except RecordError:
        if NOT_UTF8.search(text):
            raise RecordError("the record is not UTF-8 text", file, number) from None
        return text, None
    return record.to_text(), record


def browse(record: str | None = None, players: Sequence[Player | None] | None = None) -> None:
    """Open the page on the text of a record and serve it, to Ctrl-C. Raises NinetkaError."""
    from ..page_server import PageServer  # noqa: PLC0415  # slow to import: 40 ms

    for player in players or []:
        if (getattr(player, "seconds", None) or 0) > MAX_SECONDS:
            raise NinetkaError(f"in a browser, a move takes at most {MAX_SECONDS} seconds")
    names = None if players is None else [player.name if player else "me" for player in players]
    with suppress(KeyboardInterrupt), PageServer(record, names) as server:
        say(f"Open {server.address} in a web browser; Ctrl-C ends.")
        server.open()
        all_games()  # the page asks for them first, and by then the browser has hardly started
        server.serve_forever()
    say("")
