"""Whether every link within built pages leads somewhere: python docs/check_links.py docs/_build."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page links to, and the anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.anchors = set[str](), {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a tag's links and anchors."""
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.add(value or "")
            elif name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value or "")


def broken(site: Path) -> Iterator[str]:
    """A line for each link that leads nowhere, or out of the site."""
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            inside = target.is_relative_to(site) and target.exists()
            anchors = pages[target].anchors if target in pages else {unquote(parts.fragment)}
            if not inside or unquote(parts.fragment) not in anchors:
                yield f"{path.relative_to(site)}: {link}"


def main() -> None:
    """Print them, and exit with 1 if there are any, or no pages."""
    site = Path(sys.argv[1]).resolve()
    lines = list(broken(site)) if (site / "index.html").exists() else [f"{site} has no index.html"]
    print(*lines, f"{len(lines)} broken links", sep="\n")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
