"""The floors of the package: what imports what, and what `import ninetka` costs."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import ninetka

PACKAGE = Path(ninetka.__file__).parent
FOUNDATION = {"endings", "errors", "forms", "frozenmap", "pictures", "protocol", "rules", "svg"}
FOUNDATION |= {"drawing", "position", "terminal", "values"}
GAMES = sorted(path.parent.name for path in PACKAGE.glob("*/registration.py"))
TOOLS = {path.stem for path in PACKAGE.glob("*.py")} - FOUNDATION - {"__init__", "__main__"}
TOOLS |= {
    f"{folder}/{path.stem}"
    for folder in ("cli", "adapters")
    for path in PACKAGE.glob(f"{folder}/*.py")
}


class Loaded(ast.NodeTransformer):
    """Leaves out what TYPE_CHECKING guards."""

    def visit_If(self, node: ast.If) -> ast.AST | None:  # as ast calls it
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else node


def imports(path: Path, *, guarded: bool = False) -> set[str]:
    """The names of this package that a module imports, as dotted paths from its root.

    Also those for type checkers alone, which TYPE_CHECKING guards, if asked for.
    """
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree if guarded else Loaded().visit(tree)):
        if isinstance(node, ast.ImportFrom) and node.level:
            root = path.relative_to(PACKAGE).parts[: -node.level]
            base = [*root, *(node.module or "").split(".")] if node.module else [*root]
            found |= {".".join([*base, name.name]) for name in node.names}
        elif isinstance(node, ast.Import | ast.ImportFrom):
            text = ast.unparse(node)
            assert not text.startswith(("import ninetka", "from ninetka")), f"{path}: {text}"
    return found


def modules(names: set[str]) -> set[str]:
    """The modules that names are of, or are."""
    return {name if is_module(name) else name.rpartition(".")[0] for name in names}


def is_module(name: str) -> bool:
    place = PACKAGE.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


@pytest.mark.parametrize("name", sorted(FOUNDATION))
def test_the_foundation_knows_no_game_and_no_tool(name: str) -> None:
    assert modules(imports(PACKAGE / f"{name}.py", guarded=True)) <= FOUNDATION


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_nothing_but_itself_and_the_foundation(game: str) -> None:
    for path in (PACKAGE / game).glob("*.py"):
        others = {
            module
            for module in modules(imports(path, guarded=True))
            if not module.startswith(f"{game}.")
        }
        assert others <= FOUNDATION, path


@pytest.mark.parametrize("name", sorted({*TOOLS, "__main__"}))
def test_the_tools_know_no_game_but_through_the_registry(name: str) -> None:
    used = imports(PACKAGE / f"{name}.py", guarded=True)
    assert not {module for module in modules(used) if module.split(".")[0] in GAMES}
    of_the_root = {each for each in used if "." not in each and not is_module(each)}
    assert of_the_root <= {"__version__"}
    of_the_registry = {each for each in used if each.startswith("games.")}
    assert of_the_registry <= {"games.all_games"} | {
        f"games.rules_for_{what}" for what in ("name", "state", "ruleset")
    }


@pytest.mark.parametrize("path", sorted((PACKAGE / "adapters").glob("*.py")), ids=lambda p: p.stem)
def test_the_adapters_know_the_protocol_and_the_registry_alone(path: Path) -> None:
    used = modules(imports(path, guarded=True))
    assert {module for module in used if not module.startswith("adapters")} <= FOUNDATION | {
        "games"
    }


def test_modules_are_loaded_by_name_only_where_they_may_be_missing() -> None:
    users = {p.stem for p in PACKAGE.rglob("*.py") if "import_module" in p.read_text("utf-8")}
    assert users <= {"drawing", "games", "play", "samples", "show"}


def test_no_import_hides_in_a_function() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__main__.py":  # which must say what is missing for the command line
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    inside = [type(each) for each in ast.walk(node)]
                    assert ast.Import not in inside
                    assert ast.ImportFrom not in inside


def test_modules_stay_small() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) < 500, path


def test_import_loads_attrs_and_the_standard_library_alone() -> None:
    code = "import sys, json; b = set(sys.modules); import ninetka; "
    code += "print(json.dumps(sorted({m.split('.')[0] for m in set(sys.modules) - b})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout)) - set(sys.stdlib_module_names)
    assert loaded == {"attr", "attrs", "ninetka"}


def test_every_public_name_is_there() -> None:
    names = """NESTORGAMES WIKI State Ruleset EdgeStop TurnOrder Phase Seat Section Square Move
        PlaceNeutral PlaceStone Slide Pass Outcome Setup Game Symmetry NEUTRAL NinetkaError
        InvalidMoveError IllegalMoveError InvalidPositionError RecordError"""
    assert set(names.split()) <= set(ninetka.__all__)
    assert all(hasattr(ninetka, name) for name in ninetka.__all__)
