"""What a page is made of: counts that are kept in JSON, a text with gaps, tables and plots."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

import ninetka

Counts: TypeAlias = dict[str, dict[str, Any]]
"""By kind and name: what has been counted, as plain data."""

ROOT: Final = Path(__file__).parent
SEED: Final = "1"
"""Of all games."""


def read(folder: Path) -> Counts:
    """What has been counted; nothing if there is no file yet."""
    path = folder / "counts.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


@attrs.frozen
class Count:
    """Something that is counted, in one step or in several."""

    step: Callable[[Any], Any]
    """What has been counted so far, which is None at first, to what has after another step."""
    is_done: Callable[[Any], bool] = lambda found: found is not None
    """Whether this is all that is to be counted."""


@attrs.frozen
class Book:
    """The counts of a page: `counts.json` in a folder beside the page."""

    name: str
    """Of the game."""
    folder: Path
    kinds: Mapping[str, Mapping[str, Count]]
    """By kind and name."""

    def keep(self, kind: str, name: str, found: object) -> None:
        """Add or replace one thing counted; each stands on a line of its own."""
        counts = read(self.folder)
        counts.setdefault(kind, {})[name] = found
        counts["made"] = made()
        kinds = []
        for each, things in counts.items():
            lines = [f"{json.dumps(name)}: {json.dumps(data)}" for name, data in things.items()]
            kinds.append(f"{json.dumps(each)}: {{\n" + ",\n".join(lines) + "\n}")
        self.folder.mkdir(exist_ok=True)
        whole = self.folder / "counts.new"
        whole.write_text("{" + ",\n".join(kinds) + "}\n", "utf-8")
        whole.replace(self.folder / "counts.json")


def made() -> dict[str, str]:
    """When, and with what."""
    return {
        "month": time.strftime("%B %Y"),
        "ninetka": ninetka.__version__,
        "python": platform.python_version(),
        "numba": version("numba"),
    }


@attrs.frozen
class Page:
    """A page in Markdown and its plots."""

    folder: Path
    """With `counts.json`, `template.txt` and the plots; the page has its name, with `.md`."""
    tables: Mapping[str, Callable[[Counts], str]]
    """What fills the gaps of the template, by name."""
    figures: Callable[[Counts], Mapping[str, object]]
    """What also does: the figures in the text."""
    plots: Mapping[str, Callable[[Counts], str]]
    """By file name, as SVG."""

    def files(self) -> Mapping[Path, str]:
        """The page and its plots, made of the counts."""
        counts = read(self.folder)
        gaps = {name: make(counts) for name, make in self.tables.items()}
        template = (self.folder / "template.txt").read_text("utf-8")
        text = template.format(**gaps, **self.figures(counts), **counts["made"])
        drawn = {self.folder / name: draw(counts) for name, draw in self.plots.items()}
        return {self.folder.with_suffix(".md"): text, **drawn}
