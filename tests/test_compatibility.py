"""Public names are promised and described, and pages and examples use no others."""

from __future__ import annotations

import ast
import inspect
import pydoc
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import attrs
import pytest
from constants import docstring

import ninetka

ROOT = Path(__file__).parents[1]
PACKAGE = Path(ninetka.__file__).parent
DATA = ROOT / "tests" / "data"
SPEC = spec_from_file_location("make_public_api", DATA / "make_public_api.py")
assert SPEC is not None
assert SPEC.loader is not None
public_api = module_from_spec(SPEC)
SPEC.loader.exec_module(public_api)
MODULES: list[str] = public_api.MODULES
APART = {
    "ninetka.adapters.openenv": "openenv",
    "ninetka.simulate.dask": "distributed",
    "ninetka.simulate.ray": "ray",
}
"""Modules that need a package which has an environment of its own, and so a session of nox."""
HERE = [name for name in MODULES if name not in APART or find_spec(APART[name])]

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
PROGRAMS = [*ROOT.glob("examples/python/*.py"), *ROOT.glob("examples/*/src/**/*.py")]


def loaded(module: str) -> ModuleType:
    """A public module; the test is skipped if that needs a package that is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("ninetka"):
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("module", HERE)
def test_public_names_and_signatures_are_as_promised(module: str) -> None:
    loaded(module)
    promised = public_api.promised(module)
    assert promised
    assert list(public_api.lines(module)) == promised, (
        "if the change is meant, write the names again by `python tests/data/make_public_api.py`, "
        "and say in the changelog what is new"
    )


UNNAMED = {
    "DeclaredKernel": "for users a Kernel",
    "FrozenMap": "for users a Mapping",
    "HasOutcome": "the type of self: any state",
    "Line": "the squares before one on the rim of 9tka, got from it alone; in Mills a tuple",
    "Offers": "for users a Sequence of moves",
    "Position": "what the rules work on, for the library's own modules",
    "Ring": "a chain as the rules work on it, for the library's own modules",
    "Say": "a function that is called with each line, in engines; not the enums of sentences",
    "Terms": "a ruleset for a number of players, for the library's own modules",
    "_Settings": "only the OpenSpiel game itself makes its states",
}
"""Classes in public signatures that are not public themselves, with the reason."""


def test_classes_in_public_signatures_are_public() -> None:
    lines = public_api.written()
    public = {re.split(r"[( ]", line)[0].rpartition(".")[2] for line in lines}
    sources = (path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    own = {name for text in sources for name in re.findall(r"^class (\w+)", text, re.M)}
    types = (text for line in lines for text in re.findall(r"'([^']*)'", line))
    named = {name for text in types for name in re.findall(r"\w+", text)}
    assert (named & own) - public == {*UNNAMED}


# What pages, examples and docstrings use


def python_shown() -> Iterator[tuple[str, str]]:
    """All Python that is there to be copied, each with the name of its file."""
    for page in PAGES:
        for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
            yield page.relative_to(ROOT).as_posix(), block
    for program in PROGRAMS:
        yield program.relative_to(ROOT).as_posix(), program.read_text("utf-8")
    for source in PACKAGE.rglob("*.py"):
        lines = re.findall(r"^ *>>> (.*import .*)$", source.read_text("utf-8"), re.M)
        yield source.relative_to(PACKAGE).as_posix(), "\n".join(lines)


def imports(code: str) -> Iterator[tuple[str, str]]:
    """The modules of ninetka that some code imports, each with the name that it takes from it."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def is_promised(module: str, name: str) -> bool:
    if f"{module}.{name}".rstrip(".") in MODULES:
        return True
    wanted = re.compile(rf"{module}\.{name}\b")
    return module in MODULES and any(map(wanted.match, public_api.written()))


def test_whatever_pages_examples_and_docstrings_import_is_promised() -> None:
    used = {
        (file, module, name)
        for file, code in python_shown()
        for module, name in imports(code)
        if module.partition(".")[0] == "ninetka"
    }
    assert {file.partition("/")[0] for file, _, _ in used} > {"README.md", "docs", "examples"}
    assert len(used) > 150
    assert [each for each in sorted(used) if not is_promised(*each[1:])] == []


# Where names are described


@cache
def described() -> dict[str, set[str]]:
    """The paths that the pages of names describe, by directive such as `automodule`."""
    text = "".join(page.read_text("utf-8") for page in (ROOT / "docs/api").glob("*.md"))
    found: dict[str, set[str]] = {"by hand": set(re.findall(r"^`(ninetka[\w.]+)", text, re.M))}
    for directive, path in re.findall(r"^\.\. (auto\w+):: (\S+)$", text, re.M):
        found.setdefault(directive, set()).add(path)
    return found


def is_described(module: str, name: str) -> bool:
    """Whether Sphinx shows a name, a class or function maybe by the module that defines it."""
    thing = getattr(import_module(module), name)
    is_own = inspect.isclass(thing) or inspect.isroutine(thing)
    homes = {module, thing.__module__} if is_own else {module}
    paths = set().union(*(described()[kind] for kind in {*described()} - {"automodule"}))
    if paths & {f"{home}.{name}" for home in homes}:
        return True
    return any(
        name in getattr(import_module(home), "__all__", ()) and (is_own or assigns(home, name))
        for home in homes & described()["automodule"]
    )


def assigns(module: str, name: str) -> bool:
    source = inspect.getsource(import_module(module))
    return bool(re.search(rf"^{name}(:.+)? = ", source, re.M))


@pytest.mark.parametrize("module", HERE)
def test_every_public_name_is_described(module: str) -> None:
    for name in loaded(module).__all__:
        thing = getattr(import_module(module), name)
        if isinstance(thing, ModuleType):
            continue
        assert is_described(module, name), name
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert thing.__doc__, name
        else:
            assert docstring(module, name), name


def test_the_table_of_modules_leads_to_the_pages_that_describe_them() -> None:
    table = (ROOT / "docs/compatibility.md").read_text("utf-8")
    rows = re.findall(r"^\| `(ninetka[\w.]*)` \|[^|]+\| \[[^|]*\]\(([^)#]+)", table, re.M)
    assert sorted(module for module, _ in rows) == MODULES
    assert all(names == sorted(names) for names in public_api.PROMISES.values())
    assert [*public_api.PROMISES] == ["Stable", "Provisional"]
    for module, page in rows:
        assert module in (ROOT / "docs" / page).read_text("utf-8"), module


def members(kind: type) -> Iterator[str]:
    """The public methods, properties and fields of a class that this package defines."""
    for base in kind.__mro__:
        if base.__module__.startswith("ninetka"):
            names = {*vars(base), *inspect.get_annotations(base)}
            yield from (name for name in names if not name.startswith("_"))


@pytest.mark.parametrize("module", HERE)
def test_help_says_what_every_method_and_field_of_a_public_class_is(module: str) -> None:
    kinds = [thing for thing in vars(loaded(module)).values() if inspect.isclass(thing)]
    for kind in kinds:
        if kind.__name__ not in import_module(module).__all__:
            continue
        for name in {*members(kind)}:
            member = inspect.getattr_static(kind, name, None)
            called = getattr(member, "__func__", member)
            if inspect.isroutine(called) or isinstance(member, property):
                assert inspect.getdoc(getattr(kind, name)), f"{kind.__name__}.{name}"
        if attrs.has(kind):
            check_fields(kind)


def check_fields(kind: type[attrs.AttrsInstance]) -> None:
    """`help()` describes each public field where it lists it, or in the docstring of the class."""
    shown = pydoc.plain(pydoc.render_doc(kind))
    for field in attrs.fields(kind):
        if not field.name.startswith("_"):
            words = inspect.getdoc(getattr(kind, field.name, None)) or ""
            listed = re.search(rf"^ \|  {field.name}\n \|      \S", shown, re.M)
            said = f"`{field.name}`" in str(kind.__doc__)
            assert said or (words and listed), f"{kind.__name__}.{field.name}"
