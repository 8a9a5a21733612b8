"""Processes of computer players, as the page's server starts them."""

from __future__ import annotations

from logging import getLogger
from multiprocessing.connection import Connection
from threading import Event

from ninetka.server import answer
from ninetka.web import computer

ENDLESS = "think for ever"
"""A message about which a process thinks until it is ended."""
COMPILING = "compile for ever"
"""The same, once it has said that code is compiled."""


class _Thinking:
    def answer(self, message: bytes) -> str | None:
        if message == COMPILING.encode():
            getLogger("ninetka").warning("code is compiled")
        if message in (ENDLESS.encode(), COMPILING.encode()):
            Event().wait()
        return answer(message)


def think(pipe: Connection) -> None:
    """As in the package, but for one message."""
    vars(computer)["Server"] = _Thinking  # in this process alone
    computer._think(pipe)
