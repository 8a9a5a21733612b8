"""Batches and trees that threads share, and what others do meanwhile with the arrays they gave."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Any, cast

import pytest

pytest.importorskip("numba", reason="numba is not installed: ninetka[batch]")

import numpy as np
from support.waiting import PATIENCE, wait_until

from ninetka import NESTORGAMES, IllegalMoveError, Move, NinetkaError, State
from ninetka.batch import Batch

CRASHES = """
import logging, sys
from threading import Barrier, Thread
import numpy as np
from ninetka import NESTORGAMES, NinetkaError, State
from ninetka.batch import Batch
from ninetka.protocol.compiled import required_kernel

logging.disable()  # the notice that code is compiled

def together(call):
    barrier, ended = Barrier(2), []
    def run():
        barrier.wait()
        try:
            call()
            ended.append(None)
        except NinetkaError as error:
            ended.append(error)
    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ended

start = State.start(NESTORGAMES)
"""
STEPS = """
batch = Batch.start(NESTORGAMES, 2, 50_000)
one = batch[:1]
for round in range(40):
    actions = np.full(len(batch), batch[0].legal_actions[0])
    ended = together(lambda: batch.step(actions))
    assert ended.count(None) == 1 or round >= 9, ended
    # In placement and movement, both may have been legal, one after the other.
    for _ in range(ended.count(None)):
        one.step(actions[:1])
    assert batch[::999].states() == one.states() * len(batch[::999])
batch.random_games(1)
"""
KERNEL = """
kernel = required_kernel(start)
arrays = kernel.pack([start] * 50_000)
for ply in range(70):
    state = kernel.unpack(arrays, 0)
    actions = np.full(50_000, state.legal_actions[0] if state.legal_actions else -1)
    together(lambda: kernel.step(arrays, actions))
    together(lambda: kernel.step(arrays, np.full(50_000, 60)))
"""
TREES = """
tree = required_kernel(start).tree(start, 1, 0.3)
for _ in range(20):
    together(lambda: tree.grow(2_000))
assert tree.playouts == tree.playouts_by_action.sum() == 40 * 2_000 * 4
"""


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(STEPS, id="steps"),
        pytest.param(KERNEL, id="kernel", marks=pytest.mark.long),
        pytest.param(TREES, id="trees", marks=pytest.mark.long),
    ],
)
def test_threads_neither_crash_nor_corrupt(program: str) -> None:
    command = [sys.executable, "-c", CRASHES + program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


class Meddled:
    """A kernel that does something else after each step, and before each mask."""

    def __init__(self, batch: Batch[State, Move], meddle: Callable[[], object]) -> None:
        self._kernel: Any = batch._kernel
        self._meddle = meddle
        batch._kernel = cast(Any, self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernel, name)

    def step(self, arrays: Any, actions: Any) -> int:
        bad = self._kernel.step(arrays, actions)
        self._meddle()
        return cast(int, bad)

    def legal_mask(self, arrays: Any, out: Any) -> None:
        self._meddle()
        self._kernel.legal_mask(arrays, out)


def test_actions_that_change_meanwhile_are_those_that_were_given() -> None:
    batch, actions = Batch.start(NESTORGAMES, size=2), np.array([24, 85])
    Meddled(batch, lambda: actions.fill(0))
    with pytest.raises(IllegalMoveError, match="cannot pass") as caught:
        batch.step(actions)
    assert caught.value.__notes__ == ["at position 1 of the batch"]
    assert batch.states() == [State.start(NESTORGAMES)] * 2


@pytest.mark.parametrize("refcheck", [True, False])
def test_a_mask_that_is_filled_cannot_be_resized(refcheck: bool) -> None:
    batch = Batch.start(NESTORGAMES, size=2)
    out = batch.legal_mask()

    def resize() -> None:
        with pytest.raises(ValueError, match="cannot resize an array"):
            out.resize(1, refcheck=refcheck)

    Meddled(batch, resize)
    batch.legal_mask(out)
    assert out.sum(axis=1).tolist() == [49, 49]


READS: list[Callable[[Batch[State, Move]], object]] = [
    lambda batch: batch.legal_mask(),
    lambda batch: batch.planes(0),
    lambda batch: batch.scores(),
    lambda batch: batch.to_move,
    lambda batch: batch.is_over,
    lambda batch: batch[0],
    lambda batch: batch[:],
    lambda batch: batch.states(),
    lambda batch: batch.playouts(),
    lambda batch: batch.counts(),
    lambda batch: batch.random_games(),
    lambda batch: batch.step([-1]),
    lambda batch: copy.copy(batch),
]


@pytest.mark.parametrize("read", READS)
def test_others_wait_until_a_step_has_been_made(
    read: Callable[[Batch[State, Move]], object],
) -> None:
    batch = Batch.start(NESTORGAMES)
    begun, go_on = Event(), Event()

    def meddle() -> None:
        if not begun.is_set():
            begun.set()
            go_on.wait(PATIENCE)

    Meddled(batch, meddle)
    stepper, reader = Thread(target=batch.step, args=([24],)), Thread(target=read, args=(batch,))
    stepper.start()
    assert begun.wait(PATIENCE)
    batch._lock = lock = cast(Any, Noted(batch._lock))
    reader.start()
    wait_until(lambda: lock.waits or not reader.is_alive())
    assert lock.waits
    go_on.set()
    stepper.join(PATIENCE)
    reader.join(PATIENCE)


class Noted:
    """A lock that notes that a thread has to wait for it."""

    def __init__(self, lock: Any) -> None:
        self.lock, self.waits = lock, False

    def __enter__(self) -> None:
        self.waits |= self.lock.locked()
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_what_is_handed_out_is_not_the_batch() -> None:
    batch = Batch.start(NESTORGAMES, size=3)
    for array in (batch.to_move, batch.is_over, batch.scores(), batch.planes(0)):
        array.fill(1)
    assert batch.states() == [State.start(NESTORGAMES)] * 3


# What numbers can be reckoned with


def test_seats_and_points_can_be_subtracted() -> None:
    batch = Batch.start(NESTORGAMES, size=2)
    batch.step([24, -1])
    assert (1 - 2 * batch.to_move).tolist() == [-1, 1]
    played = batch.playouts(200)
    lead = played.scores[..., 0] - played.scores[..., 1]
    assert lead.min() < 0 < lead.max()
    assert (0 - played.plies).max() < 0 > (0 - batch.random_games().plies).max()
    assert {*np.unique(1 - 2 * played.winners[..., 0]).tolist()} == {-1, 1}
    assert (batch.scores() - 1).tolist() == [[-1, -1]] * 2


# Masks of arrays, and sizes


@pytest.mark.parametrize("mask", [[True, False], False])
def test_masked_arrays_are_refused(mask: Any) -> None:
    batch = Batch.start(NESTORGAMES, size=2)
    masked = np.ma.array([0, 1], mask=mask)
    with pytest.raises(NinetkaError, match=r"^actions must not be masked: give -1 where no move"):
        batch.step(masked)
    with pytest.raises(NinetkaError, match=r"^an index must not be masked: give the numbers of"):
        batch[masked]
    out = np.ma.array(batch.legal_mask(), mask=False)
    with pytest.raises(NinetkaError, match=r"^out must not be masked: give a plain array instead$"):
        batch.legal_mask(out)
    assert batch.states() == [State.start(NESTORGAMES)] * 2


@pytest.mark.parametrize("size", [2**45, 2**62, 2**63, 10**400])
def test_more_positions_than_there_is_memory_for(size: int) -> None:
    with pytest.raises(NinetkaError, match=r"^there is no memory for a batch of .* positions$"):
        Batch.start(NESTORGAMES, size=size)
