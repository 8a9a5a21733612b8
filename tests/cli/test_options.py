"""Each option and argument of each command is described in the docs, and each option is tested."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer", reason="the command line needs the cli extra")

from support.command_line import built

from ninetka.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
COMMANDS: dict[str, Any] = built(app).commands

OF_COMMANDS = pytest.mark.parametrize("command", COMMANDS)


def unnamed(command: str, text: str) -> list[str]:
    """The options of a command whose names are not in a text, such as `--output` or `-o`."""
    options = [each.opts for each in COMMANDS[command].params if each.param_type_name == "option"]
    words = {*re.findall(r"(?<![\w-])--?[a-z][\w-]*", text)}
    return [names[0] for names in options if not words & {*names}]


@cache
def described(command: str) -> str:
    """All sections of the docs that show a command, or have its name as a heading."""
    shown = re.compile(rf"^#+ {command}s?$|`{command}\b|\bninetka {command}\b", re.I | re.M)
    found = []
    for page in PAGES:
        headings: list[str] = []
        for section in re.split(r"^(?=#+ )", page.read_text("utf-8"), flags=re.M):
            depth = len(section) - len(section.lstrip("#"))
            headings = [*headings[: depth - 1], section.partition("\n")[0]]
            if shown.search("\n".join([*headings, section])):
                found.append(section)
    return "".join(found)


@cache
def texts_by_test() -> list[str]:
    """The texts in each test of a file that runs commands, and in what it uses of that file."""
    files = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    runs = re.compile('support.command_line import|"-m", "ninetka"')
    return [text for source in filter(runs.search, files) for text in texts_in(source)]


def texts_in(source: str) -> Iterator[str]:
    parts = {name: part for part in ast.parse(source).body for name in defined(part)}

    def texts(name: str, seen: set[str]) -> Iterator[str]:
        seen.add(name)
        for node in ast.walk(parts[name]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.Name) and node.id in {*parts} - seen:
                yield from texts(node.id, seen)

    for name in parts:
        if name.startswith("test_"):
            yield "\n".join(texts(name, set()))


def defined(part: ast.stmt) -> list[str]:
    """The name of a function, or of the constants that are assigned."""
    if isinstance(part, ast.FunctionDef):
        return [part.name]
    targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
    return [each.id for each in targets if isinstance(each, ast.Name)]


@OF_COMMANDS
def test_each_option_is_described(command: str) -> None:
    options = unnamed(command, described(command))
    assert not options, (
        f"no page says what these options of `ninetka {command}` do: describe them in "
        f"docs/commands.md, or on another page, in a section that shows `ninetka {command}`"
    )


@OF_COMMANDS
def test_each_option_is_used_in_a_test(command: str) -> None:
    runs = re.compile(rf"^(?:ninetka )?{command}(?: |$)", re.M)
    options = unnamed(command, "\n".join(filter(runs.search, texts_by_test())))
    assert not options, (
        f"no test runs `ninetka {command}` with these options: add one to tests/cli, which gives "
        f"them with {command!r} to a function of tests/support/command_line.py"
    )


@OF_COMMANDS
def test_each_argument_is_shown(command: str) -> None:
    params = COMMANDS[command].params
    arguments = {each.name for each in params if each.param_type_name == "argument"}
    for line in re.findall(rf"\bninetka {command}\b([^`#|\n]*)", described(command)):
        context = COMMANDS[command].make_context(command, line.split(), resilient_parsing=True)
        arguments -= {name for name in arguments if context.params.get(name)}
    assert not arguments, (
        f"no page shows `ninetka {command}` with these arguments: add an example to "
        "docs/commands.md, or to another page"
    )
