"""Processes of computer players, as the page's server starts them."""

from __future__ import annotations

from multiprocessing.connection import Connection
from threading import Event

from ninetka.server import answer
from ninetka.web import computer

ENDLESS = "think for ever"
"""A message about which a process thinks until it is ended."""


class _Thinking:
    def answer(self, message: bytes) -> str | None:
        if message == ENDLESS.encode():
            Event().wait()
        return answer(message)


def think(pipe: Connection) -> None:
    """As in the package, but for one message."""
    vars(computer)["Server"] = _Thinking  # in this process alone
    computer._think(pipe)
