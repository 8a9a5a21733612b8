"""Writes what is public, which the tests compare: python tests/data/make_public_api.py."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType

import attrs

FILE = Path(__file__).parent / "public_api.txt"
SHARED = (
    "ninetka.adapters.rendering",
    "ninetka.kropki.drawing",
    "ninetka.kropki.state",
    "ninetka.morris.drawing",
    "ninetka.players.playing",
)
"""Modules of base classes whose members are public by the classes that have them."""
MODULES = [
    "ninetka",
    "ninetka.adapters.gymnasium",
    "ninetka.adapters.openspiel",
    "ninetka.adapters.pettingzoo",
    "ninetka.arena",
    "ninetka.clicks",
    "ninetka.drawing",
    "ninetka.endings",
    "ninetka.forms",
    "ninetka.games",
    "ninetka.kropki",
    "ninetka.match",
    "ninetka.morris",
    "ninetka.perft",
    "ninetka.pictures",
    "ninetka.players",
    "ninetka.plot",
    "ninetka.protocol",
    "ninetka.records.json",
    "ninetka.records",
    "ninetka.rules",
    "ninetka.replay",
    "ninetka.results",
    "ninetka.server",
    "ninetka.simulate",
    "ninetka.standings",
    "ninetka.testing.strategies",
    "ninetka.testing",
]


def lines(name: str) -> Iterator[str]:
    """A module's public names and theirs, with signatures."""
    module = import_module(name)
    for each in names(module):
        thing = getattr(module, each)
        if inspect.isclass(thing):
            yield f"{name}.{each}{constructor(thing)}{bases(thing)}"
            yield from (f"{name}.{each}.{member}" for member in members(thing))
        elif inspect.isroutine(thing):
            yield f"{name}.{each}{signature(thing)}"
        elif not isinstance(thing, ModuleType):
            yield f"{name}.{each}"


def names(module: ModuleType) -> list[str]:
    """What a module says is public; of the form JSON, what is not how records come by it."""
    return ["schema"] if module.__name__ == "ninetka.records.json" else sorted(module.__all__)


def members(kind: type) -> Iterator[str]:
    """Public attributes, with the signatures of methods."""
    if issubclass(kind, Enum):
        yield from sorted(kind.__members__)
    bases = [base for base in kind.__mro__ if base.__module__ in SHARED]
    own = {
        name for each in (kind, *bases) for name in {*vars(each), *inspect.get_annotations(each)}
    }
    for name in sorted(own):
        member = inspect.getattr_static(kind, name, None)
        if name.startswith("_") or (issubclass(kind, Enum) and name in kind.__members__):
            continue
        called = getattr(member, "__func__", member)
        if isinstance(member, property) and member.fget is not None:
            yield f"{name}{signature(member.fget).removeprefix('(self)')}"
        else:
            yield name + (signature(called) if inspect.isfunction(called) else "")


def bases(kind: type) -> str:
    """What errors can be caught as."""
    above = [base.__name__ for base in kind.__bases__ if issubclass(kind, Exception)]
    return f" is a {', '.join(above)}" if above else ""


def constructor(kind: type) -> str:
    """How a class is called, if users may: a protocol and what has classmethods for it are not."""
    if attrs.has(kind):
        private = any(field.name.startswith("_") for field in attrs.fields(kind))
        return "" if private else signature(kind)
    own = inspect.isfunction(vars(kind).get("__init__")) and not is_protocol(kind)
    return signature(kind) if own else ""


def is_protocol(kind: type) -> bool:
    return getattr(kind, "_is_protocol", False)


def signature(called: Callable[..., object]) -> str:
    text = str(inspect.signature(called)).replace("ninetka.", "")
    return re.sub(r"<function (\w+) at \w+>", r"\1", text)


def main() -> None:
    FILE.write_text("".join(f"{line}\n" for name in MODULES for line in lines(name)), "utf-8")


if __name__ == "__main__":
    main()
