"""`ninetka engine`: what our players answer to a host, and that they answer at once."""

from __future__ import annotations

import sys
import threading
import time
from math import inf
from queue import Queue
from typing import Any

import pytest
from support.waiting import PATIENCE
from toys.race import RACE, Race

from ninetka import NESTORGAMES, WIKI, Game, State, games
from ninetka.base.deadline import check_time
from ninetka.engines import Engine, Limit, Session, session
from ninetka.engines.messages import seconds_to_think
from ninetka.kropki import STANDARD
from ninetka.morris import NINE_AM
from ninetka.players import trees


@pytest.fixture(autouse=True)
def race_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._GAMES, RACE.identifier, RACE)
    monkeypatch.setenv("NINETKA_BACKEND", "objects")


class Host:
    """Talks to a session and hears what it says."""

    def __init__(self, player: str = "search") -> None:
        self.heard: Queue[str] = Queue()
        self.session = Session(self.heard.put, player)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line)

    def hear(self, word: str) -> str:
        """The next line that begins with a word; others than `info` must not come before."""
        while not (line := self.heard.get(timeout=PATIENCE)).startswith(word):
            assert line.startswith("info"), line
        return line

    def ask(self, *lines: str) -> str:
        self.say(*lines)
        return self.heard.get(timeout=PATIENCE)


RACING = ("newgame Race", "start goal 30", "start players 3", "position moves 2 +2 +3")


def test_a_session_says_who_it_is() -> None:
    host = Host("club")
    host.say("nep 1", "isready")
    said = [host.heard.get(timeout=PATIENCE) for _ in range(host.heard.qsize())]
    assert said[:2] == ["id name ninetka club", "id author the ninetka authors"]
    assert {"game 9tka", "game Mills", "game Race", "option player text default club"} < {*said}
    assert said[-2:] == ["nepok 1", "readyok"]


def test_a_move_comes_with_information(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_PROGRESS", inf)
    host = Host()
    host.say(*RACING, "isready")
    assert host.hear("readyok")
    assert host.ask("go nodes 40").startswith("info nodes 40 time ")
    state = Race(30, (2, 3, 0), 2)
    assert state.is_legal(state.parse_move(host.hear("bestmove").split()[1]))


def test_for_two_the_share_of_the_other_is_known() -> None:
    host = Host("search:30")
    host.say("newgame Race", "start goal 9", "position moves 1 +2", "go")
    words = host.hear("info").split()
    shares = [float(word) for word in words[words.index("share") + 1 :][:2]]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    host.hear("bestmove")


def test_stop_isready_and_quit_are_answered_at_once() -> None:
    host = Host()
    host.say(*RACING, "go infinite")
    host.hear("info")
    host.say("isready", "stop")
    host.hear("readyok")
    assert host.hear("bestmove")
    assert host.ask("isready") == "readyok"
    host.say("go infinite")
    assert not host.session.handle("quit")
    host.hear("bestmove")


def test_stop_before_anything_is_known() -> None:
    host = Host()
    host.say(*RACING, "go infinite", "stop")
    assert host.hear("bestmove")


def test_stop_in_the_middle_of_the_first_random_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(*_: object) -> None:
        begun.set()
        while True:
            check_time()

    monkeypatch.setattr(trees, "playout", endless)
    host = Host()
    host.say(*RACING, "go infinite")
    assert begun.wait(PATIENCE)
    host.say("stop")
    assert host.hear("bestmove +")


@pytest.mark.load
def test_stop_takes_a_tenth_of_a_second_of_cpu_time_on_the_largest_board() -> None:
    host = Host("strong")
    for pause in (0.01, 0.1, 0.4, 1):
        host.say("newgame Kropki", "position moves 0", "go infinite")
        time.sleep(pause)
        start = time.process_time()
        host.say("stop")
        host.hear("bestmove")
        assert time.process_time() - start < 0.1


def test_a_move_that_is_known_waits_for_stop_under_infinite(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_known = threading.Event()

    class Awaited(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            is_known.set()
            return super().wait(timeout)

    monkeypatch.setattr(session, "Event", Awaited)
    host = Host("greedy")
    host.say(*RACING, "go infinite")
    assert is_known.wait(PATIENCE)
    assert host.heard.empty()
    host.say("stop")
    assert host.hear("bestmove")


def test_the_seed_decides_the_game() -> None:
    def played(seed: str) -> list[str]:
        host = Host("random")
        host.say(f"set seed {seed}", *RACING)
        return [host.ask("go")] + [
            host.ask(f"position moves {n} {' '.join(['+2'] * n)}", "go") for n in range(3, 9)
        ]

    assert played("a") == played("a") != played("b")


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["dance"], "there is no command 'dance'"),
        (["nep x"], "this engine speaks version 1 of the protocol"),
        (["set player nobody"], "'nobody' is not a computer player: "),
        (["set colour red"], "the options are player and seed, not 'colour'"),
        (["newgame Chess"], "there is no game 'Chess' here, only "),
        (["start goal 3"], "no game has begun: newgame says which"),
        (["position moves 0"], "no game has begun: newgame says which"),
        (["newgame Race", "start size 3"], "there is no option 'size' of a start; there are "),
        (["newgame Race", "position moves 1 run"], "'run' is not a step, for example +3"),
        (["newgame 9tka", "position moves 0 from nonsense"], ""),
        (["go"], "there is no position to think about"),
        ([*RACING, "position moves 3 +1", "go"], "a position is written: position moves COUNT"),
        (["newgame Race", "position moves 1 +10", "go"], "there is no move to choose: the game"),
        ([*RACING, "go depth 3"], "this search has no depth: limit its nodes or its time"),
        ([*RACING, "go nodes"], "go has numbers that cannot be understood"),
    ],
)
def test_what_cannot_be_done_is_said(lines: list[str], error: str) -> None:
    host = Host()
    assert host.ask(*lines).startswith(f"error {error}")


def test_it_thinks_about_one_position_at_a_time() -> None:
    host = Host()
    host.say(*RACING, "go infinite", "go")
    assert host.hear("error") == "error the engine is thinking already"
    host.say("stop")
    host.hear("bestmove")


def test_after_a_bad_position_there_is_none() -> None:
    host = Host()
    assert host.ask(*RACING, "position moves 1 x").startswith("error 'x' is not a step")
    assert host.ask("go") == "error there is no position to think about"


@pytest.mark.parametrize(
    ("limit", "seat", "seconds"),
    [
        (Limit(), 0, inf),
        (Limit(seconds=1), 0, 0.95),
        (Limit(clocks=(50, 10), increments=(1, 1)), 0, 2 + 0.8 - 0.05),
        (Limit(clocks=(50, 10), increments=(1, 1)), 1, 0.4 + 0.8 - 0.05),
        (Limit(clocks=(1, 1), increments=(9, 9)), 0, 0.45),
        (Limit(clocks=(0.01, 9)), 0, 0.01),
        (Limit(clocks=(50,), seconds=0.5), 0, 0.45),
    ],
)
def test_clocks_become_a_budget(limit: Limit, seat: int, seconds: float) -> None:
    assert seconds_to_think(limit, seat) == pytest.approx(seconds)


def test_a_player_keeps_its_own_limits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_PROGRESS", inf)
    for player, limits, most in [("search:50", "nodes 900", 50), ("search:900", "nodes 50", 50)]:
        host = Host(player)
        host.say(*RACING, f"go {limits}")
        assert int(host.hear("info").split()[2]) == most
        host.hear("bestmove")


def test_every_game_by_the_command() -> None:
    """Both sides, over pipes: what one says, the other understands."""
    pytest.importorskip("typer", reason="the command line needs the cli extra")
    games: list[Game[Any, Any]] = [
        Game.start(WIKI, 3).play("E5 C9"),
        Game.start(STANDARD).play("jj kk"),
        Game.start(NINE_AM, 4).play("1 10 22"),
        Game.from_state(State.start(NESTORGAMES, 4).apply("E5")).play("C9"),
    ]
    with Engine([sys.executable, "-m", "ninetka", "engine", "--player", "greedy"]) as engine:
        assert engine.name == "ninetka greedy"
        for game in games:
            while game.ply < 8:
                answer = engine.play(game, Limit(clocks=(PATIENCE,) * game.state.players))
                assert answer.move is not None
                game = game.apply(answer.move)
