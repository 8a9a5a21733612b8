"""Plays and counts what is missing in the files counts.json: an hour for 9tka, one for the others.

Names of games or kinds of counts as arguments, such as `Kropki` or `solved`, are for counting those
alone. What has been counted is kept every few seconds: when this is started again, it goes on.
Needs the extra `batch`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection

import nine_counts
import random_counts
from books import Book, Count, read


def count(book: Book, kind: str, name: str, wanted: Count) -> None:
    """Count what is missing, and keep it as it comes."""
    began, found = time.monotonic(), read(book.folder).get(kind, {}).get(name)
    if wanted.is_done(found):
        return
    while not wanted.is_done(found):
        found = wanted.step(found)
        book.keep(kind, name, found)
    seconds = time.monotonic() - began
    print(f"{book.name}, {kind}, {name}: {seconds:.0f} s", file=sys.stderr, flush=True)


def main(only: Collection[str]) -> None:
    """Count what is missing, of some games or kinds or all."""
    for book in (nine_counts.BOOK, *random_counts.BOOKS):
        for kind, things in book.kinds.items():
            for name, wanted in things.items():
                if not only or book.name in only or kind in only:
                    count(book, kind, name, wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
