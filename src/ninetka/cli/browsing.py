"""`ninetka play --browser`: a game in a web browser."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from ..base.errors import RecordError, RecordErrorKind
from ..games import all_games
from ..players import Player
from ..protocol.forms import NOT_UTF8
from ..records import AnyRecord
from ..records.reading import as_far_as_legal, verdict_on
from ..records.sources import nth, split
from .common import lines_of
from .output import say


def text_of_game(file: str, number: int) -> tuple[str, int, AnyRecord]:
    """A file's game as text, the line where it begins, and its record as far as it is legal.

    Raises RecordError if there is no such game, or nothing of it that the page could show.
    """
    raw = nth(split(lines_of(file), file), number, file)
    verdict = verdict_on(number, raw, file)
    if verdict.record is not None:
        return verdict.record.to_text(), raw.line, verdict.record
    text = "\n".join(raw.lines)
    if NOT_UTF8.search(text):
        sentence = "the record is not UTF-8 text"
        raise RecordError(sentence, RecordErrorKind.ENCODING, file, number)
    return text, raw.line, as_far_as_legal(raw, cast("RecordError", verdict.error))


def browse(
    record: str | None = None,
    players: Sequence[Player | None] | None = None,
    line: int = 1,
    number: int = 1,
) -> None:
    """Open the page, on the text of a record if there is one, and serve it until Ctrl-C.

    Takes what the page's server takes, with players in place of names. Raises NinetkaError.
    """
    names = None if players is None else [player.name if player else "me" for player in players]
    from ..web import server as page_server  # now, since it takes 90 ms

    with (
        suppress(KeyboardInterrupt),
        page_server.PageServer(record, names, line, number) as server,
    ):
        say(f"Open {server.address} in a web browser; Ctrl-C ends.")
        server.open()
        all_games()  # the browser has hardly started when this is done
        server.serve_forever()
    say("")
