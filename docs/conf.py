"""How the documentation is built: python -m sphinx --fail-on-warning docs docs/_build."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import attrs
from sphinx.application import Sphinx

import ninetka
from ninetka import kropki, morris, protocol

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ninetka"
author = "The ninetka authors"
copyright = "2026, the ninetka authors"
version = release = ninetka.__version__

extensions = ["boards", "sources", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
default_role = "code"

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
add_module_names = False

html_theme = "furo"
html_title = "ninetka"
html_static_path = ["_static"]
html_css_files = ["boards.css"]

RULESETS = {
    repr(value): name
    for module in (ninetka, kropki, morris)
    for name, value in vars(module).items()
    if isinstance(value, protocol.GameRuleset)
}
"""By their reprs: the names of rulesets, to be shown as defaults."""


def signature(
    _app: Sphinx, _what: str, _name: str, thing: object, _options: object, shown: str, gives: str
) -> tuple[str, str]:
    """How to call a thing; nothing for a protocol, and for what only its classmethods make."""
    if isinstance(thing, type):
        fields = attrs.fields(thing) if attrs.has(thing) else ()
        private = any(field.name.startswith("_") for field in fields)
        if private or getattr(thing, "_is_protocol", False):
            return "", ""
    for ruleset, called in RULESETS.items():
        shown = shown and shown.replace(ruleset, called)
    return shown and shown.replace("NOTHING", "{}"), gives  # the only factories are of dicts


def source_of(_app: Sphinx, module: str, name: str) -> str | None:
    """Which module's source to look for a name in, where it is not that of its class."""
    return module if name in ("NINE", "KROPKI", "MORRIS") else None


def say_language(_app: Sphinx, page: str, _of: str, context: dict[str, Any], _: object) -> None:
    """Which language a page is in, for screen readers and search."""
    context["language"] = "fr" if page.startswith("fr/") else "en"


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", signature)
    app.connect("html-page-context", say_language)
    app.connect("viewcode-follow-imported", source_of)
