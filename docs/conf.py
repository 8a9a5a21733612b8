"""Settings of Sphinx; `nox -s docs` builds the documentation."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import attrs
from sphinx.application import Sphinx

import ninetka
from ninetka import protocol
from ninetka.base.values import not_called
from ninetka.games import all_games

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from for_programs import PREVIEW

project = "ninetka"
author = "The ninetka authors"
copyright = "2026, the ninetka authors"
version = release = ninetka.__version__

extensions = [
    "constants",
    "for_programs",
    "myst_parser",
    "page_build",
    "page_text",
    "puzzles",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinxext.opengraph",
]
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
html_baseurl = os.environ.get(
    "READTHEDOCS_CANONICAL_URL", "https://ninetka.readthedocs.io/en/stable/"
)

copybutton_exclude = ".linenos, .gp, .go"  # neither prompts nor output
ogp_site_url = html_baseurl
ogp_image = f"{html_baseurl}{PREVIEW}"
ogp_social_cards = {"enable": False}
ogp_image_alt = "A game of 9tka in its movement phase"

if os.environ.get("READTHEDOCS"):  # elsewhere there may be no network to read the names from
    extensions.append("sphinx.ext.intersphinx")
    intersphinx_mapping = {
        "python": ("https://docs.python.org/3", None),
        "attrs": ("https://www.attrs.org/en/stable", None),
        "numpy": ("https://numpy.org/doc/stable", None),
    }

RULESETS = {
    repr(value): name
    for entry in all_games()
    for name, value in vars(sys.modules[type(entry.begin()).__module__.rpartition(".")[0]]).items()
    if isinstance(value, protocol.GameRuleset)
}
"""Names of rulesets by their reprs, to show as defaults."""


def signature(
    _app: Sphinx, _what: str, _name: str, thing: object, _options: object, shown: str, returns: str
) -> tuple[str, str]:
    """The signature to show: none for a protocol or a class that only its classmethods create."""
    if isinstance(thing, type):
        fields = attrs.fields(thing) if attrs.has(thing) else ()
        private = any(
            field.name.startswith("_") or field.default == attrs.Factory(not_called)
            for field in fields
        )
        if private or getattr(thing, "_is_protocol", False):
            return "", ""
    for ruleset, constant in RULESETS.items():
        shown = shown and shown.replace(ruleset, constant)
    return shown and shown.replace("NOTHING", "{}"), returns  # the only factories are of dicts


def set_language(_app: Sphinx, page: str, _of: str, context: dict[str, Any], _: object) -> None:
    """State a page's language, for screen readers and search."""
    context["language"] = "fr" if page.startswith("fr/") else "en"


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", signature)
    app.connect("html-page-context", set_language)
