"""The docstrings of constants and of names for types: those below their assignments.

Python does not keep them, and Sphinx finds them only in the module where the name is assigned.
"""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from importlib.util import resolve_name
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx  # the tests do without


def docstring(module: str, name: str) -> str | None:
    """What stands below a name's assignment, in this module or where the name is imported from."""
    found = import_module(module)
    tree = ast.parse(inspect.getsource(found))
    for statement, below in pairwise([*tree.body, ast.Pass()]):
        match statement, below:
            case (
                (ast.AnnAssign(ast.Name(target)) | ast.Assign([ast.Name(target)])),
                ast.Expr(ast.Constant(str(text))),
            ) if target == name:
                return inspect.cleandoc(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and {name, "*"} & {each.name for each in node.names}:
            package = str(vars(found)["__package__"])
            return docstring(resolve_name("." * node.level + (node.module or ""), package), name)
    return None


def describe(
    _app: Sphinx, what: str, path: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Give Sphinx the docstring of a constant in place of that of its class."""
    if what == "data":
        module, _, name = path.rpartition(".")
        lines[:] = [*(docstring(module, name) or "").splitlines(), ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
