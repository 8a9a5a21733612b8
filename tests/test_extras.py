"""What needs an extra says so when it is missing, and what does not need one works without."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

MISSING = "import sys\nfor name in {names!r}:\n    sys.modules[name] = None\n"


def run(names: list[str], code: str) -> str:
    """The last line that a program prints where some packages are missing."""
    program = MISSING.format(names=names) + code
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return (done.stdout + done.stderr).strip().split("\n")[-1]


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("adapters.openspiel", "pyspiel", "openspiel"),
        ("adapters.openspiel", "numpy", "openspiel"),
        ("adapters.pettingzoo", "pettingzoo", "pettingzoo"),
        ("adapters.pettingzoo", "gymnasium", "pettingzoo"),
        ("adapters.pettingzoo", "resvg_py", "pettingzoo"),
        ("adapters.pettingzoo", "PIL", "pettingzoo"),
        ("adapters.pettingzoo", "numpy", "pettingzoo"),
        ("adapters.gymnasium", "gymnasium", "pettingzoo"),
        ("strategies", "hypothesis", "hypothesis"),
    ],
)
def test_the_error_names_the_extra(module: str, missing: str, extra: str) -> None:
    others = re.escape(f": python -m pip install 'ninetka[{extra}]'")  # which may be missing too
    said = run([missing], f"import ninetka.{module}")
    assert re.fullmatch(rf"ModuleNotFoundError: this needs \w+{others}", said)


def test_everything_else_needs_attrs_alone() -> None:
    names = ["numpy", "pyspiel", "pettingzoo", "gymnasium", "hypothesis", "typer", "rich", "pytest"]
    code = (
        "import ninetka, ninetka.records, ninetka.replay, ninetka.server, ninetka.match\n"
        "import ninetka.simulate, ninetka.testkit, ninetka.perft, ninetka.adapters\n"
        "ninetka.testkit.check_state_laws(ninetka.State.start(), games=1)\n"
        "print('well')"
    )
    assert run(names, code) == "well"
