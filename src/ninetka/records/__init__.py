"""Games written down: reading, verifying and writing records. For any game.

A record is `.9tka` text, JSON or in a form of the game's own (docs/formats.md). How a source begins
shows which form it is in. A source is a file's path, an open file, best in binary mode, or any
iterable of its lines. It is read one record at a time, as far as needed.

`sources` cuts a source into records, `reading` replays and verifies them, `text` and `json` are the
forms for all games, and `record` is a record.
"""

from __future__ import annotations

from ..protocol.forms import MAX_RECORD, UNFINISHED
from .reading import AnyRecord, AnyVerdict, Summary, Verdict, parse, read, verify
from .record import SEAT_TAGS, Record, clean_tags, form_named, forms, write

__all__ = [
    "MAX_RECORD",
    "SEAT_TAGS",
    "UNFINISHED",
    "AnyRecord",
    "AnyVerdict",
    "Record",
    "Summary",
    "Verdict",
    "clean_tags",
    "form_named",
    "forms",
    "parse",
    "read",
    "verify",
    "write",
]
