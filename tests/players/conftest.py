"""Players are tested without kernels, unless a test asks for one."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETKA_BACKEND", "objects")
