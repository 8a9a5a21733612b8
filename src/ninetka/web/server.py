"""Play in a web browser: the page comes from a server on this computer, which knows the rules.

Only this computer can reach the server, and only someone who knows its address can use it: a random
token is part of it, so neither other users nor other sites can.
"""

from __future__ import annotations

import json
import os
import re
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from pathlib import PurePath
from secrets import compare_digest, token_urlsafe
from select import select
from socket import MSG_PEEK
from socketserver import ThreadingTCPServer
from threading import Thread
from typing import Any, Final

from ..base.errors import NinetkaError
from ..games import all_games
from ..server.methods import MAX_MESSAGE, Server
from . import assets, pages
from .computer import PlayerProcesses
from .connections import REQUEST_SECONDS, Connections
from .tickets import Tickets

LOOPBACK: Final = "127.0.0.1"

_ANSWER: Final = "answer"
_THINK: Final = "think"
"""The addresses of messages to the rules: all, and those for which a computer player thinks."""
_JSON: Final = "application/json"
_TEXT: Final = "text/plain; charset=utf-8"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": _JSON,
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""The media types of files by their endings; those that the system knows may be wrong."""
_NOTHING: Final = "nothing is here: open the address that ninetka play --browser has printed"
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PageServer(ThreadingTCPServer):
    """Serves the page at `address` to this computer, while `serve_forever` runs.

    `record` is the text of a game with which the page begins, and `players` who plays it, by seat:
    `me`, or the name of a computer player. If the game is from a file, it begins there in `line`
    and has that `number`. Raises NinetkaError if the system allows no server.

    Computer players think in processes of their own, so a program that makes one must guard its
    beginning by `if __name__ == "__main__"`.
    """

    # Not http.server's own server, which looks up its host's name: that can take seconds.
    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        record: str | None = None,
        players: Sequence[str] | None = None,
        line: int = 1,
        number: int = 1,
    ) -> None:
        self.rules: Server = Server()
        self.player_processes: PlayerProcesses = PlayerProcesses()
        self.connections: Connections = Connections()
        self.tickets: Tickets = Tickets()
        try:
            super().__init__((LOOPBACK, 0), _Handler)
        except OSError as error:
            raise NinetkaError(f"the page cannot be served: {error.strerror or error}") from error
        port = self.server_address[1]
        self.socket_address: tuple[str, int] = (LOOPBACK, port)
        self.token: str = token_urlsafe(16)
        self.hosts: list[str] = [f"{LOOPBACK}:{port}", f"localhost:{port}"]
        self.address: str = f"http://{LOOPBACK}:{port}/{self.token}/"
        given = {"record": record, "players": players, "line": line, "number": number}
        self.files: dict[str, tuple[str, bytes]] = {
            **_page(),
            "given": (_JSON, json.dumps(given).encode()),
        }

    def open(self) -> None:
        """Open the page in the system's browser, if it has one that can show it; wait for nothing.

        The page needs `serve_forever`, even if that is called a little later. The browser is not
        started with the page's own address, which other users could see in the list of processes.
        """
        with suppress(OSError):  # the address has been printed too
            Thread(
                target=_open, args=[self.tickets.issue(self.socket_address)], daemon=True
            ).start()

    def server_close(self) -> None:
        """End the server, and what computer players are thinking."""
        super().server_close()
        self.player_processes.close()
        self.tickets.close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own."""
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self.connections.remove(request)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """End connections over which a request takes too long to arrive, about twice a second."""
        self.connections.end_late()

    def handle_error(self, *arguments: Any) -> None:
        """Say nothing of a browser that has gone away; anything else is an error here."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(*arguments)


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        # Some systems have only one like lynx, which would take the terminal and run no scripts.
        is_text = type(webbrowser.get()) is webbrowser.GenericBrowser
        if not is_text or "BROWSER" in os.environ:
            webbrowser.open(address)


def _page() -> dict[str, tuple[str, bytes]]:
    """The type and the content of each file of the page; the page itself has no name."""
    page = {}
    for file in files(pages).iterdir():
        path = PurePath(file.name)
        if path.suffix in _TYPES and path.stem != "replay":
            page[file.name] = (_TYPES[path.suffix], file.read_bytes())
    made = {name: (_JSON, data) for name, data in assets.files().items()}
    for entry in all_games():
        wasm = entry.begin().wasm
        if wasm is not None and wasm.file.exists():
            made[f"engines/{wasm.file.name}"] = (_TYPES[".wasm"], wasm.file.read_bytes())
    return {**page, **made, "": page["play.html"]}


class _RefusedError(Exception):
    """A request that is not answered; the text says why."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """A connection."""

    server: PageServer
    protocol_version = default_request_version = "HTTP/1.1"
    timeout = REQUEST_SECONDS  # also for replies, which nobody may read
    disable_nagle_algorithm = True  # a reply's body does not wait for its head to be received

    def do_GET(self) -> None:
        """Send a file."""
        self._reply_with(self._file)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self.do_GET()

    def do_POST(self) -> None:
        """Answer a message to the rules."""
        self._reply_with(self._answer)

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self.server.connections.expect(self.connection)
        super().handle_one_request()

    def _reply_with(self, reply: Callable[[str], None]) -> None:
        try:
            reply(self._name())
        except _RefusedError as error:
            self.send_error(error.status, str(error))

    def _name(self) -> str:
        """The name in the address, without the token before it. Raises _RefusedError."""
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            raise _RefusedError(HTTPStatus.MISDIRECTED_REQUEST, "this server has another name")
        token, slash, name = self.path.partition("?")[0].removeprefix("/").partition("/")
        tickets, ends = self.server.tickets, (self.client_address, self.server.socket_address)
        # The first who asks with GET uses a ticket up
        if (self.command == "GET" and tickets.use(token, *ends)) or (
            self.command == "HEAD" and tickets.is_valid(token, *ends)
        ):
            raise _RefusedError(HTTPStatus.SEE_OTHER, "the page is at another address")
        is_known = slash and (name in (_ANSWER, _THINK) or name in self.server.files)
        if not compare_digest(token.encode(), self.server.token.encode()) or not is_known:
            raise _RefusedError(HTTPStatus.NOT_FOUND, _NOTHING)
        if not self.server.connections.trust(self.connection):
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "there are too many connections")
        return name

    def _file(self, name: str) -> None:
        if name in (_ANSWER, _THINK):
            raise _RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "messages are sent here by POST")
        self._send(HTTPStatus.OK, *self.server.files[name])

    def _answer(self, name: str) -> None:
        if name not in (_ANSWER, _THINK):
            raise _RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, "nothing can be sent here")
        origins = [f"http://{host}" for host in self.server.hosts]
        site = self.headers.get("Sec-Fetch-Site", "same-origin")
        if self.headers.get("Origin", origins[0]) not in origins or site != "same-origin":
            raise _RefusedError(HTTPStatus.FORBIDDEN, "only the page itself may ask")
        message = self._body()
        self.server.connections.received(self.connection)
        try:
            if name == _ANSWER:
                reply = self.server.rules.answer(message)
            else:
                reply = self.server.player_processes.answer(message, self._is_open)
        except NinetkaError as error:
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, str(error)) from error
        if reply is None:
            self._send(HTTPStatus.NO_CONTENT)
        else:
            self._send(HTTPStatus.OK, _JSON, reply.encode())

    def _is_open(self) -> bool:
        """Return whether the connection is open: a browser that wants no reply closes it."""
        try:
            has_news = select([self.connection], [], [], 0)[0]
            return not has_news or self.connection.recv(1, MSG_PEEK) != b""
        except OSError:
            return False

    def _body(self) -> bytes:
        """The message that is sent. Raises _RefusedError."""
        if self.headers.get_content_type() != _JSON:
            raise _RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"messages are sent as {_JSON}")
        stated = self.headers.get("Content-Length")
        if stated is None:
            raise _RefusedError(HTTPStatus.LENGTH_REQUIRED, "a Content-Length is needed")
        length = int(stated) if re.fullmatch("[0-9]{1,18}", stated) else -1
        if length < 0:
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "the Content-Length is a number of bytes")
        if length > MAX_MESSAGE:
            long = f"the message is longer than {MAX_MESSAGE} bytes"
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, long)
        body = self.rfile.read(length)
        if len(body) < length:
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "the message is incomplete")
        return body

    def _send(self, status: int, kind: str = _TEXT, body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if status == HTTPStatus.SEE_OTHER and self.command == "GET":
            self.send_header("Location", self.server.address)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD" if self.command == "POST" else "POST")
        if self.close_connection:
            self.send_header("Connection", "close")
        if status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request in one line of text; its connection ends, since more may follow."""
        self.close_connection = True
        sentence = message or HTTPStatus(code).description
        self._send(code, _TEXT, f"{sentence}\n".encode())

    def version_string(self) -> str:
        """The name of the server, without Python's version."""
        return "ninetka"

    def log_message(self, *_: object) -> None:
        """Print nothing."""
