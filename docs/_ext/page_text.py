"""Pages are written so that they read right as files, on GitHub; this makes Sphinx's pages of them.

- Pictures of positions become a part of the page, where screen readers find their descriptions.
- A comment that begins with `{name}` is a directive.
- `<a id="r5"></a>` is a target for links from other pages.
- What stands between `<!-- in files -->` and `<!-- end -->` is left out.
"""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]


def adapt(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Change the text of a page before it is read."""
    text = source[0]
    text = re.sub(r"^<!-- in files -->$.*?^<!-- end -->$", "", text, flags=re.M | re.S)
    text = re.sub(r"^!\[.*\]\((?:\.\./)*(boards/.*\.svg)\)$", _inline, text, flags=re.M)
    text = re.sub(r"^<!-- \{board\} .*?-->$", "", text, flags=re.M | re.S)
    text = re.sub(r"^<!-- (\{.*?)-->$", r"```\1```", text, flags=re.M | re.S)
    source[0] = re.sub(r'^<a id="([\w-]+)"></a>$', r"(\1)=", text, flags=re.M)


def _inline(picture: re.Match[str]) -> str:
    svg = (DOCS / picture[1]).read_text("utf-8").rstrip()
    return f'\n<div class="board">{svg}</div>\n'


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", adapt)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
