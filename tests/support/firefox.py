"""Firefox without a window, driven by the protocol that it has built in: Marionette."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import attrs
import pytest

FIREFOX = next(filter(None, map(shutil.which, ["firefox", "firefox-esr"])), "")
NEEDED = pytest.mark.skipif(not FIREFOX, reason="there is no Firefox here")


@attrs.define
class Firefox:
    """A session with a browser."""

    stream: Any
    number: int = 0

    def send(self, command: str, **params: object) -> Any:
        """The result of a command."""
        self.number += 1
        message = json.dumps([0, self.number, f"WebDriver:{command}", params]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, result = self.receive()
        assert error is None, error
        return result

    def receive(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) != b":":
            length += byte
        return json.loads(self.stream.read(int(length)))

    def js(self, code: str, *given: object) -> Any:
        """What a script of the page gives; a promise of it is awaited."""
        return self.send("ExecuteScript", script=code, args=given)["value"]

    def wait(self, code: str, seconds: float = 10) -> None:
        """Wait until an expression is true."""
        end = monotonic() + seconds
        while not self.js(f"return Boolean({code})"):
            assert monotonic() < end, code
            sleep(0.02)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A browser with an empty profile in a folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n', "ascii")
    command = [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with _connected(port) as connection, connection.makefile("rwb") as stream:
            browser = Firefox(stream)
            browser.receive()
            browser.send("NewSession")
            yield browser
    finally:
        process.terminate()
        process.wait()


def _connected(port: int) -> socket.socket:
    end = monotonic() + 60
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port))
        except OSError:
            assert monotonic() < end, "Firefox does not start"
            sleep(0.1)
        else:
            connection.settimeout(60)
            return connection
