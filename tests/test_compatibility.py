"""What is public is what `tests/data/public_api.txt` says: see docs/compatibility.md."""

from __future__ import annotations

from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"
SPEC = spec_from_file_location("make_public_api", DATA / "make_public_api.py")
assert SPEC is not None
assert SPEC.loader is not None
make_public_api = module_from_spec(SPEC)
SPEC.loader.exec_module(make_public_api)


@pytest.mark.parametrize("module", make_public_api.MODULES)
def test_public_names_and_signatures_are_as_promised(module: str) -> None:
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("ninetka"):
            raise
        pytest.skip(str(error))
    others = [other for other in make_public_api.MODULES if other.startswith(f"{module}.")]
    promised = [
        line
        for line in (DATA / "public_api.txt").read_text("utf-8").splitlines()
        if line.startswith(f"{module}.") and not line.startswith(tuple(f"{it}." for it in others))
    ]
    assert list(make_public_api.lines(module)) == promised
    assert promised
