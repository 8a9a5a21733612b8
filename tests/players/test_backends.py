"""Which code plays for computer players, and when numba's is made ready."""

from __future__ import annotations

import subprocess
import sys
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.waiting import PATIENCE
from toys.nim import Nim

from ninetka import NinetkaError, kropki, morris, nine
from ninetka.players import Search, backends
from ninetka.players.backends import (
    backend_for,
    missing_extra_clause,
    note_search,
    search_backend_for,
)

STATE = nine.State.start()


class Wasm(str):
    """The name of an engine that can be loaded, unless it is empty."""

    __slots__ = ()

    def load(self) -> None:
        if not self:
            raise ModuleNotFoundError("wasm is missing")


class Playing:
    """A state with these engines; for the others, a package is missing."""

    ruleset, players = "any", 2

    def __init__(self, **engines: str | None) -> None:
        self._engines = engines

    @property
    def kernel(self) -> str | None:
        if "kernel" in self._engines:
            return self._engines["kernel"]
        raise ModuleNotFoundError("kernel is missing")

    @property
    def wasm(self) -> Wasm | None:
        name = self._engines.get("wasm", "")
        return None if name is None else Wasm(name)


BOTH: Any = Playing(kernel="numba", wasm="wasm")


def found(state: Any, seconds: float) -> Any:
    """What plays for a search of so many seconds."""
    return search_backend_for(state, seconds)


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch, no_kernel: None) -> None:
    monkeypatch.delenv("NINETKA_BACKEND")


@pytest.mark.parametrize(
    ("state", "wanted", "found"),
    [
        (BOTH, None, "wasm"),
        (Playing(kernel="numba"), None, "numba"),
        (Playing(kernel="numba", wasm=None), None, "numba"),
        (Playing(), None, None),
        (Playing(kernel=None, wasm=None), None, None),
        (BOTH, "numba", "numba"),
        (BOTH, "wasm", "wasm"),
        (BOTH, "objects", None),
    ],
)
def test_webassembly_plays_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, state: Any, wanted: str | None, found: Any
) -> None:
    if wanted is not None:
        monkeypatch.setenv("NINETKA_BACKEND", wanted)
    assert backend_for(state) == found


def test_one_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETKA_BACKEND", "wasm")
    state: Any = Playing(kernel="numba")
    with pytest.raises(ModuleNotFoundError, match=r"^wasm is missing$"):
        backend_for(state)
    monkeypatch.setenv("NINETKA_BACKEND", "cuda")
    said = "^the environment variable NINETKA_BACKEND is wasm, numba or objects, not 'cuda'$"
    with pytest.raises(NinetkaError, match=said):
        backend_for(state)


@pytest.mark.parametrize("installed", ["", "wasmtime", "numba"])
def test_what_would_play_more_games_is_said(
    monkeypatch: pytest.MonkeyPatch, installed: str
) -> None:
    said = "by Python objects; the extra fast gives hundreds of times as many games"
    monkeypatch.setattr(backends, "find_spec", lambda module: module == installed or None)
    assert missing_extra_clause(STATE) == ("" if installed else said)
    assert missing_extra_clause(Nim(9)) == ""
    monkeypatch.setenv("NINETKA_BACKEND", "objects")
    assert missing_extra_clause(STATE) == ""


# ---- numba made ready


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The states for which code is made ready, which takes no time here."""
    states: list[Any] = []

    def prepare(preparation: Any, state: Any) -> None:
        states.append(state)
        preparation.kernel = state.kernel

    monkeypatch.setattr(backends._Preparation, "_prepare", prepare)
    monkeypatch.setattr(backends, "_PREPARATIONS", {})
    monkeypatch.setattr(backends, "_can_compile", lambda: True)
    return states


def test_short_searches_begin_at_once(states: list[Any]) -> None:
    for seconds in (0.1, 9.9, inf):
        assert found(BOTH, seconds) == "wasm"
    assert not states


def test_a_long_search_waits_for_a_tenth_of_its_time(states: list[Any]) -> None:
    assert found(BOTH, 600) == "numba"
    assert states == [BOTH]
    assert found(BOTH, 0.1) == "numba"  # from then on


def test_many_short_searches_are_as_good(states: list[Any]) -> None:
    for number in range(6):
        assert found(BOTH, 2) == "wasm"
        note_search(BOTH, 2)
        assert len(states) == (number >= 4)
        if states:
            backends._PREPARATIONS[Playing, "any", 2].thread.join(PATIENCE)
            break
    assert found(BOTH, 2) == "numba"


def test_players_note_how_long_they_search(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[float] = []
    monkeypatch.setattr("ninetka.players.builtin.note_search", lambda _, each: noted.append(each))
    known = Search(seconds=0.01).analyse(STATE, Random(1))
    assert noted == [known.seconds]


def test_none_is_made_ready_for_others(monkeypatch: pytest.MonkeyPatch, states: list[Any]) -> None:
    only: Any = Playing(kernel="numba", wasm=None)
    assert found(only, 600) == "numba"  # which waits, as nothing else plays
    assert found(Nim(9), 600) is None
    monkeypatch.setenv("NINETKA_BACKEND", "wasm")
    assert found(BOTH, 600) == "wasm"
    note_search(BOTH, 600)
    assert not states


@pytest.mark.parametrize("program", ["", "/usr/bin/uwsgi", "/opt/game.exe", None])
def test_no_other_program_is_started(monkeypatch: pytest.MonkeyPatch, program: str | None) -> None:
    monkeypatch.setattr(sys, "executable", program)
    assert not backends._can_compile.__wrapped__()


@pytest.mark.parametrize("state", [object, BOTH], ids=["no state", "not to be found there"])
def test_what_cannot_be_compiled_there_is_not_used(state: Any) -> None:
    """The other process cannot import this module."""
    preparation = backends._Preparation(state)
    preparation.begin()
    preparation.begin()
    preparation.thread.join(PATIENCE)
    assert (preparation.thread.is_alive(), preparation.kernel) == (False, None)


def test_a_process_that_fails_has_tried_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(backends, "_PROGRAM", "raise SystemExit(3)")
    assert not backends._has_been_tried(STATE)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert not backends._has_been_tried(STATE)


def test_it_ends_with_the_program_that_started_it() -> None:
    program = """
import subprocess, sys
from threading import Thread
from ninetka import State
from ninetka.players import backends

end = "os.write(1, b'tried'); import time; time.sleep(3600)"
backends._PROGRAM = backends._PROGRAM.replace("try_out(state)", end)

class Heard(subprocess.Popen):
    def __init__(self, *given, stdout, **options):
        super().__init__(*given, **options)

subprocess.Popen = Heard
Thread(target=backends._has_been_tried, args=[State.start()], daemon=True).start()
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.read(5) == b"tried"
        process.kill()
        assert process.stdout.read() == b""  # once nobody has it open


@pytest.mark.long
@pytest.mark.parametrize(
    "state",
    [STATE, kropki.State.start(kropki.STANDARD), morris.State.start(morris.MILLS)],
    ids=["9tka", "Kropki", "Mills"],
)
def test_numba_plays_on_as_webassembly_began(state: Any) -> None:
    pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")
    preparation = backends._Preparation(state)
    preparation.begin()
    preparation.thread.join(PATIENCE)
    assert preparation.kernel is not None
    trees = [engine.tree(state, 7, 0.3) for engine in (preparation.kernel, state.wasm)]
    for tree in trees:
        tree.grow(99)
    assert list(trees[0].playouts_by_action) == list(trees[1].playouts_by_action)
