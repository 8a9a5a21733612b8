"""What the site has for programs: `llms.txt` for language models, a picture for previews of links.

`llms.txt` (https://llmstxt.org) lists the pages as the home page orders them, each with what it is
about. It links to their sources, which are Markdown, or for names in Python to what Sphinx made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx  # the tests do without

PREVIEW = "_static/preview.png"


def llms_text(docs: Path, address: str) -> str:
    """The text of `llms.txt` for pages in a folder that are published under an address."""
    title, summary = opening(docs / "index.md")
    lines = [f"# {title}", "", f"> {summary}"]
    for caption, pages in sections(docs / "index.md"):
        lines += ["", f"## {caption}", ""]
        for page in pages:
            name = page.relative_to(docs).as_posix()
            is_made = page.parent.name == "api"
            link = name.replace(".md", ".html") if is_made else f"_sources/{name}.txt"
            title, about = opening(page)
            lines.append(f"- [{title}]({address}{link}): {about}")
    return "\n".join([*lines, ""])


def sections(page: Path) -> Iterator[tuple[str, list[Path]]]:
    """The pages below a page by the captions of its tables of contents."""
    for options, names in re.findall(
        r"^<!-- \{toctree\}\n((?::.*\n)+)\n([^>]*)^-->", page.read_text("utf-8"), re.M
    ):
        below = [page.parent / f"{name}.md" for name in names.split()]
        inner = [each for found in below for _, pages in sections(found) for each in pages]
        yield "".join(re.findall(r":caption: (.*)", options)), [*below, *inner]


def opening(page: Path) -> tuple[str, str]:
    """A page's title and its first sentence, without links and emphasis."""
    text = re.sub(r"<!-- in files -->.*?<!-- end -->", "", page.read_text("utf-8"), flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    title, _, rest = text.lstrip().partition("\n")
    first = next(each for each in rest.split("\n\n") if re.match(r"\s*[\w`*\[]", each))
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)|\*\*", r"\1", " ".join(first.split()))
    return title.removeprefix("# "), re.split(r"(?<=[.?!]) ", words)[0]


def add_files(app: Sphinx, error: Exception | None) -> None:
    """Write the files beside the pages."""
    if app.builder.format == "html" and error is None:
        out = Path(app.outdir)
        (out / "llms.txt").write_text(llms_text(Path(app.srcdir), app.config.html_baseurl), "utf-8")
        from ninetka.drawing.png import to_png

        picture = (Path(app.srcdir) / "board.svg").read_text("utf-8")
        (out / PREVIEW).write_bytes(to_png(picture))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("build-finished", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
