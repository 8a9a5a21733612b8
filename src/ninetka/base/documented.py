"""Let `help()` show the docstrings below the fields of a slotted class."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")


def documented(kind: type[T]) -> type[T]:
    """Let `help()` show what the source says below the fields of a slotted class.

    Python takes the docstrings of slots from `__slots__` if that is a dict, as `help()` and
    `inspect.getdoc` do. They are read from the source when somebody asks for one.
    """
    setattr(kind, "__slots__", _Slots(kind.__module__, kind.__qualname__, kind.__slots__))  # type: ignore[attr-defined]  # noqa: B010
    return kind


class _Slots(dict[str, str | None]):
    """The names of a class's slots, each with its docstring."""

    def __init__(self, module: str, kind: str, names: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(names))
        self._place = module, kind

    def __getitem__(self, name: str) -> str | None:
        return _docstrings(*self._place).get(name)


@cache
def _docstrings(module: str, kind: str) -> dict[str, str]:
    """Return the docstring of each field. Empty in a program that has no source."""
    import ast  # slow to import
    import inspect  # slow to import

    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:
        return {}
    bodies = {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
    found = {}
    for field, below in pairwise(bodies[kind]):
        match field, below:
            case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                found[name] = inspect.cleandoc(text)
    return found
