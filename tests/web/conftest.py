"""A browser for all tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.register_assert_rewrite("support.play_page")


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from support.browser import chrome

    driver = chrome(tmp_path_factory.mktemp("profile"), browser="ALL", performance="ALL")
    yield driver
    driver.quit()
