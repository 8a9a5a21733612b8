"""Writes what is public, which the tests compare: python tests/data/make_public_api.py."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType

import attrs

FILE = Path(__file__).parent / "public_api.txt"
MODULES = [
    "ninetka",
    "ninetka.adapters.gymnasium",
    "ninetka.adapters.openspiel",
    "ninetka.adapters.pettingzoo",
    "ninetka.match",
    "ninetka.perft",
    "ninetka.protocol",
    "ninetka.records",
    "ninetka.replay",
    "ninetka.server",
    "ninetka.simulate",
    "ninetka.strategies",
    "ninetka.testkit",
]


def lines(name: str) -> Iterator[str]:
    """A module's public names and theirs, with signatures."""
    module = import_module(name)
    for each in names(module):
        thing = getattr(module, each)
        if inspect.isclass(thing):
            yield f"{name}.{each}{signature(thing) if attrs.has(thing) else ''}"
            yield from (f"{name}.{each}.{member}" for member in members(thing))
        elif inspect.isroutine(thing):
            yield f"{name}.{each}{signature(thing)}"
        elif not isinstance(thing, ModuleType):
            yield f"{name}.{each}"


def names(module: ModuleType) -> list[str]:
    """What a module says is public, or what it defines itself without an underscore."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    own = [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    ]
    return sorted(own)


def members(kind: type) -> Iterator[str]:
    """Public attributes, with the signatures of methods."""
    if issubclass(kind, Enum):
        yield from sorted(kind.__members__)
    for name in sorted(vars(kind)):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") or (issubclass(kind, Enum) and name in kind.__members__):
            continue
        called = getattr(member, "__func__", member)
        yield name + (signature(called) if inspect.isfunction(called) else "")


def signature(called: Callable[..., object]) -> str:
    return str(inspect.signature(called)).replace("ninetka.", "")


def main() -> None:
    FILE.write_text("".join(f"{line}\n" for name in MODULES for line in lines(name)), "utf-8")


if __name__ == "__main__":
    main()
