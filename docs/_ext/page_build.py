"""Builds the page to play on into the documentation, if what that needs is there.

Pages say `{only} play_page` for what is true with it; without, Sphinx says what is missing.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

BUILDER = Path(__file__).parents[2] / "examples/browser/build.py"


def load_builder() -> ModuleType:
    """The program that builds the page, as a module."""
    spec = spec_from_file_location("build_page", BUILDER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def add_page(app: Sphinx) -> None:
    """Build the page into `play/`, beside the pages of the documentation."""
    if app.builder.format != "html":
        return
    builder = load_builder()
    try:
        builder.build(Path(app.outdir) / "play")
    except builder.BuildError as error:
        getLogger(__name__).info(f"The page to play on is left out: {error}")
    else:
        app.tags.add("play_page")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("builder-inited", add_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
