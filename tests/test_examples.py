"""The programs in examples/python do what docs/embedding.md says, whatever their clients do."""

from __future__ import annotations

import asyncio
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from threading import Timer
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self, TypeAlias
from xml.etree.ElementTree import fromstring

import pytest
from support.games import ENTRIES
from support.nine_states import after
from support.posix import HEARD, POSIX
from support.waiting import PATIENCE, line_of

from ninetka import NINE, WIKI, State, games
from ninetka.base.errors import InvalidPositionError
from ninetka.protocol import GameState
from ninetka.records import parse
from ninetka.testing import check_state_laws

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from ninetka.protocol.entry import GameEntry

    AnyEntry: TypeAlias = GameEntry[Any, Any]

ROOT = Path(__file__).parents[1] / "examples"
EXAMPLES = ROOT / "python"
START = State.start().to_text()
RULESETS = pytest.mark.parametrize(
    ("entry", "ruleset"),
    [
        pytest.param(entry, ruleset, id=ruleset)
        for entry in ENTRIES.values()
        for ruleset in entry.tags.suggestions["Ruleset"]
    ],
)
"""Every published ruleset of every game, which the examples for all games play."""
MOST_PLIES = 16


def load(name: str, folder: Path = EXAMPLES) -> ModuleType:
    spec = spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs an example with some options: its exit code, what it prints, and its errors."""

    def run(name: str, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *options])
        try:
            load(name).main()
        except SystemExit as exit:
            return int(exit.code or 0), *capsys.readouterr()
        return 0, *capsys.readouterr()

    return run


def few_moves(state: GameState[Any]) -> Iterator[tuple[GameState[Any], str]]:
    """Random moves from a state on: each state, and the move that is made in it."""
    rng = Random(1)
    for _ in range(MOST_PLIES):
        if state.is_over:
            return
        move = rng.choice(state.some_moves)
        yield state, state.move_text(move)
        state = state.apply(move)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("game_server", ("--game", "chess"), "there is no game 'chess' here"),
        ("game_server", ("--players", "two"), "'two' is not a number of players"),
        ("game_server", ("--port", "-1"), "port must be 0-65535"),
        ("game_server", ("--port", "chess-club"), "error:"),
    ],
)
def test_wrong_options_are_answered_in_a_sentence(
    run: Any, name: str, options: Sequence[str], sentence: str
) -> None:
    code, output, errors = run(name, *options)
    assert (code, output) == (2, "")
    assert sentence in errors.splitlines()[-1]


# The game server


class Client:
    """A player, by lines of text."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.lines = self.socket.makefile(encoding="utf-8", newline="\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self.lines.close()
        self.socket.close()

    def vanish(self) -> None:
        """Leave so that the server's next read fails."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.leave()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self) -> str:
        """The next line, empty when the server has hung up."""
        return self.lines.readline().removesuffix("\n")

    def ask(self, line: str) -> str:
        self.send(f"{line}\n".encode())
        return self.read()


@contextmanager
def game_server(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server, and the port that it has chosen."""
    path, pipe = str(EXAMPLES / "game_server.py"), subprocess.PIPE
    command = [sys.executable, "-W", "error", path, "--port", "0", *options]
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as server:
        too_late = Timer(PATIENCE, server.kill)
        too_late.start()
        try:
            assert server.stderr is not None
            yield server, int(line_of(server.stderr).split()[-1])
        finally:
            too_late.cancel()
            server.kill()


def sit_down(port: int, seat: str, state: State) -> Client:
    """A new client, after checking that it is given this seat and this position."""
    client = Client(port)
    assert client.read() == f"seat {seat}"
    assert client.read() == f"position {state.to_text()}"
    return client


def play_on(clients: Sequence[Client], state: State) -> State:
    """Play random moves to the end; the clients are in seat order."""
    rng = Random(1)
    while not state.is_over:
        move = rng.choice(state.legal_moves)
        clients[state.to_move].send(f"{state.move_text(move)}\n".encode())
        state = state.apply(move)
        assert {client.read() for client in clients} == {f"position {state.to_text()}"}
    for client in clients:
        assert client.read() == f"result {state.outcome}"
        assert client.read() == ""
    return state


def test_a_whole_game_through_sockets() -> None:
    start = State.start(WIKI, 3)
    with game_server("--ruleset", "wiki", "--players", "3") as (server, port), ExitStack() as stack:
        clients = [stack.enter_context(sit_down(port, str(seat), start)) for seat in start.seats]
        end = play_on(clients, start)
        record, errors = server.communicate(timeout=PATIENCE)
    assert (server.returncode, errors) == (0, "")
    game = parse(record, NINE).game
    assert (game.initial_state, game.state) == (start, end)


@pytest.mark.long
def test_rubbish_is_answered_and_the_game_goes_on() -> None:
    start = State.start()
    with game_server() as (server, port), sit_down(port, "a", start) as a:
        with sit_down(port, "b", start) as b:
            with Client(port) as third:
                assert third.read() == "error all seats are taken"
                assert third.read() == ""
            assert b.ask("E5") == "error it is the turn of seat a"
            for line, said in {
                "hello": "'hello' is not a move: moves are written E5, *E5, @A5, A5-F5 or --",
                "": "'' is not a move: moves are written E5, *E5, @A5, A5-F5 or --",
                "A5": "a neutral cannot go to A5: it is not on the core, C3 to I9",
                "\0\r": "'\\x00' is not a move: moves are written E5, *E5, @A5, A5-F5 or --",
            }.items():
                assert a.ask(line) == f"error {said}"
            assert a.ask("E5" * 10_000).startswith("error 'E5E5")
            a.send(b"\xff\xfe\n")
            assert a.read().startswith("error ")
            end = play_on([a, b], start)
        assert server.wait(PATIENCE) == 0
        assert server.stdout is not None
        assert parse(server.stdout.read(), NINE).game.state == end


@pytest.mark.long
def test_a_seat_that_is_left_is_for_whoever_comes_next() -> None:
    start, then = State.start(WIKI, 3), after("E5", WIKI, 3)
    with ExitStack() as stack:
        server, port = stack.enter_context(game_server("--ruleset=wiki", "--players=3"))
        a, b, c = (stack.enter_context(sit_down(port, seat, start)) for seat in "abc")
        a.send(b"E")  # less than a line is no move
        a.send(b"5")
        a.leave()
        assert b.read() == c.read() == "left a"
        a = stack.enter_context(sit_down(port, "a", start))
        assert a.ask("E5") == b.read() == c.read() == f"position {then.to_text()}"
        b.vanish()
        assert a.read() == c.read() == "left b"
        with suppress(OSError):  # the server hangs up before all of it is sent
            c.send(b"x" * 1_000_000)
        assert a.read() == "left c"
        b, c = (stack.enter_context(sit_down(port, seat, then)) for seat in "bc")
        end = play_on([a, b, c], then)
        record, errors = server.communicate(timeout=PATIENCE)
    assert (server.returncode, errors) == (0, "")
    assert parse(record, NINE).game.state == end


@HEARD
@POSIX
@pytest.mark.long
def test_a_game_broken_off_is_on_record() -> None:
    with game_server() as (server, port), sit_down(port, "a", State.start()) as client:
        assert client.ask("E5") == f"position {after('E5').to_text()}"
        server.send_signal(signal.SIGINT)
        record, errors = server.communicate(timeout=PATIENCE)
        assert client.read() == ""
    assert (server.returncode, errors) == (0, "")
    assert parse(record, NINE).game.move_texts == ("*E5",)


@RULESETS
def test_the_game_server_plays_every_ruleset(entry: AnyEntry, ruleset: str) -> None:
    example = load("game_server")
    table = example.Table(example.start(entry.identifier, ruleset=ruleset, players=None))
    assert table.game.state.is_dealt
    for state, text in few_moves(table.game.state):
        table.take(state.to_move, text)
        assert table.game.state == state.apply(text)


def test_a_port_in_use_is_an_error(run: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, _, errors = run("game_server", "--port", str(other.getsockname()[1]))
    assert code == 2
    assert "error while attempting to bind" in errors.splitlines()[-1]


# The web back end


@pytest.fixture
def web() -> Iterator[TestClient]:
    for needed in ("starlette", "httpx2"):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    from starlette.testclient import TestClient

    with TestClient(load("web_app").app) as client:
        yield client


def begun(web: TestClient, **fields: object) -> Any:
    reply = web.post("/games", json=fields)
    assert reply.status_code == 201
    return reply.json()


def test_a_whole_game_over_http(web: TestClient) -> None:
    game, state, rng = begun(web, ruleset="wiki", players=3), State.start(WIKI, 3), Random(1)
    path = f"/games/{game['id']}"
    while True:
        assert (
            game
            == web.get(path).json()
            == {
                "id": game["id"],
                "position": state.to_text(),
                "to_move": state.to_move,
                "legal_moves": [state.move_text(move) for move in state.legal_moves],
                "result": str(state.outcome) if state.is_over else None,
            }
        )
        if state.is_over:
            break
        text = rng.choice(game["legal_moves"])
        state = state.apply(state.parse_move(text))
        reply = web.post(f"{path}/moves", json={"move": text, "position": game["position"]})
        assert reply.status_code == 200
        game = reply.json()
    picture = web.get(f"{path}/board.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert fromstring(picture.text).tag.endswith("svg")
    record = parse(web.get(f"{path}/record").text, NINE)
    assert record.game.state == state
    late = web.post(f"{path}/moves", json={"move": "--"})
    assert (late.status_code, late.json()["reason"]) == (422, "GAME_OVER")


@RULESETS
def test_the_web_app_plays_every_ruleset(web: TestClient, entry: AnyEntry, ruleset: str) -> None:
    game = begun(web, game=entry.identifier, ruleset=ruleset)
    start = entry.begin(ruleset=ruleset)
    state = entry.tags.read({**entry.tags.write(start), "Position": game["position"]})
    assert state.is_dealt
    for before, text in few_moves(state):
        assert game["legal_moves"] == [before.move_text(move) for move in before.some_moves]
        game = web.post(f"/games/{game['id']}/moves", json={"move": text}).json()
        assert game["position"] == before.apply(text).to_text()
    record = web.get(f"/games/{game['id']}/record").text
    assert parse(record).game.state.to_text() == game["position"]


def test_games_are_apart(web: TestClient) -> None:
    one, two = begun(web), begun(web, players="4")
    assert one["id"] != two["id"]
    assert web.post(f"/games/{one['id']}/moves", json={"move": "E5"}).status_code == 200
    assert web.get(f"/games/{two['id']}").json() == two
    assert two["position"].endswith(" a 4 nestorgames")


@pytest.mark.parametrize(
    ("body", "sentence", "reason"),
    [
        ({"move": "A5"}, "a neutral cannot go to A5: it is not on the core", "NOT_ON_THE_CORE"),
        ({"move": "Z9"}, "'Z9' is not a move", None),
        ({"move": 5}, "'5' is not a move", None),
        ({}, "'' is not a move", None),
    ],
)
def test_moves_that_the_rules_refuse(
    web: TestClient, body: dict[str, object], sentence: str, reason: str | None
) -> None:
    game = begun(web)
    reply = web.post(f"/games/{game['id']}/moves", json=body)
    assert (reply.status_code, reply.json()["reason"]) == (422, reason)
    assert sentence in reply.json()["error"]
    assert web.get(f"/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"players": 7}, "nestorgames is for 2, 3 or 4 players, not 7"),
        ({"players": True}, "'True' is not a number of players"),
        ({"ruleset": "short"}, "the ruleset 'short' is not published"),
    ],
)
def test_games_that_cannot_begin_are_refused(
    web: TestClient, body: dict[str, object], sentence: str
) -> None:
    reply = web.post("/games", json=body)
    assert reply.status_code == 422
    assert sentence in reply.json()["error"]


BODIES = [b"", b"hello", b"\xff", b"[]", b'{"players": []}', b'{"ruleset": null}', b"[" * 100_000]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_bodies_that_cannot_be_read(web: TestClient, body: bytes) -> None:
    game = begun(web)
    for path in ("/games", f"/games/{game['id']}/moves"):
        reply = web.post(path, content=body)
        assert reply.status_code == 400
        assert reply.json() == {
            "error": 'the body is a JSON object of texts, such as {"move": "E5"}'
        }


def test_games_that_are_not_there(web: TestClient) -> None:
    for reply in (
        web.get("/games/none"),
        web.get("/games/none/board.svg"),
        web.post("/games/none/moves", json={"move": "E5"}),
    ):
        assert reply.status_code == 404
        assert reply.json() == {"error": "there is no such game"}
    assert web.get("/").status_code == 404
    assert web.get("/games").status_code == 405


def test_a_move_for_a_position_that_is_past(web: TestClient) -> None:
    game = begun(web)
    path, body = f"/games/{game['id']}/moves", {"move": "E5", "position": game["position"]}
    assert web.post(path, json=body).status_code == 200
    again = web.post(path, json=body)
    assert again.status_code == 409
    assert again.json() == {"error": "the game is in another position by now"}
    assert web.post(path, json={"move": "E5"}).status_code == 422


def test_of_moves_at_the_same_time_one_is_made(web: TestClient) -> None:
    import httpx2

    async def post(squares: Sequence[str]) -> list[int]:
        transport = httpx2.ASGITransport(web.app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
            game = (await client.post("/games", json={})).json()
            bodies = [{"move": square, "position": game["position"]} for square in squares]
            path = f"/games/{game['id']}/moves"
            replies = await asyncio.gather(*(client.post(path, json=body) for body in bodies))
            return sorted(reply.status_code for reply in replies)

    assert asyncio.run(post(["C3", "D4", "E5", "F6"])) == [200, 409, 409, 409]


# Kaggle's environment, without Kaggle's package; tests/adapters/test_kaggle.py has it run by that


class Struct(dict[str, Any]):
    """A dict whose items are attributes too, as in kaggle_environments."""

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def __setattr__(self, name: str, value: object) -> None:
        self[name] = value


class KaggleGame:
    """A game as kaggle_environments plays it."""

    def __init__(self, agents: int = 2, **configuration: object) -> None:
        pytest.importorskip("numpy", reason="NumPy is not installed: ninetka[batch]")
        self.example = load("ninetka_games", ROOT / "kaggle" / "ninetka_games")
        usual = {"game": "9tka", "ruleset": "", "options": {}, "seed": 1}
        self.env = Struct(configuration=Struct(**{**usual, **configuration}), done=False)
        self.seen = Struct(position="", start={}, error="")
        self.agents = [
            Struct(observation=self.seen, status="ACTIVE", reward=0, action="")
            for _ in range(agents)
        ]
        self.example.interpreter(self.agents, self.env)

    def move(self, text: str) -> None:
        actor = next(agent for agent in self.agents if agent.status == "ACTIVE")
        actor.action = text
        self.example.interpreter(self.agents, self.env)

    @property
    def state(self) -> GameState[Any]:
        """The position as agents read it."""
        state: GameState[Any] = self.example.read(self.seen, self.env.configuration)
        return state

    @property
    def statuses(self) -> set[str]:
        return {agent.status for agent in self.agents}


@RULESETS
def test_kaggles_environment_plays_every_ruleset(entry: AnyEntry, ruleset: str) -> None:
    start = entry.begin(ruleset=ruleset)
    game = KaggleGame(start.players, game=entry.identifier, ruleset=ruleset)
    assert game.seen.position == start.dealt(Random(1)).to_text()
    play_with(game)


def play_with(game: KaggleGame) -> None:
    assert game.state.is_dealt
    for before, text in few_moves(game.state):
        assert text in game.seen.legalMoves
        game.move(text)
        assert game.state == before.apply(text)
        assert game.statuses == ({"DONE"} if game.state.is_over else {"ACTIVE", "INACTIVE"})


@pytest.mark.parametrize(
    ("agents", "configuration"),
    [
        (2, {"options": {"position": "11/11/2n8/11/11/11/4n6/11/11/11/11 a 2 wiki"}}),
        (3, {"options": {"stones": "3:4", "edge_stop": "stone"}}),
        (2, {"game": "mills", "options": {"repetition": 3}}),
        (2, {"game": "kropki", "options": {"columns": 6, "rows": 7, "passing": "turns"}}),
        (2, {"game": "kropki", "options": {"position": "5/2x2/1xox1/5/5 x territory -"}}),
    ],
)
def test_kaggles_environment_takes_options(agents: int, configuration: dict[str, Any]) -> None:
    game = KaggleGame(agents, **configuration)
    if "position" in configuration["options"]:
        assert game.seen.position == configuration["options"]["position"]
    play_with(game)


@pytest.mark.parametrize(
    ("configuration", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess' here"),
        ({"options": {"colour": "red"}}, "there is no option 'colour'"),
        ({"options": {"players": 3}}, "this game is for 3 agents, not 2"),
    ],
)
def test_kaggles_environment_says_what_is_wrong(
    configuration: dict[str, Any], sentence: str
) -> None:
    game = KaggleGame(**configuration)
    assert sentence in game.seen.error
    assert game.statuses == {"INVALID"}


def test_the_least_game_keeps_the_laws_and_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    path, module = EXAMPLES / "tic_tac_toe.py", load("tic_tac_toe")
    monkeypatch.setitem(sys.modules, "tic_tac_toe", module)  # its states can be pickled then
    monkeypatch.setitem(games._GAMES, "tictactoe", module.ENTRY)
    state = module.State
    assert len(path.read_text("utf-8").splitlines()) <= 150
    check_state_laws(state(), games=5)
    with pytest.raises(InvalidPositionError, match=r"no game leads to 000111\.\.\."):
        state.from_text("000111...")
    played = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert played.stdout.endswith(" 0-0 and 15120 sequences of 5 moves\n")
