"""What a game's compiled code is made from, so that code made from other sources is not used."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

PROVENANCE: Final = "PROVENANCE"
"""The file beside a WebAssembly module that says what it was made from, and with what."""
_SHARED: Final = Path(__file__).parent


@cache
def digest(folder: Path) -> str:
    """A digest of all that the functions of a game's `compiled` folder are compiled from.

    It is empty where the sources are not on disk, as in frozen programs.
    """
    folders = (_SHARED, folder, folder.parent)
    paths = [path for each in folders for path in sorted(each.glob("*.py"))]
    contents = b"".join(path.read_bytes() for path in paths)
    return blake2b(contents, digest_size=32).hexdigest() if paths else ""
