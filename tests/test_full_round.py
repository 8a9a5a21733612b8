"""The table of the full round in docs/reliability.md, and what it decides."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from support.waiting import PATIENCE

PROGRAM = Path(__file__).parents[1] / "reliability/full_round.py"
TABLE = "# Page\n\n<!-- full round -->\n| a |\n|---|\n<!-- end -->\n\nMore.\n"


@pytest.fixture
def full_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, in a repository of its own."""
    if not shutil.which("git"):
        pytest.skip("there is no git here")
    spec = importlib.util.spec_from_file_location("full_round", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.chdir(tmp_path)
    for name, text in (("docs/reliability.md", TABLE), ("examples/browser/a.js", ""), ("b", "")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    for command in (("init", "--quiet"), ("add", "--all")):
        subprocess.run(["git", *command], check=True, timeout=PATIENCE)
    return module


def test_results_are_kept_in_the_page(full_round: ModuleType) -> None:
    results = {
        "lint": full_round.Result("lint", True, 0, 0, 6.0, "2026-11-28", "0123456789", "abc"),
        "tests": full_round.Result("tests", False, 9000, 2, 600.0, "2026-11-28", "0123", "def"),
    }
    full_round.keep(results)
    page = Path("docs/reliability.md").read_text("utf-8")
    assert "| `tests` | **failed** | 9000 | 2 | 10.0 | 2026-11-28 | `0123` | `def` |\n" in page
    assert page.startswith("# Page\n")
    assert page.endswith("<!-- end -->\n\nMore.\n")
    assert full_round.kept() == results


def test_a_session_has_passed_until_its_files_change(full_round: ModuleType) -> None:
    for name in ("lint", "browser"):
        sources = full_round.sources_of(name)
        results = {name: full_round.Result(name, True, 1, 0, 60.0, "2026-11-28", "0123", sources)}
        full_round.keep(results)
        assert full_round.has_passed(name)
        assert not full_round.has_passed("wasm")
        Path("b").write_text("changed", "utf-8")
        assert full_round.has_passed(name) == (name == "browser")
        Path("b").write_text("", "utf-8")
        Path("examples/browser/a.js").write_text("changed", "utf-8")
        assert not full_round.has_passed(name)
        Path("examples/browser/a.js").write_text("", "utf-8")
        full_round.keep({name: full_round.attrs.evolve(results[name], passed=False)})
        assert not full_round.has_passed(name)


@pytest.mark.parametrize(
    ("printed", "tests", "skipped"),
    [
        ("8 passed in 0.31s", 8, 0),
        ("==== 1 failed, 20 passed, 3 skipped, 4 deselected in 61.02s (0:01:01) ====", 20, 3),
        ("2 passed in 1.00s\nnox > pytest\n3 passed, 1 warning in 2.00s", 5, 0),
        ("8 passed the post in time", 0, 0),
    ],
)
def test_tests_are_counted(full_round: ModuleType, printed: str, tests: int, skipped: int) -> None:
    assert full_round.counted(printed) == (tests, skipped)
