"""The connections of a local server. Those who know its token are always answered."""

from __future__ import annotations

from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import Lock
from time import monotonic
from typing import Final

MAX_STRANGERS: Final = 32
"""The most connections that may be open without having sent the token."""
MAX_KNOWN: Final = 64
"""The most connections that may be open after sending the token. A browser has six at most."""
REQUEST_SECONDS: Final = 30
"""The seconds within which a request must begin and arrive in full."""


class Connections:
    """Keeps track of the connections that are open. Threads may share this.

    A connection is a stranger until it has sent the token. For each new one beyond the limit, the
    oldest stranger is ended.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._strangers: dict[socket, None] = {}
        """The latest are last."""
        self._known: set[socket] = set()
        self._deadlines: dict[socket, float] = {}
        """The time by which the request over a connection must have arrived."""

    def add(self, connection: socket) -> None:
        """Add a new connection, a stranger."""
        with self._lock:
            while len(self._strangers) >= MAX_STRANGERS:
                oldest = next(iter(self._strangers))
                del self._strangers[oldest]
                _end(oldest)
            self._strangers[connection] = None

    def trust(self, connection: socket) -> bool:
        """Note that a connection has sent the token. Returns whether it may stay."""
        with self._lock:
            if connection not in self._known:
                if len(self._known) >= MAX_KNOWN:
                    return False
                self._strangers.pop(connection, None)
                self._known.add(connection)
            return True

    def expect(self, connection: socket) -> None:
        """Begin to wait for the next request over a connection."""
        with self._lock:
            self._deadlines[connection] = monotonic() + REQUEST_SECONDS

    def received(self, connection: socket) -> None:
        """Note that the request has arrived in full."""
        with self._lock:
            self._deadlines.pop(connection, None)

    def end_late(self) -> None:
        """End the connections whose request should have arrived by now."""
        with self._lock:
            now = monotonic()
            for connection in [each for each, by in self._deadlines.items() if by <= now]:
                del self._deadlines[connection]
                _end(connection)

    def remove(self, connection: socket) -> None:
        """Forget a connection that is about to be closed."""
        with self._lock:
            self._strangers.pop(connection, None)
            self._known.discard(connection)
            self._deadlines.pop(connection, None)


def _end(connection: socket) -> None:
    """Shut a connection down, so that reading from it comes to an end."""
    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)
