"""A missing extra is named in the error; everything else works without extras."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from support.waiting import PATIENCE

MISSING = "import sys\nfor name in {names!r}:\n    sys.modules[name] = None\n"


def run(names: list[str], code: str) -> str:
    """The last line that a program prints when some packages are missing."""
    program = MISSING.format(names=names) + code
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    return (done.stdout + done.stderr).strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("cli", "typer", "cli"),
        ("cli", "rich", "cli"),
        ("drawing.png", "resvg_py", "png"),
        ("server.mcp", "mcp", "mcp"),
        ("batch", "numpy", "batch"),
        *(
            pytest.param(*values, marks=pytest.mark.long)
            for values in (
                ("adapters.openspiel", "pyspiel", "openspiel"),
                ("adapters.openspiel", "numpy", "openspiel"),
                ("adapters.pettingzoo", "pettingzoo", "pettingzoo"),
                ("adapters.pettingzoo", "gymnasium", "pettingzoo"),
                ("adapters.pettingzoo", "resvg_py", "pettingzoo"),
                ("adapters.pettingzoo", "PIL", "pettingzoo"),
                ("adapters.pettingzoo", "numpy", "pettingzoo"),
                ("adapters.gymnasium", "gymnasium", "pettingzoo"),
                ("adapters.openenv", "openenv", "openenv"),
                ("simulate.dask", "distributed", "dask"),
                ("simulate.ray", "ray", "ray"),
                ("testing.strategies", "hypothesis", "hypothesis"),
            )
        ),
    ],
)
def test_the_error_names_the_extra(module: str, missing: str, extra: str) -> None:
    others = re.escape(f": python -m pip install 'ninetka[{extra}]'")  # which may be missing too
    said = run([missing], f"import ninetka.{module}")
    assert re.fullmatch(rf"ModuleNotFoundError: this needs \w+{others}", said)


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_the_command_names_it(missing: str) -> None:
    said = run([missing], "import ninetka.__main__ as command; command.main()")
    assert said == f"Error: this needs {missing}: python -m pip install 'ninetka[cli]'"


def test_everything_else_needs_attrs_alone() -> None:
    code = """
import pkgutil, sys
import multiprocessing  # which gives the main module a second name
before = set(sys.modules)
from importlib import import_module
import ninetka
for module in pkgutil.iter_modules(ninetka.__path__):
    if module.name not in ("__main__", "batch", "cli"):
        import_module(f"ninetka.{module.name}")
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - set(sys.stdlib_module_names)))
"""
    assert run([], code) == "attr attrs ninetka"
