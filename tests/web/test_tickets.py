"""Addresses for the browser that is started: other users see them and can do nothing with them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import gettempdir
from urllib.parse import unquote, urlsplit

import pytest
from support.posix import POSIX
from support.waiting import PATIENCE, line_of, wait_until

from ninetka.web import tickets
from ninetka.web.server import PageServer
from ninetka.web.tickets import Tickets

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc/net")
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65534


@pytest.fixture
def server() -> Iterator[PageServer]:
    with PageServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        yield server
        server.shutdown()
        thread.join(PATIENCE)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A system that doesn't tell whose connections there are."""
    monkeypatch.setattr(tickets, "_CONNECTIONS", tmp_path / "missing")


def status(address: str, method: str = "GET") -> tuple[int, str | None]:
    """What comes of a request: the status, and where it is sent on to."""
    parts = urlsplit(address)
    with closing(HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
        connection.request(method, parts.path)
        reply = connection.getresponse()
        return reply.status, reply.headers["Location"]


def file_of(address: str) -> Path:
    """The file at a `file:` address."""
    assert address.startswith("file://")
    return Path(unquote(urlsplit(address).path))


def address_in(page: Path) -> str:
    """The address to which a file sends the browser on."""
    return page.read_text("utf-8").partition("url=")[2].partition('"')[0]


@LINUX
def test_of_many_requests_at_once_one_is_sent_on(server: PageServer) -> None:
    address = server.tickets.issue(server.socket_address)
    assert server.token not in address
    assert status(address, "HEAD") == (303, None)
    assert status(address, "POST") == (404, None)
    statuses: list[tuple[int, str | None]] = []
    threads = [threading.Thread(target=lambda: statuses.append(status(address))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(statuses) == [(303, server.address)] + [(404, None)] * 19
    assert status(address, "HEAD") == (404, None)


@LINUX
def test_each_ticket_is_used_by_itself(server: PageServer) -> None:
    first, second = (
        server.tickets.issue(server.socket_address),
        server.tickets.issue(server.socket_address),
    )
    for address in (first, second):
        assert status(address) == (303, server.address)


@LINUX
def test_another_user_s_connection_does_not_use_a_ticket_up(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = server.tickets.issue(server.socket_address)
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert status(address) == status(address, "HEAD") == (404, None)
    monkeypatch.setattr(os, "geteuid", lambda: own)
    assert status(address) == (303, server.address)


@LINUX
def test_a_connection_that_has_ended_is_nobody_s(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Linux says of such a connection that it is root's."""
    ends = (
        "0100007F:938E 0100007F:8B1F"
        if sys.byteorder == "little"
        else "7F000001:938E 7F000001:8B1F"
    )
    table = tmp_path / "tcp"
    monkeypatch.setattr(tickets, "_CONNECTIONS", table)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    line = f"   3: {ends} %s 00000000:00000000 00:00000000 00000000     0        0 20957 2\n"
    given, server = Tickets(), ("127.0.0.1", 0x8B1F)
    table.write_text(line % "05", "ascii")
    ticket = urlsplit(given.issue(server)).path.strip("/")
    client = ("127.0.0.1", 0x938E)
    assert not given.use(ticket, client, server)
    table.write_text(line % "01", "ascii")
    assert not given.use(ticket, ("127.0.0.1", 0x938F), server)
    assert not given.use(ticket, ("127.0.0.2", 0x938E), server)
    assert given.use(ticket, client, server)


@POSIX
@pytest.mark.usefixtures("elsewhere")
def test_elsewhere_a_private_file_sends_the_browser_on(server: PageServer) -> None:
    page = file_of(server.tickets.issue(server.socket_address))
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700
    address = address_in(page)
    assert server.token not in address
    assert status(address, "HEAD") == (303, None)
    assert page.exists()
    assert status(address) == (303, server.address)
    assert not page.parent.exists()
    assert status(address) == (404, None)


@pytest.mark.usefixtures("elsewhere")
def test_files_that_no_browser_has_read_are_removed_in_the_end() -> None:
    with PageServer() as server:
        pages = [file_of(server.tickets.issue(server.socket_address)) for _ in range(2)]
        assert all(page.exists() for page in pages)
    assert not any(page.parent.exists() for page in pages)


@pytest.mark.usefixtures("elsewhere")
def test_where_no_file_can_be_written_the_server_goes_on(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tickets, "TemporaryDirectory", full)
    server.open()
    assert status(server.address) == (200, None)


# Another user, who watches the list of processes

THIEF = f"""
import encodings.idna, glob, http.client, os, re, sys, urllib.parse
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
address = None
while address is None:
    for name in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            line = open(name).read()
        except OSError:
            continue
        found = re.search(sys.argv[1] + "[^\\0'\\" ]*", line)
        if found and "thief" not in line:
            address = found[0]
if address.startswith("file:"):
    try:
        page = open(urllib.parse.urlsplit(address).path).read()
    except OSError as error:
        print(type(error).__name__)
        sys.exit()
    address = re.search("url=(.*?)\\"", page)[1]
parts = urllib.parse.urlsplit(address)
connection = http.client.HTTPConnection(parts.netloc)
connection.request("GET", parts.path)
print(connection.getresponse().status)
"""
BROWSER = """
import pathlib, sys, time, urllib.request
note, address = sys.argv[1:]
while not pathlib.Path(note).exists():
    time.sleep(0.01)
if address.startswith("file:"):
    page = urllib.request.urlopen(address).read().decode()
    address = page.partition("url=")[2].partition('"')[0]
pathlib.Path(note).write_bytes(urllib.request.urlopen(address).read())
"""


COMMAND = """
import pathlib, sys
from ninetka.web import tickets
from ninetka.__main__ import main
if sys.argv.pop() == "elsewhere":
    tickets._CONNECTIONS = pathlib.Path("/missing")
main()
"""


@LINUX
@pytest.mark.skipif(not IS_ROOT, reason="only root can try what another user can do")
@pytest.mark.parametrize(
    ("system", "seen"),
    [("here", "404"), pytest.param("elsewhere", "PermissionError", marks=pytest.mark.long)],
)
def test_another_user_who_asks_first_gets_nothing(tmp_path: Path, system: str, seen: str) -> None:
    note, script = tmp_path / "note", tmp_path / "browser.py"
    script.write_text(BROWSER, "utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "play", "--browser", system],
        env={**os.environ, "BROWSER": f"{sys.executable} {script} {note} %s"},
        stdout=subprocess.PIPE, text=True,
    ) as served:  # fmt: skip
        try:
            assert served.stdout is not None
            printed = line_of(served.stdout).split()[1]
            parts = urlsplit(printed)
            folder = Path(gettempdir(), "ninetka-").as_uri()
            wanted = f"http://{parts.netloc}" if system == "here" else folder
            thief = [sys.executable, "-c", f"# thief{THIEF}", wanted]
            asked = subprocess.run(thief, capture_output=True, text=True, timeout=PATIENCE)
            assert (asked.stdout.strip(), asked.stderr) == (seen, "")
            note.touch()  # now the browser asks
            wait_until(lambda: b"<html" in note.read_bytes())
        finally:
            note.touch()
            served.kill()
