"""Open a local page in this user's browser, and let no other user of the computer see it.

Other users can read the address that a browser is started with in the list of processes. Linux
tells whose program is at the other end of a connection, so there only this user's programs can use
such an address. Elsewhere the browser is started with a file that only this user can read, which
sends it on to the address. (On Linux that would fail: many browsers run in a sandbox, from which
they can't see the file.)
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from socket import inet_aton
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final, TypeAlias

Address: TypeAlias = tuple[str, int]
"""An IPv4 address and a port."""

_CONNECTIONS: Final = Path("/proc/net/tcp")
"""Linux's table of connections, whose lines have both ends, the state and the user of one end."""
_ESTABLISHED: Final = "01"
_SENDS_ON: Final = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={0}">
<title>ninetka</title>
<p><a href="{0}">Go on to the page</a></p>
"""


class Tickets:
    """Tokens to use once in place of a page's own. Threads may share this."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._folders = dict[str, TemporaryDirectory[str] | None]()
        """By ticket: the folder of the file that leads to it, if there is one."""

    def issue(self, server: Address) -> str:
        """An address to start a browser with, which leads to a new ticket's. Raises OSError."""
        ticket = token_urlsafe(16)
        address = "http://{}:{}/{}/".format(*server, ticket)
        if _connections():
            self._folders[ticket] = None
            return address
        folder = self._folders[ticket] = TemporaryDirectory(prefix="ninetka-")  # mode 0700
        page = Path(folder.name, "page.html")
        opener = partial(os.open, mode=0o600)
        with open(page, "x", opener=opener, encoding="utf-8") as file:
            file.write(_SENDS_ON.format(address))
        return page.as_uri()

    def is_valid(self, ticket: str, client: Address, server: Address) -> bool:
        """Tell whether a ticket can be used over the connection from this client."""
        with self._lock:
            if ticket not in self._folders:
                return False
            is_in_file = self._folders[ticket] is not None
        return is_in_file or _is_own(client, server)

    def use(self, ticket: str, client: Address, server: Address) -> bool:
        """Use a ticket up. Returns whether this client's connection could use it."""
        if not self.is_valid(ticket, client, server):
            return False
        with self._lock:
            was_left = ticket in self._folders
            folder = self._folders.pop(ticket, None)
        if folder is not None:
            folder.cleanup()
        return was_left

    def close(self) -> None:
        """Remove the files of tickets that nobody has used."""
        for folder in self._folders.values():
            if folder is not None:
                folder.cleanup()
        self._folders.clear()


def _is_own(client: Address, server: Address) -> bool:
    """Tell whether the program at a client's end of a connection is this user's."""
    ends = [_written(client), _written(server)]
    for line in _connections().splitlines():
        # sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid …
        fields = line.split()
        if fields[1:3] == ends:
            return fields[3] == _ESTABLISHED and int(fields[7]) == os.geteuid()
    return False


def _connections() -> str:
    """The table of connections; empty where there is none."""
    try:
        return _CONNECTIONS.read_text("ascii")
    except OSError:
        return ""


def _written(address: Address) -> str:
    """An address as Linux's table of connections writes it."""
    host, port = address
    return f"{int.from_bytes(inet_aton(host), sys.byteorder):08X}:{port:04X}"
