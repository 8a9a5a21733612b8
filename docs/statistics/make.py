"""Makes docs/statistics.md and its plots from the counts in counts.json, which count.py makes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from experiments import COUNTS, Counts, read
from page import page, plots


def files(counts: Counts) -> Mapping[Path, str]:
    """The page and its plots."""
    folder = COUNTS.parent
    drawn = {folder / name: svg for name, svg in plots(counts).items()}
    return {folder.with_suffix(".md"): page(counts), **drawn}


if __name__ == "__main__":
    for path, text in files(read()).items():
        path.write_text(text, "utf-8")
