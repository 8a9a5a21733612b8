"""The page to play on as examples/browser builds it, and a server for it."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest

BROWSER = Path(__file__).parents[2] / "examples" / "browser"
WHY = "the page is built with npm, which is not installed"


@cache
def builder() -> ModuleType:
    """The module that builds the page."""
    spec = spec_from_file_location("build_page", BROWSER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def built_page() -> Path:
    """A folder with the page, built once for all tests; NINETKA_PLAY_PAGE may name one."""
    if given := os.environ.get("NINETKA_PLAY_PAGE"):
        return Path(given)
    if shutil.which("npm") is None:
        pytest.skip(WHY)
    folder = Path(tempfile.mkdtemp(prefix="ninetka-page-"))
    atexit.register(shutil.rmtree, folder)
    builder().build(folder)
    return folder


POLICY = """default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';
    img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'"""


class Handler(SimpleHTTPRequestHandler):
    """A static host with a policy by which workers, too, reach no other site."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", " ".join(POLICY.split()))
        super().end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; gives its address, which ends with a slash."""
    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
