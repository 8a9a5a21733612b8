"""Pages for web browsers, as files: to replay games, and to play them.

Scripts are modules, which browsers load as they are. Each begins with what it is for and what it
may import; `play.js` and `replay.js` are the first of their pages. Their types are in comments,
which `tsc` checks (`tsconfig.json`). The style of both is in `shared.css`.
"""

from __future__ import annotations

from importlib.resources import files

__all__ = ["page_file"]


def page_file(name: str) -> bytes:
    """A file of the pages. Raises OSError if there is none of that name."""
    return files(__name__).joinpath(name).read_bytes()
