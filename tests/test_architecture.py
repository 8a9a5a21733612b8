"""What import-linter cannot say: where games stand, and what import costs.

The contracts in pyproject.toml name no game, so that a new one changes nothing there.
"""

from __future__ import annotations

import ast
import fnmatch
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.games import ENTRIES
from support.waiting import PATIENCE

import ninetka

PACKAGE = Path(ninetka.__file__).parent
ROOT = Path(__file__).parents[1]
GAMES = {*ENTRIES}
"""The folders of the games in the registry."""


def contract(number: int) -> dict[str, list[str]]:
    """A contract of import-linter in pyproject.toml."""
    config: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, list[str]] = config["tool"]["importlinter"]["contracts"][number]
    return found


def ranked(number: int) -> set[str]:
    """The modules that a contract puts in order."""
    return {*re.findall(r"\w+", " ".join(contract(number)["layers"]))}


def children(folder: Path) -> set[str]:
    """The modules and packages of a folder."""
    return {path.stem for path in folder.iterdir() if path.stem not in ("__init__", "__pycache__")}


def test_every_folder_has_its_rank() -> None:
    assert children(PACKAGE) - {"py"} == ranked(0) | GAMES


def imports() -> Iterator[tuple[list[str], list[str]]]:
    """Each import in the package: the parts of the importing module's name, and the imported's."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed")
    graph: Any = grimp.build_graph("ninetka")
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            yield f"{importer}..".split("."), f"{imported}..".split(".")


def test_games_know_what_is_below_them_and_are_known_by_the_registry_alone() -> None:
    for importer, imported in imports():
        folder, other = importer[1], imported[1]
        if folder in GAMES and folder != other:
            assert other in {"base", "compiled", "drawing", "protocol"}, (importer, imported)
        if other in GAMES and folder != other:
            assert folder in {"", "games"}, (importer, imported)


def test_the_rules_of_a_game_do_not_know_its_state() -> None:
    """Rules are all modules that the contract does not name."""
    above = ranked(1)
    for (_, game, rule, *_), (_, other, name, *_) in imports():
        if game == other and game in GAMES and rule and rule not in above:
            for_types = (rule, name) == ("rulesets", "state")  # Game.start(ruleset)
            assert name not in above or for_types, (game, rule, name)


def test_a_game_is_named_in_its_folder_and_the_registry_alone() -> None:
    """So a further game changes neither the checks nor the tools; examples in docstrings may."""
    checks = [ROOT / name for name in ("noxfile.py", "conftest.py")]
    tools = [
        path for path in PACKAGE.rglob("*.py") if {*path.relative_to(PACKAGE).parts[:1]} - GAMES
    ]
    texts = {
        path: re.sub('"""(?s:.*?)"""', "", path.read_text("utf-8")) for path in [*checks, *tools]
    }
    config = (ROOT / "pyproject.toml").read_text("utf-8")
    texts[ROOT / "pyproject.toml"] = config[config.index("[tool.") :]
    named = rf"\b(?:ninetka|tests|docs)[./](?:{'|'.join(GAMES)})\b|[\"'](?:{'|'.join(GAMES)})[\"']"
    found = {path.name for path, text in texts.items() if re.search(named, text)}
    assert found == {"games.py"}


def test_only_what_a_system_may_lack_is_loaded_by_name() -> None:
    users = {p.stem for p in PACKAGE.rglob("*.py") if "import_module" in p.read_text("utf-8")}
    assert users == {"session"}


def loaded_by(statement: str) -> set[str]:
    """The modules that an import statement loads in a new process."""
    code = f"import sys; b = set(sys.modules); {statement}; print(*set(sys.modules) - b)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return {*done.stdout.split()}


def test_import_loads_attrs_and_the_standard_library_alone() -> None:
    loaded = {name.partition(".")[0] for name in loaded_by("import ninetka")}
    assert loaded - {*sys.stdlib_module_names} == {"attr", "attrs", "ninetka"}


def test_import_loads_only_what_rules_need() -> None:
    needless = {"decimal", "fractions", "hashlib", "random", "unicodedata", "xml"}
    needless |= {"ninetka.protocol.forms", "ninetka.drawing.svg"}
    assert not needless & loaded_by("import ninetka") - loaded_by("import attrs")


def test_imports_that_the_contract_leaves_out_are_in_functions() -> None:
    loaded = loaded_by(f"import {', '.join(f'ninetka.{game}' for game in sorted(GAMES))}")
    assert loaded >= {f"ninetka.{game}.state" for game in GAMES}
    for each in contract(1)["ignore_imports"]:
        importer, imported = each.split(" -> ")
        found = fnmatch.filter(loaded, imported)
        assert not found, f"{found}: import this in the function of {importer} that uses it"


@pytest.mark.parametrize(
    "package", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: path.parent.name
)
def test_a_docstring_that_lists_modules_names_all_of_them(package: Path) -> None:
    text = ast.get_docstring(ast.parse(package.read_text("utf-8"))) or ""
    modules = {path.stem for path in package.parent.glob("*.py") if path.stem[0] != "_"}
    modules |= {path.parent.name for path in package.parent.glob("*/__init__.py")}
    listed = re.findall(r"^(\w+)(?:, (\w+))?  ", text, re.M)
    named = {*re.findall(r"`(\w+)`", text)}.union(*listed) & modules
    if 2 * len(named) >= len(modules):
        assert named == modules


def test_no_two_classes_have_one_name() -> None:
    """But games have classes of the same names, and so have modules of the same name."""
    places: dict[str, list[tuple[str, str]]] = {}
    for path in PACKAGE.glob("*/**/*.py"):
        room, *_, module = path.relative_to(PACKAGE).with_suffix("").parts
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base) for base in node.bases]
                narrows = room in GAMES and f"errors.{node.name}" in bases
                is_kept_by_games = room == "protocol" and "Protocol" in bases
                if not narrows and not is_kept_by_games:
                    places.setdefault(node.name, []).append((room, module))
    for name, found in places.items():
        rooms, modules = {room for room, _ in found}, {module for _, module in found}
        alike = rooms <= GAMES or len(modules) == 1
        assert len(found) == 1 or (alike and len(found) == len(rooms)), f"{name}: {found}"
