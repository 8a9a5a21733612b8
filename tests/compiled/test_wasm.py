"""WebAssembly plays the same games as numba, and needs neither it nor NumPy."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed: ninetka[fast]")
pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import attrs
import numpy as np
import wasmtime
from support.waiting import PATIENCE

from ninetka import NinetkaError, State, games
from ninetka.compiled import wasm
from ninetka.kropki import DeclaredState
from ninetka.morris import MILLS, PUBLISHED, Board
from ninetka.morris import State as MorrisState
from ninetka.nine.compiled.packing import MOST_PLAYERS
from ninetka.players import MonteCarlo, Search
from ninetka.protocol.compiled import required_kernel

TOOLS = Path(__file__).parents[2] / "tools/wasm"


def some_states(seed: int, count: int) -> Iterator[Any]:
    """Positions in random games under random rulesets: `count` of each game with WebAssembly."""
    rng, entries = Random(seed), cast("list[Any]", games.all_games())
    for entry in entries:
        rulesets = [entry.samples().some_ruleset(rng) for _ in range(8 * count)]
        starts = [entry.start(each, rng.choice(each.player_counts)) for each in rulesets]
        for state in [start for start in starts if start.wasm][:count]:
            yield after_some_moves(state, rng)


def after_some_moves(state: Any, rng: Random) -> Any:
    """A position in which the game is not over."""
    for _ in range(rng.randrange(state.max_plies_left)):
        after = state.apply(rng.choice(state.some_moves))
        if not after.some_moves:
            break
        state = after
    return state


# ---- the same games


@pytest.mark.parametrize("seed", range(3))
def test_search_trees_are_the_same(seed: int) -> None:
    """Also where one goes on from what another position has shown."""
    for state in some_states(seed, 8):
        key, exploration = Random(seed).getrandbits(64), 0.3
        trees = [engine.tree(state, key, exploration) for engine in (state.kernel, state.wasm)]
        for _ in range(2):
            for tree, parts in zip(trees, ([300], [1, 99, 200]), strict=True):
                for visits in parts:
                    tree.grow(visits)
            numba, other = trees
            assert other.playouts_by_action == list(numba.playouts_by_action), state
            assert other.win_rates == list(numba.win_rates), state
            assert other.line == list(numba.line), state
            assert other.playouts == numba.playouts > 0
            code = numba.line[0]
            state = state.apply(state.move(code))
            kept = [bool(state.some_moves) and tree.follow(state, [code]) for tree in trees]
            assert kept[0] == kept[1]
            if not kept[0]:
                break


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_the_same(seed: int) -> None:
    for state in some_states(seed + 10, 8):
        kernel, backend = required_kernel(state), state.wasm
        positions, key = [state, state.apply(state.some_moves[0])], 2**64 - 1 - seed
        many, first = 9 if seed else wasm.ROWS + 9, seed * 2**40
        ended = backend.counts(backend.pack(positions), many, key, first)
        expected = kernel.counts(kernel.pack(positions), many, key, first)
        assert list(ended.winners) == list(expected.winners), state


def test_scores_and_plies_are_the_same() -> None:
    for state in (each for each in some_states(20, 8) if isinstance(each, State)):
        kernel, machine, many = required_kernel(state), machine_of(state), 50
        machine.write({"games": struct.pack("<2Q", 7, 3)})
        machine.call("play", many)
        scores, plies, _ = kernel.playouts(kernel.pack([state]), many, 7, 3)
        found = np.reshape(machine.read("games.scores", "B", many * MOST_PLAYERS), (many, -1))
        assert (found[:, : state.players] == scores[0]).all()
        assert list(machine.read("games.plies", "H", many)) == list(plies[0])


def machine_of(state: Any) -> wasm.Machine:
    machine = wasm.Machine(state.wasm.folder)
    machine.write(state.wasm.packed(state))
    return machine


def codes_of(state: Any) -> tuple[int, ...]:
    """The codes of the legal moves, or of those that are offered."""
    codes: tuple[int, ...]
    codes = state.offered_actions if isinstance(state, DeclaredState) else state.legal_actions
    return codes


def test_moves_are_the_same() -> None:
    """Masks and moves along whole games, and odd codes of no action."""
    rng = Random(30)
    for state in some_states(30, 8):
        machine = machine_of(state)
        while codes := codes_of(state):
            machine.call("legal_mask")
            mask = machine.read("out", "B", state.action_count)
            assert [code for code, legal in enumerate(mask) if legal] == list(codes)
            illegal = {*range(state.action_count), 2**63 - 1, 2**32 + 3} - {*codes}
            for code, answer in ((rng.choice([*illegal]), 0), (rng.choice(codes), -1)):
                machine.write({"actions": struct.pack("<q", code)})
                assert machine.call("step") == answer
            state = state.apply(state.move(code))
        machine.call("legal_mask")
        assert not any(machine.read("out", "B", state.action_count))


def test_players_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for state in some_states(40, 4):
        for player in (Search(visits=400), MonteCarlo(400)):
            moves = set()
            for engine in ("numba", "wasm"):
                monkeypatch.setenv("NINETKA_BACKEND", engine)
                moves.add(player.choose(state, Random(5)))
            assert len(moves) == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js (node) here")
def test_node_plays_the_same() -> None:
    for state in some_states(50, 2):
        engine, key = state.wasm, 2**64 - 5
        tree = engine.tree(state, key, 0.3)
        tree.grow(500)
        action, contents = tree.line[0], hexadecimal(state)
        after = state.apply(state.move(action))
        goes_on = bool(after.some_moves) and tree.follow(after, [action])
        given = {
            "file": str(engine.file), "contents": contents, "key": str(key), "exploration": 0.3,
            "visits": 500, "games": wasm.ROWS + 9, "rows": wasm.ROWS,
            "next": [{"contents": hexadecimal(after), "actions": [action]}] if goes_on else [],
        }  # fmt: skip
        done = subprocess.run(
            ["node", TOOLS / "play.mjs"],
            input=json.dumps(given), capture_output=True, text=True, timeout=PATIENCE, check=True,
        )  # fmt: skip
        said = json.loads(done.stdout)
        if goes_on:
            tree.grow(500)
            state = after
        else:
            tree = engine.tree(state, key, 0.3)
            tree.grow(500)
        by_action = {action: (games, share) for action, games, share in said["first"]}
        found = enumerate(zip(tree.playouts_by_action, tree.win_rates, strict=True))
        assert by_action == {action: each for action, each in found if each[0]}
        assert said["line"] == list(tree.line)
        ended = engine.counts(engine.pack([state]), given["games"], key, 0).winners
        assert ended == [said["winners"].count(seats) for seats in range(len(ended))]


def hexadecimal(state: Any) -> dict[str, str]:
    return {name: data.hex() for name, data in state.wasm.packed(state).items()}


def test_threads_share_a_tree() -> None:
    state = State.start()
    alone, shared = (state.wasm.tree(state, 1, 0.3) for _ in range(2))
    alone.grow(400)
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(shared.grow, [10] * 40):
            pass
    assert shared.playouts_by_action == alone.playouts_by_action


# ---- what is needed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_process_that_was_forked_plays_other_games() -> None:
    program = """
import multiprocessing
from random import Random
from ninetka import kropki, State
from ninetka.players import Search
def choose(state):
    return state.is_legal(Search(visits=9).choose(state, Random(1)))
print(choose(State.start()))
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.map(choose, [kropki.State.start(), State.start()]))
"""
    env = {**os.environ, "NINETKA_BACKEND": "wasm"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True, text=True, timeout=PATIENCE, env=env,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("True\n[True, True]\n", "")


def test_neither_numba_nor_numpy_is_needed() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from random import Random
from ninetka import State
from ninetka.players import MonteCarlo, Search
from ninetka.players.backends import backend_for
state = State.start()
print(type(backend_for(state)).__name__)
for player in (Search(visits=9), MonteCarlo(99)):
    print(state.is_legal(player.choose(state, Random(1))))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == ("WasmBackend\nTrue\nTrue\n", "")


def test_a_full_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise wasmtime.WasmtimeError("no memory")

    state = State.start()
    engine = state.wasm
    monkeypatch.setattr(wasmtime, "Instance", full)
    with pytest.raises(NinetkaError, match=r"^there is not enough memory for"):
        engine.tree(state, 1, 0.3)


def test_boards_without_room_are_left_to_numba() -> None:
    """All published rulesets find room, but not a line of 17 fields, and nobody has 65."""
    for rules in PUBLISHED.values():
        for players in rules.player_counts:
            assert MorrisState.start(rules, players).wasm
    for fields, kernel in ((17, True), (65, False)):
        board = Board(fields, [range(1, 18), *((n, n + 1, n + 2) for n in range(16, fields - 1))])
        state = MorrisState.start(attrs.evolve(MILLS, boards={2: board}))
        assert (state.kernel is not None, state.wasm) == (kernel, None)
