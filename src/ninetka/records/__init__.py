"""Games written down: reading, verifying and writing records. For any game.

A record is `.9tka` text, JSON or in a form of the game's own (docs/formats.md). How a source begins
shows which form it is in. A source is a file's path, an open file, best in binary mode, or any
iterable of its lines. It is read one record at a time, as far as needed.

`sources` cuts a source into records, `reader` replays and verifies them, `headings` only looks at
what they state, `text` and `json` are the forms for all games, `record` is a record, `variations`
and `annotations` have what may be written on its moves, and `rows` are records for data frames, and
`texts` has what is said of records.
"""

from __future__ import annotations

from ..protocol.clocks import Clock
from ..protocol.forms import MAX_RECORD, MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES, UNFINISHED
from .annotations import GLYPHS, Glyph
from .headings import Heading, read_at, scan
from .reader import AnyRecord, AnyVerdict, Summary, Verdict, parse, read, verify
from .record import SEAT_TAGS, Record, clean_tags, form_named, forms, write
from .rows import RecordView, Row, row_types, rows
from .variations import Variation

__all__ = [
    "GLYPHS",
    "MAX_RECORD",
    "MAX_VARIATION_DEPTH",
    "MAX_VARIATION_MOVES",
    "SEAT_TAGS",
    "UNFINISHED",
    "AnyRecord",
    "AnyVerdict",
    "Clock",
    "Glyph",
    "Heading",
    "Record",
    "RecordView",
    "Row",
    "Summary",
    "Variation",
    "Verdict",
    "clean_tags",
    "form_named",
    "forms",
    "parse",
    "read",
    "read_at",
    "row_types",
    "rows",
    "scan",
    "verify",
    "write",
]
