"""What moves are worth, in comments on them: `[%share 0.62]`, as judges of games write it.

It is the share of the win that the move has left the player who made it, 0 to 1.
"""

from __future__ import annotations

import re
from typing import Final

_COMMAND: Final = re.compile(r" ?\[%share ([01]\.[0-9]{1,9})\]")


def with_share(comment: str, share: float) -> str:
    """A comment that also has a share, instead of an earlier one.

    >>> with_share("Bold.", 0.5)
    'Bold. [%share 0.50]'
    """
    return f"{_COMMAND.sub('', comment)} [%share {share:.2f}]".lstrip()


def split_share(comment: str) -> tuple[str, float | None]:
    """A comment without the share, and the share if it has one.

    >>> split_share("Bold. [%share 0.50]")
    ('Bold.', 0.5)
    """
    found = _COMMAND.search(comment)
    if found is None:
        return comment, None
    return _COMMAND.sub("", comment).strip(), min(1.0, float(found[1]))
