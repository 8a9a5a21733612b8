"""The files of WebAssembly are those that these sources make, and no others are used."""

from __future__ import annotations

import shutil
import sys
import tokenize
from hashlib import blake2b
from io import StringIO
from pathlib import Path

import pytest

import ninetka
from ninetka import NinetkaError, State
from ninetka.compiled import sources, wasm
from ninetka.compiled.sources import PROVENANCE, digest

TOOLS = Path(__file__).parents[2] / "tools/wasm"
PACKAGE = Path(ninetka.__file__).parent
FOLDERS = [path.parent for path in sorted(PACKAGE.glob("*/compiled/exports.py"))]
"""The folders of the games that have WebAssembly."""
FILES = sorted(PACKAGE.rglob("*.wasm"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_files_come_from_here(file: Path) -> None:
    lines = (file.parent / PROVENANCE).read_text("utf-8").splitlines()
    made = dict(line.split(" ", 1) for line in lines)
    assert made["sources"] == digest(file.parent), "after a change of compiled code: nox -s wasm"
    for each in (TOOLS / "emit.py", file):
        assert made[each.name] == blake2b(each.read_bytes(), digest_size=32).hexdigest()


def test_files_are_small() -> None:
    """Those for players, which a page loads, and those for arrays."""
    assert sum(wasm.file_of(folder).stat().st_size for folder in FOLDERS) <= 520_000
    assert sum(file.stat().st_size for file in FILES if file.stem == wasm.ARRAYS) <= 400_000


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of a game's folder `compiled`, in a copy of the game's folder."""
    folder = tmp_path / FOLDERS[0].parent.name
    shutil.copytree(FOLDERS[0].parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    digest.cache_clear()
    return folder / "compiled"


def change(path: Path, old: str, new: str) -> None:
    """Change a text in a source, of which a new digest is to be made."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    digest.cache_clear()


def test_other_files_are_refused(copied: Path) -> None:
    file = wasm.file_of(copied)
    code = file.read_bytes()
    assert wasm.checked_code(copied) == code
    change(copied / "rules.py", "\n@", "\nX = 1\n\n\n@")
    made = f"^{file.name} was made from other sources: `nox -s wasm` makes it anew$"
    with pytest.raises(ModuleNotFoundError, match=made):
        wasm.checked_code(copied)
    file.write_bytes(code[:-1])
    damaged = f"^{file.name} is damaged: install ninetka again$"
    with pytest.raises(NinetkaError, match=damaged):
        wasm.checked_code(copied)
    file.unlink()
    missing = f"^{file.name} is missing: `nox -s wasm` makes it$"
    with pytest.raises(ModuleNotFoundError, match=missing):
        wasm.checked_code(copied)


def test_modules_of_the_host_exist() -> None:
    """So that none that is renamed begins to count, or a new one of that name doesn't."""
    folder = Path(sources.__file__).parent
    assert {*sources._HOSTS} <= {path.stem for path in folder.glob("*.py")}


def test_only_code_counts(copied: Path) -> None:
    """Neither docstrings and comments count, nor rules of which nothing is compiled."""
    before = digest(copied)
    change(copied / "rules.py", "positions at once", '"positions" at once')
    change(copied / "rules.py", "\n@", "\n\n    # A comment\n@")
    change(copied.parent / "descriptions.py", "\n\n\n", "\n\nX = 1\n\n\n")
    assert digest(copied) == before
    change(copied.parent / "board.py", "\n\n\n", "\n\nX = 1\n\n\n")
    assert digest(copied) != before


def tokens(text: str) -> list[str]:
    """The tokens of a module but comments, ends of lines, and texts of several lines."""
    left_out = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    found = tokenize.generate_tokens(StringIO(text).readline)
    return [each.string for each in found if each.type not in left_out and each.string[:3] != '"""']


def test_all_code_counts() -> None:
    """What is left out of a module has no code in it."""
    folders = [Path(sources.__file__).parent, *FOLDERS, *(folder.parent for folder in FOLDERS)]
    for path in (path for folder in folders for path in folder.glob("*.py")):
        assert tokens(sources._code(path)) == tokens(path.read_text("utf-8")), path


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_a_wasmtime_for_another_system_counts_as_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: type[Exception]
) -> None:
    (tmp_path / "wasmtime.py").write_text(f"raise {error.__name__}('no such library')", "utf-8")
    monkeypatch.delitem(sys.modules, "wasmtime", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    wasm.loaded.cache_clear()
    with pytest.raises(ModuleNotFoundError, match=r"^wasmtime does not run here: no such library$"):
        State.start().wasm.load()
