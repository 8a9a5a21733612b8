"""Mutation testing of the rules, games and records: which changes of the code no test notices.

    pip install "mutmut>=3.8" && python reliability/mutate.py ../mutants

Works on a copy of the checkout in a folder, in which decorated functions are written as
plain ones (mutmut leaves out the others). mutmut tries the mutants in forks of one process, where
what is computed at import is already there, and the time is short; so those that are not killed and
not explained in survivors.txt are tried once more, each in a process of its own. Prints what lives
on unexplained.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
SURVIVORS = Path(__file__).with_name("survivors.txt")
MUTATED = ["src/ninetka/nine", "src/ninetka/game.py", "src/ninetka/records.py"]
TESTS = [
    f"tests/test_{name}.py"
    for name in (
        "rules", "notation", "setup", "game", "errors", "observation", "records", "json", "match",
        "drawing", "boards", "arguments", "laws", "machine", "naive", "other_games", "fuzz",
    )
]  # fmt: skip
"""As mutmut slows every call down, those that count by the million are left out."""
SETTINGS = f"""
[tool.mutmut]
source_paths = {MUTATED}
also_copy = ["conftest.py", "src", "docs", "examples", "README.md"]
pytest_add_cli_args_test_selection = {TESTS}
pytest_add_cli_args = ["-p", "no:cacheprovider"]
timeout_multiplier = 1.0
"""


def prepare(work: Path) -> None:
    """A copy of the checkout, with mutmut's settings and undecorated functions."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT, work, ignore=shutil.ignore_patterns(".*", "_build", "__pycache__"))
    with (work / "pyproject.toml").open("a", encoding="utf-8") as settings:
        settings.write(SETTINGS)
    for place in MUTATED:
        for path in sorted((work / place).glob("*.py")) or [work / place]:
            path.write_text(undecorated(path.read_text("utf-8")), "utf-8")


def undecorated(source: str) -> str:
    """The same module with `@property def x` and the like as `def _do_x` and `x = property(_do_x)`.

    `staticmethod` and `classmethod` mutmut knows, and an `overload` has no body.
    """
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda found: -found.lineno):
        decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
        if len(decorators) != 1 or decorators[0] in ("staticmethod", "classmethod", "overload"):
            continue
        name, indent = function.name, " " * function.col_offset
        assert function.end_lineno is not None
        lines.insert(function.end_lineno, f"{indent}{name} = {decorators[0]}(_do_{name})")
        head = function.lineno - 1
        lines[head] = lines[head].replace(f"def {name}(", f"def _do_{name}(", 1)
        del lines[function.decorator_list[0].lineno - 1]
    return "\n".join(lines) + "\n"


def fates(work: Path) -> dict[str, str]:
    """What became of each mutant in mutmut's forks, by mutmut's name for it."""
    with (work / "mutmut.log").open("w", encoding="utf-8") as log:
        subprocess.run(mutmut("run"), cwd=work, stdout=log, stderr=subprocess.STDOUT, check=True)
    listed = subprocess.run(
        mutmut("results", "--all", "true"), cwd=work, capture_output=True, text=True, check=True
    )
    pairs = (line.strip().rpartition(": ") for line in listed.stdout.splitlines() if ": " in line)
    return {name: fate for name, _, fate in pairs}


def mutmut(*words: str) -> list[str]:
    return [sys.executable, "-m", "mutmut", *words]


def lives(work: Path, mutant: str, limit: float) -> bool:
    """Whether a mutant passes the tests in a process of its own, in so many seconds."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
    folder = work / "mutants"
    place = {"MUTANT_UNDER_TEST": mutant, "PYTHONPATH": str(folder / "src")}
    try:
        run = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | place,
            capture_output=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def change(work: Path, mutant: str) -> str:
    """Where a mutant is, and the lines it changes."""
    shown = subprocess.run(
        mutmut("show", mutant), cwd=work, capture_output=True, text=True, check=True
    )
    lines = (
        f"{line[0]} {line[1:].strip()}"
        for line in shown.stdout.splitlines()
        if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")
    )
    place = re.sub(r"__mutmut_\d+$", "", mutant).replace(".xǁ", ".").replace("ǁ", ".")
    return "\n".join([place.replace(".x_", ".").replace("_do_", ""), *lines])


def explained() -> set[str]:
    """The changes in survivors.txt: paragraphs but for the reasons, which begin with #."""
    paragraphs = SURVIVORS.read_text("utf-8").split("\n\n")
    return {paragraph.strip() for paragraph in paragraphs if not paragraph.startswith("#")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("work", type=Path, help="a folder, which is emptied")
    parser.add_argument("--again", action="store_true", help="go on where it was left; not emptied")
    options = parser.parse_args()
    work = options.work.resolve()
    if not options.again:
        if work.exists() and any(work.iterdir()) and not (work / "mutants").exists():
            parser.error(f"{work} has other things in it; remove it or name another folder")
        prepare(work)
    all_fates = fates(work)
    print("in forks:", dict(Counter(all_fates.values())))
    survived = [name for name, fate in all_fates.items() if fate != "killed"]
    known, changes = explained(), {name: change(work, name) for name in survived}
    start = time.perf_counter()
    assert lives(work, "", 3600), "the tests fail where nothing is changed"
    limit = 5 * (time.perf_counter() - start)
    doubtful = [name for name in survived if changes[name] not in known]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        alive = list(pool.map(lambda mutant: lives(work, mutant, limit), doubtful))
    unexplained = [name for name, lived in zip(doubtful, alive, strict=True) if lived]
    living = len(survived) - len(doubtful) + len(unexplained)
    rate = 100 - 100 * living / len(all_fates)
    print(f"{len(all_fates) - living} of {len(all_fates)} mutants killed, {rate:.1f} %")
    print(f"{len(unexplained)} survivors are not explained in {SURVIVORS.name}")
    print(*(changes[name] for name in unexplained), sep="\n\n")
    print(f"{len(known - set(changes.values()))} explained there live no more")
    print(*sorted(known - set(changes.values())), sep="\n\n")
    sys.exit(bool(unexplained))


if __name__ == "__main__":
    main()
