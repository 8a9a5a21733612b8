"""Pages for web browsers, as files: to replay games, and to play them.

The scripts and styles that both use are `shared.js` and `shared.css`.
"""

from __future__ import annotations

from importlib.resources import files

__all__ = ["page_file"]


def page_file(name: str) -> bytes:
    """A file of the pages. Raises OSError if there is none of that name."""
    return files(__name__).joinpath(name).read_bytes()
