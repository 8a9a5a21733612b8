"""Firefox without a window, driven by the protocol that it has built in: Marionette."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from support.waiting import PATIENCE, wait_until

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

    def wait(self, code: str) -> None:
        """Wait until an expression is true."""
        wait_until(lambda: self.js(f"return Boolean({code})"))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A browser with an empty profile in a folder."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n', "ascii")
    port = folder / "MarionetteActivePort"  # where Firefox writes the port that it has chosen
    command = [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: port.exists() and port.read_text("ascii"))
        address = ("127.0.0.1", int(port.read_text("ascii")))
        with (
            socket.create_connection(address, PATIENCE) as connection,
            connection.makefile("rwb") as stream,
        ):
            browser = Firefox(stream)
            browser.receive()
            browser.send("NewSession")
            browser.send("SetTimeouts", script=1000 * PATIENCE)
            yield browser
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
