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
FOUNDATION = {"errors", "frozenmap", "protocol", "terminal", "values"}
NINE = [
    "squares", "moves", "rulesets", "scoring", "symmetry", "movement", "notation", "setup",
    "undoing", "observation", "legality", "colours", "drawing", "state", "samples", "tags",
]  # fmt: skip
TOOLS = {path.stem for path in PACKAGE.glob("*.py")} - FOUNDATION - {"__init__", "__main__"}
TOOLS |= {
    f"{folder}/{path.stem}"
    for folder in ("cli", "adapters")
    for path in PACKAGE.glob(f"{folder}/*.py")
}


def imports(path: Path) -> set[str]:
    """The modules of this package that a module loads, as dotted paths from its root."""
    found = set()
    body = ast.parse(path.read_text()).body  # what TYPE_CHECKING guards is not loaded
    tried = [node for each in body if isinstance(each, ast.Try) for node in each.body]
    for node in [*body, *tried]:
        if isinstance(node, ast.ImportFrom) and node.level:
            root = path.relative_to(PACKAGE).parts[: -node.level]
            base = [*root, *(node.module or "").split(".")] if node.module else [*root]
            if node.module:
                found.add(".".join(base))
            else:
                found |= {".".join([*base, name.name]) for name in node.names}
        else:
            text = ast.unparse(node)
            assert not text.startswith(("import ninetka", "from ninetka")), f"{path}: {text}"
    return found


def test_every_module_has_its_floor() -> None:
    assert {path.stem for path in (PACKAGE / "nine").glob("*.py")} == {*NINE, "__init__"}
    for name in FOUNDATION:
        assert (PACKAGE / f"{name}.py").exists()


@pytest.mark.parametrize("name", sorted(FOUNDATION))
def test_the_foundation_knows_no_game_and_no_tool(name: str) -> None:
    assert imports(PACKAGE / f"{name}.py") <= FOUNDATION


@pytest.mark.parametrize("name", NINE)
def test_the_rules_know_only_what_stands_before_them(name: str) -> None:
    before = {f"nine.{other}" for other in NINE[: NINE.index(name)]}
    assert imports(PACKAGE / "nine" / f"{name}.py") <= before | FOUNDATION


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_the_tools_know_no_game_but_through_the_registry(name: str) -> None:
    of_a_game = {module for module in imports(PACKAGE / f"{name}.py") if module.startswith("nine")}
    assert of_a_game == ({"nine.tags"} if name == "games" else set())


@pytest.mark.parametrize("path", sorted((PACKAGE / "adapters").glob("*.py")), ids=lambda p: p.stem)
def test_the_adapters_know_the_protocol_and_the_registry_alone(path: Path) -> None:
    others = {module for module in imports(path) if not module.startswith("adapters")}
    assert others <= FOUNDATION | {"games"}


def test_no_import_hides_in_a_function() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__main__.py":  # which must say what is missing for the command line
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef):
                    inside = [type(each) for each in ast.walk(node)]
                    assert ast.Import not in inside
                    assert ast.ImportFrom not in inside


def test_modules_stay_small() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text().splitlines()) < 500, path


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
