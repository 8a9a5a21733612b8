"""Links to Python files lead to pages of the site, at the line of what the link names.

In the repository `[`movable`](../src/ninetka/nine/movement.py)` is a link to the file. In the site
it leads to a page with that file, where `movable` is defined; a link `pytest -k test_r7_` to the
first test of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.logging import getLogger

ROOT = Path(__file__).parents[2]
_LOGGER = getLogger(__name__)


def page_of(path: Path) -> str:
    """The name of the page a file is shown on."""
    return f"source/{path.relative_to(ROOT).with_suffix('').as_posix()}"


class LinksToSource(SphinxPostTransform):
    """Turns downloads of Python files into links to their pages."""

    default_priority = 5
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Replace every such node of a document."""
        for node in list(self.document.findall(addnodes.download_reference)):
            path = (Path(self.env.srcdir) / self.env.docname).parent / node["reftarget"]
            if path.suffix == ".py" and path.resolve().is_file():
                node.replace_self(self._link(path.resolve(), node))

    def _link(self, path: Path, node: nodes.Element) -> nodes.Node:
        self.env.metadata[self.env.docname].setdefault("sources", set()).add(path)
        uri = self.app.builder.get_relative_uri(self.env.docname, page_of(path))
        line = line_of(node.astext(), path.read_text("utf-8"))
        if not line:
            _LOGGER.warning("%s does not define %s", path.name, node.astext(), location=node)
        uri += f"#line-{line}"
        return nodes.reference("", "", *node.children, refuri=uri, internal=True)


def line_of(text: str, source: str) -> int:
    """The line that defines what a link's text ends with: `movable`, `Line.end`, `… test_r7_`.

    The first line for the name of the file; 0 if there is no such line.
    """
    name = text.rpartition(" ")[2].rpartition(".")[2]
    if text.endswith(".py"):
        return 1
    rest = r"\w*" if name.endswith("_") else r"\b"  # the first of the tests that begin so
    found = re.search(rf"^ *(?:def |class )?{name}{rest}", source, re.MULTILINE)
    return source.count("\n", 0, found.start()) + 1 if found else 0


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The pages of the files that are linked to."""
    formatter = HtmlFormatter(linenos="inline", lineanchors="line", wrapcode=True)
    linked = set[Path]().union(*(data.get("sources", ()) for data in app.env.metadata.values()))
    for path in sorted(linked):
        name = path.relative_to(ROOT).as_posix()
        code = highlight(path.read_text("utf-8"), PythonLexer(), formatter)
        yield page_of(path), {"title": name, "body": f"<h1>{name}</h1>{code}"}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of it."""
    app.add_post_transform(LinksToSource)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
