"""Random games on a local Dask cluster, one of whose workers is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

pytest.importorskip("distributed", reason="Dask needs the dask extra")

import dask.config
from distributed import LocalCluster
from support.command_line import out
from toys.nim import Nim
from toys.nim_variants import FatalNim, FaultyNim, UncompiledNim

from ninetka import NinetkaError, RecordError, RecordErrorKind, State
from ninetka.records import parse
from ninetka.simulate import Simulation, results, run
from ninetka.simulate.dask import connected

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield local


@pytest.mark.parametrize(("compiled", "games"), [(False, 2000), (True, 2_000_000)])
def test_the_counts_are_those_of_one_process_though_a_worker_is_killed(
    cluster: LocalCluster, compiled: bool, games: int
) -> None:
    begun = attrs.evolve(Simulation.begin(State.start(), games, "s"), compiled=compiled)
    killed: list[int] = []

    def kill(simulation: Simulation) -> None:
        if simulation.results.games > games // 4 and not killed:
            killed.append(executor.submit(os.getpid).result())
            os.kill(killed[0], signal.SIGKILL)

    with connected(cluster.scheduler_address) as executor:
        found = run(begun, executor, kill)
    assert killed
    assert found == run(begun)


def test_what_workers_raise(cluster: LocalCluster) -> None:
    with connected(cluster.scheduler_address) as executor:
        with pytest.raises(ZeroDivisionError, match="a fault"):
            results(FaultyNim(9), 100, "s", executor)
        with pytest.raises(NinetkaError, match="a worker cannot play these games"):
            run(Simulation(UncompiledNim(9), 10, "s", compiled=True), executor)


def test_an_error_of_a_record_keeps_what_it_is_about(cluster: LocalCluster) -> None:
    with connected(cluster.scheduler_address) as executor:
        task = executor.submit(parse, '[Ruleset "wiki"]\n[Players "2"]\n\nA5 *')
        with pytest.raises(RecordError) as caught:
            task.result()
        assert caught.value.kind is RecordErrorKind.ILLEGAL_MOVE
        assert caught.value.ply == 1


def test_a_task_that_dask_gives_up_is_tried_again(cluster: LocalCluster, tmp_path: Path) -> None:
    start = FatalNim(9, mark=str(tmp_path / "mark"))
    with connected(cluster.scheduler_address) as executor:
        assert results(start, 100, "s", executor) == results(Nim(9), 100, "s")


def test_the_command(cluster: LocalCluster) -> None:
    address = cluster.scheduler_address
    text = out("simulate", "-n", "100", "--seed", "s", "--dask", address, "--json")
    expected = results(State.start(), 100, "s").to_dict()
    assert {name: json.loads(text)[name] for name in expected} == expected


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "foo:bar", "", "x y"])
def test_where_there_is_no_cluster(address: str) -> None:
    with (
        pytest.raises(NinetkaError, match=f"there is no Dask scheduler at '{address}': "),
        connected(address, timeout=1),
    ):
        pass
