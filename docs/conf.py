"""How the documentation is built: python -m sphinx --fail-on-warning docs docs/_build."""

from __future__ import annotations

import sys
from pathlib import Path

import ninetka

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ninetka"
author = "The ninetka authors"
copyright = "2026, the ninetka authors"
version = release = ninetka.__version__

extensions = ["boards", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
suppress_warnings = ["ref.python"]  # Game, Ruleset and State are names on several floors
default_role = "code"

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
autodoc_preserve_defaults = True
add_module_names = False

html_theme = "furo"
html_title = "ninetka"
html_static_path = ["_static"]
html_css_files = ["boards.css"]
