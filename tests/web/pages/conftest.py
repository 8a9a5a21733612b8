"""The page on both hosts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from support.play_page import PlayPage


@pytest.fixture(scope="module", params=["server"])
def host(request: pytest.FixtureRequest, driver: Any) -> Iterator[PlayPage]:
    """The page on a host."""
    from support.play_page import PlayPage, from_files, from_server

    is_static = request.param == "static"
    with from_files() if is_static else from_server() as address:
        page = PlayPage(driver, address, is_static)
        driver.get("about:blank")
        page.requests()  # of the page before
        page.load()
        yield page
        driver.get("about:blank")  # so that the host that ends refuses nothing


@pytest.fixture
def page(host: PlayPage) -> Iterator[PlayPage]:
    """The page with all menus closed.

    Nothing must come of a test in the console, or in the network but the page's own files.
    """
    host.tidy()
    yield host
    host.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    host.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert host.driver.get_log("browser") == []
    own = (host.address, f"blob:{host.address}")
    assert [address for address in host.requests() if not address.startswith(own)] == []
