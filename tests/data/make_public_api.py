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

from ninetka.base.values import not_called

SHARED = (
    "ninetka.adapters.episodes", "ninetka.adapters.rendering", "ninetka.base.plain",
    "ninetka.engines.process", "ninetka.kropki.look.drawing", "ninetka.kropki.position",
    "ninetka.kropki.state", "ninetka.morris.look.drawing", "ninetka.morris.position",
    "ninetka.nine.position", "ninetka.players.builtin", "ninetka.protocol.seats",
    "ninetka.protocol.rulesets", "ninetka.protocol.symmetry",
)  # fmt: skip
"""Modules of base classes whose members are public by the classes that have them."""
NOT_CALLED: object = attrs.Factory(not_called)
"""The default of a field of classes that only the rules call."""
PAGE = Path(__file__).parents[2] / "docs/compatibility.md"
PROMISES = {
    promise: re.findall(r"^\| `(ninetka[\w.]*)` \|", section, re.MULTILINE)
    for promise, section in re.findall(
        r"^### (\w+) modules\n(.*?)(?=^##)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
}
"""The modules of each table on the page: `Stable`, `Provisional`."""
MODULES = sorted(name for names in PROMISES.values() for name in names)


def lines(name: str) -> Iterator[str]:
    """A module's public names and theirs, with signatures."""
    module = import_module(name)
    for each in sorted(module.__all__):
        thing = getattr(module, each)
        if inspect.isclass(thing):
            yield f"{name}.{each}{constructor(thing)}{bases(thing)}"
            yield from (f"{name}.{each}.{member}" for member in members(thing))
        elif inspect.isroutine(thing):
            yield f"{name}.{each}{signature(thing)}"
        elif not isinstance(thing, ModuleType):
            yield f"{name}.{each}"


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
        fields = attrs.fields(kind)
        private = any(each.name.startswith("_") or each.default == NOT_CALLED for each in fields)
        return "" if private else signature(kind)
    function = getattr(kind, "__init__", None)  # perhaps a base's
    ours = inspect.isfunction(function) and function.__module__.startswith("ninetka")
    return signature(kind) if ours and not is_protocol(kind) else ""


def is_protocol(kind: type) -> bool:
    return getattr(kind, "_is_protocol", False)


def signature(called: Callable[..., object]) -> str:
    text = str(inspect.signature(called)).replace("ninetka.", "")
    return re.sub(r"<function (\w+) at \w+>", r"\1", text)


def file_of(promise: str) -> Path:
    """The file with the names that one of the tables promises."""
    return Path(__file__).parent / f"public_{promise.lower()}.txt"


def written() -> list[str]:
    """All lines of both files."""
    return [line for each in PROMISES for line in file_of(each).read_text("utf-8").splitlines()]


def promised(name: str) -> list[str]:
    """A module's lines in the files, without those of its submodules."""
    others = tuple(f"{other}." for other in MODULES if other.startswith(f"{name}."))
    return [
        line for line in written() if line.startswith(f"{name}.") and not line.startswith(others)
    ]


def found(name: str) -> list[str]:
    """A module's lines; as they were, if what it needs is not installed here."""
    try:
        return list(lines(name))
    except ModuleNotFoundError as error:
        print(f"{name} is left as it was: {error}")
        return promised(name)


def main() -> None:
    texts = {
        promise: "".join(f"{line}\n" for name in names for line in found(name))
        for promise, names in PROMISES.items()
    }
    for promise, text in texts.items():
        file_of(promise).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
