"""The local server of the page: what it sends, whom it answers, and what bad requests do to it."""

from __future__ import annotations

import json
import socket
import struct
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPResponse
from importlib.resources import files
from multiprocessing.context import SpawnProcess
from queue import Queue
from random import Random
from select import select
from typing import Any
from urllib.parse import urlsplit

import pytest
from support import thinkers
from support.clocks import Clock
from support.waiting import PATIENCE, wait_until

from ninetka import State, kropki, morris
from ninetka.server import answer
from ninetka.server.methods import MAX_MESSAGE
from ninetka.web import computer, connections, pages
from ninetka.web import server as page_server
from ninetka.web.computer import PlayerProcesses
from ninetka.web.connections import MAX_KNOWN, MAX_STRANGERS, REQUEST_SECONDS
from ninetka.web.server import PageServer

CALL = '{"jsonrpc": "2.0", "id": 1, "method": "start"}'
JSON = {"Content-Type": "application/json"}
GIVEN: dict[str, Any] = {
    "record": '[Event "\u2603"]\n\n*\n', "players": ["me", "greedy"], "line": 7, "number": 2,
}  # fmt: skip
NOT_FOUND = "nothing is here: open the address that ninetka play --browser has printed"
WRONG_CALLER = "only the page itself may ask"


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with PageServer(**GIVEN) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        yield server
        server.shutdown()
        thread.join(PATIENCE)


@pytest.fixture
def connection(server: PageServer) -> Iterator[HTTPConnection]:
    with closing(HTTPConnection(urlsplit(server.address).netloc, timeout=PATIENCE)) as connection:
        yield connection


def sent(server: PageServer, request: str | bytes, *, is_cut: bool = False) -> str:
    """All that comes back when these bytes are sent, where $HOST and $ROOT are the server's."""
    parts = urlsplit(server.address)
    data = request.encode() if isinstance(request, str) else request
    data = data.replace(b"$HOST", parts.netloc.encode()).replace(b"$ROOT/", parts.path.encode())
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE) as client:
        client.sendall(data)
        if is_cut:
            client.shutdown(socket.SHUT_WR)
        with client.makefile("rb") as replies:
            return replies.read().decode()


def strange(server: PageServer) -> socket.socket:
    """A connection over which nothing has been sent yet."""
    parts = urlsplit(server.address)
    return socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)


def has_ended(client: socket.socket, seconds: float = PATIENCE) -> bool:
    """Whether the server ends a connection soon."""
    if not select([client], [], [], seconds)[0]:
        return False
    try:
        return client.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True


def asked(
    connection: HTTPConnection, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {**JSON, **named} if body is not None else named)
    reply = connection.getresponse()
    return reply, reply.read()


# What is sent


def test_the_files_of_the_page_are_sent(server: PageServer, connection: HTTPConnection) -> None:
    root = urlsplit(server.address).path
    types = {"": "text/html", "play.html": "text/html", "rules.js": "text/javascript"}
    for name, kind in types.items():
        reply, data = asked(connection, "GET", f"{root}{name}?x")  # a query is not looked at
        assert reply.status == 200
        assert reply.headers["Content-Type"] == f"{kind}; charset=utf-8"
        assert data == files(pages).joinpath(name or "play.html").read_bytes()
        reply, nothing = asked(connection, "HEAD", f"{root}{name}")
        assert (reply.status, nothing) == (200, b"")
        assert reply.headers["Content-Length"] == str(len(data))


def test_what_the_page_begins_with(server: PageServer, connection: HTTPConnection) -> None:
    reply, data = asked(connection, "GET", f"{urlsplit(server.address).path}given")
    assert reply.headers["Content-Type"] == "application/json"
    assert json.loads(data) == GIVEN


def test_the_games_compiled_code_is_there(server: PageServer, connection: HTTPConnection) -> None:
    root = urlsplit(server.address).path
    states: list[Any] = [State.start(), kropki.State.start(), morris.State.start()]
    for state in states:
        file = state.wasm.file
        reply, data = asked(connection, "GET", f"{root}engines/{file.name}")
        assert reply.headers["Content-Type"] == "application/wasm"
        assert data == file.read_bytes()


def test_messages_are_answered_on_one_connection(
    server: PageServer, connection: HTTPConnection
) -> None:
    path = f"{urlsplit(server.address).path}answer"
    origin = server.address.partition(path.removesuffix("answer"))[0]
    for call in (CALL, "nonsense"):
        reply, data = asked(connection, "POST", path, call, Origin=origin)
        assert (reply.status, data.decode()) == (200, answer(call))
        assert reply.headers["Content-Type"] == "application/json"
        assert not reply.will_close
    reply, data = asked(connection, "POST", path, '{"jsonrpc": "2.0", "method": "start"}')
    assert (reply.status, data) == (204, b"")  # a notification
    assert asked(connection, "POST", path, CALL, Sec_Fetch_Site="same-origin")[0].status == 200


def test_all_replies_tell_browsers_what_the_page_may_do(
    server: PageServer, connection: HTTPConnection
) -> None:
    root = urlsplit(server.address).path
    for method, path, status in (("GET", root, 200), ("GET", "/", 404), ("PUT", root, 501)):
        reply, _ = asked(connection, method, path)
        connection.close()
        assert reply.status == status
        policy = dict(
            part.split(" ", 1) for part in reply.headers["Content-Security-Policy"].split("; ")
        )
        script = "'self' 'wasm-unsafe-eval'"
        assert policy["script-src"] == script
        assert set(policy.values()) == {"'none'", "'self'", script}
        assert {policy["default-src"], policy["frame-ancestors"]} == {"'none'"}
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Server"] == "ninetka"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"


# What is refused

POST = "POST $ROOT/answer HTTP/1.1\r\nHost: $HOST\r\nContent-Type: application/json\r\n"
GET = "GET {} HTTP/1.1\r\nHost: $HOST\r\n\r\n"


@pytest.mark.parametrize(
    ("request_", "status", "sentence"),
    [
        # the address
        (GET.format("/"), 404, NOT_FOUND),
        (GET.format("/answer"), 404, NOT_FOUND),
        (GET.format("/" + "x" * 22 + "/"), 404, NOT_FOUND),
        (GET.format("/\u00fc/rules.js"), 404, NOT_FOUND),
        (GET.format("$ROOT/../page_server.py"), 404, NOT_FOUND),
        (GET.format("$ROOT/..%2fpage_server.py"), 404, NOT_FOUND),
        (GET.format("$ROOT//etc/passwd"), 404, NOT_FOUND),
        (GET.format("$ROOT/__init__.py"), 404, NOT_FOUND),
        (GET.format("$ROOT/rules.js/"), 404, NOT_FOUND),
        (GET.format("$ROOT/").replace("/ HTTP", " HTTP"), 404, NOT_FOUND),
        (GET.format("$ROOT/replay.js"), 404, NOT_FOUND),
        (GET.format("http://$HOST$ROOT/"), 404, NOT_FOUND),
        (POST.replace("$ROOT", "/x") + "\r\n", 404, NOT_FOUND),
        # who asks
        ("GET $ROOT/ HTTP/1.1\r\n\r\n", 421, "this server has another name"),
        ("GET $ROOT/\r\n\r\n", 421, "this server has another name"),
        ("GET $ROOT/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "this server has another name"),
        ("GET $ROOT/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421, "this server has another name"),
        (POST + "Origin: http://evil.example\r\n\r\n", 403, WRONG_CALLER),
        (POST + "Origin: null\r\n\r\n", 403, WRONG_CALLER),
        (POST + "Origin: https://$HOST\r\n\r\n", 403, WRONG_CALLER),
        (POST + "Sec-Fetch-Site: cross-site\r\n\r\n", 403, WRONG_CALLER),
        (POST + "Sec-Fetch-Site: none\r\n\r\n", 403, WRONG_CALLER),
        # what is sent
        (POST + "\r\n", 411, "a Content-Length is needed"),
        (POST + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", 411, "a Content-Length is needed"),
        (POST + "Content-Length: -1\r\n\r\n", 400, "the Content-Length is a number of bytes"),
        (POST + "Content-Length: \u00b2\r\n\r\n", 400, "the Content-Length is a number of bytes"),
        (POST + f"Content-Length: {'9' * 5000}\r\n\r\n", 400, "the Content-Length is a number"),
        (POST + f"Content-Length: {MAX_MESSAGE + 1}\r\n\r\n", 413, "the message is longer than"),
        (POST + "Content-Length: 9\r\n\r\n{}", 400, "the message is incomplete"),
        (POST.replace("json", "xml") + "Content-Length: 2\r\n\r\n{}", 415, "messages are sent as"),
        # methods, and what is not HTTP
        (GET.format("$ROOT/answer"), 405, "messages are sent here by POST"),
        (GET.format("$ROOT/think"), 405, "messages are sent here by POST"),
        (POST.replace("answer", "given") + "\r\n", 405, "nothing can be sent here"),
        (GET.format("$ROOT/").replace("GET", "DELETE"), 501, "Unsupported method"),
        ("hello\r\n\r\n", 400, "Bad request syntax"),
        ("\x16\x03\x01 \x1b[31m\r\n\r\n", 400, "Bad "),
        ("GET / HTTP/\u00b2.1\r\n\r\n", 400, "Bad request version"),
        ("GET / HTTP/2.0\r\n\r\n", 505, "Invalid HTTP version"),
        ("G" * 65_537, 414, "URI"),
        ("GET / HTTP/1.1\r\nX: " + "x" * 65_537, 431, ""),
        ("GET / HTTP/1.1\r\n" + "X: x\r\n" * 101, 431, ""),
    ],
    ids=str,
)  # fmt: skip
def test_wrong_requests_are_refused(
    server: PageServer,
    capfd: pytest.CaptureFixture[str],
    request_: str,
    status: int,
    sentence: str,
) -> None:
    head, _, body = sent(server, request_, is_cut="incomplete" in sentence).partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert "Connection: close\r\n" in head
    assert body.startswith(sentence)
    assert body.count("\n") == 1
    assert capfd.readouterr() == ("", "")


def test_a_method_that_is_not_allowed_names_those_that_are(
    server: PageServer, connection: HTTPConnection
) -> None:
    root = urlsplit(server.address).path
    for method, name, allowed in (("HEAD", "answer", "POST"), ("POST", "given", "GET, HEAD")):
        reply, _ = asked(connection, method, f"{root}{name}")
        assert (reply.status, reply.headers["Allow"]) == (405, allowed)


def test_bytes_of_any_kind_print_nothing_and_end_nothing(
    server: PageServer, connection: HTTPConnection, capfd: pytest.CaptureFixture[str]
) -> None:
    rng = Random(1)
    parts = [
        POST.encode(), b"GET ", b"$ROOT/", b"Host: $HOST", b"\r\n", b"\n", b" HTTP/1.1", b"\0",
        b":",
    ]  # fmt: skip
    for _ in range(300):
        request = b"".join(rng.choices([*parts, rng.randbytes(9)], k=9))
        sent(server, request, is_cut=True)
    assert capfd.readouterr() == ("", "")
    assert asked(connection, "GET", urlsplit(server.address).path)[0].status == 200


def test_a_browser_that_goes_away_is_not_reported(
    server: PageServer, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    shutdown = PageServer.shutdown_request

    def noted(server: PageServer, request: socket.socket) -> None:
        shutdown(server, request)
        ended.set()

    monkeypatch.setattr(PageServer, "shutdown_request", noted)
    parts = urlsplit(server.address)
    with socket.create_connection((parts.hostname, parts.port)) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # resets
        client.sendall(b"GET ")
    assert ended.wait(PATIENCE)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("request_", ["", "GET ", POST + "Content-Length: 9\r\n\r\n{}"])
def test_who_says_nothing_for_long_is_left(
    server: PageServer, monkeypatch: pytest.MonkeyPatch, request_: str
) -> None:
    monkeypatch.setattr(page_server._Handler, "timeout", 0.05)
    assert sent(server, request_) == ""


def test_how_long_a_request_may_take() -> None:
    assert page_server._Handler.timeout == connections.REQUEST_SECONDS == 30


@pytest.mark.parametrize(
    ("begun", "more"),
    [(GET.removesuffix("\r\n"), "X: x\r\n"), (POST + "Content-Length: 1000\r\n\r\n", "{")],
    ids=["head", "body"],
)
def test_who_says_a_little_all_the_time_is_left(
    server: PageServer, monkeypatch: pytest.MonkeyPatch, begun: str, more: str
) -> None:
    clock = Clock()
    monkeypatch.setattr(connections, "monotonic", clock)
    wait_until(lambda: not server.connections._deadlines)  # of the tests before
    with strange(server) as client:
        root = urlsplit(server.address).path
        client.sendall(
            begun.replace("$HOST", urlsplit(server.address).netloc)
            .replace("$ROOT/", root)
            .format(root)
            .encode()
        )
        wait_until(lambda: server.connections._deadlines)
        for _ in range(3):
            client.sendall(more.encode())
            assert not has_ended(client, 0)
            clock.now += 0.3 * REQUEST_SECONDS
        clock.now += 0.3 * REQUEST_SECONDS
        with suppress(OSError):
            client.sendall(more.encode())
        assert has_ended(client)


def test_a_reply_may_take_longer_than_its_request(
    server: PageServer, monkeypatch: pytest.MonkeyPatch, connection: HTTPConnection
) -> None:
    clock, looks, end_late = Clock(), list[float](), server.connections.end_late

    def noted() -> None:
        end_late()
        looks.append(clock.now)

    def answer_late(_: object) -> str:
        clock.now += 2 * REQUEST_SECONDS
        before = len(looks)
        wait_until(lambda: len(looks) > before + 1)
        return "late"

    monkeypatch.setattr(connections, "monotonic", clock)
    monkeypatch.setattr(server.connections, "end_late", noted)
    monkeypatch.setattr(server.rules, "answer", answer_late)
    reply, data = asked(connection, "POST", f"{urlsplit(server.address).path}answer", CALL)
    assert (reply.status, data) == (200, b"late")


def test_the_oldest_of_too_many_strangers_makes_room(server: PageServer) -> None:
    with ExitStack() as stack:
        strangers = [stack.enter_context(strange(server)) for _ in range(MAX_STRANGERS)]
        assert not any(has_ended(client, 0.01) for client in strangers)
        stack.enter_context(strange(server))
        assert has_ended(strangers[0])
        assert not any(has_ended(client, 0.01) for client in strangers[1:])


def test_the_most_connections_with_the_token(server: PageServer) -> None:
    parts = urlsplit(server.address)
    wait_until(lambda: not server.connections._known)  # of the tests before
    with ExitStack() as stack:

        def status() -> int:
            connection = stack.enter_context(
                closing(HTTPConnection(parts.netloc, timeout=PATIENCE))
            )
            opened.append(connection)
            return asked(connection, "GET", f"{parts.path}icon.svg")[0].status

        opened: list[HTTPConnection] = []
        assert [status() for _ in range(MAX_KNOWN + 1)] == [200] * MAX_KNOWN + [503]
        again = [asked(each, "GET", f"{parts.path}given")[0].status for each in opened[:-1]]
        assert again == [200] * MAX_KNOWN
        opened[0].close()
        wait_until(lambda: status() == 200)


def test_strangers_do_not_shut_out_who_has_the_token(
    server: PageServer, connection: HTTPConnection
) -> None:
    """A hundred connections that send a header line now and then, some of them ever new."""
    parts, crowd = urlsplit(server.address), list[socket.socket]()
    with ExitStack() as stack:
        for _ in range(20):
            crowd += [stack.enter_context(strange(server)) for _ in range(10)]
            for client in crowd:
                with suppress(OSError):
                    client.sendall(b"X: x\r\n" if client in crowd[:-10] else b"GET / HTTP/1.1\r\n")
            crowd = crowd[-100:]
            assert asked(connection, "GET", parts.path)[0].status == 200  # a known connection
            with closing(HTTPConnection(parts.netloc, timeout=PATIENCE)) as new:
                assert asked(new, "POST", f"{parts.path}answer", CALL)[0].status == 200


# Computer players, each in a process of its own

LONG = thinkers.ENDLESS


@pytest.fixture
def thinking(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], HTTPConnection]]:
    """Lets a computer player answer a call; no process is left."""
    monkeypatch.setattr(computer, "_think", thinkers.think)
    server.player_processes = PlayerProcesses()
    with ExitStack() as stack:

        def asked_to_think(call: str) -> HTTPConnection:
            connection = HTTPConnection(urlsplit(server.address).netloc, timeout=PATIENCE)
            stack.enter_context(closing(connection))
            connection.request("POST", f"{urlsplit(server.address).path}think", call, JSON)
            return connection

        yield asked_to_think
    server.player_processes.close()


def test_a_process_answers_call_after_call(
    server: PageServer, thinking: Callable[[str], HTTPConnection]
) -> None:
    reply = thinking("").getresponse()  # starts a process
    assert (reply.status, reply.read().decode()) == (200, answer(""))
    [process] = server.player_processes.processes
    assert thinking(CALL).getresponse().read().decode() == answer(CALL)
    assert thinking(CALL.replace('"id": 1, ', "")).getresponse().status == 204
    assert server.player_processes.processes == {process}


def test_others_are_answered_while_the_computer_thinks_until_nobody_waits(
    server: PageServer, connection: HTTPConnection, thinking: Callable[[str], HTTPConnection]
) -> None:
    with closing(thinking(LONG)), closing(thinking(LONG)):
        wait_until(lambda: len(server.player_processes.processes) == 2)
        path = f"{urlsplit(server.address).path}answer"
        assert asked(connection, "POST", path, CALL)[1].decode() == answer(CALL)
        assert len(server.player_processes.processes) == 2
    wait_until(lambda: not server.player_processes.processes)


def test_a_process_that_is_killed(
    server: PageServer, thinking: Callable[[str], HTTPConnection]
) -> None:
    connection = thinking(LONG)
    wait_until(lambda: bool(server.player_processes.processes))
    for process in server.player_processes.processes.copy():
        process.kill()
    reply = connection.getresponse()
    assert (reply.status, reply.read()) == (503, b"the computer was stopped while it thought\n")
    assert thinking(CALL).getresponse().read().decode() == answer(CALL)


def test_a_system_without_processes_is_told(
    thinking: Callable[[str], HTTPConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(SpawnProcess, "start", refused)
    reply = thinking(CALL).getresponse()
    assert reply.status == 503
    assert reply.read() == b"the computer cannot think: Resource temporarily unavailable\n"


# The system's browser


def test_the_system_s_browser_is_given_an_address_to_use_once(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Queue[str]()
    monkeypatch.setattr(page_server, "_open", opened.put)
    monkeypatch.setattr(server.tickets, "issue", lambda _: "a ticket's")
    server.open()
    assert opened.get(timeout=PATIENCE) == "a ticket's"


@pytest.mark.parametrize(
    ("kind", "named", "opens"),
    [("GenericBrowser", False, False), ("GenericBrowser", True, True), ("Chromium", False, True)],
)
def test_a_browser_that_takes_the_terminal_is_opened_only_if_it_is_named(
    server: PageServer, monkeypatch: pytest.MonkeyPatch, kind: str, named: bool, opens: bool
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "get", lambda: getattr(webbrowser, kind)("x"))
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.delenv("BROWSER", raising=False)
    if named:
        monkeypatch.setenv("BROWSER", "x")
    page_server._open(server.address)
    assert opened == [server.address] * opens


def test_a_system_without_a_browser(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", missing)
    page_server._open(server.address)  # says nothing: the address has been printed
