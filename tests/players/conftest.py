"""Players are tested without kernels, unless a test asks for one."""

from __future__ import annotations

import pytest

from ninetka.players import trees


@pytest.fixture(autouse=True)
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "engine_for", lambda state: None)
