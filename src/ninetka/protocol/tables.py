"""Files of tables of solved positions: a header, then sections of plain numbers.

The header is one line of JSON. It says what the table is of and where each section begins, and has
a digest of all sections. They are mapped into memory, so looking a position up reads a page or two.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Literal

import attrs

from ..base.errors import NinetkaError, path_text
from ..base.plain_json import parse_json

FORMAT: Final = "ninetka table"
VERSION: Final = 1
_LONGEST: Final = 1 << 16
"""The most bytes of a header."""
_ALIGNED: Final = 64
_BLOCK: Final = 1 << 20
_CODES: Final[Mapping[int, Literal["B", "H", "I", "Q"]]] = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""The codes of `memoryview` for numbers, by size in bytes."""


@attrs.frozen(eq=False)
class Table:
    """A table that is open."""

    path: Path
    about: Mapping[str, Any]
    """The subject of the table, as its game has written it."""
    sections: Mapping[str, memoryview[int]]
    """Numbers by name."""
    digest: str

    def check(self) -> None:
        """Raise NinetkaError unless the sections are as they were written."""
        found = blake2b(digest_size=32)
        for numbers in self.sections.values():
            data = numbers.cast("B")
            for first in range(0, len(data), _BLOCK):
                found.update(data[first : first + _BLOCK])
        if found.hexdigest() != self.digest:
            raise _damaged(self.path, "its digest is not that of its content")


def _damaged(path: Path, why: str) -> NinetkaError:
    return NinetkaError(f"{path_text(str(path))} is not a table that can be used: {why}")


def write_table(
    path: Path, about: Mapping[str, object], sections: Mapping[str, memoryview[Any]]
) -> None:
    """Write a table, whole or not at all. Raises OSError."""
    digest, places, at = blake2b(digest_size=32), dict[str, list[int]](), 0
    for name, numbers in sections.items():
        data = numbers.cast("B")
        digest.update(data)
        places[name] = [at, len(data), numbers.itemsize]
        at += -(-len(data) // _ALIGNED) * _ALIGNED
    header = {
        "format": FORMAT,
        "version": VERSION,
        "byte order": sys.byteorder,
        "about": about,
        "sections": places,
        "digest": digest.hexdigest(),
    }
    line = json.dumps(header).encode()
    line = line.ljust(-(-(len(line) + 1) // _ALIGNED) * _ALIGNED - 1) + b"\n"
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with scratch.open("wb") as file:
            file.write(line)
            for numbers in sections.values():
                data = numbers.cast("B")
                file.write(data)
                file.write(bytes(-len(data) % _ALIGNED))
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def open_table(path: Path) -> Table:
    """The table in a file, mapped into memory; `Table.check` compares its digest.

    Raises NinetkaError for a file that cannot be read, or is not a table or is cut off.
    """
    try:
        with path.open("rb") as file:
            line = file.readline(_LONGEST)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # an empty file cannot be mapped
        raise _damaged(path, str(getattr(error, "strerror", None) or error)) from error
    try:
        header: Any = parse_json(line.decode())
        if header["format"] != FORMAT or header["version"] != VERSION:
            raise _damaged(path, f"it is not in version {VERSION} of their format")
        view = memoryview(mapped)[len(line) :]
        sections: dict[str, memoryview[int]] = {}
        if header["byte order"] != sys.byteorder:
            raise _damaged(path, "it was made on a machine with another order of bytes")
        for name, (at, length, width) in header["sections"].items():
            data = view[at : at + length]
            if len(data) < length:
                raise _damaged(path, "it is cut off")
            sections[name] = data.cast(_CODES[width])
        return Table(path, header["about"], sections, header["digest"])
    except NinetkaError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, "it has no header") from error
