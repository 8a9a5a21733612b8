"""What import-linter cannot say: which modules are loaded by name, and what import costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import ninetka

PACKAGE = Path(ninetka.__file__).parent


def test_only_what_a_system_may_lack_is_loaded_by_name() -> None:
    users = {p.stem for p in PACKAGE.rglob("*.py") if "import_module" in p.read_text("utf-8")}
    assert users == {"session"}


def test_import_loads_attrs_and_the_standard_library_alone() -> None:
    code = "import sys, json; b = set(sys.modules); import ninetka; "
    code += "print(json.dumps(sorted({m.split('.')[0] for m in set(sys.modules) - b})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout)) - set(sys.stdlib_module_names)
    assert loaded == {"attr", "attrs", "ninetka"}


def test_import_loads_only_what_rules_need() -> None:
    code = "import sys; import attrs; b = set(sys.modules); import ninetka; "
    code += "print(*sorted(set(sys.modules) - b))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    needless = {"decimal", "fractions", "hashlib", "random", "unicodedata", "xml"}
    needless |= {"ninetka.protocol.forms", "ninetka.drawing.svg"}
    assert not needless & {*done.stdout.split()}
