"""The English texts of the page, which translations are of."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from ninetka.web import pages

PAGES = Path(pages.__file__).parent
HOST = Path(__file__).parents[2] / "examples/browser"
LETTERS = re.compile("[A-Za-z]{2}")


class _Texts(HTMLParser):
    """Collects the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.texts |= {named.get(name) or "" for name in ("aria-label", "placeholder", "title")}

    def handle_data(self, data: str) -> None:
        self.texts.add(data.strip())


@cache
def page_texts() -> set[str]:
    """All that the page says: in its HTML, in its scripts by `t`, and by the rules' scripts."""
    page, texts = _Texts(), set[str]()
    html = (PAGES / "play.html").read_text("utf-8")
    page.feed(html.partition("<body>")[2])
    for path in PAGES.glob("*.js"):
        script = path.read_text("utf-8")
        texts |= {json.loads(text) for text in re.findall(r'\bt\(\s*("(?:[^"\\]|\\.)*")', script)}
        for table in re.findall("const STRENGTHS = (.*?);", script, re.DOTALL):
            texts |= {*re.findall('", "(.*)"', table)}
        for panel in re.findall("const PANEL = `(.*?)`", script, re.DOTALL):
            page.feed(panel)
    return {
        text
        for text in texts | page.texts | _texts_of_hosts()
        if LETTERS.search(text) or text.startswith("{")
    }


def _texts_of_hosts() -> set[str]:
    """What the rules' scripts say on both hosts: how far links reach, why nothing is answered."""
    scripts = [path.read_text("utf-8") for path in (PAGES / "rules.js", HOST / "rules.js")]
    literal = r'"[^"]*"'
    texts = re.findall(
        rf"(?:[A-Z_]+ =|reach:)\s+({literal}(?:\s*\+\s*{literal})*)", "".join(scripts)
    )
    progress = re.findall(r'progress: "(.*)"', (HOST / "worker.js").read_text("utf-8"))
    return {"".join(re.findall('"(.*)"', text)) for text in texts} | {*progress}
